//! The program as a person has it: in a terminal, with keys. Nothing here waits for a fixed time; whatever is
//! expected is waited for on the screen.
#![cfg(all(unix, feature = "tui"))]
#![allow(clippy::unwrap_used, reason = "a test may fail where it stands")]

#[path = "pty/given_back.rs"]
mod given_back;
#[path = "common/pty.rs"]
mod terminal;

use std::{path::Path, time::Duration};

use crate::common::{debater::Debater, fake_server::Reply, surroundings};
use base64::Engine as _;
use portable_pty::CommandBuilder;
use terminal::{Term, hustings, run, server, settle};

/// Slow enough for a speech to be watched, and fast enough for a test.
const WORDS: Duration = Duration::from_millis(25);

fn home() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A debate in a chamber, with the first speech under way.
fn speaking(home: &Path, url: &str, cols: u16, rows: u16) -> Term {
    let term = Term::start(hustings(home, &run(url)), cols, rows);
    term.wait("Sentence 3 ");
    term
}

/// The rows of the transcript's text, without what changes around it.
fn text_rows(screen: &str) -> Vec<String> {
    let rows = screen.lines().filter(|row| row.contains("▎"));
    rows.take(8)
        .map(|row| {
            row.split('▎')
                .nth(1)
                .unwrap_or_default()
                .chars()
                .take(50)
                .collect()
        })
        .collect()
}

#[test]
fn a_debate_is_watched_and_steered_from_the_keyboard() {
    let (home, url) = (home(), server(WORDS));
    let mut term = speaking(home.path(), &url, 120, 40);
    for title in [
        "Proposition",
        "Opposition",
        "Transcript",
        "Points of information",
        "Ayes",
        "Noes",
    ] {
        term.wait(title);
    }

    // What is read stays where it is while text comes in below.
    term.wait("Sentence 45 ");
    // The help comes and goes, and with it the last of the three keys has been taken in.
    term.send("kkk?");
    term.wait("Keys");
    term.send("\u{1b}");
    term.gone("pause or resume the debate");
    let before = term.wait("lines below");
    let later = term.until("more below", |screen| below(screen) >= below(&before) + 3);
    assert_eq!(text_rows(&before), text_rows(&later));
    term.send("f");
    term.gone("below");

    term.send(" ");
    term.wait("Paused");
    term.send(" ");
    term.gone("Paused");

    term.send("e");
    term.wait("Source");
    term.send("Trams move more people");
    term.send("\u{1b}[200~ than cars.\nThe county counted.\u{1b}[201~");
    term.wait("The county counted.");
    term.send("\u{13}");
    term.gone("Source");
    term.wait("Evidence from the gallery");
    term.wait("Trams move more people than cars.");

    // A file: what is wrong with one is said, and what was typed stays.
    let report = home.path().join("report.md");
    let text = "---\ntitle: The Ferry Report\n---\nThe ferry sank twice.";
    std::fs::write(&report, text).unwrap();
    let begun = report.to_str().unwrap().trim_end_matches("port.md");
    term.send("e");
    term.wait("Source");
    term.send("\u{f}");
    term.send(&format!("\u{1b}[200~{begun}x\u{1b}[201~"));
    term.send("\u{13}");
    term.wait("there is no such file");
    term.send("\u{8}\t");
    term.wait("report.md");
    term.send("\r");
    term.gone("Source");
    term.wait("The ferry sank twice.");
    term.wait("— The Ferry Report");

    term.send("p");
    term.wait("gallery");
    term.send("And who pays?");
    term.wait("And who pays?");
    term.send("\u{13}");
    term.until("the gallery's point is in the house", |screen| {
        screen.contains("The gallery →") && screen.contains("answer is plain")
    });

    term.send("a");
    term.wait("without pausing");
    term.send("\u{1b}");
    term.gone("without pausing");

    term.resize(60, 20);
    term.until("one pane", |screen| {
        screen.contains("Transcript") && !screen.contains("Opposition ─")
    });
    term.resize(120, 40);
    term.wait("Points of information");
    term.send("?");
    term.wait("Keys");
    term.wait("pause or resume the debate");
    term.send("\u{1b}");
    term.gone("pause or resume the debate");

    term.send("q");
    term.wait("Leave");
    term.send("y");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    term.is_given_back();
    let last = output.rfind("\u{1b}[?1049l").unwrap();
    assert!(
        output[last..].contains("hustings resume"),
        "what to type to go on"
    );

    // Taken up again, the debate shows what was said and what was handed in.
    let mut term = Term::start(
        hustings(home.path(), &["resume", "last", "--base-url", &url]),
        120,
        40,
    );
    term.wait("Transcript");
    term.send("/");
    for key in ["Trams", "\r"] {
        term.send(key);
    }
    term.wait("Trams move more people than cars.");
    // Ctrl-C is no other way of leaving.
    term.send("\u{3}");
    term.wait("Leave");
    term.send("y");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    term.is_given_back();
    let last = output.rfind("\u{1b}[?1049l").unwrap();
    assert!(output[last..].contains("hustings resume"));
}

