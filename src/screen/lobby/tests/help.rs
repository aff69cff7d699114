//! The help of the lobby, and the line of keys, held to the table in which keys are looked up.

use super::*;
use crate::{
    keymap::{Chord, HelpRow},
    lobby::keys,
};

/// The lobby on each of its screens, with nothing typed.
fn screens() -> Vec<Lobby> {
    let ways: [&[KeyCode]; 4] = [
        &[],
        &[Enter],
        &[Enter, Down, Down, Down, Enter],
        &[Enter, Char('p')],
    ];
    let reached = |way: &&[KeyCode]| {
        let mut lobby = Lobby::new(data(), 1);
        press(&mut lobby, way);
        lobby
    };
    ways.iter().map(reached).collect()
}

#[test]
fn the_help_of_the_lobby_tells_the_keys_of_each_screen() {
    for mut lobby in screens() {
        let place = lobby.place();
        assert!(screen(&mut lobby, 80, 24).contains("? help"), "{place:?}");
        letters(&mut lobby, "?");
        let told = screen(&mut lobby, 120, 110);
        // What is longer goes on in the next row.
        let is_told = |row: &keys::LobbyBinding| {
            let HelpRow { keys, help } = row.help_row();
            let first: String = help.chars().take(40).collect();
            let mut lines = told.lines();
            let behind = |line: &str| {
                let rest = line.split_once(&format!("  {keys} "))?.1.trim_start();
                Some(rest.starts_with(&first))
            };
            lines.any(|line| behind(line) == Some(true))
        };
        for row in keys::ROWS {
            let twin = |one: &keys::LobbyBinding| one.help_row() == row.help_row();
            let counts = keys::rows(place).any(twin);
            assert_eq!(is_told(row), counts, "{place:?}: {row:?}: {told}");
        }
        assert!(
            screen(&mut lobby, 80, 24).contains("esc close"),
            "{place:?}"
        );
        assert_eq!(press(&mut lobby, &[Esc]), None);
        assert_eq!(lobby.place(), place, "the screen is as it was");
        assert!(!screen(&mut lobby, 120, 110).contains("esc close"));
    }
}

#[test]
fn the_help_of_the_settings_says_what_every_row_is_for() {
    let mut lobby = Lobby::new(data(), 1);
    press(&mut lobby, &[Enter]);
    letters(&mut lobby, "?");
    shown("help_settings", &mut lobby);
    let told = screen(&mut lobby, 120, 110);
    for row in [
        "Start the debate",
        "Motion",
        "Format",
        "Seats",
        "Model",
        "Pace",
        "Length",
        "Polls",
        "Referee",
        "Highest cost",
        "Other models",
        "Theme",
    ] {
        assert!(told.contains(row), "{row}: {told}");
    }
}

#[test]
fn in_a_question_its_mark_is_typed_and_another_key_opens_the_help() {
    let mut lobby = Lobby::new(data(), 1);
    letters(&mut lobby, "Is tea better than coffee?");
    assert_eq!(lobby.own(), Some("Is tea better than coffee?"));
    assert!(screen(&mut lobby, 80, 24).contains("f1 help"));
    press(&mut lobby, &[KeyCode::F(1)]);
    assert!(screen(&mut lobby, 80, 24).contains(" Help "));
}

#[test]
fn every_key_of_the_table_is_one_and_means_one_thing_on_a_screen() {
    for place in [
        Place::Motions,
        Place::Motion,
        Place::Settings,
        Place::Personas,
        Place::Card,
        Place::Parts,
        Place::Models,
        Place::Server,
        Place::Presets,
        Place::Name,
    ] {
        let mut seen = Vec::new();
        for (key, _) in keys::rows(place).flat_map(|row| row.keys) {
            // It stands for all letters.
            if *key == "type" {
                continue;
            }
            let chord = Chord::parse(key);
            assert!(chord.is_some(), "{key}");
            assert!(!seen.contains(&chord), "{place:?}: {key}");
            seen.push(chord);
        }
    }
}

#[test]
fn letters_with_control_are_not_typed() {
    let mut lobby = Lobby::new(data(), 1);
    lobby.on_key(KeyEvent::new(Char('x'), KeyModifiers::CONTROL));
    assert!(lobby.filter.is_empty());
}
