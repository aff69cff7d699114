//! What is kept of choices with which the lobby is left.

use super::*;

/// The lobby as it is opened again after it was left so.
fn again(lobby: &Lobby) -> Lobby {
    Lobby::new(
        LobbyData {
            left: lobby.left_choices(),
            models: Vec::new(),
            ..data()
        },
        9,
    )
}

#[test]
fn whoever_leaves_and_comes_back_finds_what_they_set_up() {
    let own = "This House would walk to work";
    let mut lobby = Lobby::new(data(), 5);
    assert_eq!(lobby.left_choices(), None, "nothing was changed");
    letters(&mut lobby, own);
    press(&mut lobby, &[Enter]);
    at(&mut lobby, Row::Audience);
    letters(&mut lobby, "9");
    at(&mut lobby, Row::Seat(1));
    press(&mut lobby, &[Enter]);
    letters(&mut lobby, "wilde");
    press(&mut lobby, &[Enter]);
    at(&mut lobby, Row::Model);
    press(&mut lobby, &[Right]);
    let chosen = lobby.setup().unwrap();
    // In the row of the model every letter is its name.
    lobby.row = 0;
    assert_eq!(press(&mut lobby, &[Char('q')]), Some(LobbyChoice::Quit));
    let mut back = again(&lobby);
    assert_eq!(back.left_choices(), None, "nothing more was changed");
    let told = screen(&mut back, 100, 24);
    assert!(told.contains(&format!("▸ “{own}”")), "{told}");
    back.found(vec!["qwen".to_owned(), "llama".to_owned()], None);
    press(&mut back, &[Enter]);
    assert_eq!(back.lineup.get(1), lobby.lineup.get(1));
    assert_eq!(back.lineup.get(0), None);
    let setup = back.setup().unwrap();
    assert_eq!(setup.motion, MotionChoice::Own(own.to_owned()));
    assert_eq!(setup.settings.audience, Some(9));
    assert_eq!(setup.settings.model, chosen.settings.model);
    // Once a debate was opened with it, nothing is left.
    back.is_opened();
    assert_eq!(back.left_choices(), None);
}

#[test]
fn a_motion_of_the_list_and_one_that_was_only_typed_are_there_again() {
    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Down, Enter]);
    let mut back = again(&lobby);
    assert_eq!((back.at, back.screen.clone()), (1, Screen::Motions));
    press(&mut back, &[Enter]);
    assert_eq!(back.motion, Some(MotionChoice::Id("tea".to_owned())));
    let mut lobby = Lobby::new(data(), 5);
    letters(&mut lobby, "This House would walk");
    assert_eq!(again(&lobby).own(), Some("This House would walk"));
    // What only filters the list is no motion.
    let mut lobby = Lobby::new(data(), 5);
    letters(&mut lobby, "light tea");
    assert_eq!(lobby.left_choices(), None);
    // Taken back it stays at the end of the list, and can be filtered by.
    let mut lobby = Lobby::new(data(), 5);
    letters(&mut lobby, "This House would walk");
    press(&mut lobby, &[Esc]);
    let told = screen(&mut lobby, 100, 24);
    assert!(told.contains("▸ “This House would walk”"), "{told}");
    letters(&mut lobby, "tea");
    assert_eq!(lobby.own(), None);
    press(&mut lobby, &[Esc]);
    letters(&mut lobby, "walk");
    press(&mut lobby, &[Enter]);
    let own = MotionChoice::Own("This House would walk".to_owned());
    assert_eq!(lobby.motion, Some(own));
}
