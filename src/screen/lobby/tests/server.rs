//! The form for a server: what is typed, what is drawn of a key, and what comes of a trial.

use super::*;

const KEY: &str = "sk-proj-8f14e45fceea467fa0e61234567890ab";

fn form() -> Lobby {
    let mut lobby = Lobby::new(data(), 7);
    press(&mut lobby, &[Enter]);
    at(&mut lobby, Row::Server);
    press(&mut lobby, &[Enter]);
    letters(&mut lobby, "https://api.example.com/v1");
    press(&mut lobby, &[Enter]);
    lobby.on_paste(&format!("  {KEY}\n"));
    lobby
}

fn ctrl_k(lobby: &mut Lobby) {
    lobby.on_key(KeyEvent::new(Char('k'), KeyModifiers::CONTROL));
}

fn asked(choice: Option<LobbyChoice>) -> ServerForm {
    match choice {
        Some(LobbyChoice::TryServer(form)) => form,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_key_is_counted_and_neither_drawn_nor_printed() {
    let mut lobby = form();
    shown("server_key", &mut lobby);
    for (width, height) in [(80, 24), (120, 40), (40, 12)] {
        let told = screen(&mut lobby, width, height);
        assert!(!told.contains("8f14") && !told.contains("sk-"), "{told}");
        assert!(told.contains("(40 characters)"), "{told}");
    }
    let form = asked(press(&mut lobby, &[Enter, Enter, Enter]));
    assert_eq!(
        (form.address.as_str(), form.key.as_str()),
        ("https://api.example.com/v1", KEY)
    );
    for printed in [
        format!("{lobby:?}"),
        format!("{:?}", LobbyChoice::TryServer(form)),
    ] {
        assert!(!printed.contains("8f14"), "{printed}");
    }
}

#[test]
fn a_server_is_tried_out_stopped_and_kept() {
    let mut lobby = form();
    asked(press(&mut lobby, &[Down, Down, Enter]));
    lobby.server_is_asked("asking https://api.example.com/v1 for its models …");
    shown("server_asked", &mut lobby);
    // While it is asked, nothing changes but that it is stopped.
    assert_eq!(press(&mut lobby, &[Char('x'), Down, Enter]), None);
    assert_eq!(press(&mut lobby, &[Esc]), Some(LobbyChoice::StopTrying));
    assert!(screen(&mut lobby, 80, 24).contains("The test was stopped."));
    asked(press(&mut lobby, &[Enter]));
    lobby.server_failed("https://api.example.com/v1 refuses the key: copy it again, whole.");
    shown("server_refused", &mut lobby);
    asked(press(&mut lobby, &[Enter]));
    lobby.server_answered("small", vec!["small".to_owned(), "large".to_owned()]);
    shown("server_answered", &mut lobby);
    let Some(LobbyChoice::KeepServer(form)) = press(&mut lobby, &[Enter]) else {
        panic!("it is not kept");
    };
    assert_eq!(form.model, "small");
    // Another model of its list is a step away; what was found out holds for it no more.
    press(&mut lobby, &[KeyCode::Up, KeyCode::Up, Right]);
    let told = screen(&mut lobby, 80, 24);
    assert!(
        told.contains("large▌") && !told.contains("It works"),
        "{told}"
    );
    lobby.server_kept("example:large", "The key is in keys.toml.".to_owned());
    assert_eq!(
        (lobby.screen.clone(), lobby.model.as_str()),
        (Screen::Settings, "example:large")
    );
    assert!(lobby.form.is_none(), "the key is gone");
    lobby.found(vec!["example:small".to_owned()], None);
    assert_eq!(
        lobby.setup().unwrap().settings.model.as_deref(),
        Some("example:large")
    );
}

#[test]
fn whoever_leaves_the_form_is_back_where_it_was_opened() {
    let mut lobby = Lobby::new(data(), 7);
    letters(&mut lobby, "This House would");
    lobby.on_key(KeyEvent::new(Char('k'), KeyModifiers::CONTROL));
    shown("server_empty", &mut lobby);
    assert_eq!(press(&mut lobby, &[Esc]), None);
    assert_eq!(lobby.own(), Some("This House would"));
    // Where none is found, the key for it is told.
    lobby.found_nothing();
    assert!(screen(&mut lobby, 120, 24).contains("ctrl-k key or server"));
    // An address among the models is entered here.
    let mut lobby = Lobby::new(data(), 7);
    press(&mut lobby, &[Enter]);
    at(&mut lobby, Row::Model);
    press(&mut lobby, &[Enter]);
    letters(&mut lobby, "http://localhost:8080/v1");
    press(&mut lobby, &[Enter]);
    assert!(screen(&mut lobby, 80, 24).contains("Address  http://localhost:8080/v1"));
    // Nothing is kept of an empty form.
    let mut lobby = Lobby::new(data(), 7);
    lobby.on_key(KeyEvent::new(Char('k'), KeyModifiers::CONTROL));
    let keep = KeyEvent::new(Char('s'), KeyModifiers::CONTROL);
    assert_eq!(lobby.on_key(keep), None);
}

#[test]
fn what_was_entered_and_left_is_there_again() {
    let mut lobby = Lobby::new(data(), 7);
    ctrl_k(&mut lobby);
    letters(&mut lobby, "https://a.example/v1");
    press(&mut lobby, &[Enter]);
    lobby.on_paste(KEY);
    press(&mut lobby, &[Esc]);
    assert!(screen(&mut lobby, 120, 24).contains("what you entered is kept"));
    ctrl_k(&mut lobby);
    let told = screen(&mut lobby, 80, 24);
    assert!(
        told.contains("https://a.example/v1") && told.contains("(40 characters)"),
        "{told}"
    );
    lobby.go_to_form(Some("https://other.example/v1"));
    let told = screen(&mut lobby, 80, 24);
    assert!(
        !told.contains("characters)"),
        "a key goes to no other address: {told}"
    );
    press(&mut lobby, &[Esc]);
}
