//! What the calls of a debate used together.

use super::event::CallReport;

/// What the calls used together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ledger {
    /// Calls that have ended.
    pub calls: u32,
    /// The number of calls that failed.
    pub failed: u32,
    /// Tokens of prompts.
    pub prompt_tokens: u64,
    /// Of the tokens of prompts, how many came from a cache.
    pub cached_tokens: u64,
    /// Tokens of answers.
    pub completion_tokens: u64,
    /// What the calls with a known price cost.
    pub cost: f64,
    /// How many calls have no known price.
    pub unpriced: u32,
}

impl Ledger {
    /// Adds a call that has ended. What a server counts may be anything: a sum stays at the most that can be counted.
    pub(super) fn add(&mut self, report: &CallReport, has_failed: bool) {
        let usage = &report.usage;
        self.calls = self.calls.saturating_add(1);
        self.failed = self.failed.saturating_add(u32::from(has_failed));
        self.prompt_tokens = self.prompt_tokens.saturating_add(usage.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(usage.cached_tokens);
        self.completion_tokens = self
            .completion_tokens
            .saturating_add(usage.completion_tokens);
        match report.cost {
            // No price comes to less than nothing.
            Some(cost) => self.cost = (self.cost + cost.max(0.0)).min(f64::MAX),
            None => self.unpriced = self.unpriced.saturating_add(1),
        }
    }

    /// Tokens, read and written together.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ledger.add(&report, true);
        }
        assert_eq!((ledger.calls, ledger.failed, ledger.unpriced), (5, 5, 1));
        assert_eq!(ledger.tokens(), u64::MAX);
        assert!(ledger.cost.is_finite() && ledger.cost > 1e308);
    }
}
