//! Tests of who is polled together, and who alone: in a debate of which some speeches are over, nothing but whose polls
//! is looked at.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::super::poll;
use crate::{
    catalog::{Profile, Task},
    debate::{
        answer::{Answer, StrawVote, Vote},
        ask::Ask,
        decide::{Decision, Effect, Input, decide},
        event::{CallFailure, CallReport, Event, Record},
        ids::{CallId, Seat, TurnId},
        opening::Options,
        state::DebateState,
    },
    setup::fixture,
};

const POLLED: [TurnId; 3] = [TurnId(0), TurnId(1), TurnId(2)];

/// A debate of which three speeches are over. Nothing but its polls is looked at.
struct Held(DebateState);

impl Held {
    fn of(members: usize, together: Option<u32>) -> Self {
        let mut choice = fixture::choice("exhibition", &fixture::PEOPLE);
        choice.options = Options {
            polled_together: together,
            ..Options::default()
        };
        let mut opening = fixture::resolved(choice, "m", &Profile::default());
        opening.audience = fixture::house(members, &["poet"]);
        let mut held = Self(DebateState::default());
        held.add(Event::Opened(Arc::new(opening)));
        held.add(Event::PhaseBegan { phase: 1 });
        for turn in POLLED {
            held.speech(turn, "A road is a promise.");
        }
        held
    }

    fn speech(&mut self, turn: TurnId, text: &str) {
        let mut slots = self.0.plan.slots.iter();
        let first = slots.find(|slot| slot.task == Task::Speech).unwrap();
        let slot = first.index + turn.0;
        self.add(Event::TurnBegan {
            turn,
            slot,
            seat: Seat::named("prop.1"),
            task: Task::Speech,
            attempt: 1,
            target_words: 900,
        });
        let text = text.to_owned();
        self.add(Event::Said { turn, text });
        self.add(Event::TurnEnded {
            turn,
            truncated: None,
            flagged: None,
        });
    }

    fn add(&mut self, event: Event) {
        let seq = self.0.next_seq;
        self.0.apply(&Record {
            seq,
            at_ms: seq,
            event,
        });
        assert_eq!(self.0.whole_agenda(), *self.0.agenda());
    }

    fn feed(&mut self, input: Input) -> Decision {
        let decision = decide(&self.0, input);
        for event in decision.events.clone() {
            self.add(event);
        }
        decision
    }

    /// Asks for the polls that are due now, and returns them with the calls.
    fn asked(&mut self) -> Vec<(CallId, Ask)> {
        let mut asked = Vec::new();
        loop {
            let decision = poll::due(&self.0);
            if decision.is_empty() {
                return asked;
            }
            for event in decision.events {
                self.add(event);
            }
            for effect in decision.effects {
                if let Effect::Begin { call, ask } = effect {
                    asked.push((call, ask));
                }
            }
        }
    }

    fn fail(&mut self, call: CallId, failure: CallFailure) {
        self.feed(Input::Failed {
            call,
            reason: "no".to_owned(),
            failure,
            raw: String::new(),
            report: CallReport::default(),
        });
    }

    fn answer(&mut self, call: CallId, of: &[Seat]) {
        let vote = Vote::Aye;
        let votes = of.iter().map(|seat| (seat.clone(), StrawVote { vote }));
        self.feed(Input::Answered {
            call,
            answer: Answer::Straws(votes.collect()),
            report: CallReport::default(),
        });
    }
}

fn sizes(asked: &[(CallId, Ask)]) -> Vec<usize> {
    asked.iter().map(|(_, ask)| ask.members().len()).collect()
}

