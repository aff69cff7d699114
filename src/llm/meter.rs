//! The usage of a call so far. The call writes it down as it goes, and whoever cuts the call, or waits no longer for
//! it, still knows what it came to: what the server has counted of the tries that are over, and an estimate of the one
//! that is not.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    Message,
    account::Account,
    price::Price,
    tokens::{self, Letters},
};
use crate::debate::event::Usage;

/// The usage of one call so far; a clone counts for the same call.
#[derive(Debug, Clone, Default)]
pub struct Meter {
    used: Arc<Mutex<Used>>,
    /// The account that the usage goes on, and the price.
    account: Option<(Account, Price)>,
    /// Which of several answers that are written beside each other it is for.
    lane: u32,
}

#[derive(Debug, Default)]
struct Used {
    tries: u32,
    /// The usage of the tries that are over.
    known: Usage,
    /// The try under way for each answer: the tokens of its prompt, and what it has written.
    open: BTreeMap<u32, (u64, Letters)>,
}

impl Meter {
    /// A meter whose tries go on an account.
    pub fn on(account: Account, price: Price) -> Self {
        Self {
            account: Some((account, price)),
            ..Self::default()
        }
    }

    /// The meter of one of several answers that are written beside each other for the same call. The tries of a call
    /// are those of the first.
    #[must_use]
    pub fn beside(&self, lane: u32) -> Self {
        Self {
            lane,
            ..self.clone()
        }
    }

    /// The account that its tries go on.
    pub(super) fn account(&self) -> Option<&Account> {
        self.account.as_ref().map(|(account, _)| account)
    }

    /// A try that was open is over, and came to this.
    fn settle(&self, open: Option<(u64, Letters)>, usage: &Usage) {
        if let Some(((account, price), open)) = self.account.as_ref().zip(open) {
            account.ends(&prompt_of(open), usage, *price);
        }
    }

    /// A try goes out.
    pub(super) fn begins(&self, messages: &[Message]) {
        let open = (tokens::estimate_prompt(messages), Letters::default());
        if let Some((account, price)) = &self.account {
            account.begins(&prompt_of(open), *price);
        }
        let mut used = self.lock();
        used.tries = used.tries.saturating_add(u32::from(self.lane == 0));
        used.open.insert(self.lane, open);
    }

    /// The try under way has written this.
    pub(super) fn writes(&self, text: &str) {
        if let Some((_, letters)) = self.lock().open.get_mut(&self.lane) {
            letters.add(text);
        }
    }

    /// The try under way is over, and came to this.
    pub(super) fn ends(&self, usage: Usage) {
        let mut used = self.lock();
        let open = used.open.remove(&self.lane);
        used.known.add(usage);
        drop(used);
        self.settle(open, &usage);
    }

    /// The try under way has broken off: what it came to, by estimate.
    pub(super) fn breaks_off(&self) -> Usage {
        let mut used = self.lock();
        let open = used.open.remove(&self.lane);
        let usage = open.map(estimated).unwrap_or_default();
        used.known.add(usage);
        drop(used);
        self.settle(open, &usage);
        usage
    }

    /// The number of tries that went out; none where the call was still waiting for its turn.
    pub fn tries(&self) -> u32 {
        self.lock().tries
    }

    /// The usage so far. A try that is under way counts with its whole prompt: the server has it.
    pub fn usage(&self) -> Usage {
        let used = self.lock();
        let mut usage = used.known;
        for open in used.open.values() {
            usage.add(estimated(*open));
        }
        usage
    }

    fn lock(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The prompt alone.
fn prompt_of((prompt, _): (u64, Letters)) -> Usage {
    estimated((prompt, Letters::default()))
}

fn estimated((prompt_tokens, letters): (u64, Letters)) -> Usage {
    Usage {
        prompt_tokens,
        completion_tokens: letters.tokens(),
        estimated: true,
        ..Usage::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::From;

    #[test]
    fn answers_beside_each_other_count_for_one_call() {
        let meter = Meter::default();
        let messages = [Message {
            from: From::User,
            text: "a".repeat(400),
        }];
        let lanes = [meter.beside(0), meter.beside(1), meter.beside(2)];
        for lane in &lanes {
            lane.begins(&messages);
        }
        assert_eq!((meter.tries(), meter.usage().prompt_tokens), (1, 312));
        for (lane, written) in lanes.iter().zip([7, 8, 9]) {
            lane.ends(Usage {
                completion_tokens: written,
                ..Usage::default()
            });
        }
        assert_eq!(meter.usage().completion_tokens, 24);
    }

    #[test]
    fn a_call_counts_what_it_sent_and_nothing_before() {
        let meter = Meter::default();
        assert_eq!((meter.tries(), meter.usage()), (0, Usage::default()));
        let messages = [Message {
            from: From::User,
            text: "a".repeat(400),
        }];
        meter.begins(&messages);
        let sent = meter.usage();
        assert_eq!((sent.prompt_tokens, sent.completion_tokens), (104, 0));
        assert!(sent.estimated);
        // Word by word it comes to what it does in one piece.
        for _ in 0..10 {
            meter.writes("abcde");
        }
        assert_eq!(meter.usage().completion_tokens, 13);
        let counted = Usage {
            prompt_tokens: 90,
            completion_tokens: 20,
            ..Usage::default()
        };
        meter.ends(counted);
        assert_eq!((meter.tries(), meter.usage()), (1, counted));
        meter.begins(&messages);
        let more = meter.usage();
        assert_eq!((more.prompt_tokens, more.completion_tokens), (194, 20));
        assert_eq!((meter.tries(), more.estimated), (2, true));
    }
}
