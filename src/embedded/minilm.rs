//! A model that embeds in the process: all-MiniLM-L6-v2 and its like, sentence transformers on BERT that take the mean
//! of their tokens (Reimers and Gurevych, "Sentence-BERT", 2019, §3; Wang et al., "MiniLM", 2020).
//!
//! The arithmetic is done on a thread that may block. To drop a call ends it after the batch that it is at.

mod bert;
mod safetensors;

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use hustings_transformer::{Encoder, Error};
use tokenizers::{Tokenizer, TruncationParams};
use tokio::sync::{Mutex, OnceCell};
use tokio_util::sync::CancellationToken;

use self::bert::{Config, load};
use crate::{
    EmbeddedError,
    llm::{BoxFuture, EMBEDDED, ModelError, embed::Embedder},
    similarity::normalised,
    text::{floor_char_boundary, sanitize::sanitize_line},
};

/// The most tokens that are read of a text; the model was not trained with more.
const MOST_TOKENS: usize = 256;
/// The bytes of a text that hold [`MOST_TOKENS`], unless its words are longer than any word.
const MOST_BYTES: usize = MOST_TOKENS * 256;
/// Texts in one pass.
const BATCH: usize = 16;
/// Texts whose tokens are looked for at once.
const TOKENISED: usize = 512;

/// A model that embeds in the process.
pub struct MiniLm {
    label: String,
    weights: PathBuf,
    loaded: OnceCell<Arc<Loaded>>,
    /// The lock of a call: one at a time, because each works with all threads.
    turn: Arc<Mutex<()>>,
}

impl fmt::Debug for MiniLm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MiniLm")
            .field("label", &self.label)
            .field("weights", &self.weights)
            .finish_non_exhaustive()
    }
}

impl MiniLm {
    /// The model whose weights are in that file, with `tokenizer.json` and `config.json` beside it. It is loaded when
    /// it is first asked for something.
    pub fn new(name: &str, weights: PathBuf) -> Self {
        Self {
            label: format!("{EMBEDDED}:{name}"),
            weights,
            loaded: OnceCell::new(),
            turn: Arc::default(),
        }
    }

    /// The file with the weights.
    pub fn path(&self) -> &Path {
        &self.weights
    }

    async fn run(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let turn = Arc::clone(&self.turn).lock_owned().await;
        let loaded = self.loaded.get_or_try_init(|| self.load()).await?;
        let loaded = Arc::clone(loaded);
        let texts: Vec<String> = texts.iter().map(|text| head(text).to_owned()).collect();
        let stop = CancellationToken::new();
        let _stops_with_us = stop.clone().drop_guard();
        self.blocking(move || {
            let vectors = loaded.embed(&texts, &stop);
            drop(turn);
            vectors
        })
        .await
    }

    async fn load(&self) -> Result<Arc<Loaded>, ModelError> {
        let weights = self.weights.clone();
        self.blocking(move || Loaded::read(&weights).map(Arc::new))
            .await
    }

    /// Does something that blocks, on a thread for that.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, EmbeddedError> + Send + 'static,
    ) -> Result<T, ModelError> {
        let done = tokio::task::spawn_blocking(work).await;
        done.unwrap_or_else(|error| Err(EmbeddedError::Gone(error.to_string())))
            .map_err(|error| error.into_model_error(&self.label))
    }
}

impl Embedder for MiniLm {
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

/// As much of a text as can be of use.
fn head(text: &str) -> &str {
    let end = floor_char_boundary(text, MOST_BYTES);
    text.get(..end).unwrap_or(text)
}

/// The model in memory.
struct Loaded {
    tokenizer: Tokenizer,
    network: Encoder,
}

impl Loaded {
    fn read(weights: &Path) -> Result<Self, EmbeddedError> {
        let read = |path: &Path| {
            fs::read(path).map_err(|error| Error::Unreadable {
                path: path.to_owned(),
                detail: error.to_string(),
            })
        };
        let damaged = |path: &Path, detail: &str| Error::Damaged {
            path: path.to_owned(),
            detail: detail.lines().next().unwrap_or_default().to_owned(),
        };
        let path = weights.with_file_name("config.json");
        let config = Config::parse(&read(&path)?).map_err(|why| damaged(&path, &why))?;
        let path = weights.with_file_name("tokenizer.json");
        let mut tokenizer = Tokenizer::from_bytes(read(&path)?)
            .map_err(|error| damaged(&path, &error.to_string()))?;
        // What a text says is never a control token.
        tokenizer.set_encode_special_tokens(true);
        tokenizer.with_padding(None);
        tokenizer
            .with_truncation(Some(TruncationParams {
                max_length: config.positions().min(MOST_TOKENS),
                ..TruncationParams::default()
            }))
            .map_err(|error| damaged(&path, &error.to_string()))?;
        let network = load(&config, &read(weights)?).map_err(|why| damaged(weights, &why))?;
        Ok(Self { tokenizer, network })
    }

    /// One vector for each text. Texts of one length go together, so that little is filled up.
    fn embed(
        &self,
        texts: &[String],
        stop: &CancellationToken,
    ) -> Result<Vec<Vec<f32>>, EmbeddedError> {
        let go_on = || {
            let stopped = || EmbeddedError::Gone("nobody waits for the vectors".to_owned());
            (!stop.is_cancelled()).then_some(()).ok_or_else(stopped)
        };
        let mut rows: Vec<(usize, Vec<u32>)> = Vec::with_capacity(texts.len());
        for some in texts.chunks(TOKENISED) {
            go_on()?;
            let inputs: Vec<&str> = some.iter().map(String::as_str).collect();
            let encoded = self
                .tokenizer
                .encode_batch_fast(inputs, true)
                .map_err(|error| EmbeddedError::Template(sanitize_line(&error.to_string())))?;
            for one in encoded {
                rows.push((rows.len(), one.get_ids().to_vec()));
            }
        }
        rows.sort_by_key(|(_, tokens)| tokens.len());
        let mut vectors = vec![Vec::new(); texts.len()];
        for batch in rows.chunks(BATCH) {
            go_on()?;
            let tokens: Vec<&[u32]> = batch.iter().map(|(_, row)| row.as_slice()).collect();
            for ((place, _), mean) in batch.iter().zip(self.network.means(&tokens)?) {
                let vector = normalised(mean)
                    .ok_or_else(|| Error::Arithmetic("a vector has no direction".to_owned()))?;
                if let Some(slot) = vectors.get_mut(*place) {
                    *slot = vector;
                }
            }
        }
        Ok(vectors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn files_that_are_no_model_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let weights = folder.path().join("model.safetensors");
        let said = async || {
            let model = MiniLm::new("x", weights.clone());
            let texts = ["a text".to_owned()];
            assert_eq!(model.embed(&[]).await.unwrap(), Vec::<Vec<f32>>::new());
            let error = model.embed(&texts).await.unwrap_err();
            assert!(matches!(error, ModelError::Unusable { .. }), "{error:?}");
            error.to_string()
        };
        assert!(said().await.contains("config.json cannot be read"));
        fs::write(folder.path().join("config.json"), "{}").unwrap();
        let text = said().await;
        assert!(
            text.contains("config.json is damaged") && text.contains("model_type"),
            "{text}"
        );
    }

    #[test]
    fn no_letter_is_cut_in_two() {
        let long = "é".repeat(MOST_BYTES);
        assert_eq!(head(&long).len(), MOST_BYTES);
        assert_eq!(head(&format!("a{long}")).len(), MOST_BYTES - 1);
        assert_eq!(head(""), "");
    }
}
