//! How much of each prompt repeats the beginning of an earlier one: what a server with a prefix cache need not
//! read again. Counted here because many servers do not say.

use crate::llm::Message;

/// So many prompts are remembered; the oldest are forgotten first.
const REMEMBERED: usize = 400;

/// The prompts of a debate so far, as the sizes and hashes of their messages and the text of the last one.
#[derive(Debug, Default)]
pub(super) struct Prefixes {
    seen: std::collections::VecDeque<Vec<(u64, String)>>,
}

impl Prefixes {
    /// Takes a prompt in; gives its length in characters and the share of it that repeats an earlier one.
    pub(super) fn take_in(&mut self, messages: &[Message]) -> (usize, f64) {
        let own: Vec<(u64, String)> = messages
            .iter()
            .map(|message| (message.from as u64, message.text.clone()))
            .collect();
        let length: usize = own.iter().map(|(_, text)| text.len()).sum();
        let repeated = self
            .seen
            .iter()
            .map(|earlier| common(earlier, &own))
            .max()
            .unwrap_or(0);
        if self.seen.len() == REMEMBERED {
            self.seen.pop_front();
        }
        self.seen.push_back(own);
        let share = if length == 0 {
            0.0
        } else {
            repeated as f64 / length as f64
        };
        (length, share)
    }
}

fn common(earlier: &[(u64, String)], own: &[(u64, String)]) -> usize {
    let mut total = 0;
    for ((from, text), (own_from, own_text)) in earlier.iter().zip(own) {
        if from != own_from {
            break;
        }
        if text == own_text {
            total += text.len();
            continue;
        }
        total += text
            .bytes()
            .zip(own_text.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        break;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::From;

    #[test]
    fn the_longest_common_beginning_counts() {
        let message = |from, text: &str| Message {
            from,
            text: text.into(),
        };
        let mut prefixes = Prefixes::default();
        assert_eq!(
            prefixes.take_in(&[message(From::System, "abcd"), message(From::User, "efgh")]),
            (8, 0.0)
        );
        assert_eq!(
            prefixes.take_in(&[message(From::System, "abcd"), message(From::User, "efXX")]),
            (8, 0.75)
        );
        assert_eq!(prefixes.take_in(&[message(From::User, "abcd")]), (4, 0.0));
    }
}
