//! The search for passages that fit a question: by words (BM25), by meaning (cosine), or, where both are to be had, by
//! both.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError},
};

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use super::{
    error::CorpusError,
    fuse::fused,
    library::{Library, VectorCache},
    naming::{dated, placed},
    near::{Near, sort},
    schema::RANGE,
    tagged::{TagFilter, TagWeights, allowed, weighted},
};
use crate::{llm::embed::SharedEmbedder, similarity::cosine};

/// The weight of a place by meaning, beside one by words. Small models that embed know the language of their own time
/// best, and corpora are often older.
const MEANING: f64 = 0.7;
/// The depth to which each order is read.
const DEPTH: usize = 60;
/// The number of passages near by small integers that are put in order by the vectors themselves. Further down a place
/// more or less changes hardly anything, and each vector is read from the file.
const EXACT: usize = 24;
/// The number of passages that may have one of the words asked for: of a question's words those that say most are asked
/// for until it is reached, since words that stand everywhere cost time and tell nothing.
const MOST_PASSAGES: i64 = 3_000;
/// Words in more passages than this are counted once, and so many of them are kept.
const FREQUENT: i64 = 100;
const MOST_COUNTS: usize = 50_000;
/// The number of words that are asked for in any case.
const LEAST_WORDS: usize = 1;
/// The most words of a question that are looked for.
const MOST_WORDS: usize = 32;

/// The query for passages.
#[derive(Debug, Clone, Default)]
pub struct PassageQuery<'a> {
    /// The persona whose corpus is searched; all where absent.
    pub persona: Option<&'a str>,
    /// The question, or several on the same matter.
    pub questions: &'a [String],
    /// The vectors of the questions and the label of the model that made them; by words alone where absent.
    pub vectors: Option<(&'a str, &'a [Vec<f32>])>,
    /// The filter by the tags of sources.
    pub filter: TagFilter,
    /// The number of passages wanted.
    pub most: usize,
}

/// A passage that fits.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Hit {
    /// The number of the passage in the file.
    pub id: i64,
    /// The persona whose corpus the passage is in.
    pub persona: String,
    /// The words of the passage.
    pub text: String,
    /// The place of the passage in its source.
    pub place: String,
    /// The title of the source, or else the name of its file.
    pub title: String,
    /// The date on which the source was written or said.
    pub date: Option<String>,
    /// The speaker, where the source names one.
    pub speaker: Option<String>,
    /// The kind of text that the source is.
    pub source_type: String,
    /// The sum of the reciprocal ranks.
    pub score: f64,
    /// The place by words, from 1.
    pub by_words: Option<u32>,
    /// The place by meaning, from 1.
    pub by_meaning: Option<u32>,
    /// The cosine with the question that it is nearest to.
    pub cosine: Option<f32>,
}

impl Hit {
    /// The source in one line, for people: title, date, place.
    pub fn source(&self) -> String {
        placed(&self.work(), &self.place)
    }

    /// The title of the source, with its date.
    pub fn work(&self) -> String {
        dated(&self.title, self.date.as_deref())
    }
}

/// Finds what fits, with an embedder where there is one. Where it fails, words alone serve, and the reason is given.
///
/// # Errors
/// The file cannot be read.
pub async fn find_by(
    library: &Arc<Library>,
    embedder: Option<&SharedEmbedder>,
    (persona, filter): (Option<&str>, TagFilter),
    questions: &[String],
    most: usize,
) -> Result<(Vec<Hit>, Option<String>), CorpusError> {
    let mut trouble = None;
    let mut vectors = None;
    if let Some(embedder) = embedder {
        match embedder.embed(questions).await {
            Ok(made) => vectors = Some((embedder.label().to_owned(), made)),
            Err(error) => trouble = Some(error.to_string()),
        }
    }
    let (library, questions) = (Arc::clone(library), questions.to_vec());
    let persona = persona.map(str::to_owned);
    let find = move || {
        library.find(&PassageQuery {
            persona: persona.as_deref(),
            questions: &questions,
            vectors: vectors
                .as_ref()
                .map(|(label, made)| (label.as_str(), made.as_slice())),
            filter,
            most,
        })
    };
    // A panic in there is one here.
    let found = tokio::task::spawn_blocking(find).await;
    found
        .unwrap_or_else(|_| Ok(Vec::new()))
        .map(|hits| (hits, trouble))
}

