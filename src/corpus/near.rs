//! Vectors of a corpus in memory, and which of them lie nearest to a question.
//!
//! They are kept as small integers, a quarter of their size: a scan is then bound by the processor and not by memory,
//! and what it finds is put in its right order with the vectors themselves, which stay in the file.

use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

/// The largest of the small integers.
const MOST: f32 = 127.0;

/// Fewer rows are not worth a thread of their own: it takes as long to begin as two thousand of them.
const ROWS_A_THREAD: usize = 50_000;

/// The vectors of one corpus.
#[derive(Debug, Default)]
pub(super) struct Near {
    size: usize,
    /// What each row is of; the rows of one thing stand side by side.
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

    /// The nearest to `question`, the nearest first, each once with the cosine of its nearest row, near enough.
    pub(super) fn nearest(&self, question: &[f32], most: usize) -> Vec<(i64, f32)> {
        if question.len() != self.size || self.size == 0 || most == 0 {
            return Vec::new();
        }
        let (question, unit) = small(question);
        let mut found: Vec<(i64, f32)> = std::thread::scope(|scope| {
            let scans: Vec<_> = self
                .parts()
                .into_iter()
                .map(|part| scope.spawn(|| self.scan(part, &question, most)))
                .collect();
            // A panic in there is one here: nothing of it is shared.
            let found = scans
                .into_iter()
                .map(|scan| scan.join().unwrap_or_default());
            found
                .flatten()
                .map(|(id, score)| (id, score * unit))
                .collect()
        });
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found.truncate(most);
        found
    }

    /// The rows in as many parts as are worth a thread each. No part ends between two rows of one thing.
    fn parts(&self) -> Vec<Range<usize>> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let count = (self.ids.len() / ROWS_A_THREAD).clamp(1, threads);
        let mut parts = Vec::with_capacity(count);
        let mut from = 0;
        for number in 1..=count {
            let mut to = (self.ids.len() * number / count).max(from);
            while to > from && to < self.ids.len() && self.ids.get(to - 1) == self.ids.get(to) {
                to += 1;
            }
            parts.push(from..to);
            from = to;
        }
        parts
    }

    /// The nearest of these rows, in no order.
    fn scan(&self, part: Range<usize>, question: &[i8], most: usize) -> Vec<(i64, f32)> {
        let ids = self.ids.get(part.clone()).unwrap_or_default();
        let bytes = part.start * self.size..part.end * self.size;
        let rows = self.rows.get(bytes).unwrap_or_default();
        let units = self.units.get(part).unwrap_or_default();
        let mut rows = rows.chunks_exact(self.size).zip(units);
        let mut best: BinaryHeap<Reverse<(Score, i64)>> = BinaryHeap::with_capacity(most + 1);
        // The rows of one thing stand side by side: only the nearest of them competes.
        for of_one in ids.chunk_by(|one, other| one == other) {
            let scores = rows
                .by_ref()
                .take(of_one.len())
                .map(|(row, unit)| product(row, question) as f32 * unit);
            let (Some(score), Some(id)) = (scores.max_by(f32::total_cmp), of_one.first()) else {
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
    fn many_rows_are_scanned_in_parts_and_nothing_is_torn_apart() {
        let mut near = Near::of_size(2);
        let angle = |row: usize| (row as f32 * 0.618).sin();
        let count = 3 * ROWS_A_THREAD;
        for (row, id) in (0..count).zip(0_i64..) {
            let (y, x) = angle(row).sin_cos();
            near.push(id / 3, &[x, y]);
        }
        let parts = near.parts();
        assert_eq!(parts.first().map(|part| part.start), Some(0));
        assert_eq!(parts.last().map(|part| part.end), Some(count));
        for pair in parts.windows(2) {
            assert_eq!(pair[0].end, pair[1].start);
            assert_ne!(near.ids[pair[1].start], near.ids[pair[1].start - 1]);
        }
        let found = near.nearest(&[1.0, 0.0], 5);
        assert_eq!(found.len(), 5);
        let whole = near.scan(0..count, &small(&[1.0, 0.0]).0, 5);
        let least = whole.iter().map(|one| one.1).fold(f32::MAX, f32::min);
        let unit = small(&[1.0, 0.0]).1;
        assert!((found[4].1 - least * unit).abs() < 1e-4);
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
