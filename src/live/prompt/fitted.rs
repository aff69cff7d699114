//! The number of oldest speeches that are shortened, or where that will not do left out, so that a prompt fits the context of its model.

use super::{Message, tokens};

/// The number of speeches that are shortened at a time: the prefix that a cache holds then changes every other speech
/// only.
const STEP: usize = 2;

/// The number of speeches that are left out at a time, for the same reason.
const STEP_OUT: usize = 8;
/// So many of the newest are never left out: with fewer, nobody would know what is debated.
const KEPT: usize = 32;

/// A prompt of at most `budget` tokens with as few of `longest` speeches left out as will do, and their number; where none
/// fits, the one with as few as there may be. `in_short` is the one in which all are shortened and none is left out.
///
/// What is brought in before a speech stays, so that leaving one out may save less than its message takes: what is made
/// is looked at, and mostly made once.
///
/// # Errors
/// What making a prompt says.
pub(super) fn newest(
    longest: usize,
    in_short: &[Message],
    make: impl Fn(usize) -> Result<Vec<Message>, String>,
    budget: usize,
) -> Result<(usize, Vec<Message>), String> {
    let most = longest.saturating_sub(KEPT) / STEP_OUT * STEP_OUT;
    let mut needed = tokens(in_short);
    let mut left_out = 0;
    let mut speeches = in_short.iter().skip(1);
    while needed > budget && left_out < most {
        for speech in speeches.by_ref().take(STEP_OUT) {
            needed = needed.saturating_sub(tokens(std::slice::from_ref(speech)));
        }
        left_out += STEP_OUT;
    }
    loop {
        let messages = make(left_out)?;
        if tokens(&messages) <= budget || left_out >= most {
            return Ok((left_out, messages));
        }
        left_out += STEP_OUT;
    }
}

/// A prompt of at most `budget` tokens with as few speeches shortened as will do, and their number; where none fits,
/// the one with all `longest` of them shortened.
///
/// `make` is asked for the prompt with so many of its first speeches shortened, twice at the most, however many there
/// are: once with all in full, once with none. What lies between is put together of those two, for each message behind
/// the first is a speech, as far as there are any, and the same whatever the others are.
///
/// # Errors
/// What making a prompt says.
pub(super) fn fitted(
    longest: usize,
    mut make: impl FnMut(usize) -> Result<Vec<Message>, String>,
    budget: usize,
) -> Result<(usize, Vec<Message>), String> {
    let mut messages = make(0)?;
    let mut needed = tokens(&messages);
    if longest == 0 || needed <= budget {
        return Ok((0, messages));
    }
    let all_in_short = make(longest)?;
    let mut in_short = 0;
    let mut speeches = messages.iter_mut().zip(all_in_short).skip(1).take(longest);
    while needed > budget && in_short < longest {
        for (full, short) in speeches.by_ref().take(STEP) {
            let saved = tokens(std::slice::from_ref(full));
            *full = short;
            needed = (needed + tokens(std::slice::from_ref(full))).saturating_sub(saved);
        }
        in_short = (in_short + STEP).min(longest);
    }
    Ok((in_short, messages))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{From, message},
        *,
    };

    /// The house, then the speeches, some of them shortened, then the task.
    fn prompt(speeches: usize, in_short: usize) -> Vec<Message> {
        let mut messages = vec![message(From::System, "The house.".to_owned())];
        for n in 0..speeches {
            let said = if n < in_short {
                format!("In short {n}.")
            } else {
                format!("Speech {n}. ").repeat(10 + n % 7)
            };
            messages.push(message(From::User, said));
        }
        messages.push(message(From::User, "Vote.".to_owned()));
        messages
    }

    #[test]
    fn as_few_as_will_do_are_in_short_and_two_prompts_are_made() {
        for speeches in [0_usize, 1, 2, 5, 12, 200] {
            for needed in (0..=speeches + 3).step_by(if speeches > 50 { 13 } else { 1 }) {
                let expected = needed.next_multiple_of(STEP).min(speeches);
                let budget = if needed > speeches {
                    0
                } else {
                    tokens(&prompt(speeches, needed))
                };
                let mut prompts = 0;
                let make = |in_short| {
                    prompts += 1;
                    Ok(prompt(speeches, in_short))
                };
                let found = fitted(speeches, make, budget);
                let asked = format!("{needed} of {speeches}");
                assert_eq!(found, Ok((expected, prompt(speeches, expected))), "{asked}");
                assert!(prompts <= 2, "{asked}: {prompts}");
            }
        }
        let failed = fitted(9, |_| Err("no".into()), 0);
        assert_eq!(failed, Err("no".into()));
    }

    #[test]
    fn as_few_as_will_do_are_left_out_and_the_newest_stay() {
        for speeches in [0_usize, 32, 39, 40, 100, 246] {
            let most = speeches.saturating_sub(KEPT) / STEP_OUT * STEP_OUT;
            let in_short = prompt(speeches, speeches);
            let without = |left_out: usize| {
                let mut messages = in_short.clone();
                messages.drain(1..=left_out);
                messages
            };
            let make = |left_out| Ok(without(left_out));
            for needed in (0..=most).step_by(STEP_OUT) {
                let budget = tokens(&without(needed));
                let (left_out, messages) = newest(speeches, &in_short, make, budget).unwrap();
                assert_eq!(left_out, needed, "{speeches}");
                assert!(tokens(&messages) <= budget);
            }
            // What is brought in before a speech stays without it.
            let carried = |left_out: usize| {
                let mut messages = without(left_out);
                messages.push(message(From::User, "Handed in. ".repeat(left_out / 4)));
                Ok(messages)
            };
            let budget = tokens(&in_short) - most * 2;
            let (left_out, messages) = newest(speeches, &in_short, carried, budget).unwrap();
            assert!(left_out == most || tokens(&messages) <= budget);
            let (left_out, messages) = newest(speeches, &in_short, make, 0).unwrap();
            assert_eq!(left_out, most, "{speeches}");
            assert!(messages.len() >= speeches.min(KEPT));
        }
    }

    /// Not everybody has heard all speeches.
    #[test]
    fn whoever_has_heard_less_is_given_less() {
        let found = fitted(9, |in_short| Ok(prompt(4, in_short)), 0);
        assert_eq!(found, Ok((9, prompt(4, 4))));
    }
}
