//! The rows of the settings beyond those that every format has: what is typed, what is refused, models for parts of the
//! debate, a motion of one's own.

use super::*;
use crate::debate::{
    ask::Role,
    ids::Seat,
    opening::{Polls, Referee},
};

fn settings() -> Lobby {
    let mut lobby = Lobby::new(data(), 7);
    press(&mut lobby, &[Enter]);
    lobby
}

fn ctrl(lobby: &mut Lobby, letter: char) -> Option<LobbyChoice> {
    lobby.on_key(KeyEvent::new(Char(letter), KeyModifiers::CONTROL))
}

#[test]
fn every_setting_has_its_look_in_its_group() {
    for row in [Row::Referee, Row::Theme] {
        let mut lobby = settings();
        at(&mut lobby, row);
        let name = format!("{row:?}").to_lowercase();
        shown(&format!("settings_{name}"), &mut lobby);
    }
    let mut lobby = settings();
    let told = screen(&mut lobby, 120, 40);
    insta::assert_snapshot!("settings_whole_120x40", told);
}

#[test]
fn settings_change_with_the_arrows() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Enter]);
    for (row, keys) in [
        (Row::Model, &[Right][..]),
        (Row::Pace, &[Right]),
        (Row::Scale, &[Left]),
        (Row::Polls, &[Left]),
        (Row::Floor, &[Right, Right]),
    ] {
        at(&mut lobby, row);
        press(&mut lobby, keys);
    }
    lobby.row = 0;
    let settings = opened(press(&mut lobby, &[Enter])).settings;
    assert_eq!(settings.model.as_deref(), Some("llama"));
    assert_eq!(
        (settings.pace, settings.polls),
        (Some(Pace::Instant), Some(Polls::Ends))
    );
    assert_eq!(
        (settings.scale, settings.floor_speeches),
        (Some(0.5), Some(2))
    );
}

#[test]
fn a_number_is_typed_and_one_out_of_its_bounds_is_refused_with_the_reason() {
    let mut lobby = settings();
    at(&mut lobby, Row::Audience);
    letters(&mut lobby, "12");
    assert_eq!(lobby.set.audience, Some(12));
    assert!(screen(&mut lobby, 80, 24).contains("12▌"));
    letters(&mut lobby, "0");
    let told = screen(&mut lobby, 80, 24);
    assert!(told.contains("120▌"), "{told}");
    assert!(
        told.contains("Audience: 120 was not taken; 24 members are known."),
        "{told}"
    );
    assert_eq!(lobby.set.audience, Some(12), "what was taken stays");
    // Whoever goes on hears of it again, and what was typed is gone.
    press(&mut lobby, &[Down]);
    assert!(screen(&mut lobby, 80, 24).contains("120 was not taken"));
    at(&mut lobby, Row::Audience);
    assert!(screen(&mut lobby, 80, 24).contains("Audience         12 "));
    press(&mut lobby, &[KeyCode::Backspace]);
    assert!(screen(&mut lobby, 80, 24).contains("(as in this format)"));
    for (row, typed, settings) in [
        (
            Row::MaxTokens,
            "1.5M",
            ChosenSettings {
                max_tokens: Some(1_500_000),
                ..ChosenSettings::default()
            },
        ),
        (
            Row::MaxCost,
            "0.75",
            ChosenSettings {
                max_cost: Some(0.75),
                ..ChosenSettings::default()
            },
        ),
        (
            Row::Seed,
            "42",
            ChosenSettings {
                seed: Some(42),
                ..ChosenSettings::default()
            },
        ),
        (
            Row::Judges,
            "5",
            ChosenSettings {
                judges: Some(5),
                ..ChosenSettings::default()
            },
        ),
        (
            Row::Scale,
            "0.3",
            ChosenSettings {
                scale: Some(0.3),
                ..ChosenSettings::default()
            },
        ),
    ] {
        let mut lobby = settings_in(usize::from(row == Row::Judges));
        at(&mut lobby, row);
        letters(&mut lobby, typed);
        assert_eq!(lobby.set, settings, "{row:?}");
    }
}

