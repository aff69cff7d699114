//! Passages from all over a corpus: what a person's style is drawn from.

use rusqlite::{OptionalExtension, params};

use super::{
    error::CorpusError,
    find::{Hit, hit},
    library::Library,
    schema::RANGE,
};

/// The number of passages that a style is drawn from.
pub const SAMPLES: usize = 12;

impl Library {
    /// Passages from all over a persona's corpus, at even distances, in their order: all where there are no more than
    /// that.
    ///
    /// # Errors
    /// There is no corpus of that persona, or the file cannot be read.
    pub fn spread(&self, persona: &str, most: usize) -> Result<Vec<Hit>, CorpusError> {
        let none = || CorpusError::NoCorpus {
            persona: persona.to_owned(),
        };
        let number = self.known_persona(persona)?.ok_or_else(none)?;
        let count = usize::try_from(self.passages_of(persona)?).unwrap_or(usize::MAX);
        let (from, to) = (number * RANGE, (number + 1) * RANGE - 1);
        let db = self.db();
        let read = || -> rusqlite::Result<Vec<i64>> {
            if count <= most {
                let mut all = db.prepare_cached(
                    "SELECT id FROM passage WHERE id BETWEEN ?1 AND ?2 ORDER BY id",
                )?;
                let rows = all.query_map([from, to], |row| row.get(0))?;
                return rows.collect();
            }
            let (first, last): (i64, i64) = db.query_row(
                "SELECT min(id), max(id) FROM passage WHERE id BETWEEN ?1 AND ?2",
                [from, to],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            // The first at or after the middle of each of so many equal parts. Numbers are dense but for what was
            // removed, and a jump by number costs the same in a corpus of any size.
            let mut next = db.prepare_cached(
                "SELECT id FROM passage WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1",
            )?;
            let parts = i64::try_from(most).unwrap_or(i64::MAX);
            let mut found = Vec::with_capacity(most);
            for part in 0..parts {
                let middle = first + (last - first + 1) * (2 * part + 1) / (2 * parts);
                let id = next
                    .query_row(params![middle, to], |row| row.get(0))
                    .optional()?;
                found.extend(id.filter(|id| found.last() != Some(id)));
            }
            Ok(found)
        };
        let ids = read().map_err(|error| self.wrong(&error))?;
        let mut spread = Vec::with_capacity(ids.len());
        for id in ids {
            spread.extend(hit(&db, id).map_err(|error| self.wrong(&error))?);
        }
        Ok(spread)
    }
}
