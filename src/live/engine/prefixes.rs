//! The share of each prompt that repeats the beginning of an earlier one: what a server with a prefix cache need not
//! read again. Counted here because many servers do not say.

use std::{
    collections::{BTreeMap, HashMap, VecDeque, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    ops::Bound,
    sync::Arc,
};

use crate::llm::Message;

/// The number of prompts that are remembered; the oldest are forgotten first.
const REMEMBERED: usize = 400;

/// The beginning of a prompt: a hash of its messages so far.
type Beginning = u64;

/// The prompts of a debate so far, as a prefix tree of their messages: what they share is kept once, and a prompt is
/// read once when it comes, however many others there are.
#[derive(Debug, Default)]
pub(super) struct Prefixes {
    /// The messages that came next, by what stood before each and whose it is: the texts in their order, so that the
    /// one which begins most like another is beside it, each with how many prompts have it.
    next: HashMap<Place, BTreeMap<Arc<str>, usize>>,
    /// The messages of each prompt, with their places.
    prompts: VecDeque<Vec<(Place, Arc<str>)>>,
}

/// The place of a message: what stands before it, and whose it is.
type Place = (Beginning, u8);

impl Prefixes {
    /// Takes a prompt in; gives its length in characters and the share of it that repeats an earlier one.
    pub(super) fn take_in(&mut self, messages: &[Message]) -> (usize, f64) {
        let length: usize = messages.iter().map(|message| message.text.len()).sum();
        let places = places(messages);
        let repeated = self.repeated(messages, &places);
        if self.prompts.len() == REMEMBERED
            && let Some(oldest) = self.prompts.pop_front()
        {
            self.forget(&oldest);
        }
        self.remember(messages, &places);
        let share = if length == 0 {
            0.0
        } else {
            repeated as f64 / length as f64
        };
        let texts = messages.iter().map(|message| message.text.chars().count());
        (texts.sum(), share)
    }

    /// The number of bytes of a prompt that an earlier one begins with.
    fn repeated(&self, messages: &[Message], places: &[Place]) -> usize {
        let mut total = 0;
        for (message, place) in messages.iter().zip(places) {
            let text = message.text.as_str();
            let Some(branches) = self.next.get(place) else {
                break;
            };
            if !branches.contains_key(text) {
                let before = branches.range::<str, _>((Bound::Unbounded, Bound::Excluded(text)));
                let after = branches.range::<str, _>((Bound::Excluded(text), Bound::Unbounded));
                let beside = before.rev().take(1).chain(after.take(1));
                let parts = beside.map(|(one, _)| common(one, text));
                return total + parts.max().unwrap_or(0);
            }
            total += text.len();
        }
        total
    }

    fn remember(&mut self, messages: &[Message], places: &[Place]) {
        let mut prompt = Vec::with_capacity(messages.len());
        for (message, place) in messages.iter().zip(places) {
            let branches = self.next.entry(*place).or_default();
            let known = branches.get_key_value(message.text.as_str());
            let text = known.map_or_else(
                || message.text.as_str().into(),
                |(text, _)| Arc::clone(text),
            );
            *branches.entry(Arc::clone(&text)).or_default() += 1;
            prompt.push((*place, text));
        }
        self.prompts.push_back(prompt);
    }

    fn forget(&mut self, prompt: &[(Place, Arc<str>)]) {
        for (place, text) in prompt {
            let Some(branches) = self.next.get_mut(place) else {
                return;
            };
            if let Some(prompts) = branches.get_mut(text) {
                *prompts -= 1;
                if *prompts == 0 {
                    branches.remove(text);
                }
            }
            if branches.is_empty() {
                self.next.remove(place);
            }
        }
    }
}

fn places(messages: &[Message]) -> Vec<Place> {
    let mut all = DefaultHasher::new();
    let mut before = Beginning::default();
    let placed = messages.iter().map(|message| {
        let place = (before, message.from as u8);
        (place, &message.text).hash(&mut all);
        before = all.finish();
        place
    });
    placed.collect()
}

/// The number of bytes in which the beginnings of two texts are alike.
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
        let dash = [message(From::User, "a – b")];
        assert_eq!(prefixes.take_in(&dash).0, 5, "characters, not bytes");
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
        let branches = prefixes.next.values().flat_map(BTreeMap::keys);
        assert_eq!(branches.count(), 10 + REMEMBERED);
        let (_, share) = prefixes.take_in(&prompt(0));
        assert!(share < 1.0, "it was forgotten");
        for asked in 0..REMEMBERED {
            prefixes.take_in(&[message(From::User, format!("{asked}"))]);
        }
        assert_eq!(prefixes.next.len(), 1, "nothing of it is left");
    }
}
