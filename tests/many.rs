//! Many debates: older journals counted, words found, journals merged; and batches, held by the whole program against
//! a server on loopback.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common;
use crate::samples;

#[path = "many/batches.rs"]
mod batches;
#[cfg(feature = "tui")]
#[path = "many/library.rs"]
mod library;
#[path = "many/merging.rs"]
mod merging;
#[path = "many/searching.rs"]
mod searching;
#[path = "many/studies.rs"]
mod studies;

use std::{path::Path, sync::Arc};

use hustings::{
    debate::{
        event::{Event, Record},
        ids::DebateId,
    },
    journal::Journal,
};

/// The id of a debate by its number.
fn id(number: u32) -> DebateId {
    DebateId(format!("0190a5e2-7b1c-7def-8abc-{number:012x}"))
}

/// The sample debate under that number.
fn records(number: u32) -> Vec<Record> {
    samples::debate(&id(number).0)
}

/// Appends what follows of a debate; the journal may have its beginning.
fn keep(journal: &Journal, records: &[Record]) {
    let Event::Opened(opening) = &records[0].event else {
        panic!("a debate begins with its opening");
    };
    let (writer, known) = if let Ok(writer) = journal.create(opening) {
        (writer, 0)
    } else {
        let (writer, known) = journal.resume(&opening.debate).unwrap();
        (writer, known.len())
    };
    let rest = records[known..].iter().cloned().map(Arc::new).collect();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        writer.append(rest).await.unwrap();
        writer.close().await;
    });
}

fn journal(folder: &Path) -> Journal {
    Journal::open(folder).unwrap()
}

/// A journal as version 2 of the schema had it, by hand.
fn version_2(folder: &Path, debates: &[Vec<Record>]) {
    std::fs::create_dir_all(folder).unwrap();
    let db = rusqlite::Connection::open(folder.join("journal.db")).unwrap();
    db.execute_batch(
        "CREATE TABLE debate (
            id TEXT PRIMARY KEY, opened_ms INTEGER NOT NULL, motion TEXT NOT NULL, format TEXT NOT NULL,
            seed TEXT NOT NULL, speeches INTEGER NOT NULL, closed TEXT
        ) STRICT;
        CREATE TABLE event (
            debate TEXT NOT NULL REFERENCES debate(id) ON DELETE CASCADE, seq INTEGER NOT NULL,
            at_ms INTEGER NOT NULL, wall_ms INTEGER NOT NULL, body TEXT NOT NULL CHECK (json_valid(body)),
            kind TEXT GENERATED ALWAYS AS (body ->> '$.event') STORED,
            PRIMARY KEY (debate, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX event_kind ON event (debate, kind, seq);
        PRAGMA application_id = 1215656820;
        PRAGMA user_version = 2;",
    )
    .unwrap();
    for records in debates {
        let Event::Opened(opening) = &records[0].event else {
            panic!("no opening")
        };
        let closed = records
            .iter()
            .any(|record| matches!(record.event, Event::Closed { .. }));
        db.execute(
            "INSERT INTO debate VALUES (?1, ?2, ?3, ?4, ?5, 4, ?6)",
            rusqlite::params![
                opening.debate.0,
                opening.opened_ms,
                opening.motion.motion,
                opening.format.name,
                opening.seed.to_string(),
                closed.then_some("completed")
            ],
        )
        .unwrap();
        for record in records {
            db.execute(
                "INSERT INTO event (debate, seq, at_ms, wall_ms, body) VALUES (?1, ?2, ?3, 0, ?4)",
                rusqlite::params![
                    opening.debate.0,
                    i64::try_from(record.seq).unwrap(),
                    i64::try_from(record.at_ms).unwrap(),
                    serde_json::to_string(&record.event).unwrap()
                ],
            )
            .unwrap();
        }
    }
}
