//! Sums of products of whole numbers for sixteen rows of weights at once: with the instructions that a processor has, and
//! written out for all others. All give the same sums, to the last bit.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

/// Rows of weights that are multiplied together.
pub(crate) const ROWS: usize = 16;
/// Four weights from 0 to 63 of each row.
pub(crate) type Fours = [u8; 4 * ROWS];
/// Two numbers of 16 bits for each row, of which the first is in the lower half.
pub(crate) type Twos = [u32; ROWS];

/// A way to multiply.
pub(crate) trait Lanes: Copy {
    /// For each row two sums, in 16 bits.
    type Sums: Copy;
    /// For each row a sum.
    type Totals: Copy;

    /// Sums of nothing.
    fn sums(self) -> Self::Sums;
    /// Totals of nothing.
    fn totals(self) -> Self::Totals;
    /// Adds the products of four weights of each row and the four bytes of `with`.
    fn four(self, sums: Self::Sums, weights: &Fours, with: i32) -> Self::Sums;
    /// Adds both sums of each row, multiplied by its scale, which stands in both halves of `scales`.
    fn scaled(self, totals: Self::Totals, sums: Self::Sums, scales: &Twos) -> Self::Totals;
    /// Adds the products of two weights of each row and the two numbers of 16 bits in `with`.
    fn two(self, totals: Self::Totals, weights: &Twos, with: i32) -> Self::Totals;
    /// The totals as floating-point numbers.
    fn floats(self, totals: Self::Totals) -> [f32; ROWS];
}

/// For any processor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain;

impl Lanes for Plain {
    type Sums = [i16; 2 * ROWS];
    type Totals = [i32; ROWS];

    #[inline(always)]
    fn sums(self) -> Self::Sums {
        [0; 2 * ROWS]
    }

    #[inline(always)]
    fn totals(self) -> Self::Totals {
        [0; ROWS]
    }

    #[inline(always)]
    fn four(self, mut sums: Self::Sums, weights: &Fours, with: i32) -> Self::Sums {
        let with = with.to_le_bytes().map(|byte| i16::from(byte.cast_signed()));
        let (fours, _) = weights.as_chunks::<4>();
        let (twos, _) = sums.as_chunks_mut::<2>();
        for (two, four) in twos.iter_mut().zip(fours) {
            let four = four.map(i16::from);
            two[0] += four[0] * with[0] + four[1] * with[1];
            two[1] += four[2] * with[2] + four[3] * with[3];
        }
        sums
    }

    #[inline(always)]
    fn scaled(self, mut totals: Self::Totals, sums: Self::Sums, scales: &Twos) -> Self::Totals {
        let (twos, _) = sums.as_chunks::<2>();
        for ((total, [low, up]), scale) in totals.iter_mut().zip(twos).zip(scales) {
            *total += (i32::from(*low) + i32::from(*up)) * i32::from(*scale as i16);
        }
        totals
    }

    #[inline(always)]
    fn two(self, mut totals: Self::Totals, weights: &Twos, with: i32) -> Self::Totals {
        let (low, up) = (i32::from(with as i16), with >> 16);
        for (total, weights) in totals.iter_mut().zip(weights) {
            let weights = weights.cast_signed();
            *total += i32::from(weights as i16) * low + (weights >> 16) * up;
        }
        totals
    }

    #[inline(always)]
    fn floats(self, totals: Self::Totals) -> [f32; ROWS] {
        totals.map(|total| total as f32)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use pulp::{
        cast,
        x86::{V3, V4},
    };
    use std::arch::x86_64::{__m256i, __m512i};

    use super::{Fours, Lanes, ROWS, Twos};

    /// In two halves of eight rows.
    impl Lanes for V3 {
        type Sums = [__m256i; 2];
        type Totals = [__m256i; 2];

        #[inline(always)]
        fn sums(self) -> Self::Sums {
            [self.avx._mm256_setzero_si256(); 2]
        }

        #[inline(always)]
        fn totals(self) -> Self::Totals {
            self.sums()
        }

        #[inline(always)]
        fn four(self, sums: Self::Sums, weights: &Fours, with: i32) -> Self::Sums {
            let [low, up] = cast::<Fours, [__m256i; 2]>(*weights);
            let with = self.avx._mm256_set1_epi32(with);
            let avx2 = self.avx2;
            [
                avx2._mm256_add_epi16(sums[0], avx2._mm256_maddubs_epi16(low, with)),
                avx2._mm256_add_epi16(sums[1], avx2._mm256_maddubs_epi16(up, with)),
            ]
        }

        #[inline(always)]
        fn scaled(self, totals: Self::Totals, sums: Self::Sums, scales: &Twos) -> Self::Totals {
            let [low, up] = cast::<Twos, [__m256i; 2]>(*scales);
            let avx2 = self.avx2;
            [
                avx2._mm256_add_epi32(totals[0], avx2._mm256_madd_epi16(sums[0], low)),
                avx2._mm256_add_epi32(totals[1], avx2._mm256_madd_epi16(sums[1], up)),
            ]
        }

        #[inline(always)]
        fn two(self, totals: Self::Totals, weights: &Twos, with: i32) -> Self::Totals {
            let with = self.avx._mm256_set1_epi32(with);
            self.scaled(totals, [with; 2], weights)
        }

        #[inline(always)]
        fn floats(self, totals: Self::Totals) -> [f32; ROWS] {
            cast(totals.map(|total| self.avx._mm256_cvtepi32_ps(total)))
        }
    }

    impl Lanes for V4 {
        type Sums = __m512i;
        type Totals = __m512i;

        #[inline(always)]
        fn sums(self) -> Self::Sums {
            self.avx512f._mm512_setzero_si512()
        }

        #[inline(always)]
        fn totals(self) -> Self::Totals {
            self.sums()
        }

        #[inline(always)]
        fn four(self, sums: Self::Sums, weights: &Fours, with: i32) -> Self::Sums {
            let with = self.avx512f._mm512_set1_epi32(with);
            let products = self.avx512bw._mm512_maddubs_epi16(cast(*weights), with);
            self.avx512bw._mm512_add_epi16(sums, products)
        }

        #[inline(always)]
        fn scaled(self, totals: Self::Totals, sums: Self::Sums, scales: &Twos) -> Self::Totals {
            let products = self.avx512bw._mm512_madd_epi16(sums, cast(*scales));
            self.avx512f._mm512_add_epi32(totals, products)
        }

        #[inline(always)]
        fn two(self, totals: Self::Totals, weights: &Twos, with: i32) -> Self::Totals {
            self.scaled(totals, self.avx512f._mm512_set1_epi32(with), weights)
        }

        #[inline(always)]
        fn floats(self, totals: Self::Totals) -> [f32; ROWS] {
            cast(self.avx512f._mm512_cvtepi32_ps(totals))
        }
    }
}
