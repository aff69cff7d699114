//! Points of information of the gallery that come too late, or on which no decision comes.

use hustings::debate::{
    event::{CallFailure, CallReport},
    ids::CallId,
    state::PoiStatus,
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
