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

    let mut lobby = Lobby::new(data(), 5);
    press(&mut lobby, &[Down, Enter, Esc]);
    assert_eq!(lobby.at, 1);
    assert_eq!(press(&mut lobby, &[Esc]), None);
    assert!(screen(&mut lobby, 80, 24).contains("ctrl-c leaves"));
}
