//! Vectors of a corpus in memory, and which of them lie nearest to a question.
//!
//! They are kept as small integers, a quarter of their size: a scan is then bound by the processor and not by memory,
//! and what it finds is put in its right order with the vectors themselves, which stay in the file.

use std::{cmp::Reverse, collections::BinaryHeap};

/// The largest of the small integers.
const MOST: f32 = 127.0;

/// The vectors of one corpus.
#[derive(Debug, Default)]
pub(super) struct Near {
    size: usize,
    ids: Vec<i64>,
    /// One row after another.
    rows: Vec<i8>,
    /// What one unit of each row is worth.
    units: Vec<f32>,
}

impl Near {
    /// With room for vectors of that size.
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
        self.ids.push(id);
        self.rows.extend(row);
        self.units.push(unit);
    }

    /// How many there are.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.ids.len()
    }

    /// The nearest to `question`, the nearest first, each with its cosine, near enough.
    pub(super) fn nearest(&self, question: &[f32], most: usize) -> Vec<(i64, f32)> {
        if question.len() != self.size || self.size == 0 || most == 0 {
            return Vec::new();
        }
        let (question, unit) = small(question);
        let mut best: BinaryHeap<Reverse<(Score, i64)>> = BinaryHeap::with_capacity(most + 1);
        let rows = self.rows.chunks_exact(self.size);
        for ((row, of_row), id) in rows.zip(&self.units).zip(&self.ids) {
            let score = Score(product(row, &question) as f32 * unit * of_row);
            if best.len() < most {
                best.push(Reverse((score, *id)));
            } else if best
                .peek()
                .is_some_and(|Reverse((least, _))| score > *least)
            {
                best.pop();
                best.push(Reverse((score, *id)));
            }
        }
        let mut found: Vec<(i64, f32)> = best
            .into_iter()
            .map(|Reverse((score, id))| (id, score.0))
            .collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found
    }
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
fn product(one: &[i8], other: &[i8]) -> i32 {
    let (ones, one_rest) = one.as_chunks::<16>();
    let (others, other_rest) = other.as_chunks::<16>();
    let mut sum = 0_i32;
    for (left, right) in ones.iter().zip(others) {
        let mut of_chunk = 0_i32;
        for (a, b) in left.iter().zip(right) {
            of_chunk += i32::from(i16::from(*a) * i16::from(*b));
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
    use crate::llm::embed::{cosine, normalised};

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
