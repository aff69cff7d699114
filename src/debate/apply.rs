//! The fold: the one place where state changes. It never fails, never blocks and does no I/O; an event that
//! makes no sense in the present state (a foreign or damaged journal) changes as little as possible.

use std::sync::Arc;

use super::{
    ask::{Ask, Cue, When},
    event::{CallReport, Event, Failure, PausedBy, Record},
    ids::{CallId, PoiId, TurnId},
    opening::Polls,
    plan::Plan,
    state::{
        CastBallot, DebateState, Entry, Extraction, Finished, Intervention, Matter, Pending, Poi,
        PoiStatus, Poll, Progress, Status, Turn, TurnStatus,
    },
};
use crate::{
    catalog::Task,
    text::{count_words, floor_char_boundary},
};

/// After so many failures in a row a speaker counts as unreachable.
pub(super) const MAX_FAILURES: u32 = 3;

impl DebateState {
    /// The state that a sequence of records leaves behind.
    pub fn fold<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut state = Self::default();
        for record in records {
            state.apply(record);
        }
        state
    }

    /// Takes one record in.
    pub fn apply(&mut self, record: &Record) {
        self.next_seq = record.seq + 1;
        self.at_ms = record.at_ms;
        match &record.event {
            Event::Opened(opening) => {
                self.plan = Arc::new(Plan::of(opening));
                self.pace = opening.options.pace;
                self.opening = Some(Arc::clone(opening));
                self.status = Status::Running;
            }
            Event::Reconvened => self.reconvene(),
            Event::PhaseBegan { phase } => {
                self.phase = Some(*phase);
                self.entries.push(Entry::Phase(*phase));
            }
            Event::PhaseEnded { phase } => {
                self.phases_ended = self.phases_ended.max(phase + 1);
                self.phase = None;
            }
            Event::TurnBegan {
                turn,
                slot,
                seat,
                task,
                attempt,
                target_words,
            } => {
                if turn.index() == self.turns.len() {
                    let phase = self
                        .plan
                        .slots
                        .get(*slot as usize)
                        .map_or(0, |slot| slot.phase);
                    self.turns.push(Turn {
                        id: *turn,
                        slot: *slot,
                        phase,
                        seat: seat.clone(),
                        task: *task,
                        attempt: *attempt,
                        target_words: *target_words,
                        text: String::new(),
                        words: 0,
                        status: TurnStatus::Open,
                        bell: None,
                        cut: None,
                        next: Some(Cue::Begin),
                        steps: 0,
                        points: Vec::new(),
                        considered: 0,
                        considered_words: 0,
                        failures: 0,
                        arguments: Extraction::None,
                        began_ms: record.at_ms,
                        ended_ms: None,
                        seams: Vec::new(),
                    });
                    if task.is_spoken() {
                        self.entries.push(Entry::Turn(*turn));
                    }
                }
            }
            Event::Said { turn, text } => self.with_turn(*turn, |turn| {
                turn.add(text);
                turn.failures = 0;
            }),
            Event::SpeechCut { turn, cue } => {
                self.drop_speaking_call(*turn);
                let cue = *cue;
                self.with_turn(*turn, |turn| {
                    turn.cut = None;
                    turn.next = Some(cue);
                });
            }
            Event::StepEnded { turn, step } => {
                let next = step + 1;
                self.with_turn(*turn, |turn| {
                    turn.steps = next;
                    turn.cut = None;
                    turn.next = Some(Cue::Step { step: next });
                    turn.break_paragraph();
                });
            }
            Event::SpeechRewound { turn, kept } => {
                let kept = *kept as usize;
                self.with_turn(*turn, |turn| turn.rewind(kept));
            }
            Event::BellRang {
                turn,
                words_left: _,
                interrupts,
            } => {
                self.with_turn(*turn, |turn| turn.bell = Some(turn.position()));
                if *interrupts {
                    self.call_for_cut(*turn, Cue::Bell);
                }
            }
            Event::SpeechHeard { turn, truncated } => {
                self.drop_speaking_call(*turn);
                self.with_turn(*turn, |turn| {
                    turn.status = TurnStatus::Heard {
                        truncated: truncated.clone(),
                    };
                    turn.cut = None;
                    turn.next = None;
                });
            }
            Event::TurnEnded {
                turn,
                truncated,
                flagged,
            } => {
                self.drop_speaking_call(*turn);
                let status = TurnStatus::Ended {
                    truncated: truncated.clone(),
                    flagged: flagged.clone(),
                };
                self.close_turn(*turn, status, record.at_ms);
                self.open_poll(*turn);
            }
            Event::TurnStruck { turn, rule, reason } => {
                self.drop_speaking_call(*turn);
                let status = TurnStatus::Struck {
                    rule: rule.clone(),
                    reason: reason.clone(),
                };
                self.close_turn(*turn, status, record.at_ms);
            }
            Event::PoiOffered {
                poi,
                turn,
                from,
                to,
                text,
                command: _,
            } => {
                if poi.index() == self.points.len() {
                    let at = self.turn(*turn).map_or(0, Turn::position);
                    self.points.push(Poi {
                        id: *poi,
                        turn: *turn,
                        from: from.clone(),
                        to: to.clone(),
                        text: text.clone(),
                        status: PoiStatus::Offered,
                        at,
                        reason: String::new(),
                        offered_ms: record.at_ms,
                    });
                    let poi = *poi;
                    self.with_turn(*turn, |turn| turn.points.push(poi));
                }
            }
            Event::PoiTaken { poi, reason } => {
                self.with_point(*poi, |point| {
                    point.status = PoiStatus::Taken;
                    point.reason.clone_from(reason);
                });
                let cue = Cue::AfterPoint { poi: *poi };
                if let Some(turn) = self.point(*poi).map(|point| point.turn) {
                    self.call_for_cut(turn, cue);
                }
            }
            Event::PoiAccepted { poi } => {
                let at = self
                    .point(*poi)
                    .and_then(|point| self.turn(point.turn))
                    .map_or(0, Turn::position);
                self.with_point(*poi, |point| {
                    point.status = PoiStatus::Accepted;
                    point.at = at;
                });
            }
            Event::PoiDeclined {
                poi,
                gesture,
                reason,
            } => self.with_point(*poi, |point| {
                point.status = PoiStatus::Declined {
                    gesture: gesture.clone(),
                };
                point.reason.clone_from(reason);
            }),
            Event::PoiAnswered { poi, text } => {
                self.with_point(*poi, |point| {
                    point.status = PoiStatus::Answered { text: text.clone() }
                });
            }
            Event::PoiConsidered { turn, upto } => {
                let upto = *upto;
                self.with_turn(*turn, |turn| {
                    turn.considered = upto;
                    turn.considered_words = turn
                        .text
                        .get(..upto as usize)
                        .map_or(turn.words, count_words);
                });
            }
            Event::ArgumentsExtracted { turn, arguments } => {
                self.with_turn(*turn, |turn| {
                    turn.arguments = Extraction::Done(arguments.clone());
                });
            }
            Event::ExtractionFailed { turn, reason: _ } => {
                self.with_turn(*turn, |turn| turn.arguments = Extraction::Failed);
            }
            Event::StrawVoteCast {
                member,
                after,
                vote,
            } => {
                if let Some(poll) = self.polls.iter_mut().find(|poll| poll.after == *after) {
                    poll.votes.insert(member.clone(), *vote);
                }
            }
            Event::PollTaken { after } => {
                if let Some(index) = self.polls.iter().position(|poll| poll.after == *after) {
                    if let Some(poll) = self.polls.get_mut(index) {
                        poll.taken = true;
                    }
                    self.entries.push(Entry::Poll(index));
                }
            }
            Event::BallotCast {
                member,
                when,
                vote,
                reason,
            } => {
                let ballot = CastBallot {
                    vote: Some(*vote),
                    reason: reason.clone(),
                };
                self.ballots.insert((*when, member.clone()), ballot);
            }
            Event::BallotSpoiled {
                member,
                when,
                reason,
            } => {
                let ballot = CastBallot {
                    vote: None,
                    reason: reason.clone(),
                };
                self.ballots.insert((*when, member.clone()), ballot);
            }
            Event::VerdictFailed { reason } => {
                self.verdict = Some(None);
                self.notice(format!("The verdict could not be had: {reason}"));
            }
            Event::VerdictGiven(verdict) => self.verdict = Some(Some((**verdict).clone())),
            Event::DivisionDeclared(result) => {
                self.division = Some((**result).clone());
                self.entries.push(Entry::Division);
            }
            Event::EvidenceAdmitted {
                item,
                command,
                text,
                source,
                during,
            } => {
                let matter = Matter::Evidence {
                    source: source.clone(),
                };
                if self.bring_in(record, *item, *command, matter, text, *during) {
                    self.progress(*item, Progress::Done { answer: None });
                    if let Some(turn) = during {
                        self.call_for_cut(*turn, Cue::Evidence { item: *item });
                    }
                }
            }
            Event::QuestionAsked {
                item,
                command,
                seat,
                text,
                halt,
                during,
            } => {
                if self.bring_in(
                    record,
                    *item,
                    *command,
                    Matter::Question { halt: *halt },
                    text,
                    *during,
                ) {
                    self.address(*item, seat);
                    self.progress(*item, Progress::Put);
                }
            }
            Event::ClarificationQueued {
                item,
                command,
                seat,
                text,
            } => {
                if self.bring_in(record, *item, *command, Matter::Clarification, text, None)
                    && let Some(seat) = seat
                {
                    self.address(*item, seat);
                }
            }
            Event::ClarificationPut { item, seat } => {
                self.address(*item, seat);
                self.progress(*item, Progress::Put);
            }
            Event::QuestionAnswered { item, text } => {
                self.progress(
                    *item,
                    Progress::Done {
                        answer: Some(text.clone()),
                    },
                );
            }
            Event::QuestionFailed { item, reason } => {
                self.progress(
                    *item,
                    Progress::Failed {
                        reason: reason.clone(),
                    },
                );
            }
            Event::GalleryPointQueued {
                item,
                command,
                text,
            } => {
                self.bring_in(record, *item, *command, Matter::GalleryPoint, text, None);
            }
            Event::GalleryPointRaised { item } => {
                self.progress(*item, Progress::Done { answer: None });
            }
            Event::PaceChanged { command: _, pace } => self.pace = *pace,
            Event::Paused { command: _, by } => {
                self.status = Status::Paused(by.clone());
                self.paused_since.get_or_insert(record.at_ms);
            }
            Event::Resumed { command: _ } => self.resume(record.at_ms),
            Event::CommandRefused { .. } => {}
            Event::CallBegan { call, ask, seat } => {
                self.calls_begun = self.calls_begun.max(call.0 + 1);
                self.calls.insert(
                    *call,
                    Pending {
                        ask: ask.clone(),
                        seat: seat.clone(),
                        cut: false,
                        since_ms: record.at_ms,
                        failed_tries: 0,
                        last_failure: None,
                    },
                );
                if let Ask::Speech { turn, .. } = ask {
                    self.with_turn(*turn, |turn| turn.next = None);
                }
            }
            Event::CallRetried {
                call,
                attempt,
                reason,
                wait_ms: _,
            } => {
                if let Some(call) = self.calls.get_mut(call) {
                    call.failed_tries = *attempt;
                    call.last_failure = Some(reason.clone());
                }
            }
            Event::ModelCalled { call, report } => self.end_call(*call, report, None),
            Event::ModelFailed {
                call,
                reason,
                failure,
                report,
            } => {
                if let Some(pending) = self.calls.get(call)
                    && !pending.cut
                    && let Ask::Speech { turn, .. } | Ask::Prepare { turn } = pending.ask
                {
                    self.with_turn(turn, |turn| {
                        turn.failures = match failure {
                            Failure::Broke => turn.failures + 1,
                            Failure::Unavailable => MAX_FAILURES,
                        };
                        turn.next = Some(turn.taken_up());
                        turn.cut = None;
                    });
                }
                self.end_call(*call, report, Some(reason));
            }
            Event::TranscriptCondensed { .. } => {
                self.notice(super::notice::condensed(&record.event));
            }
            Event::Notice { text } => self.notice(text.clone()),
            Event::Closed { reason } => {
                self.calls.clear();
                self.status = Status::Closed(*reason);
            }
        }
    }

    fn with_turn(&mut self, id: TurnId, change: impl FnOnce(&mut Turn)) {
        if let Some(turn) = self.turns.get_mut(id.index()) {
            change(turn);
        }
    }

    fn with_point(&mut self, id: PoiId, change: impl FnOnce(&mut Poi)) {
        if let Some(point) = self.points.get_mut(id.index()) {
            change(point);
        }
    }

    /// Calls of an earlier process are forgotten; whoever had the floor takes it up again.
    fn reconvene(&mut self) {
        self.calls.clear();
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

    fn resume(&mut self, at_ms: u64) {
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
        if let Some(since) = self.paused_since.take() {
            self.paused_ms += at_ms.saturating_sub(since);
        }
    }

    fn notice(&mut self, text: String) {
        self.entries.push(Entry::Notice(self.notices.len()));
        self.notices.push(text);
    }

    /// Asks for an interruption at the end of the sentence, where somebody is in the middle of one and no
    /// other interruption comes first.
    fn call_for_cut(&mut self, turn: TurnId, cue: Cue) {
        if self.speaking_call(turn).is_some() {
            self.with_turn(turn, |turn| {
                turn.cut.get_or_insert(cue);
            });
        }
    }

    fn drop_speaking_call(&mut self, turn: TurnId) {
        if let Some(id) = self.speaking_call(turn)
            && let Some(call) = self.calls.get_mut(&id)
        {
            call.cut = true;
        }
    }

    fn close_turn(&mut self, id: TurnId, status: TurnStatus, at_ms: u64) {
        self.with_turn(id, |turn| {
            turn.status = status;
            turn.cut = None;
            turn.next = None;
            turn.ended_ms = Some(at_ms);
        });
    }

    /// A poll follows each main speech but the last: after that one the house divides.
    fn open_poll(&mut self, after: TurnId) {
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
            self.polls.push(Poll {
                after,
                votes: std::collections::BTreeMap::new(),
                taken: false,
            });
        }
    }

    fn bring_in(
        &mut self,
        record: &Record,
        id: super::ids::InterventionId,
        command: super::ids::CommandId,
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

    fn address(&mut self, id: super::ids::InterventionId, seat: &super::ids::Seat) {
        if let Some(item) = self.interventions.get_mut(id.index()) {
            item.seat = Some(seat.clone());
        }
    }

    fn progress(&mut self, id: super::ids::InterventionId, progress: Progress) {
        let place = self.speeches().count() + usize::from(self.floor().is_some());
        if let Some(item) = self.interventions.get_mut(id.index()) {
            if matches!(progress, Progress::Done { .. }) {
                item.place = Some(place);
            }
            item.progress = progress;
        }
    }

    fn end_call(&mut self, id: CallId, report: &CallReport, failed: Option<&String>) {
        let Some(call) = self.calls.remove(&id) else {
            return;
        };
        self.ledger.calls += 1;
        self.ledger.failed += u32::from(failed.is_some());
        self.ledger.prompt_tokens += report.usage.prompt_tokens;
        self.ledger.cached_tokens += report.usage.cached_tokens;
        self.ledger.completion_tokens += report.usage.completion_tokens;
        match report.cost {
            Some(cost) => self.ledger.cost += cost,
            None => self.ledger.unpriced += 1,
        }
        self.finished.push(Finished {
            call: id,
            ask: call.ask,
            seat: call.seat,
            since_ms: call.since_ms,
            report: report.clone(),
            failed: failed.cloned(),
        });
    }

    /// Whether every member has cast a ballot, or been given up on.
    pub fn ballots_are_in(&self, when: When) -> bool {
        let cast = self.ballots.keys().filter(|(at, _)| *at == when).count();
        self.opening
            .as_deref()
            .is_none_or(|opening| cast >= opening.audience.len())
    }
}

impl Turn {
    /// The length of what has been said, in bytes.
    pub fn position(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    /// How a speech whose line broke is taken up.
    fn taken_up(&self) -> Cue {
        if self.text.is_empty() {
            Cue::Begin
        } else {
            Cue::Resume
        }
    }

    fn add(&mut self, text: &str) {
        // A word may be split between two pieces; counting only the tail keeps this cheap for long speeches.
        let joins =
            !self.text.ends_with(char::is_whitespace) && !text.starts_with(char::is_whitespace);
        let joins = joins && !self.text.is_empty() && !text.is_empty();
        self.text.push_str(text);
        self.words += count_words(text) - u32::from(joins && count_words(text) > 0);
    }

    fn rewind(&mut self, kept: usize) {
        let kept = floor_char_boundary(&self.text, kept);
        self.text.truncate(kept);
        self.words = count_words(&self.text);
        let position = self.position();
        self.seams.push(position);
        self.considered = self.considered.min(position);
        self.considered_words = self.considered_words.min(self.words);
        if self.bell.is_some_and(|bell| bell > position) {
            self.bell = Some(position);
        }
    }

    fn break_paragraph(&mut self) {
        while !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}
