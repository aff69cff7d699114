//! The help of the map: its keys, its signs, and how it is made.

use super::shown::ShownMap;
use crate::{
    keymap::HelpRow,
    overlay::{HelpItem, HelpPage},
};

/// The keys of the map.
const KEYS: [(&str, &str); 13] = [
    ("↑ ↓ / k j", "to the node above, below"),
    (
        "← / h",
        "folds what lies below a node; again: to what it answers",
    ),
    ("→ / l", "unfolds it; again: to its first answer"),
    ("space", "folds or unfolds what lies below a node"),
    ("- / +", "folds, unfolds everything"),
    (
        "pgup pgdn g G",
        "a page up or down, to the first node, to the last",
    ),
    ("J K", "scrolls the box below"),
    (
        "enter",
        "to the sentence in the transcript, which is marked there; esc ends that",
    ),
    (
        "f",
        "all, what stands, what is unanswered, what was conceded",
    ),
    (
        "s S",
        "what one speaker has said: the next one, the one before",
    ),
    ("e", "hands in evidence against the node"),
    ("a", "asks its speaker about it"),
    (
        "esc / q / M",
        "closes the map, which stays as it is for the next time",
    ),
];

/// What the filters look for, and the signs.
const SIGNS: [(&str, &str); 8] = [
    (
        "✔ ◐ ✖ ?",
        "what judges found: upheld, partly upheld, refuted, uncertain",
    ),
    (
        "✔ ↩ ! ·",
        "without judges: granted; taken up and answered; taken up and not answered; never taken up",
    ),
    ("← →", "in two columns: answers what stands beside it"),
    ("▾ ▸ +3", "unfolded, folded with so many nodes below"),
    ("↩2", "two answers"),
    (
        "standing",
        "nothing against it is without an answer, nobody has granted it away, and no judge has refuted it",
    ),
    ("unanswered", "never taken up, or taken up and not answered"),
    ("conceded", "granted by the other side, whole or in part"),
];

/// The page of help for a map.
pub(super) fn page(map: &ShownMap) -> HelpPage {
    let rows = |rows: &[(&str, &'static str)]| {
        let rows = rows.iter().map(|(keys, help)| {
            HelpItem::Key(HelpRow {
                keys: (*keys).to_owned(),
                help,
            })
        });
        rows.collect::<Vec<_>>()
    };
    let mut items = vec![HelpItem::Heading("Keys of the map".to_owned())];
    items.extend(rows(&KEYS));
    items.push(HelpItem::Gap);
    items.push(HelpItem::Heading("Signs and words".to_owned()));
    items.extend(rows(&SIGNS));
    items.push(HelpItem::Gap);
    items.push(HelpItem::Heading("How it is made".to_owned()));
    items.push(HelpItem::Paragraph(map.made.to_owned()));
    HelpPage::titled("The argument map", items)
}
