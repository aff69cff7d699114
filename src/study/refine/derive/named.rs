//! Speakers named in a text of a model.

use crate::{
    debate::{ids::Seat, opening::Opening},
    text,
};

/// A last name with fewer letters may be a word like any other.
const SHORTEST: usize = 3;

/// The speaker, of those that `may` be meant, whose name comes first in a text: the whole name, the short one or the
/// last word of it. Where several begin at the same word, the one with the longest name.
pub(super) fn first_named<'a>(
    opening: &'a Opening,
    text: &str,
    may: impl Fn(&'a Seat) -> bool,
) -> Option<&'a Seat> {
    let said = bare(text);
    let mut found: Option<(usize, usize, &Seat)> = None;
    for speaker in opening.speakers.iter().filter(|one| may(&one.seat)) {
        for name in names(&speaker.card.name, &speaker.card.short) {
            let at = said.windows(name.len()).position(|place| place == name);
            let Some(at) = at else { continue };
            let better = found.is_none_or(|(first, length, _)| {
                at < first || (at == first && name.len() > length)
            });
            if better {
                found = Some((at, name.len(), &speaker.seat));
            }
        }
    }
    found.map(|(_, _, seat)| seat)
}

fn names(full: &str, short: &str) -> Vec<Vec<String>> {
    let (full, short) = (bare(full), bare(short));
    let last = full
        .last()
        .filter(|word| word.chars().count() >= SHORTEST)
        .cloned();
    let mut names = vec![full, short];
    names.extend(last.map(|word| vec![word]));
    names.retain(|name| !name.is_empty());
    names
}

/// Words in small letters, without the 's of a genitive.
fn bare(text: &str) -> Vec<String> {
    text::words(text)
        .map(|word| {
            let word = word.to_lowercase();
            let stem = word.strip_suffix("'s").unwrap_or(&word);
            stem.trim_matches('\'').to_owned()
        })
        .filter(|word| !word.is_empty())
        .collect()
}
