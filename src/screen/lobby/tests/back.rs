//! The way back through the lobby.

use super::*;

#[test]
fn whoever_goes_back_to_the_motions_finds_theirs_again() {
    let mut lobby = Lobby::new(data(), 5);
    let own = "This House would walk to work";
    letters(&mut lobby, own);
    press(&mut lobby, &[Enter, Esc]);
    let shown = screen(&mut lobby, 100, 24);
    assert!(shown.contains(&format!("▸ “{own}”")), "{shown}");
    let setup = opened(press(&mut lobby, &[Enter, Enter]));
    assert_eq!(setup.motion, MotionChoice::Own(own.to_owned()));

    // Whoever looks at the earlier debates has not given it up, either.
    let mut lobby = Lobby::new(data(), 5);
    letters(&mut lobby, own);
    press(&mut lobby, &[Tab, Tab]);
    let setup = opened(press(&mut lobby, &[Enter, Enter]));
    assert_eq!(setup.motion, MotionChoice::Own(own.to_owned()));

    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Down, Enter, Esc]);
    assert_eq!(lobby.at, 1);
    assert_eq!(press(&mut lobby, &[Esc]), None);
    assert!(screen(&mut lobby, 80, 24).contains("ctrl-c leaves"));
}

#[test]
fn what_another_process_is_running_is_watched() {
    let mut running = data();
    running.debates[0].running = true;
    let mut lobby = Lobby::new(running, 5);
    press(&mut lobby, &[Tab]);
    let shown = screen(&mut lobby, 80, 24);
    assert!(shown.contains("enter watch"), "{shown}");
    assert_eq!(
        press(&mut lobby, &[Enter]),
        Some(LobbyChoice::Watch(DebateId("one".to_owned())))
    );
}
