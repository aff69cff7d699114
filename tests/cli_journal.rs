//! What people do with debates that are kept: the list, the text, the calls, documents, deletion.

// The setting for tests does not reach their helpers.
#![allow(clippy::unwrap_used)]

use crate::samples;

use std::{
    io::{self, Write},
    sync::Arc,
};

use hustings::{
    cli::journal::{
        Deletion, Existing, ListAs, ListedDebates, calls, delete, export, house, list, list_some,
        save, show,
    },
    debate::{
        DebateState,
        ask::Ask,
        event::{CallReport, Event, Record},
        ids::{CallId, DebateId, TurnId},
    },
    error::Exit,
    export::{Form, Notes, Wishes},
    host::watch::to_watch,
    journal::{CompletionStatus, DebateFilter, Journal, Tag, TagChange},
};
use jiff::tz::TimeZone;

/// Without private notes, in lines of sixty columns.
const AS_TEXT: (Notes, usize) = (Notes::LeftOut, 60);

fn id() -> DebateId {
    DebateId(samples::ID.into())
}

/// A journal with the sample debate whole and a second one just opened.
async fn journal(folder: &std::path::Path) -> Journal {
    let journal = Journal::open(folder).unwrap();
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    let records = samples::debate(samples::ID).into_iter().map(Arc::new);
    writer.append(records.collect()).await.unwrap();
    writer.close().await;
    let mut opening = samples::opening("0190a5e2-7b1c-7def-8abc-00000000cdef");
    opening.opened_ms += 7_200_000;
    opening.motion.motion =
        "This House would rather listen to very long motions\u{1b}[31m than read them all".into();
    let writer = journal.create(&opening).unwrap();
    let mut opened = samples::debate(samples::ID).remove(0);
    opened.event = Event::Opened(Arc::new(opening));
    writer.append(vec![Arc::new(opened)]).await.unwrap();
    writer.close().await;
    journal
}

fn text(write: impl FnOnce(&mut dyn Write)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).unwrap()
}

#[tokio::test]
async fn what_a_process_is_running_is_marked_in_the_list() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path()).await;
    let open = DebateId("0190a5e2-7b1c-7def-8abc-00000000cdef".into());
    let told = |form| text(|out| list(&journal, out, form, &TimeZone::UTC).unwrap());
    let table = || told(ListAs::Table(usize::MAX));
    assert!(!table().contains("running"), "{}", table());
    let (writer, _) = journal.resume(&open).unwrap();
    let marked = table();
    let row = marked.lines().find(|line| line.contains("running now"));
    assert!(row.is_some_and(|row| row.contains("0000cdef")), "{marked}");
    assert!(!marked.contains("unfinished"), "{marked}");
    let lines = told(ListAs::Lines);
    assert!(lines.contains(r#""running":true"#), "{lines}");
    writer.close().await;
    assert!(table().contains("unfinished"), "{}", table());
}

#[tokio::test]
async fn what_is_watched_is_what_runs_else_the_newest_that_is_not_over() {
    let dir = tempfile::tempdir().unwrap();
    let empty = Journal::open(dir.path()).unwrap();
    let none = to_watch(&empty, None).unwrap_err();
    assert_eq!(none.exit, Exit::BadInput);
    drop(empty);
    let journal = journal(dir.path()).await;
    let older = DebateId("0190a5e2-7b1c-7def-8abc-00000000cdef".into());
    assert_eq!(to_watch(&journal, None).unwrap(), older);
    let mut opening = samples::opening("0190a5e2-7b1c-7def-8abc-0000000000ff");
    opening.opened_ms += 14_400_000;
    let newer = opening.debate.clone();
    let writer = journal.create(&opening).unwrap();
    let mut opened = samples::debate(samples::ID).remove(0);
    opened.event = Event::Opened(Arc::new(opening));
    writer.append(vec![Arc::new(opened)]).await.unwrap();
    writer.close().await;
    assert_eq!(to_watch(&journal, None).unwrap(), newer);
    let (writer, _) = journal.resume(&older).unwrap();
    assert_eq!(to_watch(&journal, None).unwrap(), older);
    assert_eq!(to_watch(&journal, Some("last")).unwrap(), newer);
    assert_eq!(to_watch(&journal, Some("89ab")).unwrap(), id());
    writer.close().await;
    assert_eq!(to_watch(&journal, None).unwrap(), newer);
}

#[tokio::test]
async fn the_list_lines_up_and_is_in_local_time() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path()).await;
    let zone = TimeZone::fixed(jiff::tz::offset(2));
    insta::assert_snapshot!(text(|out| list(
        &journal,
        out,
        ListAs::Table(usize::MAX),
        &zone
    )
    .unwrap()));
    for width in [80, 100, 120] {
        let table = text(|out| list(&journal, out, ListAs::Table(width), &zone).unwrap());
        for line in table.lines() {
            assert!(line.chars().count() <= width, "{width}: {table}");
        }
        for part in ["456789ab", "Believes that", "2/4", "Opposition"] {
            assert!(table.contains(part), "{width}: {table}");
        }
    }
    let lines = text(|out| list(&journal, out, ListAs::Lines, &zone).unwrap());
    let debates: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(debates.len(), 2);
    assert_eq!(debates[1]["result"], "Opposition, 1 to 0, narrow");
    assert_eq!(debates[0]["status"], "unfinished");
}

