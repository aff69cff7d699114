//! Points of information that come too late.

use hustings::debate::state::PoiStatus;

use super::*;

#[test]
fn a_point_that_nobody_has_decided_on_is_declined_because_the_speech_is_over() {
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
        gesture: "no time was left for it".to_owned(),
    };
    assert_eq!(point.status, over);
}
