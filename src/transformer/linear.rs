//! One matrix of weights, kept as its kind asks for.

use pulp::Arch;

use crate::{
    WeightKind,
    floats::Floats,
    quantised::{self, Quantised},
};

/// The weights of a matrix.
enum Weights {
    Floats(Floats),
    Quantised(Quantised),
}

/// A matrix of `outputs` × `inputs` weights.
pub(crate) struct Linear {
    weights: Weights,
    bias: Option<Vec<f32>>,
    outputs: usize,
}

impl Linear {
    /// From the bytes of the file, as `(outputs, inputs)`. Rows consist of whole blocks.
    pub(crate) fn new(
        kind: WeightKind,
        bytes: &[u8],
        (outputs, inputs): (usize, usize),
        bias: Option<Vec<f32>>,
    ) -> Self {
        let sizes = (outputs, inputs);
        let weights = if kind.block() == 1 {
            Weights::Floats(Floats::new(kind, bytes, sizes))
        } else {
            Weights::Quantised(Quantised::new(kind, bytes, sizes))
        };
        Self {
            weights,
            bias,
            outputs,
        }
    }

    /// From plain numbers.
    pub(crate) fn of(numbers: Vec<f32>, (outputs, inputs): (usize, usize), bias: Vec<f32>) -> Self {
        Self {
            weights: Weights::Floats(Floats::of(numbers, (outputs, inputs))),
            bias: Some(bias),
            outputs,
        }
    }

    /// Multiplies rows × inputs; gives rows × outputs.
    pub(crate) fn forward(&self, rows: &[f32]) -> Vec<f32> {
        let [products] = Self::forward_each([self], rows);
        products
    }

    /// Multiplies the same rows with several matrices of as many inputs.
    pub(crate) fn forward_each<const N: usize>(
        matrices: [&Self; N],
        rows: &[f32],
    ) -> [Vec<f32>; N] {
        let quantised: Vec<&Quantised> = matrices
            .iter()
            .filter_map(|matrix| match &matrix.weights {
                Weights::Quantised(weights) => Some(weights),
                Weights::Floats(_) => None,
            })
            .collect();
        let mut products = quantised::forward(Arch::new(), &quantised, rows).into_iter();
        matrices.map(|matrix| {
            let mut products = match &matrix.weights {
                Weights::Floats(weights) => weights.forward(rows),
                Weights::Quantised(_) => products.next().unwrap_or_default(),
            };
            if let Some(bias) = &matrix.bias {
                for row in products.chunks_exact_mut(matrix.outputs.max(1)) {
                    row.iter_mut()
                        .zip(bias)
                        .for_each(|(sum, bias)| *sum += bias);
                }
            }
            products
        })
    }

    /// The rows of these numbers, as an embedding: ids × inputs.
    pub(crate) fn rows(&self, ids: &[u32]) -> Vec<f32> {
        let row = |id: &u32| match &self.weights {
            Weights::Floats(weights) => weights.row(*id as usize),
            Weights::Quantised(weights) => weights.row(*id as usize),
        };
        ids.iter().flat_map(row).collect()
    }
}
