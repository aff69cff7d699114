//! Sixteen rows of quantised weights as they lie in memory: what is multiplied together lies together, so that a
//! processor takes it in order, and no more bits than in the file, but for a few scales.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use half::{f16, slice::HalfFloatSliceExt};

use crate::{
    WeightKind,
    blocks::{Block, SHARE},
    lanes::{Fours, ROWS, Twos},
};

/// The form in which the blocks of a panel lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Weights of four bits, 32 to a scale.
    Four,
    /// Weights of eight bits, 32 to a scale.
    Eight,
    /// Weights of four bits in blocks of 256, with whole scales and constants for 32 each.
    FourK,
    /// The same with five bits.
    FiveK,
    /// Weights of six bits in blocks of 256, with whole scales for 16 each.
    SixK,
}

/// What a few bits of a vector of bytes are.
const WIDE: usize = 4 * ROWS;
/// The bytes of a scale for each row.
const SCALES: usize = 2 * ROWS;

impl Form {
    /// The form for a kind. Kinds that have none of their own are brought into [`WeightKind::Q8_0`] first.
    pub(crate) fn of(kind: WeightKind) -> Self {
        match kind {
            WeightKind::Q4_0 => Self::Four,
            WeightKind::Q4K => Self::FourK,
            WeightKind::Q5K => Self::FiveK,
            WeightKind::Q3K | WeightKind::Q6K => Self::SixK,
            WeightKind::Q8_0
            | WeightKind::Q4_1
            | WeightKind::Q5_0
            | WeightKind::Q5_1
            | WeightKind::Q2K
            | WeightKind::Iq4Nl
            | WeightKind::Iq4Xs
            | WeightKind::F32
            | WeightKind::F16
            | WeightKind::Bf16 => Self::Eight,
        }
    }

    /// The weights of a row in a block.
    pub(crate) fn columns(self) -> usize {
        match self {
            Self::Four | Self::Eight => 32,
            Self::FourK | Self::FiveK | Self::SixK => 256,
        }
    }

    /// The bytes of a block of all rows.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Self::Four => SCALES + 4 * WIDE,
            Self::Eight => SCALES + 8 * WIDE,
            Self::FourK => 2 * SCALES + 4 * WIDE + 32 * WIDE,
            Self::FiveK => 2 * SCALES + 4 * WIDE + 40 * WIDE,
            Self::SixK => SCALES + 4 * WIDE + 48 * WIDE,
        }
    }

    /// Whether there are constants that are taken away.
    fn has_leasts(self) -> bool {
        matches!(self, Self::FourK | Self::FiveK)
    }

    /// What is added to weights so that none is less than nothing.
    fn raised(self) -> i8 {
        match self {
            Self::Four => 8,
            Self::SixK => 32,
            Self::Eight | Self::FourK | Self::FiveK => 0,
        }
    }

    /// Brings a block of each row into this form.
    pub(crate) fn pack(self, rows: &[Block; ROWS], into: &mut [u8]) {
        let mut into = Filler(into);
        for row in rows {
            into.put(row.scale.to_le_bytes());
        }
        if self.has_leasts() {
            for row in rows {
                into.put(row.least.to_le_bytes());
            }
            for part in 0..8 {
                for row in rows {
                    into.put([row.scales[part * 2] as u8]);
                }
            }
            for pair in 0..4 {
                for row in rows {
                    into.put([row.leasts[pair * 4] as u8, row.leasts[pair * 4 + 2] as u8]);
                }
            }
        }
        if self == Self::SixK {
            for part in 0..16 {
                for row in rows {
                    into.put([row.scales[part] as u8]);
                }
            }
        }
        if self == Self::Eight {
            for column in (0..32).step_by(2) {
                for row in rows {
                    let two = [row.values[column], row.values[column + 1]];
                    into.put(two.map(i8::cast_unsigned));
                }
            }
            return;
        }
        let raised = self.raised();
        let of =
            |row: &Block, column: usize| row.values[column].wrapping_add(raised).cast_unsigned();
        // Of 32 columns, the lower halves are the first sixteen.
        for part in 0..self.columns() / 32 {
            for four in 0..4 {
                for row in rows {
                    let column = part * 32 + four * 4;
                    into.put([0, 1, 2, 3].map(|at| {
                        of(row, column + at) & 15 | (of(row, column + 16 + at) & 15) << 4
                    }));
                }
            }
        }
        // What is above four bits.
        let (bits, fours) = match self {
            Self::FiveK => (1, 8),
            Self::SixK => (2, 4),
            Self::Four | Self::Eight | Self::FourK => return,
        };
        for from in (0..256).step_by(fours * 4) {
            for row in rows {
                into.put([0, 1, 2, 3].map(|at| {
                    let high = |four: usize| of(row, from + four * 4 + at) >> 4 << (four * bits);
                    (0..fours).fold(0, |all, four| all | high(four))
                }));
            }
        }
    }
}

