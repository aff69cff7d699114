//! The two principal axes of some vectors, by power iteration, and the place of each vector on them: what a scatter is
//! drawn by. It needs no chance.

/// The most steps of an iteration. Where two axes are as long as each other, any direction between them will do.
const STEPS: usize = 100;
/// An axis is found where a step turns it by no more than this.
const TURNED: f64 = 1e-7;

/// The place of each vector on the two axes along which they differ most, so that the farthest is at 1 or -1 of its
/// axis. All are at 0 on an axis along which nothing differs.
pub(super) fn placed(vectors: &[Vec<f32>]) -> Vec<[f64; 2]> {
    let size = vectors.iter().map(Vec::len).max().unwrap_or(0);
    let count = vectors.len().max(1) as f64;
    let mut middle = vec![0.0; size];
    for vector in vectors {
        for (sum, value) in middle.iter_mut().zip(vector) {
            *sum += f64::from(*value) / count;
        }
    }
    let centred = |vector: &Vec<f32>| {
        let values = middle.iter().enumerate();
        let values = values.map(|(at, mean)| vector.get(at).copied().map_or(0.0, f64::from) - mean);
        values.collect::<Vec<f64>>()
    };
    let mut rows: Vec<Vec<f64>> = vectors.iter().map(centred).collect();
    let first = along_longest(&mut rows, size);
    let second = along_longest(&mut rows, size);
    first.into_iter().zip(second).map(|(x, y)| [x, y]).collect()
}

/// The place of each row along the axis on which they differ most, which is then taken out of them.
fn along_longest(rows: &mut [Vec<f64>], size: usize) -> Vec<f64> {
    // It begins at the longest row: nearer to the axis than most, and never across it where it is the only one.
    let longest = rows
        .iter()
        .max_by(|one, other| dot(one, one).total_cmp(&dot(other, other)));
    let mut axis = longest.cloned().unwrap_or_else(|| vec![0.0; size]);
    if !normalise(&mut axis) {
        return vec![0.0; rows.len()];
    }
    for _ in 0..STEPS {
        let mut next = vec![0.0; size];
        for row in rows.iter() {
            let along = dot(row, &axis);
            for (sum, value) in next.iter_mut().zip(row) {
                *sum += along * value;
            }
        }
        if !normalise(&mut next) {
            break;
        }
        let turned = 1.0 - dot(&next, &axis).abs();
        axis = next;
        if turned < TURNED {
            break;
        }
    }
    // Which end is up means nothing; it is always the same one.
    let largest = axis
        .iter()
        .copied()
        .max_by(|a, b| a.abs().total_cmp(&b.abs()));
    if largest.is_some_and(|value| value < 0.0) {
        for value in &mut axis {
            *value = -*value;
        }
    }
    let places: Vec<f64> = rows.iter().map(|row| dot(row, &axis)).collect();
    for (row, along) in rows.iter_mut().zip(&places) {
        for (value, unit) in row.iter_mut().zip(&axis) {
            *value -= along * unit;
        }
    }
    let most = places.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
    let scale = if most > 1e-9 { most } else { f64::INFINITY };
    places.into_iter().map(|one| one / scale).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn normalise(vector: &mut [f64]) -> bool {
    let length = dot(vector, vector).sqrt();
    if length.is_nan() || length < 1e-12 {
        return false;
    }
    for value in vector {
        *value /= length;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_axis_is_the_one_along_which_they_differ_most() {
        // Along (0, 3, 4) by 5, along (1, 0, 0) by 2; all of it away from the middle.
        let vectors = [
            [1.0, 3.0, 4.0],
            [1.0, -3.0, -4.0],
            [3.0, 0.0, 0.0],
            [-1.0, 0.0, 0.0],
        ];
        let placed = placed(&vectors.map(|one| one.to_vec()));
        let wanted = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
        for (found, wanted) in placed.iter().zip(wanted) {
            for (one, other) in found.iter().zip(wanted) {
                assert!((one - other).abs() < 1e-4, "{placed:?}");
            }
        }
    }

    #[test]
    fn what_does_not_differ_has_one_place() {
        assert_eq!(placed(&[]), Vec::<[f64; 2]>::new());
        assert_eq!(placed(&[vec![1.0, 2.0]]), [[0.0, 0.0]]);
        assert_eq!(placed(&[vec![0.5; 3], vec![0.5; 3]]), [[0.0, 0.0]; 2]);
        let line = placed(&[vec![0.0], vec![1.0]]);
        assert_eq!(
            line.iter().map(|one| one[1]).collect::<Vec<_>>(),
            [0.0, 0.0]
        );
        assert!((line[0][0] - line[1][0]).abs() > 1.9);
    }
}
