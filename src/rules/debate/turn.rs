//! How the text of a turn grows, is taken back, and is counted.

use super::{
    ask::Cue,
    ids::{Seat, TurnId},
    state::{Extraction, Turn, TurnStatus},
};
use crate::{
    catalog::Task,
    text::{count_words, floor_char_boundary},
};

impl Turn {
    /// A turn of which nothing has been said.
    pub fn begun(id: TurnId, seat: Seat, task: Task, at_ms: u64) -> Self {
        Self {
            id,
            slot: 0,
            phase: 0,
            seat,
            task,
            attempt: 1,
            target_words: 0,
            work: None,
            side_cleared: false,
            text: String::new(),
            words: 0,
            status: TurnStatus::Open,
            bell: None,
            cut: None,
            next: Some(Cue::Begin),
            steps: 0,
            doubted: None,
            points: Vec::new(),
            considered: 0,
            considered_words: 0,
            failures: 0,
            reached: 0,
            arguments: Extraction::None,
            poll: None,
            drawn: None,
            doubts: None,
            began_ms: at_ms,
            ended_ms: None,
            seams: Vec::new(),
        }
    }

    /// The length of what has been said, in bytes.
    pub fn position(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    /// How a speech whose line broke is taken up.
    pub(super) fn taken_up(&self) -> Cue {
        if self.text.is_empty() {
            Cue::Begin
        } else {
            Cue::Resume
        }
    }

    /// How many calls for its text have failed in a row, with one that fails now and leaves so many words standing. One
    /// that leaves more than any before it begins a new row; what is said and taken back again is no progress.
    pub(super) fn failures_with(&self, words: u32) -> u32 {
        if words > self.reached {
            1
        } else {
            self.failures + 1
        }
    }

    pub(super) fn add(&mut self, text: &str) {
        // A word may be split between two pieces; counting only the tail keeps this cheap for long speeches.
        let joins =
            !self.text.ends_with(char::is_whitespace) && !text.starts_with(char::is_whitespace);
        let joins = joins && !self.text.is_empty() && !text.is_empty();
        self.text.push_str(text);
        self.words += count_words(text) - u32::from(joins && count_words(text) > 0);
    }

    pub(super) fn rewind(&mut self, kept: usize) {
        let kept = floor_char_boundary(&self.text, kept);
        self.text.truncate(kept);
        self.words = count_words(&self.text);
        let position = self.position();
        self.seams.push(position);
        self.considered = self.considered.min(position);
        self.considered_words = self.considered_words.min(self.words);
        if self.bell.is_some_and(|bell| bell > position) {
            self.bell = Some(position);
        }
    }

    pub(super) fn break_paragraph(&mut self) {
        while !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}
