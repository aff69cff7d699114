//! The tables of the file of corpora.

use crate::database::DatabaseKind;

/// The name of the file in the data directory.
pub const FILE: &str = "corpora.db";

/// The number of passages that one persona can have: their numbers lie side by side, so that one corpus is one range of
/// rows, which the index of words can be asked for.
pub(super) const RANGE: i64 = 1 << 32;

/// `passage.id` is `persona.id * RANGE + n`. `word` holds the stems of each passage under the same number and no text:
/// the text is in `passage`, once. A source that is not `whole` was being read when somebody stopped it.
pub(super) const CORPORA: DatabaseKind = DatabaseKind {
    application: 0x4875_7343,
    steps: &["CREATE TABLE persona (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE source (
        id INTEGER PRIMARY KEY,
        persona INTEGER NOT NULL REFERENCES persona(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        hash BLOB NOT NULL,
        title TEXT,
        source_type TEXT NOT NULL,
        date TEXT,
        speaker TEXT,
        tags TEXT NOT NULL CHECK (json_valid(tags)),
        part INTEGER NOT NULL,
        added_ms INTEGER NOT NULL,
        whole INTEGER NOT NULL,
        UNIQUE (persona, hash, part)
    ) STRICT;
    CREATE TABLE passage (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
        place TEXT NOT NULL,
        speaker TEXT,
        words INTEGER NOT NULL,
        text TEXT NOT NULL
    ) STRICT;
    CREATE INDEX passage_source ON passage (source);
    CREATE TABLE known (
        persona INTEGER NOT NULL REFERENCES persona(id) ON DELETE CASCADE,
        hash BLOB NOT NULL,
        passage INTEGER NOT NULL REFERENCES passage(id) ON DELETE CASCADE,
        PRIMARY KEY (persona, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX known_passage ON known (passage);
    CREATE VIRTUAL TABLE word USING fts5(stems, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE vocabulary USING fts5vocab(word, 'row');
    CREATE TRIGGER passage_gone AFTER DELETE ON passage BEGIN
        DELETE FROM word WHERE rowid = old.id;
    END;
    CREATE TABLE model (
        id INTEGER PRIMARY KEY,
        label TEXT NOT NULL UNIQUE,
        size INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE vector (
        passage INTEGER PRIMARY KEY REFERENCES passage(id) ON DELETE CASCADE,
        model INTEGER NOT NULL REFERENCES model(id),
        -- One vector for each window of the passage, one after another.
        data BLOB NOT NULL
    ) STRICT;"],
};
