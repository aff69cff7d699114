//! The journal as a program sees it: what is appended is what is loaded, whatever happens to the process.

// The setting for tests does not reach their helpers.
#![allow(clippy::unwrap_used)]

use crate::samples;

use std::{
    collections::BTreeSet,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use hustings::{
    debate::{
        DebateState,
        event::{CallReport, Event, Record},
        ids::{CallId, DebateId, TurnId},
    },
    journal::{CompletionStatus, Journal, JournalError},
    text::sanitize::sanitize,
};
use proptest::prelude::*;

fn id() -> DebateId {
    DebateId(samples::ID.into())
}

fn arcs(records: &[Record]) -> Vec<Arc<Record>> {
    records.iter().cloned().map(Arc::new).collect()
}

/// Writes a debate whole.
async fn keep(journal: &Journal, id: &str) -> Vec<Record> {
    let records = samples::debate(id);
    let writer = journal.create(&samples::opening(id)).unwrap();
    writer.append(arcs(&records)).await.unwrap();
    writer.close().await;
    records
}

fn bytes(records: &[Record]) -> Vec<String> {
    records
        .iter()
        .map(|record| serde_json::to_string(record).unwrap())
        .collect()
}

#[tokio::test]
async fn every_kind_of_event_comes_back_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let records = keep(&journal, samples::ID).await;
    let kinds: BTreeSet<_> = records.iter().map(|r| samples::kind(&r.event)).collect();
    assert_eq!(
        kinds.len(),
        samples::KINDS,
        "the sample lacks a kind: {kinds:?}"
    );
    let loaded = Journal::open(dir.path()).unwrap().load(&id()).unwrap();
    assert_eq!(loaded, records);
    assert_eq!(bytes(&loaded), bytes(&records));
}

#[tokio::test]
async fn a_branch_is_kept_whole_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let parent = keep(&journal, samples::ID).await;
    let at = parent.len() as u64 / 2;
    let opening =
        samples::opening(samples::ID).branched((at, 750), (DebateId("the-branch".into()), 7));
    let mut records = parent[..=at as usize].to_vec();
    records[0].event = Event::Opened(opening.clone().into());
    let mut torn = records.clone();
    torn.remove(at as usize / 2);
    let writer = journal.create(&opening).unwrap();
    let refused = writer.append(arcs(&torn)).await.unwrap_err();
    assert!(matches!(refused, JournalError::Gap { .. }), "{refused}");
    assert_eq!(journal.list().unwrap().len(), 1, "nothing of it is there");
    writer.append(arcs(&records)).await.unwrap();
    writer.close().await;
    assert_eq!(journal.load(&opening.debate).unwrap(), records);
    assert_eq!(journal.load(&id()).unwrap(), parent);
    let branch = journal.summary(&opening.debate).unwrap();
    assert_eq!(
        (branch.branch_of, branch.branch_at_ms),
        (Some(id()), Some(750))
    );
    assert_eq!((branch.calls, branch.tokens), (0, 0), "its parent has paid");
    assert_eq!(journal.branches(&id()), Ok(vec![opening.debate]));
    assert_eq!(journal.summary(&id()).unwrap().branch_of, None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn texts_numbers_and_batches_of_any_kind_come_back(
        texts in prop::collection::vec(".{0,40}", 1..30),
        costs in prop::collection::vec(prop::option::of(0.0f64..10.0), 30),
        ms in any::<u32>(),
        batch in 1usize..9,
    ) {
        let dir = tempfile::tempdir().unwrap();
        let mut records = vec![samples::debate(samples::ID).remove(0)];
        for (text, cost) in texts.into_iter().zip(costs) {
            // As every text is that enters the program.
            let text = sanitize(&text);
            let seq = records.len() as u64;
            let event = match cost {
                None => Event::Said { turn: TurnId(ms), text },
                Some(cost) => Event::ModelCalled {
                    call: CallId(ms),
                    report: CallReport { model: text, cost: Some(cost), duration_ms: ms.into(), ..CallReport::default() },
                },
            };
            records.push(Record { seq, at_ms: u64::from(ms) + seq, event });
        }
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let journal = Journal::open(dir.path()).unwrap();
            let writer = journal.create(&samples::opening(samples::ID)).unwrap();
            for records in records.chunks(batch) {
                writer.append(arcs(records)).await.unwrap();
            }
        });
        let loaded = Journal::open(dir.path()).unwrap().load(&id()).unwrap();
        prop_assert_eq!(bytes(&loaded), bytes(&records));
    }
}

