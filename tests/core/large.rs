//! Debates that are larger than any that is held in the usual run: minutes of work each (CONTRIBUTING.md).

#![allow(clippy::print_stderr, reason = "figures for whoever asks for them")]

use super::*;
use crate::common::{FORMATS, busy::Busy, opening_in};

fn told(what: &str, world: &World, began: &Busy) {
    eprintln!(
        "{what}: {} turns, {} records, {:.1} s",
        world.state.turns.len(),
        world.journal.len(),
        began.elapsed().as_secs_f64()
    );
}

#[test]
#[ignore = "long: `cargo test --test all large:: -- --ignored --nocapture`"]
fn two_thousand_turns_are_held_and_fold_to_the_same_state() {
    let options = Options {
        scale: 0.02,
        polls: Polls::Off,
        ..Options::default()
    };
    let mut opening = opening_in("oxford", 0, options, &Profile::default());
    let phases = opening.format.phases.clone();
    let turns = |phases: &[hustings::catalog::Phase]| -> usize {
        let of = |phase: &hustings::catalog::Phase| phase.turns.len() * 3;
        phases.iter().map(of).sum()
    };
    // Not every seat has a turn in every phase.
    while turns(&opening.format.phases) < 3_600 {
        for phase in &phases {
            let mut phase = phase.clone();
            phase.id = format!("{}-{}", phase.id, opening.format.phases.len());
            opening.format.phases.push(phase);
        }
    }
    let began = Busy::now();
    let mut world = World::unchecked();
    world.feed(Input::Open(opening.into()));
    world.run_in_order();
    assert!(world.state.is_closed(), "{:?}", world.state.status);
    told("two thousand turns", &world, &began);
    assert!(
        world.state.turns.len() >= 2_000,
        "{}",
        world.state.turns.len()
    );
    assert_eq!(DebateState::fold(&world.journal), world.state);
}

#[test]
#[ignore = "long: `cargo test --test all large:: -- --ignored --nocapture`"]
fn a_house_of_a_thousand_and_one_is_polled_in_every_format_that_has_one() {
    let mut held = 0;
    for format in FORMATS {
        let options = Options {
            scale: 0.05,
            polls: Polls::EachSpeech,
            ..Options::default()
        };
        let opening = opening_in(format, 1_001, options, &Profile::default());
        if !opening.format.needs_audience() {
            continue;
        }
        held += 1;
        let began = Busy::now();
        let mut world = World::unchecked();
        world.feed(Input::Open(opening.into()));
        world.run_in_order();
        assert!(
            world.state.is_closed(),
            "{format}: {:?}",
            world.state.status
        );
        told(format, &world, &began);
        assert_eq!(DebateState::fold(&world.journal), world.state, "{format}");
    }
    assert!(held >= 2, "{held} formats have a house");
}
