//! A matrix of weights that are not quantised, and its products. Weights of 16 bits stay so in memory, and are made exact
//! a few rows at a time, for all rows that they are multiplied with. Each row comes out the same whatever else is in the
//! step.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use half::{bf16, f16, slice::HalfFloatSliceExt};
use pulp::{Arch, Simd, WithSimd};

use crate::{WeightKind, blocks, lanes::ROWS, parallel, quantised::rows_of};

/// Rows of weights that are multiplied together.
const TOGETHER: usize = 4;

/// Weights in their order.
enum Kept {
    Whole(Vec<f32>),
    Half(Vec<f16>),
    Brain(Vec<bf16>),
}

/// A matrix of weights that are not quantised.
pub(crate) struct Floats {
    kept: Kept,
    outputs: usize,
    inputs: usize,
}

impl Floats {
    /// Of the bytes of a file.
    pub(crate) fn new(kind: WeightKind, bytes: &[u8], (outputs, inputs): (usize, usize)) -> Self {
        let (twos, _) = bytes.as_chunks::<2>();
        let kept = if kind == WeightKind::F16 {
            Kept::Half(twos.iter().map(|two| f16::from_le_bytes(*two)).collect())
        } else if kind == WeightKind::Bf16 {
            Kept::Brain(twos.iter().map(|two| bf16::from_le_bytes(*two)).collect())
        } else {
            Kept::Whole(blocks::numbers(kind, bytes))
        };
        Self {
            kept,
            outputs,
            inputs,
        }
    }

    /// Of plain numbers.
    pub(crate) fn of(numbers: Vec<f32>, (outputs, inputs): (usize, usize)) -> Self {
        Self {
            kept: Kept::Whole(numbers),
            outputs,
            inputs,
        }
    }

    /// Some rows of the weights, made exact in `room` where they are not.
    fn exact<'a>(&'a self, first: usize, count: usize, room: &'a mut Vec<f32>) -> &'a [f32] {
        let count = count.min(self.outputs.saturating_sub(first));
        let range = first * self.inputs..(first + count) * self.inputs;
        room.resize(range.len(), 0.0);
        match &self.kept {
            Kept::Whole(all) => return all.get(range).unwrap_or_default(),
            Kept::Half(all) => {
                let own = all.get(range).filter(|own| own.len() == room.len());
                own.unwrap_or_default().convert_to_f32_slice(room);
            }
            Kept::Brain(all) => {
                let own = all.get(range).filter(|own| own.len() == room.len());
                own.unwrap_or_default().convert_to_f32_slice(room);
            }
        }
        room
    }

    /// A row of the weights as plain numbers.
    pub(crate) fn row(&self, row: usize) -> Vec<f32> {
        self.exact(row, 1, &mut Vec::new()).to_vec()
    }

    /// Multiplies rows × inputs; gives rows × outputs.
    pub(crate) fn forward(&self, rows: &[f32]) -> Vec<f32> {
        let count = rows.len().checked_div(self.inputs).unwrap_or_default();
        if count == 0 {
            return Vec::new();
        }
        let mut products = vec![0.0; self.outputs.div_ceil(ROWS) * count * ROWS];
        parallel::each(&mut products, count * ROWS, |at, products| {
            let mut room = Vec::new();
            for place in (0..ROWS).step_by(TOGETHER) {
                let weights = self.exact(at * ROWS + place, TOGETHER, &mut room);
                let (products, _) = products.as_chunks_mut();
                Arch::new().dispatch(Strip {
                    weights,
                    rows,
                    inputs: self.inputs,
                    place,
                    products,
                });
            }
        });
        rows_of(products, count, self.outputs)
    }
}

/// Some rows of weights, at most [`TOGETHER`], with all rows.
struct Strip<'a> {
    weights: &'a [f32],
    rows: &'a [f32],
    inputs: usize,
    place: usize,
    products: &'a mut [[f32; ROWS]],
}