/// The numbers of passages, the best first, a list for each question.
struct Orders {
    by_words: Vec<Vec<i64>>,
    by_meaning: Vec<Vec<i64>>,
}

impl Library {
    /// The passages that fit, the best first: fewer than wanted where the corpus is small.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn find(&self, asked: &PassageQuery<'_>) -> Result<Vec<Hit>, CorpusError> {
        self.find_weighted(asked, TagWeights::LIGHT)
    }

    /// The same, with other weights of tags.
    pub(super) fn find_weighted(
        &self,
        asked: &PassageQuery<'_>,
        weights: TagWeights,
    ) -> Result<Vec<Hit>, CorpusError> {
        let persona = match asked.persona {
            Some(name) => match self.known_persona(name)? {
                Some(number) => Some(number),
                None => return Ok(Vec::new()),
            },
            None => None,
        };
        let depth = DEPTH.max(asked.most * 2);
        let Orders {
            by_words,
            by_meaning,
        } = self.orders(persona, asked, depth)?;
        let place = |orders: &[Vec<i64>], id: i64| {
            let places = orders
                .iter()
                .filter_map(|order| order.iter().position(|one| *one == id));
            places.min().and_then(|place| u32::try_from(place + 1).ok())
        };
        let words = by_words.iter().map(|order| (1.0, order.as_slice()));
        let meaning = by_meaning.iter().map(|order| (MEANING, order.as_slice()));
        let best = fused(words.chain(meaning));
        let db = self.db();
        let tags = (weights, &self.stems);
        let best = weighted(&db, (asked.questions, asked.most), best, tags)
            .map_err(|error| self.wrong(&error))?;
        let mut hits = Vec::new();
        for (id, score) in best.into_iter().take(asked.most) {
            let Some(mut hit) = hit(&db, id).map_err(|error| self.wrong(&error))? else {
                continue;
            };
            hit.score = score;
            hit.by_words = place(&by_words, id);
            hit.by_meaning = place(&by_meaning, id);
            if let Some((label, vectors)) = asked.vectors {
                let own = vector(&db, label, id).map_err(|error| self.wrong(&error))?;
                let near = own
                    .iter()
                    .flat_map(|own| vectors.iter().map(|one| nearness(own, one)));
                hit.cosine = near.max_by(f32::total_cmp);
            }
            hits.push(hit);
        }
        Ok(hits)
    }

    fn by_words(
        &self,
        (persona, allowed): (Option<i64>, Option<&str>),
        question: &str,
        most: usize,
    ) -> Result<Vec<i64>, CorpusError> {
        let db = self.db();
        let found = || -> rusqlite::Result<Vec<i64>> {
            let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
            let words = telling(&db, &mut counts, self.stems.of(question))?;
            drop(counts);
            if words.is_empty() {
                return Ok(Vec::new());
            }
            // Stems are letters and digits alone: there is nothing to quote in them.
            let query = words
                .iter()
                .map(|word| format!("\"{word}\""))
                .collect::<Vec<_>>();
            let (from, to) = persona.map_or((i64::MIN, i64::MAX), |number| {
                (number * RANGE, (number + 1) * RANGE - 1)
            });
            let mut find = db.prepare_cached(
                // Without a filter the index is asked alone: what passages are from is in another table.
                match allowed {
                    None => "SELECT rowid FROM word WHERE word MATCH ?1 AND rowid BETWEEN ?2 AND ?3 AND ?5 IS NULL
                             ORDER BY rank LIMIT ?4",
                    Some(_) => "SELECT rowid FROM word WHERE word MATCH ?1 AND rowid BETWEEN ?2 AND ?3 AND rowid IN
                                (SELECT id FROM passage WHERE source IN (SELECT value FROM json_each(?5)))
                                ORDER BY rank LIMIT ?4",
                },
            )?;
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let asked = params![query.join(" OR "), from, to, most, allowed];
            let rows = find.query_map(asked, |row| row.get(0))?;
            rows.collect()
        };
        found().map_err(|error| self.wrong(&error))
    }

    /// The passages by words and those by meaning, an order for each question. They are looked for side by side: one
    /// half reads the file, the other what is kept of it in memory.
    fn orders(
        &self,
        persona: Option<i64>,
        asked: &PassageQuery<'_>,
        most: usize,
    ) -> Result<Orders, CorpusError> {
        let allowed = allowed(&self.db(), persona, &asked.filter, &self.stems)
            .map_err(|error| self.wrong(&error))?;
        let allowed = allowed.as_deref();
        let by_words = || -> Result<Vec<Vec<i64>>, CorpusError> {
            let questions = asked.questions.iter();
            questions
                .map(|question| self.by_words((persona, allowed), question, most))
                .collect()
        };
        let Some((label, vectors)) = asked.vectors else {
            return Ok(Orders {
                by_words: by_words()?,
                by_meaning: Vec::new(),
            });
        };
        let personas = match persona {
            Some(number) => vec![number],
            None => self.all_personas()?,
        };
        // Before the other half holds the file.
        let kept = personas
            .into_iter()
            .map(|number| match allowed {
                // What a filter lets through is read for it alone.
                Some(allowed) => read_vectors(&self.db(), number, label, Some(allowed))
                    .map(Arc::new)
                    .map_err(|error| self.wrong(&error)),
                None => self.vectors_of(number, label),
            })
            .collect::<Result<Vec<_>, _>>()?;
        let (words, nearest) = std::thread::scope(|scope| {
            let words = scope.spawn(by_words);
            let nearest: Vec<_> = vectors.iter().map(|one| likely(&kept, one, most)).collect();
            let words = words
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (words, nearest)
        });
        let by_meaning = nearest
            .into_iter()
            .zip(vectors)
            .map(|(nearest, question)| self.in_order(nearest, label, question))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Orders {
            by_words: words?,
            by_meaning,
        })
    }

    /// The passages that small integers have put side by side, the first of them in order by the vectors themselves.
    fn in_order(
        &self,
        mut nearest: Vec<(i64, f32)>,
        label: &str,
        question: &[f32],
    ) -> Result<Vec<i64>, CorpusError> {
        let db = self.db();
        let exact = EXACT.min(nearest.len());
        let (first, _) = nearest.split_at_mut(exact);
        for (id, near) in first.iter_mut() {
            let own = vector(&db, label, *id).map_err(|error| self.wrong(&error))?;
            *near = own.map_or(-1.0, |own| nearness(&own, question));
        }
        sort(first);
        Ok(nearest.into_iter().map(|(id, _)| id).collect())
    }

    fn all_personas(&self) -> Result<Vec<i64>, CorpusError> {
        let db = self.db();
        let read = || -> rusqlite::Result<Vec<i64>> {
            let mut all = db.prepare_cached("SELECT id FROM persona ORDER BY id")?;
            let rows = all.query_map([], |row| row.get(0))?;
            rows.collect()
        };
        read().map_err(|error| self.wrong(&error))
    }

    /// The vectors of a persona in memory, read where they are not, or not any more, what is in the file.
    fn vectors_of(&self, persona: i64, label: &str) -> Result<Arc<Near>, CorpusError> {
        let mut kept = self.near.lock().unwrap_or_else(PoisonError::into_inner);
        let db = self.db();
        let version: i64 = db
            .pragma_query_value(None, "data_version", |row| row.get(0))
            .map_err(|error| self.wrong(&error))?;
        let stamp = (version, kept.changes);
        if kept.stamp != stamp || kept.model != label {
            *kept = VectorCache {
                stamp,
                model: label.to_owned(),
                changes: kept.changes,
                ..VectorCache::default()
            };
        }
        if let Some(near) = kept.by_persona.get(&persona) {
            return Ok(Arc::clone(near));
        }
        let near = read_vectors(&db, persona, label, None).map_err(|error| self.wrong(&error))?;
        let near = Arc::new(near);
        kept.by_persona.insert(persona, Arc::clone(&near));
        Ok(near)
    }
}

