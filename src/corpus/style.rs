//! Passages from all over a corpus: what a person's style is drawn from.

use rusqlite::{OptionalExtension, params};

use super::{error::CorpusError, find::Hit, library::Library, schema::RANGE};

/// How many passages a style is drawn from.
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
        let wanted = most.min(count);
        let db = self.db();
        let read = || -> rusqlite::Result<Vec<Hit>> {
            let mut at = db.prepare_cached(
                "SELECT id FROM passage WHERE id BETWEEN ?1 AND ?2 ORDER BY id LIMIT 1 OFFSET ?3",
            )?;
            let mut found = Vec::with_capacity(wanted);
            for place in 0..wanted {
                // The middle of each of so many equal parts.
                let offset = (2 * place + 1) * count / (2 * wanted);
                let offset = i64::try_from(offset).unwrap_or(i64::MAX);
                let id = at
                    .query_row(
                        params![number * RANGE, (number + 1) * RANGE - 1, offset],
                        |row| row.get(0),
                    )
                    .optional()?;
                if let Some(id) = id {
                    found.extend(super::find::hit(&db, id)?);
                }
            }
            Ok(found)
        };
        read().map_err(|error| self.wrong(&error))
    }
}