fn below(screen: &str) -> usize {
    let row = screen.lines().find(|row| row.contains("below"));
    row.and_then(|row| {
        row.split('▼')
            .nth(1)?
            .split_whitespace()
            .next()?
            .parse()
            .ok()
    })
    .unwrap_or(0)
}

/// An editor that writes a little behind what it is given, and says nothing.
fn editor(home: &Path) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = home.join("editor");
    let script = "#!/bin/sh\ntext=$(cat \"$1\")\nprintf '%s move the county.' \"$text\" > \"$1\"\n";
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// What `output` puts on the clipboard: the last `ESC ] 52 ; c ; base64` up to its end.
fn copied(output: &str) -> Option<String> {
    let (_, rest) = output.rsplit_once("\u{1b}]52;c;")?;
    let end = rest.find(['\u{7}', '\u{1b}'])?;
    let bytes = base64::engine::general_purpose::STANDARD.decode(&rest[..end]);
    Some(String::from_utf8(bytes.unwrap()).unwrap())
}

#[test]
fn a_speech_is_copied_over_the_wire_and_the_editor_is_handed_what_was_typed() {
    let (home, url) = (home(), server(WORDS));
    let mut command = hustings(home.path(), &run(&url));
    command.env("EDITOR", editor(home.path()));
    let mut term = Term::start(command, 100, 30);
    term.wait("Sentence 3 ");
    term.send(" ");
    term.wait("Paused");
    assert_eq!(copied(&term.output()), None, "nothing is copied unasked");
    term.send("y");
    term.wait("sent to the clipboard");
    let copied = copied(&term.output()).expect("the sequence is there");
    assert!(
        copied.contains("Sentence 1 weighs what this house has heard."),
        "{copied}"
    );
    assert!(!copied.contains('\u{1b}'), "{copied:?}");
    // Nothing of it is drawn.
    assert!(!term.screen().contains("]52;"), "{}", term.screen());

    // While it is paused, the editor of the shell has the evidence, and the terminal.
    term.send("e");
    term.wait("Source");
    term.send("Trams");
    term.wait("Trams");
    term.send("\u{5}");
    term.wait("Trams move the county.");
    assert!(term.is_taken(), "and the chamber is back");
}

#[test]
fn a_question_is_put_to_a_speaker_and_answered() {
    let (home, url) = (home(), server(WORDS));
    let mut term = speaking(home.path(), &url, 100, 30);
    term.send("a");
    term.wait("without pausing");
    term.send("\r");
    term.send("What do you mean by that?");
    term.wait("What do you mean by that?");
    term.send("\u{13}");
    term.wait("My answer is plain enough");
    let screen = term.screen();
    assert!(screen.contains("What do you mean by that?"), "{screen}");
}

