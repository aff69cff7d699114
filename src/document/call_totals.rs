//! Totals of the calls of a debate, by purpose, by phase and by turn.

use std::collections::BTreeMap;

use crate::debate::{
    DebateState,
    ask::{Ask, Purpose},
    ids::TurnId,
    ledger::Costs,
    state::Finished,
};

/// The totals of several calls.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct CallTotals {
    /// Calls that have ended.
    pub(crate) calls: u32,
    /// The number of calls that failed.
    pub(crate) failed: u32,
    /// Tokens of prompts.
    pub(crate) prompt: u64,
    /// The number of prompt tokens that came from a cache.
    pub(crate) cached: u64,
    /// The number of prompt tokens that had stood at the beginning of an earlier prompt.
    pub(crate) repeated: u64,
    /// The number of tokens repeated from earlier prompts that no cache served.
    pub(crate) again: u64,
    /// Tokens of answers.
    pub(crate) completion: u64,
    /// The times of all calls, one after the other, in milliseconds.
    pub(crate) duration_ms: u64,
    /// The costs of the calls.
    pub(crate) costs: Costs,
}

impl CallTotals {
    /// The sum of two.
    pub(crate) fn and(self, other: &Self) -> Self {
        Self {
            calls: self.calls.saturating_add(other.calls),
            failed: self.failed.saturating_add(other.failed),
            prompt: self.prompt.saturating_add(other.prompt),
            cached: self.cached.saturating_add(other.cached),
            repeated: self.repeated.saturating_add(other.repeated),
            again: self.again.saturating_add(other.again),
            completion: self.completion.saturating_add(other.completion),
            duration_ms: self.duration_ms.saturating_add(other.duration_ms),
            costs: self.costs.and(other.costs),
        }
    }

    fn of(call: &Finished) -> Self {
        let usage = call.report.usage;
        Self {
            calls: 1,
            failed: u32::from(call.failed.is_some()),
            prompt: usage.prompt_tokens,
            cached: usage.cached_tokens,
            repeated: usage.repeated_tokens,
            // Of a call that was cut nobody has said what a cache served.
            again: if usage.estimated {
                0
            } else {
                usage.repeated_tokens.saturating_sub(usage.cached_tokens)
            },
            completion: usage.completion_tokens,
            duration_ms: call.report.duration_ms,
            costs: Costs::of(&call.ask, &call.report),
        }
    }
}

/// The calls that have ended and are this debate's to pay for: of a branch, those since it parted.
fn paid(state: &DebateState) -> impl Iterator<Item = &Finished> {
    let finished = state.finished.iter();
    finished.filter(|call| !state.is_inherited(call.call))
}

/// The totals of the calls that have ended, by purpose.
pub(crate) fn by_purpose(state: &DebateState) -> BTreeMap<Purpose, CallTotals> {
    let mut totals: BTreeMap<Purpose, CallTotals> = BTreeMap::new();
    for call in paid(state) {
        let total = totals.entry(call.ask.purpose()).or_default();
        *total = total.and(&CallTotals::of(call));
    }
    totals
}

/// The totals of the calls that have ended, by turn: for its words, what was drawn and checked for it, and the points
/// of information in it. What is asked of the whole debate (ballots, judges, the viewer's questions) is no turn's.
pub(crate) fn by_turn(state: &DebateState) -> BTreeMap<TurnId, CallTotals> {
    let mut totals: BTreeMap<TurnId, CallTotals> = BTreeMap::new();
    for call in paid(state) {
        if let Some(turn) = turn_of(state, &call.ask) {
            let total = totals.entry(turn).or_default();
            *total = total.and(&CallTotals::of(call));
        }
    }
    totals
}

/// The part of a debate that a call counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CallPart {
    /// The phase, by position in the format.
    Phase(u32),
    /// No phase: all that is known of it is its purpose.
    Outside(Purpose),
}

impl CallPart {
    /// The name of the part, for people.
    pub(crate) fn name(self, state: &DebateState) -> String {
        match self {
            Self::Phase(phase) => {
                let phase = state.plan.phases.get(phase as usize);
                phase.map_or_else(String::new, |phase| phase.name.clone())
            }
            Self::Outside(purpose) => format!("{} (outside any phase)", purpose.told()),
        }
    }
}

