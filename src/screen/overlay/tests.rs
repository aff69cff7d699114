//! Tests of the overlays: what they take and hand back.

mod evidence;
mod point;
mod what_next;

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::{Terminal, backend::TestBackend};

use super::{editor::Editor, editor::Shape, *};
use crate::{
    catalog::{Profile, Task},
    debate::{
        DebateState,
        command::Halt,
        event::{CloseReason, Event, Record},
        ids::{Seat, TurnId},
        state::DebateStatus,
    },
    effect::{FileForm, NextStep},
    keymap::HelpRow,
    setup::fixture,
    style::ColorSupport,
};

use KeyCode::{Char, Down, Enter, Esc};

fn state() -> DebateState {
    let mut choice = fixture::choice("exhibition", &fixture::PEOPLE);
    choice.motion = "This House Believes that tea is better".to_owned();
    let opening = fixture::resolved(choice, "small", &Profile::default());
    let mut state = DebateState::default();
    let events = [
        Event::Opened(Arc::new(opening)),
        Event::PhaseBegan { phase: 1 },
        Event::TurnBegan {
            turn: TurnId(0),
            slot: 10,
            seat: Seat::new("opp", 2),
            task: Task::Speech,
            attempt: 1,
            target_words: 900,
        },
    ];
    for (seq, event) in events.into_iter().enumerate() {
        let (seq, at_ms) = (seq as u64, 0);
        state.apply(&Record { seq, at_ms, event });
    }
    state
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn control(c: char) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)
}

fn type_in(overlay: &mut dyn Overlay, text: &str) {
    for c in text.chars() {
        assert_eq!(overlay.on_key(key(KeyCode::Char(c))), OverlayOutcome::Stay);
    }
}

fn screen(overlay: &mut dyn Overlay, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let styles = Styles::plain(ColorSupport::None);
    terminal
        .draw(|frame| {
            // As over the chamber: its keys are told by the line below.
            let (area, buf) = (frame.area(), frame.buffer_mut());
            let below = area.height - 1;
            let above = Rect {
                height: below,
                ..area
            };
            overlay.render(above, buf, &styles);
            let line = Rect {
                y: below,
                height: 1,
                ..area
            };
            crate::parts::keys(&overlay.hints(), line, buf, &styles);
        })
        .unwrap();
    terminal.backend().to_string()
}

fn shown(name: &str, overlay: &mut dyn Overlay) {
    for (width, height) in [(80, 24), (40, 12)] {
        insta::assert_snapshot!(
            format!("{name}_{width}x{height}"),
            screen(overlay, width, height)
        );
    }
    // Nothing may panic on a screen that is far too small.
    for (width, height) in [(1, 1), (12, 3), (39, 5)] {
        screen(overlay, width, height);
    }
}

fn rows() -> Vec<HelpRow> {
    [
        ("space", "pause or resume the debate"),
        ("e", "hand all speakers a piece of evidence"),
        ("j / ↓", "one line down"),
    ]
    .map(|(keys, help)| HelpRow {
        keys: keys.to_owned(),
        help,
    })
    .into()
}

#[test]
fn every_overlay_has_its_look() {
    let state = state();
    let mut written = evidence(None);
    written.on_paste("The census of 1801 counted ten million.\n日本 and a line that is long enough to be wrapped at the edge of the field, whatever it is");
    written.on_key(key(KeyCode::Tab));
    type_in(&mut *written, "Census");
    shown("evidence", &mut *written);
    let mut large = evidence(None);
    large.on_paste(&"a line of the long report\n".repeat(40_000));
    shown("evidence_large", &mut *large);
    shown("ask", &mut *ask(&state, None));
    let mut asked = ask(&state, None);
    type_in(&mut *asked, "mill");
    asked.on_key(key(KeyCode::Enter));
    type_in(
        &mut *asked,
        "Is liberty worth more than bread, and to whom?",
    );
    shown("ask_question", &mut *asked);
    shown("clarify", &mut *clarify(&state, None));
    let mut risen = point(&state, None, None);
    type_in(&mut *risen, "And who pays for the road?");
    shown("point", &mut *risen);
    shown("confirm_quit", &mut *confirm(Confirm::Quit, WaysOut::Shell));
    shown(
        "confirm_quit_or_lobby",
        &mut *confirm(Confirm::Quit, WaysOut::ShellOrLobby),
    );
    shown(
        "confirm_adjourn",
        &mut *confirm(Confirm::Adjourn, WaysOut::Shell),
    );
    let mut over = state.clone();
    over.status = DebateStatus::Closed(CloseReason::Completed);
    shown("what_next", &mut *what_next(&over, WhatElse::default()));
    let besides = WhatElse {
        has_beside: true,
        is_paired: true,
    };
    shown("what_next_of_a_branch", &mut *what_next(&over, besides));
    let mut helped = help(&state, &rows());
    shown("help", &mut *helped);
    helped.on_key(key(KeyCode::Char('G')));
    shown("help_end", &mut *helped);
}