/// The settings in another format.
fn settings_in(format: usize) -> Lobby {
    let mut lobby = settings();
    at(&mut lobby, Row::Format);
    press(&mut lobby, &vec![Right; format]);
    lobby
}

#[test]
fn a_letter_that_is_no_part_of_a_number_is_a_key_there() {
    let mut lobby = settings();
    at(&mut lobby, Row::Audience);
    letters(&mut lobby, "p");
    assert_eq!(lobby.screen, Screen::Presets);
}

#[test]
fn what_a_format_has_no_use_for_is_no_row_and_not_asked_for() {
    let mut lobby = settings();
    at(&mut lobby, Row::Audience);
    letters(&mut lobby, "9");
    at(&mut lobby, Row::Floor);
    press(&mut lobby, &[Right]);
    at(&mut lobby, Row::Referee);
    press(&mut lobby, &[Left]);
    let chosen = lobby.setup().unwrap().settings;
    assert_eq!((chosen.audience, chosen.floor_speeches), (Some(9), Some(1)));
    // A round table has no audience.
    at(&mut lobby, Row::Format);
    press(&mut lobby, &[Right, Right]);
    assert!(!lobby.rows().contains(&Row::Audience));
    let chosen = lobby.setup().unwrap().settings;
    assert_eq!((chosen.audience, chosen.floor_speeches), (None, None));
    assert_eq!(chosen.referee, Some(Referee::Full));
    // And it waits for a format that has one.
    press(&mut lobby, &[Left, Left]);
    assert_eq!(lobby.setup().unwrap().settings.audience, Some(9));
}

#[test]
fn a_seed_that_is_typed_draws_the_people_and_goes_with_the_debate() {
    let mut lobby = settings();
    at(&mut lobby, Row::Seed);
    letters(&mut lobby, "42");
    assert_eq!(lobby.setup().unwrap().seed, Some(42));
    letters(&mut lobby, "l");
    let drawn = lobby.setup().unwrap();
    let mut other = Lobby::new(data(), 42);
    press(&mut other, &[Enter, Char('l')]);
    assert_eq!(other.setup().unwrap().sides, drawn.sides);
}

#[test]
fn each_part_of_the_debate_can_have_a_model_of_its_own() {
    let mut lobby = settings();
    at(&mut lobby, Row::OtherModels);
    press(&mut lobby, &[Enter]);
    shown("parts", &mut lobby);
    press(&mut lobby, &[Down, Down, Enter]);
    shown("models", &mut lobby);
    // Those of servers that were not asked are there, too.
    letters(&mut lobby, "far");
    press(&mut lobby, &[Enter]);
    let parts = lobby.parts();
    let judge = parts
        .iter()
        .position(|part| *part == ModelPart::Role(Role::Judge));
    let second = Seat::new("prop", 2);
    let seat = parts
        .iter()
        .position(|part| *part == ModelPart::Seat(second.clone()));
    for (part, name) in [(judge, "my:own"), (seat, "llama")] {
        lobby.at = part.unwrap_or(0);
        press(&mut lobby, &[Enter]);
        letters(&mut lobby, name);
        press(&mut lobby, &[Enter]);
    }
    press(&mut lobby, &[Esc]);
    let chosen = lobby.setup().unwrap().settings;
    assert_eq!(chosen.opp_model.as_deref(), Some("far:large"));
    assert_eq!(chosen.seats[&second], "llama");
    if judge.is_some() {
        assert_eq!(chosen.roles[&Role::Judge], "my:own");
    }
    let told = screen(&mut lobby, 120, 40);
    assert!(told.contains("Opposition: far:large"), "{told}");
    // A format without those parts has none of their models.
    at(&mut lobby, Row::Format);
    press(&mut lobby, &[Right, Right]);
    let table = lobby.setup().unwrap().settings;
    assert!(
        table.opp_model.is_none() && table.seats.is_empty(),
        "{table:?}"
    );
    press(&mut lobby, &[Left, Left]);
    at(&mut lobby, Row::OtherModels);
    press(&mut lobby, &[KeyCode::Backspace]);
    assert!(!lobby.setup().unwrap().settings.names_other_models());
}