/// The totals of the calls that have ended, by phase: for its turns, the polls after them, the judges between its
/// rounds, and what the house asks for in it (ballots, the verdict, reports). What belongs to no phase stands last, by
/// its purpose.
pub(crate) fn by_phase(state: &DebateState) -> BTreeMap<CallPart, CallTotals> {
    let mut totals: BTreeMap<CallPart, CallTotals> = BTreeMap::new();
    for call in paid(state) {
        let phase = phase_of(state, &call.ask);
        let part = phase.map_or_else(|| CallPart::Outside(call.ask.purpose()), CallPart::Phase);
        let total = totals.entry(part).or_default();
        *total = total.and(&CallTotals::of(call));
    }
    totals
}

/// The phase for whose sake something is asked, by position.
fn phase_of(state: &DebateState, ask: &Ask) -> Option<u32> {
    let of_turn = |turn: TurnId| Some(state.turn(turn)?.phase);
    match ask {
        Ask::Choose { phase, .. } | Ask::Round { phase, .. } => Some(*phase),
        Ask::Poll { after, .. } | Ask::Polls { after, .. } => of_turn(*after),
        Ask::Judge { .. }
        | Ask::Ballot { .. }
        | Ask::Lean { .. }
        | Ask::Leans { .. }
        | Ask::Verdict { .. }
        | Ask::Rank { .. }
        | Ask::Assess { .. }
        | Ask::Assessments { .. } => {
            let each = ask.each();
            let first = state.plan.owed_of(each.first()?).first()?;
            Some(state.plan.owed.get(*first)?.phase)
        }
        Ask::Annotate { .. } => state.plan.annotated,
        // Before the first one, and behind the last.
        Ask::Claims | Ask::FollowUp { .. } => None,
        Ask::Question { item } | Ask::AnswerCheck { item } => {
            of_turn(state.intervention(*item)?.during?.0)
        }
        // A probe is for the sake of the call that has failed.
        Ask::Probe { after } => {
            let mut finished = state.finished.iter();
            let failed = finished.find(|call| call.call == *after)?;
            let is_probe = failed.ask.purpose() == Purpose::Probe;
            (!is_probe).then(|| phase_of(state, &failed.ask))?
        }
        // Behind the last phase in which they spoke.
        Ask::Confirm { seat } => {
            let mut own = state.speeches().rev().filter(|turn| turn.seat == *seat);
            own.next().map(|turn| turn.phase)
        }
        Ask::Draw { .. }
        | Ask::Sources { .. }
        | Ask::Prepare { .. }
        | Ask::Speech { .. }
        | Ask::Write { .. }
        | Ask::Referee { .. }
        | Ask::PoiOffer { .. }
        | Ask::PoiAccept { .. }
        | Ask::PoiAnswer { .. }
        | Ask::SideCheck { .. }
        | Ask::Extract { .. }
        | Ask::Define { .. } => of_turn(turn_of(state, ask)?),
    }
}

/// The turn for whose sake something is asked.
pub(crate) fn turn_of(state: &DebateState, ask: &Ask) -> Option<TurnId> {
    match ask {
        Ask::Draw { turn }
        | Ask::Sources { turn }
        | Ask::Prepare { turn }
        | Ask::Speech { turn, .. }
        | Ask::Write { turn }
        | Ask::Referee { turn }
        | Ask::PoiOffer { turn }
        | Ask::SideCheck { turn }
        | Ask::Extract { turn }
        | Ask::Define { turn } => Some(*turn),
        Ask::PoiAccept { poi } | Ask::PoiAnswer { poi } => state.point(*poi).map(|one| one.turn),
        Ask::Claims
        | Ask::Probe { .. }
        | Ask::Confirm { .. }
        | Ask::Choose { .. }
        | Ask::Round { .. }
        | Ask::Judge { .. }
        | Ask::Poll { .. }
        | Ask::Polls { .. }
        | Ask::Ballot { .. }
        | Ask::Lean { .. }
        | Ask::Leans { .. }
        | Ask::Verdict { .. }
        | Ask::Rank { .. }
        | Ask::Assess { .. }
        | Ask::Assessments { .. }
        | Ask::Annotate { .. }
        | Ask::Question { .. }
        | Ask::AnswerCheck { .. }
        | Ask::FollowUp { .. } => None,
    }
}

/// Money, in the currency of the price list; a dash where no price is known.
pub(crate) fn money(cost: Option<f64>) -> String {
    cost.map_or_else(|| "–".to_owned(), |cost| format!("{cost:.4}"))
}
