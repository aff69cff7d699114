//! A matrix of quantised weights and its products. The rows that it is multiplied with are made coarser, too, each block of
//! numbers by its greatest, so that all but the last step is done in whole numbers: with 256 to a block for kinds that have
//! 256 weights to a block, and 32 for the others, as ggml does. Each row comes out the same whatever else is in the step.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use pulp::{Arch, Simd, WithSimd};

use crate::{
    WeightKind,
    blocks::{Block, to_q8_0},
    lanes::{Lanes, Plain, ROWS},
    panel::{Form, Unpacked},
    parallel,
};

/// Rows that are multiplied with a block of weights once it is unpacked, at a time.
const TOGETHER: usize = 4;

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
    pub(crate) fn forward(&self, rows: &[f32]) -> Vec<f32> {
        self.forward_by(Arch::new(), rows)
    }

    fn forward_by(&self, arch: Arch, rows: &[f32]) -> Vec<f32> {
        let width = self.blocks * self.form.columns();
        let count = rows.len().checked_div(width).unwrap_or_default();
        if count == 0 {
            return Vec::new();
        }
        let coarse = coarse(self.form, rows, count, width);
        let panel = self.blocks * self.form.bytes();
        let panels = self.outputs.div_ceil(ROWS);
        // A piece is a few panels: for one row they are small, and to hand out a piece costs time, too.
        let some = (32 / count.max(1)).max(1);
        let mut products = vec![0.0; panels * count * ROWS];
        parallel::each(&mut products, some * count * ROWS, |at, products| {
            let weights = self.panels.get(at * some * panel..).unwrap_or_default();
            let panels = weights.chunks_exact(panel);
            for (weights, products) in panels.zip(products.chunks_exact_mut(count * ROWS)) {
                let (products, _) = products.as_chunks_mut();
                multiply(arch, self.form, weights, &coarse, products);
            }
        });
        rows_of(products, count, self.outputs)
    }

    /// A row of the weights as plain numbers.
    pub(crate) fn row(&self, row: usize) -> Vec<f32> {
        let columns = self.form.columns();
        let panel = self.blocks * self.form.bytes();
        let blocks = self.panels.get(row / ROWS * panel..).unwrap_or_default();
        let mut numbers = vec![0.0; self.blocks * columns];
        let mut unpacked = Unpacked::NOTHING;
        let blocks = blocks.chunks_exact(self.form.bytes());
        for (numbers, block) in numbers.chunks_exact_mut(columns).zip(blocks) {
            match self.form {
                Form::Four => unpacked.four(block),
                Form::Eight => unpacked.eight(block),
                Form::FourK => unpacked.four_k(block),
                Form::FiveK => unpacked.five_k(block),
                Form::SixK => unpacked.six_k(block),
            }
            unpacked.row(self.form, row % ROWS, numbers);
        }
        numbers
    }
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

/// What the numbers of a row in a block are made: whole numbers, four or two to a word; sums of columns; and the scale.
const fn words(form: Form) -> (usize, usize) {
    match form {
        Form::Four => (8, 1),
        Form::Eight => (16, 0),
        Form::FourK | Form::FiveK => (64, 4),
        Form::SixK => (64, 8),
    }
}

/// Makes rows coarser: by block, and in each by row.
fn coarse(form: Form, rows: &[f32], count: usize, width: usize) -> Vec<i32> {
    let columns = form.columns();
    let (whole, sums) = words(form);
    let length = whole + sums + 1;
    let mut all = vec![0; width / columns * count * length];
    // A piece is a block of every row.
    let some = (64 / count.max(1)).max(1);
    parallel::each(&mut all, some * count * length, |at, pieces| {
        Arch::new().dispatch(|| {
            for (block, piece) in pieces.chunks_exact_mut(count * length).enumerate() {
                for (row, words) in piece.chunks_exact_mut(length).enumerate() {
                    let from = row * width + (at * some + block) * columns;
                    let numbers = rows.get(from..from + columns).unwrap_or_default();
                    coarse_block(form, numbers, words);
                }
            }
        });
    });
    all
}

