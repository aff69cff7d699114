//! What a judge's model has read of debates that are over, for the measures of a study. It is kept beside a debate's records,
//! of which the last stays the end of the debate; it goes with the debate when that is deleted, and comes with it when
//! journals are merged.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::{Journal, bodies, error::JournalError};
use crate::{debate::ids::DebateId, text::sanitize::sanitize_line};

/// What a judge's reading came to in one measure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgedMeasure {
    /// This value.
    Is(f64),
    /// There is nothing to measure, for this reason.
    Nothing(String),
    /// An answer was of no use, for this reason.
    Failed(String),
}

impl JudgedMeasure {
    /// Text from elsewhere is filtered, and what is no number is none.
    fn cleaned(self) -> Self {
        match self {
            Self::Is(value) if value.is_finite() => Self::Is(value),
            Self::Is(_) => Self::Nothing("it is no number".to_owned()),
            Self::Nothing(why) => Self::Nothing(sanitize_line(&why)),
            Self::Failed(why) => Self::Failed(sanitize_line(&why)),
        }
    }
}

/// The measures that one judge's model has read a debate for, asked for together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgedDebate {
    /// The time at which it was read: milliseconds since the Unix epoch.
    pub made_ms: i64,
    /// The judge's model.
    pub model: String,
    /// The model as it was asked for, where one was named for this judge alone: a study finds its readings again by that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<String>,
    /// How often the same was asked; the values are means.
    pub repeat: u16,
    /// What it came to, by the id of the measure.
    pub measures: BTreeMap<String, JudgedMeasure>,
}

impl JudgedDebate {
    fn cleaned(mut self) -> Self {
        self.model = sanitize_line(&self.model);
        self.named = self.named.map(|named| sanitize_line(&named));
        let measures = self.measures.into_iter();
        self.measures = measures
            .map(|(id, measure)| (sanitize_line(&id), measure.cleaned()))
            .collect();
        self
    }
}

impl Journal {
    /// Keeps what a judge has read of a debate.
    ///
    /// # Errors
    /// Nothing can be kept, or there is no such debate.
    pub fn keep_judged(
        &self,
        debate: &DebateId,
        judged: &JudgedDebate,
    ) -> Result<(), JournalError> {
        self.is_writable()?;
        insert(&self.reader()?, debate, judged)
            .map_err(|error| JournalError::from_sql(&self.file(), &error))
    }

    /// What judges have read of a debate, the oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn judged(&self, debate: &DebateId) -> Result<Vec<JudgedDebate>, JournalError> {
        of(&self.reader()?, debate).map_err(|error| JournalError::from_sql(&self.file(), &error))
    }
}

/// Writes what a judge has read of a debate. What is of the same moment is there already.
pub(super) fn insert(
    db: &Connection,
    debate: &DebateId,
    judged: &JudgedDebate,
) -> rusqlite::Result<()> {
    bodies::insert(db, "judged", debate, (judged.made_ms, judged))
}

/// What judges have read of a debate, the oldest first. What cannot be read is left out: it is asked for again.
pub(super) fn of(db: &Connection, debate: &DebateId) -> rusqlite::Result<Vec<JudgedDebate>> {
    let all = bodies::of(db, "judged", debate)?;
    Ok(all.into_iter().map(JudgedDebate::cleaned).collect())
}
