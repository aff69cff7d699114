//! The steps that the fold is made of: what one event does to turns, points, calls and what viewers brought in.

use super::{
    MAX_FAILURES,
    ask::{Ask, Cue, When},
    event::{CallReport, CloseReason, Failure, PausedBy, Record},
    ids::{CallId, CommandId, InterventionId, PoiId, Seat, TurnId},
    missing,
    opening::Polls,
    outage::Outage,
    scores::{Assessment, Judged, Judgement},
    sources::citations,
    state::{
        DebateState, Entry, Finished, Intervention, Matter, Pending, Poi, Progress, Round, Status,
        Turn, TurnStatus,
    },
    votes::Poll,
};
use crate::catalog::Task;

impl DebateState {
    /// The state that a sequence of records leaves behind.
    pub fn fold<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut state = Self::default();
        for record in records {
            state.apply(record);
        }
        state
    }

    pub(super) fn with_turn(&mut self, id: TurnId, change: impl FnOnce(&mut Turn)) {
        if let Some(turn) = self.turns.get_mut(id.index()) {
            change(turn);
        }
    }

    pub(super) fn with_point(&mut self, id: PoiId, change: impl FnOnce(&mut Poi)) {
        if let Some(point) = self.points.get_mut(id.index()) {
            change(point);
        }
    }

    /// Calls of an earlier process are forgotten; whoever had the floor takes it up again.
    pub(super) fn reconvene(&mut self) {
        self.calls.clear();
        self.outage = Outage::default();
        for turn in &mut self.turns {
            if turn.is_open() {
                turn.cut = None;
                if turn.next.is_none() {
                    turn.next = Some(turn.taken_up());
                }
            }
        }
        // A point that was to be taken at the end of the sentence is put as soon as the speech is taken up.
        self.resume(self.at_ms);
    }

    pub(super) fn resume(&mut self, at_ms: u64) {
        if let Status::Paused(by) = &self.status {
            if matches!(by, PausedBy::Limit { .. }) {
                self.limits_passed += 1;
            }
            if let PausedBy::Unreachable { .. } = by {
                for turn in &mut self.turns {
                    turn.failures = 0;
                }
            }
            self.status = Status::Running;
        }
        // Whether the server is back is asked first.
        self.outage.gone = None;
        if let Some(since) = self.paused_since.take() {
            self.paused_ms += at_ms.saturating_sub(since);
        }
    }

    pub(super) fn notice(&mut self, text: String) {
        self.entries.push(Entry::Notice(self.notices.len()));
        self.notices.push(text);
    }

    /// Asks for an interruption at the end of the sentence, where somebody is in the middle of one and no
    /// other interruption comes first.
    pub(super) fn call_for_cut(&mut self, turn: TurnId, cue: Cue) {
        if self.speaking_call(turn).is_some() {
            self.with_turn(turn, |turn| {
                turn.cut.get_or_insert(cue);
            });
        }
    }

    pub(super) fn drop_speaking_call(&mut self, turn: TurnId) {
        if let Some(id) = self.speaking_call(turn) {
            self.calls.cut(id);
        }
    }

    pub(super) fn close_turn(&mut self, id: TurnId, status: TurnStatus, at_ms: u64) {
        self.with_turn(id, |turn| {
            turn.status = status;
            turn.cut = None;
            turn.next = None;
            turn.ended_ms = Some(at_ms);
            // Looked at once: whoever asks what is to be checked asks after every sentence that is said.
            if turn.is_ended() && citations(&turn.text).is_empty() {
                turn.doubts = Some(Vec::new());
            }
        });
    }

    /// The debate is over. Of one that people held, it is told how they voted.
    pub(super) fn close(&mut self, reason: CloseReason) {
        self.calls.clear();
        self.status = Status::Closed(reason);
        if let Some(told) = missing::told(self, &missing::missing(self)) {
            self.notice(told);
        }
        let real = self.opening.as_deref().and_then(|one| one.real.as_ref());
        if real.is_some_and(|real| !real.told().is_empty()) {
            self.entries.push(Entry::HouseThen);
        }
    }

    /// A poll follows each main speech but the last: after that one the house divides.
    pub(super) fn open_poll(&mut self, after: TurnId) {
        let (Some(opening), Some(turn)) = (&self.opening, self.turn(after)) else {
            return;
        };
        let polled = self
            .plan
            .phases
            .get(turn.phase as usize)
            .is_some_and(|phase| phase.polls);
        let last = self.slot_of(turn).is_none_or(|slot| slot.last);
        if polled
            && !last
            && turn.task == Task::Speech
            && opening.options.polls == Polls::EachSpeech
            && !opening.audience.is_empty()
        {
            self.polls.push(Poll::after(after));
            self.look_at_poll(self.polls.len() - 1);
        }
    }

    /// A judge's assessment after a round. The scores of the last one are the scores so far.
    pub(super) fn assessed(
        &mut self,
        phase: u32,
        round: u32,
        judge: &Seat,
        assessment: Judged<Assessment>,
    ) {
        self.entries.push(Entry::Round(self.rounds.len()));
        self.rounds.push(Round {
            phase,
            round,
            judge: judge.clone(),
            assessment,
        });
    }

    pub(super) fn judged(&mut self, judge: &Seat, judgement: Judged<Judgement>) {
        self.entries.push(Entry::Judgement(self.judgements.len()));
        self.judgements.push((judge.clone(), judgement));
    }

    pub(super) fn bring_in(
        &mut self,
        record: &Record,
        id: InterventionId,
        command: CommandId,
        matter: Matter,
        text: &str,
        during: Option<TurnId>,
    ) -> bool {
        if id.index() != self.interventions.len() {
            return false;
        }
        let during = during.and_then(|turn| Some((turn, self.turn(turn)?.position())));
        self.interventions.push(Intervention {
            id,
            command,
            matter,
            seat: None,
            text: text.to_owned(),
            progress: Progress::Queued,
            during,
            place: None,
            at_ms: record.at_ms,
        });
        self.entries.push(Entry::Intervention(id));
        true
    }

    pub(super) fn address(&mut self, id: InterventionId, seat: &Seat) {
        if let Some(item) = self.interventions.get_mut(id.index()) {
            item.seat = Some(seat.clone());
        }
    }

    pub(super) fn progress(&mut self, id: InterventionId, progress: Progress) {
        let place = self.agenda.heard.len() + usize::from(self.floor().is_some());
        if let Some(item) = self.interventions.get_mut(id.index()) {
            if matches!(progress, Progress::Done { .. }) {
                item.place = Some(place);
            }
            item.progress = progress;
        }
    }

    /// A call has failed for good. What was to be said or written is taken up again, or given up where that is of no use;
    /// who rises is asked again where the server was gone.
    pub(super) fn call_failed(
        &mut self,
        id: CallId,
        reason: &String,
        failure: Failure,
        report: &CallReport,
    ) {
        let pending = self.calls.get(&id).filter(|call| !call.cut).cloned();
        self.end_call(id, report, Some((reason, failure)));
        let Some(Pending { ask, .. }) = pending else {
            return;
        };
        match (&ask, failure) {
            (Ask::Speech { turn, .. } | Ask::Prepare { turn } | Ask::Write { turn }, _) => {
                self.with_turn(*turn, |turn| {
                    turn.failures = match failure {
                        Failure::Broke => turn.failures_with(turn.words),
                        Failure::Unavailable => MAX_FAILURES,
                        Failure::Outage | Failure::Late | Failure::Refused | Failure::Overdue => {
                            turn.failures
                        }
                    };
                    turn.reached = turn.reached.max(turn.words);
                    turn.next = Some(turn.taken_up());
                    turn.cut = None;
                });
            }
            (Ask::PoiOffer { turn }, Failure::Outage) => self.with_turn(*turn, |turn| {
                turn.considered = 0;
                turn.considered_words = 0;
            }),
            _ => {}
        }
        self.doubt(id, (&ask, &report.model), reason, failure);
    }

    pub(super) fn end_call(
        &mut self,
        id: CallId,
        report: &CallReport,
        failed: Option<(&String, Failure)>,
    ) {
        let Some(call) = self.calls.end(id) else {
            return;
        };
        if failed.is_none() && !call.cut {
            match &call.ask {
                Ask::Probe { .. } => self.is_there(),
                ask => {
                    self.settle(ask);
                    self.is_in_time(ask);
                    if let Ask::Speech { turn, .. } = ask {
                        self.with_turn(*turn, |turn| turn.failures = 0);
                    }
                }
            }
        }
        self.ledger.add(report, failed.is_some());
        self.finished.push(Finished {
            call: id,
            ask: call.ask,
            seat: call.seat,
            since_ms: call.since_ms,
            report: report.clone(),
            cut: call.cut,
            failed: failed.map(|(reason, _)| reason.clone()),
            failure: failed.map(|(_, failure)| failure),
        });
    }

    /// Whether every member has cast a ballot, or been given up on.
    pub fn ballots_are_in(&self, when: When) -> bool {
        self.opening
            .as_deref()
            .is_none_or(|opening| self.ballots.cast(when) >= opening.audience.len())
    }
}
