//! The passages, words and sources that personas have in the library: a summary of each corpus, and of each source in
//! it.

use rusqlite::params;
use serde::Serialize;

use super::{error::CorpusError, library::Library, schema::RANGE};

/// The corpus of a persona.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CorpusSummary {
    /// The id of the persona's file.
    pub persona: String,
    /// The number of sources.
    pub sources: u64,
    /// The number of sources whose reading was stopped halfway.
    pub unfinished: u64,
    /// The number of passages.
    pub passages: u64,
    /// The number of words, those counted twice that stand in two passages.
    pub words: u64,
    /// The number of passages that have vectors, by the label of the model.
    pub embedded: Vec<(String, u64)>,
}

/// A source of a corpus.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CorpusSource {
    /// The name of the file.
    pub name: String,
    /// The title of the source.
    pub title: Option<String>,
    /// The kind of text.
    pub source_type: String,
    /// The date on which the source was written or said, as the source has it.
    pub date: Option<String>,
    /// The speaker, where the source names one.
    pub speaker: Option<String>,
    /// The topics of the source.
    pub tags: Vec<String>,
    /// The number of passages.
    pub passages: u64,
    /// The number of words.
    pub words: u64,
    /// Whether all of it is in.
    pub whole: bool,
}

impl Library {
    /// Every corpus, by the persona's id.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn summaries(&self) -> Result<Vec<CorpusSummary>, CorpusError> {
        let db = self.db();
        let read = || -> rusqlite::Result<Vec<(i64, CorpusSummary)>> {
            let mut found = Vec::new();
            let mut personas = db.prepare_cached(
                "SELECT p.id, p.name,
                    (SELECT count(*) FROM source s WHERE s.persona = p.id),
                    (SELECT count(*) FROM source s WHERE s.persona = p.id AND NOT s.whole),
                    (SELECT count(*) FROM passage WHERE id BETWEEN p.id * ?1 AND (p.id + 1) * ?1 - 1),
                    (SELECT coalesce(sum(words), 0) FROM passage WHERE id BETWEEN p.id * ?1 AND (p.id + 1) * ?1 - 1)
                 FROM persona p ORDER BY p.name",
            )?;
            let mut rows = personas.query([RANGE])?;
            while let Some(row) = rows.next()? {
                let corpus = CorpusSummary {
                    persona: row.get(1)?,
                    sources: row.get(2)?,
                    unfinished: row.get(3)?,
                    passages: row.get(4)?,
                    words: row.get(5)?,
                    embedded: Vec::new(),
                };
                found.push((row.get(0)?, corpus));
            }
            let mut models = db.prepare_cached(
                "SELECT m.label, count(*) FROM vector v JOIN model m ON m.id = v.model
                 WHERE v.passage BETWEEN ?1 AND ?2 GROUP BY m.label ORDER BY m.label",
            )?;
            for (id, corpus) in &mut found {
                let rows = models
                    .query_map(params![*id * RANGE, (*id + 1) * RANGE - 1], |row| {
                        Ok((row.get(0)?, row.get(1)?))
                    })?;
                corpus.embedded = rows.collect::<rusqlite::Result<_>>()?;
            }
            Ok(found)
        };
        let found = read().map_err(|error| self.wrong(&error))?;
        let summaries = found.into_iter().map(|(_, corpus)| corpus);
        Ok(summaries.filter(|corpus| corpus.sources > 0).collect())
    }

    /// The number of passages that a persona has; 0 where there is no corpus.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn passages_of(&self, persona: &str) -> Result<u64, CorpusError> {
        let Some(number) = self.known_persona(persona)? else {
            return Ok(0);
        };
        self.db()
            .query_row(
                "SELECT count(*) FROM passage WHERE id BETWEEN ?1 AND ?2",
                params![number * RANGE, (number + 1) * RANGE - 1],
                |row| row.get(0),
            )
            .map_err(|error| self.wrong(&error))
    }

    /// Walks through all passages of a persona, one by one: `hear` is told the name of the source and the text, and says
    /// whether to go on.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn each_passage(
        &self,
        persona: &str,
        hear: &mut dyn FnMut(&str, &str) -> bool,
    ) -> Result<(), CorpusError> {
        let Some(number) = self.known_persona(persona)? else {
            return Ok(());
        };
        let db = self.db();
        let mut walk = || -> rusqlite::Result<()> {
            let mut all = db.prepare_cached(
                "SELECT coalesce(s.title, s.name), p.text FROM passage p JOIN source s ON s.id = p.source
                 WHERE p.id BETWEEN ?1 AND ?2 ORDER BY p.id",
            )?;
            let mut rows = all.query(params![number * RANGE, (number + 1) * RANGE - 1])?;
            while let Some(row) = rows.next()? {
                let text = |at| row.get_ref(at).and_then(|value| Ok(value.as_str()?));
                if !hear(text(0)?, text(1)?) {
                    break;
                }
            }
            Ok(())
        };
        walk().map_err(|error| self.wrong(&error))
    }

    /// The sources of a persona, in the order in which they came.
    ///
    /// # Errors
    /// There is no corpus of that persona.
    pub fn sources(&self, persona: &str) -> Result<Vec<CorpusSource>, CorpusError> {
        let number = self
            .known_persona(persona)?
            .ok_or_else(|| CorpusError::NoCorpus {
                persona: persona.to_owned(),
            })?;
        let db = self.db();
        let read = || -> rusqlite::Result<Vec<CorpusSource>> {
            let mut sources = db.prepare_cached(
                "SELECT s.name, s.title, s.source_type, s.date, s.speaker, s.tags, s.whole,
                    count(p.id), coalesce(sum(p.words), 0)
                 FROM source s LEFT JOIN passage p ON p.source = s.id
                 WHERE s.persona = ?1 GROUP BY s.id ORDER BY s.id",
            )?;
            let rows = sources.query_map([number], |row| {
                let tags: String = row.get(5)?;
                Ok(CorpusSource {
                    name: row.get(0)?,
                    title: row.get(1)?,
                    source_type: row.get(2)?,
                    date: row.get(3)?,
                    speaker: row.get(4)?,
                    tags: serde_json::from_str(&tags).unwrap_or_default(),
                    whole: row.get(6)?,
                    passages: row.get(7)?,
                    words: row.get(8)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.wrong(&error))
    }
}