#[test]
fn a_debate_on_the_screen_tells_the_shell_whether_something_is_missing() {
    for (lost, code) in [(None, 0), (Some("verdict"), 4)] {
        let debater = Debater::faulty(move |asked| {
            // Of no use, and so nobody waits for another.
            (Some(asked.purpose) == lost).then(|| Reply::text(&["Who can say?"]))
        });
        let home = home();
        let url = debater.server.url();
        let mut args = run(&url);
        args.extend(["--scale", "0.1"]);
        let mut term = Term::start(hustings(home.path(), &args), 100, 30);
        term.until("the debate is over", |screen| {
            screen.contains("q what next")
        });
        term.send("q");
        term.wait("The debate is over");
        // Whatever is looked at after it, the shell is told what came of it.
        if lost.is_some() {
            term.send("p");
            term.wait("as one reads");
        }
        term.send("q");
        let (ended, output) = term.end();
        assert_eq!(ended, code, "{output}");
        assert!(output.contains("hustings show"), "{output}");
    }
}

#[test]
fn without_a_model_the_lobby_says_why() {
    let home = home();
    let mut term = Term::start(
        hustings(home.path(), &["--base-url", "http://127.0.0.1:9/v1"]),
        80,
        24,
    );
    term.wait("no connection");
    // Whoever goes back once too often stays.
    term.send("\u{1b}");
    term.wait("ctrl-c leaves");
    term.send("\u{3}");
    let (code, output) = term.end();
    // Whoever only looked has asked for nothing that could not be had.
    assert_eq!(code, 0, "{output}");
    term.is_given_back();
}

/// The parameters of every sequence that sets looks.
fn looks(output: &str) -> Vec<String> {
    output
        .split("\u{1b}[")
        .skip(1)
        .filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';' && c != ':')?;
            (rest[end..].starts_with('m')).then(|| rest[..end].to_owned())
        })
        .collect()
}

fn is_colour(look: &str) -> bool {
    let mut numbers = look.split([';', ':']).filter_map(|n| n.parse::<u8>().ok());
    numbers.any(|n| matches!(n, 30..=38 | 40..=48 | 90..=97 | 100..=107))
}

/// Whether a look has a colour beyond the sixteen.
fn is_rich(look: &str) -> bool {
    let numbers: Vec<u8> = look
        .split([';', ':'])
        .filter_map(|n| n.parse().ok())
        .collect();
    numbers
        .windows(3)
        .any(|w| matches!(w, [38 | 48, 2, _] | [38 | 48, 5, 16..=255]))
}

#[test]
fn colours_are_those_that_the_terminal_has() {
    let (home, url) = (home(), server(WORDS));
    for (surroundings, coloured, rich) in [
        (vec![("NO_COLOR", "1")], false, false),
        (vec![("TERM", "xterm"), ("COLORTERM", "")], true, false),
        (vec![], true, true),
    ] {
        let mut command = hustings(home.path(), &["--base-url", &url]);
        for (name, value) in &surroundings {
            command.env(name, value);
        }
        let mut term = Term::start(command, 80, 24);
        term.wait("what shall be debated?");
        term.send("\r");
        term.wait("Start the debate");
        term.wait("loud-speaker");
        term.send("\r");
        term.wait("Sentence 3 ");
        term.send("\u{3}");
        term.wait("Leave");
        term.send("y");
        let (_, output) = term.end();
        let looks = looks(&output);
        assert!(!looks.is_empty());
        assert_eq!(
            looks.iter().any(|look| is_colour(look)),
            coloured,
            "{surroundings:?}"
        );
        assert_eq!(
            looks.iter().any(|look| is_rich(look)),
            rich,
            "{surroundings:?}"
        );
    }
}

/// The colour of a theme behind text, as its file has it.
fn ground_of(theme: &str) -> vt100::Color {
    let (catalog, _) = hustings::catalog::Catalog::load(None);
    match catalog.looks(theme).unwrap().role("text").bg {
        Some(hustings::catalog::Colour::Rgb(red, green, blue)) => {
            vt100::Color::Rgb(red, green, blue)
        }
        other => panic!("{theme}: {other:?}"),
    }
}

