//! The outcome of an argument in a debate that nobody judges: what the other side, its author and the moderator have
//! done about it on the record.

use super::ids::Seat;

/// The outcome of an argument, as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArgumentOutcome {
    /// Whether its side has answered what the other side made of it.
    pub is_answered: bool,
    /// The seats that have granted it in a speech, each with their words.
    pub granted_by: Vec<(Seat, String)>,
    /// The titles of the parts of the synthesis that name it.
    pub named_in: Vec<String>,
}

/// The status of an argument to which nobody has responded by itself and that nobody judges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentStatus {
    /// Somebody on the other side has granted it.
    Granted,
    /// The other side has taken it up, and its own side has answered.
    Answered,
    /// The other side has taken it up, and that is the last that was heard of it.
    TakenUp,
    /// The other side has not taken it up.
    Untouched,
}

impl ArgumentStatus {
    /// The word of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Answered => "answered",
            Self::TakenUp => "taken_up",
            Self::Untouched => "untouched",
        }
    }

    /// The words on the screen and in documents, once the debate is over.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Answered => "taken up, answered",
            Self::TakenUp => "taken up, not answered",
            Self::Untouched => "never taken up",
        }
    }

    /// The words while the debate goes on, when all may still come, or once it is over.
    pub fn told(self, is_over: bool) -> &'static str {
        match self {
            Self::TakenUp if !is_over => "taken up",
            Self::Untouched if !is_over => "on the table",
            Self::Granted | Self::Answered | Self::TakenUp | Self::Untouched => self.describe(),
        }
    }
}
