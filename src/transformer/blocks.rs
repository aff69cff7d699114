//! Blocks of quantised weights, taken apart into whole numbers and scales, made plain numbers, and made blocks of
//! Q8_0. (The layouts: ggml, "ggml-common.h" and "ggml-quants.c".)

use half::{bf16, f16};

use crate::WeightKind;

/// The most weights in a block.
pub(crate) const MOST: usize = 256;
/// The weights that share a whole scale.
pub(crate) const SHARE: usize = 16;
/// The weights in a block of Q8_0.
const SMALL: usize = 32;
/// The sixteen values of weights of the IQ4 kinds, not evenly far apart.
const IQ4: [i8; 16] = [
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113,
];

/// A block taken apart: weight `i` is `scale` · `scales[i / 16]` · `values[i]` − `least` · `leasts[i / 16]`.
pub(crate) struct Block {
    pub(crate) scale: f16,
    pub(crate) least: f16,
    pub(crate) scales: [i16; MOST / SHARE],
    pub(crate) leasts: [i16; MOST / SHARE],
    pub(crate) values: [i8; MOST],
}

impl Block {
    /// One in which everything is nothing.
    pub(crate) const NOTHING: Self = Self {
        scale: f16::ZERO,
        least: f16::ZERO,
        scales: [0; MOST / SHARE],
        leasts: [0; MOST / SHARE],
        values: [0; MOST],
    };

    /// Takes a block of a quantised kind apart. Bytes that are not there count as nothing.
    pub(crate) fn of(kind: WeightKind, bytes: &[u8]) -> Self {
        let mut block = Self::NOTHING;
        let read = match kind {
            WeightKind::Q4_0 => block.q4_0(bytes),
            WeightKind::Q4_1 => block.q4_1(bytes),
            WeightKind::Q5_0 => block.q5_0(bytes),
            WeightKind::Q5_1 => block.q5_1(bytes),
            WeightKind::Q8_0 => block.q8_0(bytes),
            WeightKind::Iq4Nl => block.iq4_nl(bytes),
            WeightKind::Iq4Xs => block.iq4_xs(bytes),
            WeightKind::Q2K => block.q2_k(bytes),
            WeightKind::Q3K => block.q3_k(bytes),
            WeightKind::Q4K => block.q4_k(bytes),
            WeightKind::Q5K => block.q5_k(bytes),
            WeightKind::Q6K => block.q6_k(bytes),
            WeightKind::F32 | WeightKind::F16 | WeightKind::Bf16 => None,
        };
        read.map_or(Self::NOTHING, |()| block)
    }

    /// The weights as plain numbers.
    pub(crate) fn numbers(&self, into: &mut [f32]) {
        let (scale, least) = (self.scale.to_f32(), self.least.to_f32());
        let shares = into.chunks_mut(SHARE).zip(self.values.chunks(SHARE));
        for ((into, values), (own, low)) in shares.zip(self.scales.iter().zip(&self.leasts)) {
            let (scale, least) = (scale * f32::from(*own), least * f32::from(*low));
            for (number, value) in into.iter_mut().zip(values) {
                *number = scale * f32::from(*value) - least;
            }
        }
    }

    /// One scale, and a constant that is added where the kind has one.
    fn plain(&mut self, scale: [u8; 2], added: Option<[u8; 2]>) {
        self.scale = f16::from_le_bytes(scale);
        self.scales.fill(1);
        if let Some(added) = added {
            self.least = -f16::from_le_bytes(added);
            self.leasts.fill(1);
        }
    }

    fn q4_0(&mut self, bytes: &[u8]) -> Option<()> {
        let (scale, halves) = bytes.split_first_chunk::<2>()?;
        self.plain(*scale, None);
        self.halves(halves, |place| place.cast_signed() - 8);
        Some(())
    }

    fn q4_1(&mut self, bytes: &[u8]) -> Option<()> {
        let (scale, rest) = bytes.split_first_chunk::<2>()?;
        let (added, halves) = rest.split_first_chunk::<2>()?;
        self.plain(*scale, Some(*added));
        self.halves(halves, u8::cast_signed);
        Some(())
    }