#[test]
fn a_theme_is_seen_at_once_and_goes_with_the_debate() {
    let mut lobby = settings();
    assert_eq!(lobby.theme(), None);
    at(&mut lobby, Row::Theme);
    press(&mut lobby, &[Right, Right]);
    assert_eq!(lobby.theme(), Some("daylight"));
    assert_eq!(
        lobby.setup().unwrap().settings.theme.as_deref(),
        Some("daylight")
    );
    press(&mut lobby, &[Right]);
    assert_eq!(lobby.theme(), None, "as usual again");
}

#[test]
fn a_motion_is_written_in_a_field_and_its_words_can_be_changed() {
    let mut lobby = Lobby::new(data(), 5);
    letters(&mut lobby, "This House would");
    ctrl(&mut lobby, 'e');
    assert_eq!(lobby.screen, Screen::Motion);
    letters(&mut lobby, " walk?");
    shown("motion_field", &mut lobby);
    press(&mut lobby, &[Enter]);
    let own = MotionChoice::Own("This House would walk?".to_owned());
    assert_eq!(lobby.motion, Some(own.clone()));
    // From its row it is opened again, and what is not taken is kept for the next time.
    at(&mut lobby, Row::Motion);
    press(&mut lobby, &[Char('e'), KeyCode::Backspace, Esc]);
    assert!(screen(&mut lobby, 80, 24).contains("what you wrote is kept"));
    assert_eq!(
        (lobby.screen.clone(), lobby.motion.clone()),
        (Screen::Settings, Some(own))
    );
    press(&mut lobby, &[Char('e')]);
    let told = screen(&mut lobby, 80, 24);
    assert!(
        told.contains("would walk") && !told.contains("walk?"),
        "{told}"
    );
    ctrl(&mut lobby, 'u');
    press(&mut lobby, &[Esc, Char('e')]);
    assert!(screen(&mut lobby, 80, 24).contains("This House would walk?"));
    press(&mut lobby, &[Esc]);
    // One word is no motion; a sentence of the list is that motion.
    press(&mut lobby, &[Char('e')]);
    ctrl(&mut lobby, 'u');
    letters(&mut lobby, "porridge");
    press(&mut lobby, &[Enter]);
    assert_eq!(lobby.screen, Screen::Motion);
    ctrl(&mut lobby, 'u');
    lobby.on_paste("This House Prefers tea\nto coffee");
    press(&mut lobby, &[Enter]);
    assert_eq!(lobby.motion, Some(MotionChoice::Id("tea".to_owned())));
}

#[test]
fn an_estimate_above_a_limit_is_told_as_such() {
    use crate::{
        debate::{ask::Purpose, event::Usage},
        engine::{Estimate, EstimatedCalls},
    };
    let mut lobby = settings();
    let calls = EstimatedCalls {
        calls: 10,
        usage: Usage {
            prompt_tokens: 600_000,
            ..Usage::default()
        },
        ..EstimatedCalls::default()
    };
    let by_purpose = [(Purpose::Speech, calls)].into_iter().collect();
    lobby.estimated(Ok(Estimate {
        by_purpose,
        ..Estimate::default()
    }));
    assert!(!screen(&mut lobby, 120, 40).contains("limit of"));
    at(&mut lobby, Row::MaxTokens);
    letters(&mut lobby, "500k");
    let told = screen(&mut lobby, 120, 40);
    assert!(
        told.contains("That is above your limit") && told.contains("of 500.0k tokens"),
        "{told}"
    );
    assert!(screen(&mut lobby, 40, 12).contains("> limit"));
}
