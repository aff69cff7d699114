//! Points of information: that there is room for them in short speeches, too; and those of the gallery that come too
//! late, or on which no decision comes.

use std::{collections::BTreeSet, sync::Arc};

use hustings::{
    catalog::Steps,
    debate::{
        answer::PoiDecision,
        decide::Answer,
        event::{CallFailure, CallReport},
        ids::CallId,
        rehearsal,
        state::PoiStatus,
    },
};

use super::*;

/// A debate in whose first speech somebody in the gallery has risen.
fn risen() -> (World, Choices) {
    let mut world = short();
    let mut choices = Choices {
        bytes: vec![1, 2, 3],
        at: 0,
    };
    while world.state.floor().is_none() {
        world.step(&mut choices, 0);
    }
    world.command(Command::GalleryPoint {
        text: "And the buses?".into(),
    });
    (world, choices)
}

#[test]
fn a_point_that_nobody_has_decided_on_is_declined_because_the_speech_is_over() {
    let (mut world, mut choices) = risen();
    let turn = world.state.floor().unwrap().id;
    // The speech goes on; whether the point is taken is never answered.
    while world.state.turn(turn).unwrap().is_open() {
        let mut speech = world.calls.iter();
        let speech = speech.find(|(_, (ask, _))| matches!(ask, Ask::Speech { .. }));
        let call = *speech.unwrap().0;
        world.happen(call, &mut choices, 0);
    }
    let point = world.state.points.last().unwrap();
    let over = PoiStatus::Declined {
        gesture: "the speech ended first".to_owned(),
    };
    assert_eq!(point.status, over);
}

#[test]
fn a_point_of_the_gallery_on_which_no_decision_came_is_told_as_what_it_is() {
    let (mut world, mut choices) = risen();
    let is_asked =
        |(_, (ask, _)): &(&CallId, &(Ask, Vec<String>))| matches!(ask, Ask::PoiAccept { .. });
    let call = loop {
        if let Some((call, _)) = world.calls.iter().find(is_asked) {
            break *call;
        }
        world.step(&mut choices, 0);
    };
    world.feed(Input::Failed {
        call,
        reason: "the server refuses the request (402)".into(),
        raw: String::new(),
        failure: CallFailure::Unavailable,
        report: CallReport::default(),
    });
    let told = world.state.notices.last().unwrap();
    assert!(
        told.contains("gave no decision on your point: the server refuses the request (402)"),
        "{told}"
    );
}

#[test]
fn somebody_may_rise_in_every_speech_however_short_the_viewer_and_the_model_make_it() {
    let large = Profile::default();
    let small = Profile {
        speech_scale: 0.12,
        steps: Steps::OneAtATime,
        ..Profile::default()
    };
    for format in ["exhibition", "world-schools", "british-parliamentary"] {
        for (profile, scale) in [
            (&large, 1.0),
            (&large, 0.2),
            (&large, 0.1),
            (&small, 1.0),
            (&small, 0.2),
            (&small, 0.1),
        ] {
            let options = Options {
                scale,
                ..Options::default()
            };
            let opening = common::opening_in(format, 3, options, profile);
            let (mut open, mut risen) = (BTreeSet::new(), BTreeSet::new());
            rehearsal::hold_at_length(Arc::new(opening), &mut |state, ask| match ask {
                Ask::Speech { turn, .. }
                    if state.poi_rules(state.turn(*turn).unwrap()).is_some() =>
                {
                    open.insert(*turn);
                }
                Ask::PoiOffer { turn } => {
                    risen.insert(*turn);
                }
                _ => {}
            })
            .unwrap();
            assert!(open.len() >= 6, "{format}: {open:?}");
            assert_eq!(open, risen, "{format}, {} of {scale}", profile.speech_scale);
        }
    }
}

#[test]
fn a_small_models_speech_is_not_shortened_to_a_few_words_by_both_scales() {
    let words = |scale: f64, speech_scale: f64| {
        let profile = Profile {
            speech_scale,
            ..Profile::default()
        };
        let options = Options {
            scale,
            ..Options::default()
        };
        let opening = common::opening_in("exhibition", 3, options, &profile);
        let plan = hustings::debate::plan::Plan::of(&opening);
        let mut slots = plan.slots.iter();
        let speech = slots.find(|slot| slot.task == hustings::catalog::Task::Speech);
        speech.unwrap().words
    };
    assert_eq!((words(1.0, 0.12), words(2.0, 0.12)), (160, 319));
    assert_eq!((words(0.5, 0.12), words(0.2, 0.12)), (120, 120));
    // Neither of the two alone is undone.
    assert_eq!((words(0.05, 1.0), words(0.05, 0.12)), (67, 67));
    assert_eq!((words(1.0, 0.05), words(0.2, 0.05)), (67, 67));
}

/// A small model waves every point down in the words of its task, or in none: nobody does the same twice, as long as there
/// are forms for it.
#[test]
fn no_point_is_waved_down_as_another_was() {
    let waved = |gesture: &'static str, seed: u64| {
        let mut world = World::new();
        let mut opening = (*common::opening(0, Options::default(), &Profile::default())).clone();
        opening.seed = seed;
        world.feed(Input::Open(opening.into()));
        world.answers = Some(Box::new(move |_, ask| {
            matches!(ask, Ask::PoiAccept { .. }).then(|| {
                Answer::Decision(PoiDecision {
                    reason: "Not now.".to_owned(),
                    accept: false,
                    gesture: gesture.to_owned(),
                    answer: None,
                })
            })
        }));
        let mut choices = Choices {
            bytes: vec![1, 2, 3],
            at: 0,
        };
        world.run(&mut choices, 0);
        let points = world.state.points.iter();
        let all = points.filter_map(|point| match &point.status {
            PoiStatus::Declined { gesture } => Some(gesture.clone()),
            _ => None,
        });
        let all: Vec<String> = all.filter(|one| one != "the speech ended first").collect();
        all
    };
    for gesture in ["", "Shrugs."] {
        let all = waved(gesture, 3);
        assert!(all.len() >= 3, "{all:?}");
        let first: Vec<&String> = all.iter().take(8).collect();
        let different: BTreeSet<&String> = first.iter().copied().collect();
        assert_eq!(different.len(), first.len(), "{all:?}");
        assert_eq!(all.iter().any(|one| one == "Shrugs"), !gesture.is_empty());
    }
    let of_one = waved("", 1);
    assert_eq!(of_one, waved("", 1), "the same from the same seed");
    assert_ne!(of_one, waved("", 2));
}
