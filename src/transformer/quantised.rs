//! A matrix of quantised weights and its products. The rows that it is multiplied with are made coarser, too, each block of
//! numbers by its greatest, so that all but the last step is done in whole numbers: with 256 to a block for kinds that have
//! 256 weights to a block, and 32 for the others, as ggml does. Each row comes out the same whatever else is in the step.

use pulp::Arch;

use crate::{
    WeightKind,
    blocks::{Block, to_q8_0},
    coarse::{coarse, words},
    lanes::ROWS,
    panel::Form,
    parallel,
    product::multiply,
};

/// Pieces of work for each thread, so that all are done at nearly the same time even where one of them was held up.
const PIECES: usize = 8;
/// Bytes of weights, times rows, that are worth handing out: to fetch them takes some times as long as that.
const LEAST: usize = 24 * 1024;

/// A matrix of quantised weights.
pub(crate) struct Quantised {
    form: Form,
    /// The panels, one after the other, and in each its blocks.
    panels: Vec<u8>,
    outputs: usize,
    blocks: usize,
}

impl Quantised {
    /// Of blocks as they are in a file, whose rows consist of whole blocks. Bytes that are not there count as nothing.
    pub(crate) fn new(kind: WeightKind, bytes: &[u8], (outputs, inputs): (usize, usize)) -> Self {
        let form = Form::of(kind);
        let is_own = form != Form::Eight || kind == WeightKind::Q8_0;
        let brought = (!is_own).then(|| to_q8_0(kind, bytes));
        let (kind, bytes) = match &brought {
            Some(brought) => (WeightKind::Q8_0, brought.as_slice()),
            None => (kind, bytes),
        };
        let blocks = inputs / form.columns();
        let panel = blocks * form.bytes();
        let mut panels = vec![0; outputs.div_ceil(ROWS) * panel];
        parallel::each(&mut panels, panel, |at, panel| {
            for (block, into) in panel.chunks_exact_mut(form.bytes()).enumerate() {
                let rows = std::array::from_fn(|row| {
                    let from = ((at * ROWS + row) * blocks + block) * kind.bytes();
                    let is_there = at * ROWS + row < outputs;
                    let raw = bytes.get(from..from + kind.bytes()).filter(|_| is_there);
                    raw.map_or(Block::NOTHING, |raw| Block::of(kind, raw))
                });
                form.pack(&rows, into);
            }
        });
        Self {
            form,
            panels,
            outputs,
            blocks,
        }
    }

    /// Multiplies rows × inputs; gives rows × outputs.
    #[cfg(test)]
    pub(crate) fn forward(&self, rows: &[f32]) -> Vec<f32> {
        forward(Arch::new(), &[self], rows).remove(0)
    }

    /// The number of its panels.
    fn panels(&self) -> usize {
        self.outputs.div_ceil(ROWS)
    }

    /// The bytes of a panel.
    fn bytes(&self) -> usize {
        self.blocks * self.form.bytes()
    }

    /// A row of the weights as plain numbers.
    pub(crate) fn row(&self, row: usize) -> Vec<f32> {
        let columns = self.form.columns();
        let blocks = self.panels.get(row / ROWS * self.bytes()..);
        let mut numbers = vec![0.0; self.blocks * columns];
        let blocks = blocks.unwrap_or_default().chunks_exact(self.form.bytes());
        for (numbers, block) in numbers.chunks_exact_mut(columns).zip(blocks) {
            self.form.numbers(block, row % ROWS, numbers);
        }
        numbers
    }
}

