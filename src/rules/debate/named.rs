//! Speakers named in a text of a model.

use std::cmp::Reverse;

use super::{ids::Seat, opening::Opening};
use crate::text;

/// A last name with fewer letters may be a word like any other.
const SHORTEST: usize = 3;

/// The speakers whom a text names, in the order in which it does: by the whole name, the short one or the last word of it.
/// Where several begin at the same word, the one with the longest name is first.
pub fn speakers_named<'a>(opening: &'a Opening, text: &str) -> Vec<&'a Seat> {
    let said = bare(text);
    let mut found: Vec<(usize, Reverse<usize>, &Seat)> = Vec::new();
    for speaker in &opening.speakers {
        let names = names(&speaker.card.name, &speaker.card.short);
        let places = names.iter().filter_map(|name| {
            let at = said.windows(name.len()).position(|place| place == name)?;
            Some((at, Reverse(name.len()), &speaker.seat))
        });
        found.extend(places.min());
    }
    found.sort();
    found.into_iter().map(|(_, _, seat)| seat).collect()
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
