//! Vectors of a corpus in memory, and which of them lie nearest to a question.
//!
//! They are kept as small integers, a quarter of their size, and as signs, a thirty-second: a scan of many is bound by
//! memory. The signs say which rows are worth looking at, the integers which of these are the nearest, and what they
//! find is put in its right order with the vectors themselves, which stay in the file.

use std::{cmp::Reverse, collections::BinaryHeap};

use pulp::Arch;

/// The largest of the small integers.
const MOST: f32 = 127.0;

/// The number of rows that are looked at closely; of more, those that have most signs in common with the question. Of
/// 400,000 rows, what 100,000 passages have, that is one in eighty: enough for all but one in a hundred of the nearest
/// (measured with `MiniLM`'s vectors of a novel), and each one more is a place of memory that was not read before.
const LOOKED_AT: usize = 5_000;

/// The vectors of one corpus.
#[derive(Debug, Default)]
pub(super) struct Near {
    size: usize,
    /// The passage that each row is of, by its number; the rows of one passage stand side by side.
    ids: Vec<i64>,
    /// The rows of numbers, one after another.
    rows: Vec<i8>,
    /// The signs of each row, sixty-four numbers in one.
    signs: Vec<u64>,
    /// The factor by which the numbers of each row are multiplied: they are kept as whole numbers from -127 to 127.
    units: Vec<f32>,
}

impl Near {
    /// An index for vectors of that size, with nothing in it.
    pub(super) fn of_size(size: usize) -> Self {
        Self {
            size,
            ..Self::default()
        }
    }

    /// Takes a vector in. One of another size is left out.
    pub(super) fn push(&mut self, id: i64, vector: &[f32]) {
        if vector.len() != self.size || self.size == 0 {
            return;
        }
        let (row, unit) = small(vector);
        self.signs.extend(signs(vector));
        self.ids.push(id);
        self.rows.extend(row);
        self.units.push(unit);
    }

    /// The number of rows.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.ids.len()
    }

    /// The nearest to `question`, the nearest first, each once with the cosine of its nearest row, near enough.
    pub(super) fn nearest(&self, question: &[f32], most: usize) -> Vec<(i64, f32)> {
        if question.len() != self.size || self.size == 0 || most == 0 {
            return Vec::new();
        }
        let rows: Vec<usize> = if self.ids.len() <= LOOKED_AT {
            (0..self.ids.len()).collect()
        } else {
            let signs = signs(question);
            // Built for the processor that it runs on, which counts bits and multiplies faster than the oldest one can.
            Arch::new().dispatch(|| self.likely(&signs))
        };
        let (question, unit) = small(question);
        let mut found = Arch::new().dispatch(|| self.best(&rows, &question, most));
        sort(&mut found);
        let scaled = found.into_iter().map(|(id, score)| (id, score * unit));
        scaled.collect()
    }

    /// The rows that have most signs in common with a question, [`LOOKED_AT`] or a few more, in their order. How many
    /// signs two vectors have in common tells how far the angle between them is (Charikar, "Similarity Estimation
    /// Techniques from Rounding Algorithms", STOC 2002), and they are a thirty-second of their size.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is built for the processor"
    )]
    fn likely(&self, question: &[u64]) -> Vec<usize> {
        let distances: Vec<usize> = self
            .signs
            .chunks_exact(question.len().max(1))
            .map(|row| {
                let pairs = row.iter().zip(question);
                pairs.map(|(a, b)| (a ^ b).count_ones() as usize).sum()
            })
            .collect();
        let mut many = vec![0_usize; self.size + 1];
        for distance in &distances {
            if let Some(count) = many.get_mut(*distance) {
                *count += 1;
            }
        }
        let mut sum = 0;
        let far = many.iter().position(|count| {
            sum += count;
            sum >= LOOKED_AT
        });
        let far = far.unwrap_or(self.size);
        let rows = distances.iter().enumerate();
        rows.filter(|(_, distance)| **distance <= far)
            .map(|(row, _)| row)
            .collect()
    }

    /// The nearest of these rows, which are in their order, in no order and not yet scaled by the question's unit.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "only what is inlined is built for the processor"
    )]
    fn best(&self, rows: &[usize], question: &[i8], most: usize) -> Vec<(i64, f32)> {
        let id = |row: &usize| self.ids.get(*row);
        let score = |row: &usize| {
            let numbers = self.rows.get(row * self.size..(row + 1) * self.size)?;
            Some(product(numbers, question) as f32 * self.units.get(*row)?)
        };
        let mut best: BinaryHeap<Reverse<(Score, i64)>> = BinaryHeap::with_capacity(most + 1);
        // The rows of one thing stand side by side: only the nearest of them competes.
        for of_one in rows.chunk_by(|one, other| id(one) == id(other)) {
            let nearest = of_one.iter().filter_map(score).max_by(f32::total_cmp);
            let (Some(score), Some(id)) = (nearest, of_one.first().and_then(id)) else {
                continue;
            };
            let score = Score(score);
            if best.len() == most {
                if best
                    .peek()
                    .is_some_and(|Reverse((least, _))| score <= *least)
                {
                    continue;
                }
                best.pop();
            }
            best.push(Reverse((score, *id)));
        }
        let found = best.into_iter().map(|Reverse((score, id))| (id, score.0));
        found.collect()
    }
}

/// The nearest first; what comes out even keeps the order of its numbers.
pub(super) fn sort(nearest: &mut [(i64, f32)]) {
    nearest.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
}

