//! Products of a panel of weights with coarse rows. The weights are multiplied as they come from memory, where they are
//! kept in few bits: for one row nothing costs as much as to fetch them, and nothing of them is written anywhere.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use pulp::{Arch, Simd, WithSimd};

use crate::{
    coarse::words,
    lanes::{Fours, Lanes, Ones, Plain, ROWS, Twos},
    panel::{Form, SCALES, WIDE},
};

/// Rows that are multiplied with a block of weights at a time.
const TOGETHER: usize = 4;

/// Multiplies panels that lie one after the other with all rows. The products of each panel are a strip of sixteen for
/// every row.
pub(crate) fn multiply(
    arch: Arch,
    form: Form,
    blocks: usize,
    panels: &[u8],
    coarse: &[i32],
    products: &mut [[f32; ROWS]],
    count: usize,
) {
    let work = Panels {
        form,
        blocks,
        weights: panels,
        coarse,
        products,
        count,
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

struct Panels<'a, L> {
    form: Form,
    /// The number of blocks in a panel.
    blocks: usize,
    weights: &'a [u8],
    coarse: &'a [i32],
    products: &'a mut [[f32; ROWS]],
    /// The number of rows.
    count: usize,
    lanes: L,
}

impl<'a> Panels<'a, Plain> {
    #[cfg(target_arch = "x86_64")]
    fn with<L>(self, lanes: L) -> Panels<'a, L> {
        Panels {
            form: self.form,
            blocks: self.blocks,
            weights: self.weights,
            coarse: self.coarse,
            products: self.products,
            count: self.count,
            lanes,
        }
    }
}

impl<L: Lanes> WithSimd for Panels<'_, L> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        match self.form {
            Form::Four => self.each::<Four, 10>(),
            Form::Eight => self.each::<Eight, 17>(),
            Form::FourK => self.each::<FourK, 69>(),
            Form::FiveK => self.each::<FiveK, 69>(),
            Form::SixK => self.each::<SixK, 73>(),
        }
    }
}

impl<L: Lanes> Panels<'_, L> {
    #[inline(always)]
    fn each<K: Kernel<N>, const N: usize>(self) {
        debug_assert_eq!(words(self.form).0 + words(self.form).1 + 1, N);
        let size = self.form.bytes();
        let panels = self.weights.chunks_exact(self.blocks * size);
        let products = self.products.chunks_exact_mut(self.count);
        let (coarse, _) = self.coarse.as_chunks::<N>();
        for (panel, products) in panels.zip(products) {
            let blocks = panel
                .chunks_exact(size)
                .zip(coarse.chunks_exact(self.count));
            match products {
                [one] => {
                    let mut sums = [[0.0; ROWS]];
                    for (block, rows) in blocks {
                        if let [row] = rows {
                            K::add(self.lanes, block, [row], &mut sums);
                        }
                    }
                    [*one] = sums;
                }
                _ => {
                    for (block, rows) in blocks {
                        some_rows::<L, K, N>(self.lanes, block, rows, products);
                    }
                }
            }
        }
    }
}

/// Adds the products of a block with several rows.
#[inline(always)]
fn some_rows<L: Lanes, K: Kernel<N>, const N: usize>(
    lanes: L,
    block: &[u8],
    rows: &[[i32; N]],
    products: &mut [[f32; ROWS]],
) {
    let (some, rest) = rows.as_chunks::<TOGETHER>();
    let (products, last) = products.as_chunks_mut::<TOGETHER>();
    for (rows, products) in some.iter().zip(products) {
        K::add(lanes, block, rows.each_ref(), products);
    }
    for (row, products) in rest.iter().zip(last) {
        K::add(lanes, block, [row], std::array::from_mut(products));
    }
}

/// The products of a block of one form with some rows of `N` words each, added to what there is. Every row comes out the
/// same whatever the others are: what is whole is exact, and then there is one sum for each block.
trait Kernel<const N: usize> {
    fn add<L: Lanes, const T: usize>(
        lanes: L,
        block: &[u8],
        rows: [&[i32; N]; T],
        sums: &mut [[f32; ROWS]; T],
    );
}

