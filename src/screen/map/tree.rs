//! The map as a tree: a row for each node, indented below what it is about.

use ratatui::text::{Line, Span};

use super::{
    outline::{OutlineNode, OutlineRow},
    shown::{ShownMap, ShownNode},
};
use crate::{
    style::{StyleRole, Styles},
    widgets::{fit, width},
};

/// Levels that are drawn: deeper ones stand as deep as the last.
const DEEPEST: usize = 7;
/// Cells from which on the words for what has become of a claim stand beside their sign.
const WORDS: usize = 44;
/// Cells from which on the count of answers stands in words.
const COUNT: usize = 76;

/// A row of the tree, in so many cells.
pub(super) fn line(
    map: &ShownMap,
    row: &OutlineRow,
    cells: usize,
    styles: &Styles,
) -> Line<'static> {
    match row {
        OutlineRow::Title(group) => {
            let Some(group) = map.groups.get(*group) else {
                return Line::default();
            };
            let style = styles.get(group.role).patch(styles.get(StyleRole::Speaker));
            Line::styled(fit(&group.title, cells), style)
        }
        OutlineRow::Node(row) => match map.nodes.get(row.at) {
            Some(node) => node_line(node, row, cells, styles),
            None => Line::default(),
        },
    }
}

fn node_line(node: &ShownNode, row: &OutlineNode, cells: usize, styles: &Styles) -> Line<'static> {
    let text = if row.is_meant {
        StyleRole::Text
    } else {
        StyleRole::Dim
    };
    let end = end(node, row, cells, styles);
    let taken: usize = end.iter().map(Span::width).sum();
    let before = format!("{}{}", branches(row), fold(row));
    let lead = format!("{}: ", node.lead);
    let lead = if node.lead.is_empty() || node.text.is_empty() {
        node.lead.clone()
    } else {
        lead
    };
    let room = cells.saturating_sub(width(&before) + taken + usize::from(taken > 0));
    let lead = fit(&lead, room);
    let words = fit(&node.text, room.saturating_sub(width(&lead)));
    let used = width(&before) + width(&lead) + width(&words) + taken;
    let named = styles.get(node.role).patch(styles.get(StyleRole::Speaker));
    let named = if row.is_meant {
        named
    } else {
        styles.get(node.role)
    };
    let mut spans = vec![
        Span::styled(before, styles.get(StyleRole::Dim)),
        Span::styled(lead, named),
        Span::styled(words, styles.get(text)),
        Span::raw(" ".repeat(cells.saturating_sub(used))),
    ];
    spans.extend(end);
    Line::from(spans)
}

/// What has become of a claim, and how many answers there are, at the right.
fn end(node: &ShownNode, row: &OutlineNode, cells: usize, styles: &Styles) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let answers = node.children.len();
    let told = match answers {
        _ if row.is_folded && row.below > 0 => format!("+{}", row.below),
        0 => String::new(),
        1 if cells >= COUNT => "1 answer".to_owned(),
        many if cells >= COUNT => format!("{many} answers"),
        many => format!("↩{many}"),
    };
    if !told.is_empty() {
        spans.push(Span::styled(format!(" {told}"), styles.get(StyleRole::Dim)));
    }
    if let Some(status) = &node.status {
        let told = if cells >= WORDS {
            format!(" {} {}", status.sign, status.words)
        } else {
            format!(" {}", status.sign)
        };
        spans.push(Span::styled(told, styles.get(status.role)));
    }
    spans
}

/// The lines that join a node to what it is about.
fn branches(row: &OutlineNode) -> String {
    // Those at the top have nothing to be joined to.
    let levels = row.goes_on.get(1..).unwrap_or_default();
    let levels = levels.iter().take(DEEPEST);
    let mut told: String = levels
        .map(|goes_on| if *goes_on { "│ " } else { "  " })
        .collect();
    if row.depth() > 0 {
        told.push_str(if row.is_last { "└ " } else { "├ " });
    }
    told
}

/// The sign of what lies below a node.
pub(super) fn fold(row: &OutlineNode) -> &'static str {
    match (row.below, row.is_folded) {
        (0, _) => "  ",
        (_, true) => "▸ ",
        (_, false) => "▾ ",
    }
}
