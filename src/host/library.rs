//! The queries of measures to corpora, answered by the library.

use std::sync::Arc;

use crate::{
    Host,
    corpus::{Hit, Library, PassageQuery},
    error::Failure,
    eval::{By, CorpusQueries as Materials, Nearest, Surface},
    llm::embed::Embedder,
    similarity::containment,
    text::content::content_words,
};

/// Passages of a corpus that its surface is counted in: enough for four shares, whatever its size.
const COUNTED: usize = 400;
/// Passages that are looked at more closely where there are only words.
const BY_WORDS: usize = 5;
/// A claim with fewer content words cannot be told from what happens to stand in a passage.
const LEAST_CLAIMED: usize = 2;

impl Host {
    /// The id of a persona who may have a corpus: of the catalog, or one whose file is gone and whose corpus is still
    /// there.
    ///
    /// # Errors
    /// Neither, with the nearest name; or the file of corpora cannot be opened.
    pub fn persona_with_corpus(&self, named: &str) -> Result<String, Failure> {
        let unknown = match self.catalog.persona(named) {
            Ok(entry) => return Ok(entry.id.clone()),
            Err(unknown) => unknown,
        };
        let passages = match Library::find_in(&self.dirs.data)? {
            Some(library) => library.passages_of(named)?,
            None => 0,
        };
        if passages == 0 {
            return Err(unknown.into());
        }
        Ok(named.to_owned())
    }
}

/// The library, and the label of the embedder whose vectors claims come with.
#[derive(Debug)]
pub struct CorpusMeasures {
    library: Arc<Library>,
    label: Option<String>,
}

impl CorpusMeasures {
    /// The library, where there is one; without an embedder it is asked by words alone.
    ///
    /// # Errors
    /// The file of corpora is there and cannot be opened.
    pub fn open(host: &Host, embedder: Option<&dyn Embedder>) -> Result<Option<Self>, Failure> {
        let library = Library::find_in(&host.dirs.data)?;
        Ok(library.map(|library| Self {
            library: Arc::new(library),
            label: embedder.map(|embedder| embedder.label().to_owned()),
        }))
    }

    /// The library for what can be shown without it: one that cannot be read is none, and the measures say that there
    /// is no corpus.
    pub fn open_if_readable(host: &Host) -> Option<Self> {
        Self::open(host, None)
            .inspect_err(|failure| tracing::warn!(%failure, "the corpora cannot be opened"))
            .ok()
            .flatten()
    }

    /// The passages that fit a query; none where they cannot be read: the measure then says that there is no corpus.
    fn find(&self, asked: &PassageQuery<'_>) -> Vec<Hit> {
        self.library.find(asked).unwrap_or_default()
    }
}

impl Materials for CorpusMeasures {
    fn surface(&self, persona: &str, phrases: &[String]) -> Option<Surface> {
        let passages = self.library.spread(persona, COUNTED).ok()?;
        let mut surface = Surface::default();
        for passage in &passages {
            surface.add(&passage.text, phrases);
        }
        (!passages.is_empty()).then_some(surface)
    }

    fn nearest(&self, persona: &str, claim: &str, vector: Option<&[f32]>) -> Option<Nearest> {
        if let (Some(label), Some(vector)) = (&self.label, vector) {
            let vectors = [vector.to_vec()];
            let found = self.find(&PassageQuery {
                persona: Some(persona),
                questions: &[],
                vectors: Some((label, &vectors)),
                most: 1,
                ..PassageQuery::default()
            });
            if let Some(hit) = found.into_iter().next() {
                return Some(Nearest {
                    similarity: f64::from(hit.cosine.unwrap_or_default()),
                    by: By::Embedder(label.clone()),
                    passage: hit.text,
                });
            }
        }
        let claimed = content_words([claim]);
        if claimed.len() < LEAST_CLAIMED {
            return None;
        }
        let questions = [claim.to_owned()];
        let found = self.find(&PassageQuery {
            persona: Some(persona),
            questions: &questions,
            most: BY_WORDS,
            ..PassageQuery::default()
        });
        let near = found.into_iter().map(|hit| Nearest {
            similarity: containment(&claimed, &content_words([hit.text.as_str()])),
            by: By::Words,
            passage: hit.text,
        });
        near.max_by(|one, other| one.similarity.total_cmp(&other.similarity))
    }

    fn samples(&self, persona: &str, most: usize) -> Vec<String> {
        let passages = self.library.spread(persona, most).unwrap_or_default();
        passages.into_iter().map(|passage| passage.text).collect()
    }
}
