//! Attention over what the memory holds (Vaswani et al., "Attention Is All You Need", 2017, §3.2), with several
//! heads of questions to each head of keys and values (Ainslie et al., "GQA", 2023). Written out instead of
//! put together from products of matrices, because the memory lies in stretches, and because so each row comes
//! out the same whatever else is in the step.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use half::f16;
use pulp::{Arch, Simd, WithSimd};

use crate::{cache::Stretch, exp::exp, lanes::half, parallel};

/// Rows that are one piece of work: what the memory holds is read once for all of them.
const ROWS: usize = 8;
/// Tokens of the memory that are made exact numbers at a time.
const TOKENS: usize = 32;

/// Heads of questions and of keys, and the numbers in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) questions: usize,
    pub(super) keys: usize,
    pub(super) width: usize,
}

/// The way in which what is heard is weighed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Weighing {
    /// What the products of questions and keys are multiplied by.
    pub(super) scale: f32,
    /// The bound that they come near and do not pass (Gemma Team, "Gemma 2", 2024, §2).
    pub(super) cap: Option<f32>,
    /// The number of latest tokens that are seen, the row's own included, where it is not all.
    pub(super) window: Option<usize>,
}

/// Attends for the last rows of what the memory holds. `questions` is rows × (heads · width), turned by
/// position, and so is what comes back. The first row sees `past` tokens before itself, the next one more.
pub(super) fn attend(
    questions: &[f32],
    stretches: &[Stretch<'_>],
    past: usize,
    heads: Heads,
    weighing: Weighing,
) -> Vec<f32> {
    let across = heads.questions * heads.width;
    let group = heads.questions / heads.keys * heads.width;
    let rows = questions.len() / across;
    let together = ROWS.min(rows).max(1);
    let pieces = rows.div_ceil(together);
    // By head of keys, then by row: so each piece of work is in one piece. The last rows are made up to as many.
    let size = together * group;
    let mut asked = vec![0.0; heads.keys * pieces * size];
    for (head, asked) in asked.chunks_exact_mut(pieces * size).enumerate() {
        let rows = questions.chunks_exact(across);
        for (row, into) in rows.zip(asked.chunks_exact_mut(group)) {
            let own = row.iter().skip(head * group);
            for (into, number) in into.iter_mut().zip(own) {
                *into = *number;
            }
        }
    }
    let mut seen = vec![0.0; asked.len()];
    parallel::each(&mut seen, size, |at, out| {
        let (head, first) = (at / pieces, at % pieces * together);
        let count = together.min(rows - first) * group;
        let from = at * size;
        if let (Some(asked), Some(out)) = (asked.get(from..from + count), out.get_mut(..count)) {
            Arch::new().dispatch(Look {
                asked,
                group,
                stretches,
                head,
                past: past + first,
                width: heads.width,
                weighing,
                out,
            });
        }
    });
    let mut all = Vec::with_capacity(questions.len());
    for row in 0..rows {
        for head in 0..heads.keys {
            let from = (head * pieces * together + row) * group;
            all.extend_from_slice(seen.get(from..from + group).unwrap_or_default());
        }
    }
    all
}

/// The questions of some rows to one head.
struct Look<'a> {
    asked: &'a [f32],
    /// Numbers of one row.
    group: usize,
    stretches: &'a [Stretch<'a>],
    head: usize,
    /// The number of tokens before the first row.
    past: usize,
    width: usize,
    weighing: Weighing,
    out: &'a mut [f32],
}

impl WithSimd for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            asked,
            group,
            stretches,
            head,
            past,
            width,
            weighing: Weighing { scale, cap, window },
            out,
        } = self;
        let all = past + asked.len() / group;
        // The tokens that the row of a question sees.
        let visible = |question: usize| past + question * width / group + 1;
        let first = |question: usize| {
            window.map_or(0, |window| visible(question).saturating_sub(window.max(1)))
        };
        let mut weights = vec![0.0; asked.len() / width * all];
        let mut exact = vec![0.0; TOKENS * width];
        let mut at = 0;
        for keys in stretches
            .iter()
            .flat_map(|one| one.head(head).0.chunks(TOKENS * width))
        {
            let keys = made_exact(keys, &mut exact);
            let questions = asked.chunks_exact(width).zip(weights.chunks_exact_mut(all));
            for (number, (question, weights)) in questions.enumerate() {
                let weights = weights.get_mut(at..visible(number)).unwrap_or_default();
                for (weight, key) in weights.iter_mut().zip(keys.chunks_exact(width)) {
                    *weight = dot(simd, question, key) * scale;
                }
            }
            at += keys.len() / width;
        }
        for (number, weights) in weights.chunks_exact_mut(all).enumerate() {
            let (hidden, seen) = weights.split_at_mut(first(number));
            hidden.fill(0.0);
            let seen = seen.get_mut(..visible(number) - first(number));
            let seen = seen.unwrap_or_default();
            if let Some(cap) = cap {
                for score in &mut *seen {
                    *score = (*score / cap).tanh() * cap;
                }
            }
            softmax(seen);
        }
        let mut at = 0;
        for values in stretches
            .iter()
            .flat_map(|one| one.head(head).1.chunks(TOKENS * width))
        {
            let values = made_exact(values, &mut exact);
            let outs = out.chunks_exact_mut(width).zip(weights.chunks_exact(all));
            for (number, (out, weights)) in outs.enumerate() {
                let weights = weights.get(at..visible(number)).unwrap_or_default();
                add_all(simd, out, weights, values);
            }
            at += values.len() / width;
        }
    }
}

