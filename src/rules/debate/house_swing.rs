//! The swing of the house over the whole debate: every count of it, each member's votes from count to count, who has
//! changed theirs, and what the house had heard since the count before. Read from the state alone; nothing in it is decided
//! here.

use std::collections::BTreeMap;

use super::{
    answer::Vote,
    ask::When,
    division::Tally,
    ids::{PoiId, Seat, TurnId},
    named::speakers_named,
    opening::Opening,
    state::{DebateState, PoiStatus, Turn},
};

/// The moment of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountMoment {
    /// Before a word was said.
    Before,
    /// After a speech, by a poll.
    After(TurnId),
    /// At the division.
    Division,
}

/// The vote of a member at one count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemberVote {
    /// A vote that has not come in yet.
    Awaited,
    /// A vote that could not be had.
    Lost,
    /// A vote that was cast.
    Cast(Vote),
}

impl MemberVote {
    /// The vote, where one was cast.
    pub fn cast(self) -> Option<Vote> {
        match self {
            Self::Cast(vote) => Some(vote),
            Self::Awaited | Self::Lost => None,
        }
    }

    fn of(vote: Option<Vote>) -> Self {
        vote.map_or(Self::Lost, Self::Cast)
    }
}

/// A count of the house: a point on the line of its swing.
#[derive(Debug, Clone, PartialEq)]
pub struct SwingPoint {
    /// The moment of the count.
    pub moment: CountMoment,
    /// The votes that are in.
    pub tally: Tally,
    /// The number of members who were heard, those of whom no vote could be had among them.
    pub heard: usize,
    /// Whether it counts: a poll once all are in, the division once it is declared, in none of them without a vote.
    pub counts: bool,
    /// The turns that the house has heard since the last count before that counts, in order.
    pub since: Vec<TurnId>,
    /// The points of information that were taken in them.
    pub points: Vec<PoiId>,
    /// The pieces of evidence that came in them.
    pub evidence: usize,
}

/// A vote that is another one than the member's last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoteChange {
    /// The place of the member in the audience, from 0.
    pub member: usize,
    /// The count at which it was found, by position.
    pub at: usize,
    /// The vote before.
    pub from: Vote,
    /// The new vote.
    pub to: Vote,
}

/// The votes of a member over the debate.
#[derive(Debug, Clone, PartialEq)]
pub struct VotingRecord {
    /// The seat of the member.
    pub seat: Seat,
    /// The vote at each count, by position.
    pub votes: Vec<MemberVote>,
    /// The reason of the ballot before the debate; empty where there is none.
    pub reason_before: String,
    /// The reason of the ballot at the division, or why there is no vote; empty where there is none.
    pub reason_after: String,
    /// The speakers whom the reason of the vote at the division names, in the order in which it does.
    pub names: Vec<Seat>,
    /// The lean before a word was said, of a member who cast no ballot then and was asked for it.
    pub lean: Option<Vote>,
}

/// The swing of the house.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HouseSwing {
    /// The counts, in order.
    pub points: Vec<SwingPoint>,
    /// The voting record of each member, in the order of the audience.
    pub records: Vec<VotingRecord>,
    /// The changes of votes, by count and then by member.
    pub changes: Vec<VoteChange>,
}

/// Members who changed their vote to the same at one count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoteMovement {
    /// The count, by position.
    pub at: usize,
    /// The vote that they changed to.
    pub to: Vote,
    /// The places of the members in the audience, in order.
    pub members: Vec<usize>,
}

