//! How much of each prompt repeats the beginning of an earlier one: what a server with a prefix cache need not
//! read again. Counted here because many servers do not say.

use std::{
    collections::{HashMap, VecDeque, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

use crate::llm::{From, Message};

/// So many prompts are remembered; the oldest are forgotten first.
const REMEMBERED: usize = 400;

/// The beginning of a prompt: a hash of its messages so far.
type Beginning = u64;

/// The prompts of a debate so far, as a prefix tree of their messages: what they share is kept once, and a prompt is
/// read once when it comes, however many others there are.
#[derive(Debug, Default)]
pub(super) struct Prefixes {
    /// What came next, by what stood before it.
    next: HashMap<Beginning, HashMap<Beginning, Branch>>,
    /// The beginnings of each prompt, from its first message to all of it.
    prompts: VecDeque<Vec<Beginning>>,
}

/// A message that came next.
#[derive(Debug)]
struct Branch {
    from: From,
    text: String,
    /// How many prompts have it.
    prompts: usize,
}

impl Prefixes {
    /// Takes a prompt in; gives its length in bytes and the share of it that repeats an earlier one.
    pub(super) fn take_in(&mut self, messages: &[Message]) -> (usize, f64) {
        let length: usize = messages.iter().map(|message| message.text.len()).sum();
        let beginnings = beginnings(messages);
        let repeated = self.repeated(messages, &beginnings);
        if self.prompts.len() == REMEMBERED
            && let Some(oldest) = self.prompts.pop_front()
        {
            self.forget(&oldest);
        }
        self.remember(messages, beginnings);
        let share = if length == 0 {
            0.0
        } else {
            repeated as f64 / length as f64
        };
        (length, share)
    }

    /// How many bytes of a prompt an earlier one begins with.
    fn repeated(&self, messages: &[Message], beginnings: &[Beginning]) -> usize {
        let (mut total, mut before) = (0, Beginning::default());
        for (message, beginning) in messages.iter().zip(beginnings) {
            let Some(branches) = self.next.get(&before) else {
                break;
            };
            if !branches.contains_key(beginning) {
                let same_voice = branches.values().filter(|one| one.from == message.from);
                let parts = same_voice.map(|one| common(&one.text, &message.text));
                return total + parts.max().unwrap_or(0);
            }
            total += message.text.len();
            before = *beginning;
        }
        total
    }

    fn remember(&mut self, messages: &[Message], beginnings: Vec<Beginning>) {
        let mut before = Beginning::default();
        for (message, beginning) in messages.iter().zip(&beginnings) {
            let branches = self.next.entry(before).or_default();
            let branch = branches.entry(*beginning).or_insert_with(|| Branch {
                from: message.from,
                text: message.text.clone(),
                prompts: 0,
            });
            branch.prompts += 1;
            before = *beginning;
        }
        self.prompts.push_back(beginnings);
    }

    fn forget(&mut self, beginnings: &[Beginning]) {
        let mut before = Beginning::default();
        for beginning in beginnings {
            let Some(branches) = self.next.get_mut(&before) else {
                return;
            };
            if let Some(branch) = branches.get_mut(beginning) {
                branch.prompts -= 1;
                if branch.prompts == 0 {
                    branches.remove(beginning);
                }
            }
            if branches.is_empty() {
                self.next.remove(&before);
            }
            before = *beginning;
        }
    }
}

fn beginnings(messages: &[Message]) -> Vec<Beginning> {
    let mut all = DefaultHasher::new();
    let hashed = messages.iter().map(|message| {
        (message.from as u64, &message.text).hash(&mut all);
        all.finish()
    });
    hashed.collect()
}

/// How many bytes two texts begin with alike.
fn common(one: &str, other: &str) -> usize {
    let pairs = one.bytes().zip(other.bytes());
    pairs.take_while(|(a, b)| a == b).count()
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

    #[test]
    fn what_prompts_share_is_kept_once_and_the_oldest_are_forgotten() {
        let message = |from, text: String| Message { from, text };
        let prompt = |asked: usize| {
            let speech = |at| message(From::Assistant, format!("{at}: {}", "words ".repeat(100)));
            let mut messages: Vec<Message> = (0..10).map(speech).collect();
            messages.push(message(From::User, format!("{asked} is asked")));
            messages
        };
        let mut prefixes = Prefixes::default();
        for asked in 0..REMEMBERED * 3 {
            let (length, share) = prefixes.take_in(&prompt(asked));
            assert!(length > 6000 && (asked == 0 || share > 0.99), "{share}");
        }
        let branches = prefixes.next.values().flat_map(HashMap::values);
        assert_eq!(branches.count(), 10 + REMEMBERED);
        let (_, share) = prefixes.take_in(&prompt(0));
        assert!(share < 1.0, "it was forgotten");
        for asked in 0..REMEMBERED {
            prefixes.take_in(&[message(From::User, format!("{asked}"))]);
        }
        assert_eq!(prefixes.next.len(), 1, "nothing of it is left");
    }
}