    fn q5_0(&mut self, bytes: &[u8]) -> Option<()> {
        let (scale, rest) = bytes.split_first_chunk::<2>()?;
        let (high, halves) = rest.split_first_chunk::<4>()?;
        self.plain(*scale, None);
        self.halves(halves, |place| place.cast_signed() - 16);
        self.fifth_bits(u32::from_le_bytes(*high));
        Some(())
    }

    fn q5_1(&mut self, bytes: &[u8]) -> Option<()> {
        let (scale, rest) = bytes.split_first_chunk::<2>()?;
        let (added, rest) = rest.split_first_chunk::<2>()?;
        let (high, halves) = rest.split_first_chunk::<4>()?;
        self.plain(*scale, Some(*added));
        self.halves(halves, u8::cast_signed);
        self.fifth_bits(u32::from_le_bytes(*high));
        Some(())
    }

    fn q8_0(&mut self, bytes: &[u8]) -> Option<()> {
        let (scale, values) = bytes.split_first_chunk::<2>()?;
        self.plain(*scale, None);
        for (value, byte) in self.values.iter_mut().zip(values.get(..SMALL)?) {
            *value = byte.cast_signed();
        }
        Some(())
    }

    fn iq4_nl(&mut self, bytes: &[u8]) -> Option<()> {
        let (scale, halves) = bytes.split_first_chunk::<2>()?;
        self.plain(*scale, None);
        self.halves(halves, iq4);
        Some(())
    }

    /// Eight parts, each with a share of the scale from -32 to 31: four lower bits in one list, two upper ones in another.
    fn iq4_xs(&mut self, bytes: &[u8]) -> Option<()> {
        let (scale, rest) = bytes.split_first_chunk::<2>()?;
        let (high, rest) = rest.split_first_chunk::<2>()?;
        let (low, places) = rest.split_first_chunk::<4>()?;
        self.scale = f16::from_le_bytes(*scale);
        let high = u16::from_le_bytes(*high);
        let low = low.iter().flat_map(|both| [both & 15, both >> 4]);
        for ((scales, low), at) in self.scales.chunks_mut(2).zip(low).zip(0_u32..) {
            let share = i16::from(low) | ((high >> (2 * at) & 3) << 4).cast_signed();
            scales.fill(share - 32);
        }
        for (values, places) in self.values.chunks_mut(SMALL).zip(places.chunks(SHARE)) {
            in_halves(values, places, iq4);
        }
        Some(())
    }

    fn q2_k(&mut self, bytes: &[u8]) -> Option<()> {
        let (scales, rest) = bytes.split_first_chunk::<16>()?;
        let (twos, rest) = rest.split_first_chunk::<64>()?;
        let (scale, rest) = rest.split_first_chunk::<2>()?;
        self.scale = f16::from_le_bytes(*scale);
        self.least = f16::from_le_bytes(*rest.first_chunk()?);
        for ((scale, least), both) in self.scales.iter_mut().zip(&mut self.leasts).zip(scales) {
            (*scale, *least) = (i16::from(both & 15), i16::from(both >> 4));
        }
        self.twos(twos);
        Some(())
    }

    fn q3_k(&mut self, bytes: &[u8]) -> Option<()> {
        let (high, rest) = bytes.split_first_chunk::<32>()?;
        let (twos, rest) = rest.split_first_chunk::<64>()?;
        let (scales, rest) = rest.split_first_chunk::<12>()?;
        self.scale = f16::from_le_bytes(*rest.first_chunk()?);
        let (low, up) = scales.split_first_chunk::<8>()?;
        for (at, scale) in self.scales.iter_mut().enumerate() {
            let low = low.get(at % 8)? >> (at / 8 * 4) & 15;
            let up = up.get(at % 4)? >> (at / 4 * 2) & 3;
            *scale = i16::from(low | up << 4) - 32;
        }
        self.twos(twos);
        for (bit, values) in self.values.chunks_mut(32).enumerate() {
            for (value, high) in values.iter_mut().zip(high) {
                *value += (high >> bit & 1).cast_signed() * 4 - 4;
            }
        }
        Some(())
    }

