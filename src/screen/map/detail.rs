//! The box below the map: all of the marked node, who said it and when, and what it was met with.

use ratatui::text::Line;

use super::shown::ShownNode;
use crate::{
    blocks::{Builder, names, what},
    debate::{
        DebateState,
        argument_map::{ArgumentMap, MapNode, MapNodeId},
        participants::within,
    },
    style::{StyleRole, Styles},
    text::{clock, counted, upper_first},
    wrapping,
};

/// A paragraph of the box.
#[derive(Debug, Clone)]
struct Paragraph {
    text: String,
    role: StyleRole,
    /// Cells by which its further rows stand back.
    hang: usize,
}

/// What the box says of a node.
#[derive(Debug, Clone)]
pub(super) struct Detail {
    /// The node.
    pub(super) id: MapNodeId,
    /// The title: who said it, and when.
    pub(super) title: String,
    paragraphs: Vec<Paragraph>,
}

impl Detail {
    /// All there is to say of a node.
    pub(super) fn of(
        state: &DebateState,
        map: &ArgumentMap,
        at: usize,
        shown: &ShownNode,
    ) -> Option<Self> {
        let node = map.nodes.get(at)?;
        let builder = Builder::of(state);
        let mut paragraphs = Vec::new();
        let mut add = |role: StyleRole, hang: usize, text: String| {
            paragraphs.push(Paragraph { text, role, hang });
        };
        let lead = match (node.label.as_str(), node.how) {
            ("", "") => String::new(),
            ("", _) => format!("{}: ", upper_first(&shown.lead)),
            (label, _) => format!("{label} "),
        };
        add(StyleRole::Emphasis, 0, format!("{lead}{}", shown.text));
        if let Some(status) = &shown.status {
            let mut told = format!("{} {}", status.sign, upper_first(status.words));
            if !node.reason.is_empty() && node.standing.is_some() {
                told = format!("{told}: {}", node.reason);
            }
            add(status.role, 2, told);
        }
        for edge in map.about(at) {
            if let Some(about) = map.nodes.get(edge.to) {
                let whose = whose(state, about);
                add(
                    StyleRole::Text,
                    2,
                    format!("About {whose}: {}", in_a_row(&about.text)),
                );
            }
        }
        for (name, text) in &node.details {
            add(StyleRole::Text, 2, format!("{name}: {}", in_a_row(text)));
        }
        let said = state
            .place_on_record(node)
            .map(|(_, words)| in_a_row(&words));
        if let Some(said) = said.filter(|said| !said.is_empty() && !shown.text.starts_with(said)) {
            add(StyleRole::Quote, 2, format!("In their words: “{said}”"));
        }
        let met: Vec<&MapNode> = map
            .against(at)
            .filter_map(|edge| map.nodes.get(edge.from))
            .collect();
        if node.is_claim() && met.is_empty() {
            let told = if state.is_closed() {
                "Nothing was said about it."
            } else {
                "Nothing has been said about it yet."
            };
            add(StyleRole::Dim, 0, told.to_owned());
        }
        for one in met {
            let lead = upper_first(&builder.map_lead(one));
            add(
                StyleRole::Text,
                2,
                format!("{lead}: {}", in_a_row(&one.text)),
            );
        }
        Some(Self {
            id: node.id.clone(),
            title: title(state, node),
            paragraphs,
        })
    }

    /// The rows of the box, so many cells wide.
    pub(super) fn lines(&self, cells: usize, styles: &Styles) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for one in &self.paragraphs {
            let hang = " ".repeat(one.hang.min(cells / 4));
            let options = wrapping::options(cells).subsequent_indent(&hang);
            let rows = textwrap::wrap(&one.text, options);
            let style = styles.get(one.role);
            lines.extend(
                rows.into_iter()
                    .map(|row| Line::styled(row.into_owned(), style)),
            );
        }
        lines
    }
}

/// "Adam Smith · Con · Opening statement · speech 3 · 04:12".
fn title(state: &DebateState, node: &MapNode) -> String {
    let mut told = vec![state.name_of_node(node)];
    let place = names::title(state, &node.seat);
    told.extend((!place.is_empty()).then_some(place));
    if let Some(turn) = node.turn.and_then(|turn| state.turn(turn)) {
        let what = what(state, turn);
        told.extend((!what.is_empty()).then_some(what));
        told.push(clock(turn.began_ms / 1000));
    }
    told.join(" · ")
}

fn whose(state: &DebateState, node: &MapNode) -> String {
    match node.label.as_str() {
        "" => within(state.name_of_node(node)),
        label => format!("{label} ({})", within(state.name_of_node(node))),
    }
}

fn in_a_row(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The count of rows that are not shown.
pub(super) fn more(rows: usize) -> String {
    counted(rows, "more line: J", "more lines: J")
}
