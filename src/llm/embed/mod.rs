//! Meaning as numbers: texts become vectors whose angle tells how near they are in meaning.
//!
//! Where the model is: at a server ([`endpoint`]), in the process (the crate above), or nowhere, and then words alone
//! must do ([`NONE_HINT`]).
//!
//! Every vector that leaves this module has length 1, so that the cosine of two is their product
//! ([`crate::similarity::cosine`]).

pub mod endpoint;
pub mod scripted;

use std::{fmt, sync::Arc};

use super::{BoxFuture, ModelError};

/// The hint where no model embeds: a sentence for whoever works with words alone then.
pub const NONE_HINT: &str =
    "search goes by words alone; for search by meaning: hustings model pull minilm (91 MB)";
/// The hint where embeddings are switched off: what that means, and how they are had again.
pub const OFF_HINT: &str = "search goes by words alone, as embeddings are off: leave out --embeddings off, or see to `model` under [embeddings] in config.toml";

/// Something that makes vectors of texts. Batches, tries and waits are its own business; to drop the future is to
/// cancel it.
pub trait Embedder: Send + Sync + fmt::Debug {
    /// The label that the vectors are kept under: two embedders with the same label make the same vectors.
    fn label(&self) -> &str;

    /// One vector for each text, in their order, all of the same size and of length 1. A text that is longer than the
    /// model's context is cut.
    ///
    /// # Errors
    /// No vectors can be had; none are given then.
    fn embed<'a>(&'a self, texts: &'a [String])
    -> BoxFuture<'a, Result<Vec<Vec<f32>>, ModelError>>;
}

/// An embedder that several parts share.
pub type SharedEmbedder = Arc<dyn Embedder>;