    fn q4_k(&mut self, bytes: &[u8]) -> Option<()> {
        let (head, halves) = bytes.split_first_chunk::<16>()?;
        self.sixes(head)?;
        self.pairs_of_halves(halves);
        Some(())
    }

    fn q5_k(&mut self, bytes: &[u8]) -> Option<()> {
        let (head, rest) = bytes.split_first_chunk::<16>()?;
        let (high, halves) = rest.split_first_chunk::<32>()?;
        self.sixes(head)?;
        self.pairs_of_halves(halves);
        for (bit, values) in self.values.chunks_mut(32).enumerate() {
            for (value, high) in values.iter_mut().zip(high) {
                *value |= (high >> bit & 1).cast_signed() << 4;
            }
        }
        Some(())
    }

    fn q6_k(&mut self, bytes: &[u8]) -> Option<()> {
        let (low, rest) = bytes.split_first_chunk::<128>()?;
        let (high, rest) = rest.split_first_chunk::<64>()?;
        let (scales, rest) = rest.split_first_chunk::<16>()?;
        self.scale = f16::from_le_bytes(*rest.first_chunk()?);
        for (own, scale) in self.scales.iter_mut().zip(scales) {
            *own = i16::from(scale.cast_signed());
        }
        let halves = self.values.chunks_mut(128).zip(low.chunks(64));
        for ((values, low), high) in halves.zip(high.chunks(32)) {
            for (quarter, values) in values.chunks_mut(32).enumerate() {
                let low = low.get(quarter % 2 * 32..)?;
                for ((value, low), high) in values.iter_mut().zip(low).zip(high) {
                    let low = low >> (quarter / 2 * 4) & 15;
                    *value = (low | (high >> (quarter * 2) & 3) << 4).cast_signed() - 32;
                }
            }
        }
        Some(())
    }

    /// Two scales, and of each eight shares with six bits, as Q4_K and Q5_K have them.
    fn sixes(&mut self, head: &[u8; 16]) -> Option<()> {
        let [d0, d1, least0, least1, shares @ ..] = *head;
        self.scale = f16::from_le_bytes([d0, d1]);
        self.least = f16::from_le_bytes([least0, least1]);
        let both = self.scales.chunks_mut(2).zip(self.leasts.chunks_mut(2));
        for (at, (scales, leasts)) in both.enumerate() {
            let share = |at: usize| shares.get(at).copied();
            let (scale, least) = if at < 4 {
                (share(at)? & 63, share(at + 4)? & 63)
            } else {
                let low = share(at + 4)?;
                (
                    low & 15 | share(at - 4)? >> 6 << 4,
                    low >> 4 | share(at)? >> 6 << 4,
                )
            };
            scales.fill(i16::from(scale));
            leasts.fill(i16::from(least));
        }
        Some(())
    }

    /// Values of four bits in blocks of 32: the lower halves of all bytes first.
    fn halves(&mut self, places: &[u8], value: impl Fn(u8) -> i8) {
        let (values, _) = self.values.split_at_mut(SMALL);
        in_halves(values, places, value);
    }

    fn fifth_bits(&mut self, high: u32) {
        for (at, value) in self.values.iter_mut().take(SMALL).enumerate() {
            *value += ((high >> at & 1) as i8) << 4;
        }
    }

    /// Values of four bits: 32 times the lower half of a byte, then 32 times the upper.
    fn pairs_of_halves(&mut self, places: &[u8]) {
        for (values, places) in self.values.chunks_mut(64).zip(places.chunks(32)) {
            in_halves(values, places, u8::cast_signed);
        }
    }

    /// Values of two bits: four times 32 of the same bytes.
    fn twos(&mut self, twos: &[u8; 64]) {
        for (values, twos) in self.values.chunks_mut(128).zip(twos.chunks(32)) {
            for (quarter, values) in values.chunks_mut(32).enumerate() {
                for (value, four) in values.iter_mut().zip(twos) {
                    *value = (four >> (quarter * 2) & 3).cast_signed();
                }
            }
        }
    }
}

