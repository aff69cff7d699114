//! The line of keys: what it tells does something now, and is told whole.

use super::*;
use crate::keymap::{Context, ROWS};

/// The hints on the line below, one by one; figures at its right do not count.
fn told(ui: &mut Ui, debate: &DebateFixture, width: u16, height: u16) -> Vec<String> {
    let screen = draw(ui, debate, width, height);
    let last = screen.lines().last().unwrap_or_default();
    let hints = last.trim_matches('"').trim().split("  ");
    hints
        .map(|hint| hint.trim().to_owned())
        .filter(|hint| !hint.is_empty())
        .collect()
}

fn type_in(ui: &mut Ui, debate: &DebateFixture, code: KeyCode) {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    update(ui, &debate.state, Msg::Key(key));
}

fn replay(playback: Playback) -> Ui {
    let mut ui = ui();
    ui.mode = ChamberMode::Replay(playback, Speed::Normal);
    ui
}

#[test]
fn hints_are_told_whole_and_help_and_quit_always() {
    for debate in [
        DebateFixture::speaking(),
        DebateFixture::divided(),
        DebateFixture::judged(1),
        DebateFixture::synthesised(),
    ] {
        let all = told(&mut ui(), &debate, 400, 20);
        for width in 40..=160 {
            let mut ui = ui();
            let some = told(&mut ui, &debate, width, 20);
            for word in ["? help", "q quit"] {
                assert!(some.iter().any(|one| one == word), "{width}: {some:?}");
            }
            let keys = some.iter().take_while(|one| *one != "q quit");
            for hint in keys {
                let is_known = all.contains(hint) || hint == "tab panes";
                assert!(is_known, "{width}: \"{hint}\" of {some:?}");
            }
        }
    }
}

#[test]
fn where_all_else_is_found_is_told_before_the_search_that_is_found_there() {
    let told = told(&mut ui(), &DebateFixture::divided(), 60, 20);
    assert!(told.iter().any(|one| one == ": more"), "{told:?}");
}

#[test]
fn the_palette_is_told_where_points_can_be_put_and_a_cost_stands_on_the_line() {
    let debate = DebateFixture::speaking();
    for width in [60, 80, 120] {
        let told = told(&mut ui(), &debate, width, 24);
        assert!(told.iter().any(|one| one == ": more"), "{width}: {told:?}");
    }
}

#[test]
fn beside_what_lies_over_the_chamber_its_keys_are_told_and_no_others() {
    let debate = DebateFixture::speaking();
    let over = DebateFixture::divided();
    for (debate, key, at_80) in [
        (
            &debate,
            'e',
            "ctrl-s hand in|tab source|esc close|ctrl-o file|ctrl-e editor",
        ),
        (
            &debate,
            'a',
            "enter choose|type a name, or the question|ctrl-t pause first|esc close",
        ),
        (&debate, 'c', "enter send|tab speaker|esc close"),
        (&debate, 'p', "enter rise|esc close"),
        (&debate, 'q', "enter choose|↑↓ move|esc stay"),
        (&debate, '?', "↑↓ scroll|pgdn next page|esc close"),
        (&over, '?', "↑↓ scroll|pgdn next page|esc close"),
    ] {
        let mut ui = ui();
        draw(&mut ui, debate, 80, 24);
        press(&mut ui, debate, key);
        let wide = told(&mut ui, debate, 200, 40);
        for (width, height) in SIZES {
            let line = told(&mut ui, debate, width, height);
            let chamber = ["pause", "evidence", "help", "quit", "follow", "search"];
            for word in chamber {
                let is_there = line.iter().any(|hint| hint.ends_with(word));
                assert!(!is_there, "{key} at {width}: {line:?}");
            }
            assert!(
                line.iter().any(|hint| hint.starts_with("esc ")),
                "{key} at {width}: {line:?}"
            );
            let is_first = line.first() == wide.first() || line.len() < 3;
            assert!(is_first, "{key} at {width}: {line:?}");
        }
        let line = told(&mut ui, debate, 80, 24).join("|");
        assert!(line.starts_with(at_80), "{key}: {line}");
        type_in(&mut ui, debate, KeyCode::Esc);
        assert!(told(&mut ui, debate, 80, 24).contains(&"? help".to_owned()));
    }
}

#[test]
fn to_follow_is_offered_where_there_is_more_to_come_than_is_shown() {
    let follow = "f follow".to_owned();
    let mut debate = DebateFixture::long(5);
    let mut ui = ui();
    assert!(!told(&mut ui, &debate, 120, 40).contains(&follow));
    press(&mut ui, &debate, 'g');
    assert!(told(&mut ui, &debate, 120, 40).contains(&follow));
    debate.add(Event::Closed {
        reason: crate::debate::event::CloseReason::Completed,
    });
    assert!(!told(&mut ui, &debate, 120, 40).contains(&follow));
    // It goes to the end all the same.
    press(&mut ui, &debate, 'f');
    assert_eq!(ui.transcript.scroll, Scroll::Follow);
}

