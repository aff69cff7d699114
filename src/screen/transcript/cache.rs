//! Wrapped rows, kept per entry. An entry is wrapped again when the width, the looks or the entry itself has
//! changed; the rest is found by prefix sums.

use super::{entry, fingerprint::fingerprint, ink::Ink, wrap::TranscriptRow};
use crate::{debate::DebateState, style::Styles};

/// An entry as rows.
#[derive(Debug, Default)]
struct Wrapped {
    fingerprint: u64,
    rows: Vec<TranscriptRow>,
}

/// The rows of all entries.
#[derive(Debug, Default)]
pub struct RowCache {
    width: usize,
    looks: u64,
    entries: Vec<Wrapped>,
    /// For each entry, where the next one begins.
    ends: Vec<usize>,
    /// The number of the event that the rows are waiting for; `None` where they were never brought up to a state.
    next_seq: Option<u64>,
    wrapped: u64,
}

impl RowCache {
    /// Brings the rows up to the state.
    pub fn ensure(&mut self, state: &DebateState, width: usize, styles: &Styles) {
        if self.width != width || self.looks != styles.revision() {
            self.entries.clear();
            self.width = width;
            self.looks = styles.revision();
            self.next_seq = None;
        }
        // A frame in which only the clock has moved looks at no entry.
        if self.next_seq.replace(state.next_seq) == Some(state.next_seq) {
            return;
        }
        let ink = Ink {
            state,
            styles,
            width,
        };
        let mut changed = (self.entries.len() > state.entries.len()).then_some(state.entries.len());
        self.entries.truncate(state.entries.len());
        for (at, entry) in state.entries.iter().enumerate() {
            let fingerprint = fingerprint(state, *entry);
            if self
                .entries
                .get(at)
                .is_some_and(|kept| kept.fingerprint == fingerprint)
            {
                continue;
            }
            let made = Wrapped {
                fingerprint,
                rows: entry::rows(ink, *entry),
            };
            self.wrapped += 1;
            match self.entries.get_mut(at) {
                Some(kept) => *kept = made,
                None => self.entries.push(made),
            }
            changed = Some(changed.map_or(at, |first| first.min(at)));
        }
        if let Some(first) = changed {
            self.ends.truncate(first);
            let mut end = self.ends.last().copied().unwrap_or(0);
            for kept in self.entries.iter().skip(first) {
                end += kept.rows.len();
                self.ends.push(end);
            }
        } else {
            self.ends.truncate(self.entries.len());
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cells of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of entries that have been wrapped since the beginning.
    pub fn wrapped(&self) -> u64 {
        self.wrapped
    }

    /// The entry that a row belongs to, and the position of the row in it.
    pub fn locate(&self, row: usize) -> (usize, usize) {
        let entry = self.ends.partition_point(|end| *end <= row);
        (entry, row - self.start(entry).min(row))
    }

    /// The row at which an entry begins.
    pub fn start(&self, entry: usize) -> usize {
        entry.checked_sub(1).map_or(0, |before| {
            self.ends.get(before).copied().unwrap_or_else(|| self.len())
        })
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.entries.len()
    }

    /// The rows of an entry.
    pub fn entry(&self, entry: usize) -> &[TranscriptRow] {
        self.entries
            .get(entry)
            .map_or(&[], |kept| kept.rows.as_slice())
    }

    /// `count` rows from `top`, each with its entry and its place in it.
    pub fn window(
        &self,
        top: usize,
        count: usize,
    ) -> impl Iterator<Item = (usize, usize, &TranscriptRow)> {
        let (entry, line) = self.locate(top);
        self.entries
            .iter()
            .enumerate()
            .skip(entry)
            .flat_map(move |(at, kept)| {
                let skip = if at == entry { line } else { 0 };
                kept.rows
                    .iter()
                    .enumerate()
                    .skip(skip)
                    .map(move |(line, row)| (at, line, row))
            })
            .take(count)
    }
}
