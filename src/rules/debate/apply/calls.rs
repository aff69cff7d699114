//! Calls to models.

use crate::{
    debate::{
        MAX_FAILURES,
        agenda::Touched,
        ask::{Ask, Cue},
        event::{CallFailure, CallReport, Event, Record},
        ids::{CallId, Seat, TurnId},
        notice,
        person::PERSON,
        state::{DebateState, Finished, Pending, Turn},
    },
    events_of,
};

impl DebateState {
    pub(super) fn take_in_call(&mut self, record: &Record) -> Touched {
        match &record.event {
            Event::CallBegan { call, ask, seat } => {
                self.calls_begun = self.calls_begun.max(call.0.saturating_add(1));
                if self.is_of_parent(record.seq) {
                    self.calls_inherited = self.calls_begun;
                }
                let from = ask.writes().and_then(|turn| self.turn(turn));
                let by_hand = self.is_done_by_hand(ask, seat.as_ref());
                self.calls.begin(
                    *call,
                    Pending {
                        ask: ask.clone(),
                        seat: seat.clone(),
                        by_hand,
                        cut: false,
                        from: from.map_or(0, Turn::position),
                        since_ms: record.at_ms,
                        failed_tries: 0,
                        last_failure: None,
                        waits_until_ms: 0,
                        so_far: None,
                    },
                );
                if let Ask::Speech { turn, .. } | Ask::Write { turn } = ask {
                    self.with_turn(*turn, |turn| turn.next = None);
                }
                if let Ask::Speech { turn, cue } = ask {
                    self.put_evidence(*turn, *cue);
                }
                if let Ask::FollowUp { item } = ask {
                    self.begin_follow_up(*item);
                }
                Touched::Ask(ask.clone())
            }
            Event::CallRetried {
                call,
                attempt,
                reason,
                wait_ms,
                so_far,
            } => {
                let until_ms = record.at_ms.saturating_add(*wait_ms);
                self.calls.retried(*call, *attempt, reason, until_ms);
                self.calls.has_used(*call, so_far.as_ref());
                if so_far.is_some() {
                    self.in_vain = Some(reason.clone());
                }
                Touched::Nothing
            }
            Event::ModelCalled { call, report } => {
                self.in_vain = None;
                let touched = self.ask_of(*call);
                match self
                    .calls
                    .get(call)
                    .map(|call| (&call.ask, call.seat.clone()))
                {
                    // By whom the debate was held does not change after its end.
                    Some((&Ask::FollowUp { item }, _)) => self.follow_up_by(item, &report.model),
                    // Whether a server is there says nothing of who holds the debate.
                    Some((Ask::Probe { .. }, _) | (_, None)) | None => {}
                    // Whose model stands in does not change with it.
                    Some((_, Some(_))) if report.model == PERSON => {}
                    Some((_, Some(seat))) => self.note_model(&seat, &report.model),
                }
                self.end_call(*call, report, None);
                touched
            }
            Event::CallCut { call, report } => {
                let touched = self.ask_of(*call);
                self.calls.cut(*call);
                self.end_call(*call, report, None);
                touched
            }
            Event::ModelFailed {
                call,
                reason,
                failure,
                report,
            } => {
                let touched = self.ask_of(*call);
                if report.usage.tokens() > 0 {
                    self.in_vain = Some(reason.clone());
                }
                self.call_failed(*call, reason, *failure, report);
                touched
            }
            Event::TranscriptCondensed {
                call: _,
                speeches,
                context,
            } => {
                self.notice(notice::condensed(*speeches, *context));
                Touched::Nothing
            }
            events_of!(debate turns points votes judges interventions) => Touched::Nothing,
        }
    }

    /// Notes the model that answers for a seat, where it is not the one that the debate was opened with.
    pub(super) fn note_model(&mut self, seat: &Seat, model: &str) {
        let opening = self.opening.as_deref();
        let opened_with = opening.and_then(|one| one.seated().find(|(other, _)| *other == seat));
        match opened_with {
            Some((_, opened_with)) if opened_with != model && !model.is_empty() => {
                self.answered_by.insert(seat.clone(), model.to_owned());
            }
            Some(_) => {
                self.answered_by.remove(seat);
            }
            None => {}
        }
    }