#[test]
fn the_theme_is_that_of_the_terminal_where_none_is_chosen() {
    let (home, url) = (home(), server(WORDS));
    let white = "\u{1b}]11;rgb:ffff/ffff/f0f0\u{1b}\\";
    let black = "\u{1b}]11;rgb:1010/1010/1010\u{1b}\\";
    let known = "\u{1b}[?62;22c";
    for (ground, chosen, theme) in [
        (Some(white), None, "daylight"),
        (Some(black), None, "hustings"),
        // A terminal that says only what it is, and one that says nothing.
        (Some(""), None, "hustings"),
        (None, None, "hustings"),
        (None, Some("nord"), "nord"),
    ] {
        let mut args = vec!["--base-url", &url];
        args.extend(chosen.into_iter().flat_map(|theme| ["--theme", theme]));
        let mut command = hustings(home.path(), &args);
        command.env_remove("COLORFGBG");
        let mut term = Term::start(command, 80, 24);
        if let Some(ground) = ground {
            let begun = std::time::Instant::now();
            while !term.output().contains("\u{1b}]11;?") {
                assert!(begun.elapsed().as_secs() < 60, "nothing is asked");
                std::thread::sleep(Duration::from_millis(2));
            }
            term.send(&format!("{ground}{known}"));
        }
        term.wait("what shall be debated?");
        let behind = ground_of(theme);
        assert_eq!(term.ground(), behind, "{ground:?}, {chosen:?}");
        // Nothing that the terminal said is taken for keys.
        assert!(!term.screen().contains("rgb:"), "{}", term.screen());
        term.send("\u{3}");
        term.end();
    }
}

#[test]
fn the_mirror_debate_follows_on_the_screen_and_both_are_compared_in_the_shell() {
    let (home, url) = (home(), server(Duration::ZERO));
    let mut args = run(&url);
    args.extend(["--scale", "0.1", "--model", "loud-speaker"]);
    args.extend(["--opp-model", "soft-speaker", "--swap-sides"]);
    let mut term = Term::start(hustings(home.path(), &args), 120, 40);
    // The verdict is drawn before the debate is over.
    term.wait("r refine");
    term.send("q");
    // The second one begins where the first was left.
    term.until("the second debate", |screen| {
        screen.contains("Transcript") && !screen.contains("have it")
    });
    // The verdict is drawn before the debate is over.
    term.wait("r refine");
    term.send("q");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    term.is_given_back();
    let last = output.rfind("\u{1b}[?1049l").unwrap();
    for word in ["loud-speaker", "soft-speaker", "Proposition", "On average"] {
        assert!(output[last..].contains(word), "{word}: {}", &output[last..]);
    }
}

#[test]
fn after_the_debate_the_viewer_is_asked_what_comes_next() {
    let (home, url) = (home(), server(Duration::ZERO));
    let mut args = run(&url);
    args.extend(["--scale", "0.1", "--prop", "gandhi,mill,wollstonecraft"]);
    args.extend(["--opp", "napoleon,smith,machiavelli"]);
    let mut term = Term::start(hustings(home.path(), &args), 120, 40);
    term.wait("q what next");
    term.send("q");
    term.wait("The debate is over");
    // Reading on, and then writing it down; what is there is not written over.
    term.send("\u{1b}");
    term.gone("The debate is over");
    term.send("qw");
    let screen = term.wait("Saved to hustings-");
    let name = screen.split("Saved to ").nth(1).unwrap();
    let name = name.split(".md").next().unwrap().to_owned() + ".md";
    let text = std::fs::read_to_string(home.path().join(&name)).unwrap();
    assert!(text.contains("This House Would rather be heard"), "{text}");
    term.send("qw");
    term.wait("is there already");
    // It is played again, and from its end there is a way on, too.
    term.send("qp");
    term.wait("1x as one reads");
    term.send("G}}}}}}");
    term.wait("q what next");
    // The sides are exchanged, in a debate of its own.
    term.send("qx");
    term.until("the other debate", |screen| {
        let place = |name: &str| screen.find(name);
        !screen.contains("1x") && place("Napoleon") < place("Gandhi")
    });
    term.wait("q what next");
    term.send("ql");
    term.wait("what shall be debated?");
    term.send("\t");
    term.until("both debates", |screen| {
        screen.matches("rather be heard").count() >= 2
    });
    term.send("\u{3}");
    assert_eq!(term.end().0, 0);
    term.is_given_back();
}

