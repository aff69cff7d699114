//! The terminal is given back, however the program ends or is stopped.

use super::*;

#[test]
fn a_signal_gives_the_terminal_back_and_the_debate_is_kept() {
    let (home, url) = (home(), server(WORDS));
    let mut term = speaking(home.path(), &url, 80, 24);
    term.signal("TERM");
    let (code, output) = term.end();
    assert_ne!(code, 0);
    assert!(output.contains("hustings resume"), "{output}");
    term.is_given_back();
}

#[test]
fn the_lobby_gives_the_terminal_back_too() {
    let (home, url) = (home(), server(WORDS));
    let lobby = || {
        let term = Term::start(hustings(home.path(), &["--base-url", &url]), 80, 24);
        term.wait("what shall be debated?");
        term
    };
    let mut term = lobby();
    term.resize(60, 20);
    term.until("the lobby at its new size", |screen| {
        screen
            .lines()
            .next()
            .is_some_and(|row| row.contains("Hustings"))
            && screen
                .lines()
                .nth(1)
                .is_some_and(|row| row.chars().count() == 60)
    });
    term.signal("TERM");
    term.end();
    term.is_given_back();

    let mut term = lobby();
    term.send("\r");
    term.wait("Start the debate");
    term.wait("loud-speaker");
    term.send("\r");
    term.wait("Sentence 3 ");
    term.send("q");
    term.wait("Leave");
    term.send("y");
    assert_eq!(term.end().0, 0);
    term.is_given_back();
}

#[test]
fn ctrl_z_stops_the_program_and_fg_brings_the_chamber_back() {
    let (home, url) = (home(), server(WORDS));
    // Only a shell with jobs can be stopped to.
    let mut command = CommandBuilder::new("sh");
    command.arg("-c");
    command.arg("set -m; \"$@\"; echo it has stopped; read _; fg >/dev/null; echo it has ended");
    command.arg("sh");
    command.arg(env!("CARGO_BIN_EXE_hustings"));
    command.args(run(&url));
    settle(&mut command, home.path());
    let mut term = Term::start(command, 80, 24);
    term.wait("Sentence 3 ");
    term.send("\u{1a}");
    term.wait("it has stopped");
    term.is_given_back();
    term.send("\n");
    term.wait("Transcript");
    assert!(term.is_taken());
    term.send("q");
    term.wait("Leave");
    term.send("y");
    term.wait("it has ended");
    term.end();
    term.is_given_back();
}

#[test]
fn a_stop_from_outside_gives_the_terminal_back_as_ctrl_z_does() {
    let (home, url) = (home(), server(WORDS));
    let mut term = Term::start(hustings(home.path(), &run(&url)), 80, 24);
    term.wait("Sentence 3 ");
    term.signal("TSTP");
    term.until("the first screen", |_| !term.is_taken());
    term.is_given_back();
    term.signal("CONT");
    term.until("the chamber", |_| term.is_taken());
    term.wait("Transcript");
    term.send("q");
    term.wait("Leave");
    term.send("y");
    term.end();
    term.is_given_back();
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_speaks() {
    let home = home();
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args([
        "--ignored",
        "--exact",
        "pty::given_back::one_that_panics",
        "--nocapture",
    ]);
    settle(&mut command, home.path());
    let mut term = Term::start(command, 80, 24);
    let (code, output) = term.end();
    assert_ne!(code, 0);
    term.is_given_back();
    let left = output.rfind("\u{1b}[?1049l").unwrap();
    let said = output.find("the house is on fire").unwrap();
    assert!(output[..left].contains("well"), "something was drawn");
    assert!(said > left, "the message is on the first screen");
}

#[test]
#[ignore = "a_panic_gives_the_terminal_back_before_it_speaks runs it in a terminal of its own"]
fn one_that_panics() {
    let mut screen = hustings::tui::terminal::Screen::enter().unwrap();
    screen
        .draw(|frame| frame.render_widget("well", frame.area()))
        .unwrap();
    panic!("the house is on fire");
}

#[test]
fn a_panic_that_is_survived_is_told_on_the_screen_with_where_the_log_is() {
    let home = home();
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args([
        "--ignored",
        "--exact",
        "engine::trouble::one_in_which_a_call_panics",
        "--nocapture",
    ]);
    settle(&mut command, home.path());
    let mut term = Term::start(command, 120, 40);
    term.wait("Part of the program has failed, and the rest goes on. The log in /there has it.");
    assert!(term.is_taken(), "the chamber goes on");
    // Whoever has read it is not told again.
    term.send("j");
    term.gone("Part of the program");
    term.send("q");
    term.wait("Leave");
    term.send("y");
    assert_eq!(term.end().0, 0);
    term.is_given_back();
}
