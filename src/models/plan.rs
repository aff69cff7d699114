//! The announcement before a model is fetched: what it is, whose, under which licence, how large, from where, and where
//! it goes.

use super::{
    entry::{ModelEntry, ModelKind},
    memory::memory_needed,
    size::human,
    store::Store,
};

/// The lines, for people.
pub fn plan_lines(entry: &ModelEntry, store: &Store) -> Vec<String> {
    let mut lines = vec![
        format!("{}: {}", entry.name, entry.summary),
        format!("whose:   {}", entry.by),
        format!("licence: {}", entry.licence),
        format!("size:    {}", human(entry.bytes())),
    ];
    if entry.kind == ModelKind::Writes {
        let needed = memory_needed(entry.bytes());
        let free = store.free_memory().map_or_else(String::new, |free| {
            format!(", of which {} are free here", human(free))
        });
        lines.push(format!("memory:  about {}{free}", human(needed)));
    }
    for (index, source) in entry.sources.iter().enumerate() {
        let label = if index == 0 { "from:   " } else { "or from:" };
        lines.push(format!("{label} {}", source.describe()));
    }
    lines.push(format!(
        "to:      {}",
        crate::text::shown::path(&store.place(&entry.name))
    ));
    if !entry.note.is_empty() {
        lines.push(entry.note.clone());
    }
    let kept = store.half_made(&entry.name);
    if kept > 0
        && let Some(from) = store.stranger(entry)
    {
        lines.push(format!(
            "Under this name, {} have come in an earlier try of another file, from {from}; they are replaced.",
            human(kept)
        ));
    } else if kept > 0 {
        lines.push(format!(
            "An earlier try was stopped; {} have come already.",
            human(kept)
        ));
    }
    lines
}
