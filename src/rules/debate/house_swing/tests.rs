//! Tests of the swing of the house, in debates of which nothing but speeches, points and votes is looked at.

use std::{collections::BTreeSet, sync::Arc};

use super::*;
use crate::{
    catalog::{Profile, Task},
    debate::{
        division::DivisionCount,
        division::PanelVote,
        event::{Event, Record},
    },
    setup::fixture,
};
use Vote::{Aye, No, Undecided};

/// A debate with a house of so many members.
struct Held(DebateState);

impl Held {
    fn of(members: usize) -> Self {
        let choice = fixture::choice("exhibition", &fixture::PEOPLE);
        let mut opening = fixture::resolved(choice, "m", &Profile::default());
        opening.audience = fixture::house(members, &["poet"]);
        let mut held = Self(DebateState::default());
        held.add(Event::Opened(Arc::new(opening)));
        held.add(Event::PhaseBegan { phase: 1 });
        held
    }

    fn add(&mut self, event: Event) {
        let seq = self.0.next_seq;
        self.0.apply(&Record {
            seq,
            at_ms: seq,
            event,
        });
    }

    fn speech(&mut self, seat: &str) -> TurnId {
        let turn = TurnId::next(self.0.turns.len());
        let mut slots = self.0.plan.slots.iter();
        let first = slots.find(|slot| slot.task == Task::Speech).unwrap();
        let slot = first.index + turn.0;
        self.add(Event::TurnBegan {
            turn,
            slot,
            seat: Seat::named(seat),
            task: Task::Speech,
            attempt: 1,
            target_words: 900,
        });
        let text = "A road is a promise.".to_owned();
        self.add(Event::Said { turn, text });
        let poi = PoiId(turn.0);
        self.add(Event::PoiOffered {
            poi,
            turn,
            from: Seat::named(if seat.starts_with("prop") {
                "opp.3"
            } else {
                "prop.3"
            }),
            to: Seat::named(seat),
            text: "Who pays?".to_owned(),
            command: None,
        });
        // Every other one is waved down.
        self.add(if turn.0.is_multiple_of(2) {
            Event::PoiTaken {
                poi,
                reason: String::new(),
                answer: None,
            }
        } else {
            Event::PoiDeclined {
                poi,
                gesture: "waves".to_owned(),
                reason: String::new(),
            }
        });
        self.add(Event::TurnEnded {
            turn,
            truncated: None,
            flagged: None,
        });
        turn
    }

    fn ballots(&mut self, when: When, votes: &[Option<Vote>]) {
        for (number, vote) in (1..).zip(votes) {
            let member = Seat::audience(number);
            let reason = "Mr Smith's purse, and what Lovelace made of it.".to_owned();
            self.add(match vote {
                Some(vote) => Event::BallotCast {
                    member,
                    when,
                    vote: *vote,
                    reason,
                },
                None => Event::BallotSpoiled {
                    member,
                    when,
                    reason: "no answer".to_owned(),
                },
            });
        }
    }

    fn votes(&mut self, after: TurnId, votes: &[Option<Vote>]) {
        for (number, vote) in (1..).zip(votes) {
            let (member, vote) = (Seat::audience(number), *vote);
            self.add(Event::StrawVoteCast {
                member,
                after,
                vote,
            });
        }
    }

    fn poll(&mut self, after: TurnId, votes: &[Option<Vote>]) {
        self.votes(after, votes);
        self.add(Event::PollTaken { after });
    }

    /// The house divides by the ballots that were cast.
    fn declared(&mut self) {
        let seats: Vec<Seat> = self.0.audience().iter().map(|m| m.seat.clone()).collect();
        let panel = seats.iter().map(|seat| {
            let cast = |when| self.0.ballots.get(&(when, seat.clone()))?.vote;
            PanelVote {
                member: seat.to_string(),
                before: cast(When::Before),
                after: cast(When::After),
                reason: String::new(),
            }
        });
        let result = DivisionCount {
            motion: "This House would sit",
            sides: ("Proposition", "Opposition"),
            panel: panel.collect(),
            wins_by: crate::catalog::WinsBy::Votes,
            verdicts: vec![],
            assessments: vec![],
        }
        .declare();
        self.add(Event::DivisionDeclared(Box::new(result)));
    }
}

/// What is told of a house must be what was counted in it, whoever votes, moves or is lost.
fn is_sound(state: &DebateState) {
    let swing = state.house_swing();
    let members = state.audience().len();
    let current = swing.current();
    let counted = current.and_then(|at| swing.points.get(at)).map(|p| p.tally);
    assert_eq!(counted, state.tally());
    let line: Vec<i32> = swing.line().map(|(_, lead)| lead).collect();
    assert_eq!(line, state.leads());
    for at in (0..swing.points.len()).map(Some).chain([None]) {
        let seated = swing.seating(at);
        let once: BTreeSet<usize> = seated.iter().copied().collect();
        assert_eq!((seated.len(), once.len()), (members, members));
        let Some(at) = at else { continue };
        let votes = seated.iter().map(|member| swing.vote(*member, at));
        let cast: Vec<Vote> = votes.clone().filter_map(MemberVote::cast).collect();
        let point = &swing.points[at];
        assert_eq!(Tally::of(cast.iter().copied()), point.tally, "{at}");
        let heard = votes.filter(|vote| *vote != MemberVote::Awaited).count();
        assert_eq!(heard, point.heard);
        let sides: Vec<usize> = cast.iter().map(|v| [3, 1, 2][*v as usize]).collect();
        assert!(sides.is_sorted(), "the Noes, the undecided, the Ayes");
    }
    // The lead has moved by what those who moved are worth, and by who was not counted both times.
    let moved: usize = swing.movements().iter().map(|one| one.members.len()).sum();
    assert_eq!(moved, swing.changes.len());
    for member in 0..members {
        let mut last = None;
        for change in swing.changes_of(member) {
            assert!(change.from != change.to);
            assert!(last.is_none_or(|last| last == change.from));
            last = Some(change.to);
        }
    }
}

