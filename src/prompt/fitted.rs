//! How many of the oldest speeches are given in short, so that a prompt fits the context of its model.

/// They go two at a time: the prefix that a cache holds then changes every other speech only.
const STEP: usize = 2;

/// A prompt that fits with as few speeches in short as will do, and their number; where none fits, the one with all
/// `longest` of them in short. Found by bisection: of a debate of a thousand speeches a dozen prompts are made, and not
/// five hundred.
///
/// # Errors
/// What making a prompt says.
pub(super) fn fitted<T>(
    longest: usize,
    mut make: impl FnMut(usize) -> Result<T, String>,
    fits: impl Fn(&T) -> bool,
) -> Result<(usize, T), String> {
    let whole = make(0)?;
    if longest == 0 || fits(&whole) {
        return Ok((0, whole));
    }
    let in_short = |steps: usize| (steps * STEP).min(longest);
    // What has `low` steps does not fit; `found` has `high`.
    let (mut low, mut high) = (0, longest.div_ceil(STEP));
    let mut found = None;
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        let one = make(in_short(middle))?;
        if fits(&one) {
            high = middle;
            found = Some(one);
        } else {
            low = middle;
        }
    }
    let found = match found {
        Some(found) => found,
        None => make(in_short(high))?,
    };
    Ok((in_short(high), found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_few_as_will_do_are_in_short_and_few_prompts_are_made() {
        for longest in [0, 1, 2, 5, 12, 1000] {
            for needed in 0..=longest + 3 {
                let mut prompts = 0;
                let make = |condensed| {
                    prompts += 1;
                    Ok(condensed)
                };
                let found = fitted(longest, make, |condensed| *condensed >= needed);
                let expected = needed.next_multiple_of(STEP).min(longest);
                assert_eq!(found, Ok((expected, expected)), "{needed} of {longest}");
                assert!(prompts <= 12, "{prompts} prompts for {longest}");
            }
        }
        let failed: Result<(usize, ()), String> = fitted(9, |_| Err("no".into()), |()| true);
        assert_eq!(failed, Err("no".into()));
    }
}
