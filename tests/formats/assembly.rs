//! The assembly: no list of speakers, and a judge who calls who is next.

use std::{collections::BTreeSet, sync::Arc};

use crate::common::{
    opening_in, prompted,
    world::{Choices, World, choices},
};
use hustings::{
    catalog::{Profile, TurnOrder},
    debate::{
        ask::Ask,
        decide::{Answer, Input},
        opening::{Opening, Options},
        scores::NextSpeaker,
        state::DebateState,
    },
};

fn opening() -> Opening {
    opening_in("assembly", 0, Options::default(), &Profile::default())
}

/// The debate of an opening, in which the judge calls whoever sits furthest down among those who can be called.
fn held(opening: Opening) -> DebateState {
    let mut world = World::new();
    world.answers = Some(Box::new(|state, ask| match ask {
        Ask::Choose { phase, round, .. } => {
            let all = hustings::debate::decide::candidates(state, *phase, *round);
            let last = all.last().unwrap();
            Some(Answer::Next(NextSpeaker {
                reason: "has most to answer".into(),
                speaker: state.name(last),
            }))
        }
        _ => None,
    }));
    world.feed(Input::Open(Arc::new(opening)));
    let mut choices = Choices {
        bytes: Vec::new(),
        at: 0,
    };
    world.run(&mut choices, 0);
    world.state
}

/// Who spoke in the open debate, by round.
fn rounds(state: &DebateState) -> Vec<Vec<String>> {
    let mut rounds: Vec<Vec<String>> = Vec::new();
    for turn in state.turns.iter().filter(|turn| turn.phase == 1) {
        let round = state.slot_of(turn).unwrap().round as usize;
        rounds.resize(round.max(rounds.len()), Vec::new());
        rounds[round - 1].push(turn.seat.to_string());
    }
    rounds
}

#[test]
fn the_judge_calls_who_is_next_and_nobody_twice_in_a_round() {
    let state = held(opening());
    let called = ["noes.2", "noes.1", "ayes.2", "ayes.1"];
    assert_eq!(rounds(&state), [called, called]);
    // Who is left over in a round is not called: nobody else can be next.
    let reasons = state.chosen.iter().filter(|one| !one.reason.is_empty());
    assert_eq!(reasons.count(), 2 * 3);
    assert!(state.scores.is_some(), "the judge scores both sides");
}

#[test]
fn all_say_at_once_where_they_stand_before_anybody_is_called() {
    let state = held(opening());
    let first: Vec<_> = state.turns.iter().filter(|turn| turn.phase == 0).collect();
    assert_eq!(first.len(), 4);
    assert!(first.iter().all(|turn| state.heard_before(turn).is_empty()));
}

#[test]
fn another_order_is_held_where_it_is_asked_for() {
    let mut opening = opening();
    let open = opening.format.phases.iter_mut();
    let open: Vec<_> = open.filter(|phase| phase.is_open_in_order()).collect();
    assert_eq!(open.len(), 1, "its rounds, and nothing else");
    for phase in open {
        phase.order = TurnOrder::Alternate;
    }
    let state = held(opening);
    let seats = ["ayes.1", "noes.1", "ayes.2", "noes.2"];
    assert_eq!(rounds(&state), [seats, seats]);
    let chosen: BTreeSet<_> = state.chosen.iter().map(|one| &one.seat).collect();
    assert!(chosen.is_empty(), "{chosen:?}");
}

#[test]
fn whoever_calls_the_next_speaker_is_told_what_the_debate_was_found_to_need() {
    let mut opening = opening_in("panel", 0, Options::default(), &Profile::default());
    let open = opening.format.phases.iter_mut();
    for phase in open.filter(|phase| phase.is_open_in_order()) {
        phase.order = TurnOrder::JudgeSelected;
    }
    let mut world = World::opened(opening);
    let log = prompted::log(&mut world, 128_000);
    world.run(&mut choices(), 0);
    let log = log.borrow();
    let chosen = log.iter().filter_map(|sent| match &sent.ask {
        Ask::Choose { round, .. } => Some((*round, sent.text())),
        _ => None,
    });
    let told: Vec<(u32, bool)> = chosen
        .map(|(round, text)| (round, text.contains("a judge noted what the debate needs")))
        .collect();
    assert!(told.contains(&(1, false)), "{told:?}");
    let assessed = world.state.rounds.first().map(|one| one.round).unwrap();
    assert!(
        told.iter()
            .all(|(round, told)| *told == (*round > assessed)),
        "{told:?}"
    );
}
