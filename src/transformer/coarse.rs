//! Rows made coarser, each block of numbers by its greatest, so that all but the last step of a product is done in whole
//! numbers.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use pulp::{Arch, Simd, WithSimd};

use crate::{panel::Form, parallel};

/// Numbers that are one piece of work.
const PIECE: usize = 8192;

/// What the numbers of a row in a block are made: whole numbers, four or two to a word; sums of columns; and the scale.
pub(crate) const fn words(form: Form) -> (usize, usize) {
    match form {
        Form::Four => (8, 1),
        Form::Eight => (16, 0),
        Form::FourK | Form::FiveK => (64, 4),
        Form::SixK => (64, 8),
    }
}

/// Makes rows coarser: by block, and in each by row.
pub(crate) fn coarse(form: Form, rows: &[f32], count: usize, width: usize) -> Vec<i32> {
    let columns = form.columns();
    let (whole, sums) = words(form);
    let length = whole + sums + 1;
    let mut all = vec![0; width / columns * count * length];
    // A piece is some blocks of every row.
    let some = (PIECE / (count * columns).max(1)).max(1);
    parallel::each(&mut all, some * count * length, |at, pieces| {
        Arch::new().dispatch(Blocks {
            form,
            rows,
            count,
            width,
            first: at * some,
            pieces,
        });
    });
    all
}

/// Some blocks of every row.
struct Blocks<'a> {
    form: Form,
    rows: &'a [f32],
    count: usize,
    width: usize,
    first: usize,
    pieces: &'a mut [i32],
}

impl WithSimd for Blocks<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let columns = self.form.columns();
        let (whole, sums) = words(self.form);
        let length = whole + sums + 1;
        let pieces = self.pieces.chunks_exact_mut(self.count * length);
        for (block, piece) in pieces.enumerate() {
            for (row, words) in piece.chunks_exact_mut(length).enumerate() {
                let from = row * self.width + (self.first + block) * columns;
                let numbers = self.rows.get(from..from + columns).unwrap_or_default();
                coarse_block(self.form, numbers, words);
            }
        }
    }
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

/// Two numbers of 16 bits in one word, of which the first is in the lower half.
#[inline(always)]
pub(crate) fn pair(first: i16, second: i16) -> i32 {
    (u32::from(first.cast_unsigned()) | u32::from(second.cast_unsigned()) << 16).cast_signed()
}
