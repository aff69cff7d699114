//! The tables, their version, and how an older file becomes a newer one.

use std::path::Path;

use rusqlite::Connection;

use super::error::JournalError;
use crate::database::{self, DatabaseKind};

pub(super) use crate::database::connect;

/// Marks the file as ours: "Hust" in the file's header.
const APPLICATION: u32 = 0x4875_7374;

/// The steps that make each version of the schema of the one before; the first makes it of nothing. A step that has
/// been released is never changed.
///
/// A record's body is its event as JSON, tag and all. The kind is taken out of it, so that the two cannot
/// disagree, and indexed, so that a list of debates need not read every word that was said.
/// What the third step adds to `debate` is what a list shows: filled by `digest` as records are appended, and for rows
/// that are older by `refresh`; `records` says of how many records they tell, and is absent where nobody has counted
/// yet. `speech` is what a search finds, with its index of words.
const MIGRATIONS: [&str; 16] = [
    "CREATE TABLE debate (
        id TEXT PRIMARY KEY,
        opened_ms INTEGER NOT NULL,
        motion TEXT NOT NULL,
        format TEXT NOT NULL,
        seed TEXT NOT NULL,
        speeches INTEGER NOT NULL,
        closed TEXT
    ) STRICT;
    CREATE TABLE event (
        debate TEXT NOT NULL REFERENCES debate(id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        at_ms INTEGER NOT NULL,
        wall_ms INTEGER NOT NULL,
        body TEXT NOT NULL CHECK (json_valid(body)),
        kind TEXT GENERATED ALWAYS AS (body ->> '$.event') STORED,
        PRIMARY KEY (debate, seq)
    ) STRICT, WITHOUT ROWID;",
    "CREATE INDEX event_kind ON event (debate, kind, seq);",
    "ALTER TABLE debate ADD COLUMN format_id TEXT;
    ALTER TABLE debate ADD COLUMN speakers TEXT;
    ALTER TABLE debate ADD COLUMN personas TEXT;
    ALTER TABLE debate ADD COLUMN batch TEXT;
    ALTER TABLE debate ADD COLUMN item TEXT;
    ALTER TABLE debate ADD COLUMN last_ms INTEGER;
    ALTER TABLE debate ADD COLUMN spoken INTEGER;
    ALTER TABLE debate ADD COLUMN words INTEGER;
    ALTER TABLE debate ADD COLUMN calls INTEGER;
    ALTER TABLE debate ADD COLUMN tokens INTEGER;
    ALTER TABLE debate ADD COLUMN cost REAL;
    ALTER TABLE debate ADD COLUMN result TEXT;
    ALTER TABLE debate ADD COLUMN records INTEGER;
    CREATE INDEX debate_opened ON debate (opened_ms DESC, id DESC);
    CREATE INDEX debate_batch ON debate (batch, item) WHERE batch IS NOT NULL;
    CREATE INDEX debate_uncounted ON debate (id) WHERE records IS NULL;
    CREATE TABLE speech (
        id INTEGER PRIMARY KEY,
        debate TEXT NOT NULL REFERENCES debate(id) ON DELETE CASCADE,
        what TEXT NOT NULL,
        number INTEGER NOT NULL,
        turn INTEGER,
        speaker TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (debate, what, number)
    ) STRICT;
    CREATE VIRTUAL TABLE speech_words USING fts5 (
        speaker, body, content = 'speech', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER speech_added AFTER INSERT ON speech BEGIN
        INSERT INTO speech_words (rowid, speaker, body) VALUES (new.id, new.speaker, new.body);
    END;
    CREATE TRIGGER speech_gone AFTER DELETE ON speech BEGIN
        INSERT INTO speech_words (speech_words, rowid, speaker, body)
            VALUES ('delete', old.id, old.speaker, old.body);
    END;",
    // Of a debate that people held: the hash by which it is known again.
    "ALTER TABLE debate ADD COLUMN real TEXT;
    CREATE INDEX debate_real ON debate (real) WHERE real IS NOT NULL;",
    // Of an iteration: the debate that it refines, and the one whose verdict taught it.
    "ALTER TABLE debate ADD COLUMN refines TEXT;
    ALTER TABLE debate ADD COLUMN taught_by TEXT;
    ALTER TABLE debate ADD COLUMN iteration INTEGER;
    UPDATE debate SET (refines, taught_by, iteration) = (
        SELECT body ->> '$.guidance.of', body ->> '$.guidance.after', body ->> '$.guidance.iteration'
            FROM event WHERE debate = debate.id AND seq = 0
    );
    CREATE INDEX debate_refines ON debate (refines) WHERE refines IS NOT NULL;",
    // Of a debate that is over: how much is missing from it. Those that are over already are counted again.
    "ALTER TABLE debate ADD COLUMN missing INTEGER;
    UPDATE debate SET records = NULL WHERE closed IS NOT NULL;",
    // `speeches` and `spoken` are all turns that the house hears, and no longer the main speeches alone, of which some
    // formats have none: counted again.
    "UPDATE debate SET records = NULL;",
    // What calls of an unknown price cost is not known, and was kept as nothing where passages were drawn; and where a word
    // was said is told as the list counts turns, without notes. Both are counted again.
    "ALTER TABLE speech ADD COLUMN nth INTEGER;
    DELETE FROM speech;
    UPDATE debate SET records = NULL;",
    // `spoken` is what was held, and no longer turns in which nothing was said: counted again.
    "UPDATE debate SET records = NULL;",
    // Divisions of a simulated house on a debate that is over.
    "CREATE TABLE division (
        debate TEXT NOT NULL REFERENCES debate(id) ON DELETE CASCADE,
        made_ms INTEGER NOT NULL,
        body TEXT NOT NULL CHECK (json_valid(body)),
        PRIMARY KEY (debate, made_ms)
    ) STRICT, WITHOUT ROWID;",
    // `last_ms` is how long a debate ran, as its header says it, without pauses, and no longer the time of its last record:
    // counted again.
    "UPDATE debate SET records = NULL;",
    // What the viewer brought in is found, too, and points that were not taken: written down again.
    "DELETE FROM speech;
    UPDATE debate SET records = NULL;",
    // Of a branch: the debate that it parts from, and the time at which it does.
    "ALTER TABLE debate ADD COLUMN branch_of TEXT;
    ALTER TABLE debate ADD COLUMN branch_at_ms INTEGER;
    CREATE INDEX debate_branch ON debate (branch_of) WHERE branch_of IS NOT NULL;",
    // What people keep to a debate: tags and a note; and when it was deleted, where it can still be restored. Of a branch: in
    // whose turn it parts; those that are there are counted again.
    "ALTER TABLE debate ADD COLUMN note TEXT;
    ALTER TABLE debate ADD COLUMN deleted_ms INTEGER;
    ALTER TABLE debate ADD COLUMN parting TEXT;
    CREATE INDEX debate_deleted ON debate (deleted_ms) WHERE deleted_ms IS NOT NULL;
    CREATE TABLE tag (
        debate TEXT NOT NULL REFERENCES debate(id) ON DELETE CASCADE,
        tag TEXT NOT NULL,
        PRIMARY KEY (debate, tag)
    ) STRICT, WITHOUT ROWID;
    UPDATE debate SET records = NULL WHERE branch_of IS NOT NULL;",
    // What a clerk has written down of speeches of a debate that was over already.
    "CREATE TABLE reading (
        debate TEXT NOT NULL REFERENCES debate(id) ON DELETE CASCADE,
        turn INTEGER NOT NULL,
        body TEXT NOT NULL CHECK (json_valid(body)),
        PRIMARY KEY (debate, turn)
    ) STRICT, WITHOUT ROWID;",
    // What a judge's model has read of a debate that is over, for the measures of a study.
    "CREATE TABLE judged (
        debate TEXT NOT NULL REFERENCES debate(id) ON DELETE CASCADE,
        made_ms INTEGER NOT NULL,
        body TEXT NOT NULL CHECK (json_valid(body)),
        PRIMARY KEY (debate, made_ms)
    ) STRICT, WITHOUT ROWID;",
];

