//! The number of oldest speeches that are shortened, so that a prompt fits the context of its model.

use super::{Message, tokens};

/// The number of speeches that are shortened at a time: the prefix that a cache holds then changes every other speech
/// only.
const STEP: usize = 2;

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

    /// Not everybody has heard all speeches.
    #[test]
    fn whoever_has_heard_less_is_given_less() {
        let found = fitted(9, |in_short| Ok(prompt(4, in_short)), 0);
        assert_eq!(found, Ok((9, prompt(4, 4))));
    }
}
