//! The exponential function, written so that the compiler can reckon several at once: of a prompt there are
//! millions in each step.
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

/// Beyond these the result is nothing or without bound.
const LEAST: f32 = -87.0;
const MOST: f32 = 88.0;

/// e to the power of `x`, to about six digits. What is too small gives nearly 0, what is too great a very great
/// number, and never anything that is no number unless `x` is none.
///
/// `x` is split into a whole number of doublings and a rest between -½ ln 2 and ½ ln 2, for which the first terms
/// of the series are enough (Muller, "Elementary Functions", 3rd ed., 2016, §11.1).
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = x.clamp(LEAST, MOST);
    let doublings = (x * std::f32::consts::LOG2_E).round_ties_even();
    // ln 2 in two parts, so that the rest keeps its digits.
    let rest = x - doublings * 0.693_359_4 + doublings * 2.121_944_4e-4;
    let series = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5
                        + rest
                            * (1.666_666_7e-1
                                + rest
                                    * (4.166_666_7e-2
                                        + rest * (8.333_334e-3 + rest * 1.388_888_9e-3)))));
    // A whole number of doublings is the exponent of a floating-point number.
    let doubled = f32::from_bits(((doublings as i32 + 127) << 23) as u32);
    series * doubled
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_the_exponential_function(x in -86.0_f32..87.0) {
            let (own, exact) = (exp(x), x.exp());
            prop_assert!(((own - exact) / exact).abs() < 2e-6, "{x}: {own} for {exact}");
        }
    }

    #[test]
    fn at_its_ends_it_is_still_a_number() {
        assert!(exp(f32::NEG_INFINITY) >= 0.0 && exp(f32::NEG_INFINITY) < 1e-37);
        assert!(exp(f32::INFINITY).is_finite());
        assert!(exp(f32::NAN).is_nan());
        assert!((exp(0.0) - 1.0).abs() < f32::EPSILON);
    }
}
