//! Attention over what the memory holds (Vaswani et al., "Attention Is All You Need", 2017, §3.2), with several
//! heads of questions to each head of keys and values (Ainslie et al., "GQA", 2023). Written out instead of
//! put together from products of matrices, because the memory lies in stretches, and because so each row comes
//! out the same whatever else is in the step.

use pulp::{Arch, Simd, WithSimd};

use super::{super::cache::Stretch, parallel};

/// Heads of questions and of keys, and the numbers in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) questions: usize,
    pub(super) keys: usize,
    pub(super) width: usize,
}

/// Attends for the last rows of what the memory holds. `questions` is rows × (heads · width), turned by
/// position, and so is what comes back. The first row sees `past` tokens before itself, the next one more.
pub(super) fn attend(
    questions: &[f32],
    stretches: &[Stretch<'_>],
    past: usize,
    heads: Heads,
) -> Vec<f32> {
    let group = heads.questions / heads.keys;
    let across = heads.questions * heads.width;
    let rows = questions.len() / across;
    let scale = (heads.width as f32).sqrt().recip();
    // One piece of work is one row and one head of keys, or a part of its group where there is too little.
    let share = share_of(group, heads.keys * rows);
    let mut seen = vec![0.0; questions.len()];
    parallel::each(&mut seen, share * heads.width, |at, out| {
        let first = at * share;
        let (row, head) = (first / heads.questions, first % heads.questions / group);
        let Some(asked) = questions.get(first * heads.width..(first + share) * heads.width) else {
            return;
        };
        Arch::new().dispatch(Look {
            asked,
            stretches,
            head,
            visible: past + row + 1,
            width: heads.width,
            scale,
            out,
        });
    });
    seen
}

/// How many heads of a group are one piece of work, so that every thread has some.
fn share_of(group: usize, pieces: usize) -> usize {
    let wanted = parallel::threads().div_ceil(pieces.max(1));
    (1..=group)
        .rev()
        .find(|share| group.is_multiple_of(*share) && group / share >= wanted)
        .unwrap_or(1)
}

/// The questions of one row to one head.
struct Look<'a> {
    asked: &'a [f32],
    stretches: &'a [Stretch<'a>],
    head: usize,
    visible: usize,
    width: usize,
    scale: f32,
    out: &'a mut [f32],
}

impl WithSimd for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            asked,
            stretches,
            head,
            visible,
            width,
            scale,
            out,
        } = self;
        let count = asked.len() / width;
        let mut weights = vec![0.0; count * visible];
        let mut at = 0;
        for stretch in stretches {
            for key in stretch.head(head).0.chunks_exact(width).take(visible - at) {
                for (question, weights) in asked
                    .chunks_exact(width)
                    .zip(weights.chunks_exact_mut(visible))
                {
                    if let Some(weight) = weights.get_mut(at) {
                        *weight = dot(simd, question, key) * scale;
                    }
                }
                at += 1;
            }
        }
        weights.chunks_exact_mut(visible).for_each(softmax);
        let mut at = 0;
        for stretch in stretches {
            for value in stretch.head(head).1.chunks_exact(width).take(visible - at) {
                for (out, weights) in out
                    .chunks_exact_mut(width)
                    .zip(weights.chunks_exact(visible))
                {
                    add(simd, out, weights.get(at).copied().unwrap_or(0.0), value);
                }
                at += 1;
            }
        }
    }
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
fn add<S: Simd>(simd: S, sum: &mut [f32], weight: f32, value: &[f32]) {
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

/// Makes probabilities of scores.
fn softmax(scores: &mut [f32]) {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in &mut *scores {
        *score = (*score - best).exp();
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
        assert_eq!(scores, [0.5, 0.5, 0.0, 0.0]);
    }

    #[test]
    fn work_is_shared_in_even_parts() {
        for group in 1..=12 {
            for pieces in 1..40 {
                assert_eq!(group % share_of(group, pieces), 0);
            }
        }
    }
}
