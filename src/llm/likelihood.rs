//! How likely it is that a model would answer in given words. None of them is written, so that nothing is drawn by lot:
//! of a small model's opinion these numbers say more than the one word that it comes to.

use tokio::sync::mpsc;

use super::{BoxFuture, ModelError, Piece, Request};
use crate::debate::event::Usage;

/// The likelihoods of answers that were given.
#[derive(Debug, Clone, PartialEq)]
pub struct Likelihoods {
    /// For each answer, in order, the natural logarithm of the probability that the model's own begins with it: the sum over
    /// its tokens. Longer answers are less likely by their length alone, so only such of like length should be compared.
    pub logs: Vec<f64>,
    /// The tokens that were used.
    pub usage: Usage,
}

/// A model that can tell likelihoods.
pub trait TellsLikelihoods: Send + Sync {
    /// Tells how likely each of these answers to a prompt is. One try; to drop the future is to cancel it. Of the pieces only
    /// [`Piece::Turn`] comes. The request's shape, its length and how it would have words chosen count for nothing.
    fn likelihoods<'a>(
        &'a self,
        request: &'a Request,
        answers: &'a [String],
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Likelihoods, ModelError>>;
}