#[inline(always)]
fn coarse_block(form: Form, numbers: &[f32], words: &mut [i32]) {
    let mut most = [0.0_f32; 16];
    let (sixteens, _) = numbers.as_chunks::<16>();
    for some in sixteens {
        for (most, number) in most.iter_mut().zip(some) {
            *most = if number.abs() > *most {
                number.abs()
            } else {
                *most
            };
        }
    }
    let most = most.iter().copied().fold(0.0, f32::max);
    let scale = most / 127.0;
    let by = if most > 0.0 { 127.0 / most } else { 0.0 };
    let mut bytes = [0_i8; 256];
    for (byte, number) in bytes.iter_mut().zip(numbers) {
        *byte = (number * by).round_ties_even() as i32 as i8;
    }
    let (whole, sums) = self::words(form);
    let Some((places, rest)) = words.split_at_mut_checked(whole) else {
        return;
    };
    if form == Form::Eight {
        let (twos, _) = bytes.as_chunks::<2>();
        for (word, [first, second]) in places.iter_mut().zip(twos) {
            *word = pair(i16::from(*first), i16::from(*second));
        }
    } else {
        let (fours, _) = bytes.as_chunks::<4>();
        for (word, four) in places.iter_mut().zip(fours) {
            *word = i32::from_le_bytes(four.map(i8::cast_unsigned));
        }
    }
    let sum = |bytes: &[i8]| bytes.iter().map(|byte| i16::from(*byte)).sum::<i16>();
    let (places, last) = rest.split_at_mut(sums.min(rest.len()));
    match form {
        Form::Four => places.fill(i32::from(sum(&bytes[..32])) * 8),
        Form::Eight => {}
        Form::FourK | Form::FiveK => {
            let (parts, _) = bytes.as_chunks::<64>();
            for (word, part) in places.iter_mut().zip(parts) {
                *word = pair(sum(&part[..32]), sum(&part[32..]));
            }
        }
        Form::SixK => {
            let (parts, _) = bytes.as_chunks::<32>();
            for (word, part) in places.iter_mut().zip(parts) {
                *word = pair(sum(&part[..16]), sum(&part[16..]));
            }
        }
    }
    if let Some(last) = last.first_mut() {
        *last = scale.to_bits().cast_signed();
    }
}

#[inline(always)]
fn pair(first: i16, second: i16) -> i32 {
    (u32::from(first.cast_unsigned()) | u32::from(second.cast_unsigned()) << 16).cast_signed()
}

/// Multiplies a panel with all rows.
fn multiply(arch: Arch, form: Form, weights: &[u8], coarse: &[i32], products: &mut [[f32; ROWS]]) {
    let work = Multiplied {
        form,
        weights,
        coarse,
        products,
        lanes: Plain,
    };
    #[cfg(target_arch = "x86_64")]
    {
        if let Arch::V4(lanes) = arch {
            return Simd::vectorize(lanes, work.with(lanes));
        }
        if let Arch::V3(lanes) = arch {
            return Simd::vectorize(lanes, work.with(lanes));
        }
    }
    arch.dispatch(work);
}

struct Multiplied<'a, L> {
    form: Form,
    weights: &'a [u8],
    coarse: &'a [i32],
    products: &'a mut [[f32; ROWS]],
    lanes: L,
}

#[cfg(target_arch = "x86_64")]
impl<'a> Multiplied<'a, Plain> {
    fn with<L>(self, lanes: L) -> Multiplied<'a, L> {
        Multiplied {
            form: self.form,
            weights: self.weights,
            coarse: self.coarse,
            products: self.products,
            lanes,
        }
    }
}

