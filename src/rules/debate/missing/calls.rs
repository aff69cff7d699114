//! The outcomes of the calls of a debate, found by what was asked.

use std::collections::BTreeMap;

use super::super::{
    DebateState,
    ask::{Ask, Purpose, Wanted},
    event::CallFailure,
    state::{Finished, PoiStatus},
};

/// The outcomes of the calls that had an answer or were given up. Those that failed as calls to a dead server do are
/// asked again, unless it is too late for it: then they were not had, either, but where the server was gone for
/// everybody. Of those that were cut nobody wanted an answer.
pub(super) struct Calls<'a> {
    pub(super) settled: Vec<&'a Finished>,
    /// The outcomes of the calls for each piece of work: a house that could not be had at all is looked through once.
    by_ask: BTreeMap<&'a Ask, Ended<'a>>,
}

/// The outcome of the calls for one piece of work.
struct Ended<'a> {
    /// The position of the last of them.
    last: usize,
    /// The reason why the last of the calls failed, if it did.
    failed: Option<&'a str>,
    /// Whether any of them had an answer.
    had: bool,
}

impl<'a> Calls<'a> {
    pub(super) fn of(state: &'a DebateState) -> Self {
        let calls = state.finished.iter();
        let settled = calls.filter(|call| match call.failure {
            Some(
                CallFailure::Outage
                | CallFailure::Late
                | CallFailure::Refused
                | CallFailure::Overdue,
            ) => !call.excused && is_too_late(state, &call.ask),
            Some(CallFailure::Broke | CallFailure::Unavailable) => true,
            None => !call.cut,
        });
        let settled: Vec<&Finished> = settled.collect();
        let mut by_ask = BTreeMap::<&Ask, Ended<'_>>::new();
        for (last, call) in settled.iter().enumerate() {
            let failed = call.failed.as_deref();
            let before = by_ask.get(&call.ask).is_some_and(|ended| ended.had);
            let had = before || failed.is_none();
            by_ask.insert(&call.ask, Ended { last, failed, had });
        }
        Self { settled, by_ask }
    }

    /// The reason why the last call for one of these asks failed, if it did.
    pub(super) fn failed(&self, asks: &[Ask]) -> Option<&'a str> {
        let ended = asks.iter().filter_map(|ask| self.by_ask.get(ask));
        ended.max_by_key(|ended| ended.last)?.failed
    }

    /// Whether it was asked for, and no call had an answer.
    pub(super) fn is_lost(&self, ask: &Ask) -> bool {
        self.by_ask.get(ask).is_some_and(|ended| !ended.had)
    }

    /// Whether any call for one of these purposes had an answer.
    pub(super) fn had(&self, purposes: &[Purpose]) -> bool {
        self.settled
            .iter()
            .any(|call| purposes.contains(&call.ask.purpose()) && call.failed.is_none())
    }

    pub(super) fn reason(&self, ask: Ask) -> String {
        self.failed(&[ask]).unwrap_or_default().to_owned()
    }
}

/// Whether it is never asked again, because what it was for is over. All else is asked until it is had or given up.
fn is_too_late(state: &DebateState, ask: &Ask) -> bool {
    match ask.wanted() {
        Wanted::Always => false,
        Wanted::During(turn) => state.turn(turn).is_some_and(|turn| !turn.is_open()),
        Wanted::BeforeDecision(poi) => state
            .point(poi)
            .is_some_and(|point| point.status != PoiStatus::Offered),
    }
}