#[test]
fn members_are_asked_together_evenly_and_everybody_once() {
    for (members, together, calls) in [
        (13, None, vec![13]),
        (41, None, vec![14, 14, 13]),
        (5, Some(2), vec![2, 2, 0]),
        (3, Some(1), vec![0, 0, 0]),
        (1, None, vec![0]),
    ] {
        let mut held = Held::of(members, together);
        let asked = held.asked();
        let of_first = asked.iter().filter(|(_, ask)| {
            let all = ask.each();
            all.iter()
                .all(|one| matches!(one, Ask::Poll { after, .. } if *after == POLLED[0]))
        });
        let of_first: Vec<(CallId, Ask)> = of_first.cloned().collect();
        assert_eq!(sizes(&of_first), calls, "{members} {together:?}");
        let all = of_first.iter().flat_map(|(_, ask)| ask.each());
        assert_eq!(all.collect::<BTreeSet<_>>().len(), members);
        for (call, ask) in &asked {
            held.answer(*call, ask.members());
        }
        let alone = asked.iter().any(|(_, ask)| ask.members().is_empty());
        assert!(
            held.0
                .polls
                .iter()
                .all(|poll| poll.votes().len() == members || alone)
        );
    }
}

#[test]
fn the_order_is_the_seeds_and_another_in_each_poll() {
    let settled = Held::of(13, None);
    let orders = |seed: u64| -> Vec<Vec<Seat>> {
        let mut held = Held(settled.0.clone());
        let mut opening = held.0.opening.clone().unwrap();
        Arc::make_mut(&mut opening).seed = seed;
        held.0.opening = Some(opening);
        let asked = held.asked().into_iter();
        asked.map(|(_, ask)| ask.members().to_vec()).collect()
    };
    let (one, other) = (orders(1), orders(2));
    assert_eq!(one, orders(1));
    assert_ne!(one, other);
    assert_eq!(one.len(), POLLED.len());
    assert!(one[0] != one[1] && one[1] != one[2]);
    // No place is anybody's: over many seeds everybody stands first about as often.
    let mut first = BTreeMap::<Seat, u32>::new();
    for seed in 0..260 {
        *first.entry(orders(seed)[0][0].clone()).or_default() += 1;
    }
    assert_eq!(first.len(), 13);
    assert!(
        first.values().all(|times| (6..40).contains(times)),
        "{first:?}"
    );
}

#[test]
fn who_has_a_model_of_their_own_is_asked_alone() {
    let mut held = Held::of(4, None);
    let mut opening = held.0.opening.clone().unwrap();
    Arc::make_mut(&mut opening).audience[1].own_model = Some("other".to_owned());
    held.0.opening = Some(opening);
    let asked = held.asked();
    assert_eq!(sizes(&asked), [3, 0, 3, 0, 3, 0]);
    let second = Seat::audience(2);
    assert!(
        asked
            .iter()
            .all(|(_, ask)| !ask.members().contains(&second))
    );
}

#[test]
fn whose_vote_is_not_in_a_joint_answer_is_asked_alone_and_nobody_again() {
    let mut held = Held::of(5, None);
    let asked = held.asked();
    let (call, ask) = asked[0].clone();
    let members = ask.members().to_vec();
    held.answer(call, &members[2..]);
    let alone = held.asked();
    let expected: BTreeSet<Ask> = members[..2]
        .iter()
        .map(|member| Ask::Poll {
            member: member.clone(),
            after: POLLED[0],
        })
        .collect();
    let all: BTreeSet<Ask> = alone.iter().map(|(_, ask)| ask.clone()).collect();
    assert_eq!(all, expected);
    assert!(!held.0.polls[0].taken);
}

#[test]
fn after_two_joint_calls_in_a_row_that_failed_everybody_is_asked_alone() {
    let mut held = Held::of(5, None);
    let asked = held.asked();
    assert_eq!(sizes(&asked), [5, 5, 5]);
    held.fail(asked[0].0, CallFailure::Broke);
    // Of this poll alone, and of the others they are asked still.
    assert_eq!(sizes(&held.asked()), [0; 5]);
    held.answer(asked[1].0, asked[1].1.members());
    held.fail(asked[2].0, CallFailure::Unavailable);
    assert_eq!(sizes(&held.asked()), [0; 5]);
    held.speech(TurnId(3), "It was kept.");
    let next = held.asked();
    assert_eq!(sizes(&next), [5], "one was had between the two");
    held.fail(next[0].0, CallFailure::Unavailable);
    assert_eq!(sizes(&held.asked()), [0; 5]);
    held.speech(TurnId(4), "It was broken.");
    assert_eq!(sizes(&held.asked()), [0; 5], "and now it is given up");
    held.feed(Input::Reconvene {
        on_failure: None,
        pace: None,
        polled_together: 20,
        launch: None,
        models: BTreeMap::new(),
        lost: BTreeMap::new(),
        waits: false,
        limits: <_>::default(),
        changes: Vec::new(),
    });
    assert!(held.asked().iter().any(|(_, ask)| ask.members().len() == 5));
}

