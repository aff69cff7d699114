//! The round table: the five correctness properties of the seed, as properties (`simulacra-roundtable`).

use std::{collections::BTreeMap, sync::Arc};

use super::common::{
    SPEAKERS, opening_in, prompted, read,
    world::{Choices, World, choices},
};
use hustings::{
    catalog::{Persona, Phase, Profile, Task},
    debate::{
        DebateState,
        ask::Ask,
        decide::{Input, decide},
        event::Event,
        ids::Seat,
        opening::{Opening, Options, Speaker},
    },
};
use proptest::prelude::*;

const MORE: [&str; 2] = ["darwin", "lovelace"];

fn table(seats: usize, rounds: u32) -> Opening {
    let options = Options {
        rounds: Some(rounds),
        ..Options::default()
    };
    let mut opening = opening_in("roundtable", 0, options, &Profile::default());
    opening.format.sides[0].seats = seats;
    opening.speakers = SPEAKERS
        .iter()
        .chain(&MORE)
        .take(seats)
        .enumerate()
        .map(|(at, id)| Speaker {
            seat: Seat::new("seat", at + 1),
            persona: (*id).to_owned(),
            card: read::<Persona>(&format!("personas/{id}.toml")),
            model: "scripted".to_owned(),
            profile: Profile::default(),
            stance: None,
            passages: 0,
        })
        .collect();
    opening
}

fn run(opening: Opening, bytes: Vec<u8>) -> World {
    let mut world = World::new();
    world.feed(Input::Open(Arc::new(opening)));
    world.run(&mut Choices { bytes, at: 0 }, 0);
    world
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn property_1_phases_progress_in_order(
        seats in 2_usize..=8, rounds in 1_u32..=4, bytes in proptest::collection::vec(any::<u8>(), 4..32),
    ) {
        let world = run(table(seats, rounds), bytes);
        let format = &world.state.opening.as_ref().unwrap().format;
        let begun: Vec<&str> = world.journal.iter().filter_map(|record| match record.event {
            Event::PhaseBegan { phase } => Some(format.phases[phase as usize].id.as_str()),
            _ => None,
        }).collect();
        prop_assert_eq!(begun, ["opening", "defence", "exchange", "reflection", "summary"]);
        let closed = matches!(world.journal.last().unwrap().event, Event::Closed { .. });
        prop_assert!(closed);
    }

    #[test]
    fn property_2_everybody_contributes_once_in_each_phase_and_round(
        seats in 2_usize..=8, rounds in 1_u32..=4, bytes in proptest::collection::vec(any::<u8>(), 4..32),
    ) {
        let world = run(table(seats, rounds), bytes);
        let mut counts: BTreeMap<(u32, u32, &str), usize> = BTreeMap::new();
        for turn in world.state.speeches().filter(|turn| turn.task == Task::Speech) {
            let round = world.state.slot_of(turn).unwrap().round;
            *counts.entry((turn.phase, round, turn.seat.as_str())).or_default() += 1;
        }
        prop_assert!(counts.values().all(|count| *count == 1));
        prop_assert_eq!(counts.len(), seats * (3 + rounds as usize));
    }

    #[test]
    fn property_3_exchange_rounds_go_from_one_to_the_last_by_one(
        seats in 2_usize..=8, rounds in 1_u32..=4, bytes in proptest::collection::vec(any::<u8>(), 4..32),
    ) {
        let world = run(table(seats, rounds), bytes);
        let ended: Vec<u32> = world.journal.iter().filter_map(|record| match record.event {
            Event::RoundEnded { round, .. } => Some(round),
            _ => None,
        }).collect();
        prop_assert_eq!(ended, (1..=rounds).collect::<Vec<_>>());
        let spoken: Vec<u32> = world.state.speeches()
            .filter(|turn| turn.phase == 2)
            .map(|turn| world.state.slot_of(turn).unwrap().round)
            .collect();
        prop_assert!(spoken.is_sorted());
    }

    #[test]
    fn property_4_the_rules_change_no_state(
        seats in 2_usize..=8, cut in 1_usize..200, bytes in proptest::collection::vec(any::<u8>(), 4..32),
    ) {
        let world = run(table(seats, 2), bytes);
        let kept = cut.min(world.journal.len());
        let before = DebateState::fold(&world.journal[..kept]);
        let state = before.clone();
        let _ = decide(&state, Input::Advance);
        let _ = decide(&state, crate::common::world::taken_up(None));
        prop_assert_eq!(&state, &before, "to decide reads");
        if let Some(next) = world.journal.get(kept) {
            let mut after = state.clone();
            after.apply(next);
            prop_assert_eq!(&state, &before, "what follows is another state");
        }
    }
}

