//! A journal that an earlier version made: it is read and gone on with as if it were one of this version's.
//!
//! `tests/samples/earlier/journal.zip` holds the journal of the last version that was one crate: a debate of each format,
//! left in the middle.

use std::{collections::BTreeSet, io::Read as _};

use hustings::{
    debate::{DebateState, event::Event},
    journal::Journal,
};

use super::common::debater::{Debater, Home, json_lines};

const JOURNAL: &[u8] = include_bytes!("../samples/earlier/journal.zip");
const FORMATS: usize = 10;

fn home() -> Home {
    let home = Home::new();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(JOURNAL)).unwrap();
    let mut bytes = Vec::new();
    let mut file = zip.by_name("journal.db").unwrap();
    file.read_to_end(&mut bytes).unwrap();
    let path = home.write("data/journal.db", "");
    std::fs::write(path, bytes).unwrap();
    home
}

#[test]
fn a_journal_of_an_earlier_version_is_read_and_gone_on_with() {
    let (home, debater) = (home(), Debater::good());
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
