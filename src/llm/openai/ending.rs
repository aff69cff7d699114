//! The end of an answer, as far as what the server says of it proves anything.

use serde_json::Value;

use crate::Finish;

/// The end of an answer, as far as the server has told it. A reason that words follow was none: such a server gives one
/// with every chunk.
#[derive(Debug, Default)]
pub(super) enum End {
    /// The server has said nothing of the end.
    #[default]
    Unsaid,
    /// The reason of the end has come, and nothing that says otherwise since.
    Said {
        /// The reason that the server gave.
        reason: Reason,
        /// The stop that was passed over since: it is a break where the answer goes on.
        passed: Option<Stop>,
    },
    /// Words came behind a reason, so that none proves anything any more. With the last reason, unless words without
    /// one came behind it.
    SaidInEveryChunk(Option<Reason>),
}

impl End {
    /// Whether it has come, whatever becomes of the line.
    pub(super) fn has_come(&self) -> bool {
        matches!(self, Self::Said { .. })
    }

    /// The reason that counts if nothing more is to come.
    pub(super) fn reason(&self) -> Option<&Reason> {
        match self {
            Self::Unsaid => None,
            Self::Said { reason, .. } => Some(reason),
            Self::SaidInEveryChunk(reason) => reason.as_ref(),
        }
    }

    /// Words come, perhaps behind the end. What was passed over before them, if anything.
    pub(super) fn go_on(&mut self) -> Option<Stop> {
        match std::mem::take(self) {
            Self::Unsaid => None,
            Self::Said { passed, .. } => {
                *self = Self::SaidInEveryChunk(None);
                passed
            }
            Self::SaidInEveryChunk(_) => {
                *self = Self::SaidInEveryChunk(None);
                None
            }
        }
    }

    /// The server says a reason. Whether an answer that has ended by one is withheld by this one.
    pub(super) fn say(&mut self, said: Reason) -> bool {
        let mut is_withheld = false;
        *self = match std::mem::take(self) {
            Self::Unsaid => Self::Said {
                reason: said,
                passed: None,
            },
            Self::Said { reason, passed } => {
                // An end takes nothing back of what came before it.
                let stays = matches!(
                    (&reason, &said),
                    (Reason::Is(_), Reason::Odd(_) | Reason::Withheld)
                );
                is_withheld = stays && said == Reason::Withheld;
                Self::Said {
                    reason: if stays { reason } else { said },
                    passed,
                }
            }
            Self::SaidInEveryChunk(_) => Self::SaidInEveryChunk(Some(said)),
        };
        is_withheld
    }

    /// Passes over what stands in the way of more, if the end has come; gives it back if it has not.
    pub(super) fn pass(&mut self, stop: Stop) -> Option<Stop> {
        match self {
            Self::Said { passed, .. } => {
                passed.get_or_insert(stop);
                None
            }
            Self::Unsaid | Self::SaidInEveryChunk(_) => Some(stop),
        }
    }
}

/// A reason for which it may be that nothing more is read.
#[derive(Debug)]
pub(super) enum Stop {
    /// The server has said that the answer is complete.
    Done,
    /// The server has closed the line, and this came in the place of an answer.
    Closed(Option<String>),
    /// The line broke, and why.
    Broken(String),
    /// Nothing came that is progress, for too long.
    Silence,
    /// More bytes came than any answer has: so many.
    Flood(usize),
    /// A piece that cannot be read.
    Unreadable(String),
    /// An error in the place of a chunk.
    Error(Value),
    /// The answer is as long as it may be.
    Full,
}

/// The reason that a server gives for the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reason {
    /// The answer is as long as it is or may be.
    Is(Finish),
    /// The answer is withheld for what it says.
    Withheld,
    /// Any other reason, in the words of the server.
    Odd(String),
}

/// Reasons with which a model ends by itself. A call of a tool, of which none is offered, ends the text as well.
const STOPS: [&str; 24] = [
    "stop",
    "stopped",
    "stop_sequence",
    "stop_token",
    "stop_str",
    "stop_word",
    "end",
    "end_turn",
    "end_of_turn",
    "end_of_text",
    "eos",
    "eos_token",
    "eot",
    "word",
    "complete",
    "completed",
    "done",
    "finish",
    "finished",
    "normal",
    "success",
    "tool_calls",
    "tool_use",
    "function_call",
];
/// Words in reasons for an end for want of room.
const LIMITS: [&str; 4] = ["length", "max_tokens", "max_output", "context_window"];
/// Words in reasons for an end where somebody does not want the answer said.
const FILTERS: [&str; 11] = [
    "filter",
    "safety",
    "refusal",
    "recitation",
    "blocklist",
    "prohibited",
    "spii",
    "guardrail",
    "toxic",
    "moderation",
    "sensitive",
];
/// Reasons that some servers send with every chunk, while there is more to come.
const NOT_YET: [&str; 3] = ["null", "none", "in_progress"];

impl Reason {
    /// The reason that is meant; `None` where the answer goes on.
    pub(super) fn of(reason: &str) -> Option<Self> {
        let word = reason.trim().to_ascii_lowercase().replace(['-', ' '], "_");
        let word = word.trim_start_matches("finish_reason_");
        let names = |all: &[&str]| all.iter().any(|one| word.contains(one));
        Some(if NOT_YET.contains(&word) {
            return None;
        } else if STOPS.contains(&word) {
            Self::Is(Finish::Stop)
        } else if word == "limit" || names(&LIMITS) {
            Self::Is(Finish::Length)
        } else if names(&FILTERS) {
            Self::Withheld
        } else {
            Self::Odd(reason.to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end after a course of an answer, told in letters: `w` words, `s` stop, `f` filter, `o` an odd reason, `x`
    /// what cannot be read.
    fn after(course: &str) -> (bool, Option<Reason>, bool) {
        let mut end = End::default();
        let mut is_broken = false;
        for step in course.chars() {
            match step {
                'w' => is_broken |= end.go_on().is_some(),
                'x' => is_broken |= end.pass(Stop::Unreadable("x".to_owned())).is_some(),
                's' => {
                    end.say(Reason::Is(Finish::Stop));
                }
                'f' => {
                    end.say(Reason::Withheld);
                }
                _ => {
                    end.say(Reason::Odd("odd".to_owned()));
                }
            }
        }
        (end.has_come(), end.reason().cloned(), is_broken)
    }

    #[test]
    fn a_reason_that_words_follow_proves_no_end() {
        let stop = || Some(Reason::Is(Finish::Stop));
        let odd = || Some(Reason::Odd("odd".to_owned()));
        for (course, expected) in [
            ("", (false, None, false)),
            ("ww", (false, None, false)),
            ("wws", (true, stop(), false)),
            ("wwsxs", (true, stop(), false)),
            ("wsfo", (true, stop(), false)),
            ("wofs", (true, stop(), false)),
            ("wf", (true, Some(Reason::Withheld), false)),
            ("wsw", (false, None, false)),
            ("wsws", (false, stop(), false)),
            ("wswsw", (false, None, false)),
            ("wswso", (false, odd(), false)),
            ("wswsx", (false, stop(), true)),
            ("wsxw", (false, None, true)),
            ("xw", (false, None, true)),
        ] {
            assert_eq!(after(course), expected, "{course}");
        }
    }
}
