//! Finding words in the transcript, over the ends of rows, without regard to capitals.

use super::{cache::RowCache, wrap::TranscriptRow};

/// A stretch of one row: characters, decoration counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchMatch {
    /// The position of the entry.
    pub entry: usize,
    /// The position of the row in the entry.
    pub line: usize,
    /// The first character.
    pub from: usize,
    /// The one behind the last.
    pub to: usize,
}

/// A search in the transcript.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextSearch {
    /// The words that are searched for.
    pub query: String,
    /// Whether they are still being typed.
    pub typing: Typing,
    /// The position, among all places found, of the one that the keys have led to. The place on the screen cannot tell
    /// it: near both ends of the transcript several places share one.
    pub current: Option<usize>,
    /// The end of the transcript that the last key has led round, if it has.
    pub wrapped: Option<WrapAround>,
}

/// The end of the transcript round which a search has gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrapAround {
    /// Past the last place, to the first.
    ToTop,
    /// Past the first place, to the last.
    ToBottom,
}

impl WrapAround {
    /// The words for it beside the count of places, and those for where there is little room.
    pub(super) const fn describe(self) -> (&'static str, &'static str) {
        match self {
            Self::ToTop => ("from the top again", "from the top"),
            Self::ToBottom => ("from the bottom again", "from the end"),
        }
    }
}

/// Whether something is being typed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Typing {
    /// The words are being typed.
    #[default]
    Yes,
    /// The words are typed.
    No,
}

/// Every place in an entry where the words stand, as one stretch or, over the end of a row, several.
pub(super) fn in_rows(
    entry: usize,
    rows: &[TranscriptRow],
    query: &str,
) -> Vec<(SearchMatch, Part)> {
    let needle: Vec<char> = folded(query.trim()).collect();
    if needle.is_empty() {
        return Vec::new();
    }
    // All characters of the entry with their places; rows are joined by one space.
    let mut text: Vec<(char, usize, usize)> = Vec::new();
    for (line, row) in rows.iter().enumerate() {
        if line > 0 {
            text.push((' ', line, usize::MAX));
        }
        let all: String = row.text();
        text.extend(
            folded(&all)
                .enumerate()
                .map(|(at, c)| (c, line, at + row.lead)),
        );
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at + needle.len() <= text.len() {
        let here = text.get(at..at + needle.len()).unwrap_or_default();
        if here.iter().map(|(c, _, _)| c).ne(&needle) {
            at += 1;
            continue;
        }
        let mut part = Part::First;
        for chunk in here.chunk_by(|one, next| one.1 == next.1) {
            let inside = || chunk.iter().filter(|(_, _, column)| *column != usize::MAX);
            if let (Some(first), Some(last)) = (inside().next(), inside().next_back()) {
                found.push((
                    SearchMatch {
                        entry,
                        line: first.1,
                        from: first.2,
                        to: last.2 + 1,
                    },
                    part,
                ));
                part = Part::Further;
            }
        }
        at += needle.len();
    }
    found
}

/// Whether a stretch begins a place or goes on with it on the next row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    First,
    Further,
}

/// The characters of a text as they are compared, one for each, so that places stay true.
fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().map(|c| c.to_lowercase().next().unwrap_or(c))
}

impl TextSearch {
    /// A search for words as they were said, which are shown without the marks of Markdown.
    pub(super) fn found(words: &str) -> Self {
        let shown = words.trim_start_matches(['>', '-', '#', ' ', '\n']);
        let shown: String = shown.chars().filter(|c| !matches!(c, '*' | '`')).collect();
        Self {
            query: shown.split_whitespace().collect::<Vec<_>>().join(" "),
            typing: Typing::No,
            ..Self::default()
        }
    }

    /// A search for words that are not typed.
    pub fn of(query: String) -> Self {
        Self {
            query,
            typing: Typing::No,
            ..Self::default()
        }
    }

    /// Every place where the words stand, in order.
    pub fn places(&self, cache: &RowCache) -> Vec<SearchMatch> {
        (0..cache.entries())
            .flat_map(|entry| in_rows(entry, cache.entry(entry), &self.query))
            .filter(|(_, part)| *part == Part::First)
            .map(|(found, _)| found)
            .collect()
    }
}