#[test]
fn where_a_debate_cannot_be_held_again_the_one_that_was_held_is_still_there() {
    let home = home();
    let debater = Debater::good();
    let url = debater.server.url();
    let mut args = run(&url);
    args.extend(["--scale", "0.1"]);
    let mut term = Term::start(hustings(home.path(), &args), 120, 40);
    term.wait("q what next");
    drop(debater);
    // The server has gone only when nobody answers at its address any more.
    let address = url.trim_start_matches("http://").split('/').next().unwrap();
    let begun = std::time::Instant::now();
    while std::net::TcpStream::connect(address).is_ok() {
        assert!(begun.elapsed().as_secs() < 60, "it is still there");
        std::thread::sleep(Duration::from_millis(10));
    }
    term.send("qn");
    term.wait("no connection to");
    assert!(term.is_taken());
    term.send("qq");
    let (code, output) = term.end();
    assert_eq!(code, 0, "{output}");
    assert!(output.contains("hustings show"), "{output}");
}

#[test]
fn without_an_end_the_first_debate_has_no_mirror() {
    let (home, url) = (home(), server(WORDS));
    let mut args = run(&url);
    args.extend([
        "--model",
        "loud-speaker",
        "--opp-model",
        "soft-speaker",
        "--swap-sides",
    ]);
    let mut term = Term::start(hustings(home.path(), &args), 100, 30);
    term.wait("Sentence 3 ");
    term.send("q");
    term.wait("Leave");
    term.send("y");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    assert!(output.contains("was not begun"), "{output}");
}

#[test]
fn after_the_verdict_the_debate_is_held_again_and_set_beside_itself() {
    let (home, url) = (home(), server(Duration::ZERO));
    let mut args = run(&url);
    args.extend(["--scale", "0.1"]);
    let mut term = Term::start(hustings(home.path(), &args), 120, 40);
    term.wait("r refine");
    term.send("r");
    term.wait("Hold it again");
    term.wait("missed: The matter is plain.");
    term.send("\r");
    // Another chamber, and another verdict.
    term.gone("r refine");
    term.wait("r refine");
    term.send("q");
    term.wait("iterations 1 and 2 of 2");
    for told in ["fidelity", "What iteration 2 was taught", "q leave"] {
        term.wait(told);
    }
    term.send("q");
    assert_eq!(term.end().0, 0);
    term.is_given_back();
    // What there is can be looked at again.
    let args = ["refine", "last", "--show"];
    let mut term = Term::start(hustings(home.path(), &args), 80, 24);
    term.wait("iterations 1 and 2 of 2");
    term.send("q");
    assert_eq!(term.end().0, 0);
    term.is_given_back();
}