    /// Whoever is in the middle of a speech is told of all evidence that has come in it, whatever the speech is taken up
    /// for.
    fn put_evidence(&mut self, turn: TurnId, cue: Cue) {
        let Some(under_way) = self.turn(turn) else {
            return;
        };
        let telling = self.untold(under_way).map(|item| item.id).collect();
        let reminded = match cue {
            Cue::Evidence { item } => self.has_been_given(under_way, item).then_some(item),
            Cue::Begin | Cue::Step { .. } | Cue::AfterPoint { .. } | Cue::Bell | Cue::Resume => {
                None
            }
        };
        self.with_turn(turn, |turn| {
            turn.telling = telling;
            if let Some(item) = reminded {
                turn.reminder = Some((item, turn.position()));
            }
        });
    }

    /// The piece of work of a call that is under way.
    fn ask_of(&self, call: CallId) -> Touched {
        let call = self.calls.get(&call);
        call.map_or(Touched::Nothing, |call| Touched::Ask(call.ask.clone()))
    }

    /// A call has failed for good. What was to be said or written is taken up again, or given up where that is of no
    /// use; who rises is asked again where the server was gone.
    fn call_failed(
        &mut self,
        id: CallId,
        reason: &String,
        failure: CallFailure,
        report: &CallReport,
    ) {
        let pending = self.calls.get(&id).filter(|call| !call.cut).cloned();
        self.end_call(id, report, Some((reason, failure)));
        let Some(Pending { ask, .. }) = pending else {
            return;
        };
        if let Ask::FollowUp { .. } = ask {
            // Nothing of the debate hangs on it, and no server is waited for.
            return;
        }
        if let Some(turn) = ask.writes() {
            self.with_turn(turn, |turn| {
                turn.failures = match failure {
                    CallFailure::Broke => turn.failures_with(turn.words),
                    CallFailure::Unavailable => MAX_FAILURES,
                    CallFailure::Outage
                    | CallFailure::Late
                    | CallFailure::Refused
                    | CallFailure::Overdue => turn.failures,
                };
                turn.reached = turn.reached.max(turn.words);
                turn.next = Some(turn.taken_up());
                turn.cut = None;
            });
        } else if let (Ask::PoiOffer { turn }, CallFailure::Outage) = (&ask, failure) {
            self.with_turn(*turn, |turn| {
                turn.considered = 0;
                turn.considered_words = 0;
            });
        }
        if let CallFailure::Broke | CallFailure::Unavailable = failure {
            self.asked_together(&ask, false);
        }
        self.doubt(id, (&ask, &report.model), reason, failure);
    }

    fn end_call(
        &mut self,
        id: CallId,
        report: &CallReport,
        failed: Option<(&String, CallFailure)>,
    ) {
        let Some(call) = self.calls.end(id) else {
            return;
        };
        if failed.is_none() && !call.cut {
            if let Ask::Probe { .. } = call.ask {
                self.is_there();
            } else if !matches!(call.ask, Ask::FollowUp { .. }) {
                self.settle(&call.ask);
                self.asked_together(&call.ask, true);
                self.is_in_time(&call.ask, &report.model);
                if let Some(turn) = call.ask.speaks() {
                    self.with_turn(turn, |turn| turn.failures = 0);
                }
            }
        }
        self.has_failed |= failed.is_some() && !call.cut;
        if !self.is_inherited(id) {
            self.ledger.add(&call.ask, report, failed.is_some());
        }
        self.finished.push(Finished {
            call: id,
            ask: call.ask,
            seat: call.seat,
            since_ms: call.since_ms,
            report: report.clone(),
            cut: call.cut,
            failed: failed.map(|(reason, _)| reason.clone()),
            failure: failed.map(|(_, failure)| failure),
            excused: false,
        });
    }
}
