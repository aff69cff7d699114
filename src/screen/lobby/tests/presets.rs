//! Presets, and the last debate once more.

use super::*;

fn preset(name: &str, settings: ChosenSettings) -> LobbyPreset {
    LobbyPreset {
        name: name.to_owned(),
        settings: Some(settings),
        fault: None,
    }
}

fn with_presets() -> Lobby {
    let mut lobby = Lobby::new(
        LobbyData {
            presets: vec![
                preset(
                    "long",
                    ChosenSettings {
                        format: Some("panel".to_owned()),
                        scale: Some(2.0),
                        rounds: Some(4),
                        pace: Some(Pace::Live),
                        seed: Some(9),
                        theme: Some("daylight".to_owned()),
                        model: Some("far:large".to_owned()),
                        ..ChosenSettings::default()
                    },
                ),
                preset("plain", ChosenSettings::default()),
            ],
            ..data()
        },
        7,
    );
    press(&mut lobby, &[Enter]);
    lobby
}

#[test]
fn a_preset_sets_what_it_has_and_leaves_the_rest_as_usual() {
    let mut lobby = with_presets();
    at(&mut lobby, Row::Audience);
    letters(&mut lobby, "9");
    press(&mut lobby, &[Char('p')]);
    shown("presets", &mut lobby);
    press(&mut lobby, &[Enter]);
    let setup = lobby.setup().unwrap();
    assert_eq!(setup.seed, Some(9));
    let settings = setup.settings;
    assert_eq!(settings.format.as_deref(), Some("panel"));
    assert_eq!((settings.scale, settings.rounds), (Some(2.0), Some(4)));
    assert_eq!(settings.model.as_deref(), Some("far:large"));
    assert_eq!(lobby.theme(), Some("daylight"));
    assert!(screen(&mut lobby, 80, 24).contains("by the preset “long”"));
    press(&mut lobby, &[Char('p'), Down, Enter]);
    let setup = lobby.setup().unwrap();
    assert_eq!(setup.settings.format.as_deref(), Some("exhibition"));
    assert_eq!((setup.settings.audience, setup.seed), (None, None));
}

#[test]
fn settings_are_saved_under_a_name_and_nothing_is_written_over_unasked() {
    let mut lobby = with_presets();
    at(&mut lobby, Row::Floor);
    press(&mut lobby, &[Right]);
    lobby.on_key(KeyEvent::new(Char('s'), KeyModifiers::CONTROL));
    letters(&mut lobby, "a/b");
    assert_eq!(press(&mut lobby, &[Enter]), None);
    assert!(screen(&mut lobby, 100, 24).contains("The name of a preset has letters"));
    lobby.on_key(KeyEvent::new(Char('u'), KeyModifiers::CONTROL));
    letters(&mut lobby, "plain");
    shown("naming", &mut lobby);
    assert_eq!(press(&mut lobby, &[Enter]), None);
    assert!(screen(&mut lobby, 100, 24).contains("enter again replaces it"));
    let Some(LobbyChoice::SavePreset(name, settings)) = press(&mut lobby, &[Enter]) else {
        panic!("nothing is saved");
    };
    assert_eq!(name, "plain");
    assert_eq!(settings.floor_speeches, Some(1));
    assert_eq!(settings.model.as_deref(), Some("qwen"));
    // Whoever leaves the field has saved nothing.
    lobby.on_key(KeyEvent::new(Char('s'), KeyModifiers::CONTROL));
    letters(&mut lobby, "x");
    assert_eq!(press(&mut lobby, &[Esc]), None);
    assert!(lobby.naming.is_none());
    // What was typed is there again.
    lobby.on_key(KeyEvent::new(Char('s'), KeyModifiers::CONTROL));
    assert_eq!(
        lobby.naming.as_ref().map(|one| one.text.as_str()),
        Some("plainx")
    );
}