/// Numbers of the memory as they are reckoned with.
#[inline(always)]
fn made_exact<'a>(kept: &[f16], exact: &'a mut [f32]) -> &'a [f32] {
    let Some(exact) = exact.get_mut(..kept.len()) else {
        return &[];
    };
    for (exact, kept) in exact.iter_mut().zip(kept) {
        *exact = half(kept.to_bits());
    }
    exact
}

/// The product of two vectors of the same length.
#[inline(always)]
fn dot<S: Simd>(simd: S, one: &[f32], other: &[f32]) -> f32 {
    let (ones, rest) = S::as_simd_f32s(one);
    let (others, other_rest) = S::as_simd_f32s(other);
    // Two sums, so that one product need not wait for the other.
    let mut sums = [simd.splat_f32s(0.0); 2];
    let mut pairs = ones.chunks_exact(2).zip(others.chunks_exact(2));
    for (a, b) in &mut pairs {
        if let ([a0, a1], [b0, b1]) = (a, b) {
            let [first, second] = sums;
            sums = [
                simd.mul_add_e_f32s(*a0, *b0, first),
                simd.mul_add_e_f32s(*a1, *b1, second),
            ];
        }
    }
    let [mut first, second] = sums;
    if ones.len() % 2 == 1
        && let (Some(a), Some(b)) = (ones.last(), others.last())
    {
        first = simd.mul_add_e_f32s(*a, *b, first);
    }
    let tail: f32 = rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    simd.reduce_sum_f32s(simd.add_f32s(first, second)) + tail
}

/// Adds `weight` times `value` to a vector of the same length.
#[inline(always)]
pub(super) fn add<S: Simd>(simd: S, sum: &mut [f32], weight: f32, value: &[f32]) {
    let (sums, rest) = S::as_mut_simd_f32s(sum);
    let (values, value_rest) = S::as_simd_f32s(value);
    let weights = simd.splat_f32s(weight);
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum = simd.mul_add_e_f32s(weights, *value, *sum);
    }
    for (sum, value) in rest.iter_mut().zip(value_rest) {
        *sum += weight * value;
    }
}

/// Adds several vectors, each times its weight, one after the other: a part of the sum stays in its register meanwhile.
#[inline(always)]
fn add_all<S: Simd>(simd: S, sum: &mut [f32], weights: &[f32], values: &[f32]) {
    let width = sum.len().max(1);
    let (sums, rest) = S::as_mut_simd_f32s(sum);
    let weighted = || weights.iter().zip(values.chunks_exact(width));
    for (at, sum) in sums.iter_mut().enumerate() {
        let mut own = *sum;
        for (weight, value) in weighted() {
            let (vectors, _) = S::as_simd_f32s(value);
            if let Some(vector) = vectors.get(at) {
                own = simd.mul_add_e_f32s(simd.splat_f32s(*weight), *vector, own);
            }
        }
        *sum = own;
    }
    if !rest.is_empty() {
        for (weight, value) in weighted() {
            let (_, value_rest) = S::as_simd_f32s(value);
            for (sum, value) in rest.iter_mut().zip(value_rest) {
                *sum += weight * value;
            }
        }
    }
}

/// Makes probabilities of scores.
#[inline(always)]
pub(super) fn softmax(scores: &mut [f32]) {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in &mut *scores {
        *score = exp(*score - best);
    }
    for score in &*scores {
        sum += *score;
    }
    for score in scores {
        *score /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn products_and_sums_are_those_of_the_schoolbook(
            pairs in proptest::collection::vec((-2.0_f32..2.0, -2.0_f32..2.0), 0..300),
            weight in -2.0_f32..2.0,
        ) {
            struct Both<'a>(&'a [f32], &'a mut [f32], f32);
            impl WithSimd for Both<'_> {
                type Output = f32;
                fn with_simd<S: Simd>(self, simd: S) -> f32 {
                    let product = dot(simd, self.0, self.1);
                    add(simd, self.1, self.2, self.0);
                    product
                }
            }
            let (one, mut other): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
            let product = Arch::new().dispatch(Both(&one, &mut other, weight));
            let expected: f32 = pairs.iter().map(|(a, b)| a * b).sum();
            prop_assert!((product - expected).abs() < 1e-2);
            for ((a, b), sum) in pairs.iter().zip(&other) {
                prop_assert!((sum - (b + weight * a)).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn probabilities_add_up_to_one_and_survive_great_scores() {
        let mut scores = [1e30, 1e30, -1e30, 0.0];
        softmax(&mut scores);
        let expected = [0.5, 0.5, 0.0, 0.0];
        let near = |(a, b): (&f32, &f32)| (a - b).abs() < 1e-6;
        assert!(scores.iter().zip(&expected).all(near), "{scores:?}");
    }
}
