//! Tests of the choices of the last debate, with which the lobby begins.

use super::*;

#[test]
fn the_choices_of_the_last_debate_are_those_to_begin_with() {
    let mut first = Lobby::new(data(), 5);
    press(&mut first, &[Enter]);
    let usual = first.setup().unwrap();
    let last = ChosenSettings {
        format: Some("panel".to_owned()),
        model: Some("gone:model".to_owned()),
        pace: Some(Pace::Live),
        scale: Some(0.25),
        rounds: Some(3),
        ..usual.settings
    };
    let with = |last: ChosenSettings| {
        let mut lobby = Lobby::new(
            LobbyData {
                last: Some(LastChoice {
                    settings: last,
                    ..LastChoice::default()
                }),
                pace: Pace::Instant,
                models: Vec::new(),
                ..data()
            },
            5,
        );
        lobby.found(vec!["near:a".to_owned(), "near:b".to_owned()], None);
        press(&mut lobby, &[Enter]);
        lobby.setup().unwrap()
    };
    let setup = with(last.clone());
    assert_eq!(
        (
            setup.settings.format.as_deref(),
            setup.settings.pace,
            setup.settings.scale
        ),
        (Some("panel"), Some(Pace::Live), Some(0.25))
    );
    assert_eq!(
        (setup.settings.rounds, setup.settings.model.as_deref()),
        (Some(3), Some("near:a"))
    );
    // A model that is still there is chosen; a format that is not leaves the rest.
    let other = ChosenSettings {
        format: Some("gone".to_owned()),
        model: Some("near:b".to_owned()),
        ..last
    };
    let setup = with(other);
    assert_eq!(
        (setup.settings.format.as_deref(), setup.settings.pace),
        (Some("exhibition"), Some(Pace::Live))
    );
    assert_eq!(
        (setup.settings.rounds, setup.settings.model.as_deref()),
        (None, Some("near:b"))
    );
    // Where nothing was chosen before, the pace is that of the settings.
    let mut lobby = Lobby::new(
        LobbyData {
            pace: Pace::Instant,
            ..data()
        },
        5,
    );
    press(&mut lobby, &[Enter]);
    assert_eq!(lobby.setup().unwrap().settings.pace, Some(Pace::Instant));
}