#[tokio::test]
async fn an_empty_journal_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let said = text(|out| list(&journal, out, ListAs::Table(usize::MAX), &TimeZone::UTC).unwrap());
    assert!(said.contains("hustings run"), "{said}");
    assert!(text(|out| list(&journal, out, ListAs::Lines, &TimeZone::UTC).unwrap()).is_empty());
}

#[tokio::test]
async fn a_debate_is_shown_with_its_summary_first() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path()).await;
    let shown = text(|out| show(&journal, &id(), out, AS_TEXT, &TimeZone::UTC).unwrap());
    let first = shown.lines().next().unwrap();
    assert_eq!(
        first,
        format!(
            "{}  2025-10-09 08:53  Opposition, 1 to 0, narrow (7 missing), 2 of 4 turns, 00:03, cost 0.02",
            samples::ID
        )
    );
    let words: Vec<&str> = shown.split_whitespace().collect();
    let words = words.join(" ");
    for told in [
        "The bus is a parlour.",
        "The debate is over. So the Noes have it",
    ] {
        assert!(words.contains(told), "{told}: {shown}");
    }
    let told = text(|out| calls(&journal, &id(), out).unwrap());
    assert!(told.contains("ballot_before") && told.contains("Critical path"));
    let unknown = show(
        &journal,
        &DebateId("nobody".into()),
        &mut io::sink(),
        AS_TEXT,
        &TimeZone::UTC,
    );
    assert_eq!(unknown.unwrap_err().exit, Exit::BadInput);
}

/// A reader that has gone away, or a disk that is full.
struct Fails(io::ErrorKind);

impl Write for Fails {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(self.0.into())
    }
}

#[tokio::test]
async fn a_reader_that_has_gone_is_success_and_a_full_disk_is_not() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path()).await;
    for (kind, fine) in [
        (io::ErrorKind::BrokenPipe, true),
        (io::ErrorKind::StorageFull, false),
    ] {
        let mut out = Fails(kind);
        let listed = list(
            &journal,
            &mut out,
            ListAs::Table(usize::MAX),
            &TimeZone::UTC,
        );
        assert_eq!(listed.is_ok(), fine);
        let lines = list(&journal, &mut out, ListAs::Lines, &TimeZone::UTC);
        assert_eq!(lines.is_ok(), fine);
        let shown = show(&journal, &id(), &mut out, AS_TEXT, &TimeZone::UTC);
        assert_eq!(shown.is_ok(), fine);
        assert_eq!(calls(&journal, &id(), &mut out).is_ok(), fine);
    }
}

#[tokio::test]
async fn a_document_is_written_whole_and_replaces_nothing_unasked() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(&dir.path().join("home")).await;
    let folder = dir.path().join("out");
    std::fs::create_dir(&folder).unwrap();
    let path = folder.join("debate.md");
    let markdown = (Form::Markdown, Wishes::default());
    std::fs::write(&path, "mine").unwrap();
    let refused = export(&journal, &id(), markdown, &path, Existing::Keep).unwrap_err();
    assert_eq!(refused.exit, Exit::BadInput);
    assert!(refused.to_string().contains("--force"), "{refused}");
    assert!(save(&path, "other", Existing::Keep).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    export(&journal, &id(), markdown, &path, Existing::Replace).unwrap();
    let written = std::fs::read_to_string(&path).unwrap();
    let mut document = Vec::new();
    let records = journal.load(&id()).unwrap();
    let content = Form::Markdown.content(&records, Wishes::default());
    content.unwrap()(&mut document).unwrap();
    assert_eq!(written.as_bytes(), document);
    assert!(written.starts_with("# This House Believes"));
    let json = folder.join("debate.json");
    export(
        &journal,
        &id(),
        (Form::Json, Wishes::default()),
        &json,
        Existing::Keep,
    )
    .unwrap();
    let value: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(value["debate"], samples::ID);
    // A folder that is a folder cannot be replaced by a file, and nothing half-written stays behind.
    let nested = folder.join("folder");
    std::fs::create_dir(&nested).unwrap();
    assert!(export(&journal, &id(), markdown, &nested, Existing::Replace).is_err());
    assert!(
        export(
            &journal,
            &id(),
            markdown,
            &folder.join("no/x.md"),
            Existing::Keep
        )
        .is_err()
    );
    let mut left: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    left.sort();
    assert_eq!(left, ["debate.json", "debate.md", "folder"]);
}

