//! What is kept whatever happens to the machine: power that goes in the middle of a write, a disk that is full, a clock that
//! is set. `tests/kill.rs` has what happens to the process.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use std::{fs, path::Path, sync::Arc};

use hustings::{
    debate::{
        DebateState,
        event::{Event, Record},
        ids::DebateId,
    },
    journal::Journal,
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::samples;

fn id() -> DebateId {
    DebateId(samples::ID.into())
}

fn arcs(records: &[Record]) -> Vec<Arc<Record>> {
    records.iter().cloned().map(Arc::new).collect()
}

/// The records of a debate whose place in the journal of its parent is in the middle.
fn branch(parent: &[Record]) -> Vec<Record> {
    let at = parent.len() / 2;
    let opening = samples::opening(samples::ID)
        .branched((at as u64, 750), (DebateId("the-branch".into()), 7));
    let mut records = parent[..=at].to_vec();
    records[0].event = Event::Opened(opening.into());
    records
}

/// The bytes of the journal and of its log, as they are on the disk at one moment.
struct Moment {
    db: Vec<u8>,
    log: Vec<u8>,
    /// How many records were said to be kept.
    told: usize,
    is_branched: bool,
}

fn moment(folder: &Path, told: usize, is_branched: bool) -> Moment {
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
    Moment {
        db: bytes("journal.db"),
        log: bytes("journal.db-wal"),
        told,
        is_branched,
    }
}

/// What the disk had of a write that the power went away in: the log up to some byte, and behind it nothing, or what stood
/// there before, or rubbish.
fn torn(moment: &Moment, before: &Moment, random: &mut ChaCha8Rng) -> Vec<u8> {
    let below =
        |random: &mut ChaCha8Rng, most: usize| (random.next_u64() % (most as u64 + 1)) as usize;
    let from = before.log.len().min(moment.log.len());
    let at = from + below(random, moment.log.len() - from);
    let mut log = moment.log[..at].to_vec();
    match random.next_u32() % 3 {
        0 => {}
        1 => log.resize(moment.log.len(), 0),
        _ => {
            let mut rubbish = vec![0; moment.log.len() - at];
            random.fill_bytes(&mut rubbish);
            log.extend(rubbish);
        }
    }
    log
}

#[tokio::test]
async fn power_that_goes_in_the_middle_of_a_write_costs_that_write_alone() {
    let dir = tempfile::tempdir().unwrap();
    let records = samples::debate(samples::ID);
    let branch = branch(&records);
    let mut moments = Vec::new();
    {
        let journal = Journal::open(dir.path()).unwrap();
        let writer = journal.create(&samples::opening(samples::ID)).unwrap();
        let mut told = 0;
        for some in records.chunks(7) {
            writer.append(arcs(some)).await.unwrap();
            told += some.len();
            moments.push(moment(dir.path(), told, false));
        }
        let Event::Opened(opening) = &branch[0].event else {
            panic!("a branch begins with its opening");
        };
        let second = journal.create(opening).unwrap();
        second.append(arcs(&branch)).await.unwrap();
        moments.push(moment(dir.path(), told, true));
    }
    let mut random = ChaCha8Rng::seed_from_u64(21);
    let mut lost = 0;
    for pair in moments.windows(2) {
        let [before, after] = pair else {
            panic!("two moments");
        };
        for _ in 0..2 {
            let home = tempfile::tempdir().unwrap();
            fs::write(home.path().join("journal.db"), &after.db).unwrap();
            let log = torn(after, before, &mut random);
            fs::write(home.path().join("journal.db-wal"), log).unwrap();
            let journal = Journal::open(home.path()).unwrap();
            let kept = journal.load(&id()).unwrap();
            // What was said to be kept before is there, and nothing of a write is there without the rest of it.
            let wanted = [before.told, after.told];
            assert!(wanted.contains(&kept.len()), "{} of {wanted:?}", kept.len());
            assert_eq!(kept, records[..kept.len()]);
            lost += usize::from(kept.len() < after.told);
            if after.is_branched {
                match journal.load(&DebateId("the-branch".into())) {
                    Ok(found) => assert_eq!(found, branch),
                    Err(_) => assert_eq!(journal.list().unwrap().len(), 1),
                }
            }
            // It can be gone on with.
            let (writer, found) = journal.resume(&id()).unwrap();
            assert_eq!(found, kept);
            writer.append(arcs(&records[kept.len()..])).await.unwrap();
            writer.close().await;
            assert_eq!(journal.load(&id()).unwrap(), records);
        }
    }
    assert!(lost > 3, "only {lost} writes were torn");
}

#[tokio::test]
async fn a_clock_that_is_set_forth_or_back_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let records = samples::debate(samples::ID);
    let half = records.len() / 2;
    let journal = Journal::open(dir.path()).unwrap();
    let writer = journal.create(&samples::opening(samples::ID)).unwrap();
    writer.append(arcs(&records[..half])).await.unwrap();
    writer.close().await;
    let db = rusqlite::Connection::open(dir.path().join("journal.db")).unwrap();
    for (what, wall) in [
        ("the clock stood in 1970", "0"),
        ("the clock stands in 1970 now", "9223372036854775807"),
        ("before 1970", "-1000"),
        (
            "and forth and back",
            "CASE seq % 2 WHEN 0 THEN 4102444800000 ELSE 1 END",
        ),
    ] {
        db.execute_batch(&format!("UPDATE event SET wall_ms = {wall}"))
            .unwrap();
        let journal = Journal::open(dir.path()).unwrap();
        assert_eq!(journal.load(&id()).unwrap(), records[..half], "{what}");
        let listed = journal.list().unwrap();
        assert_eq!(listed.len(), 1, "{what}");
        assert_eq!(
            listed[0].running_ms,
            DebateState::fold(&records[..half]).running_ms(),
            "the time of a debate is its own: {what}"
        );
        assert!(!journal.search("parlour", 5).unwrap().is_empty(), "{what}");
        let tail = journal.tail(&id()).unwrap();
        assert_eq!(
            tail.known,
            records[..half],
            "whoever watches is told: {what}"
        );
        let longest = std::time::Duration::from_secs(60 * 60);
        assert!(tail.quiet <= longest, "{:?}: {what}", tail.quiet);
    }
    let (writer, _) = journal.resume(&id()).unwrap();
    writer.append(arcs(&records[half..])).await.unwrap();
    writer.close().await;
    assert_eq!(journal.load(&id()).unwrap(), records);
}

