//! Sums of products of whole numbers for sixteen rows of weights at once: with the instructions that a processor has, and
//! written out for all others. All give the same sums, to the last bit.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

/// Rows of weights that are multiplied together.
pub(crate) const ROWS: usize = 16;
/// A byte of each row.
pub(crate) type Ones = [u8; ROWS];
/// Two bytes of each row.
pub(crate) type Twos = [u8; 2 * ROWS];
/// Four bytes of each row.
pub(crate) type Fours = [u8; 4 * ROWS];

/// A way to multiply. Its weights are taken from memory as they are kept there, and are only ever in registers.
pub(crate) trait Lanes: Copy {
    /// Four weights from 0 to 63 of each row.
    type Weights: Copy;
    /// For each row two numbers of 16 bits, of which the first is in the lower half.
    type Pairs: Copy;
    /// For each row a sum.
    type Totals: Copy;

    /// The lower four bits of each byte.
    fn low(self, both: &Fours) -> Self::Weights;
    /// The upper four bits of each byte.
    fn up(self, both: &Fours) -> Self::Weights;
    /// Puts so many `BITS` of each byte above the lower four of the weights: those that `AT` times as many bits are
    /// before.
    fn raised<const BITS: u32, const AT: u32>(
        self,
        weights: Self::Weights,
        high: &Fours,
    ) -> Self::Weights;
    /// Bytes with signs as numbers of 16 bits.
    fn signed(self, bytes: &Twos) -> Self::Pairs;
    /// Bytes without signs as numbers of 16 bits.
    fn unsigned(self, bytes: &Twos) -> Self::Pairs;
    /// Bytes with signs, each twice.
    fn signed_twice(self, bytes: &Ones) -> Self::Pairs;
    /// Bytes without signs, each twice.
    fn unsigned_twice(self, bytes: &Ones) -> Self::Pairs;
    /// The first number of each pair from the one and the second from the other.
    fn mixed(self, first: Self::Pairs, second: Self::Pairs) -> Self::Pairs;
    /// Numbers of 16 bits with a point, made exact.
    fn halves(self, bytes: &Twos) -> [f32; ROWS] {
        halves(bytes)
    }
    /// Pairs of nothing.
    fn nothing(self) -> Self::Pairs;
    /// The number 1 everywhere.
    fn ones(self) -> Self::Pairs;
    /// Totals of nothing.
    fn totals(self) -> Self::Totals;
    /// Adds the products of four weights of each row and the four bytes of `with`, in two sums.
    fn four(self, sums: Self::Pairs, weights: Self::Weights, with: i32) -> Self::Pairs;
    /// Adds the products of both numbers of each row and both of the other.
    fn products(self, totals: Self::Totals, one: Self::Pairs, other: Self::Pairs) -> Self::Totals;
    /// The same with two numbers of 16 bits in `with` for all rows.
    fn two(self, totals: Self::Totals, pairs: Self::Pairs, with: i32) -> Self::Totals;
    /// The totals as floating-point numbers.
    fn floats(self, totals: Self::Totals) -> [f32; ROWS];
}

/// For any processor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain;

impl Lanes for Plain {
    type Weights = Fours;
    type Pairs = [[i16; 2]; ROWS];
    type Totals = [i32; ROWS];

    #[inline(always)]
    fn low(self, both: &Fours) -> Fours {
        let mut weights = [0; 4 * ROWS];
        for (weight, both) in weights.iter_mut().zip(both) {
            *weight = both & 15;
        }
        weights
    }

    #[inline(always)]
    fn up(self, both: &Fours) -> Fours {
        let mut weights = [0; 4 * ROWS];
        for (weight, both) in weights.iter_mut().zip(both) {
            *weight = both >> 4;
        }
        weights
    }

    #[inline(always)]
    fn raised<const BITS: u32, const AT: u32>(self, mut weights: Fours, high: &Fours) -> Fours {
        for (weight, high) in weights.iter_mut().zip(high) {
            *weight |= (high >> (BITS * AT) & ((1 << BITS) - 1)) << 4;
        }
        weights
    }

    #[inline(always)]
    fn signed(self, bytes: &Twos) -> Self::Pairs {
        let mut pairs = [[0; 2]; ROWS];
        let (twos, _) = bytes.as_chunks::<2>();
        for (pair, [first, second]) in pairs.iter_mut().zip(twos) {
            *pair = [
                i16::from(first.cast_signed()),
                i16::from(second.cast_signed()),
            ];
        }
        pairs
    }

    #[inline(always)]
    fn unsigned(self, bytes: &Twos) -> Self::Pairs {
        let mut pairs = [[0; 2]; ROWS];
        let (twos, _) = bytes.as_chunks::<2>();
        for (pair, [first, second]) in pairs.iter_mut().zip(twos) {
            *pair = [i16::from(*first), i16::from(*second)];
        }
        pairs
    }

    #[inline(always)]
    fn signed_twice(self, bytes: &Ones) -> Self::Pairs {
        let mut pairs = [[0; 2]; ROWS];
        for (pair, byte) in pairs.iter_mut().zip(bytes) {
            *pair = [i16::from(byte.cast_signed()); 2];
        }
        pairs
    }

