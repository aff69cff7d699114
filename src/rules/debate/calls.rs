//! Calls to models: one under way, one that has ended, and all that are under way, found by their number, by what they
//! are for, and by the turn that they write.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    ask::Ask,
    event::{CallFailure, CallReport},
    ids::{CallId, Seat, TurnId},
};

/// A call under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Pending {
    /// The piece of work that is asked for.
    pub ask: Ask,
    /// The seat whose work it is, where it is somebody's.
    pub seat: Option<Seat>,
    /// Whether it waits for a person, and no model is asked.
    pub by_hand: bool,
    /// Whether its answer is no longer wanted: it was cut, and only its report is awaited.
    pub cut: bool,
    /// The length that the turn had when the call that writes it was begun, in bytes.
    pub from: u32,
    /// The time at which the call was begun, in milliseconds of the debate.
    pub since_ms: u64,
    /// The number of tries that have failed.
    pub failed_tries: u32,
    /// The reason of the last failed try.
    pub last_failure: Option<String>,
    /// The time until which the next try waits, in the debate's time; 0 before any has failed.
    pub waits_until_ms: u64,
    /// The report of the tries that have failed, where they have used anything.
    pub so_far: Option<CallReport>,
}

/// A call that has ended, for `show --calls`.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The id of the call.
    pub call: CallId,
    /// The piece of work that is asked for.
    pub ask: Ask,
    /// The seat whose work it is, where it is somebody's.
    pub seat: Option<Seat>,
    /// The time at which the call was begun, in milliseconds of the debate.
    pub since_ms: u64,
    /// The report of the call: model, tokens, times, cost.
    pub report: CallReport,
    /// Whether it was cut: there is no answer, and nobody wanted one any more.
    pub cut: bool,
    /// The reason of the failure, if the call failed.
    pub failed: Option<String>,
    /// The kind of the failure, if the call failed.
    pub failure: Option<CallFailure>,
    /// Whether it failed because its server was gone for everybody, which says nothing of what was asked.
    pub excused: bool,
}

/// The calls under way. What is asked after every event is answered by an index, however many calls there are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Calls {
    all: BTreeMap<CallId, Pending>,
    /// Calls whose answers are not wanted any more.
    cut: BTreeSet<CallId>,
    /// Calls of which a try has failed.
    retried: BTreeSet<CallId>,
    /// Calls whose answers are wanted, by each of the things that they are for.
    wanted: BTreeMap<Ask, BTreeSet<CallId>>,
    /// The wanted calls that write the text of a turn.
    writing: BTreeMap<TurnId, BTreeSet<CallId>>,
}

impl Calls {
    /// The call of that number.
    pub fn get(&self, id: &CallId) -> Option<&Pending> {
        self.all.get(id)
    }

    /// All calls, cut ones too, in the order in which they were begun.
    pub fn values(&self) -> impl Iterator<Item = &Pending> {
        self.all.values()
    }

    /// All calls with their numbers, cut ones too, in the order in which they were begun.
    pub fn iter(&self) -> impl Iterator<Item = (CallId, &Pending)> {
        self.all.iter().map(|(id, call)| (*id, call))
    }

    /// The numbers of all calls, cut ones too.
    pub fn keys(&self) -> impl Iterator<Item = &CallId> {
        self.all.keys()
    }

    /// Whether no call is under way.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The number of calls under way, cut ones too.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of calls whose answers are wanted.
    pub fn awaited(&self) -> usize {
        self.all.len() - self.cut.len()
    }

    /// The calls of which a try has failed and whose answers are wanted, where nothing has come of another one yet.
    pub fn tried_again(&self) -> impl Iterator<Item = &Pending> {
        let retried = self.retried.difference(&self.cut);
        retried.filter_map(|id| self.all.get(id))
    }

    /// Whether the answer to this is awaited, by itself or with that of others.
    pub fn is_asked(&self, ask: &Ask) -> bool {
        self.wanted.contains_key(ask)
    }

    /// The call, if any, that writes the text of a turn.
    pub fn writing(&self, turn: TurnId) -> Option<CallId> {
        self.writing.get(&turn)?.first().copied()
    }

    pub(super) fn begin(&mut self, id: CallId, call: Pending) {
        self.end(id);
        if call.cut {
            self.cut.insert(id);
        } else {
            for ask in call.ask.each() {
                self.wanted.entry(ask).or_default().insert(id);
            }
            if let Some(turn) = call.ask.writes() {
                self.writing.entry(turn).or_default().insert(id);
            }
        }
        self.all.insert(id, call);
    }

    pub(super) fn end(&mut self, id: CallId) -> Option<Pending> {
        let call = self.all.remove(&id)?;
        self.cut.remove(&id);
        self.retried.remove(&id);
        self.unwanted(id, &call.ask);
        Some(call)
    }

    /// The answer of a call is not wanted any more; its report is.
    pub(super) fn cut(&mut self, id: CallId) {
        if let Some(call) = self.all.get_mut(&id) {
            call.cut = true;
            self.cut.insert(id);
            let ask = call.ask.clone();
            self.unwanted(id, &ask);
        }
    }

    /// A try has failed, and the next one waits until `until_ms` of the debate's time.
    pub(super) fn retried(&mut self, id: CallId, attempt: u32, reason: &str, until_ms: u64) {
        if let Some(call) = self.all.get_mut(&id) {
            call.failed_tries = attempt;
            call.waits_until_ms = until_ms;
            call.last_failure = Some(reason.to_owned());
            self.retried.insert(id);
        }
    }

    /// The tries that have failed have used that.
    pub(super) fn has_used(&mut self, id: CallId, so_far: Option<&CallReport>) {
        if let (Some(call), Some(so_far)) = (self.all.get_mut(&id), so_far) {
            call.so_far = Some(so_far.clone());
        }
    }

    /// The calls under way of which a try has failed, with what the tries so far have used.
    pub(super) fn used(&self) -> impl Iterator<Item = (CallId, &Ask, &CallReport)> {
        let retried = self.retried.iter().map(|id| (*id, self.all.get(id)));
        retried.filter_map(|(id, call)| Some((id, &call?.ask, call?.so_far.as_ref()?)))
    }

    /// Words of a turn are heard at that time: a try to write it that was waited for by then has come to something.
    pub(super) fn heard(&mut self, turn: TurnId, at_ms: u64) {
        let Some(id) = self.writing(turn) else {
            return;
        };
        let call = self.all.get(&id);
        if call.is_some_and(|call| call.waits_until_ms <= at_ms) {
            self.retried.remove(&id);
        }
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    fn unwanted(&mut self, id: CallId, ask: &Ask) {
        for ask in ask.each() {
            if let Some(calls) = self.wanted.get_mut(&ask) {
                calls.remove(&id);
                if calls.is_empty() {
                    self.wanted.remove(&ask);
                }
            }
        }
        if let Some(turn) = ask.writes()
            && let Some(calls) = self.writing.get_mut(&turn)
        {
            calls.remove(&id);
            if calls.is_empty() {
                self.writing.remove(&turn);
            }
        }
    }
}