#[cfg(unix)]
#[test]
fn a_debate_that_the_disk_has_no_room_for_is_left_and_gone_on_with() {
    use crate::common::debater::{Debater, Home, end, records, short, start};

    let home = Home::new();
    let debater = Debater::good();
    let url = debater.server.url();
    // No file may grow beyond some hundred kilobytes; whoever tries is sent a signal that ends those who do not catch it.
    let limited = "ulimit -f 1000; exec \"$@\"";
    let program = env!("CARGO_BIN_EXE_hustings");
    let mut command = home.starter("sh", &["-c", limited, "sh", program]);
    command.args(short(&url));
    let done = end(start(&mut command));
    let said = &done.ended(1).stderr;
    assert!(
        said.contains("journal.db cannot grow: the system allows no longer file there")
            && said.contains("hint: Allow longer files"),
        "{said}"
    );
    let left = records(&home);
    let state = DebateState::fold(&left);
    assert!(!left.is_empty() && !state.is_closed(), "{}", left.len());
    home.run(&["resume", "last", "--headless", "--output", "jsonl"])
        .ended(0);
    let all = records(&home);
    assert_eq!(
        all[..left.len()],
        left[..],
        "nothing that was kept is held again"
    );
    let state = DebateState::fold(&all);
    assert!(state.is_closed());
    assert_eq!(state.speeches().count(), 6);
}