/// Adds the products of four weights of sixteen rows and those words of all rows.
#[inline(always)]
fn four<L: Lanes, const N: usize, const T: usize>(
    lanes: L,
    sums: &mut [L::Pairs; T],
    weights: L::Weights,
    rows: [&[i32; N]; T],
    at: usize,
) {
    for (sums, words) in sums.iter_mut().zip(rows) {
        *sums = lanes.four(*sums, weights, words[at]);
    }
}

/// The scale of a row in a block.
#[inline(always)]
fn last<const N: usize>(words: &[i32; N]) -> f32 {
    f32::from_bits(words[N - 1].cast_unsigned())
}

/// So many pieces of that size from the beginning, and the rest.
#[inline(always)]
fn take<const SIZE: usize, const COUNT: usize>(
    bytes: &[u8],
) -> Option<(&[[u8; SIZE]; COUNT], &[u8])> {
    let (own, rest) = bytes.split_at_checked(SIZE * COUNT)?;
    Some((own.as_chunks().0.first_chunk()?, rest))
}

struct Four;

impl Kernel<10> for Four {
    #[inline(always)]
    fn add<L: Lanes, const T: usize>(
        lanes: L,
        block: &[u8],
        rows: [&[i32; 10]; T],
        sums: &mut [[f32; ROWS]; T],
    ) {
        let Some(([scale], rest)) = take::<SCALES, 1>(block) else {
            return;
        };
        let Some((weights, _)) = take::<WIDE, 4>(rest) else {
            return;
        };
        let mut places = [lanes.nothing(); T];
        for (at, both) in weights.iter().enumerate() {
            four(lanes, &mut places, lanes.low(both), rows, at);
            four(lanes, &mut places, lanes.up(both), rows, at + 4);
        }
        let scale = lanes.halves(scale);
        for ((places, words), sums) in places.iter().zip(rows).zip(sums) {
            let totals = lanes.products(lanes.totals(), *places, lanes.ones());
            let (raised, by) = (words[8] as f32, last(words));
            let floats = lanes.floats(totals);
            for ((sum, total), scale) in sums.iter_mut().zip(floats).zip(&scale) {
                *sum += (total - raised) * (scale * by);
            }
        }
    }
}

struct Eight;

impl Kernel<17> for Eight {
    #[inline(always)]
    fn add<L: Lanes, const T: usize>(
        lanes: L,
        block: &[u8],
        rows: [&[i32; 17]; T],
        sums: &mut [[f32; ROWS]; T],
    ) {
        let Some(([scale], rest)) = take::<SCALES, 1>(block) else {
            return;
        };
        let Some((weights, _)) = take::<{ 2 * ROWS }, 16>(rest) else {
            return;
        };
        let mut totals = [lanes.totals(); T];
        for (at, two) in weights.iter().enumerate() {
            let pairs = lanes.signed(two);
            for (totals, words) in totals.iter_mut().zip(rows) {
                *totals = lanes.two(*totals, pairs, words[at]);
            }
        }
        let scale = lanes.halves(scale);
        for ((totals, words), sums) in totals.iter().zip(rows).zip(sums) {
            let (floats, by) = (lanes.floats(*totals), last(words));
            for ((sum, total), scale) in sums.iter_mut().zip(floats).zip(&scale) {
                *sum += total * (scale * by);
            }
        }
    }
}

/// The sums of a block of 256 columns with some rows, while they are whole.
struct Whole<L: Lanes, const T: usize> {
    /// What the weights give, by their shares of the scale.
    totals: [L::Totals; T],
    /// What is taken away.
    leasts: [L::Totals; T],
}

impl<L: Lanes, const T: usize> Whole<L, T> {
    #[inline(always)]
    fn nothing(lanes: L) -> Self {
        Self {
            totals: [lanes.totals(); T],
            leasts: [lanes.totals(); T],
        }
    }

    /// Adds sums that have the same share of the scale.
    #[inline(always)]
    fn share(&mut self, lanes: L, sums: &[L::Pairs; T], shares: L::Pairs) {
        for (totals, sums) in self.totals.iter_mut().zip(sums) {
            *totals = lanes.products(*totals, *sums, shares);
        }
    }

