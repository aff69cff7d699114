//! The budget of a batch: what its debates have spent together, in this run and in earlier ones, and where the spending
//! ends.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use tokio_util::sync::CancellationToken;

use super::BatchPlan;
use crate::refine::ITERATION;
use crate::{debate::event::CallReport, journal::DebateSummary, text::shown::amount};

#[derive(Debug, Clone, Copy, Default)]
struct Spent {
    /// As far as prices are known.
    cost: f64,
    tokens: u64,
    /// Something has used tokens whose price is not known.
    is_unpriced: bool,
}

impl Spent {
    fn add(&mut self, cost: Option<f64>, tokens: u64) {
        self.cost += cost.unwrap_or(0.0);
        self.tokens = self.tokens.saturating_add(tokens);
        self.is_unpriced |= cost.is_none() && tokens > 0;
    }
}

/// The budget: what was spent, and the limit.
#[derive(Debug)]
pub struct Budget {
    max_cost: Option<f64>,
    max_tokens: Option<u64>,
    spent: Mutex<Spent>,
    /// Stops every debate under way; also when the limit is reached.
    pub stop: CancellationToken,
}

impl Budget {
    /// With what the debates of the plan have spent already.
    pub(super) fn new(plan: &BatchPlan, begun: &[DebateSummary], stop: CancellationToken) -> Self {
        let ids: BTreeSet<&str> = plan.items.iter().map(|one| one.id.as_str()).collect();
        // What the file no longer asks for, or another machine runs, was spent elsewhere.
        let ours = begun.iter().filter(|one| {
            one.item
                .as_deref()
                .is_some_and(|id| ids.contains(refined(id)))
        });
        let mut spent = Spent::default();
        ours.for_each(|one| spent.add(one.cost, one.tokens));
        Self {
            max_cost: plan.max_cost,
            max_tokens: plan.max_tokens,
            spent: Mutex::new(spent),
            stop,
        }
    }

    /// A call has ended.
    pub(crate) fn pay(&self, report: &CallReport) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.add(report.cost, report.usage.tokens());
        drop(spent);
        if self.is_spent() {
            self.stop.cancel();
        }
    }

    /// Whether a limit is reached, and the budget spent.
    pub(crate) fn is_spent(&self) -> bool {
        let spent = self.spent();
        self.max_cost.is_some_and(|most| spent.cost >= most)
            || self.max_tokens.is_some_and(|most| spent.tokens >= most)
    }

    /// The spending, in a few words.
    pub fn describe(&self) -> String {
        let spent = self.spent();
        match (self.max_cost, self.max_tokens) {
            (Some(most), _) if spent.cost >= most => {
                let least = if spent.is_unpriced { "at least " } else { "" };
                format!(
                    "The batch has cost {least}{}, and the limit is {}.",
                    amount(spent.cost),
                    amount(most)
                )
            }
            (_, Some(most)) if spent.tokens >= most => {
                format!(
                    "The batch has used {} tokens, and the limit is {most}.",
                    spent.tokens
                )
            }
            // A sum with an unknown price in it is unknown.
            _ if spent.is_unpriced => format!("cost unknown, {} tokens", spent.tokens),
            _ if spent.cost > 0.0 => {
                format!("cost {}, {} tokens", amount(spent.cost), spent.tokens)
            }
            _ => format!("{} tokens", spent.tokens),
        }
    }

    fn spent(&self) -> Spent {
        *self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The item of a debate, or of the one that it refines.
fn refined(item: &str) -> &str {
    item.split_once(ITERATION).map_or(item, |(first, _)| first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::event::Usage;

    fn budget(max_cost: Option<f64>, calls: &[(Option<f64>, u64)]) -> Budget {
        let budget = Budget {
            max_cost,
            max_tokens: None,
            spent: Mutex::default(),
            stop: CancellationToken::new(),
        };
        for (cost, prompt_tokens) in calls {
            budget.pay(&CallReport {
                usage: Usage {
                    prompt_tokens: *prompt_tokens,
                    ..Usage::default()
                },
                cost: *cost,
                ..CallReport::default()
            });
        }
        budget
    }

    #[test]
    fn a_sum_with_an_unknown_price_in_it_is_told_as_unknown() {
        let (priced, unpriced) = ((Some(0.5), 10), (None, 10));
        for (calls, told) in [
            (vec![], "0 tokens"),
            (vec![(Some(0.0), 10)], "10 tokens"),
            (vec![priced, (None, 0)], "cost 0.50, 10 tokens"),
            (vec![unpriced], "cost unknown, 10 tokens"),
            (vec![priced, unpriced], "cost unknown, 20 tokens"),
        ] {
            assert_eq!(budget(None, &calls).describe(), told);
        }
        for (calls, told) in [
            (vec![priced], "has cost 0.50,"),
            (vec![unpriced, priced], "has cost at least 0.50,"),
        ] {
            let spent = budget(Some(0.5), &calls);
            assert!(spent.is_spent() && spent.stop.is_cancelled());
            assert!(spent.describe().contains(told), "{}", spent.describe());
        }
    }
}