#[tokio::test]
async fn a_debate_is_deleted_only_when_somebody_agrees_and_can_be_restored() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path()).await;
    let mut out = Vec::new();
    let mut asked = String::new();
    let ask = |question: &str| {
        question.clone_into(&mut asked);
        Ok(false)
    };
    let restorable = Deletion::Restorable;
    delete(&journal, &id(), restorable, ask, &mut out).unwrap();
    assert!(
        asked.contains("456789ab") && asked.contains("private cars"),
        "{asked}"
    );
    assert_eq!(journal.list().unwrap().len(), 2);
    let unread = |_: &str| Err(io::ErrorKind::UnexpectedEof.into());
    let nobody = delete(&journal, &id(), restorable, unread, &mut out);
    assert!(nobody.unwrap_err().to_string().contains("--yes"));
    assert_eq!(journal.list().unwrap().len(), 2);
    delete(&journal, &id(), restorable, |_| Ok(true), &mut out).unwrap();
    assert_eq!(journal.list().unwrap().len(), 1);
    let said = String::from_utf8(std::mem::take(&mut out)).unwrap();
    assert!(
        said.starts_with("Nothing was deleted.\nDeleted 456789ab"),
        "{said}"
    );
    assert!(said.contains("hustings restore 456789ab"), "{said}");
    let all = DebateFilter::default();
    let deleted = (ListedDebates::Deleted, &all, None);
    let form = ListAs::Table(usize::MAX);
    let listed = text(|out| list_some(&journal, out, form, &TimeZone::UTC, deleted).unwrap());
    assert!(
        listed.contains("456789ab") && listed.contains("hustings restore ID"),
        "{listed}"
    );
    journal.restore(&id()).unwrap();
    assert_eq!(journal.list().unwrap().len(), 2);
    // For good it goes, too, where it was only out of sight.
    delete(&journal, &id(), restorable, |_| Ok(true), &mut out).unwrap();
    delete(&journal, &id(), Deletion::ForGood, |_| Ok(true), &mut out).unwrap();
    assert!(journal.restore(&id()).is_err());
}