#[test]
fn what_was_not_sent_comes_back() {
    let state = state();
    let mut drafts = Drafts::default();
    let mut overlay = evidence(drafts.take(DraftOf::Evidence));
    overlay.on_paste("half a thought");
    overlay.on_key(key(KeyCode::Tab));
    type_in(&mut *overlay, "mine");
    assert_eq!(overlay.on_key(key(KeyCode::Esc)), OverlayOutcome::Close);
    drafts.keep(overlay.draft());

    let mut overlay = ask(&state, None);
    overlay.on_key(key(KeyCode::Char('1')));
    overlay.on_key(control('t'));
    type_in(&mut *overlay, "Why?");
    drafts.keep(overlay.draft());

    let draft = evidence(drafts.take(DraftOf::Evidence)).draft().unwrap();
    assert_eq!(
        (draft.text.as_str(), draft.source.as_str()),
        ("half a thought", "mine")
    );
    assert_eq!(drafts.take(DraftOf::Evidence), None);
    let mut overlay = ask(&state, drafts.take(DraftOf::Ask));
    let OverlayOutcome::Send(Command::Ask { seat, text, halt }) =
        overlay.on_key(key(KeyCode::Enter))
    else {
        panic!("the draft is complete");
    };
    assert_eq!(
        (seat.as_str(), text.as_str(), halt),
        ("prop.1", "Why?", Halt::Halting)
    );
    assert_eq!(point(&state, None, None).draft(), None);
}

#[test]
fn a_speaker_is_chosen_by_arrows_digits_and_letters() {
    let state = state();
    let table: [(&[KeyCode], &str); 6] = [
        // Whoever has the floor is chosen to begin with.
        (&[KeyCode::Enter], "opp.2"),
        (&[KeyCode::Down, KeyCode::Enter], "opp.3"),
        (&[KeyCode::Down, KeyCode::Down, KeyCode::Enter], "prop.1"),
        (&[KeyCode::Char('4')], "opp.1"),
        (
            &[KeyCode::Char('w'), KeyCode::Char('o'), KeyCode::Enter],
            "prop.2",
        ),
        (
            &[KeyCode::Char('m'), KeyCode::Char('i'), KeyCode::Tab],
            "prop.3",
        ),
    ];
    for (keys, expected) in table {
        let mut overlay = ask(&state, None);
        for code in keys {
            overlay.on_key(key(*code));
        }
        type_in(&mut *overlay, "Well?");
        let OverlayOutcome::Send(Command::Ask { seat, halt, .. }) =
            overlay.on_key(key(KeyCode::Enter))
        else {
            panic!("{expected}");
        };
        assert_eq!((seat.as_str(), halt), (expected, Halt::Beside));
    }
}

#[test]
fn letters_that_are_nobodys_name_belong_to_the_question() {
    let state = state();
    for typed in [
        "Why not?",
        " Why not?",
        "¿Why not?",
        "I think not.",
        "And what of it?",
        "Ma non troppo?",
    ] {
        let mut overlay = ask(&state, None);
        // It begins like a name, and goes on otherwise.
        type_in(&mut *overlay, typed);
        let OverlayOutcome::Send(Command::Ask { seat, text, .. }) =
            overlay.on_key(key(KeyCode::Enter))
        else {
            panic!("{typed:?} is lost");
        };
        // Nobody was chosen by it.
        assert_eq!((seat.as_str(), text.as_str()), ("opp.2", typed.trim()));
    }
}

#[test]
fn escape_takes_back_the_letters_before_it_closes() {
    let mut overlay = ask(&state(), None);
    type_in(&mut *overlay, "ada");
    assert_eq!(overlay.on_key(key(KeyCode::Esc)), OverlayOutcome::Stay);
    assert_eq!(overlay.on_key(key(KeyCode::Esc)), OverlayOutcome::Close);
}