    /// Takes away what two parts have too much, whose columns are summed up in those words.
    #[inline(always)]
    fn least<const N: usize>(
        &mut self,
        lanes: L,
        pairs: L::Pairs,
        rows: [&[i32; N]; T],
        at: usize,
    ) {
        for (leasts, words) in self.leasts.iter_mut().zip(rows) {
            *leasts = lanes.two(*leasts, pairs, words[at]);
        }
    }

    /// Takes away what the constants of a block have added, and adds the rest to the sums of all blocks.
    #[inline(always)]
    fn with_constants(
        mut self,
        lanes: L,
        block: &Constants<'_>,
        rows: [&[i32; 69]; T],
        sums: &mut [[f32; ROWS]; T],
    ) {
        for (at, leasts) in block.leasts.iter().enumerate() {
            self.least(lanes, lanes.unsigned(leasts), rows, 64 + at);
        }
        let scales = (&lanes.halves(block.scale), &lanes.halves(block.least));
        self.finish(lanes, scales, rows, sums);
    }

    /// Adds it to the sums of all blocks.
    #[inline(always)]
    fn finish<const N: usize>(
        &self,
        lanes: L,
        (scale, least): (&[f32; ROWS], &[f32; ROWS]),
        rows: [&[i32; N]; T],
        sums: &mut [[f32; ROWS]; T],
    ) {
        let whole = self.totals.iter().zip(&self.leasts);
        for (((totals, leasts), words), sums) in whole.zip(rows).zip(sums) {
            let (floats, low, by) = (lanes.floats(*totals), lanes.floats(*leasts), last(words));
            for (row, sum) in sums.iter_mut().enumerate() {
                *sum += (scale[row] * floats[row] - least[row] * low[row]) * by;
            }
        }
    }
}

/// The parts of a block with constants.
struct Constants<'a> {
    scale: &'a Twos,
    least: &'a Twos,
    shares: &'a [Ones; 8],
    leasts: &'a [Twos; 4],
    /// The lower four bits, 32 columns after 32.
    parts: &'a [[Fours; 4]],
    /// What is above them.
    high: &'a [Fours],
}

#[inline(always)]
fn constants(block: &[u8]) -> Option<Constants<'_>> {
    let ([scale, least], rest) = take::<SCALES, 2>(block)?;
    let (shares, rest) = take(rest)?;
    let (leasts, rest) = take(rest)?;
    let (weights, rest) = take::<WIDE, 32>(rest)?;
    Some(Constants {
        scale,
        least,
        shares,
        leasts,
        parts: weights.as_chunks().0,
        high: rest.as_chunks().0,
    })
}

struct FourK;

impl Kernel<69> for FourK {
    #[inline(always)]
    fn add<L: Lanes, const T: usize>(
        lanes: L,
        block: &[u8],
        rows: [&[i32; 69]; T],
        sums: &mut [[f32; ROWS]; T],
    ) {
        let Some(block) = constants(block) else {
            return;
        };
        let mut whole = Whole::nothing(lanes);
        for (part, (shares, weights)) in block.shares.iter().zip(block.parts).enumerate() {
            let mut places = [lanes.nothing(); T];
            for (at, both) in weights.iter().enumerate() {
                four(lanes, &mut places, lanes.low(both), rows, part * 8 + at);
                four(lanes, &mut places, lanes.up(both), rows, part * 8 + at + 4);
            }
            whole.share(lanes, &places, lanes.unsigned_twice(shares));
        }
        whole.with_constants(lanes, &block, rows, sums);
    }
}

struct FiveK;