impl DebateState {
    /// The swing of the house; without points and records where the debate has no house.
    pub fn house_swing(&self) -> HouseSwing {
        let Some(opening) = self.opening.as_deref() else {
            return HouseSwing::default();
        };
        let mut swing = HouseSwing {
            records: self.records(opening),
            ..HouseSwing::default()
        };
        if swing.records.is_empty() {
            return swing;
        }
        if self.ballots.cast(When::Before) > 0 {
            let tally = self.ballot_tally(When::Before);
            let heard = self.ballots.cast(When::Before);
            swing.push(CountMoment::Before, (tally, heard), tally.total() > 0);
            swing.take_ballots(self, opening, When::Before);
        }
        for poll in &self.polls {
            let (tally, heard) = (poll.tally(), poll.votes().len());
            let counts = poll.taken && tally.total() > 0;
            swing.push(CountMoment::After(poll.after), (tally, heard), counts);
            for (seat, vote) in poll.votes() {
                swing.put(opening.place_in_audience(seat), MemberVote::of(*vote));
            }
        }
        if self.ballots.cast(When::After) > 0 || self.division.is_some() {
            let declared = self.division.as_ref().filter(|one| !one.lost_all());
            let tally = declared.map_or_else(
                || self.ballot_tally(When::After),
                |one| Tally {
                    ayes: one.ayes,
                    noes: one.noes,
                    undecided: one.abstentions,
                },
            );
            let heard = self.ballots.cast(When::After);
            swing.push(CountMoment::Division, (tally, heard), declared.is_some());
            swing.take_ballots(self, opening, When::After);
        }
        self.heard_since(&mut swing.points);
        swing.find_changes();
        swing
    }

    fn records(&self, opening: &Opening) -> Vec<VotingRecord> {
        let ballot = |seat: &Seat, when| self.ballots.get(&(when, seat.clone()));
        let members = opening.audience.iter().map(|listener| {
            let seat = &listener.seat;
            let reason = |when| ballot(seat, when).map(|one| one.reason.clone());
            let reason_after = reason(When::After).unwrap_or_default();
            let is_cast = ballot(seat, When::After).is_some_and(|one| one.vote.is_some());
            VotingRecord {
                seat: seat.clone(),
                votes: Vec::new(),
                reason_before: reason(When::Before).unwrap_or_default(),
                names: if is_cast {
                    let named = speakers_named(opening, &reason_after);
                    named.into_iter().cloned().collect()
                } else {
                    Vec::new()
                },
                reason_after,
                lean: self.leans.get(seat).copied().flatten(),
            }
        });
        members.collect()
    }

    /// What the house had heard at each count since the one before: where that does not count, with what it had heard
    /// then.
    fn heard_since(&self, points: &mut [SwingPoint]) {
        let mut speeches = self.speeches().peekable();
        let mut heard: Vec<&Turn> = Vec::new();
        for point in points {
            let last = match point.moment {
                CountMoment::Before => continue,
                CountMoment::After(turn) => Some(turn),
                CountMoment::Division => None,
            };
            let is_before = |turn: &&Turn| last.is_none_or(|last| turn.id <= last);
            while let Some(turn) = speeches.next_if(is_before) {
                heard.push(turn);
            }
            point.since = heard.iter().map(|turn| turn.id).collect();
            let offered = heard.iter().flat_map(|turn| &turn.points).copied();
            point.points = offered.filter(|id| self.is_taken(*id)).collect();
            let came = heard.iter();
            let came = came.flat_map(|turn| self.interventions_during(turn.id));
            point.evidence = came.filter(|item| item.is_evidence()).count();
            if point.counts {
                heard.clear();
            }
        }
    }

    fn is_taken(&self, point: PoiId) -> bool {
        self.point(point).is_some_and(|point| match point.status {
            PoiStatus::Taken | PoiStatus::Accepted | PoiStatus::Answered { .. } => true,
            PoiStatus::Offered | PoiStatus::Declined { .. } => false,
        })
    }
}

impl HouseSwing {
    /// The count that stands now, by position: the last one that counts.
    pub fn current(&self) -> Option<usize> {
        self.points.iter().rposition(|point| point.counts)
    }

    /// The count that is under way, by position: the last one where it does not count yet.
    pub fn under_way(&self) -> Option<usize> {
        let last = self.points.len().checked_sub(1)?;
        let point = self.points.get(last)?;
        (!point.counts && point.heard < self.records.len()).then_some(last)
    }

    /// The vote of a member at a count.
    pub fn vote(&self, member: usize, at: usize) -> MemberVote {
        let record = self.records.get(member);
        let vote = record.and_then(|record| record.votes.get(at));
        vote.copied().unwrap_or(MemberVote::Awaited)
    }