/// Multiplies the same rows with matrices of as many inputs, in one go; gives rows × outputs of each.
pub(crate) fn forward(arch: Arch, matrices: &[&Quantised], rows: &[f32]) -> Vec<Vec<f32>> {
    let width = matrices
        .first()
        .map_or(0, |first| first.blocks * first.form.columns());
    let count = rows.len().checked_div(width).unwrap_or_default();
    if count == 0 {
        return matrices.iter().map(|_| Vec::new()).collect();
    }
    // Forms that read rows alike share what they are made.
    let mut made: Vec<(Form, Vec<i32>)> = Vec::new();
    for matrix in matrices {
        if !made
            .iter()
            .any(|(form, _)| words(*form) == words(matrix.form))
        {
            made.push((matrix.form, coarse(matrix.form, rows, count, width)));
        }
    }
    let coarse = |form: Form| {
        let own = made.iter().find(|(made, _)| words(*made) == words(form));
        own.map(|(_, coarse)| coarse.as_slice()).unwrap_or_default()
    };
    let panels: usize = matrices.iter().map(|matrix| matrix.panels()).sum();
    let bytes: usize = matrices.iter().map(|matrix| matrix.panels.len()).sum();
    let some = panels
        .div_ceil(PIECES * parallel::threads())
        .max(LEAST * panels / (bytes * count).max(1))
        .max(1);
    let mut products = vec![0.0; panels * count * ROWS];
    parallel::each(&mut products, some * count * ROWS, |at, products| {
        let (mut from, (mut products, _)) = (at * some, products.as_chunks_mut());
        // A piece may begin in one matrix and end in another.
        for matrix in matrices {
            let Some(ahead) = matrix.panels().checked_sub(from).filter(|left| *left > 0) else {
                from -= matrix.panels();
                continue;
            };
            let own = ahead.min(products.len() / count);
            let (into, rest) = products.split_at_mut(own * count);
            let bytes = from * matrix.bytes()..(from + own) * matrix.bytes();
            let weights = matrix.panels.get(bytes).unwrap_or_default();
            let coarse = coarse(matrix.form);
            multiply(
                arch,
                matrix.form,
                matrix.blocks,
                weights,
                coarse,
                into,
                count,
            );
            (from, products) = (0, rest);
        }
    });
    let mut all: Vec<Vec<f32>> = matrices
        .iter()
        .rev()
        .map(|matrix| {
            let own = matrix.panels() * count * ROWS;
            let strips = products.split_off(products.len() - own);
            rows_of(strips, count, matrix.outputs)
        })
        .collect();
    all.reverse();
    all
}

