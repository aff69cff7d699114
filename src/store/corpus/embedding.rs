//! Vectors for the passages that have none, or none of the present model. What is made is kept at once, so that
//! whoever stops it goes on from there.

use std::sync::{Arc, PoisonError};

use rusqlite::{OptionalExtension, params};

use super::{error::CorpusError, library::Library, read::headings::of_place, window::windows};
use crate::llm::{ModelError, embed::Embedder};

/// The number of passages that are embedded before they are kept.
const BATCH: usize = 64;

/// The reason why passages could not be embedded.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EmbedError {
    /// The file of corpora.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The model could not be asked.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl From<EmbedError> for crate::error::Failure {
    fn from(error: EmbedError) -> Self {
        match error {
            EmbedError::Corpus(error) => error.into(),
            EmbedError::Model(error) => {
                let failure = Self::new(crate::error::Exit::ModelFailed, error.to_string());
                let failure = match error.hint() {
                    Some(hint) => failure.hint(hint),
                    None => failure,
                };
                failure.hint("Until then passages are found by their words; `hustings corpus embed` goes on.")
            }
        }
    }
}

/// Embeds every passage that has no vector of this model. `progress` is told how many are done of how many; to drop
/// the future is to stop, and loses nothing.
///
/// # Errors
/// The model gives no vectors, or not of the size of those that are kept; the file cannot be written.
pub async fn embed_missing(
    library: &Arc<Library>,
    persona: Option<&str>,
    embedder: &dyn Embedder,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<u64, EmbedError> {
    let label = embedder.label();
    let missing = library.missing(persona, label)?;
    let total = missing.len() as u64;
    let mut done = 0;
    progress(0, total);
    for batch in missing.chunks(BATCH) {
        let windows = library.windows(batch)?;
        let vectors = embedder.embed(&windows.concat()).await?;
        let mut vectors = vectors.into_iter();
        let kept: Vec<(i64, Vec<Vec<f32>>)> = batch
            .iter()
            .zip(&windows)
            .map(|(id, windows)| (*id, vectors.by_ref().take(windows.len()).collect()))
            .collect();
        library.keep(label, &kept)?;
        done += batch.len() as u64;
        progress(done, total);
    }
    Ok(done)
}

impl Library {
    /// The passages that have no vector of this model, in the order of the file.
    fn missing(&self, persona: Option<&str>, label: &str) -> Result<Vec<i64>, CorpusError> {
        let (from, to) = match persona {
            None => (i64::MIN, i64::MAX),
            Some(name) => {
                let number = self
                    .known_persona(name)?
                    .ok_or_else(|| CorpusError::NoCorpus {
                        persona: name.to_owned(),
                    })?;
                let range = super::schema::RANGE;
                (number * range, (number + 1) * range - 1)
            }
        };
        let db = self.db();
        let read = || -> rusqlite::Result<Vec<i64>> {
            let mut missing = db.prepare_cached(
                "SELECT p.id FROM passage p
                 LEFT JOIN vector v ON v.passage = p.id AND v.model = (SELECT id FROM model WHERE label = ?3)
                 WHERE p.id BETWEEN ?1 AND ?2 AND v.passage IS NULL ORDER BY p.id",
            )?;
            let rows = missing.query_map(params![from, to, label], |row| row.get(0))?;
            rows.collect()
        };
        read().map_err(|error| self.wrong(&error))
    }

    /// The windows of each passage, which are what is embedded.
    fn windows(&self, passages: &[i64]) -> Result<Vec<Vec<String>>, CorpusError> {
        let db = self.db();
        let read = || -> rusqlite::Result<Vec<Vec<String>>> {
            let mut text = db.prepare_cached("SELECT place, text FROM passage WHERE id = ?1")?;
            let texts = passages.iter().map(|id| {
                let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
                let found: Option<(String, String)> = text.query_row([id], row).optional()?;
                Ok(found.map_or_else(Vec::new, |(place, text)| windows(of_place(&place), &text)))
            });
            texts.collect()
        };
        read().map_err(|error| self.wrong(&error))
    }

    /// Keeps vectors of a model; each replaces that of another one. What was removed in the meantime is left out.
    fn keep(&self, label: &str, passages: &[(i64, Vec<Vec<f32>>)]) -> Result<(), CorpusError> {
        let all = || passages.iter().flat_map(|(_, vectors)| vectors);
        let Some(found) = all().next().map(Vec::len) else {
            return Ok(());
        };
        let mut db = self.db();
        // The sizes of those that are kept and of one that does not fit, if one does not.
        let mut keep = || -> rusqlite::Result<Option<(usize, usize)>> {
            let change = db.transaction()?;
            change.execute(
                "INSERT INTO model (label, size) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![label, found],
            )?;
            let (model, size): (i64, usize) = change.query_row(
                "SELECT id, size FROM model WHERE label = ?1",
                [label],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )?;
            if let Some(other) = all().find(|vector| vector.len() != size) {
                return Ok(Some((size, other.len())));
            }
            {
                let mut put = change.prepare_cached(
                    "INSERT INTO vector (passage, model, data) SELECT id, ?2, ?3 FROM passage WHERE id = ?1
                     ON CONFLICT (passage) DO UPDATE SET model = excluded.model, data = excluded.data",
                )?;
                for (id, vectors) in passages {
                    let numbers = vectors.iter().flatten();
                    let bytes: Vec<u8> = numbers.flat_map(|x| x.to_le_bytes()).collect();
                    put.execute(params![id, model, bytes])?;
                }
            }
            change.commit()?;
            Ok(None)
        };
        let wrong_size = keep().map_err(|error| self.wrong(&error))?;
        drop(db);
        self.near
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .changes += 1;
        match wrong_size {
            None => Ok(()),
            Some((kept, found)) => Err(CorpusError::Size {
                model: label.to_owned(),
                kept,
                found,
            }),
        }
    }
}
