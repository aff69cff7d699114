//! The limits on what a debate may use. Each time somebody goes on, as much again is allowed from there: what was under
//! way when a limit was reached may have used a multiple of it.

use crate::text::shown::amount;

use super::{ask::Ask, ledger::Ledger, state::DebateState};

/// The limit that has been reached since the debate was last gone on with, and what was used, in a sentence.
pub(super) fn reached(state: &DebateState) -> Option<String> {
    let options = &state.opening.as_deref()?.options;
    // Of a branch, where that was in the debate that it parts from, nothing had been used.
    let gone_on_at = state.gone_on_at.filter(|at| *at != Ledger::default());
    let (now, before) = (state.spent(), gone_on_at.unwrap_or_default());
    let since = |used: String| match gone_on_at {
        Some(_) => format!(" since it was gone on with at {used}"),
        None => String::new(),
    };
    let cost = now.costs.known - before.costs.known;
    let tokens = now.tokens().saturating_sub(before.tokens());
    if let Some(limit) = options.max_cost.filter(|limit| cost >= *limit) {
        let (cost, since) = (amount(cost), since(amount(before.costs.known)));
        let limit = amount(limit);
        return Some(format!(
            "The cost has come to {cost}{since} (limit {limit})."
        ));
    }
    let limit = options.max_tokens.filter(|limit| tokens >= *limit)?;
    let since = since(before.tokens().to_string());
    Some(format!("{tokens} tokens were used{since} (limit {limit})."))
}

/// Whether what is under way is finished before the debate pauses for a limit: where nobody watches it is left at once, and
/// what is cut has been paid for and is asked for again. Speeches go on from where they stand.
pub(super) fn finishes_first(state: &DebateState) -> bool {
    let mut awaited = state.calls.values().filter(|call| !call.cut);
    let is_begun_anew = |ask: &Ask| ask.writes().is_none() || matches!(ask, Ask::Prepare { .. });
    state.is_running() && awaited.any(|call| is_begun_anew(&call.ask))
}

impl DebateState {
    /// The sums of what was used: by calls that have ended, and by the failed tries of those under way.
    pub fn spent(&self) -> Ledger {
        let mut spent = self.ledger;
        for (id, ask, report) in self.calls.used() {
            if !self.is_inherited(id) {
                spent.add_usage(ask, report);
            }
        }
        spent
    }

    /// Whether a limit is reached and what is under way is finished before the debate is left: nothing more is sent.
    pub fn is_at_limit(&self) -> bool {
        finishes_first(self) && reached(self).is_some()
    }
}