impl<L: Lanes> WithSimd for Multiplied<'_, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            form,
            weights,
            coarse,
            products,
            lanes,
        } = self;
        let mut unpacked = Unpacked::NOTHING;
        let (whole, sums) = words(form);
        let blocks = weights.chunks_exact(form.bytes());
        let coarse = coarse.chunks_exact((whole + sums + 1) * products.len());
        match form {
            Form::Four => {
                for (block, coarse) in blocks.zip(coarse) {
                    unpacked.four(block);
                    each_row::<10>(coarse, products, &mut FourRows(lanes, &unpacked));
                }
            }
            Form::Eight => {
                for (block, coarse) in blocks.zip(coarse) {
                    unpacked.eight(block);
                    each_row::<17>(coarse, products, &mut EightRows(lanes, &unpacked));
                }
            }
            Form::FourK => {
                for (block, coarse) in blocks.zip(coarse) {
                    unpacked.four_k(block);
                    let mut rows = Rows::<_, 8, 8>(lanes, &unpacked);
                    each_row::<69>(coarse, products, &mut rows);
                }
            }
            Form::FiveK => {
                for (block, coarse) in blocks.zip(coarse) {
                    unpacked.five_k(block);
                    let mut rows = Rows::<_, 8, 4>(lanes, &unpacked);
                    each_row::<69>(coarse, products, &mut rows);
                }
            }
            Form::SixK => {
                for (block, coarse) in blocks.zip(coarse) {
                    unpacked.six_k(block);
                    let mut rows = Rows::<_, 4, 2>(lanes, &unpacked);
                    each_row::<73>(coarse, products, &mut rows);
                }
            }
        }
    }
}

/// Products of an unpacked block with some rows of `N` words each, added to what there is.
trait Block16<const N: usize> {
    fn add<const T: usize>(&mut self, coarse: &[[i32; N]; T], products: &mut [[f32; ROWS]; T]);
}

#[inline(always)]
fn each_row<const N: usize>(
    coarse: &[i32],
    products: &mut [[f32; ROWS]],
    block: &mut impl Block16<N>,
) {
    let (rows, _) = coarse.as_chunks::<N>();
    let (some, rest) = rows.as_chunks::<TOGETHER>();
    let (products, last) = products.as_chunks_mut::<TOGETHER>();
    for (rows, products) in some.iter().zip(products) {
        block.add(rows, products);
    }
    for (row, products) in rest.iter().zip(last) {
        block.add(std::array::from_ref(row), std::array::from_mut(products));
    }
}

#[inline(always)]
fn last<const N: usize>(words: &[i32; N]) -> f32 {
    f32::from_bits(words[N - 1].cast_unsigned())
}

struct FourRows<'a, L>(L, &'a Unpacked);

impl<L: Lanes> Block16<10> for FourRows<'_, L> {
    #[inline(always)]
    fn add<const T: usize>(&mut self, coarse: &[[i32; 10]; T], products: &mut [[f32; ROWS]; T]) {
        let Self(lanes, block) = *self;
        let mut sums = [lanes.sums(); T];
        for (at, four) in block.fours[..8].iter().enumerate() {
            for (sums, words) in sums.iter_mut().zip(coarse) {
                *sums = lanes.four(*sums, four, words[at]);
            }
        }
        for ((sums, words), products) in sums.iter().zip(coarse).zip(products) {
            let totals = lanes.scaled(lanes.totals(), *sums, &[0x1_0001; ROWS]);
            let (raised, by) = (words[8] as f32, last(words));
            let floats = lanes.floats(totals);
            for ((sum, total), scale) in products.iter_mut().zip(floats).zip(&block.scale) {
                *sum += (total - raised) * (scale * by);
            }
        }
    }
}

struct EightRows<'a, L>(L, &'a Unpacked);

impl<L: Lanes> Block16<17> for EightRows<'_, L> {
    #[inline(always)]
    fn add<const T: usize>(&mut self, coarse: &[[i32; 17]; T], products: &mut [[f32; ROWS]; T]) {
        let Self(lanes, block) = *self;
        let mut totals = [lanes.totals(); T];
        for (at, pairs) in block.pairs.iter().enumerate() {
            for (totals, words) in totals.iter_mut().zip(coarse) {
                *totals = lanes.two(*totals, pairs, words[at]);
            }
        }
        for ((totals, words), products) in totals.iter().zip(coarse).zip(products) {
            let (floats, by) = (lanes.floats(*totals), last(words));
            for ((sum, total), scale) in products.iter_mut().zip(floats).zip(&block.scale) {
                *sum += total * (scale * by);
            }
        }
    }
}

/// Blocks of 256 columns: `SHARE` times four columns have a whole scale, and so many times four products as `FIT` fit into
/// 16 bits.
struct Rows<'a, L, const SHARE: usize, const FIT: usize>(L, &'a Unpacked);