/// The signs of a vector, a bit for each number: whether it is above zero.
fn signs(vector: &[f32]) -> Vec<u64> {
    let of = |chunk: &[f32]| {
        let bits = chunk.iter().rev();
        bits.fold(0, |word, x| word << 1 | u64::from(*x > 0.0))
    };
    vector.chunks(64).map(of).collect()
}

/// A number that can be compared.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Score(f32);

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

fn small(vector: &[f32]) -> (Vec<i8>, f32) {
    let largest = vector.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    if largest <= 0.0 {
        return (vec![0; vector.len()], 0.0);
    }
    let row = vector.iter().map(|x| (x / largest * MOST).round() as i8);
    (row.collect(), largest / MOST)
}

/// Sixteen at a time, as a processor multiplies them.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "only what is inlined is built for the processor"
)]
fn product(one: &[i8], other: &[i8]) -> i32 {
    let (ones, one_rest) = one.as_chunks::<16>();
    let (others, other_rest) = other.as_chunks::<16>();
    let mut sum = 0_i32;
    for (left, right) in ones.iter().zip(others) {
        let mut of_chunk = 0_i32;
        for (a, b) in left.iter().zip(right) {
            of_chunk += i32::from(i16::from(*a)) * i32::from(i16::from(*b));
        }
        sum += of_chunk;
    }
    let rest = one_rest.iter().zip(other_rest);
    sum + rest
        .map(|(a, b)| i32::from(*a) * i32::from(*b))
        .sum::<i32>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::{cosine, normalised};

    /// Vectors that look random and are the same every time.
    fn some(count: usize, size: usize) -> Vec<Vec<f32>> {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count)
            .map(|_| normalised((0..size).map(|_| next()).collect()).unwrap())
            .collect()
    }

    #[test]
    fn the_nearest_are_those_of_the_exact_cosine() {
        let vectors = some(500, 96);
        let mut near = Near::of_size(96);
        for (id, vector) in (0..).zip(&vectors) {
            near.push(id, vector);
        }
        assert_eq!(near.len(), 500);
        for question in some(520, 96).split_off(500) {
            let mut exact: Vec<(i64, f32)> = (0..)
                .zip(&vectors)
                .map(|(id, vector)| (id, cosine(vector, &question)))
                .collect();
            exact.sort_by(|one, other| other.1.total_cmp(&one.1));
            let found = near.nearest(&question, 20);
            assert!((found[0].1 - exact[0].1).abs() < 0.01);
            let found: Vec<i64> = found.iter().map(|(id, _)| *id).collect();
            let missed = exact.iter().take(10).filter(|(id, _)| !found.contains(id));
            assert_eq!(missed.count(), 0);
        }
    }

    #[test]
    fn a_thing_of_several_rows_is_found_once_by_its_nearest() {
        let mut near = Near::of_size(2);
        for (id, row) in [
            (1, [0.0, 1.0]),
            (1, [1.0, 0.0]),
            (2, [0.6, 0.8]),
            (3, [-1.0, 0.0]),
            (3, [0.0, 1.0]),
        ] {
            near.push(id, &row);
        }
        let found = near.nearest(&[1.0, 0.0], 9);
        let ids: Vec<i64> = found.iter().map(|one| one.0).collect();
        assert_eq!(ids, [1, 2, 3]);
        assert!((found[0].1 - 1.0).abs() < 0.02 && (found[1].1 - 0.6).abs() < 0.02);
        assert_eq!(near.nearest(&[1.0, 0.0], 1).len(), 1);
    }

    #[test]
    fn of_many_rows_those_that_are_near_are_found_by_their_signs() {
        let vectors = some(3 * LOOKED_AT, 96);
        let mut near = Near::of_size(96);
        for (vector, row) in vectors.iter().zip(0_i64..) {
            near.push(row / 3, vector);
        }
        for at in (0..vectors.len()).step_by(2_999) {
            // Half of it is something else.
            let mixed = vectors[at].iter().zip(&vectors[(at + 7) % vectors.len()]);
            let question = normalised(mixed.map(|(one, other)| one + 0.6 * other).collect());
            let found = near.nearest(&question.unwrap(), 5);
            assert_eq!(found[0].0, i64::try_from(at / 3).unwrap());
            assert_eq!(found.len(), 5);
            assert!(found.is_sorted_by(|one, other| one.1 >= other.1));
            assert!((found[0].1 - 0.85).abs() < 0.12, "{}", found[0].1);
        }
        let rows = near.likely(&signs(&vectors[5]));
        assert!(rows.len() >= LOOKED_AT && rows.len() < 2 * LOOKED_AT && rows.contains(&5));
    }

    #[test]
    fn what_is_of_another_size_is_not_near() {
        let mut near = Near::of_size(4);
        near.push(1, &[1.0, 0.0, 0.0]);
        assert_eq!(near.len(), 0);
        near.push(2, &[1.0, 0.0, 0.0, 0.0]);
        near.push(3, &[0.0; 4]);
        assert_eq!(near.nearest(&[1.0, 0.0], 5), []);
        assert_eq!(near.nearest(&[1.0, 0.0, 0.0, 0.0], 0), []);
        let ids: Vec<i64> = near
            .nearest(&[1.0, 0.0, 0.0, 0.0], 9)
            .iter()
            .map(|n| n.0)
            .collect();
        assert_eq!(ids, [2, 3]);
        assert!(Near::default().nearest(&[], 3).is_empty());
    }
}
