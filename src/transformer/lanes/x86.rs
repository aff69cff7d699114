//! The instructions of processors of the x86 family: of 256 bits in two halves of eight rows, and of 512.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use pulp::{
    cast,
    x86::{V3, V4},
};
use std::arch::x86_64::{__m128i, __m256i, __m512i};

use super::{Fours, Lanes, Ones, ROWS, Twos};

impl Lanes for V3 {
    type Weights = [__m256i; 2];
    type Pairs = [__m256i; 2];
    type Totals = [__m256i; 2];

    #[inline(always)]
    fn low(self, both: &Fours) -> Self::Weights {
        let mask = self.avx._mm256_set1_epi8(15);
        let [one, other] = cast::<Fours, [__m256i; 2]>(*both);
        [
            self.avx2._mm256_and_si256(one, mask),
            self.avx2._mm256_and_si256(other, mask),
        ]
    }

    #[inline(always)]
    fn up(self, both: &Fours) -> Self::Weights {
        let mask = self.avx._mm256_set1_epi8(15);
        let [one, other] = cast::<Fours, [__m256i; 2]>(*both);
        let one = self.avx2._mm256_srli_epi16::<4>(one);
        let other = self.avx2._mm256_srli_epi16::<4>(other);
        [
            self.avx2._mm256_and_si256(one, mask),
            self.avx2._mm256_and_si256(other, mask),
        ]
    }

    #[inline(always)]
    fn raised<const BITS: u32, const AT: u32>(
        self,
        weights: Self::Weights,
        high: &Fours,
    ) -> Self::Weights {
        let mask = self.avx._mm256_set1_epi8(((1 << BITS) - 1) << 4);
        let [one, other] = cast::<Fours, [__m256i; 2]>(*high);
        let [one, other] = if BITS * AT < 4 {
            let by = self.sse2._mm_cvtsi32_si128((4 - BITS * AT).cast_signed());
            [
                self.avx2._mm256_sll_epi16(one, by),
                self.avx2._mm256_sll_epi16(other, by),
            ]
        } else {
            let by = self.sse2._mm_cvtsi32_si128((BITS * AT - 4).cast_signed());
            [
                self.avx2._mm256_srl_epi16(one, by),
                self.avx2._mm256_srl_epi16(other, by),
            ]
        };
        let one = self.avx2._mm256_and_si256(one, mask);
        let other = self.avx2._mm256_and_si256(other, mask);
        [
            self.avx2._mm256_or_si256(weights[0], one),
            self.avx2._mm256_or_si256(weights[1], other),
        ]
    }

    #[inline(always)]
    fn signed(self, bytes: &Twos) -> Self::Pairs {
        let [one, other] = cast::<Twos, [__m128i; 2]>(*bytes);
        [
            self.avx2._mm256_cvtepi8_epi16(one),
            self.avx2._mm256_cvtepi8_epi16(other),
        ]
    }

    #[inline(always)]
    fn unsigned(self, bytes: &Twos) -> Self::Pairs {
        let [one, other] = cast::<Twos, [__m128i; 2]>(*bytes);
        [
            self.avx2._mm256_cvtepu8_epi16(one),
            self.avx2._mm256_cvtepu8_epi16(other),
        ]
    }

    #[inline(always)]
    fn signed_twice(self, bytes: &Ones) -> Self::Pairs {
        let bytes: __m128i = cast(*bytes);
        self.signed(&cast([
            self.sse2._mm_unpacklo_epi8(bytes, bytes),
            self.sse2._mm_unpackhi_epi8(bytes, bytes),
        ]))
    }

    #[inline(always)]
    fn unsigned_twice(self, bytes: &Ones) -> Self::Pairs {
        let bytes: __m128i = cast(*bytes);
        self.unsigned(&cast([
            self.sse2._mm_unpacklo_epi8(bytes, bytes),
            self.sse2._mm_unpackhi_epi8(bytes, bytes),
        ]))
    }

    #[inline(always)]
    fn mixed(self, first: Self::Pairs, second: Self::Pairs) -> Self::Pairs {
        [
            self.avx2._mm256_blend_epi16::<0xaa>(first[0], second[0]),
            self.avx2._mm256_blend_epi16::<0xaa>(first[1], second[1]),
        ]
    }

    #[inline(always)]
    fn nothing(self) -> Self::Pairs {
        [self.avx._mm256_setzero_si256(); 2]
    }

    #[inline(always)]
    fn ones(self) -> Self::Pairs {
        [self.avx._mm256_set1_epi16(1); 2]
    }

    #[inline(always)]
    fn totals(self) -> Self::Totals {
        self.nothing()
    }

    #[inline(always)]
    fn four(self, sums: Self::Pairs, weights: Self::Weights, with: i32) -> Self::Pairs {
        let with = self.avx._mm256_set1_epi32(with);
        let avx2 = self.avx2;
        [
            avx2._mm256_add_epi16(sums[0], avx2._mm256_maddubs_epi16(weights[0], with)),
            avx2._mm256_add_epi16(sums[1], avx2._mm256_maddubs_epi16(weights[1], with)),
        ]
    }

