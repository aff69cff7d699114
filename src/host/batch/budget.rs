//! What the debates of a batch have spent together, in this run and in earlier ones, and where that ends.

use std::{
    collections::BTreeSet,
    sync::{Mutex, PoisonError},
};

use tokio_util::sync::CancellationToken;

use super::BatchPlan;
use crate::{debate::event::CallReport, journal::DebateSummary, text::shown::amount};

#[derive(Debug, Clone, Copy, Default)]
struct Spent {
    cost: f64,
    tokens: u64,
}

/// What was spent, and the limit.
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
        let ours = begun
            .iter()
            .filter(|one| one.item.as_deref().is_some_and(|id| ids.contains(id)));
        let begun: Vec<&DebateSummary> = ours.collect();
        let spent = Spent {
            cost: begun.iter().filter_map(|one| one.cost).sum(),
            tokens: begun
                .iter()
                .fold(0, |sum: u64, one| sum.saturating_add(one.tokens)),
        };
        Self {
            max_cost: plan.max_cost,
            max_tokens: plan.max_tokens,
            spent: Mutex::new(spent),
            stop,
        }
    }

    /// A call has ended.
    pub(super) fn pay(&self, report: &CallReport) {
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.cost += report.cost.unwrap_or(0.0);
        spent.tokens = spent.tokens.saturating_add(report.usage.tokens());
        drop(spent);
        if self.is_spent() {
            self.stop.cancel();
        }
    }

    /// Whether a limit is reached, and the budget spent.
    pub fn is_spent(&self) -> bool {
        let spent = self.spent();
        self.max_cost.is_some_and(|most| spent.cost >= most)
            || self.max_tokens.is_some_and(|most| spent.tokens >= most)
    }

    /// What was spent, in a few words.
    pub fn told(&self) -> String {
        let spent = self.spent();
        match (self.max_cost, self.max_tokens) {
            (Some(most), _) if spent.cost >= most => {
                format!(
                    "The batch has cost {}, and the limit is {}.",
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
