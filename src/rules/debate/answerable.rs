//! Who can be asked once a debate is over, and how far what was asked has come.

use super::{
    ask::Ask,
    event::CloseReason,
    follow_up::{FollowUp, FollowUpProgress},
    ids::{FollowUpId, Seat},
    state::{DebateState, DebateStatus},
};

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
        // No model answers for a person.
        seats.retain(|seat| opening.person(seat).is_none());
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
