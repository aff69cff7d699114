//! Embeddings from an OpenAI-compatible server: batches, tries, and what is done with a text that is too long.

use std::{
    borrow::Cow,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
};

use futures_util::{StreamExt, TryStreamExt, stream};

use super::Embedder;
use crate::{
    BoxFuture, ModelError,
    openai::{BaseUrl, Endpoint, EndpointError, embeddings::Embeddings},
    retry::{self, Policy},
    similarity::normalised,
    tokens,
};

/// The most texts in one request, where nothing else is said.
pub const BATCH: usize = 64;
/// Requests that are under way at once, where nothing else is said.
pub const AT_ONCE: usize = 4;
/// The most tokens of one text, by our estimate: what OpenAI's models take, with room for an estimate that is too low.
const MOST_TOKENS: u64 = 8_000;
/// The most tokens of one request, by our estimate: a third of what OpenAI takes.
const MOST_TOGETHER: u64 = 100_000;
/// A text that is too long at so many tokens has something else wrong with it.
const LEAST_TOKENS: u64 = 16;
/// The stand-in for a text without words: servers refuse an empty one.
const NOTHING: &str = ".";

/// A model that embeds, at an endpoint.
#[derive(Debug)]
pub struct Remote {
    label: String,
    model: Embeddings,
    batch: usize,
    at_once: usize,
    policy: Policy,
    /// The most tokens of a text that the server is known not to refuse, by our estimate.
    most: AtomicU64,
    /// The size of the model's vectors.
    size: OnceLock<usize>,
}

impl Remote {
    /// The model that the server calls `name`, kept apart from others as `label`.
    ///
    /// # Errors
    /// The address, the key or a header cannot be used.
    pub fn new(
        label: impl Into<String>,
        name: &str,
        endpoint: &Endpoint,
    ) -> Result<Self, EndpointError> {
        Ok(Self {
            label: label.into(),
            model: Embeddings::new(name, endpoint)?,
            batch: BATCH,
            at_once: AT_ONCE,
            policy: Policy::default(),
            most: AtomicU64::new(MOST_TOKENS),
            size: OnceLock::new(),
        })
    }

    /// The embedder with at most so many texts in one request; at least 1.
    #[must_use]
    pub fn with_batch(mut self, most: usize) -> Self {
        self.batch = most.max(1);
        self
    }

    /// The embedder with so many requests under way at once; at least 1.
    #[must_use]
    pub fn with_at_once(mut self, most: usize) -> Self {
        self.at_once = most.max(1);
        self
    }

    /// The embedder with other rules for trying again.
    #[must_use]
    pub fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The base URL, in its normal spelling.
    pub fn base_url(&self) -> &BaseUrl {
        self.model.base_url()
    }

    async fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        let most = self.most.load(Ordering::Relaxed);
        let texts: Vec<&str> = texts.iter().map(|text| fitting(text, most)).collect();
        let batches = batches(&texts, self.batch);
        let asked: Vec<BoxFuture<'_, _>> = batches
            .into_iter()
            .map(|batch| Box::pin(self.one(batch)) as BoxFuture<'_, _>)
            .collect();
        let vectors: Vec<Vec<Vec<f32>>> = stream::iter(asked)
            .buffered(self.at_once)
            .try_collect()
            .await?;
        vectors
            .into_iter()
            .flatten()
            .map(|v| self.sound(v))
            .collect()
    }