/// The nearest to a question in several corpora, by what is kept of them in memory.
fn likely(kept: &[Arc<Near>], question: &[f32], most: usize) -> Vec<(i64, f32)> {
    let found = kept.iter().flat_map(|near| near.nearest(question, most));
    let mut found: Vec<_> = found.collect();
    sort(&mut found);
    found.truncate(most);
    found
}

/// The words of a question that tell most: the rarest, and none that no passage has.
fn telling(
    db: &Connection,
    counts: &mut HashMap<String, i64>,
    stems: impl Iterator<Item = String>,
) -> rusqlite::Result<Vec<String>> {
    let mut in_how_many = db.prepare_cached("SELECT doc FROM vocabulary WHERE term = ?1")?;
    let mut words: Vec<(i64, String)> = Vec::new();
    for stem in stems {
        if words.iter().any(|(_, known)| *known == stem) {
            continue;
        }
        let known = counts.get(&stem).copied();
        let many: Option<i64> = match known {
            Some(many) => Some(many),
            None => in_how_many
                .query_row([&stem], |row| row.get(0))
                .optional()?,
        };
        // A word that stands nowhere may come; of the others only frequent ones take long.
        if let Some(many) = many {
            if known.is_none() && many > FREQUENT && counts.len() < MOST_COUNTS {
                counts.insert(stem.clone(), many);
            }
            words.push((many, stem));
        }
    }
    words.sort();
    let mut sum = 0;
    let mut told = Vec::new();
    for (many, word) in words.into_iter().take(MOST_WORDS) {
        sum += many;
        if told.len() >= LEAST_WORDS && sum > MOST_PASSAGES {
            break;
        }
        told.push(word);
    }
    Ok(told)
}