#[test]
fn property_5_prompts_hold_what_their_phase_knows() {
    let mut world = World::new();
    let log = prompted::log(&mut world, 128_000);
    world.feed(Input::Open(Arc::new(table(3, 2))));
    world.run(&mut choices(), 0);
    let said_in = |phase: u32| -> Vec<String> {
        let turns = world.state.speeches().filter(|turn| turn.phase == phase);
        turns.map(|turn| turn.text.trim().to_owned()).collect()
    };
    let (openings, defences, exchanges, reflections) =
        (said_in(0), said_in(1), said_in(2), said_in(3));
    let motion = &world.state.opening.as_ref().unwrap().motion.motion;
    for sent in log.borrow().iter() {
        let Ask::Speech { turn, .. } = &sent.ask else {
            continue;
        };
        let turn = world.state.turn(*turn).unwrap();
        let (phase, seat, text) = (&turn.phase, turn.seat.as_str(), sent.text());
        assert!(
            text.contains(motion.as_str()),
            "everybody knows what it is about"
        );
        // All openings of the simulated world begin alike but for the seat.
        let holds =
            |seat: &str| text.contains(&format!("of {seat} weighs what this house has heard"));
        match phase {
            0 => assert!(
                !holds("seat.1") && !holds("seat.2") && !holds("seat.3"),
                "{seat}"
            ),
            1 => {
                for opening in &openings {
                    assert!(
                        text.contains(opening.as_str()),
                        "the defence holds all openings"
                    );
                }
            }
            2 | 3 => {
                for said in openings.iter().chain(&defences) {
                    assert!(text.contains(said.as_str()), "{seat} in phase {phase}");
                }
            }
            _ => {
                let all = [&openings, &defences, &exchanges, &reflections];
                for said in all.into_iter().flatten() {
                    assert!(text.contains(said.as_str()), "the summary holds everything");
                }
            }
        }
    }
}

#[test]
fn a_table_without_names_is_napoleon_gandhi_and_alexander() {
    let opening = table(3, 3);
    assert_eq!(opening.format.speakers, ["napoleon", "gandhi", "alexander"]);
    let exchange = &opening.format.phases[2];
    assert_eq!((exchange.rounds, exchange.most_rounds), (Some(3), Some(4)));
    let side = &opening.format.sides[0];
    assert_eq!(
        (*side.seats_range().start(), *side.seats_range().end()),
        (2, 8)
    );
}

#[test]
fn more_rounds_than_the_format_allows_are_not_held() {
    let world = run(table(2, 9), vec![1, 2, 3]);
    assert_eq!(world.state.rounds_ended.get(&2), Some(&4));
}

#[test]
fn a_private_turn_is_seen_by_nobody_else() {
    let phases: PhasesOnly = toml::from_str(
        r#"
        [[phases]]
        id = "aside"
        name = "Aside"
        coordination = "turn-taking"
        turns = [{ seats = "seat.1", task = "speech", words = 60, private = true }]

        [[phases]]
        id = "talk"
        name = "Talk"
        coordination = "turn-taking"
        turns = [{ seats = "speakers", task = "speech", words = 60 }]

        [[phases]]
        id = "end"
        name = "End"
        coordination = "turn-taking"
        turns = [{ seats = "moderator", task = "summary", words = 60 }]
        "#,
    )
    .unwrap();
    for is_private in [true, false] {
        let mut opening = table(3, 1);
        opening.format.phases = phases.phases.clone();
        opening.format.phases[0].turns[0].private = is_private;
        // Only the first speech of the first seat is its own; what it says aloud later comes last.
        opening.format.phases[1].turns[0].seats = "seat.2".into();
        let mut world = World::new();
        let log = prompted::log(&mut world, 128_000);
        world.feed(Input::Open(Arc::new(opening)));
        world.run(&mut choices(), 0);
        let own = "of seat.1 in 0, it has to say";
        let mut others = 0;
        for sent in log.borrow().iter() {
            let has_it = sent.text().contains(own);
            match &sent.ask {
                // Whoever speaks later has heard what was said aloud.
                Ask::Speech { turn, .. } | Ask::Write { turn } if turn.0 > 0 => {
                    others += 1;
                    assert_eq!(has_it, !is_private, "{:?}", sent.ask);
                }
                Ask::Speech { .. } | Ask::Write { .. } => {}
                // The clerk writes down what each speech argues, that one, too.
                Ask::Extract { turn } if turn.0 == 0 => {}
                other => assert!(!(has_it && is_private), "{other:?}"),
            }
        }
        assert!(others >= 2, "{others} others were asked");
        let aloud = world
            .state
            .speeches()
            .filter(|turn| turn.text.contains(own));
        assert_eq!(aloud.count(), usize::from(!is_private));
    }
}

/// The phases of a format.
#[derive(serde::Deserialize)]
struct PhasesOnly {
    phases: Vec<Phase>,
}
