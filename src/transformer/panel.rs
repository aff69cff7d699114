//! Sixteen rows of quantised weights as they lie in memory: what is multiplied together lies together, so that a
//! processor takes it in order, and no more bits than in the file, but for a few scales.

use half::f16;

use crate::{
    WeightKind,
    blocks::{Block, SHARE},
    lanes::ROWS,
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
pub(crate) const WIDE: usize = 4 * ROWS;
/// The bytes of a scale for each row.
pub(crate) const SCALES: usize = 2 * ROWS;

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
    pub(crate) fn raised(self) -> i8 {
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

    /// Scale and constant of a row in a block.
    pub(crate) fn scales(self, block: &[u8], row: usize) -> (f32, f32) {
        let half = |at: usize| {
            let two = block.get(at + row * 2..).and_then(<[u8]>::first_chunk);
            two.map_or(0.0, |two| f16::from_le_bytes(*two).to_f32())
        };
        let least = if self.has_leasts() { half(SCALES) } else { 0.0 };
        (half(0), least)
    }

    /// What one weight of a block is made of.
    pub(crate) fn weight(self, block: &[u8], row: usize, column: usize) -> Weight {
        let byte = |at: usize| block.get(at).copied().unwrap_or_default();
        let signed = |at: usize| i16::from(byte(at).cast_signed());
        let unsigned = |at: usize| i16::from(byte(at));
        // Where shares of the scale begin, shares of the constant, and the lower four bits.
        let (shares, leasts, lower) = match self {
            Self::Four | Self::Eight => (SCALES, SCALES, SCALES),
            Self::FourK | Self::FiveK => {
                let shares = 2 * SCALES;
                (shares, shares + 8 * ROWS, shares + 16 * ROWS)
            }
            Self::SixK => (SCALES, SCALES, SCALES + 16 * ROWS),
        };
        let upper = lower + self.columns() / 8 * WIDE;
        let (part, own, place) = (column / 32, column % 32, row * 4 + column % 4);
        let low = || unsigned(lower + (part * 4 + own % 16 / 4) * WIDE + place) >> (own / 16 * 4);
        let (share, value, least) = match self {
            Self::Four => (1, low() & 15, 0),
            Self::Eight => {
                let at = lower + column / 2 * 2 * ROWS + row * 2 + column % 2;
                (1, signed(at), 0)
            }
            Self::FourK | Self::FiveK => {
                let high = if self == Self::FiveK {
                    unsigned(upper + part * WIDE + place) >> (own / 4) & 1
                } else {
                    0
                };
                let share = unsigned(shares + part * ROWS + row);
                let least = unsigned(leasts + part / 2 * 2 * ROWS + row * 2 + part % 2);
                (share, low() & 15 | high << 4, least)
            }
            Self::SixK => {
                let high = unsigned(upper + column / 16 * WIDE + place) >> (own % 16 / 4 * 2) & 3;
                let share = signed(shares + column / SHARE * ROWS + row);
                (share, low() & 15 | high << 4, 0)
            }
        };
        Weight {
            share,
            value,
            least,
        }
    }

    /// The weights of one row in a block as plain numbers.
    pub(crate) fn numbers(self, block: &[u8], row: usize, into: &mut [f32]) {
        let (scale, least) = self.scales(block, row);
        for (column, number) in into.iter_mut().take(self.columns()).enumerate() {
            let weight = self.weight(block, row, column);
            let value = f32::from(weight.value - i16::from(self.raised()));
            *number = scale * f32::from(weight.share) * value - least * f32::from(weight.least);
        }
    }
}

/// A weight, taken apart: the scale times its share times its value, which is raised for some forms, and less the constant
/// times its share of that.
pub(crate) struct Weight {
    pub(crate) share: i16,
    pub(crate) value: i16,
    pub(crate) least: i16,
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