/// Reads the vectors of a persona's passages, of those sources that a list in JSON has where there is one.
fn read_vectors(
    db: &Connection,
    persona: i64,
    label: &str,
    allowed: Option<&str>,
) -> rusqlite::Result<Near> {
    let model = db
        .query_row(
            "SELECT id, size FROM model WHERE label = ?1",
            [label],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, usize>(1)?)),
        )
        .optional()?;
    let Some((model, size)) = model else {
        return Ok(Near::default());
    };
    let mut near = Near::of_size(size);
    let mut all = db.prepare_cached(
        "SELECT passage, data FROM vector WHERE passage BETWEEN ?1 AND ?2 AND model = ?3 AND (?4 IS NULL OR passage IN
         (SELECT id FROM passage WHERE source IN (SELECT value FROM json_each(?4)))) ORDER BY passage",
    )?;
    let (from, to) = (persona * RANGE, (persona + 1) * RANGE - 1);
    let mut rows = all.query(params![from, to, model, allowed])?;
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        let numbers = numbers(row.get_ref(1)?.as_blob().unwrap_or_default());
        for window in numbers.chunks_exact(size.max(1)) {
            near.push(id, window);
        }
    }
    Ok(near)
}

/// The cosine of a question with that window of a passage which is nearest to it.
fn nearness(windows: &[f32], question: &[f32]) -> f32 {
    windows
        .chunks_exact(question.len().max(1))
        .map(|window| cosine(window, question))
        .max_by(f32::total_cmp)
        .unwrap_or(-1.0)
}

/// The vectors of a passage's windows, one after another.
fn vector(db: &Connection, label: &str, passage: i64) -> rusqlite::Result<Option<Vec<f32>>> {
    db.prepare_cached(
        "SELECT v.data FROM vector v JOIN model m ON m.id = v.model WHERE v.passage = ?1 AND m.label = ?2",
    )?
    .query_row(params![passage, label], |row| {
        Ok(numbers(row.get_ref(0)?.as_blob().unwrap_or_default()))
    })
    .optional()
}

/// Numbers as the file has them: four bytes each, the lowest first.
fn numbers(bytes: &[u8]) -> Vec<f32> {
    let (chunks, _) = bytes.as_chunks::<4>();
    chunks
        .iter()
        .map(|chunk| f32::from_le_bytes(*chunk))
        .collect()
}

pub(super) fn hit(db: &Connection, id: i64) -> rusqlite::Result<Option<Hit>> {
    db.prepare_cached(
        "SELECT o.name, p.text, p.place, coalesce(s.title, s.name), s.date, coalesce(p.speaker, s.speaker), s.source_type
         FROM passage p JOIN source s ON s.id = p.source JOIN persona o ON o.id = s.persona WHERE p.id = ?1",
    )?
    .query_row([id], |row| {
        Ok(Hit {
            id,
            persona: row.get(0)?,
            text: row.get(1)?,
            place: row.get(2)?,
            title: row.get(3)?,
            date: row.get(4)?,
            speaker: row.get(5)?,
            source_type: row.get(6)?,
            score: 0.0,
            by_words: None,
            by_meaning: None,
            cosine: None,
        })
    })
    .optional()
}
