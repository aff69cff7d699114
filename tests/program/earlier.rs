//! Journals that earlier versions made: they are read, replayed and gone on with as if they were this version's.
//!
//! `tests/samples/earlier/` holds them by the number of their schema, each with a debate of every format that was left in
//! the middle: `schema-7.zip` is of the last version that was one crate, `schema-9.zip` of one in which written
//! turns are read out (half of its debates left by Ctrl-C, half by a process that was killed).

use std::{collections::BTreeSet, io::Read as _};

use hustings::{
    debate::{
        DebateState,
        event::{Event, Record},
    },
    journal::Journal,
};

use super::common::debater::{Debater, Home, json_lines};

const SCHEMA_7: &[u8] = include_bytes!("../samples/earlier/schema-7.zip");
const SCHEMA_9: &[u8] = include_bytes!("../samples/earlier/schema-9.zip");
const FORMATS: usize = 10;

fn home(journal: &[u8]) -> Home {
    let home = Home::new();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(journal)).unwrap();
    let mut bytes = Vec::new();
    let mut file = zip.by_name("journal.db").unwrap();
    file.read_to_end(&mut bytes).unwrap();
    let path = home.write("data/journal.db", "");
    std::fs::write(path, bytes).unwrap();
    home
}

/// A replay of these records can be stopped anywhere, and has there what the records up to there make.
#[cfg(feature = "tui")]
fn is_replayed(records: &[Record], what: &str) {
    use hustings::tui::replay::{Jump, Player};

    let mut player = Player::new(records.to_vec());
    for jump in [0.75, 0.5, 0.25].map(Jump::Fraction) {
        player.seek(jump);
        let until = &records[..player.position()];
        assert!(player.state() == &DebateState::fold(until), "{what}");
    }
    player.seek(Jump::End);
    assert_eq!(player.position(), records.len(), "{what}");
    assert!(player.state() == &DebateState::fold(records), "{what}");
}

/// Without the screen there is no replay.
#[cfg(not(feature = "tui"))]
fn is_replayed(_records: &[Record], _what: &str) {}

#[test]
fn a_journal_of_an_earlier_version_is_read_and_gone_on_with() {
    std::thread::scope(|scope| {
        for journal in [SCHEMA_7, SCHEMA_9] {
            scope.spawn(|| is_read_and_gone_on_with(journal));
        }
    });
}

fn is_read_and_gone_on_with(journal: &[u8]) {
    let (home, debater) = (home(journal), Debater::good());
    let url = debater.server.url();
    let listed = json_lines(&home.run(&["list", "--json"]).ended(0).stdout);
    let formats: BTreeSet<&str> = listed
        .iter()
        .map(|one| one["format_id"].as_str().unwrap())
        .collect();
    assert_eq!(formats.len(), FORMATS, "{formats:?}");
    for one in &listed {
        let (id, format) = (one["debate"].as_str().unwrap(), &one["format_id"]);
        let load = || {
            let journal = Journal::open(&home.path().join("data")).unwrap();
            journal.load(&journal.find(id).unwrap()).unwrap()
        };
        let before = load();
        assert!(!DebateState::fold(&before).is_closed(), "{format}");
        is_replayed(&before, &format.to_string());
        home.run(&["show", id]).ended(0);
        // The servers of that day are not there any more.
        let served = ["--base-url", &url, "--model", "fake-1"];
        let on = ["resume", id, "--headless", "--pace", "instant"];
        home.run(&[&on[..], &served].concat()).ended(0);
        let after = load();
        // What was recorded stays, and is gone on from.
        assert!(
            after.len() > before.len() && after.starts_with(&before),
            "{format}"
        );
        is_replayed(&after, &format.to_string());
        let last = after.last().map(|record| &record.event);
        assert!(matches!(last, Some(Event::Closed { .. })), "{format}");
        let (left, played) = (DebateState::fold(&before), DebateState::fold(&after));
        assert!(played.is_closed(), "{format}");
        assert!(
            played.speeches().count() >= left.speeches().count(),
            "{format}"
        );
        home.run(&[&["eval", id][..], &served].concat()).ended(0);
        let told = home.run(&["export", id, "--to", "markdown"]);
        assert!(
            told.ended(0).stdout.contains("ban private cars"),
            "{format}"
        );
    }
}

#[test]
fn what_stands_before_a_part_that_cannot_be_read_is_shown() {
    let home = home(SCHEMA_9);
    let listed = json_lines(&home.run(&["list", "--json"]).ended(0).stdout);
    let id = listed[0]["debate"].as_str().unwrap();
    let whole = home.run(&["replay", id, "--headless", "--output", "jsonl"]);
    let whole = json_lines(&whole.ended(0).stdout);
    let seq = whole.len() / 2;
    let db = rusqlite::Connection::open(home.path().join("data/journal.db")).unwrap();
    let of_later =
        "UPDATE event SET body = '{\"event\":\"moonrise\"}' WHERE debate = ?1 AND seq = ?2";
    assert_eq!(db.execute(of_later, (id, seq)).unwrap(), 1);
    drop(db);

    let fault = format!("row {seq} of the journal cannot be read");
    let played = home.run(&["replay", id, "--headless", "--output", "jsonl"]);
    let lines = json_lines(&played.ended(1).stdout);
    assert!(!lines.is_empty() && lines.len() < whole.len());
    assert!(whole.starts_with(&lines), "{}", played.stdout);
    assert!(played.stderr.contains(&fault), "{}", played.stderr);
    let shown = home.run(&["show", id]);
    assert!(
        shown.ended(1).stdout.contains("ban private cars"),
        "{}",
        shown.stdout
    );
    assert!(shown.stderr.contains(&fault), "{}", shown.stderr);
    let page = home.path().join("page.md");
    let exported = home.run(&[
        "export",
        id,
        "--to",
        "markdown",
        "--out",
        page.to_str().unwrap(),
    ]);
    assert!(
        exported.ended(1).stderr.contains(&fault),
        "{}",
        exported.stderr
    );
    assert!(
        std::fs::read_to_string(page)
            .unwrap()
            .contains("ban private cars")
    );
    let resumed = home.run(&["resume", id, "--headless"]);
    assert!(
        resumed.ended(1).stderr.contains(&fault),
        "{}",
        resumed.stderr
    );
}
