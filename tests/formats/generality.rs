//! What must be so in every format.

use std::sync::Arc;

use super::common::{
    FORMATS, opening_in,
    world::{Choices, World},
};
use hustings::{
    catalog::{Profile, SideCheck, Steps, Task, Verdict},
    debate::{
        DebateState,
        command::{Command, Halt},
        decide::Input,
        event::{CloseReason, Event},
        ids::Seat,
        opening::{OnFailure, Options},
        state::{DebateStatus, Turn},
    },
};
use proptest::prelude::*;

fn profiles() -> [Profile; 2] {
    let small = Profile {
        steps: Steps::OneAtATime,
        side_check: SideCheck::EachSpeech,
        speech_scale: 0.11,
        ..Profile::default()
    };
    [Profile::default(), small]
}

fn world(id: &str, profile: &Profile) -> World {
    let options = Options {
        scale: 0.2,
        on_failure: OnFailure::GoOn,
        ..Options::default()
    };
    let opening = opening_in(id, 3, options, profile);
    let mut world = World::new();
    world.feed(Input::Open(Arc::new(opening)));
    world
}

/// What must be so at the end.
fn check(world: &World, id: &str) {
    let state = &world.state;
    assert_eq!(&DebateState::fold(&world.journal), state, "{id}");
    assert_eq!(
        state.status,
        DebateStatus::Closed(CloseReason::Completed),
        "{id}"
    );
    assert!(state.calls.is_empty(), "{id}");
    let is_silent = state.speeches().all(Turn::is_empty);
    for slot in state.plan.slots.iter().filter(|slot| slot.task.is_turn()) {
        // Where nobody was heard there is nothing to sum up.
        let sums_up = matches!(slot.task, Task::Summary | Task::Synthesis);
        let skipped = state.stopped.contains_key(&slot.phase) || (sums_up && is_silent);
        assert!(
            skipped || state.ended_in(slot.index).is_some(),
            "{id}: {slot:?}"
        );
    }
    // Phases begin in the order of the file.
    let begun: Vec<u32> = world
        .journal
        .iter()
        .filter_map(|record| match record.event {
            Event::PhaseBegan { phase } => Some(phase),
            _ => None,
        })
        .collect();
    assert!(begun.is_sorted(), "{id}: {begun:?}");
}

/// The verdict that the format calls for.
fn check_verdict(world: &World, id: &str) {
    let state = &world.state;
    let ended = |task: Task| {
        state
            .speeches()
            .any(|turn| turn.task == task && !turn.text.is_empty())
    };
    match state.opening.as_ref().unwrap().format.verdict {
        Verdict::Division => assert!(state.division.is_some(), "{id}"),
        Verdict::Judge => assert!(state.scores.is_some(), "{id}"),
        Verdict::Synthesis => assert!(ended(Task::Synthesis), "{id}"),
        Verdict::Summary => assert!(ended(Task::Summary), "{id}"),
        Verdict::None => {}
    }
}

#[test]
fn every_format_comes_to_its_verdict_with_either_kind_of_model() {
    for id in FORMATS {
        for profile in &profiles() {
            let mut world = world(id, profile);
            let mut choices = crate::common::world::choices();
            world.run(&mut choices, 0);
            check(&world, id);
            check_verdict(&world, id);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_format_dies_of_its_models_or_its_viewers(
        which in 0..FORMATS.len(),
        small in any::<bool>(),
        bytes in proptest::collection::vec(any::<u8>(), 8..64),
        trouble in 0_usize..40,
        nosy in 0_usize..12,
    ) {
        let id = FORMATS[which];
        let mut world = world(id, &profiles()[usize::from(small)]);
        let mut choices = Choices { bytes, at: 0 };
        for _ in 0..nosy {
            for _ in 0..9 {
                world.step(&mut choices, trouble);
            }
            if world.state.is_closed() {
                break;
            }
            let seat = world.state.opening.as_ref().unwrap().speakers[0].seat.clone();
            let command = match choices.next(4) {
                0 => Command::Evidence { text: "A report.".into(), source: "the town hall".into(), places: Vec::new() },
                1 => Command::Ask { seat, text: "Why?".into(), halt: Halt::Beside },
                2 => Command::Ask { seat: Seat::moderator(), text: "Who?".into(), halt: Halt::Halting },
                _ => Command::Clarify { seat: None, text: "What is a car?".into() },
            };
            world.command(command);
        }
        world.run(&mut choices, trouble);
        check(&world, id);
    }

    #[test]
    fn every_format_can_be_taken_up_again_from_any_place(
        which in 0..FORMATS.len(),
        bytes in proptest::collection::vec(any::<u8>(), 8..64),
        cut in 1_usize..400,
    ) {
        let id = FORMATS[which];
        let mut world = world(id, &Profile::default());
        let mut choices = Choices { bytes, at: 0 };
        for _ in 0..cut {
            world.step(&mut choices, 0);
        }
        let kept = world.journal.len().saturating_sub(cut % 7);
        world.journal.truncate(kept.max(1));
        world.calls.clear();
        world.state = DebateState::fold(&world.journal);
        world.feed(crate::common::world::taken_up(None));
        world.run(&mut choices, 0);
        check(&world, id);
        check_verdict(&world, id);
    }
}

#[test]
fn a_question_to_the_moderator_is_answered_where_there_is_one_and_refused_elsewhere() {
    for (id, has) in [
        ("clearside", true),
        ("roundtable", true),
        ("structured", false),
    ] {
        let mut world = world(id, &Profile::default());
        let ask = Command::Ask {
            seat: Seat::moderator(),
            text: "What is open?".into(),
            halt: Halt::Beside,
        };
        world.command(ask);
        let refused = world
            .journal
            .iter()
            .any(|record| matches!(record.event, Event::CommandRefused { .. }));
        assert_eq!(refused, !has, "{id}");
    }
}