#[test]
fn no_member_is_lost_or_counted_twice_and_the_counts_are_those_of_the_tally() {
    let choices = [Some(Aye), Some(No), Some(Undecided), None];
    let mut lot = 7_u64;
    let mut drawn = |count: usize, of: &[Option<Vote>]| -> Vec<Option<Vote>> {
        let mut votes = Vec::new();
        for _ in 0..count {
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            votes.push(of[(lot >> 33) as usize % of.len()]);
        }
        votes
    };
    for members in [1, 3, 13, 40] {
        for round in 0..6 {
            let mut held = Held::of(members);
            is_sound(&held.0);
            let before = drawn(members, &choices);
            held.ballots(When::Before, &before[..members / 2]);
            is_sound(&held.0);
            held.ballots(When::Before, &before);
            for seat in ["prop.1", "opp.1", "prop.2"] {
                let after = held.speech(seat);
                let votes = drawn(members, &choices);
                held.votes(after, &votes[..members - 1]);
                is_sound(&held.0);
                held.poll(after, &votes);
                is_sound(&held.0);
            }
            held.speech("opp.2");
            let doors = [Some(Aye), Some(No), None];
            let of = if round == 0 { &doors[2..] } else { &doors[..] };
            held.ballots(When::After, &drawn(members, of));
            is_sound(&held.0);
            held.declared();
            is_sound(&held.0);
        }
    }
}

#[test]
fn who_moved_when_and_what_the_house_had_heard_is_known() {
    let mut held = Held::of(4);
    held.ballots(When::Before, &[Some(Aye), Some(No), Some(Undecided), None]);
    let first = held.speech("prop.1");
    held.poll(first, &[Some(Aye), Some(Aye), Some(Aye), Some(No)]);
    let second = held.speech("opp.1");
    held.poll(second, &[None, None, None, None]);
    let third = held.speech("prop.2");
    held.poll(third, &[Some(No), None, Some(Aye), Some(No)]);
    let last = held.speech("opp.2");
    held.ballots(When::After, &[Some(No), Some(No), Some(Aye), Some(No)]);
    let swing = held.0.house_swing();
    // Nothing is declared yet.
    assert_eq!((swing.current(), swing.under_way()), (Some(3), None));
    held.declared();
    let swing = held.0.house_swing();
    let change = |member, at, from, to| VoteChange {
        member,
        at,
        from,
        to,
    };
    assert_eq!(
        swing.changes,
        [
            change(1, 1, No, Aye),
            change(2, 1, Undecided, Aye),
            change(0, 3, Aye, No),
            // Whose vote was lost in between moved from the last one that is known.
            change(1, 5, Aye, No),
        ]
    );
    let since: Vec<_> = swing.points.iter().map(|one| one.since.clone()).collect();
    assert_eq!(
        since,
        [
            vec![],
            vec![first],
            vec![second],
            // In the poll after the second speech no vote came in.
            vec![second, third],
            vec![last],
            vec![last],
        ]
    );
    let taken: Vec<usize> = swing.points.iter().map(|one| one.points.len()).collect();
    assert_eq!(taken, [0, 1, 0, 1, 0, 0]);
    let moved = |at, to, members: &[usize]| VoteMovement {
        at,
        to,
        members: members.to_vec(),
    };
    assert_eq!(
        swing.movements(),
        [
            moved(1, Aye, &[1, 2]),
            moved(3, No, &[0]),
            moved(5, No, &[1])
        ]
    );
    // The reasons name Smith, who sits there, and Lovelace, who sits at opp.3.
    let names = |seats: [&str; 2]| seats.map(Seat::named).to_vec();
    assert_eq!(swing.records[0].names, names(["opp.2", "opp.3"]));
    assert_eq!(
        swing.credited().values().copied().collect::<Vec<_>>(),
        [4, 4]
    );
    // Half of the record has the same beginning.
    let mut half = DebateState::default();
    assert_eq!(half.house_swing(), HouseSwing::default());
    half.opening.clone_from(&held.0.opening);
    assert_eq!(half.house_swing().seating(None), [0, 1, 2, 3]);
}

#[test]
fn a_poll_that_is_being_taken_moves_nobody_yet() {
    let mut held = Held::of(3);
    held.ballots(When::Before, &[Some(Aye), Some(Aye), Some(Aye)]);
    let after = held.speech("opp.1");
    held.votes(after, &[Some(No), Some(No)]);
    let swing = held.0.house_swing();
    assert_eq!((swing.current(), swing.under_way()), (Some(0), Some(1)));
    assert_eq!(swing.changes, []);
    assert_eq!(swing.vote(2, 1), MemberVote::Awaited);
    held.poll(after, &[Some(No), Some(No), Some(Aye)]);
    let swing = held.0.house_swing();
    assert_eq!((swing.current(), swing.under_way()), (Some(1), None));
    assert_eq!(swing.changes_at(1).len(), 2);
    assert_eq!(swing.seating(Some(1)), [0, 1, 2]);
}
