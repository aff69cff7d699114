//! What is to be otherwise in a branch, asked in a replay and while the debate runs.

use super::*;
use crate::{
    debate::{DebateState, event::CloseReason, ids::DebateId, what_if::WhatIf},
    overlay::Candidate,
    real::{Given, Making, read, records},
    update::{BranchStep, Meanwhile, NextStep},
};

const BRIDGE: &str = include_str!("../../../tests/samples/real/bridge.json");

fn replaying() -> Ui {
    let mut ui = ui();
    ui.mode = ChamberMode::Replay(Playback::Playing, Speed::default());
    ui
}

/// A debate that runs here, and can be left open.
fn running(debate: &DebateFixture) -> Ui {
    let mut ui = ui();
    ui.can_be_left_open = true;
    let mut card = debate.state.speakers()[0].card.clone();
    card.name = "Grace Hopper".to_owned();
    let id = "grace-hopper".to_owned();
    ui.candidates = [Candidate { id, card }].into();
    ui
}

fn strike(ui: &mut Ui, debate: &DebateFixture, code: KeyCode) -> Vec<ScreenEffect> {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(key))
}

fn type_in(ui: &mut Ui, debate: &DebateFixture, text: &str) {
    for c in text.chars() {
        press(ui, debate, c);
    }
}

fn branch(at: u64, change: Option<WhatIf>, meanwhile: Meanwhile) -> ScreenEffect {
    ScreenEffect::Next(NextStep::Branch(Box::new(BranchStep {
        at,
        change,
        meanwhile,
    })))
}

#[test]
fn a_replay_is_branched_from_the_record_that_it_shows() {
    let debate = DebateFixture::speaking();
    let mut ui = replaying();
    let at = debate.state.next_seq - 1;
    let foot = draw(&mut ui, &debate, 160, 40);
    assert!(foot.lines().last().unwrap().contains("b branch"), "{foot}");
    assert_eq!(press(&mut ui, &debate, 'b'), []);
    let drawn = strike(&mut ui, &debate, KeyCode::Enter);
    assert_eq!(drawn, [branch(at, None, Meanwhile::Waits)]);

    // One that is over has nothing to go on with, and what people said cannot go on.
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

#[test]
fn while_a_debate_runs_it_is_asked_what_is_otherwise_and_whether_it_waits() {
    let debate = DebateFixture::speaking();
    let at = debate.state.next_seq - 1;
    let mut ui = running(&debate);
    press(&mut ui, &debate, 'b');
    for (width, height) in [(120, 40), (80, 24)] {
        let drawn = draw(&mut ui, &debate, width, height);
        insta::assert_snapshot!(format!("what_if_{width}x{height}"), drawn);
    }
    // Nothing is begun with nothing typed.
    strike(&mut ui, &debate, KeyCode::Down);
    assert_eq!(strike(&mut ui, &debate, KeyCode::Enter), []);
    type_in(&mut ui, &debate, "No: q is a letter here.");
    let goes_on = KeyEvent::new(KeyCode::Char('g'), KeyModifiers::CONTROL);
    update(&mut ui, &debate.state, Msg::Key(goes_on));
    let drawn = draw(&mut ui, &debate, 80, 24);
    insta::assert_snapshot!("what_if_words_80x24", drawn);
    let words = WhatIf::Words("No: q is a letter here.".to_owned());
    let begun = strike(&mut ui, &debate, KeyCode::Enter);
    assert_eq!(begun, [branch(at, Some(words), Meanwhile::GoesOn)]);

    // Another answer to the point that was waved down, by words of one's own.
    let mut ui = running(&debate);
    press(&mut ui, &debate, 'b');
    strike(&mut ui, &debate, KeyCode::Down);
    strike(&mut ui, &debate, KeyCode::Down);
    type_in(&mut ui, &debate, "I have.");
    let answered = |taken, answer: Option<&str>| WhatIf::Point {
        taken,
        answer: answer.map(str::to_owned),
    };
    let begun = strike(&mut ui, &debate, KeyCode::Enter);
    let taken = answered(true, Some("I have."));
    assert_eq!(begun, [branch(at, Some(taken), Meanwhile::Waits)]);
    strike(&mut ui, &debate, KeyCode::Tab);
    let begun = strike(&mut ui, &debate, KeyCode::Enter);
    let declined = answered(false, None);
    assert_eq!(begun, [branch(at, Some(declined), Meanwhile::Waits)]);
}

#[test]
fn somebody_is_found_by_their_name_for_a_seat_that_has_said_nothing() {
    let debate = DebateFixture::speaking();
    let mut ui = running(&debate);
    press(&mut ui, &debate, 'b');
    for _ in 0..4 {
        strike(&mut ui, &debate, KeyCode::Down);
    }
    type_in(&mut ui, &debate, "hopp");
    let seen = draw(&mut ui, &debate, 120, 40);
    assert!(seen.contains("Grace Hopper in place of"), "{seen}");
    let begun = strike(&mut ui, &debate, KeyCode::Enter);
    let [ScreenEffect::Next(NextStep::Branch(step))] = begun.as_slice() else {
        panic!("{begun:?}")
    };
    let Some(WhatIf::Speaker(other)) = &step.change else {
        panic!("{step:?}")
    };
    assert_eq!(other.persona, "grace-hopper");
    assert!(
        debate
            .state
            .refusal_of(step.change.as_ref().unwrap())
            .is_none()
    );
}

#[test]
fn a_debate_that_cannot_be_left_open_is_branched_once_it_is_over() {
    let debate = DebateFixture::speaking();
    let mut ui = ui();
    assert_eq!(press(&mut ui, &debate, 'b'), []);
    assert!(ui.overlay.is_none());
    assert!(ui.message.unwrap().0.contains("once it is over"));
}

#[test]
fn where_another_debate_is_open_a_key_leads_there() {
    let debate = DebateFixture::speaking();
    let mut ui = running(&debate);
    assert_eq!(press(&mut ui, &debate, 'o'), []);
    assert!(ui.message.take().unwrap().0.contains("no other debate"));
    ui.what_else.is_paired = true;
    let other = ScreenEffect::Next(NextStep::Other);
    assert_eq!(press(&mut ui, &debate, 'o'), [other]);
    assert_eq!(press(&mut ui, &debate, 'l'), []);
    ui.what_else.has_beside = true;
    assert_eq!(press(&mut ui, &debate, 'l'), [ScreenEffect::Beside]);
}

#[test]
fn the_sentence_that_other_words_take_the_place_of_is_read_to_its_end() {
    let mut debate = DebateFixture::speaking();
    let turn = debate.state.floor().unwrap().id;
    let sentence = "I have seen a market defended with science by those who had never stood in one";
    debate.say(turn, &format!(" So it is. {sentence}"));
    let mut ui = running(&debate);
    press(&mut ui, &debate, 'b');
    strike(&mut ui, &debate, KeyCode::Down);
    let drawn = draw(&mut ui, &debate, 80, 24);
    assert!(drawn.contains("never stood in one”. Your words"), "{drawn}");
    assert!(drawn.contains("what is said instead"), "{drawn}");
    // The field stays where there is little room.
    let drawn = draw(&mut ui, &debate, 60, 20);
    assert!(drawn.contains("what is said instead"), "{drawn}");
}