fn in_halves(values: &mut [i8], places: &[u8], value: impl Fn(u8) -> i8) {
    let (lower, upper) = values.split_at_mut(values.len() / 2);
    for ((low, up), both) in lower.iter_mut().zip(upper).zip(places) {
        (*low, *up) = (value(both & 15), value(both >> 4));
    }
}

fn iq4(place: u8) -> i8 {
    IQ4.get(usize::from(place)).copied().unwrap_or_default()
}

/// Plain numbers of the bytes of a file: as many as there are whole blocks.
pub fn numbers(kind: WeightKind, bytes: &[u8]) -> Vec<f32> {
    let (twos, _) = bytes.as_chunks::<2>();
    match kind {
        WeightKind::F32 => {
            let (fours, _) = bytes.as_chunks::<4>();
            fours.iter().map(|four| f32::from_le_bytes(*four)).collect()
        }
        WeightKind::F16 => twos
            .iter()
            .map(|two| f16::from_le_bytes(*two).to_f32())
            .collect(),
        WeightKind::Bf16 => twos
            .iter()
            .map(|two| bf16::from_le_bytes(*two).to_f32())
            .collect(),
        WeightKind::Q4_0
        | WeightKind::Q4_1
        | WeightKind::Q5_0
        | WeightKind::Q5_1
        | WeightKind::Q8_0
        | WeightKind::Q2K
        | WeightKind::Q3K
        | WeightKind::Q4K
        | WeightKind::Q5K
        | WeightKind::Q6K
        | WeightKind::Iq4Nl
        | WeightKind::Iq4Xs => {
            let blocks = bytes.chunks_exact(kind.bytes());
            let mut all = vec![0.0; blocks.len() * kind.block()];
            for (numbers, block) in all.chunks_exact_mut(kind.block()).zip(blocks) {
                Block::of(kind, block).numbers(numbers);
            }
            all
        }
    }
}

/// Blocks of Q8_0 of blocks of another quantised kind. Where that one has scales alone and no constants that are added, its
/// values stay what they are.
pub fn to_q8_0(kind: WeightKind, bytes: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(bytes.len() * 2);
    for raw in bytes.chunks_exact(kind.bytes()) {
        let block = Block::of(kind, raw);
        // Scales of 16 weights do not fit those of 32.
        if matches!(
            kind,
            WeightKind::Q4_0
                | WeightKind::Q5_0
                | WeightKind::Q8_0
                | WeightKind::Iq4Nl
                | WeightKind::Iq4Xs
        ) {
            let smalls = block.values.chunks(SMALL).zip(block.scales.chunks(2));
            for (values, scales) in smalls.take(kind.block() / SMALL) {
                let share = scales.first().copied().unwrap_or_default();
                let scale = f16::from_f32(block.scale.to_f32() * f32::from(share));
                all.extend(scale.to_le_bytes());
                all.extend(values.iter().map(|value| value.cast_unsigned()));
            }
        } else {
            let mut numbers = [0.0; MOST];
            block.numbers(&mut numbers);
            all.extend(
                numbers
                    .get(..kind.block())
                    .map(quantised)
                    .unwrap_or_default(),
            );
        }
    }
    all
}

/// Blocks of Q8_0 of plain numbers. What does not fill a block is left out.
fn quantised(numbers: &[f32]) -> Vec<u8> {
    let mut all = Vec::with_capacity(numbers.len() / SMALL * 34);
    for numbers in numbers.chunks_exact(SMALL) {
        let most = numbers
            .iter()
            .fold(0.0_f32, |most, number| most.max(number.abs()));
        let scale = most / 127.0;
        let by = if scale > 0.0 { scale.recip() } else { 0.0 };
        all.extend(f16::from_f32(scale).to_le_bytes());
        // A cast of a number that is too great, or none, is sound.
        all.extend(
            numbers
                .iter()
                .map(|number| ((number * by).round() as i8).cast_unsigned()),
        );
    }
    all
}

#[cfg(test)]
pub(crate) mod tests;
