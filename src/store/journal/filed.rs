//! What people keep to a debate beside its records: tags and a note. Both go with it when it is deleted for good, and come
//! with it when journals are merged.

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

use super::{Journal, error::JournalError, read};
use crate::{debate::ids::DebateId, text::sanitize::sanitize_line};

/// The longest tag, in characters.
const LONGEST_TAG: usize = 40;
/// The longest note, in characters.
const LONGEST_NOTE: usize = 4_000;

/// A tag of debates: one word, in small letters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag(String);

/// The reason why a word is no tag, or a text no note.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FiledError {
    /// There is no letter and no digit in it.
    #[error("a tag has at least one letter or digit")]
    NoWord,
    /// It is too long.
    #[error("a tag has at most {LONGEST_TAG} characters")]
    LongTag,
    /// The note is too long.
    #[error("a note has at most {LONGEST_NOTE} characters")]
    LongNote,
}

impl Tag {
    /// The tag that a word names: without a `#` before it, in small letters, with hyphens for white space and commas.
    ///
    /// # Errors
    /// There is no word in it, or it is too long.
    pub fn of(word: &str) -> Result<Self, FiledError> {
        let clean = sanitize_line(word).to_lowercase();
        let parts = clean.trim().trim_start_matches('#');
        let parts = parts.split(|c: char| c.is_whitespace() || c == ',');
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let tag = parts.join("-");
        if !tag.chars().any(char::is_alphanumeric) {
            return Err(FiledError::NoWord);
        }
        if tag.chars().count() > LONGEST_TAG {
            return Err(FiledError::LongTag);
        }
        Ok(Self(tag))
    }

    /// The word.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The note that a text makes: a paragraph in one line, cleaned; `None` where nothing is left.
///
/// # Errors
/// It is too long.
pub fn note_of(text: &str) -> Result<Option<String>, FiledError> {
    let clean = sanitize_line(text);
    let clean = clean.trim();
    if clean.chars().count() > LONGEST_NOTE {
        return Err(FiledError::LongNote);
    }
    Ok((!clean.is_empty()).then(|| clean.to_owned()))
}

/// A change of the tags of debates.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagChange {
    /// The tags that are put to them.
    pub add: Vec<Tag>,
    /// The tags that are taken from them.
    pub remove: Vec<Tag>,
}

/// The tags and the note of a debate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Filed {
    tags: Vec<Tag>,
    note: Option<String>,
}

impl Journal {
    /// Changes the tags of debates, of all or of none.
    ///
    /// # Errors
    /// Nothing can be kept, or there is no such debate.
    pub fn change_tags(
        &self,
        debates: &[DebateId],
        change: &TagChange,
    ) -> Result<(), JournalError> {
        self.of_those_there(debates, |db, debate| {
            change.remove.iter().try_for_each(|tag| {
                db.prepare_cached("DELETE FROM tag WHERE debate = ?1 AND tag = ?2")?
                    .execute(params![debate.0, tag.0])
                    .map(drop)
            })?;
            let added = change.add.iter();
            added
                .into_iter()
                .try_for_each(|tag| insert_tag(db, debate, tag))
        })
    }

    /// Puts a note to a debate in the place of the one that is there; none takes that away.
    ///
    /// # Errors
    /// Nothing can be kept, or there is no such debate.
    pub fn set_note(&self, debate: &DebateId, note: Option<&str>) -> Result<(), JournalError> {
        let one = std::slice::from_ref(debate);
        self.of_those_there(one, |db, debate| insert_note(db, debate, note))
    }

    /// Does something to each of these debates, in one transaction.
    fn of_those_there(
        &self,
        debates: &[DebateId],
        act: impl Fn(&Connection, &DebateId) -> rusqlite::Result<()>,
    ) -> Result<(), JournalError> {
        self.is_writable()?;
        let file = self.file();
        let sql = |error: rusqlite::Error| JournalError::from_sql(&file, &error);
        let mut db = self.reader()?;
        let change = db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(sql)?;
        for debate in debates {
            if !read::exists(&change, &file, debate)? {
                return Err(JournalError::unknown(&debate.0));
            }
            act(&change, debate).map_err(sql)?;
        }
        change.commit().map_err(sql)
    }
}

/// The tags and the note of a debate. What is no tag of ours is left out: a hand may have been at the file.
pub(super) fn of(db: &Connection, debate: &DebateId) -> rusqlite::Result<Filed> {
    let mut query = db.prepare_cached("SELECT tag FROM tag WHERE debate = ?1 ORDER BY tag")?;
    let words = query.query_map([&debate.0], |row| row.get::<_, String>(0))?;
    let words: Vec<String> = words.collect::<rusqlite::Result<_>>()?;
    let note: Option<Option<String>> = db
        .prepare_cached("SELECT note FROM debate WHERE id = ?1")?
        .query_row([&debate.0], |row| row.get(0))
        .optional()?;
    Ok(Filed {
        tags: words.iter().filter_map(|word| Tag::of(word).ok()).collect(),
        note: note
            .flatten()
            .and_then(|text| note_of(&text).ok().flatten()),
    })
}

impl Filed {
    /// What of it a debate of ours lacks: tags that it has not, and the note where it has none.
    pub(super) fn beyond(mut self, ours: &Self) -> Self {
        self.tags.retain(|tag| !ours.tags.contains(tag));
        self.note = self.note.filter(|_| ours.note.is_none());
        self
    }

    /// Whether there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.note.is_none()
    }

    /// Writes it beside what is there.
    pub(super) fn add_to(&self, db: &Connection, debate: &DebateId) -> rusqlite::Result<()> {
        self.tags
            .iter()
            .try_for_each(|tag| insert_tag(db, debate, tag))?;
        match &self.note {
            Some(note) => insert_note(db, debate, Some(note)),
            None => Ok(()),
        }
    }
}

fn insert_tag(db: &Connection, debate: &DebateId, tag: &Tag) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT OR IGNORE INTO tag (debate, tag) VALUES (?1, ?2)")?
        .execute(params![debate.0, tag.0])
        .map(drop)
}

fn insert_note(db: &Connection, debate: &DebateId, note: Option<&str>) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE debate SET note = ?2 WHERE id = ?1")?
        .execute(params![debate.0, note])
        .map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_one_word_in_small_letters_and_a_note_is_clean() {
        for (typed, tag) in [
            ("Exam", Ok("exam")),
            ("##Exam", Ok("exam")),
            ("second round", Ok("second-round")),
            ("a\u{1b}[2J,b", Ok("a-b")),
            ("Übung", Ok("übung")),
            (" # ", Err(FiledError::NoWord)),
            ("--", Err(FiledError::NoWord)),
        ] {
            let found = Tag::of(typed);
            assert_eq!(
                found.as_ref().map(Tag::as_str),
                tag.as_ref().copied(),
                "{typed:?}"
            );
        }
        assert_eq!(Tag::of(&"x".repeat(41)), Err(FiledError::LongTag));
        assert_eq!(note_of(" a\u{1b}[31m\nb "), Ok(Some("a b".to_owned())));
        assert_eq!(note_of(" \n "), Ok(None));
        assert_eq!(note_of(&"x".repeat(4_001)), Err(FiledError::LongNote));
    }
}
