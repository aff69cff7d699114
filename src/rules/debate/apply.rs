//! The fold: the one place where state changes. It never fails, never blocks and does no I/O; an event that
//! makes no sense in the present state (a foreign or damaged journal) changes as little as possible.

use std::sync::Arc;

use super::{
    agenda::touched,
    ask::{Ask, Cue},
    event::{Event, PausedBy, Record},
    plan::Plan,
    scores::Judged,
    state::{
        Chosen, DebateState, Entry, Extraction, Matter, Pending, Poi, PoiStatus, Progress, Status,
        Turn, TurnStatus,
    },
    votes::CastBallot,
};
use crate::text::count_words;

/// After so many failures in a row, with nothing more to show for them, a speaker counts as unreachable.
pub const MAX_FAILURES: u32 = 3;

impl DebateState {
    /// Takes one record in.
    pub fn apply(&mut self, record: &Record) {
        let touched = touched(self, &record.event);
        self.take_in(record);
        self.look_at(touched);
    }

    fn take_in(&mut self, record: &Record) {
        self.next_seq = record.seq.saturating_add(1);
        self.at_ms = record.at_ms;
        match &record.event {
            Event::Opened(opening) => {
                self.plan = Arc::new(Plan::of(opening));
                self.pace = opening.options.pace;
                self.on_failure = opening.options.on_failure;
                self.opening = Some(Arc::clone(opening));
                self.status = Status::Running;
            }
            Event::Reconvened { on_failure } => {
                self.on_failure = on_failure.unwrap_or(self.on_failure);
                self.reconvene();
            }
            Event::PhaseBegan { phase } => {
                self.phase = Some(*phase);
                self.entries.push(Entry::Phase(*phase));
            }
            Event::PhaseEnded { phase } => {
                self.phases_ended = self.phases_ended.max(phase.saturating_add(1));
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
                    let mut turn = Turn::begun(*turn, seat.clone(), *task, record.at_ms);
                    turn.slot = *slot;
                    turn.phase = phase;
                    turn.attempt = *attempt;
                    turn.target_words = *target_words;
                    let id = turn.id;
                    self.turns.push(turn);
                    if task.is_on_record() {
                        self.entries.push(Entry::Turn(id));
                    }
                }
            }
            Event::PassagesDrawn { .. } | Event::SourcesChecked { .. } => {
                self.sourced(&record.event);
            }
            // No success yet: what is said may be taken back when the line breaks, and would be asked for without end.
            Event::Said { turn, text } => self.with_turn(*turn, |turn| turn.add(text)),
            Event::Submitted { turn, work } => self.with_turn(*turn, |turn| {
                turn.text = work.text();
                turn.words = count_words(&work.words());
                turn.work = Some((**work).clone());
            }),
            Event::SideCleared { turn } => {
                self.with_turn(*turn, |turn| turn.side_cleared = true);
            }
            Event::RoundEnded { phase, round } => {
                self.rounds_ended.insert(*phase, *round);
            }
            Event::SpeakerChosen {
                phase,
                round,
                seat,
                reason,
            } => {
                if !reason.is_empty() {
                    self.entries.push(Entry::Chosen(self.chosen.len()));
                }
                self.chosen.push(Chosen {
                    phase: *phase,
                    round: *round,
                    seat: seat.clone(),
                    reason: reason.clone(),
                });
            }
            Event::AssessmentMade {
                phase,
                round,
                judge,
                assessment,
            } => self.assessed(*phase, *round, judge, Judged::Given((**assessment).clone())),
            Event::AssessmentUnusable {
                phase,
                round,
                judge,
                reason,
                raw,
            } => {
                let unusable = Judged::Unusable {
                    reason: reason.clone(),
                    raw: raw.clone(),
                };
                self.assessed(*phase, *round, judge, unusable);
            }
            Event::StoppedEarly {
                phase,
                round: _,
                criterion,
            } => {
                self.stopped.insert(*phase, *criterion);
                self.notice(super::notice::stopped(&record.event));
            }
            Event::JudgementGiven { judge, judgement } => {
                self.judged(judge, Judged::Given((**judgement).clone()));
            }
            Event::JudgementUnusable { judge, reason, raw } => {
                let unusable = Judged::Unusable {
                    reason: reason.clone(),
                    raw: raw.clone(),
                };
                self.judged(judge, unusable);
            }
            Event::ScoresGiven(scores) => {
                self.scores = Some((**scores).clone());
                self.entries.push(Entry::Scores);
            }
            Event::SpeechCut { turn, cue } => {
                self.drop_speaking_call(*turn);
                let cue = *cue;
                self.with_turn(*turn, |turn| {
                    turn.cut = None;
                    turn.next = Some(cue);
                });
            }
            Event::StepEnded { turn, step } => {
                let next = step.saturating_add(1);
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
            Event::SideDoubted { turn, words } => {
                self.with_turn(*turn, |turn| turn.doubted = Some(words.clone()));
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
                if let Some(poll) = self.polls.iter_mut().rfind(|poll| poll.after == *after) {
                    poll.vote(member.clone(), *vote);
                }
            }
            Event::PollTaken { after } => {
                if let Some(index) = self.polls.iter().rposition(|poll| poll.after == *after) {
                    if let Some(poll) = self.polls.get_mut(index) {
                        poll.taken = true;
                    }
                    // It is taken beside the next speech, and told with this one.
                    self.with_turn(*after, |turn| turn.poll = Some(index));
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
            Event::AssessmentFailed { seat, reason } => {
                self.assessments.insert(seat.clone(), None);
                let name = self.name(seat);
                self.notice(format!("No assessment of {name} could be had: {reason}"));
            }
            Event::SpeakerAssessed { seat, assessment } => {
                self.assessments
                    .insert(seat.clone(), Some(assessment.clone()));
            }
            Event::DivisionDeclared(result) => {
                self.division = Some((**result).clone());
                self.entries.push(Entry::Division);
            }
            Event::EvidenceAdmitted {
                item,
                command,
                text,
                source,
                places,
                during,
            } => {
                let matter = Matter::Evidence {
                    source: source.clone(),
                    places: places.clone(),
                    words: count_words(text),
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
                self.questions_taken |= *by == PausedBy::Questions;
                self.paused_since.get_or_insert(record.at_ms);
            }
            Event::Resumed { command: _ } => self.resume(record.at_ms),
            Event::CommandRefused { .. } => {}
            Event::CallBegan { call, ask, seat } => {
                self.calls_begun = self.calls_begun.max(call.0.saturating_add(1));
                let from = ask.writes().and_then(|turn| self.turn(turn));
                self.calls.begin(
                    *call,
                    Pending {
                        ask: ask.clone(),
                        seat: seat.clone(),
                        cut: false,
                        from: from.map_or(0, Turn::position),
                        since_ms: record.at_ms,
                        failed_tries: 0,
                        last_failure: None,
                        waits_until_ms: 0,
                    },
                );
                if let Ask::Speech { turn, .. } | Ask::Write { turn } = ask {
                    self.with_turn(*turn, |turn| turn.next = None);
                }
            }
            Event::CallRetried {
                call,
                attempt,
                reason,
                wait_ms,
            } => {
                let until_ms = record.at_ms.saturating_add(*wait_ms);
                self.calls.retried(*call, *attempt, reason, until_ms);
            }
            Event::ModelCalled { call, report } => self.end_call(*call, report, None),
            Event::CallCut { call, report } => {
                self.calls.cut(*call);
                self.end_call(*call, report, None);
            }
            Event::ModelFailed {
                call,
                reason,
                failure,
                report,
            } => self.call_failed(*call, reason, *failure, report),
            Event::TranscriptCondensed { .. } => {
                self.notice(super::notice::condensed(&record.event));
            }
            Event::Notice { text } => self.notice(text.clone()),
            Event::Closed { reason } => self.close(*reason),
        }
    }
}
