//! The sums of what the calls of a debate used.

use super::{
    ask::{Ask, Purpose},
    event::CallReport,
};

/// The cost of calls together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Costs {
    /// The sum, as far as prices are known.
    pub known: f64,
    /// The number of calls with a known price.
    pub priced: u32,
    /// The number of calls without a known price, which may have cost something.
    pub unpriced: u32,
}

impl Costs {
    /// The cost of one call. Work for no model costs nothing, and is no call that does; what used no token costs
    /// nothing at any price.
    pub fn of(ask: &Ask, report: &CallReport) -> Self {
        match report.cost {
            _ if ask.purpose() == Purpose::Draw => Self::default(),
            // No price comes to less than nothing.
            Some(cost) => Self {
                known: cost.max(0.0),
                priced: 1,
                unpriced: 0,
            },
            None => Self {
                unpriced: u32::from(report.usage.tokens() > 0),
                ..Self::default()
            },
        }
    }

    /// The costs of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            known: (self.known + other.known).min(f64::MAX),
            priced: self.priced.saturating_add(other.priced),
            unpriced: self.unpriced.saturating_add(other.unpriced),
        }
    }

    /// The cost of all calls together; `None` where the price of one is not known, or none has any.
    pub fn total(self) -> Option<f64> {
        (self.unpriced == 0 && self.priced > 0).then_some(self.known)
    }
}

/// The sums of what the calls used.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ledger {
    /// Calls that have ended.
    pub calls: u32,
    /// The number of calls that failed.
    pub failed: u32,
    /// Tokens of prompts.
    pub prompt_tokens: u64,
    /// Tokens of prompts that came from a cache.
    pub cached_tokens: u64,
    /// Tokens of answers.
    pub completion_tokens: u64,
    /// The costs of the calls.
    pub costs: Costs,
}

impl Ledger {
    /// Adds a call that has ended. What a server counts may be anything: a sum stays at the most that can be counted.
    pub(super) fn add(&mut self, ask: &Ask, report: &CallReport, has_failed: bool) {
        self.calls = self.calls.saturating_add(1);
        self.failed = self.failed.saturating_add(u32::from(has_failed));
        self.add_usage(ask, report);
    }

    /// Adds what a call has used, without the call.
    pub(super) fn add_usage(&mut self, ask: &Ask, report: &CallReport) {
        let usage = &report.usage;
        self.prompt_tokens = self.prompt_tokens.saturating_add(usage.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(usage.cached_tokens);
        self.completion_tokens = self
            .completion_tokens
            .saturating_add(usage.completion_tokens);
        self.costs = self.costs.and(Costs::of(ask, report));
    }

    /// Tokens, read and written together.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::ids::TurnId;

    #[test]
    fn what_a_server_counts_without_end_is_summed_without_harm() {
        let mut ledger = Ledger::default();
        let usage = super::super::event::Usage {
            prompt_tokens: u64::MAX,
            cached_tokens: u64::MAX,
            completion_tokens: u64::MAX,
            ..Default::default()
        };
        for cost in [
            Some(f64::MAX),
            Some(f64::MAX),
            Some(f64::NAN),
            Some(-1.0),
            None,
        ] {
            let report = CallReport {
                usage,
                cost,
                ..CallReport::default()
            };
            ledger.add(&ASK, &report, true);
        }
        assert_eq!((ledger.calls, ledger.failed), (5, 5));
        assert_eq!(ledger.costs.unpriced, 1);
        assert_eq!(ledger.tokens(), u64::MAX);
        assert!(ledger.costs.known.is_finite() && ledger.costs.known > 1e308);
    }

    const ASK: Ask = Ask::Prepare { turn: TurnId(0) };

    fn report(tokens: u64, cost: Option<f64>) -> CallReport {
        CallReport {
            usage: super::super::event::Usage {
                prompt_tokens: tokens,
                ..Default::default()
            },
            cost,
            ..CallReport::default()
        }
    }

    #[test]
    fn what_is_not_known_is_no_sum_and_work_for_no_model_costs_nothing() {
        let draw = Ask::Draw { turn: TurnId(0) };
        let priced = (&ASK, report(10, Some(0.5)));
        let unpriced = (&ASK, report(10, None));
        let unsent = (&ASK, report(0, None));
        let drawn = (&draw, report(0, Some(0.0)));
        for (calls, total) in [
            (vec![&drawn], None),
            (vec![&unsent, &drawn], None),
            (vec![&unpriced, &drawn], None),
            (vec![&priced, &unpriced], None),
            (vec![&priced, &unsent, &drawn, &priced], Some(1.0)),
            (vec![], None),
        ] {
            let costs = calls
                .into_iter()
                .map(|(ask, report)| Costs::of(ask, report));
            let sum = costs.fold(Costs::default(), Costs::and);
            assert_eq!(sum.total(), total, "{sum:?}");
        }
    }
}
