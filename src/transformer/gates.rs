//! The gates of the feed-forward part.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use pulp::{Arch, Simd, WithSimd};

use crate::{exp::exp, family::Gate, parallel};

/// Numbers that are one piece of work.
const PIECE: usize = 4096;

/// Each number by the function of its gate, times what it lets through (Shazeer, "GLU Variants Improve Transformer", 2020,
/// eq. 6).
pub(super) fn gate(kind: Gate, gates: &mut [f32], through: &[f32]) {
    parallel::each(gates, PIECE, |at, gates| {
        let through = through.get(at * PIECE..).unwrap_or_default();
        Arch::new().dispatch(Piece {
            kind,
            numbers: gates,
            through,
        });
    });
}

/// Some gates, and what they let through.
struct Piece<'a> {
    kind: Gate,
    numbers: &'a mut [f32],
    through: &'a [f32],
}

impl WithSimd for Piece<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let both = self.numbers.iter_mut().zip(self.through);
        match self.kind {
            Gate::Silu => {
                for (gate, through) in both {
                    *gate = *gate * sigmoid(*gate) * through;
                }
            }
            // With the hyperbolic tangent written as a sigmoid: ½ (1 + tanh x) = sigmoid 2x (Hendrycks and Gimpel,
            // "Gaussian Error Linear Units", 2016, §2).
            Gate::Gelu => {
                for (gate, through) in both {
                    let x = *gate;
                    let inner = 1.595_769 * (x + 0.044_715 * x * x * x);
                    *gate = x * sigmoid(inner) * through;
                }
            }
        }
    }
}

#[inline(always)]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}