#[tokio::test]
async fn numbers_go_on_without_a_gap() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let records = samples::debate(samples::ID);
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    let gap = |expected, found| {
        Err(JournalError::Gap {
            debate: id(),
            expected,
            found,
        })
    };
    assert_eq!(writer.append(arcs(&records[1..3])).await, gap(0, 1));
    writer.append(arcs(&records[..3])).await.unwrap();
    assert_eq!(writer.append(arcs(&records[4..6])).await, gap(3, 4));
    assert_eq!(writer.append(arcs(&records[2..6])).await, gap(3, 2));
    let holed = [records[3].clone(), records[5].clone()];
    assert_eq!(writer.append(arcs(&holed)).await, gap(4, 5));
    // Nothing of what was refused is there, and the right number still follows.
    writer.append(arcs(&records[3..])).await.unwrap();
    writer.close().await;
    assert_eq!(journal.load(&id()).unwrap(), records);
    // Many at once keep their order.
    let (writer, _) = journal.resume(&id()).unwrap();
    let next = records.len() as u64;
    let notices = (next..next + 100).map(|seq| Record {
        seq,
        at_ms: 0,
        event: Event::Notice { text: "n".into() },
    });
    let appends = notices.map(|record| writer.append(vec![Arc::new(record)]));
    for result in futures_util::future::join_all(appends).await {
        result.unwrap();
    }
}

#[tokio::test]
async fn a_debate_is_taken_up_where_it_was_left() {
    let dir = tempfile::tempdir().unwrap();
    let records = samples::debate(samples::ID);
    {
        let journal = Journal::open(dir.path()).unwrap();
        let writer = journal.create(&samples::opening(samples::ID)).unwrap();
        writer.append(arcs(&records[..20])).await.unwrap();
        writer.close().await;
        assert!(matches!(
            journal.create(&samples::opening(samples::ID)),
            Err(JournalError::Exists { .. })
        ));
    }
    let journal = Journal::open(dir.path()).unwrap();
    let (writer, kept) = journal.resume(&id()).unwrap();
    assert_eq!(kept, records[..20]);
    writer.append(arcs(&records[20..])).await.unwrap();
    assert_eq!(journal.load(&id()).unwrap(), records);
}

#[tokio::test]
async fn a_debate_is_run_by_one_process_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    let in_use = JournalError::InUse {
        debate: id(),
        process: Some(std::process::id()),
    };
    let other = Journal::open(dir.path()).unwrap();
    assert_eq!(
        other.create(&samples::opening(samples::ID)).unwrap_err(),
        in_use
    );
    writer
        .append(arcs(&samples::debate(samples::ID)))
        .await
        .unwrap();
    assert_eq!(other.resume(&id()).unwrap_err(), in_use);
    assert_eq!(other.delete(&id()).unwrap_err(), in_use);
    assert!(in_use.to_string().contains(&std::process::id().to_string()));
    writer.close().await;
    drop(other.resume(&id()).unwrap());
    other.delete(&id()).unwrap();
    assert!(matches!(
        journal.load(&id()),
        Err(JournalError::Unknown { .. })
    ));
    assert_eq!(journal.list().unwrap(), []);
}

#[tokio::test]
async fn the_list_shows_how_far_each_debate_has_come() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let records = keep(&journal, samples::ID).await;
    let other = "0190a5e2-7b1c-7def-8abc-00000000cdef";
    let mut opening = samples::opening(other);
    opening.opened_ms += 1;
    let writer = journal.create(&opening).unwrap();
    let opened = Record {
        seq: 0,
        at_ms: 0,
        event: Event::Opened(Arc::new(opening)),
    };
    writer.append(vec![Arc::new(opened)]).await.unwrap();
    let list = journal.list().unwrap();
    assert_eq!(list.len(), 2);
    assert_eq!(
        (list[0].debate.0.as_str(), list[0].status, list[0].cost),
        (other, CompletionStatus::Unfinished, None)
    );
    let done = &list[1];
    assert_eq!(done.status, CompletionStatus::Completed);
    assert_eq!(done.result.as_deref(), Some("Opposition, 1 to 0, narrow"));
    assert_eq!((done.turns, done.turns_planned), (2, 4));
    assert_eq!(done.running_ms, DebateState::fold(&records).running_ms());
    assert!(
        (done.cost.unwrap() - 0.018).abs() < 0.005,
        "{:?}",
        done.cost
    );
    assert_eq!(journal.find("last").unwrap().0, other);
    assert_eq!(journal.find("456789ab").unwrap(), id());
    assert!(matches!(
        journal.find("0190"),
        Err(JournalError::Ambiguous { .. })
    ));
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_named_and_newer_fields_are_not_minded() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let records = keep(&journal, samples::ID).await;
    let db = rusqlite::Connection::open(dir.path().join("journal.db")).unwrap();
    db.execute(
        "UPDATE event SET body = json_set(body, '$.later', 1) WHERE seq = 1",
        [],
    )
    .unwrap();
    assert_eq!(journal.load(&id()).unwrap(), records);
    db.execute(
        "UPDATE event SET body = '{\"event\":\"moonrise\"}' WHERE seq = 7",
        [],
    )
    .unwrap();
    let error = journal.load(&id()).unwrap_err().to_string();
    assert!(
        error.contains("row 7") && error.contains("moonrise"),
        "{error}"
    );
    db.execute("DELETE FROM event WHERE seq = 7", []).unwrap();
    let error = journal.load(&id()).unwrap_err().to_string();
    assert!(error.contains("row 7 before it is missing"), "{error}");

    // Whoever reads what there is gets what stands before, and is told where it ends.
    let (readable, fault) = journal.load_readable(&id()).unwrap();
    assert_eq!(readable, records[..7]);
    let fault = fault.unwrap().to_string();
    assert!(fault.contains("row 7 before it is missing"), "{fault}");
    db.execute("DELETE FROM event WHERE seq = 0", []).unwrap();
    assert!(journal.load_readable(&id()).is_err());
}