/// Bytes that are filled from the front.
struct Filler<'a>(&'a mut [u8]);

impl Filler<'_> {
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        if let Some((place, rest)) = std::mem::take(&mut self.0).split_first_chunk_mut::<N>() {
            *place = bytes;
            self.0 = rest;
        }
    }
}

/// A block of all rows, with weights in whole bytes.
pub(crate) struct Unpacked {
    /// The weights of four columns each; those of form [`Form::Eight`] are in `pairs`.
    pub(crate) fours: [Fours; 64],
    pub(crate) pairs: [Twos; 16],
    /// The whole scales, in both halves.
    pub(crate) scales: [Twos; 16],
    /// What is multiplied with the sums of columns and taken away.
    pub(crate) leasts: [Twos; 8],
    pub(crate) scale: [f32; ROWS],
    pub(crate) least: [f32; ROWS],
}

impl Unpacked {
    pub(crate) const NOTHING: Self = Self {
        fours: [[0; 4 * ROWS]; 64],
        pairs: [[0; ROWS]; 16],
        scales: [[0; ROWS]; 16],
        leasts: [[0; ROWS]; 8],
        scale: [0.0; ROWS],
        least: [0.0; ROWS],
    };

    /// Takes in a block of form [`Form::Four`].
    #[inline(always)]
    pub(crate) fn four(&mut self, block: &[u8]) {
        if let Some((scale, rest)) = block.split_first_chunk() {
            self.scale = halves(scale);
            self.lower(rest);
        }
    }

    /// Takes in a block of form [`Form::Eight`].
    #[inline(always)]
    pub(crate) fn eight(&mut self, block: &[u8]) {
        if let Some((scale, rest)) = block.split_first_chunk() {
            self.scale = halves(scale);
            widen(&mut self.pairs, rest, |byte| i16::from(byte.cast_signed()));
        }
    }

    /// Takes in a block of form [`Form::FourK`].
    #[inline(always)]
    pub(crate) fn four_k(&mut self, block: &[u8]) {
        if let Some(rest) = self.head(block) {
            self.lower(rest);
        }
    }

    /// Takes in a block of form [`Form::FiveK`].
    #[inline(always)]
    pub(crate) fn five_k(&mut self, block: &[u8]) {
        let rest = self.head(block);
        if let Some((lower, upper)) = rest.and_then(|rest| rest.split_at_checked(32 * WIDE)) {
            self.lower(lower);
            self.upper::<1, 8>(upper);
        }
    }

    /// Takes in a block of form [`Form::SixK`].
    #[inline(always)]
    pub(crate) fn six_k(&mut self, block: &[u8]) {
        let Some((scale, rest)) = block.split_first_chunk() else {
            return;
        };
        let Some((shares, rest)) = rest.split_at_checked(16 * ROWS) else {
            return;
        };
        self.scale = halves(scale);
        self.least = self.scale;
        let (shares, _) = shares.as_chunks::<ROWS>();
        for (scales, shares) in self.scales.iter_mut().zip(shares) {
            for (scale, share) in scales.iter_mut().zip(shares) {
                *scale = twice(i16::from(share.cast_signed()));
            }
        }
        // Weights have been raised by 32.
        let (two, _) = shares.as_chunks::<2>();
        for (leasts, [first, second]) in self.leasts.iter_mut().zip(two) {
            for (least, (first, second)) in leasts.iter_mut().zip(first.iter().zip(second)) {
                let of =
                    |share: u8| u32::from((i16::from(share.cast_signed()) * 32).cast_unsigned());
                *least = of(*first) | of(*second) << 16;
            }
        }
        if let Some((lower, upper)) = rest.split_at_checked(32 * WIDE) {
            self.lower(lower);
            self.upper::<2, 4>(upper);
        }
    }