#[tokio::test]
async fn a_branch_is_listed_under_its_parent_with_the_place_where_it_parts() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path()).await;
    let records = samples::debate(samples::ID);
    let spoken = |record: &Record| matches!(record.event, Event::Said { .. });
    let at = records.iter().rposition(spoken).unwrap();
    let branched = "0190a5e2-7b1c-7def-8abc-00000000beef";
    let opening = samples::opening(samples::ID);
    let at_ms = records[at].at_ms;
    let place = (records[at].seq, at_ms);
    let opened_ms = opening.opened_ms + 86_400_000;
    let opening = opening.branched(place, (DebateId(branched.into()), opened_ms));
    let writer = journal.create(&opening).unwrap();
    let mut own = records[..=at].to_vec();
    own[0].event = Event::Opened(Arc::new(opening));
    let floor = DebateState::fold(&own);
    let speaker = floor.floor().map(|turn| floor.name(&turn.seat)).unwrap();
    writer
        .append(own.into_iter().map(Arc::new).collect())
        .await
        .unwrap();
    writer.close().await;
    let tags = [Tag::of("exam").unwrap()];
    let change = TagChange {
        add: tags.to_vec(),
        remove: Vec::new(),
    };
    journal.change_tags(&[id()], &change).unwrap();
    let form = ListAs::Table(usize::MAX);
    let table = text(|out| list(&journal, out, form, &TimeZone::UTC).unwrap());
    let lines: Vec<&str> = table.lines().collect();
    let place = |short: &str| lines.iter().position(|line| line.starts_with(short));
    // The family stands where the branch, which is the newest, would stand.
    assert_eq!(
        (place("456789ab"), place("0000beef")),
        (Some(1), Some(2)),
        "{table}"
    );
    // No clock: that of the record is not the one by which a place is named.
    assert!(lines[2].contains("└ Branch in the turn"), "{table}");
    assert!(
        lines[2].contains(&format!("in the turn of {speaker}")),
        "{table}"
    );
    assert!(lines[1].contains("exam"), "{table}");
    // Without its parent in the list it names it.
    let filter = DebateFilter {
        status: Some(CompletionStatus::Unfinished),
        ..DebateFilter::default()
    };
    let some = (ListedDebates::There, &filter, None);
    let table = text(|out| list_some(&journal, out, form, &TimeZone::UTC, some).unwrap());
    assert!(table.contains("(branch of 456789ab)"), "{table}");
    // And what is tagged is found by its tag.
    let tagged = DebateFilter {
        tags: tags.to_vec(),
        ..DebateFilter::default()
    };
    let some = (ListedDebates::There, &tagged, None);
    let lines = text(|out| list_some(&journal, out, ListAs::Lines, &TimeZone::UTC, some).unwrap());
    assert_eq!(lines.lines().count(), 1, "{lines}");
    assert!(lines.contains(r#""tags":["exam"]"#), "{lines}");
}

#[tokio::test]
async fn the_house_of_a_debate_is_shown_with_every_vote_and_its_reason() {
    let dir = tempfile::tempdir().unwrap();
    let journal = journal(dir.path()).await;
    let told = text(|out| house(&journal, &id(), out, 76).unwrap());
    let state = DebateState::fold(&samples::debate(samples::ID));
    assert!(!state.audience().is_empty());
    let words: Vec<&str> = told.split_whitespace().collect();
    let words = words.join(" ");
    for member in state.audience() {
        assert!(words.contains(&member.card.name), "{told}");
    }
    for told in ["The swing of the House", "Every member's votes"] {
        assert!(words.contains(told), "{words}");
    }
    // Nobody has voted in the other one.
    let open = DebateId("0190a5e2-7b1c-7def-8abc-00000000cdef".into());
    let told = text(|out| house(&journal, &open, out, 76).unwrap());
    assert!(told.contains("Nobody has voted yet."), "{told}");
}

#[tokio::test]
async fn an_unknown_price_is_shown_as_unknown() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    let mut records = samples::debate(samples::ID);
    for record in &mut records {
        if let Event::ModelCalled { report, .. }
        | Event::CallCut { report, .. }
        | Event::ModelFailed { report, .. } = &mut record.event
        {
            report.cost = None;
        }
    }
    // Passages are drawn by no model. Older programs kept that as a call that cost nothing.
    let (call, ask) = (CallId(9999), Ask::Draw { turn: TurnId(0) });
    let report = CallReport {
        model: "minilm".into(),
        cost: Some(0.0),
        ..CallReport::default()
    };
    let drawn = [
        Event::CallBegan {
            call,
            ask,
            seat: None,
        },
        Event::ModelCalled { call, report },
    ];
    for event in drawn {
        let last = records.last().unwrap();
        let (seq, at_ms) = (last.seq + 1, last.at_ms);
        records.push(Record { seq, at_ms, event });
    }
    let state = DebateState::fold(&records);
    let mut document = Vec::new();
    hustings::export::json(&state, &records, (&[], None), &mut document).unwrap();
    let document: serde_json::Value = serde_json::from_slice(&document).unwrap();
    assert!(
        document["totals"]["cost"].is_null(),
        "{}",
        document["totals"]
    );
    let records = records.into_iter().map(Arc::new);
    writer.append(records.collect()).await.unwrap();
    writer.close().await;

    let lines = text(|out| list(&journal, out, ListAs::Lines, &TimeZone::UTC).unwrap());
    let line: serde_json::Value = serde_json::from_str(&lines).unwrap();
    assert!(line["cost"].is_null(), "{line}");
    let table = text(|out| list(&journal, out, ListAs::Table(usize::MAX), &TimeZone::UTC).unwrap());
    let last = table.lines().last().unwrap();
    assert!(table.contains("cost") && last.contains('–'), "{table}");
    let shown = text(|out| show(&journal, &id(), out, AS_TEXT, &TimeZone::UTC).unwrap());
    assert!(!shown.lines().next().unwrap().contains("cost"), "{shown}");
    let told = text(|out| calls(&journal, &id(), out).unwrap());
    assert!(told.contains('–') && !told.contains("0.00"), "{told}");
}
