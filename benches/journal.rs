//! What a journal of ten thousand debates costs: the list, a search, one debate whole, its measures, and one more record.
//!
//! The debates are made by hand, of the size that an exhibition of four speakers has: about 190 records each. The
//! folder is made anew each time; `HUSTINGS_BENCH_DEBATES` says how many debates there are.

#[path = "../tests/samples/mod.rs"]
mod samples;

use std::sync::{Arc, OnceLock};

use divan::Bencher;
use hustings::{
    catalog::Task,
    debate::{
        DebateState,
        ask::Ask,
        event::{CloseReason, Event, Record},
        ids::{CallId, DebateId, Seat, TurnId},
        opening::Opening,
        plan::Plan,
    },
    eval::{Materials, Report},
    journal::{Journal, JournalError},
};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

const DEBATES: u64 = 10_000;
/// Pieces of a speech, as they come from a server.
const PIECES: u32 = 20;
const SPEAKERS: [&str; 4] = ["prop.1", "opp.1", "prop.2", "opp.2"];
const WORDS: [&str; 48] = [
    "the",
    "city",
    "that",
    "bans",
    "cars",
    "gives",
    "street",
    "back",
    "to",
    "people",
    "who",
    "walk",
    "and",
    "trade",
    "suffers",
    "when",
    "nobody",
    "can",
    "carry",
    "what",
    "they",
    "buy",
    "but",
    "air",
    "is",
    "cleaner",
    "children",
    "play",
    "older",
    "neighbours",
    "need",
    "a",
    "lift",
    "buses",
    "run",
    "late",
    "tax",
    "pays",
    "for",
    "rails",
    "freedom",
    "costs",
    "something",
    "always",
    "honest",
    "arithmetic",
    "shows",
    "otherwise",
];

struct Kept {
    journal: Journal,
    debates: Vec<DebateId>,
    _dir: tempfile::TempDir,
}

impl Kept {
    /// The id of one that is neither the newest nor the oldest.
    fn some(&self) -> &str {
        let some = self.debates.get(self.debates.len() / 3);
        some.map_or("", |id| id.0.as_str())
    }
}

fn main() {
    divan::main();
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap_or_else(|error| panic!("{error}"))
}

fn id(number: u64) -> DebateId {
    DebateId(format!("0190a5e2-7b1c-7def-8abc-{number:012x}"))
}

fn opening(number: u64) -> Opening {
    let mut opening = samples::opening(&id(number).0);
    opening.opened_ms += number.cast_signed() * 60_000;
    opening
}

/// Everything that happens in one debate.
fn records(number: u64) -> Vec<Arc<Record>> {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let plan = Plan::of(&opening(number));
    let speeches: Vec<u32> = (0..)
        .zip(&plan.slots)
        .filter(|(_, slot)| slot.task == Task::Speech)
        .map(|(at, _)| at)
        .collect();
    let mut events = vec![Event::Opened(Arc::new(opening(number)))];
    for turn in 0..8_u32 {
        let seat = Seat::named(SPEAKERS[turn as usize % SPEAKERS.len()]);
        let call = CallId(turn);
        events.push(Event::TurnBegan {
            turn: TurnId(turn),
            slot: speeches[turn as usize % speeches.len()],
            seat: seat.clone(),
            task: Task::Speech,
            attempt: 1,
            target_words: 200,
        });
        events.push(Event::CallBegan {
            call,
            ask: Ask::Prepare { turn: TurnId(turn) },
            seat: Some(seat),
        });
        for _ in 0..PIECES {
            let text: Vec<&str> = (0..10)
                .map(|_| WORDS[random.next_u32() as usize % WORDS.len()])
                .collect();
            events.push(Event::Said {
                turn: TurnId(turn),
                text: text.join(" ") + ". ",
            });
        }
        events.push(Event::ModelCalled {
            call,
            report: samples::report(900),
        });
        events.push(Event::TurnEnded {
            turn: TurnId(turn),
            truncated: None,
            flagged: None,
        });
    }
    events.push(Event::Closed {
        reason: CloseReason::Completed,
    });
    (0..)
        .zip(events)
        .map(|(seq, event)| {
            Arc::new(Record {
                seq,
                at_ms: seq * 100,
                event,
            })
        })
        .collect()
}

fn keep(journal: &Journal, runtime: &tokio::runtime::Runtime, number: u64) {
    let kept = journal.create(&opening(number)).map(|writer| {
        runtime.block_on(async { writer.append(records(number)).await.map(|()| drop(writer)) })
    });
    if let Err(error) = kept.and_then(|kept| kept) {
        panic!("{error}");
    }
}

/// The journal that is asked.
fn kept() -> &'static Kept {
    static KEPT: OnceLock<Kept> = OnceLock::new();
    KEPT.get_or_init(|| {
        let asked = std::env::var("HUSTINGS_BENCH_DEBATES").ok();
        let count = asked
            .and_then(|count| count.parse().ok())
            .unwrap_or(DEBATES);
        let dir = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let journal = Journal::open(dir.path()).unwrap_or_else(|error| panic!("{error}"));
        let runtime = runtime();
        for number in 0..count {
            keep(&journal, &runtime, number);
        }
        Kept {
            journal,
            debates: (0..count).map(id).collect(),
            _dir: dir,
        }
    })
}

#[divan::bench(sample_count = 20)]
fn list(bencher: Bencher<'_, '_>) {
    let kept = kept();
    bencher.bench(|| kept.journal.list().map(|list| list.len()));
}

/// A word that stands in every debate, two that stand together now and then, and a name: twenty places each.
#[divan::bench(sample_count = 50, args = ["arithmetic", "honest rails neighbours", "wollstonecraft"])]
fn search(bencher: Bencher<'_, '_>, asked: &str) {
    let kept = kept();
    bencher.bench(|| kept.journal.search(asked, 20).map(|found| found.len()));
}

/// What `eval` does where no model is asked: the debate is found, loaded, folded and measured.
#[divan::bench(sample_count = 50)]
fn measure_one(bencher: Bencher<'_, '_>) {
    let kept = kept();
    let some = kept.some();
    bencher.bench(|| {
        let debate = kept.journal.find(some)?;
        let records = kept.journal.load(&debate)?;
        let report = Report::of(&DebateState::fold(&records), &Materials::default());
        Ok::<_, JournalError>(report.readings.len())
    });
}

/// What `eval` and `show` read: the debate is found by a part of its id, and loaded whole.
#[divan::bench(sample_count = 50)]
fn find_and_load_one(bencher: Bencher<'_, '_>) {
    let kept = kept();
    let some = kept.some();
    bencher.bench(|| {
        let debate = kept.journal.find(some)?;
        kept.journal.load(&debate)
    });
}

/// A debate of 190 records, each its own append, in an otherwise empty journal.
#[divan::bench(sample_count = 20)]
fn append_one_by_one(bencher: Bencher<'_, '_>) {
    let runtime = runtime();
    let dir = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let journal = Journal::open(dir.path()).unwrap_or_else(|error| panic!("{error}"));
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            (journal.create(&opening(number)), records(number))
        })
        .bench_local_values(|(writer, records)| {
            let Ok(writer) = writer else {
                panic!("no writer")
            };
            runtime.block_on(async {
                for record in records {
                    if let Err(error) = writer.append(vec![record]).await {
                        panic!("{error}");
                    }
                }
            });
        });
}
