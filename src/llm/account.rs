//! The account of calls that belong to no running debate: what they may come to together, and who is told that one of
//! them waits to be made again. A debate keeps its own, in its journal.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{ModelError, price::Price, spelled};
use crate::{
    debate::event::Usage,
    text::shown::{amount, given},
};

/// An account; a clone is the same one.
#[derive(Debug, Clone)]
pub struct Account(Arc<AccountState>);

#[derive(Debug)]
struct AccountState {
    max_cost: Option<f64>,
    max_tokens: Option<u64>,
    tell: fn(&str),
    so_far: Mutex<SoFar>,
}

#[derive(Debug, Default)]
struct SoFar {
    spent: Sum,
    /// The prompts of the calls under way, by estimate.
    under_way: Sum,
    /// The limit for which a call was not made.
    refused: Option<String>,
    /// The reasons for waits that have been told.
    told: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Sum {
    cost: f64,
    tokens: u64,
}

impl Sum {
    fn add(&mut self, usage: &Usage, price: Price) {
        self.tokens = self.tokens.saturating_add(usage.tokens());
        self.cost += price.cost(usage).unwrap_or(0.0);
    }

    fn take(&mut self, usage: &Usage, price: Price) {
        self.tokens = self.tokens.saturating_sub(usage.tokens());
        self.cost = (self.cost - price.cost(usage).unwrap_or(0.0)).max(0.0);
    }
}

impl Account {
    /// An account without a limit. `tell` takes what a person is to know meanwhile.
    pub fn telling(tell: fn(&str)) -> Self {
        Self::limited(None, None, tell)
    }

    /// An account that ends at a cost or a number of tokens, where these are given.
    pub fn limited(max_cost: Option<f64>, max_tokens: Option<u64>, tell: fn(&str)) -> Self {
        Self(Arc::new(AccountState {
            max_cost,
            max_tokens,
            tell,
            so_far: Mutex::default(),
        }))
    }

    /// Whether another try may go out. What is under way counts, as far as it is known.
    ///
    /// # Errors
    /// A limit is reached.
    pub(super) fn allows(&self) -> Result<(), ModelError> {
        let mut so_far = self.so_far();
        let cost = so_far.spent.cost + so_far.under_way.cost;
        let tokens = so_far.spent.tokens.saturating_add(so_far.under_way.tokens);
        let by_cost = self.0.max_cost.filter(|most| cost >= *most);
        let by_tokens = self.0.max_tokens.filter(|most| tokens >= *most);
        let by_cost =
            by_cost.map(|most| format!("the limit on cost, {}, is reached", amount(most)));
        let what =
            by_cost.or(by_tokens.map(|most| format!("the limit of {most} tokens is reached")));
        let Some(what) = what else {
            return Ok(());
        };
        so_far.refused = Some(what.clone());
        Err(ModelError::Limit { what })
    }

    /// A try goes out, with a prompt of this size.
    pub(super) fn begins(&self, prompt: &Usage, price: Price) {
        self.so_far().under_way.add(prompt, price);
    }

    /// A try with such a prompt is over, and came to this.
    pub(super) fn ends(&self, prompt: &Usage, usage: &Usage, price: Price) {
        let mut so_far = self.so_far();
        so_far.under_way.take(prompt, price);
        so_far.spent.add(usage, price);
    }

    /// Tells that a call is waited for before it is made again. Each reason is told once.
    pub(super) fn waits(&self, label: &str, error: &ModelError, wait: Duration) {
        let reason = format!("{}: {error}", given(label));
        if self.so_far().told.insert(reason.clone()) {
            let wait = match wait.as_secs_f64().ceil() as u64 {
                0 | 1 => String::new(),
                seconds => format!(" in {}", spelled(Duration::from_secs(seconds))),
            };
            (self.0.tell)(&format!("Trying again{wait}: {reason}"));
        }
    }

    /// The reason a call was not made, if one was not, and what the others came to.
    pub fn ended(&self) -> Option<String> {
        let so_far = self.so_far();
        let what = so_far.refused.as_ref()?;
        let cost = match so_far.spent.cost {
            cost if cost > 0.0 => format!(", at {}", amount(cost)),
            _ => String::new(),
        };
        let tokens = so_far.spent.tokens;
        Some(format!(
            "It was left: {what}, and {tokens} tokens were used{cost}. What had come by then is told."
        ))
    }

    fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.0.so_far.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price::Rates;

    fn usage(prompt_tokens: u64, completion_tokens: u64) -> Usage {
        Usage {
            prompt_tokens,
            completion_tokens,
            ..Usage::default()
        }
    }

    #[test]
    fn what_is_under_way_counts_until_it_is_known() {
        let price = Price::PerMillion(Rates {
            input: 1e6,
            cached_input: 1e6,
            output: 1e6,
        });
        for (max_cost, max_tokens) in [(None, Some(100)), (Some(100.0), None)] {
            let account = Account::limited(max_cost, max_tokens, |_| {});
            assert_eq!((account.allows(), account.ended()), (Ok(()), None));
            account.begins(&usage(100, 0), price);
            assert!(matches!(account.allows(), Err(ModelError::Limit { .. })));
            account.ends(&usage(100, 0), &usage(40, 2), price);
            assert_eq!(account.allows(), Ok(()));
            let told = account.ended().unwrap();
            assert!(told.contains("100") && told.contains("42 tokens"), "{told}");
        }
    }
}