    #[inline(always)]
    fn unsigned_twice(self, bytes: &Ones) -> Self::Pairs {
        let mut pairs = [[0; 2]; ROWS];
        for (pair, byte) in pairs.iter_mut().zip(bytes) {
            *pair = [i16::from(*byte); 2];
        }
        pairs
    }

    #[inline(always)]
    fn mixed(self, mut first: Self::Pairs, second: Self::Pairs) -> Self::Pairs {
        for (pair, [_, second]) in first.iter_mut().zip(second) {
            pair[1] = second;
        }
        first
    }

    #[inline(always)]
    fn nothing(self) -> Self::Pairs {
        [[0; 2]; ROWS]
    }

    #[inline(always)]
    fn ones(self) -> Self::Pairs {
        [[1; 2]; ROWS]
    }

    #[inline(always)]
    fn totals(self) -> Self::Totals {
        [0; ROWS]
    }

    #[inline(always)]
    fn four(self, mut sums: Self::Pairs, weights: Fours, with: i32) -> Self::Pairs {
        let [a, b, c, d] = with.to_le_bytes();
        let with = [
            i16::from(a.cast_signed()),
            i16::from(b.cast_signed()),
            i16::from(c.cast_signed()),
            i16::from(d.cast_signed()),
        ];
        let (fours, _) = weights.as_chunks::<4>();
        for (two, four) in sums.iter_mut().zip(fours) {
            let [a, b, c, d] = *four;
            two[0] += i16::from(a) * with[0] + i16::from(b) * with[1];
            two[1] += i16::from(c) * with[2] + i16::from(d) * with[3];
        }
        sums
    }

    #[inline(always)]
    fn products(
        self,
        mut totals: Self::Totals,
        one: Self::Pairs,
        other: Self::Pairs,
    ) -> Self::Totals {
        for ((total, one), other) in totals.iter_mut().zip(one).zip(other) {
            *total += i32::from(one[0]) * i32::from(other[0]);
            *total += i32::from(one[1]) * i32::from(other[1]);
        }
        totals
    }

    #[inline(always)]
    fn two(self, totals: Self::Totals, pairs: Self::Pairs, with: i32) -> Self::Totals {
        self.products(totals, pairs, [[with as i16, (with >> 16) as i16]; ROWS])
    }

    #[inline(always)]
    fn floats(self, totals: Self::Totals) -> [f32; ROWS] {
        let mut floats = [0.0; ROWS];
        for (float, total) in floats.iter_mut().zip(totals) {
            *float = total as f32;
        }
        floats
    }
}

#[inline(always)]
fn halves(bytes: &Twos) -> [f32; ROWS] {
    let mut numbers = [0.0; ROWS];
    let (twos, _) = bytes.as_chunks::<2>();
    for (number, two) in numbers.iter_mut().zip(twos) {
        *number = half(u16::from_le_bytes(*two));
    }
    numbers
}

/// A number of 16 bits with a point, made exact by a product, which the compiler can reckon for several at once: moved to
/// their places in a longer number, the bits of its exponent say 2 to the power of 112 too little.
#[inline(always)]
pub(crate) fn half(bits: u16) -> f32 {
    let bits = u32::from(bits);
    let size = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits((127 + 112) << 23);
    // What has no bound, or is no number, stays so.
    let endless = if bits & 0x7c00 == 0x7c00 {
        0x7f80_0000
    } else {
        0
    };
    f32::from_bits(size.to_bits() | endless | (bits & 0x8000) << 16)
}

#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests {
    use half::f16;
    use proptest::prelude::*;
    use pulp::{Simd, WithSimd};

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// At the ends of what weights and numbers can be, sums still fit into the bits that they have.
        #[test]
        fn whole_sums_are_exact(
            weights in prop_oneof![Just([63_u8; 64]), proptest::array::uniform(0_u8..64)],
            bytes in prop_oneof![Just([-127_i8; 4]), Just([127; 4]), proptest::array::uniform(-127_i8..=127)],
            scale in prop_oneof![Just(-128_i8), -128_i8..=127],
        ) {
            struct Sum<'a, L>(L, &'a [u8; 64], [i8; 4], i8);
            impl<L: Lanes> WithSimd for Sum<'_, L> {
                type Output = [f32; ROWS];
                #[inline(always)]
                fn with_simd<S: Simd>(self, _: S) -> [f32; ROWS] {
                    let Self(lanes, weights, bytes, scale) = self;
                    let with = i32::from_le_bytes(bytes.map(i8::cast_unsigned));
                    let high = weights.map(|weight| weight >> 4 << 2);
                    let weights = lanes.raised::<2, 1>(lanes.low(weights), &high);
                    let once = lanes.four(lanes.nothing(), weights, with);
                    let shares = lanes.signed_twice(&[scale.cast_unsigned(); ROWS]);
                    lanes.floats(lanes.products(lanes.totals(), lanes.four(once, weights, with), shares))
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

    #[test]
    fn numbers_of_sixteen_bits_are_made_exact() {
        for bits in 0..=u16::MAX {
            let exact = f16::from_bits(bits).to_f32();
            let found = half(bits);
            if exact.is_nan() {
                assert!(found.is_nan(), "{bits:x}");
            } else {
                assert_eq!(found.to_bits(), exact.to_bits(), "{bits:x}");
            }
        }
    }
}
