//! What is told only while a debate runs and stands in no document of it: what is waited for, what is tried again, that
//! it pauses. The transcript pane and the running text say it with these words.

use super::Builder;
use crate::{
    debate::{ask::When, ids::Seat},
    text::counted,
};

/// Of a debate of which nothing is known.
pub const NOTHING_YET: &str = "Nothing has happened yet.";
/// Of a debate that has not been opened.
pub const ASSEMBLES: &str = "The House assembles …";
/// Of a debate that has been opened.
pub const NOBODY_YET: &str = "Nobody has spoken yet.";
/// Above the names of those who make notes.
pub const WRITE_NOTES: &str = "The speakers write their notes:";
/// Of a speech whose words are coming in.
pub const LIVE: &str = "live";
/// That a speech is taken back to its beginning.
pub const BEGINS_AGAIN: &str = "(begins again)";
/// That a speech is taken back to the end of a sentence.
pub const TAKES_UP: &str = "(takes up again from the last whole sentence)";
/// That a pause is over.
pub const GOES_ON: &str = "(the debate goes on)";
/// That another process has the debate now.
pub const TAKEN_UP: &str = "(the debate is taken up again)";

/// How many members have cast a ballot before the debate.
pub fn leaning(voted: usize, all: usize) -> String {
    format!("The audience says how it leans: {voted} of {all}.")
}

/// How long somebody has written.
pub fn writing_for(seconds: u64) -> String {
    format!("writing {seconds} s")
}

/// How long somebody has written who is done.
pub fn ready_in(seconds: u64) -> String {
    format!("ready in {seconds} s")
}

/// That a turn is being written of which nobody has heard anything.
pub const WRITING: &str = "writing …";
/// That a written turn is read out.
pub const READING: &str = "reading";
/// That a turn is written of which nobody hears before others are done.
pub const READY: &str = "ready";

/// That a turn of so many words is written of which nobody hears before others are done.
pub fn ready(words: u32) -> String {
    format!("{READY}, {}", counted(words, "word", "words"))
}

/// That several have the floor.
pub fn at_once(count: usize) -> String {
    format!("{count} speak at the same time; none hears the others")
}

/// That a call is tried again, and when.
pub fn tries_again(wait_ms: u64, reason: &str) -> String {
    let wait = match wait_ms.div_ceil(1000) {
        0 | 1 => String::new(),
        seconds => format!(" in {seconds} s"),
    };
    format!("(trying again{wait}: {reason})")
}

/// That a speaker's model has failed for good.
pub fn failed(reason: &str) -> String {
    format!("(the model failed: {reason})")
}

/// That the debate pauses: `detail` where something is wrong, else whether it is for a question of the viewer's.
pub fn paused(detail: Option<&str>, is_for_question: bool) -> String {
    match detail {
        Some(detail) => format!("(paused: {detail})"),
        None if is_for_question => "(paused: a question is put)".to_owned(),
        None => "(paused)".to_owned(),
    }
}

/// That a command was not carried out.
pub fn refused(reason: &str) -> String {
    format!("Refused: {reason}")
}

/// That the viewer has chosen another pace.
pub fn pace(word: &str) -> String {
    format!("The pace is now {word}.")
}

impl Builder<'_> {
    /// That ballots of one time could not be had, for one reason.
    pub fn ballots_lost(self, when: When, members: &[Seat], reason: &str) -> String {
        let when = match when {
            When::Before => "before",
            When::After => "after",
        };
        let ballots = match members {
            [one] => format!("The ballot of {}", self.name_within(one)),
            several => format!("{} ballots", several.len()),
        };
        format!("{ballots} {when} the debate could not be had: {reason}")
    }

    /// That what a speech argued could not be listed.
    pub fn not_listed(self, speaker: &Seat, reason: &str) -> String {
        let name = self.name_within(speaker);
        format!("What {name} argued could not be written down: {reason}")
    }

    /// That a question of the viewer's had no answer.
    pub fn not_answered(self, asked: Option<&Seat>, reason: &str) -> String {
        match asked.map(|seat| self.name(seat)) {
            Some(name) => format!("{name} could not answer the question: {reason}"),
            None => format!("The question could not be answered: {reason}"),
        }
    }
}
