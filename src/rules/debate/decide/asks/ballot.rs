//! Ballots with a reason, of one member or of several. They are asked for in slots of the house's own, as the plan has
//! it; `decide::together` says of whom at once. Of whom there is none in an answer for several, it is asked for alone.

use super::{Handler, sentence};
use crate::debate::{
    answer::{self, Answer, Vote},
    ask::When,
    event::Event,
    ids::Seat,
    state::DebateState,
};

/// The ask: who votes, and when.
pub(super) struct Ballot<'a>(pub(super) &'a Seat, pub(super) When);

impl Handler for Ballot<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Ballot(ballot) = answer else {
            return None;
        };
        Some(vec![cast(self.0, self.1, ballot)])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::BallotSpoiled {
            member: self.0.clone(),
            when: self.1,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Ballot(rehearsed(self.1))
    }
}

/// The ask for several: who votes, and when.
pub(super) struct Ballots<'a>(pub(super) &'a [Seat], pub(super) When);

impl Handler for Ballots<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Ballots(mut ballots) = answer else {
            return None;
        };
        let members = self.0.iter();
        let all = members.filter_map(|member| Some(cast(member, self.1, ballots.remove(member)?)));
        Some(all.collect())
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        // No ballot is lost by it.
        vec![]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        let all = self
            .0
            .iter()
            .map(|member| (member.clone(), rehearsed(self.1)));
        Answer::Ballots(all.collect())
    }
}

fn cast(member: &Seat, when: When, ballot: answer::Ballot) -> Event {
    Event::BallotCast {
        member: member.clone(),
        when,
        vote: ballot.vote,
        reason: ballot.reason,
    }
}

fn rehearsed(when: When) -> answer::Ballot {
    answer::Ballot {
        reason: sentence("So it seems"),
        vote: match when {
            When::Before => Vote::Undecided,
            When::After => Vote::Aye,
        },
    }
}
