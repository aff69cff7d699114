//! What a clerk has written down of the speeches of a debate that was over already. It is kept beside the debate's records,
//! of which the last stays the end of the debate, and goes with it when it is deleted. It can be made again, so that it
//! does not come with a debate when journals are merged.

use std::collections::BTreeMap;

use rusqlite::params;

use super::{Journal, error::JournalError};
use crate::debate::{
    answer::SpeechArguments,
    ids::{DebateId, TurnId},
};

impl Journal {
    /// Keeps what was written down of a speech, in place of what there was.
    ///
    /// # Errors
    /// Nothing can be kept, or there is no such debate.
    pub fn keep_reading(
        &self,
        debate: &DebateId,
        turn: TurnId,
        arguments: &SpeechArguments,
    ) -> Result<(), JournalError> {
        self.is_writable()?;
        let db = self.reader()?;
        let body = serde_json::to_string(arguments)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)));
        let keep = |body: String| -> rusqlite::Result<()> {
            db.prepare_cached(
                "INSERT OR REPLACE INTO reading (debate, turn, body) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![debate.0, turn.0, body])?;
            Ok(())
        };
        body.and_then(keep)
            .map_err(|error| JournalError::from_sql(&self.file(), &error))
    }

    /// What was written down of the speeches of a debate. What cannot be read is left out: it is asked for again.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn readings(
        &self,
        debate: &DebateId,
    ) -> Result<BTreeMap<TurnId, SpeechArguments>, JournalError> {
        let db = self.reader()?;
        let all = || -> rusqlite::Result<Vec<(u32, String)>> {
            let mut query =
                db.prepare_cached("SELECT turn, body FROM reading WHERE debate = ?1")?;
            let rows = query.query_map([&debate.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        let all = all().map_err(|error| JournalError::from_sql(&self.file(), &error))?;
        let read =
            |(turn, body): &(u32, String)| Some((TurnId(*turn), serde_json::from_str(body).ok()?));
        Ok(all.iter().filter_map(read).collect())
    }
}