#[test]
fn a_replay_is_moved_through_and_ends_on_the_division() {
    let (home, url) = (home(), server(Duration::ZERO));
    let mut args = run(&url);
    args.extend(["--headless", "--scale", "0.1"]);
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_hustings"));
    for name in surroundings::of_the_tester() {
        command.env_remove(name);
    }
    command.args(args).env("HUSTINGS_HOME", home.path());
    let done = command.output().unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let mut term = Term::start(hustings(home.path(), &["replay", "last"]), 100, 30);
    term.wait("1x");
    term.send("]");
    term.wait("Sentence 1 ");
    term.send(" ");
    term.wait("Paused");
    for _ in 0..9 {
        term.send("]");
    }
    term.wait("have it");
    term.send("\u{1b}[D");
    term.send("q");
    assert_eq!(term.end().0, 0);
    term.is_given_back();

    // Whoever chose it in the library is back there, as it was left: with what was searched for.
    let lobby = hustings(home.path(), &["--base-url", "http://127.0.0.1:9/v1"]);
    let mut term = Term::start(lobby, 100, 30);
    term.wait("no connection");
    term.send("\t");
    term.wait("enter replay");
    term.send("/sentence 1 ");
    term.wait("places");
    term.send("\r");
    term.wait("replay from here");
    term.send("\r");
    term.wait("1x");
    term.wait("/Sentence");
    term.send("\u{1b}");
    term.gone("/Sentence");
    term.send("q");
    term.wait("replay from here");
    term.send("\u{1b}");
    // What is deleted is back with a key.
    term.wait("d delete");
    term.send("d");
    term.wait("Deleted 1 debate");
    term.send("u");
    term.wait("1 debate is back");
    term.send("\u{3}");
    assert_eq!(term.end().0, 0);
    term.is_given_back();

    // From what is shown it can go on differently, once the viewer says so.
    let mut term = Term::start(hustings(home.path(), &["replay", "last"]), 100, 30);
    term.wait("1x");
    term.send("]");
    term.wait("Sentence 1 ");
    term.send("b");
    term.wait("What if?");
    term.send("\r");
    term.wait("Here this debate parts from");
    // Nobody was to read the other one.
    term.wait("pace: reading");
    term.wait("space resume");
    // So can the branch, which stays open meanwhile, and is seen beside its own branch.
    term.send("b");
    term.wait("Meanwhile this debate");
    term.send("\r");
    term.wait("is open, too");
    term.send("l");
    term.wait("Side by side");
    term.send("\u{1b}");
    term.gone("Side by side");
    term.send("o");
    term.wait("is open, too");
    term.send(" ");
    term.wait("space pause");
    term.send("q");
    term.wait("Leave");
    term.send("l");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    let last = output.rfind("\u{1b}[?1049l").unwrap();
    // Of each it is said how to go on with it.
    let left = output[last..].matches("hustings resume").count();
    assert_eq!(left, 2, "{output}");
    term.is_given_back();
}

#[test]
fn a_debate_is_watched_from_a_second_terminal() {
    let (home, url) = (home(), server(WORDS));
    let runs = speaking(home.path(), &url, 80, 24);
    // From the lobby, and back there.
    let lobby = hustings(home.path(), &["--base-url", "http://127.0.0.1:9/v1"]);
    let mut term = Term::start(lobby, 100, 30);
    term.wait("no connection");
    term.send("\t");
    term.wait("running now");
    term.wait("enter watch");
    term.send("\r");
    term.wait("watching");
    term.send("q");
    term.wait("the library");
    term.wait("running now");
    term.send("\u{3}");
    assert_eq!(term.end().0, 0);

    let mut term = Term::start(hustings(home.path(), &["watch"]), 100, 30);
    term.wait("Sentence 9 ");
    term.send(" ");
    term.wait("this terminal only watches; the debate is steered where it runs (process ");
    runs.signal("KILL");
    let screen = term.wait("No process runs this debate any more");
    assert!(screen.contains("hustings resume"), "{screen}");
    term.send("q");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    assert!(output.contains("go on with: hustings resume"), "{output}");
    term.is_given_back();
}

#[test]
fn the_lobby_tells_what_a_debate_takes_and_asks_no_model_for_it() {
    let (home, debater) = (home(), Debater::good());
    let url = debater.server.url();
    let mut term = Term::start(hustings(home.path(), &["--base-url", &url]), 120, 40);
    term.wait("what shall be debated?");
    term.send("\r");
    term.wait("tokens read");
    term.wait("price not known of");
    // Another format, and then another length: it is worked out again each time.
    term.send("\u{1b}[B\u{1b}[B\u{1b}[C");
    term.wait("is being worked out");
    term.wait("tokens read");
    let asked = debater.purposes();
    assert!(asked.iter().all(|one| *one == "probe"), "{asked:?}");
    term.send("q");
    term.end();
    term.is_given_back();
}