#[test]
fn a_damaged_file_and_a_folder_that_is_none_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("journal.db"), b"not a database at all").unwrap();
    assert!(matches!(
        Journal::open(dir.path()),
        Err(JournalError::Corrupt { .. })
    ));
    let file = dir.path().join("file");
    std::fs::write(&file, b"").unwrap();
    assert!(matches!(
        Journal::open(&file.join("home")),
        Err(JournalError::NotWritable { .. })
    ));
}

/// What a person is told where nothing may be written: where, why, and what to do.
#[cfg(unix)]
fn assert_not_writable(error: JournalError, folder: &Path) {
    assert!(matches!(error, JournalError::NotWritable { .. }), "{error}");
    let told = hustings::error::Failure::from(error).to_string();
    assert!(
        told.contains(&folder.display().to_string()) && told.contains("HUSTINGS_HOME"),
        "{told}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_nobody_may_make_is_told_with_what_to_do() {
    // Permissions mean nothing to some users, but not even they may make a folder here.
    let folder = Path::new("/sys/hustings");
    assert_not_writable(Journal::open(folder).unwrap_err(), folder);
}

#[cfg(unix)]
#[tokio::test]
async fn a_read_only_data_folder_is_told_with_what_to_do() {
    use std::os::unix::fs::PermissionsExt as _;
    let allow = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let dir = tempfile::tempdir().unwrap();
    let (empty, used) = (dir.path().join("empty"), dir.path().join("used"));
    std::fs::create_dir(&empty).unwrap();
    // A copy: the file that was written may still be open in this process.
    let written = dir.path().join("written");
    keep(&Journal::open(&written).unwrap(), samples::ID).await;
    let db = rusqlite::Connection::open(written.join("journal.db")).unwrap();
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        .unwrap();
    std::fs::create_dir_all(used.join("locks")).unwrap();
    std::fs::copy(written.join("journal.db"), used.join("journal.db")).unwrap();
    allow(&empty, 0o555);
    allow(&used, 0o555);
    allow(&used.join("journal.db"), 0o444);
    let minds = std::fs::write(empty.join("probe"), b"").is_err();
    let new = Journal::open(&empty).map(drop);
    let other = "0190a5e2-7b1c-7def-8abc-00000000cdef";
    let added = match Journal::open(&used) {
        Ok(journal) => match journal.create(&samples::opening(other)) {
            Ok(writer) => writer.append(arcs(&samples::debate(other))).await,
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    };
    allow(&empty, 0o755);
    allow(&used, 0o755);
    if minds {
        assert_not_writable(new.unwrap_err(), &empty);
        assert_not_writable(added.unwrap_err(), &used);
    } else {
        assert_eq!(
            (new, added),
            (Ok(()), Ok(())),
            "to this user all is writable"
        );
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_journal_that_cannot_be_written_is_read_all_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("home");
    let kept = {
        let written = dir.path().join("written");
        let journal = Journal::open(&written).unwrap();
        let kept = keep(&journal, samples::ID).await;
        std::fs::create_dir(&home).unwrap();
        // With what has not been written back into the file.
        for name in ["journal.db", "journal.db-wal"] {
            std::fs::copy(written.join(name), home.join(name)).unwrap();
        }
        kept
    };
    // Permissions mean nothing to some users, but no folder can be made here by anybody.
    std::fs::write(home.join("locks"), b"").unwrap();
    let files = || -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = std::fs::read_dir(&home)
            .unwrap()
            .map(|file| file.unwrap())
            .map(|file| {
                let name = file.file_name().into_string().unwrap();
                (name, std::fs::read(file.path()).unwrap())
            })
            .collect();
        files.sort();
        files
    };
    let before = files();
    let journal = Journal::open(&home).unwrap();
    assert_eq!(journal.list().unwrap().len(), 1);
    assert_eq!(bytes(&journal.load(&id()).unwrap()), bytes(&kept));
    assert!(!journal.search("parlour", 5).unwrap().is_empty());
    let other = "0190a5e2-7b1c-7def-8abc-00000000cdef";
    let created = journal.create(&samples::opening(other)).map(drop);
    assert_not_writable(created.unwrap_err(), &home);
    assert_not_writable(journal.resume(&id()).map(drop).unwrap_err(), &home);
    assert_not_writable(journal.delete(&id()).unwrap_err(), &home);
    assert_not_writable(journal.claim("batch").map(drop).unwrap_err(), &home);
    drop(journal);
    assert_eq!(files(), before);
}

#[tokio::test]
async fn an_append_that_fails_leaves_nothing_and_can_be_made_again() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let records = samples::debate(samples::ID);
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    writer.append(arcs(&records[..3])).await.unwrap();
    let db = rusqlite::Connection::open(dir.path().join("journal.db")).unwrap();
    db.execute_batch(
        "CREATE TRIGGER refuse BEFORE INSERT ON event WHEN NEW.seq > 2 BEGIN SELECT RAISE(ABORT, 'no room'); END",
    )
    .unwrap();
    assert!(matches!(
        writer.append(arcs(&records[3..5])).await,
        Err(JournalError::Sql { .. })
    ));
    db.execute_batch("DROP TRIGGER refuse").unwrap();
    writer.append(arcs(&records[3..])).await.unwrap();
    assert_eq!(journal.load(&id()).unwrap(), records);
}

/// Small appends, each waited for: far more than any debate makes.
#[tokio::test]
async fn two_thousand_small_appends_take_seconds_at_most() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::open(dir.path()).unwrap();
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    writer
        .append(arcs(&samples::debate(samples::ID)[..1]))
        .await
        .unwrap();
    let begun = std::time::Instant::now();
    for seq in 1..2001 {
        writer.append(vec![said(seq)]).await.unwrap();
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

fn said(seq: u64) -> Arc<Record> {
    Arc::new(Record {
        seq,
        at_ms: seq,
        event: Event::Said {
            turn: TurnId(0),
            text: format!("word{seq} "),
        },
    })
}

const CHILD: &str = "HUSTINGS_TEST_JOURNAL_CHILD";

/// Not a test of its own: what the next one runs and kills.
#[tokio::test]
async fn append_until_killed() {
    let Some(dir) = std::env::var_os(CHILD) else {
        return;
    };
    let journal = Journal::open(Path::new(&dir)).unwrap();
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    writer
        .append(arcs(&samples::debate(samples::ID)[..1]))
        .await
        .unwrap();
    for seq in 1.. {
        writer.append(vec![said(seq)]).await.unwrap();
        writeln!(std::io::stdout(), "committed {seq}").unwrap();
    }
}

#[test]
fn a_killed_process_leaves_everything_it_was_told_is_kept_and_no_lock() {
    for enough in [1, 40, 300] {
        let dir = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "journal::append_until_killed", "--nocapture"])
            .env(CHILD, dir.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut told = 0;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some((_, seq)) = line.split_once("committed ") {
                told = seq.trim().parse().unwrap();
            }
            if told == enough {
                let journal = Journal::open(dir.path()).unwrap();
                let JournalError::InUse { process, .. } = journal.resume(&id()).unwrap_err() else {
                    panic!("the child holds the debate");
                };
                assert_eq!(process, Some(child.id()));
                child.kill().unwrap();
                break;
            }
        }
        child.wait().unwrap();
        assert_eq!(told, enough);
        let journal = Journal::open(dir.path()).unwrap();
        let (_writer, records) = journal.resume(&id()).unwrap();
        assert!(records.len() as u64 > told, "{} of {told}", records.len());
        for (at, record) in records.iter().enumerate().skip(1) {
            assert_eq!(record, &*said(at as u64));
        }
    }
}