impl WithSimd for Strip<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            weights,
            rows,
            inputs,
            place,
            products,
        } = self;
        let mut own = weights.chunks_exact(inputs);
        let all = (own.next(), own.next(), own.next(), own.next());
        if let (Some(a), Some(b), Some(c), Some(d)) = all {
            let mut rows = rows.chunks_exact(inputs);
            let (pairs, last) = products.as_chunks_mut::<2>();
            for [one, other] in pairs {
                if let (Some(first), Some(second)) = (rows.next(), rows.next()) {
                    let [sums, more] = dots(simd, [a, b, c, d], [first, second]);
                    put(one, place, sums);
                    put(other, place, more);
                }
            }
            for (products, row) in last.iter_mut().zip(rows) {
                let [sums] = dots(simd, [a, b, c, d], [row]);
                put(products, place, sums);
            }
        } else {
            for (at, weights) in weights.chunks_exact(inputs).enumerate() {
                for (products, row) in products.iter_mut().zip(rows.chunks_exact(inputs)) {
                    let [sums] = dots(simd, [weights], [row]);
                    put(products, place + at, sums);
                }
            }
        }
    }
}

#[inline(always)]
fn put<const W: usize>(products: &mut [f32; ROWS], place: usize, sums: [f32; W]) {
    if let Some(into) = products.get_mut(place..place + W) {
        into.copy_from_slice(&sums);
    }
}

/// The products of some vectors with some others, all of the same length. Each is summed up in the same order whatever the
/// others are.
#[inline(always)]
fn dots<S: Simd, const W: usize, const T: usize>(
    simd: S,
    weights: [&[f32]; W],
    rows: [&[f32]; T],
) -> [[f32; W]; T] {
    let weights = weights.map(S::as_simd_f32s);
    let rows = rows.map(S::as_simd_f32s);
    let vectors = weights.iter().map(|(vectors, _)| vectors.len());
    let vectors = vectors.chain(rows.iter().map(|(vectors, _)| vectors.len()));
    let count = vectors.min().unwrap_or_default();
    let weight_vectors = weights.map(|(vectors, _)| &vectors[..count]);
    let row_vectors = rows.map(|(vectors, _)| &vectors[..count]);
    let mut sums = [[simd.splat_f32s(0.0); W]; T];
    for at in 0..count {
        for (sums, row) in sums.iter_mut().zip(&row_vectors) {
            for (sum, weights) in sums.iter_mut().zip(&weight_vectors) {
                *sum = simd.mul_add_e_f32s(weights[at], row[at], *sum);
            }
        }
    }
    let mut totals = [[0.0; W]; T];
    let each = totals.iter_mut().zip(sums).zip(&rows);
    for ((totals, sums), (_, row)) in each {
        for ((total, sum), (_, weights)) in totals.iter_mut().zip(sums).zip(&weights) {
            let tail: f32 = weights.iter().zip(*row).map(|(a, b)| a * b).sum();
            *total = simd.reduce_sum_f32s(sum) + tail;
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_the_weights_whatever_else_is_in_the_step() {
        for (outputs, inputs) in [(37, 70), (16, 64), (3, 5)] {
            let number = |at: usize| ((at * 7919 + 13) % 255) as f32 / 64.0 - 2.0;
            let weights: Vec<f32> = (0..outputs * inputs).map(number).collect();
            let rows: Vec<f32> = (0..5 * inputs).map(|at| number(at * 31 + 7)).collect();
            let half = weights
                .iter()
                .flat_map(|one| f16::from_f32(*one).to_le_bytes());
            let brain = weights
                .iter()
                .flat_map(|one| bf16::from_f32(*one).to_le_bytes());
            let (half, brain): (Vec<u8>, Vec<u8>) = (half.collect(), brain.collect());
            let sizes = (outputs, inputs);
            for matrix in [
                Floats::of(weights.clone(), sizes),
                Floats::new(WeightKind::F16, &half, sizes),
                Floats::new(WeightKind::Bf16, &brain, sizes),
            ] {
                let found = matrix.forward(&rows);
                assert_eq!(found.len(), 5 * outputs);
                assert_eq!(parallel::session(|| matrix.forward(&rows)), found);
                for (row, found) in rows.chunks(inputs).zip(found.chunks(outputs)) {
                    assert_eq!(matrix.forward(row), found);
                    for (at, found) in found.iter().enumerate() {
                        let own = matrix.row(at);
                        let product: f32 = own.iter().zip(row).map(|(a, b)| a * b).sum();
                        assert!((product - found).abs() < 1e-2, "{product} {found}");
                        assert_eq!(own, weights[at * inputs..(at + 1) * inputs]);
                    }
                }
            }
        }
    }
}
