//! When each piece of the page is due while the debate is played again, in the rhythm of reading.

use std::time::Duration;

use super::markup::Attribute;
use crate::reading;

/// The clock of the page.
#[derive(Debug, Default)]
pub(super) struct Clock {
    now: Duration,
    /// Whether what is told now has its time already, with the section around it.
    pub(super) is_within: bool,
}

/// The time of a piece, in milliseconds from the beginning, as its attributes have it.
#[derive(Debug, Default)]
pub(super) struct Due {
    at: String,
    lasts: String,
}

impl Due {
    /// The attributes of a piece that is due then.
    pub(super) fn attributes(&self) -> [Attribute<'_>; 2] {
        [("data-at", &self.at), ("data-for", &self.lasts)]
    }
}

impl Clock {
    /// The time of a piece with so many words, which is read before the next is due.
    pub(super) fn read(&mut self, words: u32) -> Due {
        let lasts = reading::words(words);
        let mut due = self.pass(lasts);
        if !due.at.is_empty() {
            due.lasts = lasts.as_millis().to_string();
        }
        due
    }

    /// The time of a piece after which so much passes.
    pub(super) fn pass(&mut self, time: Duration) -> Due {
        if self.is_within {
            return Due::default();
        }
        let at = self.now.as_millis().to_string();
        self.now += time;
        Due {
            at,
            lasts: String::new(),
        }
    }
}