impl<L: Lanes, const N: usize, const SHARE: usize, const FIT: usize> Block16<N>
    for Rows<'_, L, SHARE, FIT>
{
    #[inline(always)]
    fn add<const T: usize>(&mut self, coarse: &[[i32; N]; T], products: &mut [[f32; ROWS]; T]) {
        let Self(lanes, block) = *self;
        let mut totals = [lanes.totals(); T];
        let (parts, _) = block.fours.as_chunks::<FIT>();
        for (part, fours) in parts.iter().enumerate() {
            let mut sums = [lanes.sums(); T];
            for (at, four) in fours.iter().enumerate() {
                for (sums, words) in sums.iter_mut().zip(coarse) {
                    *sums = lanes.four(*sums, four, words[part * FIT + at]);
                }
            }
            let scales = &block.scales[part * FIT / SHARE];
            for (totals, sums) in totals.iter_mut().zip(sums) {
                *totals = lanes.scaled(*totals, sums, scales);
            }
        }
        let mut leasts = [lanes.totals(); T];
        for (at, pairs) in block.leasts[..N - 65].iter().enumerate() {
            for (leasts, words) in leasts.iter_mut().zip(coarse) {
                *leasts = lanes.two(*leasts, pairs, words[64 + at]);
            }
        }
        let sums = totals.iter().zip(&leasts).zip(coarse).zip(products);
        for (((totals, leasts), words), products) in sums {
            let (floats, low, by) = (lanes.floats(*totals), lanes.floats(*leasts), last(words));
            for (row, sum) in products.iter_mut().enumerate() {
                *sum += (block.scale[row] * floats[row] - block.least[row] * low[row]) * by;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
                let found = matrix.forward_by(Arch::Scalar, &rows);
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
                    assert_eq!(matrix.forward_by(way, &rows), found, "{kind:?} by {way:?}");
                    let together = parallel::session(|| matrix.forward_by(way, &rows));
                    assert_eq!(together, found, "{kind:?} on all threads");
                }
            }
        }
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// At the ends of what weights and numbers can be, sums still fit into the bits that they have.
        #[test]
        fn whole_sums_are_exact(
            weights in prop_oneof![Just([63_u8; 64]), proptest::array::uniform(0_u8..64)],
            bytes in prop_oneof![Just([-127_i8; 4]), Just([127; 4]), proptest::array::uniform(-127_i8..=127)],
            scale in prop_oneof![Just(-128_i16), -128_i16..128],
        ) {
            struct Sum<'a, L>(L, &'a [u8; 64], [i8; 4], i16);
            impl<L: Lanes> WithSimd for Sum<'_, L> {
                type Output = [f32; ROWS];
                #[inline(always)]
                fn with_simd<S: Simd>(self, _: S) -> [f32; ROWS] {
                    let Self(lanes, weights, bytes, scale) = self;
                    let with = i32::from_le_bytes(bytes.map(i8::cast_unsigned));
                    let once = lanes.four(lanes.sums(), weights, with);
                    let scales = [pair(scale, scale).cast_unsigned(); ROWS];
                    lanes.floats(lanes.scaled(lanes.totals(), lanes.four(once, weights, with), &scales))
                }
            }
            let fours = weights.as_chunks::<4>().0;
            let expected: Vec<f32> = fours
                .iter()
                .map(|four| {
                    let products = four.iter().zip(bytes).map(|(a, b)| i32::from(*a) * i32::from(b));
                    (products.sum::<i32>() * 2 * i32::from(scale)) as f32
                })
                .collect();
            prop_assert_eq!(&Sum(Plain, &weights, bytes, scale).with_simd(pulp::Scalar)[..], &expected);
            #[cfg(target_arch = "x86_64")]
            {
                if let Some(lanes) = pulp::x86::V3::try_new() {
                    let found = Simd::vectorize(lanes, Sum(lanes, &weights, bytes, scale));
                    prop_assert_eq!(&found[..], &expected);
                }
                if let Some(lanes) = pulp::x86::V4::try_new() {
                    let found = Simd::vectorize(lanes, Sum(lanes, &weights, bytes, scale));
                    prop_assert_eq!(&found[..], &expected);
                }
            }
        }
    }
}