impl Kernel<69> for FiveK {
    #[inline(always)]
    fn add<L: Lanes, const T: usize>(
        lanes: L,
        block: &[u8],
        rows: [&[i32; 69]; T],
        sums: &mut [[f32; ROWS]; T],
    ) {
        let Some(block) = constants(block) else {
            return;
        };
        let mut whole = Whole::nothing(lanes);
        let parts = block.shares.iter().zip(block.parts).zip(block.high);
        for (part, ((shares, [a, b, c, d]), high)) in parts.enumerate() {
            let shares = lanes.unsigned_twice(shares);
            let at = part * 8;
            // No more than four times four products fit into 16 bits.
            let mut places = [lanes.nothing(); T];
            let weights = lanes.raised::<1, 0>(lanes.low(a), high);
            four(lanes, &mut places, weights, rows, at);
            let weights = lanes.raised::<1, 1>(lanes.low(b), high);
            four(lanes, &mut places, weights, rows, at + 1);
            let weights = lanes.raised::<1, 2>(lanes.low(c), high);
            four(lanes, &mut places, weights, rows, at + 2);
            let weights = lanes.raised::<1, 3>(lanes.low(d), high);
            four(lanes, &mut places, weights, rows, at + 3);
            whole.share(lanes, &places, shares);
            let mut places = [lanes.nothing(); T];
            let weights = lanes.raised::<1, 4>(lanes.up(a), high);
            four(lanes, &mut places, weights, rows, at + 4);
            let weights = lanes.raised::<1, 5>(lanes.up(b), high);
            four(lanes, &mut places, weights, rows, at + 5);
            let weights = lanes.raised::<1, 6>(lanes.up(c), high);
            four(lanes, &mut places, weights, rows, at + 6);
            let weights = lanes.raised::<1, 7>(lanes.up(d), high);
            four(lanes, &mut places, weights, rows, at + 7);
            whole.share(lanes, &places, shares);
        }
        whole.with_constants(lanes, &block, rows, sums);
    }
}

struct SixK;

impl Kernel<73> for SixK {
    #[inline(always)]
    fn add<L: Lanes, const T: usize>(
        lanes: L,
        block: &[u8],
        rows: [&[i32; 73]; T],
        sums: &mut [[f32; ROWS]; T],
    ) {
        let Some(([scale], rest)) = take::<SCALES, 1>(block) else {
            return;
        };
        let Some((shares, rest)) = take::<ROWS, 16>(rest) else {
            return;
        };
        let Some((weights, high)) = take::<WIDE, 32>(rest) else {
            return;
        };
        let mut whole = Whole::nothing(lanes);
        let (shares, _) = shares.as_chunks();
        let parts = shares
            .iter()
            .zip(weights.as_chunks().0)
            .zip(high.as_chunks().0.as_chunks().0);
        for (part, (([first_share, second_share], [a, b, c, d]), [first, second])) in
            parts.enumerate()
        {
            let (one, other) = (
                lanes.signed_twice(first_share),
                lanes.signed_twice(second_share),
            );
            let at = part * 8;
            // No more than two times four products fit into 16 bits.
            let mut places = [lanes.nothing(); T];
            let weights = lanes.raised::<2, 0>(lanes.low(a), first);
            four(lanes, &mut places, weights, rows, at);
            let weights = lanes.raised::<2, 1>(lanes.low(b), first);
            four(lanes, &mut places, weights, rows, at + 1);
            whole.share(lanes, &places, one);
            let mut places = [lanes.nothing(); T];
            let weights = lanes.raised::<2, 2>(lanes.low(c), first);
            four(lanes, &mut places, weights, rows, at + 2);
            let weights = lanes.raised::<2, 3>(lanes.low(d), first);
            four(lanes, &mut places, weights, rows, at + 3);
            whole.share(lanes, &places, one);
            let mut places = [lanes.nothing(); T];
            let weights = lanes.raised::<2, 0>(lanes.up(a), second);
            four(lanes, &mut places, weights, rows, at + 4);
            let weights = lanes.raised::<2, 1>(lanes.up(b), second);
            four(lanes, &mut places, weights, rows, at + 5);
            whole.share(lanes, &places, other);
            let mut places = [lanes.nothing(); T];
            let weights = lanes.raised::<2, 2>(lanes.up(c), second);
            four(lanes, &mut places, weights, rows, at + 6);
            let weights = lanes.raised::<2, 3>(lanes.up(d), second);
            four(lanes, &mut places, weights, rows, at + 7);
            whole.share(lanes, &places, other);
            whole.least(lanes, lanes.mixed(one, other), rows, 64 + part);
        }
        let scale = lanes.halves(scale);
        // Weights have been raised by 32.
        let mut least = scale;
        for least in &mut least {
            *least *= 32.0;
        }
        whole.finish(lanes, (&scale, &least), rows, sums);
    }
}
