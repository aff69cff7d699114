//! Follow-ups: questions that are put to whoever took part in a debate once it is over. They are answered from its
//! record, and stand behind it: nothing that a debate comes to depends on them.

use super::{
    ask::Ask,
    event::CloseReason,
    ids::{CommandId, FollowUpId, Seat},
    state::{DebateState, DebateStatus},
};

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

impl DebateState {
    /// The follow-up of that id.
    pub fn follow_up(&self, id: FollowUpId) -> Option<&FollowUp> {
        self.follow_ups.get(id.index())
    }

    /// Whether follow-ups can be put: the debate has come to its end, and it was no debate that people held. Nobody
    /// answers for people.
    pub fn takes_follow_ups(&self) -> bool {
        let opening = self.opening.as_deref();
        let is_ours = opening.is_some_and(|opening| opening.real.is_none());
        is_ours && self.status == DebateStatus::Closed(CloseReason::Completed)
    }

    /// The seats of all who can be asked once the debate is over: the speakers, whoever led it, the judges, the house
    /// where it gave the verdict, and each member of the audience.
    pub fn answerable(&self) -> Vec<Seat> {
        let Some(opening) = self.opening.as_deref() else {
            return Vec::new();
        };
        let mut seats = opening.askable();
        let chair = Seat::chair();
        if opening.moderator.is_none() && self.turns.iter().any(|turn| turn.seat == chair) {
            seats.push(chair);
        }
        seats.extend(opening.judges.iter().map(|judge| judge.seat.clone()));
        if self.verdict().is_some() {
            seats.push(Seat::house());
        }
        seats.extend(opening.audience.iter().map(|member| member.seat.clone()));
        seats
    }

    /// Whether an answer is being written now.
    pub fn is_answering(&self, item: FollowUpId) -> bool {
        self.is_asked(&Ask::FollowUp { item })
    }

    /// The follow-ups that have their answer, before that one was put.
    pub fn answered_before(&self, item: FollowUpId) -> impl Iterator<Item = &FollowUp> {
        let before = self.follow_ups.iter().take(item.index());
        before.filter(|one| one.progress == FollowUpProgress::Answered)
    }
}