#[test]
fn what_a_server_in_doubt_left_open_is_asked_by_the_same_call_again() {
    let mut held = Held::of(41, None);
    let asked = held.asked();
    let failed: Vec<Ask> = asked[..3].iter().map(|(_, ask)| ask.clone()).collect();
    held.fail(asked[0].0, CallFailure::Outage);
    held.fail(asked[2].0, CallFailure::Outage);
    let again: Vec<Ask> = held.asked().into_iter().map(|(_, ask)| ask).collect();
    assert_eq!(again, [failed[0].clone(), failed[2].clone()]);
}

#[test]
fn what_nobody_asks_for_jointly_any_more_is_settled_by_those_who_are_asked_alone() {
    let mut held = Held::of(5, None);
    let asked = held.asked();
    held.fail(asked[0].0, CallFailure::Outage);
    held.fail(asked[1].0, CallFailure::Unavailable);
    held.fail(asked[2].0, CallFailure::Unavailable);
    assert!(!held.0.outage.is_settled());
    for (call, _) in held.asked() {
        held.feed(Input::Answered {
            call,
            answer: Answer::Straw(StrawVote { vote: Vote::No }),
            report: CallReport::default(),
        });
    }
    assert!(held.0.outage.is_settled());
    assert!(held.0.polls.iter().all(|poll| poll.votes().len() == 5));
}

#[test]
fn a_debate_that_is_taken_up_asks_those_who_are_missing_and_nobody_else() {
    let mut held = Held::of(41, None);
    let asked = held.asked();
    held.answer(asked[1].0, asked[1].1.members());
    held.feed(Input::Reconvene {
        on_failure: None,
        pace: None,
        polled_together: 20,
        launch: None,
        models: BTreeMap::new(),
        lost: BTreeMap::new(),
        waits: false,
        limits: <_>::default(),
        changes: Vec::new(),
    });
    assert!(held.0.calls.is_empty(), "what was open is cut");
    let again: Vec<Ask> = held.asked().into_iter().map(|(_, ask)| ask).collect();
    assert_eq!(again[0], asked[0].1);
    assert_eq!(again[1], asked[2].1);
    assert_eq!(again.len(), asked.len() - 1);
    // With a model that takes one thing at a time each is asked alone.
    held.feed(Input::Reconvene {
        on_failure: None,
        pace: None,
        polled_together: 1,
        launch: None,
        models: BTreeMap::new(),
        lost: BTreeMap::new(),
        waits: false,
        limits: <_>::default(),
        changes: Vec::new(),
    });
    assert_eq!(sizes(&held.asked()), vec![0; 27 + 2 * 41]);
}

#[test]
fn where_nothing_was_said_nobody_is_polled() {
    let mut held = Held::of(3, None);
    held.speech(TurnId(3), "");
    let after: Vec<TurnId> = held.0.polls.iter().map(|poll| poll.after).collect();
    assert_eq!(after, POLLED);
    // Earlier versions did: their votes count, and the poll is taken.
    for member in 1..=3 {
        held.add(Event::StrawVoteCast {
            member: Seat::audience(member),
            after: TurnId(3),
            vote: Some(Vote::No),
        });
    }
    assert_eq!(held.0.polls[3].votes().len(), 3);
    held.add(Event::PollTaken { after: TurnId(3) });
    assert!(held.0.polls[3].taken);
}
