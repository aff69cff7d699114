//! Meaning as numbers: texts become vectors whose angle tells how near they are in meaning.
//!
//! Where the model is: at a server ([`endpoint`]), in the process (the crate above), or nowhere, and then words alone
//! must do ([`NONE_HINT`]).
//!
//! Every vector that leaves this module has length 1, so that the cosine of two is their product.

pub mod endpoint;
pub mod scripted;

use std::{fmt, sync::Arc};

use super::{BoxFuture, ModelError};

/// What is said where no model embeds: a sentence for whoever works with words alone then.
pub const NONE_HINT: &str =
    "search goes by words alone; for search by meaning: hustings model pull minilm (91 MB)";

/// Something that makes vectors of texts. Batches, tries and waits are its own business; to drop the future is to
/// cancel it.
pub trait Embedder: Send + Sync + fmt::Debug {
    /// What the vectors are kept under: two embedders with the same label make the same vectors.
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

/// The cosine of two vectors of length 1: 1 for the same direction, 0 for nothing in common. Vectors of different
/// sizes have nothing in common.
pub fn cosine(one: &[f32], other: &[f32]) -> f32 {
    if one.len() != other.len() {
        return 0.0;
    }
    // Eight sums side by side are what a processor can do at once.
    let (ones, one_rest) = one.as_chunks::<8>();
    let (others, other_rest) = other.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (left, right) in ones.iter().zip(others) {
        for ((sum, a), b) in sums.iter_mut().zip(left).zip(right) {
            *sum += a * b;
        }
    }
    let rest: f32 = one_rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// The same direction at length 1; `None` where there is no direction.
pub fn normalised(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if !length.is_finite() || length <= f32::EPSILON {
        return None;
    }
    for x in &mut vector {
        *x /= length;
    }
    Some(vector)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cosine_is_that_of_the_angle() {
        let one = normalised((0_u8..19).map(f32::from).collect()).unwrap();
        let back: Vec<f32> = one.iter().map(|x| -x).collect();
        assert!((cosine(&one, &one) - 1.0).abs() < 1e-6);
        assert!((cosine(&one, &back) + 1.0).abs() < 1e-6);
        assert!(cosine(&one, &one[1..]).abs() < 1e-6);
        let across = cosine(&[1.0, 0.0], &[0.0, 1.0]);
        assert!(across.abs() < 1e-6);
        assert_eq!(normalised(vec![0.0; 4]), None);
        assert_eq!(normalised(vec![f32::NAN; 4]), None);
    }
}