#[test]
fn a_clarification_needs_no_name() {
    let state = state();
    let send = |overlay: &mut dyn Overlay| {
        let OverlayOutcome::Send(Command::Clarify { seat, .. }) =
            overlay.on_key(key(KeyCode::Enter))
        else {
            panic!("it is sent");
        };
        seat
    };
    let mut overlay = clarify(&state, None);
    type_in(&mut *overlay, "Which road?");
    assert_eq!(send(&mut *overlay), None);
    overlay.on_key(key(KeyCode::Up));
    overlay.on_key(key(KeyCode::Char('6')));
    assert_eq!(send(&mut *overlay), Some(Seat::new("opp", 3)));
    overlay.on_key(key(KeyCode::Tab));
    overlay.on_key(key(KeyCode::Char('0')));
    assert_eq!(send(&mut *overlay), None);
}

#[test]
fn the_question_before_leaving_is_answered_once() {
    let outcome = |about: Confirm, keys: &[KeyCode]| {
        let mut overlay = confirm(about, WaysOut::Shell);
        let mut last = OverlayOutcome::Stay;
        for code in keys {
            last = overlay.on_key(key(*code));
        }
        last
    };
    let with_control = |about: Confirm, c: char| confirm(about, WaysOut::Shell).on_key(control(c));
    let quit = OverlayOutcome::Do(ScreenEffect::Leave);
    let adjourn = OverlayOutcome::Send(Command::Adjourn);
    assert_eq!(outcome(Confirm::Quit, &[Enter]), quit);
    assert_eq!(outcome(Confirm::Quit, &[Char('q')]), quit);
    assert_eq!(outcome(Confirm::Quit, &[Char('y')]), quit);
    assert_eq!(outcome(Confirm::Quit, &[Esc]), OverlayOutcome::Close);
    assert_eq!(
        outcome(Confirm::Quit, &[Down, Down, Enter]),
        OverlayOutcome::Close
    );
    assert_eq!(outcome(Confirm::Quit, &[Char('X')]), adjourn);
    // Whoever has come from the lobby can be back there; the shell stays what is marked.
    let lobby = OverlayOutcome::Do(ScreenEffect::Next(crate::effect::NextStep::Lobby));
    let mut both = confirm(Confirm::QuitPaused, WaysOut::ShellOrLobby);
    assert_eq!(both.on_key(key(Enter)), quit);
    assert_eq!(both.on_key(key(Char('b'))), lobby);
    let mut shell = confirm(Confirm::QuitPaused, WaysOut::Shell);
    assert_eq!(shell.on_key(key(Char('b'))), OverlayOutcome::Stay);
    let closed = OverlayOutcome::Send(Command::Resume);
    assert_eq!(outcome(Confirm::QuitQuestions, &[Enter]), closed);
    assert_eq!(outcome(Confirm::QuitQuestions, &[Char('q')]), quit);
    assert_eq!(with_control(Confirm::QuitQuestions, 'c'), quit);
    assert_eq!(outcome(Confirm::Quit, &[Char('a')]), OverlayOutcome::Stay);
    assert_eq!(outcome(Confirm::Quit, &[Down, Enter]), adjourn);
    assert_eq!(with_control(Confirm::Quit, 'c'), quit);
    assert_eq!(with_control(Confirm::Quit, 'a'), OverlayOutcome::Stay);
    assert_eq!(with_control(Confirm::Adjourn, 'c'), OverlayOutcome::Close);
    assert_eq!(outcome(Confirm::Adjourn, &[Char('y')]), adjourn);
    assert_eq!(
        outcome(Confirm::Adjourn, &[Char('q')]),
        OverlayOutcome::Stay
    );
}

#[test]
fn a_large_paste_is_one_word_that_goes_as_a_whole() {
    let mut editor = Editor::new(Shape::Prose, "");
    let report = "a line\n".repeat(5000);
    editor.paste("before ");
    editor.paste(&report);
    editor.paste(" after");
    assert_eq!(editor.text(), format!("before {report} after"));
    assert!(
        editor.size().contains("34 kB · 5,001 lines"),
        "{}",
        editor.size()
    );
    for _ in " after".chars() {
        editor.on_key(key(KeyCode::Left));
    }
    // One step over it, and typing lands before it.
    editor.on_key(key(KeyCode::Left));
    editor.on_key(key(KeyCode::Char('x')));
    assert_eq!(editor.text(), format!("before x{report} after"));
    editor.on_key(key(KeyCode::Right));
    editor.on_key(key(KeyCode::Backspace));
    assert_eq!(editor.text(), "before x after");
    editor.on_key(control('z'));
    assert_eq!(editor.text(), format!("before x{report} after"));
}

#[test]
fn a_word_deleted_into_a_fold_takes_the_fold() {
    let mut editor = Editor::new(Shape::Prose, "");
    editor.paste(&"a line\n".repeat(5000));
    editor.on_key(control('w'));
    assert_eq!(editor.text(), "");
    editor.paste(&"b line\n".repeat(5000));
    editor.on_key(key(KeyCode::Home));
    editor.on_key(key(KeyCode::Delete));
    assert!(editor.text().is_empty());
}