#[test]
fn a_search_tells_its_keys_before_all_others() {
    let debate = DebateFixture::speaking();
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut ui = ui();
        press(&mut ui, &debate, '/');
        let line = told(&mut ui, &debate, width, height);
        assert_eq!(line[..2], ["enter find", "esc end search"], "{line:?}");
        type_in(&mut ui, &debate, KeyCode::Char('a'));
        type_in(&mut ui, &debate, KeyCode::Enter);
        let line = told(&mut ui, &debate, width, height);
        assert_eq!(line[0], "n next", "{line:?}");
        assert!(line.contains(&"esc end search".to_owned()), "{line:?}");
        assert!(
            width < 80 || line.contains(&"N previous".to_owned()),
            "{line:?}"
        );
        type_in(&mut ui, &debate, KeyCode::Esc);
        let line = told(&mut ui, &debate, width, height);
        assert_eq!(line[0], "space pause", "{line:?}");
    }
}

#[test]
fn the_help_lists_the_keys_of_this_kind_of_chamber_and_each_does_something_in_it() {
    let written = DebateFixture::structured(1);
    let debate = DebateFixture::speaking();
    let chambers = [
        (ui(), &debate),
        (replay(Playback::Playing), &debate),
        (ui(), &written),
    ];
    for (mut ui, debate) in chambers {
        let mode = ui.mode;
        let has: Vec<bool> = ROWS
            .iter()
            .map(|row| ui.situation(&debate.state).has(row.context))
            .collect();
        press(&mut ui, debate, '?');
        let shown = draw(&mut ui, debate, 120, 300);
        for (row, has) in ROWS.iter().zip(has) {
            // What is longer goes on in the next row.
            let first: String = row.help.chars().take(40).collect();
            assert_eq!(shown.contains(&first), has, "{mode:?}: {}", row.help);
        }
    }
    // What is listed is refused for want of the moment alone, never for want of the place.
    for mut ui in [ui(), replay(Playback::Playing)] {
        let rows = ROWS.iter().filter(|row| {
            ui.situation(&debate.state).has(row.context)
                && !matches!(row.context, Context::Over | Context::Completed)
        });
        for row in rows.collect::<Vec<_>>() {
            ui.message = None;
            ui.overlay = None;
            let key = crate::keymap::Chord::parse(row.keys[0]).unwrap().event();
            update(&mut ui, &debate.state, Msg::Key(key));
            let said = ui.message.as_ref().map(|(text, _)| text.as_str());
            let said = said.unwrap_or_default();
            assert!(!said.contains("replay"), "{}: {said}", row.name);
        }
    }
}

#[test]
fn what_nobody_is_left_to_hear_is_not_offered() {
    let mut debate = DebateFixture::speaking();
    let line = told(&mut ui(), &debate, 200, 20);
    for hint in ["e evidence", "p POI"] {
        assert!(line.contains(&hint.to_owned()), "{line:?}");
    }
    // The verdict is to come, and nobody speaks any more.
    let on = debate.state.floor().map(|turn| turn.id);
    debate.end(on.unwrap(), None);
    let slots = debate.state.plan.slots.clone().into_iter();
    for slot in slots.filter(|slot| slot.task == Task::Speech && slot.index > 21) {
        let turn = debate.begin(slot.seat.as_str(), slot.index, slot.task);
        debate.end(turn, None);
    }
    let mut ui = ui();
    let line = told(&mut ui, &debate, 200, 20);
    assert!(line.contains(&"a ask".to_owned()), "{line:?}");
    for (key, hint, why) in [
        ('e', "e evidence", "nobody is left to speak to evidence"),
        ('p', "p POI", "no speech is left"),
    ] {
        assert!(!line.contains(&hint.to_owned()), "{line:?}");
        press(&mut ui, &debate, key);
        let said = ui.message.as_ref().map(|(text, _)| text.clone());
        assert!(
            said.as_deref().is_some_and(|said| said.contains(why)),
            "{said:?}"
        );
    }
}

#[test]
fn at_the_end_the_moderator_is_asked_and_space_closes() {
    let debate = DebateFixture::synthesised();
    let mut ui = ui();
    for (width, height) in SIZES {
        let screen = draw(&mut ui, &debate, width, height);
        assert!(screen.contains("space close"), "{screen}");
    }
    let screen = draw(&mut ui, &debate, 120, 40);
    assert!(screen.contains("The moderator takes questions"), "{screen}");
    press(&mut ui, &debate, 'a');
    let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    update(&mut ui, &debate.state, Msg::Key(enter));
    update(&mut ui, &debate.state, Msg::Paste("What would settle it?"));
    let sent = update(&mut ui, &debate.state, Msg::Key(enter));
    let [ScreenEffect::Send(order)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    assert!(
        matches!(&order.command, Command::Ask { seat, .. } if seat.is_moderator()),
        "{order:?}"
    );
}
