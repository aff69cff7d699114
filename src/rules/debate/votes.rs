//! Votes: ballots and polls, each with its count. The count is kept with every vote, because it is asked for at every
//! frame and after every record, however large the house is.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Deref,
};

use super::{
    answer::Vote,
    ask::When,
    division::Tally,
    ids::{Seat, TurnId},
};

/// The number of joint answers in a row that cannot be had before nobody is asked with others any more.
const FAILURES: u32 = 2;

/// The ballot of a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastBallot {
    /// The vote; `None` where no ballot could be had.
    pub vote: Option<Vote>,
    /// The reason that the member gave.
    pub reason: String,
}

/// Ballots by time and member. They are read as the map that they are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ballots {
    cast: BTreeMap<(When, Seat), CastBallot>,
    before: Count,
    after: Count,
}

impl Deref for Ballots {
    type Target = BTreeMap<(When, Seat), CastBallot>;

    fn deref(&self) -> &Self::Target {
        &self.cast
    }
}

impl Ballots {
    /// A ballot is in, in place of an earlier one of the same member if there was any.
    pub fn insert(&mut self, (when, seat): (When, Seat), ballot: CastBallot) {
        let vote = ballot.vote;
        let earlier = self.cast.insert((when, seat), ballot);
        let count = match when {
            When::Before => &mut self.before,
            When::After => &mut self.after,
        };
        if let Some(earlier) = earlier {
            count.take_back(earlier.vote);
        }
        count.add(vote);
    }

    /// Takes all of them away.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The number of members who have cast a ballot, or been given up on.
    pub fn cast(&self, when: When) -> usize {
        self.count(when).members
    }

    /// The tally of the ballots.
    pub fn tally(&self, when: When) -> Tally {
        self.count(when).tally
    }

    fn count(&self, when: When) -> &Count {
        match when {
            When::Before => &self.before,
            When::After => &self.after,
        }
    }
}

/// A poll, under way or taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Poll {
    /// The id of the turn after which the poll is taken.
    pub after: TurnId,
    /// Whether all are in.
    pub taken: bool,
    votes: BTreeMap<Seat, Option<Vote>>,
    /// The members who were asked with others: whoever got no vote by that is asked alone.
    apart: BTreeSet<Seat>,
    count: Count,
}

impl Poll {
    /// A poll in which nobody has voted yet.
    pub fn after(turn: TurnId) -> Self {
        Self {
            after: turn,
            taken: false,
            votes: BTreeMap::new(),
            apart: BTreeSet::new(),
            count: Count::default(),
        }
    }

    /// The vote of each member; `None` where no answer could be had.
    pub fn votes(&self) -> &BTreeMap<Seat, Option<Vote>> {
        &self.votes
    }

    /// The count of the votes that are in.
    pub fn tally(&self) -> Tally {
        self.count.tally
    }

    /// Whether this member is asked alone, should they be asked again.
    pub(super) fn is_apart(&self, member: &Seat) -> bool {
        self.apart.contains(member)
    }

    /// Notes that members were asked together, and that the call has ended.
    pub(super) fn set_apart(&mut self, members: &[Seat]) {
        self.apart.extend(members.iter().cloned());
    }

    pub(super) fn vote(&mut self, member: Seat, vote: Option<Vote>) {
        if let Some(earlier) = self.votes.insert(member, vote) {
            self.count.take_back(earlier);
        }
        self.count.add(vote);
    }
}

/// The way in which the audience is polled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Polling {
    /// The number of members who are asked in one call at the most; 1 where each is asked alone.
    pub together: u32,
    /// The number of joint answers in a row that could not be had.
    pub(super) failed: u32,
}

impl Default for Polling {
    fn default() -> Self {
        Self::of(None)
    }
}

impl Polling {
    /// The polling as it was settled; alone where nothing was.
    pub(super) fn of(together: Option<u32>) -> Self {
        Self {
            together: together.unwrap_or(1),
            failed: 0,
        }
    }

    /// Whether anybody is asked with others.
    pub(super) fn is_joint(self) -> bool {
        self.together > 1 && self.failed < FAILURES
    }

    /// A joint call has ended: with an answer, or for good without one.
    pub(super) fn heard(&mut self, is_had: bool) {
        self.failed = if is_had {
            0
        } else {
            self.failed.saturating_add(1)
        };
    }
}

/// The number of members who were heard, and the tally of those of whom an answer could be had.
#[derive(Debug, Clone, Default, PartialEq)]
struct Count {
    members: usize,
    tally: Tally,
}

impl Count {
    fn add(&mut self, vote: Option<Vote>) {
        self.members += 1;
        if let Some(vote) = vote {
            *self.tally.of_mut(vote) += 1;
        }
    }

    /// Takes back a vote that was counted before.
    fn take_back(&mut self, vote: Option<Vote>) {
        self.members = self.members.saturating_sub(1);
        if let Some(vote) = vote {
            let of = self.tally.of_mut(vote);
            *of = of.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_would_be_counted() {
        let votes = [None, Some(Vote::Aye), Some(Vote::No), Some(Vote::Undecided)];
        let mut ballots = Ballots::default();
        let mut poll = Poll::after(TurnId::next(0));
        // Everybody votes again and again, and changes their mind in every way.
        for round in 0..16 {
            for member in 0..5 {
                let seat = Seat::audience(member + 1);
                let vote = votes[(round / 4 + round * member) % 4];
                let reason = String::new();
                ballots.insert((When::After, seat.clone()), CastBallot { vote, reason });
                poll.vote(seat, vote);
                let counted = Tally::of(poll.votes().values().filter_map(|vote| *vote));
                assert_eq!(poll.tally(), counted);
                assert_eq!(ballots.tally(When::After), counted);
                assert_eq!(ballots.cast(When::After), ballots.len());
                assert_eq!(ballots.cast(When::Before), 0);
            }
        }
        ballots.clear();
        assert_eq!(ballots, Ballots::default());
    }
}
