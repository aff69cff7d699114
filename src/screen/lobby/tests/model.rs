//! The row of the model: a name is typed anew, and one that nobody knows brings those that there are.

use super::*;

fn at_model() -> Lobby {
    let mut lobby = Lobby::new(data(), 1);
    lobby.on_key(KeyEvent::from(Enter));
    while lobby.current() != Row::Model {
        lobby.on_key(KeyEvent::from(Down));
    }
    lobby
}

fn model(lobby: &Lobby) -> &str {
    &lobby.model
}

#[test]
fn the_first_letter_begins_a_new_name_and_a_cursor_stands_behind_it() {
    let mut lobby = at_model();
    assert_eq!(model(&lobby), "qwen");
    assert!(!screen(&mut lobby, 80, 24).contains('▌'));
    letters(&mut lobby, "lla");
    assert_eq!(model(&lobby), "lla");
    assert!(screen(&mut lobby, 80, 24).contains("lla▌"));
    lobby.on_key(KeyEvent::new(Char('u'), KeyModifiers::CONTROL));
    assert_eq!(model(&lobby), "");
    letters(&mut lobby, "mine");
    lobby.on_key(KeyEvent::from(KeyCode::Backspace));
    assert_eq!(model(&lobby), "min");
    // Another row, and back: the name stands, and the next letter begins another one.
    lobby.on_key(KeyEvent::from(Down));
    lobby.on_key(KeyEvent::from(KeyCode::Up));
    assert!(!screen(&mut lobby, 80, 24).contains('▌'));
    lobby.on_paste("other");
    assert_eq!(model(&lobby), "other");
    // Whoever takes back a letter goes on with the name that stands there.
    lobby.on_key(KeyEvent::from(Right));
    assert_eq!(model(&lobby), "qwen");
    lobby.on_key(KeyEvent::from(KeyCode::Backspace));
    letters(&mut lobby, "3");
    assert_eq!(model(&lobby), "qwe3");
}

#[test]
fn a_name_that_is_not_known_brings_the_nearest_of_those_that_are() {
    let mut lobby = at_model();
    lobby.data.models = [
        "b:nothing-alike",
        "a:lama-3",
        "a:llama-3",
        "a:llama-2",
        "c:else",
    ]
    .map(str::to_owned)
    .into();
    letters(&mut lobby, "a:llama-33");
    lobby.refuse("there is no model \"llama-33\" at http://127.0.0.1:9/v1");
    let told = lobby.message.clone().unwrap_or_default();
    let named = "Found: a:llama-3, a:lama-3, a:llama-2 and 2 more.";
    assert!(told.ends_with(named), "{told}");
    lobby.model = "a:llama-3".to_owned();
    lobby.refuse("no answer came");
    assert_eq!(lobby.message.as_deref(), Some("no answer came"));
}

#[test]
fn whoever_looks_again_in_vain_is_told() {
    let notice = Some("No model was found. Start one with: ollama serve".to_owned());
    let none = LobbyData {
        models: Vec::new(),
        notice: notice.clone(),
        ..data()
    };
    let mut lobby = Lobby::new(none, 1);
    // It is looked for as soon as the settings are entered, and whenever that is wanted.
    let looks = press(&mut lobby, &[Enter]);
    assert!(matches!(looks, Some(LobbyChoice::Look)), "{looks:?}");
    lobby.found(Vec::new(), notice.clone());
    press(&mut lobby, &[Down]);
    let shown = screen(&mut lobby, 120, 40);
    assert!(shown.contains("ctrl-r look for a model again"), "{shown}");
    let again = KeyEvent::new(Char('r'), KeyModifiers::CONTROL);
    assert_eq!(lobby.on_key(again), Some(LobbyChoice::Look));
    lobby.found(Vec::new(), notice);
    let shown = screen(&mut lobby, 80, 24);
    assert!(
        shown.contains("No model was found this time either."),
        "{shown}"
    );
}

#[test]
fn where_a_model_can_be_fetched_the_house_may_be_opened_without_one() {
    let mut lobby = Lobby::new(
        LobbyData {
            models: Vec::new(),
            search: ModelSearch::On,
            ..data()
        },
        5,
    );
    lobby.found_nothing();
    press(&mut lobby, &[KeyCode::Enter]);
    assert!(screen(&mut lobby, 80, 24).contains("you are asked when you start"));
    assert_eq!(
        opened(press(&mut lobby, &[KeyCode::Enter])).settings.model,
        None
    );
}

#[test]
fn without_a_model_the_house_stays_shut_until_one_is_named() {
    let notice = Some("No model.".to_owned());
    let mut lobby = Lobby::new(
        LobbyData {
            models: Vec::new(),
            notice,
            ..data()
        },
        5,
    );
    // It may be there by now.
    let look = press(&mut lobby, &[KeyCode::Enter]);
    assert_eq!(look, Some(LobbyChoice::Look));
    assert!(screen(&mut lobby, 80, 24).contains("Looking for a model once more"));
    assert_eq!(press(&mut lobby, &[KeyCode::Enter]), None);
    assert!(screen(&mut lobby, 80, 24).contains("one moment"));
    lobby.found(Vec::new(), Some("No model.".to_owned()));
    assert_eq!(
        press(&mut lobby, &[KeyCode::Enter]),
        Some(LobbyChoice::Look)
    );
    lobby.found(Vec::new(), Some("No model.".to_owned()));
    at(&mut lobby, Row::Model);
    letters(&mut lobby, "small");
    let setup = opened(press(&mut lobby, &[KeyCode::Enter, KeyCode::Enter]));
    assert_eq!(setup.settings.model.as_deref(), Some("small"));
}
