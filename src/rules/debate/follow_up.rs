//! Follow-ups: questions that are put to whoever took part in a debate once it is over. They are answered from its
//! record, and stand behind it: nothing that a debate comes to depends on them.

use super::ids::{CommandId, FollowUpId, Seat};

/// The progress of a follow-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FollowUpProgress {
    /// A follow-up whose answer is not all there. Whoever takes the debate up for questions again asks it anew.
    Put,
    /// A follow-up that is answered.
    Answered,
    /// No answer could be had, or not to its end.
    Failed {
        /// The reason, a sentence for people.
        reason: String,
    },
}

/// A question that was put after the end of a debate, with as much of the answer as has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUp {
    /// The id of the follow-up.
    pub id: FollowUpId,
    /// The id of the command that put it.
    pub command: CommandId,
    /// The seat of whoever is asked.
    pub seat: Seat,
    /// The words of the question.
    pub text: String,
    /// The words of the answer, as far as they have come.
    pub answer: String,
    /// The progress of the follow-up.
    pub progress: FollowUpProgress,
    /// The label of the model that has answered; empty before one has.
    pub model: String,
    /// The time at which it was put, in milliseconds of the debate's clock.
    pub at_ms: u64,
}

impl FollowUp {
    /// Whether it is still to be answered.
    pub fn is_open(&self) -> bool {
        self.progress == FollowUpProgress::Put
    }
}