#[test]
fn the_lobby_begins_with_the_choices_of_the_last_debate() {
    let (home, url) = (home(), server(WORDS));
    let lobby = || {
        let mut term = Term::start(hustings(home.path(), &["--base-url", &url]), 120, 40);
        term.wait("what shall be debated?");
        term.send("\r");
        term.wait("Start the debate");
        term.wait("loud-speaker");
        term
    };
    let mut term = lobby();
    // The next format, and a quarter of its length.
    term.send("\u{1b}[B\u{1b}[B\u{1b}[C");
    term.until("another format", |screen| {
        !screen.contains("Cambridge Union exhibition")
    });
    let format = term.screen();
    let format = format
        .lines()
        .find(|row| row.contains("Format "))
        .unwrap()
        .to_owned();
    term.send("\u{1b}[A\u{1b}[A\r");
    term.gone("Start the debate");
    term.send("\u{3}");
    term.wait("Leave");
    term.send("y");
    term.end();
    let mut term = lobby();
    term.wait(
        format
            .trim_start_matches(['│', '▸', ' '])
            .split("  ")
            .next()
            .unwrap(),
    );
    assert!(
        term.screen().contains(format.trim_matches(['│', '▸', ' '])),
        "{}",
        term.screen()
    );
    term.send("q");
    term.end();
}

#[test]
fn a_debate_that_is_left_for_the_lobby_is_found_again_in_the_library() {
    let (home, url) = (home(), server(WORDS));
    let mut term = speaking(home.path(), &url, 100, 30);
    term.send("q");
    term.wait("Back to the lobby");
    term.send("b");
    term.wait("what shall be debated?");
    term.wait("the library (tab) resumes it");
    term.send("\t");
    term.wait("unfinished");
    term.send("\u{1b}");
    term.wait("what shall be debated?");
    term.send("\u{3}");
    let (ended, output) = term.end();
    assert_eq!(ended, 0, "{output}");
}

#[test]
fn who_was_invented_in_the_lobby_is_kept_as_files() {
    let (home, debater) = (home(), Debater::good());
    let url = debater.server.url();
    let mut term = Term::start(hustings(home.path(), &["--base-url", &url]), 120, 40);
    term.wait("what shall be debated?");
    term.send("\r");
    term.wait("fake-1");
    term.send("aa");
    term.wait("w keeps them as files");
    let folder = home.path().join("config/personas");
    assert!(!folder.exists(), "nobody asked for files");
    term.send("w");
    term.wait("config/personas");
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, 6, "one for each");
}

#[test]
fn a_server_and_its_key_are_entered_in_the_lobby_and_kept_for_the_next_time() {
    use std::os::unix::fs::PermissionsExt as _;

    let (home, debater) = (home(), Debater::good());
    let mut term = Term::start(hustings(home.path(), &[]), 100, 30);
    term.wait("what shall be debated?");
    term.send("\u{b}");
    term.wait("Test the connection");
    term.send(&debater.server.url());
    term.send("\rsk-hunter2-hunter2\r\r\r");
    term.wait("It works: fake-1 has answered");
    term.send("\r");
    term.wait("The key is in");
    let keys = home.path().join("config/keys.toml");
    let mode = std::fs::metadata(&keys).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    term.send("\r");
    term.wait("Start the debate");
    term.wait("local:fake-1");
    term.send("q");
    let (code, output) = term.end();
    assert_eq!(code, 0);
    assert!(!output.contains("hunter2"), "it is not drawn for a moment");
    term.is_given_back();
    // The next time nobody is asked for anything.
    let mut term = Term::start(hustings(home.path(), &[]), 100, 30);
    term.wait("what shall be debated?");
    term.send("\r");
    term.wait("local:fake-1");
    term.send("q");
    term.end();
}