    /// The members in the order in which they sit at a count, from the left: the Noes, who has no vote and who is
    /// undecided in the middle, the Ayes. Each group keeps the order of the audience, so that whoever moves leaves the others
    /// as they are.
    pub fn seating(&self, at: Option<usize>) -> Vec<usize> {
        let place = |member: &usize| {
            let vote = at.map(|at| self.vote(*member, at));
            match vote.and_then(MemberVote::cast) {
                Some(Vote::No) => 0,
                None => 1,
                Some(Vote::Undecided) => 2,
                Some(Vote::Aye) => 3,
            }
        };
        let mut members: Vec<usize> = (0..self.records.len()).collect();
        members.sort_by_key(place);
        members
    }

    /// The changes that were found at a count.
    pub fn changes_at(&self, at: usize) -> &[VoteChange] {
        let from = self.changes.partition_point(|change| change.at < at);
        let to = self.changes.partition_point(|change| change.at <= at);
        self.changes.get(from..to).unwrap_or_default()
    }

    /// The changes of a member, in order.
    pub fn changes_of(&self, member: usize) -> impl Iterator<Item = &VoteChange> {
        let changes = self.changes.iter();
        changes.filter(move |change| change.member == member)
    }

    /// The movements, in order: of one count that of the most members first.
    pub fn movements(&self) -> Vec<VoteMovement> {
        let mut movements: Vec<VoteMovement> = Vec::new();
        for at in 0..self.points.len() {
            let mut of_count: Vec<VoteMovement> = Vec::new();
            for to in [Vote::Aye, Vote::No, Vote::Undecided] {
                let changes = self.changes_at(at).iter();
                let moved = changes.filter(|change| change.to == to);
                let members: Vec<usize> = moved.map(|change| change.member).collect();
                if !members.is_empty() {
                    of_count.push(VoteMovement { at, to, members });
                }
            }
            of_count.sort_by_key(|one| std::cmp::Reverse(one.members.len()));
            movements.extend(of_count);
        }
        movements
    }

    /// The lead of the Ayes at each count that counts, with its position: the line of the swing.
    pub fn line(&self) -> impl Iterator<Item = (usize, i32)> {
        let points = self.points.iter().enumerate();
        let counted = points.filter(|(_, point)| point.counts);
        counted.map(|(at, point)| (at, point.tally.lead()))
    }

    /// The number of members whose reason at the division names a speaker, for each who is named.
    pub fn credited(&self) -> BTreeMap<&Seat, usize> {
        let mut credited = BTreeMap::new();
        for seat in self.records.iter().flat_map(|record| &record.names) {
            *credited.entry(seat).or_default() += 1;
        }
        credited
    }

    fn push(&mut self, moment: CountMoment, (tally, heard): (Tally, usize), counts: bool) {
        self.points.push(SwingPoint {
            moment,
            tally,
            heard,
            counts,
            since: Vec::new(),
            points: Vec::new(),
            evidence: 0,
        });
        for record in &mut self.records {
            record.votes.push(MemberVote::Awaited);
        }
    }

    /// Puts a member's vote at the last count.
    fn put(&mut self, member: Option<usize>, vote: MemberVote) {
        let record = member.and_then(|member| self.records.get_mut(member));
        if let Some(last) = record.and_then(|record| record.votes.last_mut()) {
            *last = vote;
        }
    }

    fn take_ballots(&mut self, state: &DebateState, opening: &Opening, of: When) {
        let ballots = state.ballots.iter();
        for ((_, seat), ballot) in ballots.filter(|((when, _), _)| *when == of) {
            self.put(opening.place_in_audience(seat), MemberVote::of(ballot.vote));
        }
    }

    fn find_changes(&mut self) {
        for (member, record) in self.records.iter().enumerate() {
            let mut last: Option<Vote> = None;
            for (at, vote) in record.votes.iter().enumerate() {
                // What is still being counted has moved nobody.
                let counts = self.points.get(at).is_some_and(|point| point.counts);
                let Some(to) = vote.cast().filter(|_| counts) else {
                    continue;
                };
                if let Some(from) = last.replace(to).filter(|from| *from != to) {
                    let change = VoteChange {
                        member,
                        at,
                        from,
                        to,
                    };
                    self.changes.push(change);
                }
            }
        }
        self.changes.sort_by_key(|change| change.at);
    }
}

#[cfg(test)]
mod tests;
