//! The place of the screen in the transcript. Either the screen follows what is said, or it is fixed to a row of an
//! entry, so that text coming in never moves what a person is reading.

use super::cache::RowCache;

/// A row of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchor {
    /// The position of the entry.
    pub entry: usize,
    /// The position of the row in the entry.
    pub line: usize,
}

/// The place of the screen in the transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scroll {
    /// At the end, whatever comes.
    #[default]
    Follow,
    /// A screen whose first row is this one.
    At(Anchor),
}

impl Scroll {
    /// The first row on a screen of `height` rows.
    pub(crate) fn top(self, cache: &RowCache, height: usize) -> usize {
        let last = cache.len().saturating_sub(height);
        match self {
            Self::Follow => last,
            Self::At(Anchor { entry, line }) => {
                let within = cache.entry(entry).len().saturating_sub(1);
                (cache.start(entry) + line.min(within)).min(last)
            }
        }
    }

    /// With that row at the top, or as near as can be.
    pub fn to(cache: &RowCache, height: usize, top: usize) -> Self {
        if top.saturating_add(height) >= cache.len() {
            return Self::Follow;
        }
        let (entry, line) = cache.locate(top);
        Self::At(Anchor { entry, line })
    }

    /// The place after the rows of its entry became `now` instead of `before`.
    #[must_use]
    pub(crate) fn reflowed(self, before: usize, now: usize) -> Self {
        match self {
            Self::At(Anchor { entry, line }) if before > 0 => Self::At(Anchor {
                entry,
                line: line * now / before,
            }),
            Self::At(_) | Self::Follow => self,
        }
    }
}
