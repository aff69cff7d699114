//! Finding words in everything that was said: speeches and written turns that count, points of information, what the
//! viewer brought in, answers to that, motions, and who speaks. What was struck, and private notes, are not among it.

use std::{ops::Range, path::Path};

use rusqlite::{Connection, params};
use serde::Serialize;

use super::error::JournalError;
use crate::{debate::ids::DebateId, text::sanitize::sanitize};

/// The number of the newest matches that are ranked; a word that is everywhere would keep the reader waiting otherwise.
const RANKED: u32 = 2_000;
/// Tokens of a snippet.
const TOKENS: u32 = 20;
/// The marks that a match is put between. Neither can be in a text: both are filtered where text enters.
const OPENS: char = '\u{2}';
const CLOSES: char = '\u{3}';

/// The kind of text that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// The motion and the names of all who speak to it.
    Motion,
    /// A turn, spoken or written.
    Speech,
    /// A point of information, taken or not.
    Point,
    /// The reply to one.
    Reply,
    /// Evidence of the viewer, with its source.
    Evidence,
    /// A question of the viewer.
    Question,
    /// An answer to the viewer.
    Answer,
}

/// A place that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchHit {
    /// The debate in which it was said.
    pub debate: DebateId,
    /// The time at which the debate was opened: milliseconds since the Unix epoch.
    pub opened_ms: i64,
    /// The motion of the debate.
    pub motion: String,
    /// The kind of text.
    pub what: What,
    /// The number of the turn in the record, from 0, where it was said in one.
    pub turn: Option<u32>,
    /// The number of the turn among those that the house hears, from 1: as the list counts them.
    pub nth: Option<u32>,
    /// The speaker; of a motion, all who speak to it.
    pub speaker: String,
    /// The place, with a few words around it.
    pub snippet: String,
    /// The matches in the snippet, in bytes.
    pub marks: Vec<Range<usize>>,
}

/// Whether what is asked for is all that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AskedWords {
    /// Whole words.
    Whole,
    /// The last one is still being typed: words that begin so are found, too.
    Typing,
}

/// The expression of the index for what was asked: every word is quoted, so that none of them is syntax. `None` where
/// there is no word in it.
fn expression(asked: &str, words: AskedWords) -> Option<String> {
    let is_begun = words == AskedWords::Typing && !asked.ends_with(char::is_whitespace);
    let words: Vec<String> = asked
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .map(|word| format!("\"{}\"", word.replace('"', "\"\"")))
        .collect();
    let begun = if is_begun { " *" } else { "" };
    (!words.is_empty()).then(|| words.join(" ") + begun)
}

/// The places where all the words stand, the best first; of equals the newest.
pub(super) fn search(
    db: &Connection,
    file: &Path,
    (asked, words): (&str, AskedWords),
    limit: u32,
) -> Result<Vec<SearchHit>, JournalError> {
    let Some(expression) = expression(asked, words) else {
        return Ok(Vec::new());
    };
    best(db, &expression, limit)
        .and_then(|rows| {
            rows.into_iter()
                .map(|row| found(db, &expression, row))
                .collect()
        })
        .map_err(|error| JournalError::from_sql(file, &error))
}

fn best(db: &Connection, expression: &str, limit: u32) -> rusqlite::Result<Vec<i64>> {
    // A name counts as much as what is said, and shorter texts more than longer ones: the usual weights of BM25.
    db.prepare_cached(
        "SELECT found.id FROM (SELECT rowid AS id, rank AS score FROM speech_words \
             WHERE speech_words MATCH ?1 ORDER BY rowid DESC LIMIT ?2) AS found \
         JOIN speech ON speech.id = found.id JOIN debate ON debate.id = speech.debate \
         WHERE debate.deleted_ms IS NULL ORDER BY score, found.id DESC LIMIT ?3",
    )?
    .query_map(params![expression, RANKED, limit], |row| row.get(0))?
    .collect()
}

fn found(db: &Connection, expression: &str, id: i64) -> rusqlite::Result<SearchHit> {
    let mut query = db.prepare_cached(
        "SELECT debate.id, opened_ms, motion, what, turn, speech.speaker, \
             snippet(speech_words, 1, char(2), char(3), '…', ?3), nth \
         FROM speech_words JOIN speech ON speech.id = speech_words.rowid JOIN debate ON debate.id = speech.debate \
         WHERE speech_words MATCH ?1 AND speech_words.rowid = ?2",
    )?;
    query.query_row(params![expression, id, TOKENS], |row| {
        let (snippet, marks) = unmarked(&row.get::<_, String>(6)?);
        Ok(SearchHit {
            debate: DebateId(row.get(0)?),
            opened_ms: row.get(1)?,
            motion: sanitize(&row.get::<_, String>(2)?),
            what: match row.get::<_, String>(3)?.as_str() {
                "motion" => What::Motion,
                "point" => What::Point,
                "reply" => What::Reply,
                "evidence" => What::Evidence,
                "question" => What::Question,
                "answer" => What::Answer,
                _ => What::Speech,
            },
            turn: row.get(4)?,
            nth: row.get(7)?,
            speaker: sanitize(&row.get::<_, String>(5)?),
            snippet,
            marks,
        })
    })
}

/// The text without the marks, and where they were. White space becomes single spaces.
fn unmarked(marked: &str) -> (String, Vec<Range<usize>>) {
    let mut text = String::with_capacity(marked.len());
    let mut marks = Vec::new();
    let mut opened = None;
    for c in marked.chars() {
        match c {
            OPENS => opened = Some(text.len()),
            CLOSES => marks.extend(opened.take().map(|from| from..text.len())),
            c if c.is_whitespace() => {
                if !text.ends_with(' ') {
                    text.push(' ');
                }
            }
            c => text.push(c),
        }
    }
    (text, marks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_quoted_and_what_is_no_word_is_left_out() {
        for (asked, wanted) in [
            ("private cars", Some("\"private\" \"cars\"")),
            ("a OR b*", Some("\"a\" \"OR\" \"b*\"")),
            ("say \"so\"", Some("\"say\" \"\"\"so\"\"\"")),
            ("NEAR(x y)", Some("\"NEAR(x\" \"y)\"")),
            ("a\0b", Some("\"a\" \"b\"")),
            (" - \" * ( ", None),
            ("", None),
        ] {
            let found = expression(asked, AskedWords::Whole);
            assert_eq!(found.as_deref(), wanted, "{asked:?}");
        }
        let typed = |asked| expression(asked, AskedWords::Typing).unwrap_or_default();
        assert_eq!(typed("private ca"), "\"private\" \"ca\" *");
        assert_eq!(typed("private "), "\"private\"", "a space ends a word");
    }

    #[test]
    fn marks_are_taken_out_and_kept_as_places() {
        let (text, marks) = unmarked("Ein \u{2}Tür\u{3}\n\nschloss \u{2}zu\u{3}");
        assert_eq!(text, "Ein Tür schloss zu");
        let words: Vec<&str> = marks.into_iter().map(|mark| &text[mark]).collect();
        assert_eq!(words, ["Tür", "zu"]);
    }
}