#[test]
fn a_preset_is_renamed_and_deleted_where_that_is_said_twice() {
    let mut lobby = with_presets();
    press(&mut lobby, &[Char('p'), Char('r')]);
    letters(&mut lobby, "er");
    assert_eq!(
        press(&mut lobby, &[Enter]),
        Some(LobbyChoice::RenamePreset(
            "long".to_owned(),
            "longer".to_owned()
        ))
    );
    assert_eq!(press(&mut lobby, &[Char('d')]), None);
    assert!(screen(&mut lobby, 80, 24).contains("d again deletes"));
    press(&mut lobby, &[Down]);
    assert_eq!(
        press(&mut lobby, &[Char('d')]),
        None,
        "another one is meant"
    );
    assert_eq!(
        press(&mut lobby, &[Char('d')]),
        Some(LobbyChoice::DeletePreset("plain".to_owned()))
    );
    lobby.presets(Vec::new());
    assert!(screen(&mut lobby, 80, 24).contains("There are none yet"));
    assert_eq!(press(&mut lobby, &[Enter]), None);
}

#[test]
fn the_last_debate_is_set_up_once_more_with_its_motion_and_its_people() {
    let again = |lobby: &mut Lobby| {
        lobby.on_key(KeyEvent::new(Char('a'), KeyModifiers::CONTROL));
    };
    let mut lobby = Lobby::new(data(), 7);
    again(&mut lobby);
    assert!(screen(&mut lobby, 80, 24).contains("No debate was started here before."));
    let sides = [["wilde", "marx", "gone"], ["mill", "burke", "paine"]];
    let last = LastChoice {
        motion: Some("This House would walk to work".to_owned()),
        sides: sides.map(|side| side.map(str::to_owned).to_vec()).to_vec(),
        settings: ChosenSettings {
            format: Some("exhibition".to_owned()),
            model: Some("llama".to_owned()),
            audience: Some(6),
            ..ChosenSettings::default()
        },
    };
    let mut lobby = Lobby::new(
        LobbyData {
            last: Some(last),
            ..data()
        },
        7,
    );
    assert!(screen(&mut lobby, 100, 24).contains("ctrl-a same again"));
    again(&mut lobby);
    assert!(screen(&mut lobby, 100, 24).contains("no longer there is replaced by lot"));
    let setup = opened(press(&mut lobby, &[Enter]));
    let own = "This House would walk to work".to_owned();
    assert_eq!(setup.motion, MotionChoice::Own(own));
    assert_eq!(setup.sides[1], ["mill", "burke", "paine"]);
    assert_eq!(setup.sides[0][..2], ["wilde", "marx"]);
    assert_eq!(setup.settings.audience, Some(6));
    assert_eq!(setup.settings.model.as_deref(), Some("llama"));
}

#[test]
fn a_preset_that_is_changed_beside_the_program_is_told_and_one_that_is_broken_says_why() {
    let mut lobby = with_presets();
    press(&mut lobby, &[Char('p'), Enter]);
    let long = lobby.data.presets[0].clone();
    let mut other = long.clone();
    other.settings.as_mut().unwrap().scale = Some(0.5);
    let broken = LobbyPreset {
        name: "odd".to_owned(),
        settings: None,
        fault: Some("line 2: there is no `judgse`.".to_owned()),
    };
    let fault = LobbyPreset {
        fault: Some("line 1: there is no format `oxfort`.".to_owned()),
        ..preset("near", ChosenSettings::default())
    };
    assert!(lobby.has_presets(&lobby.data.presets.clone()));
    press(&mut lobby, &[Down]);
    lobby.presets_changed(vec![other, fault, broken]);
    let told = lobby.message.clone().unwrap();
    for one in [
        "“long” has changed; p and enter take it",
        "“near” is new: line 1",
        "“odd” is new: line 2: there is no `judgse`.",
        "“plain” is gone.",
    ] {
        assert!(told.contains(one), "{one}: {told}");
    }
    press(&mut lobby, &[Char('p')]);
    shown("presets_broken", &mut lobby);
    press(&mut lobby, &[Down, Down, Enter]);
    assert_eq!(lobby.screen, Screen::Presets, "there is nothing to take");
    assert!(screen(&mut lobby, 80, 24).contains("there is no `judgse`"));
    press(&mut lobby, &[KeyCode::Up, Enter]);
    assert!(screen(&mut lobby, 120, 24).contains("as far as they go: line 1"));
    // Whoever has one marked has it marked still.
    press(&mut lobby, &[Char('p')]);
    lobby.presets(vec![
        long,
        preset("a", ChosenSettings::default()),
        preset("near", ChosenSettings::default()),
    ]);
    assert_eq!(
        lobby.marked_preset().map(|one| one.name.as_str()),
        Some("near")
    );
}