/// The version that this program writes.
pub(super) const KNOWN: u32 = MIGRATIONS.len() as u32;

/// The version from which on a debate that is deleted is marked, and stays for a while.
pub(super) const MARKS_DELETED: u32 = 14;

/// The journal, among the files that are ours.
const JOURNAL: DatabaseKind = DatabaseKind {
    application: APPLICATION,
    steps: &MIGRATIONS,
};

/// Brings a file to the version that this program knows.
pub(super) fn prepare(db: &mut Connection, file: &Path) -> Result<(), JournalError> {
    Ok(database::prepare(db, file, &JOURNAL)?)
}

/// The version of a file, which must be a journal or empty.
pub(super) fn version(db: &Connection, file: &Path) -> Result<u32, JournalError> {
    Ok(database::version(db, file, &JOURNAL)?)
}

/// A journal of the version before this program's.
#[cfg(test)]
pub(super) fn older(file: &Path) -> Connection {
    let kind = DatabaseKind {
        steps: &MIGRATIONS[..MIGRATIONS.len() - 1],
        ..JOURNAL
    };
    database::open(file, &kind).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn migrate(
        db: &mut Connection,
        file: &Path,
        steps: &'static [&'static str],
    ) -> Result<(), JournalError> {
        let kind = DatabaseKind { steps, ..JOURNAL };
        Ok(database::prepare(db, file, &kind)?)
    }

    fn file() -> (tempfile::TempDir, std::path::PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("journal.db");
        (dir, file)
    }

    #[test]
    fn an_older_file_is_migrated_and_keeps_what_is_in_it() {
        let (_dir, file) = file();
        let mut old = connect(&file).unwrap();
        migrate(&mut old, &file, &MIGRATIONS[..1]).unwrap();
        old.execute_batch(
            "INSERT INTO debate VALUES ('d', 1, 'm', 'f', '7', 6, NULL);
             INSERT INTO event (debate, seq, at_ms, wall_ms, body) VALUES ('d', 0, 0, 1, '{\"event\":\"reconvened\"}');",
        )
        .unwrap();
        drop(old);
        let mut db = connect(&file).unwrap();
        assert_eq!(version(&db, &file).unwrap(), 1);
        prepare(&mut db, &file).unwrap();
        assert_eq!(version(&db, &file).unwrap(), KNOWN);
        let kind: String = db
            .query_row(
                "SELECT kind FROM event INDEXED BY event_kind WHERE debate = 'd' AND kind = 'reconvened'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(kind, "reconvened");
    }

    #[test]
    fn of_older_debates_it_is_known_which_they_refine() {
        let (_dir, file) = file();
        let mut old = connect(&file).unwrap();
        migrate(&mut old, &file, &MIGRATIONS[..4]).unwrap();
        for (id, body) in [
            ("a", "{\"event\":\"opened\",\"guidance\":null}"),
            (
                "b",
                "{\"event\":\"opened\",\"guidance\":{\"of\":\"a\",\"after\":\"a\",\"iteration\":2}}",
            ),
        ] {
            old.execute(
                "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches) VALUES (?1, 1, 'm', 'f', '7', 6)",
                [id],
            )
            .unwrap();
            old.execute(
                "INSERT INTO event (debate, seq, at_ms, wall_ms, body) VALUES (?1, 0, 0, 1, ?2)",
                [id, body],
            )
            .unwrap();
        }
        prepare(&mut old, &file).unwrap();
        let mut found = old
            .prepare(
                "SELECT id || coalesce(' refines ' || refines || ' after ' || taught_by || ' as ' || iteration, '')
                    FROM debate ORDER BY id",
            )
            .unwrap();
        let found = found.query_map([], |row| row.get(0)).unwrap();
        let found: Vec<String> = found.map(Result::unwrap).collect();
        assert_eq!(found, ["a", "b refines a after a as 2"]);
    }

    #[test]
    fn debates_are_counted_again_where_what_is_counted_has_changed() {
        let (_dir, file) = file();
        let mut old = connect(&file).unwrap();
        migrate(&mut old, &file, &MIGRATIONS[..5]).unwrap();
        old.execute_batch(
            "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches, closed, records)
                VALUES ('over', 1, 'm', 'f', '7', 6, 'completed', 9), ('left', 1, 'm', 'f', '7', 6, NULL, 9)",
        )
        .unwrap();
        let uncounted = |db: &Connection| -> Vec<String> {
            let mut found = db
                .prepare("SELECT id FROM debate WHERE records IS NULL ORDER BY id")
                .unwrap();
            let found = found.query_map([], |row| row.get(0)).unwrap();
            found.map(Result::unwrap).collect()
        };
        // What is missing, of those that are over.
        migrate(&mut old, &file, &MIGRATIONS[..6]).unwrap();
        assert_eq!(uncounted(&old), ["over"]);
        old.execute("UPDATE debate SET records = 9", []).unwrap();
        // The turns, of all.
        prepare(&mut old, &file).unwrap();
        assert_eq!(uncounted(&old), ["left", "over"]);
    }

    #[test]
    fn an_empty_file_of_version_0_becomes_a_journal() {
        let (_dir, file) = file();
        std::fs::write(&file, b"").unwrap();
        let mut db = connect(&file).unwrap();
        prepare(&mut db, &file).unwrap();
        assert_eq!(version(&db, &file).unwrap(), KNOWN);
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let (_dir, file) = file();
        let mut db = connect(&file).unwrap();
        migrate(&mut db, &file, &["CREATE TABLE a (x)"]).unwrap();
        let error = migrate(
            &mut db,
            &file,
            &[
                "CREATE TABLE a (x)",
                "CREATE TABLE b (x)",
                "CREATE nonsense",
            ],
        );
        assert!(error.is_err());
        assert_eq!(version(&db, &file).unwrap(), 1);
        assert!(db.execute("INSERT INTO b VALUES (1)", []).is_err());
    }

    #[test]
    fn a_newer_file_is_refused_and_both_versions_are_named() {
        let (_dir, file) = file();
        let mut db = connect(&file).unwrap();
        prepare(&mut db, &file).unwrap();
        db.pragma_update(None, "user_version", KNOWN + 1).unwrap();
        let error = prepare(&mut db, &file).unwrap_err();
        assert!(
            error
                .to_string()
                .contains(&format!("version {}", KNOWN + 1))
                && error.to_string().contains(&format!("up to {KNOWN}")),
            "{error}"
        );
    }

    #[test]
    fn the_database_of_another_program_is_left_alone() {
        let (_dir, file) = file();
        let mut db = connect(&file).unwrap();
        db.execute_batch("CREATE TABLE theirs (x)").unwrap();
        assert!(matches!(
            prepare(&mut db, &file),
            Err(JournalError::Corrupt { .. })
        ));
        let mode: String = db
            .pragma_query_value(None, "journal_mode", |row| row.get(0))
            .unwrap();
        assert_eq!(mode, "delete");
    }
}