#[test]
fn nothing_typed_or_pasted_reaches_the_terminal_as_a_sequence() {
    let mut overlay = evidence(None);
    overlay.on_paste("red \x1b[31mrose\x1b]52;c;aGk=\x07\r\nthorn\u{202e}");
    overlay.on_key(key(KeyCode::Char('\u{200b}')));
    overlay.on_key(key(KeyCode::Char('!')));
    assert_eq!(overlay.draft().unwrap().text, "red rose\nthorn!");
    let mut line = Editor::new(Shape::Line, "");
    line.paste("one\ntwo\x1b[2J");
    line.on_key(key(KeyCode::Enter));
    assert_eq!(line.text(), "one two");
}

#[test]
fn the_help_tells_keys_and_rules() {
    let mut overlay = help(&state(), &rows());
    let mut seen = String::new();
    for _ in 0..60 {
        seen.push_str(&screen(&mut *overlay, 60, 14));
        overlay.on_key(key(KeyCode::Down));
    }
    for wanted in [
        "hand all speakers",
        "Cambridge Union",
        "They are not teams",
        "Floor",
    ] {
        assert!(seen.contains(wanted), "{wanted}");
    }
    assert_eq!(
        overlay.on_key(key(KeyCode::Char('?'))),
        OverlayOutcome::Close
    );
}

#[test]
fn what_a_verdict_would_teach_is_shown_before_the_debate_is_held_again() {
    use crate::debate::correction::{Correction, CorrectionLevel};
    let lesson = |name: &str| crate::refine::comparison::Lesson {
        seat: Seat::named("prop.1"),
        name: name.to_owned(),
        missed: vec![
            "He should have counted the vans that come at four in the morning.".to_owned(),
        ],
        queries: Vec::new(),
        answer: vec!["A price asks everybody.".to_owned()],
        challenges: Vec::new(),
        notes: Vec::new(),
        reinforce: name.len() > 10,
        correction: Correction {
            level: CorrectionLevel(u32::from(name.len() > 10)),
            ..Correction::default()
        },
    };
    let mut overlay = super::refinement(vec![lesson("Gandhi"), lesson("Mary Wollstonecraft")]);
    shown("refinement", &mut *overlay);
    assert_eq!(
        overlay.on_key(key(Enter)),
        OverlayOutcome::Do(ScreenEffect::Refine)
    );
    assert_eq!(overlay.on_key(key(Esc)), OverlayOutcome::Close);
}

#[test]
fn the_passages_that_a_speech_rests_on_are_shown_whole() {
    use crate::debate::passage::{CitationFault, Doubt, Passage};
    let mut state = state();
    let turn = TurnId(0);
    assert!(sources(&state, state.turn(turn).unwrap()).is_none());
    let passages = [
        (
            "Of Tolls (1776), Book V",
            "A toll on the turnpike falls on the carriages of the idle.",
        ),
        (
            "Of Bread, line 12",
            "The baker rises at four, whatever the harvest was like.",
        ),
    ];
    let said = "Tolls are fair: they fall on the idle [1]. I called them \"the ruin of all honest trade\" [1].";
    let doubt = Doubt {
        number: 1,
        sentence: "I called them \"the ruin of all honest trade\".".to_owned(),
        fault: CitationFault::Misquoted {
            words: "the ruin of all honest trade".to_owned(),
        },
    };
    let events = [
        Event::PassagesDrawn {
            turn,
            passages: passages
                .map(|(source, text)| Passage {
                    text: text.to_owned(),
                    source: source.to_owned(),
                    evidence: None,
                })
                .to_vec(),
            numbers: vec![2, 1],
            trouble: None,
        },
        Event::Said {
            turn,
            text: said.to_owned(),
        },
        Event::SourcesChecked {
            turn,
            doubts: vec![doubt],
        },
    ];
    for (seq, event) in (3..).zip(events) {
        state.apply(&Record {
            seq,
            at_ms: 0,
            event,
        });
        if seq == 3 {
            // Before a word is said, what was given is shown.
            let mut given = sources(&state, state.turn(turn).unwrap()).unwrap();
            assert!(screen(given.as_mut(), 80, 24).contains("did not name"));
        }
    }
    let mut page = sources(&state, state.turn(turn).unwrap()).unwrap();
    shown("sources", page.as_mut());
    assert_eq!(page.on_key(key(KeyCode::Char('s'))), OverlayOutcome::Close);
}