    /// The vectors of one batch. What the server finds too long is asked for in halves: first half of the texts, then
    /// half of a text.
    async fn one(&self, batch: Vec<&str>) -> Result<Vec<Vec<f32>>, ModelError> {
        let mut vectors = Vec::with_capacity(batch.len());
        let mut left = vec![Cow::Owned(batch)];
        while let Some(texts) = left.pop() {
            let asked = || self.model.ask(&texts);
            match retry::again(&self.policy, &self.label, asked).await {
                Ok(more) => vectors.extend(more),
                Err(error @ ModelError::TooLong { .. }) => {
                    let (first, second) = texts.split_at(texts.len() / 2);
                    match (first, second) {
                        ([], [text]) => left.push(Cow::Owned(vec![self.halved(text, error)?])),
                        ([], _) => return Err(error),
                        (first, second) => {
                            left.push(Cow::Owned(second.to_vec()));
                            left.push(Cow::Owned(first.to_vec()));
                        }
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(vectors)
    }

    /// The first half of a text that is too long, and from now on no text is longer.
    fn halved<'t>(&self, text: &'t str, error: ModelError) -> Result<&'t str, ModelError> {
        let half = tokens::estimate(text) / 2;
        if half < LEAST_TOKENS {
            return Err(error);
        }
        tracing::debug!(model = %self.label, tokens = half, "the server takes shorter texts");
        self.most.fetch_min(half, Ordering::Relaxed);
        Ok(fitting(text, half))
    }

    /// A vector of length 1 and of the size of all others.
    fn sound(&self, vector: Vec<f32>) -> Result<Vec<f32>, ModelError> {
        let wrong = |detail: String| ModelError::Vectors {
            model: self.label.clone(),
            detail,
        };
        let found = vector.len();
        let vector = normalised(vector).ok_or_else(|| wrong("one has no direction".to_owned()))?;
        let size = *self.size.get_or_init(|| found);
        if found != size {
            return Err(wrong(format!(
                "one has {found} numbers, and another one has {size}"
            )));
        }
        Ok(vector)
    }
}

impl Embedder for Remote {
    fn label(&self) -> &str {
        &self.label
    }

    fn embed<'a>(
        &'a self,
        texts: &'a [String],
    ) -> BoxFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        Box::pin(self.run(texts))
    }
}

/// As much of a text as has that many tokens by our estimate, cut between letters; never nothing.
fn fitting(text: &str, most: u64) -> &str {
    let text = text.trim();
    if text.is_empty() {
        return NOTHING;
    }
    // No text has more tokens than bytes.
    if (text.len() as u64) <= most || tokens::estimate(text) <= most {
        return text;
    }
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let fits = |at: &usize| {
        let head = text.get(..*at).unwrap_or_default();
        tokens::estimate(head) <= most
    };
    let end = starts.partition_point(fits).saturating_sub(1);
    let end = starts.get(end).copied().unwrap_or_default();
    let cut = text.get(..end).unwrap_or_default().trim_end();
    if cut.is_empty() { NOTHING } else { cut }
}

/// The texts in their order, not more in one batch than are taken at once, by number and by length.
fn batches<'t>(texts: &[&'t str], most: usize) -> Vec<Vec<&'t str>> {
    let mut batches: Vec<Vec<&'t str>> = Vec::new();
    let mut together = 0;
    for text in texts {
        let tokens = tokens::estimate(text);
        match batches.last_mut() {
            Some(batch) if batch.len() < most && together + tokens <= MOST_TOGETHER => {
                batch.push(text);
                together += tokens;
            }
            _ => {
                batches.push(vec![text]);
                together = tokens;
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_between_letters_to_what_fits() {
        let table = [
            ("", 5, NOTHING),
            (" \n", 5, NOTHING),
            (" short ", 5, "short"),
            ("abcdefgh", 1, "abcd"),
            ("abc defgh", 1, "abc"),
            ("辩论赛事", 2, "辩论"),
            ("éééééééé", 1, "éééé"),
        ];
        for (text, most, expected) in table {
            assert_eq!(fitting(text, most), expected, "{text}");
        }
        let long = "word ".repeat(100_000);
        let cut = fitting(&long, MOST_TOKENS);
        assert!(tokens::estimate(cut) <= MOST_TOKENS && cut.len() > 31_990);
    }

    #[test]
    fn batches_are_neither_too_many_texts_nor_too_long() {
        let long = "word ".repeat(6_000);
        let texts = vec![long.as_str(); 30];
        let sizes = |most| -> Vec<usize> { batches(&texts, most).iter().map(Vec::len).collect() };
        assert_eq!(sizes(64), [13, 13, 4]);
        assert_eq!(sizes(12), [12, 12, 6]);
        assert!(batches(&[], 3).is_empty());
    }
}
