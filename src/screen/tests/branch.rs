//! A replay that is left for a branch.

use super::*;
use crate::{
    debate::{DebateState, event::CloseReason, ids::DebateId},
    real::{Given, Making, read, records},
    update::NextStep,
};

const BRIDGE: &str = include_str!("../../../tests/samples/real/bridge.json");

fn replaying() -> Ui {
    let mut ui = ui();
    ui.mode = ChamberMode::Replay(Playback::Playing, Speed::default());
    ui
}

#[test]
fn a_replay_is_branched_from_the_record_that_it_shows() {
    let debate = DebateFixture::speaking();
    let mut ui = replaying();
    let at = debate.state.next_seq - 1;
    let branch = ScreenEffect::Next(NextStep::Branch { at });
    assert_eq!(press(&mut ui, &debate, 'b'), [branch]);
    let foot = draw(&mut ui, &debate, 160, 40);
    assert!(foot.lines().last().unwrap().contains("b branch"), "{foot}");

    // A live debate has not left that place yet; one that is over has nothing to go on with.
    let mut live = super::ui();
    assert_eq!(press(&mut live, &debate, 'b'), []);
    assert!(live.message.unwrap().0.contains("only in a replay"));
    let read = read(BRIDGE, &Given::default()).unwrap().debate;
    let making = Making {
        debate: DebateId("d".into()),
        now_ms: 0,
        like: None,
    };
    let mut held = DebateFixture::default();
    held.state = DebateState::fold(&records(&read, &making)[..4]);
    let mut ui = replaying();
    assert_eq!(press(&mut ui, &held, 'b'), []);
    assert!(ui.message.unwrap().0.contains("people held this debate"));
    let mut over = DebateFixture::divided();
    over.add(Event::Closed {
        reason: CloseReason::Completed,
    });
    let mut ui = replaying();
    assert_eq!(press(&mut ui, &over, 'b'), []);
    assert!(ui.message.unwrap().0.contains("go back"));
}