    #[inline(always)]
    fn products(self, totals: Self::Totals, one: Self::Pairs, other: Self::Pairs) -> Self::Totals {
        let avx2 = self.avx2;
        [
            avx2._mm256_add_epi32(totals[0], avx2._mm256_madd_epi16(one[0], other[0])),
            avx2._mm256_add_epi32(totals[1], avx2._mm256_madd_epi16(one[1], other[1])),
        ]
    }

    #[inline(always)]
    fn two(self, totals: Self::Totals, pairs: Self::Pairs, with: i32) -> Self::Totals {
        self.products(totals, pairs, [self.avx._mm256_set1_epi32(with); 2])
    }

    #[inline(always)]
    fn floats(self, totals: Self::Totals) -> [f32; ROWS] {
        cast([
            self.avx._mm256_cvtepi32_ps(totals[0]),
            self.avx._mm256_cvtepi32_ps(totals[1]),
        ])
    }
}

impl Lanes for V4 {
    type Weights = __m512i;
    type Pairs = __m512i;
    type Totals = __m512i;

    #[inline(always)]
    fn low(self, both: &Fours) -> Self::Weights {
        let mask = self.avx512f._mm512_set1_epi8(15);
        self.avx512f._mm512_and_si512(cast(*both), mask)
    }

    #[inline(always)]
    fn up(self, both: &Fours) -> Self::Weights {
        let mask = self.avx512f._mm512_set1_epi8(15);
        let moved = self.avx512bw._mm512_srli_epi16::<4>(cast(*both));
        self.avx512f._mm512_and_si512(moved, mask)
    }

    #[inline(always)]
    fn raised<const BITS: u32, const AT: u32>(
        self,
        weights: Self::Weights,
        high: &Fours,
    ) -> Self::Weights {
        let mask = self.avx512f._mm512_set1_epi8(((1 << BITS) - 1) << 4);
        let moved = if BITS * AT < 4 {
            let by = self.sse2._mm_cvtsi32_si128((4 - BITS * AT).cast_signed());
            self.avx512bw._mm512_sll_epi16(cast(*high), by)
        } else {
            let by = self.sse2._mm_cvtsi32_si128((BITS * AT - 4).cast_signed());
            self.avx512bw._mm512_srl_epi16(cast(*high), by)
        };
        let high = self.avx512f._mm512_and_si512(moved, mask);
        self.avx512f._mm512_or_si512(weights, high)
    }

    #[inline(always)]
    fn signed(self, bytes: &Twos) -> Self::Pairs {
        self.avx512bw._mm512_cvtepi8_epi16(cast(*bytes))
    }

    #[inline(always)]
    fn unsigned(self, bytes: &Twos) -> Self::Pairs {
        self.avx512bw._mm512_cvtepu8_epi16(cast(*bytes))
    }

    #[inline(always)]
    fn signed_twice(self, bytes: &Ones) -> Self::Pairs {
        let wide = self.avx512f._mm512_cvtepi8_epi32(cast(*bytes));
        let upper = self.avx512f._mm512_slli_epi32::<16>(wide);
        self.mixed(wide, upper)
    }

    #[inline(always)]
    fn unsigned_twice(self, bytes: &Ones) -> Self::Pairs {
        let wide = self.avx512f._mm512_cvtepu8_epi32(cast(*bytes));
        let upper = self.avx512f._mm512_slli_epi32::<16>(wide);
        self.avx512f._mm512_or_si512(wide, upper)
    }

    #[inline(always)]
    fn mixed(self, first: Self::Pairs, second: Self::Pairs) -> Self::Pairs {
        self.avx512bw
            ._mm512_mask_blend_epi16(0xaaaa_aaaa, first, second)
    }

    #[inline(always)]
    fn halves(self, bytes: &Twos) -> [f32; ROWS] {
        cast(self.avx512f._mm512_cvtph_ps(cast(*bytes)))
    }

    #[inline(always)]
    fn nothing(self) -> Self::Pairs {
        self.avx512f._mm512_setzero_si512()
    }

    #[inline(always)]
    fn ones(self) -> Self::Pairs {
        self.avx512f._mm512_set1_epi16(1)
    }

    #[inline(always)]
    fn totals(self) -> Self::Totals {
        self.nothing()
    }

    #[inline(always)]
    fn four(self, sums: Self::Pairs, weights: Self::Weights, with: i32) -> Self::Pairs {
        let with = self.avx512f._mm512_set1_epi32(with);
        let products = self.avx512bw._mm512_maddubs_epi16(weights, with);
        self.avx512bw._mm512_add_epi16(sums, products)
    }

    #[inline(always)]
    fn products(self, totals: Self::Totals, one: Self::Pairs, other: Self::Pairs) -> Self::Totals {
        let products = self.avx512bw._mm512_madd_epi16(one, other);
        self.avx512f._mm512_add_epi32(totals, products)
    }

    #[inline(always)]
    fn two(self, totals: Self::Totals, pairs: Self::Pairs, with: i32) -> Self::Totals {
        self.products(totals, pairs, self.avx512f._mm512_set1_epi32(with))
    }

    #[inline(always)]
    fn floats(self, totals: Self::Totals) -> [f32; ROWS] {
        cast(self.avx512f._mm512_cvtepi32_ps(totals))
    }
}
