//! The gates of the feed-forward part.

use pulp::Arch;

use crate::{exp::exp, family::Gate, parallel};

/// Numbers that are one piece of work.
const PIECE: usize = 1024;

/// Each number by the function of its gate, times what it lets through (Shazeer, "GLU Variants Improve Transformer", 2020,
/// eq. 6).
pub(super) fn gate(kind: Gate, gates: &mut [f32], through: &[f32]) {
    parallel::each(gates, PIECE, |at, gates| {
        let through = through.get(at * PIECE..).unwrap_or_default();
        let both = gates.iter_mut().zip(through);
        Arch::new().dispatch(|| match kind {
            Gate::Silu => both.for_each(|(gate, through)| *gate = *gate * sigmoid(*gate) * through),
            // With the hyperbolic tangent written as a sigmoid: ½ (1 + tanh x) = sigmoid 2x (Hendrycks and Gimpel, "Gaussian
            // Error Linear Units", 2016, §2).
            Gate::Gelu => both.for_each(|(gate, through)| {
                let x = *gate;
                let inner = 1.595_769 * (x + 0.044_715 * x * x * x);
                *gate = x * sigmoid(inner) * through;
            }),
        });
    });
}

#[allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]
#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}