/// Brings strips of sixteen outputs for all rows into the order of rows.
pub(crate) fn rows_of(mut strips: Vec<f32>, rows: usize, outputs: usize) -> Vec<f32> {
    if rows == 1 {
        strips.truncate(outputs);
        return strips;
    }
    let mut ordered = vec![0.0; rows * outputs];
    parallel::each(&mut ordered, outputs * 4, |at, ordered| {
        for (row, ordered) in ordered.chunks_exact_mut(outputs).enumerate() {
            for (strip, into) in ordered.chunks_mut(ROWS).enumerate() {
                let from = (strip * rows + at * 4 + row) * ROWS;
                let own = strips.get(from..from + into.len()).unwrap_or_default();
                into.copy_from_slice(own);
            }
        }
    });
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::{numbers, tests::samples};

    /// A matrix of each kind: its bytes and itself.
    fn matrices(outputs: usize, inputs: usize) -> Vec<(WeightKind, Vec<u8>, Quantised)> {
        let kinds: Vec<WeightKind> = samples(0).map(|(kind, _)| kind).collect();
        let matrix = |(place, kind): (usize, &WeightKind)| {
            let blocks = outputs * inputs / kind.block();
            let block = |at: usize| samples(at).nth(place).unwrap().1;
            let bytes: Vec<u8> = (0..blocks).flat_map(block).collect();
            let matrix = Quantised::new(*kind, &bytes, (outputs, inputs));
            (*kind, bytes, matrix)
        };
        kinds.iter().enumerate().map(matrix).collect()
    }

    fn rows(count: usize, seed: u32) -> Vec<f32> {
        let mut seed = seed;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 8_388_608.0 - 1.0
        };
        (0..count).map(|_| next()).collect()
    }

    /// The ways in which this processor can multiply.
    fn ways() -> Vec<Arch> {
        let mut ways = vec![Arch::Scalar, Arch::new()];
        #[cfg(target_arch = "x86_64")]
        ways.extend(pulp::x86::V3::try_new().map(Arch::V3));
        ways
    }

    #[test]
    fn a_panel_has_the_weights_of_the_file() {
        for (kind, bytes, matrix) in matrices(19, 256) {
            for (row, expected) in numbers(kind, &bytes).chunks(256).enumerate() {
                let is_own = matrix.form != Form::Eight || kind == WeightKind::Q8_0;
                let most = expected
                    .iter()
                    .fold(0.0_f32, |most, number| most.max(number.abs()));
                for (found, expected) in matrix.row(row).iter().zip(expected) {
                    let off = (found - expected).abs();
                    assert!(
                        off == 0.0 || !is_own && off < most / 200.0,
                        "{kind:?}, {row}"
                    );
                }
            }
        }
    }

    #[test]
    fn products_are_those_of_the_weights_whatever_multiplies_and_whatever_else_is_in_the_step() {
        for inputs in [256, 768] {
            let rows = rows(6 * inputs, 7);
            for (kind, bytes, matrix) in matrices(37, inputs) {
                let weights = numbers(kind, &bytes);
                let found = forward(Arch::Scalar, &[&matrix], &rows).remove(0);
                for (row, found) in rows.chunks(inputs).zip(found.chunks(37)) {
                    for (weights, found) in weights.chunks(inputs).zip(found) {
                        let products = weights.iter().zip(row).map(|(a, b)| f64::from(a * b));
                        let size = weights
                            .iter()
                            .map(|weight| weight.powi(2))
                            .sum::<f32>()
                            .sqrt();
                        let off = (products.sum::<f64>() - f64::from(*found)).abs();
                        assert!(off < f64::from(size) * 0.02, "{kind:?}: {off} of {size}");
                    }
                    assert_eq!(matrix.forward(row), found, "{kind:?} alone");
                }
                for way in ways() {
                    assert_eq!(
                        forward(way, &[&matrix], &rows).remove(0),
                        found,
                        "{kind:?} by {way:?}"
                    );
                    let together = parallel::session(|| forward(way, &[&matrix], &rows).remove(0));
                    assert_eq!(together, found, "{kind:?} on all threads");
                }
            }
        }
    }

    /// Nothing is too exact for this: a sum that comes out otherwise by its last bit can make another word of an answer.
    #[test]
    fn every_form_gives_the_same_bits_for_one_row_and_for_many_alone_and_beside_other_matrices() {
        let bits = |numbers: &[f32]| -> Vec<u32> { numbers.iter().map(|n| n.to_bits()).collect() };
        let (outputs, inputs) = (35, 512);
        let all = matrices(outputs, inputs);
        let (most, every) = (11, 2 * outputs);
        let many = rows(most * inputs, 3);
        for (kind, bytes, matrix) in &all {
            let plain: Vec<Vec<f32>> = many
                .chunks(inputs)
                .map(|row| schoolbook(matrix, row))
                .collect();
            for way in ways() {
                for count in 1..=most {
                    let rows = &many[..count * inputs];
                    let found = forward(way, &[matrix], rows).remove(0);
                    assert_eq!(found.len(), count * outputs);
                    for (found, plain) in found.chunks(outputs).zip(&plain) {
                        assert_eq!(bits(found), bits(plain), "{kind:?}, {count} by {way:?}");
                    }
                }
            }
            // Beside others, the same on both sides and of another size.
            let twice = [bytes.as_slice(), bytes.as_slice()].concat();
            let twice = Quantised::new(*kind, &twice, (every, inputs));
            for (other, _, second) in &all {
                for rows in [&many[..inputs], &many[..3 * inputs]] {
                    let together = [matrix, second, &twice];
                    let found = parallel::session(|| forward(Arch::new(), &together, rows));
                    for (found, matrix) in found.iter().zip(together) {
                        let alone = matrix.forward(rows);
                        assert_eq!(bits(found), bits(&alone), "{kind:?} beside {other:?}");
                    }
                }
            }
        }
    }

    /// The products of a row, one weight after the other, block after block.
    fn schoolbook(matrix: &Quantised, row: &[f32]) -> Vec<f32> {
        let (form, columns) = (matrix.form, matrix.form.columns());
        let raised = i64::from(form.raised());
        let product = |block: &[u8], row: usize, numbers: &[f32]| {
            let most = numbers.iter().fold(0.0_f32, |most, n| most.max(n.abs()));
            let (by, back) = (127.0 / most, most / 127.0);
            let (mut total, mut low) = (0, 0);
            for (column, number) in numbers.iter().enumerate() {
                let weight = form.weight(block, row, column);
                let coarse = (number * by).round_ties_even() as i64;
                total += i64::from(weight.share) * i64::from(weight.value) * coarse;
                low += (i64::from(weight.least) + i64::from(weight.share) * raised) * coarse;
            }
            let (total, low) = (total as f32, low as f32);
            let (scale, least) = form.scales(block, row);
            match form {
                Form::Four | Form::Eight => (total - low) * (scale * back),
                Form::FourK | Form::FiveK => (scale * total - least * low) * back,
                Form::SixK => (scale * total - scale * low) * back,
            }
        };
        let one = |output: usize| {
            let panel = &matrix.panels[output / ROWS * matrix.bytes()..];
            let blocks = panel.chunks(form.bytes()).zip(row.chunks(columns));
            blocks.fold(0.0_f32, |sum, (block, numbers)| {
                sum + product(block, output % ROWS, numbers)
            })
        };
        (0..matrix.outputs).map(one).collect()
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        for (_, _, matrix) in matrices(16, 256) {
            assert!(matrix.forward(&[]).is_empty());
            let nothing = matrix.forward(&[0.0; 256]);
            assert!(nothing.len() == 16 && nothing.iter().all(|sum| *sum == 0.0));
            for strange in [f32::NAN, f32::INFINITY, f32::MAX] {
                assert_eq!(matrix.forward(&[strange; 256]).len(), 16);
            }
        }
    }
}
