//! The map in two columns, as it is taken down on paper: for the motion at the left, against it at the right, and every answer
//! beside what it answers.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    outline::{OutlineNode, OutlineRow},
    shown::{ShownMap, ShownNode},
    tree,
};
use crate::{
    style::{StyleRole, Styles},
    widgets::{fit, width},
    wrapping,
};

/// Rows of a node's words: all of them stand in the box below.
const ROWS: usize = 3;
/// Cells between the columns.
const GAP: u16 = 3;

/// A node in its column.
#[derive(Debug, Clone)]
pub(super) struct Card {
    /// The place of the row in the outline.
    pub(super) row: usize,
    /// Whether it stands at the right.
    pub(super) is_right: bool,
    /// The first row of the card, from the top of the map.
    pub(super) top: usize,
    /// The rows of the card.
    pub(super) lines: Vec<Line<'static>>,
}

/// The cards of a map.
#[derive(Debug, Clone, Default)]
pub(super) struct Cards {
    /// The cards, in the order of the outline.
    pub(super) cards: Vec<Card>,
    /// The rows that all of them take.
    pub(super) height: usize,
}

/// The two columns of a place.
pub(super) fn halves(area: Rect) -> [Rect; 2] {
    let half = area.width.saturating_sub(GAP) / 2;
    let left = Rect {
        width: half,
        ..area
    };
    let right = Rect {
        x: area.x + half + GAP.min(area.width),
        width: half,
        ..area
    };
    [left, right.intersection(area)]
}

/// Lays the nodes of an outline out in columns of so many cells.
pub(super) fn lay_out(map: &ShownMap, rows: &[OutlineRow], cells: usize, styles: &Styles) -> Cards {
    // The first free row of each column, and where each node stands.
    let mut free = [0_usize; 2];
    let mut tops = vec![0_usize; map.nodes.len()];
    let mut cards = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let Some(row) = row.node() else {
            continue;
        };
        let Some(node) = map.nodes.get(row.at) else {
            continue;
        };
        let column = usize::from(node.is_against);
        let above = map.parent(row.at);
        let least = match above {
            // What is said about different things does not stand in one row.
            None => {
                let both = free.iter().copied().max().unwrap_or_default();
                both + usize::from(both > 0)
            }
            Some(above) => tops.get(above).copied().unwrap_or_default(),
        };
        let top = least.max(free.get(column).copied().unwrap_or_default());
        let across = above
            .and_then(|above| map.nodes.get(above))
            .is_some_and(|above| above.is_against != node.is_against);
        let lines = lines(node, row, across, (cells, styles));
        if let Some(known) = tops.get_mut(row.at) {
            *known = top;
        }
        if let Some(free) = free.get_mut(column) {
            *free = top + lines.len();
        }
        cards.push(Card {
            row: number,
            is_right: node.is_against,
            top,
            lines,
        });
    }
    let height = free.into_iter().max().unwrap_or_default();
    Cards { cards, height }
}

fn lines(
    node: &ShownNode,
    row: &OutlineNode,
    is_across: bool,
    (cells, styles): (usize, &Styles),
) -> Vec<Line<'static>> {
    let arrow = match (row.depth(), is_across, node.is_against) {
        (0, ..) => "",
        (_, true, true) => "← ",
        (_, true, false) => "→ ",
        (_, false, _) => "└ ",
    };
    let fold = if row.below > 0 { tree::fold(row) } else { "" };
    let lead = format!("{arrow}{fold}{}", spaced(&node.lead));
    let named = styles.get(node.role).patch(styles.get(StyleRole::Speaker));
    let role = if row.is_meant {
        StyleRole::Text
    } else {
        StyleRole::Dim
    };
    let whole = format!("{lead}{}", node.text);
    let options = wrapping::options(cells).subsequent_indent("  ");
    let mut wrapped: Vec<String> = textwrap::wrap(&whole, options)
        .into_iter()
        .map(std::borrow::Cow::into_owned)
        .collect();
    if wrapped.len() > ROWS {
        let rest: Vec<&str> = wrapped
            .iter()
            .skip(ROWS - 1)
            .map(|row| row.trim())
            .collect();
        let last = fit(&format!("  {}", rest.join(" ")), cells);
        wrapped.truncate(ROWS - 1);
        wrapped.push(last);
    }
    let mut lead = lead.chars().count();
    let mut lines: Vec<Line<'static>> = Vec::new();
    for row in wrapped {
        // The name may take more than a row.
        let at = row.char_indices().nth(lead).map_or(row.len(), |(at, _)| at);
        lead = lead.saturating_sub(row.chars().count());
        let (name, words) = row.split_at_checked(at).unwrap_or((&row, ""));
        lines.push(Line::from(vec![
            Span::styled(name.to_owned(), named),
            Span::styled(words.to_owned(), styles.get(role)),
        ]));
    }
    let folded = (row.is_folded && row.below > 0).then(|| format!("+{}", row.below));
    let status = node.status.as_ref();
    if status.is_none() && folded.is_none() {
        return lines;
    }
    let mut end = Vec::new();
    if let Some(status) = status {
        let told = format!("  {} {}", status.sign, status.words);
        end.push(Span::styled(fit(&told, cells), styles.get(status.role)));
    }
    let answers = match (folded, node.children.len()) {
        (Some(folded), _) => folded,
        (None, 0) => String::new(),
        (None, 1) => "1 answer".to_owned(),
        (None, many) => format!("{many} answers"),
    };
    let used: usize = end.iter().map(Span::width).sum();
    if !answers.is_empty() && used + 3 + width(&answers) <= cells {
        end.push(Span::styled(
            format!(" · {answers}"),
            styles.get(StyleRole::Dim),
        ));
    }
    lines.push(Line::from(end));
    lines
}

fn spaced(lead: &str) -> String {
    if lead.is_empty() {
        String::new()
    } else {
        format!("{lead}: ")
    }
}

/// Draws as much of the cards as there is room for, from a row on; the marked one stands out.
pub(super) fn draw(
    cards: &Cards,
    (top, marked): (usize, Option<usize>),
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) {
    let [left, right] = halves(area);
    let bottom = top + usize::from(area.height);
    for card in &cards.cards {
        let place = if card.is_right { right } else { left };
        for (row, line) in (card.top..).zip(&card.lines) {
            if row < top || row >= bottom {
                continue;
            }
            let y = area.y + (row - top) as u16;
            buf.set_line(place.x, y, line, place.width);
            if marked == Some(card.row) {
                let style = styles.get(StyleRole::Selection);
                buf.set_style(Rect::new(place.x, y, place.width, 1), style);
            }
        }
    }
}
