//! Tests of what can be done about a failure, from the page that tells of it.

use crossterm::event::KeyCode;

use super::{
    ChamberMode, Command, Msg, Order, ScreenEffect, Ui, draw, fixture::DebateFixture, press, ui,
    update,
};
use crate::{
    debate::{
        ask::{Ask, Cue},
        event::{CallFailure, CallReport, Event, PausedBy},
        ids::{CallId, CommandId, Seat, TurnId},
    },
    panes::situation::RunBy,
    update::OtherModel,
};

/// A debate that waits for somebody's model while others can be had.
fn waiting() -> DebateFixture {
    let mut debate = DebateFixture::speaking();
    let turn = TurnId(debate.state.turns.len() as u32 - 1);
    let (call, seat) = (CallId(debate.state.calls_begun), Seat::named("prop.2"));
    debate.add(Event::CallBegan {
        call,
        ask: Ask::Speech {
            turn,
            cue: Cue::Resume,
        },
        seat: Some(seat.clone()),
    });
    let reason = "the server is out of order (500)".to_owned();
    debate.add(Event::ModelFailed {
        call,
        reason: reason.clone(),
        failure: CallFailure::Unavailable,
        report: CallReport {
            model: "hosted:big".to_owned(),
            tries: 3,
            ..CallReport::default()
        },
    });
    debate.add(Event::Paused {
        command: CommandId::HOUSE,
        by: PausedBy::Unreachable { seat, reason },
    });
    debate
}

#[test]
fn while_a_model_is_waited_for_the_page_of_what_failed_is_told_first_behind_the_way_on() {
    let debate = waiting();
    let screen = draw(&mut ui(), &debate, 80, 24);
    let last = screen.lines().last().unwrap_or_default();
    assert!(last.contains("space try again  ! what failed"), "{last}");
}

#[test]
fn what_can_be_done_about_a_failure_is_done_by_its_key() {
    let debate = waiting();
    for (width, height) in [(80, 24), (120, 40)] {
        let mut ui = ui();
        press(&mut ui, &debate, '!');
        let screen = draw(&mut ui, &debate, width, height);
        insta::assert_snapshot!(format!("failures_{width}x{height}"), screen);
    }
    for (key, command) in [('t', Command::Resume), ('g', Command::GoOnWithout)] {
        let mut ui = ui();
        press(&mut ui, &debate, '!');
        let done = press(&mut ui, &debate, key);
        let id = CommandId(1);
        assert_eq!(done, [ScreenEffect::Send(Order { id, command })]);
        assert!(ui.overlay.is_none(), "{key}");
    }
    let mut ui = ui();
    press(&mut ui, &debate, '!');
    assert_eq!(press(&mut ui, &debate, 'q'), []);
    let asked = draw(&mut ui, &debate, 80, 24);
    assert!(asked.contains("Leave"), "it is asked first: {asked}");
}

#[test]
fn another_model_is_named_for_a_seat_or_for_everything() {
    let debate = waiting();
    let named = |for_whom: &[KeyCode]| {
        let mut ui = ui();
        press(&mut ui, &debate, '!');
        press(&mut ui, &debate, 'm');
        // Nothing is sent without a name.
        let enter = |ui: &mut Ui| update(ui, &debate.state, Msg::Key(KeyCode::Enter.into()));
        assert_eq!(enter(&mut ui), []);
        for key in for_whom {
            update(&mut ui, &debate.state, Msg::Key((*key).into()));
        }
        for c in "local:x".chars() {
            press(&mut ui, &debate, c);
        }
        let screen = draw(&mut ui, &debate, 80, 24);
        (enter(&mut ui), screen)
    };
    let other = |seat: Option<Seat>| {
        let model = "local:x".to_owned();
        [ScreenEffect::LookUp(OtherModel { seat, model })]
    };
    let (done, screen) = named(&[]);
    insta::assert_snapshot!("other_model_80x24", screen);
    assert_eq!(done, other(None), "all have the same");
    assert_eq!(named(&[KeyCode::Tab]).0, other(Some(Seat::named("prop.2"))));
}

#[test]
fn a_model_that_cannot_be_had_is_told_where_it_was_typed_and_nothing_is_let_go_of() {
    let debate = waiting();
    let mut ui = ui();
    press(&mut ui, &debate, '!');
    press(&mut ui, &debate, 'm');
    for c in "local:typo".chars() {
        press(&mut ui, &debate, c);
    }
    let enter = |ui: &mut Ui| update(ui, &debate.state, Msg::Key(KeyCode::Enter.into()));
    let asked = enter(&mut ui);
    let [ScreenEffect::LookUp(other)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert!(draw(&mut ui, &debate, 80, 24).contains("looking for the model"));
    assert_eq!(enter(&mut ui), [], "it is looked for once");
    let why = || Err("the server has no model \"typo\"".to_owned());
    let found = |ui: &mut Ui, found| update(ui, &debate.state, Msg::LookedUp(other, found));
    assert_eq!(found(&mut ui, why()), []);
    let screen = draw(&mut ui, &debate, 80, 24);
    assert!(
        screen.contains("The server has no model") && screen.contains("local:typo"),
        "{screen}"
    );
    // Whoever has typed on meanwhile, or has left the form, is not taken anywhere by the one before.
    enter(&mut ui);
    press(&mut ui, &debate, 's');
    assert_eq!(found(&mut ui, Ok(())), []);
    enter(&mut ui);
    let named = OtherModel {
        model: "local:typos".to_owned(),
        ..other.clone()
    };
    let done = update(&mut ui, &debate.state, Msg::LookedUp(&named, Ok(())));
    assert_eq!(done, [ScreenEffect::GoOnWith(named.clone())]);
    update(&mut ui, &debate.state, Msg::Key(KeyCode::Esc.into()));
    let done = update(&mut ui, &debate.state, Msg::LookedUp(&named, Ok(())));
    assert_eq!(done, []);
}

#[test]
fn what_makes_no_sense_about_a_failure_is_not_offered() {
    let offered = |debate: &DebateFixture, mode: ChamberMode| {
        let mut ui = ui();
        ui.mode = mode;
        press(&mut ui, debate, '!');
        let screen = draw(&mut ui, debate, 120, 40);
        let keys: Vec<bool> = ["t", "g", "m", "q"]
            .into_iter()
            .map(|key| {
                screen
                    .lines()
                    .any(|line| line.contains(&format!("│ {key}  ")))
            })
            .collect();
        let sent = press(&mut ui, debate, 'g');
        assert_eq!(keys.get(1), Some(&!sent.is_empty()), "{screen}");
        keys
    };
    let mut debate = waiting();
    assert_eq!(offered(&debate, ChamberMode::Live), [true; 4]);
    // Where it is steered elsewhere there is nothing to press.
    let elsewhere = ChamberMode::Followed(RunBy::Process(None));
    assert_eq!(offered(&debate, elsewhere), [false; 4]);
    // A server that is gone for everybody: to go on without would be to go on with nobody.
    debate.state.outage.gone = Some("no connection".to_owned());
    assert_eq!(
        offered(&debate, ChamberMode::Live),
        [true, false, true, true]
    );
    // The page that is open while the debate goes on again offers nothing any more.
    let mut ui = ui();
    press(&mut ui, &debate, '!');
    debate.add(Event::Resumed {
        command: CommandId(4),
        goes_on_without: false,
    });
    let record = debate.log.last().unwrap();
    update(&mut ui, &debate.state, Msg::Record(record));
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(
        screen.contains("What failed") && !screen.contains("tries again"),
        "{screen}"
    );
}