    /// Scales and constants for 32 columns each; gives what is behind them.
    #[inline(always)]
    fn head<'a>(&mut self, block: &'a [u8]) -> Option<&'a [u8]> {
        let (scale, rest) = block.split_first_chunk()?;
        let (least, rest) = rest.split_first_chunk()?;
        let (shares, rest) = rest.split_at_checked(8 * ROWS)?;
        let (leasts, rest) = rest.split_at_checked(8 * ROWS)?;
        (self.scale, self.least) = (halves(scale), halves(least));
        let (shares, _) = shares.as_chunks::<ROWS>();
        for (scales, shares) in self.scales.iter_mut().zip(shares) {
            for (scale, share) in scales.iter_mut().zip(shares) {
                *scale = twice(i16::from(*share));
            }
        }
        widen(&mut self.leasts, leasts, i16::from);
        Some(rest)
    }

    #[inline(always)]
    fn lower(&mut self, bytes: &[u8]) {
        let (parts, _) = bytes.as_chunks::<{ 4 * WIDE }>();
        let (fours, _) = self.fours.as_chunks_mut::<8>();
        for (fours, part) in fours.iter_mut().zip(parts) {
            let (wide, _) = part.as_chunks::<WIDE>();
            let (low, up) = fours.split_at_mut(4);
            for ((low, up), both) in low.iter_mut().zip(up).zip(wide) {
                *low = both.map(|byte| byte & 15);
                *up = both.map(|byte| byte >> 4);
            }
        }
    }

    /// Adds the bits above the lower four.
    #[inline(always)]
    fn upper<const BITS: usize, const FOURS: usize>(&mut self, bytes: &[u8]) {
        let (wide, _) = bytes.as_chunks::<WIDE>();
        let (fours, _) = self.fours.as_chunks_mut::<FOURS>();
        for (fours, wide) in fours.iter_mut().zip(wide) {
            for (at, four) in fours.iter_mut().enumerate() {
                for (weight, high) in four.iter_mut().zip(wide) {
                    *weight |= (high >> (at * BITS) & ((1 << BITS) - 1)) << 4;
                }
            }
        }
    }

    /// The weights of one row as plain numbers.
    pub(crate) fn row(&self, form: Form, row: usize, into: &mut [f32]) {
        let scale = self.scale.get(row).copied().unwrap_or_default();
        let least = self.least.get(row).copied().unwrap_or_default();
        let half = |pairs: &[Twos], at: usize| {
            let both = pairs.get(at / 2).and_then(|pair| pair.get(row));
            let both = both.copied().unwrap_or_default().cast_signed();
            f32::from((both >> (at % 2 * 16)) as i16)
        };
        for (column, number) in into.iter_mut().take(form.columns()).enumerate() {
            let weight = if form == Form::Eight {
                half(&self.pairs, column)
            } else {
                let four = self.fours.get(column / 4);
                let weight = four.and_then(|four| four.get(row * 4 + column % 4));
                f32::from(weight.copied().unwrap_or_default()) - f32::from(form.raised())
            };
            let (share, low) = match form {
                Form::Four | Form::Eight => (1.0, 0.0),
                Form::FourK | Form::FiveK => {
                    let at = column / 32;
                    (half(&self.scales, at * 2), half(&self.leasts, at))
                }
                Form::SixK => (half(&self.scales, column / SHARE * 2), 0.0),
            };
            *number = scale * share * weight - least * low;
        }
    }
}

/// A number in both halves.
#[inline(always)]
fn twice(number: i16) -> u32 {
    u32::from(number.cast_unsigned()) * 0x1_0001
}

#[inline(always)]
fn halves(bytes: &[u8; SCALES]) -> [f32; ROWS] {
    let (twos, _) = bytes.as_chunks::<2>();
    let mut exact = [f16::ZERO; ROWS];
    for (number, two) in exact.iter_mut().zip(twos) {
        *number = f16::from_le_bytes(*two);
    }
    let mut numbers = [0.0; ROWS];
    exact.convert_to_f32_slice(&mut numbers);
    numbers
}

/// Makes pairs of bytes pairs of 16 bits.
#[inline(always)]
fn widen(pairs: &mut [Twos], bytes: &[u8], wide: impl Fn(u8) -> i16 + Copy) {
    let (twos, _) = bytes.as_chunks::<{ 2 * ROWS }>();
    for (pairs, twos) in pairs.iter_mut().zip(twos) {
        let (twos, _) = twos.as_chunks::<2>();
        for (pair, [first, second]) in pairs.iter_mut().zip(twos) {
            let [first, second] =
                [*first, *second].map(|byte| u32::from(wide(byte).cast_unsigned()));
            *pair = first | second << 16;
        }
    }
}
