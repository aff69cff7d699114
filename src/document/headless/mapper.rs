//! From the journal's records to the public lines.

use super::{
    convert::{
        argued, because, called, checked, division, drawn, lacking, opened, paused, when_word,
    },
    jsonl::{Body, Line},
    scored,
};
use crate::debate::{
    DebateState,
    command::Halt,
    event::{CloseReason, Event, Record},
    ids::{CallId, InterventionId, PoiId, Seat, TurnId},
    state::Pending,
};

/// Turns records into lines. Some give none, some several; lines have numbers of their own, and the same
/// records always give the same lines.
#[derive(Debug, Clone, Default)]
pub struct Mapper {
    state: DebateState,
    next: u64,
}

impl Mapper {
    /// At the beginning of a debate. For one that is taken up in the middle, give it the earlier records
    /// first and drop their lines.
    pub fn new() -> Self {
        Self::default()
    }

    /// The state after the last record.
    pub fn state(&self) -> &DebateState {
        &self.state
    }

    /// The lines of the next record.
    pub fn lines(&mut self, record: &Record) -> Vec<Line> {
        let call = ended_call(&record.event).and_then(|call| self.state.calls.get(&call).cloned());
        let before = rewritten(&record.event).and_then(|turn| {
            self.state
                .turn(turn)
                .map(|turn| (turn.id, turn.text.clone()))
        });
        self.state.apply(record);
        let bodies: Vec<Body> = match before {
            Some((turn, before)) => self.rewrite(turn, &before),
            None => self
                .body(&record.event, call.as_ref())
                .into_iter()
                .chain(scored::also(&self.state, &record.event))
                .collect(),
        };
        let debate = self
            .state
            .opening
            .as_deref()
            .map(|opening| opening.debate.0.clone())
            .unwrap_or_default();
        bodies
            .into_iter()
            .map(|body| {
                let seq = self.next;
                self.next += 1;
                Line {
                    seq,
                    at_ms: record.at_ms,
                    debate: debate.clone(),
                    body,
                }
            })
            .collect()
    }

    /// What became of a text that was changed and not only added to.
    fn rewrite(&self, turn: TurnId, before: &str) -> Vec<Body> {
        let Some(turn) = self.state.turn(turn).filter(|turn| turn.task.is_spoken()) else {
            return vec![];
        };
        let seat = turn.seat.to_string();
        let kept = before
            .char_indices()
            .zip(turn.text.chars())
            .find(|((_, old), new)| old != new)
            .map_or(before.len().min(turn.text.len()), |((at, _), _)| at);
        let mut bodies = Vec::new();
        if kept < before.len() {
            bodies.push(Body::SpeechRewound {
                seat: seat.clone(),
                kept,
            });
        }
        if let Some(text) = turn.text.get(kept..).filter(|text| !text.is_empty()) {
            bodies.push(Body::SpeechDelta {
                seat,
                text: text.to_owned(),
            });
        }
        bodies
    }

    fn body(&self, event: &Event, call: Option<&Pending>) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::Opened(opening) => opened(opening),
            Event::Reconvened { on_failure: _ } => Body::Reconvened,
            Event::PhaseBegan { phase } => self.phase(*phase)?,
            Event::TurnBegan {
                turn: _,
                slot: _,
                seat,
                task,
                attempt,
                target_words,
            } => Body::TurnBegan {
                seat: seat.to_string(),
                speaker: state.name(seat),
                task: task.word(),
                attempt: *attempt,
                target_words: *target_words,
            },
            Event::Said { turn, text } => {
                let turn = state.turn(*turn).filter(|turn| turn.task.is_spoken())?;
                Body::SpeechDelta {
                    seat: turn.seat.to_string(),
                    text: text.clone(),
                }
            }
            Event::Submitted { turn, work } => Body::Submitted {
                seat: self.seat_of(*turn),
                speaker: self.speaker_of(*turn),
                work: (**work).clone(),
            },
            Event::RoundEnded { phase, round } => Body::RoundEnded {
                phase: scored::phase_id(state, *phase),
                round: *round,
            },
            Event::SpeakerChosen {
                phase,
                round,
                seat,
                reason,
            } => Body::SpeakerChosen {
                phase: scored::phase_id(state, *phase),
                round: *round,
                seat: seat.to_string(),
                speaker: state.name(seat),
                reason: reason.clone(),
            },
            Event::AssessmentMade {
                phase,
                round,
                judge,
                assessment,
            } => scored::assessed(state, (*phase, *round), judge, assessment),
            Event::StoppedEarly {
                phase,
                round,
                criterion,
            } => Body::StoppedEarly {
                phase: scored::phase_id(state, *phase),
                round: *round,
                criterion: criterion.word(),
            },
            Event::JudgementGiven { judge, judgement } => scored::judged(state, judge, judgement),
            Event::AssessmentUnusable {
                judge, reason, raw, ..
            }
            | Event::JudgementUnusable { judge, reason, raw } => Body::JudgeUnusable {
                judge: judge.to_string(),
                reason: reason.clone(),
                raw: raw.clone(),
            },
            Event::ScoresGiven(scores) => scored::scored(scores),
            Event::BellRang {
                turn,
                words_left,
                interrupts: _,
            } => Body::Bell {
                seat: self.seat_of(*turn),
                words_left: *words_left,
            },
            Event::TurnEnded {
                turn,
                truncated,
                flagged,
            } => {
                let turn = state.turn(*turn)?;
                Body::TurnEnded {
                    seat: turn.seat.to_string(),
                    speaker: state.name(&turn.seat),
                    task: turn.task.word(),
                    text: turn.text.clone(),
                    words: turn.words,
                    truncated: truncated.is_some(),
                    truncated_because: truncated.as_ref().map(because),
                    flagged: flagged.clone(),
                }
            }
            Event::TurnStruck { turn, rule, reason } => Body::TurnStruck {
                seat: self.seat_of(*turn),
                rule: rule.clone(),
                reason: reason.clone(),
            },
            Event::PoiOffered {
                poi,
                turn: _,
                from,
                to,
                text,
                command: _,
            } => Body::PoiOffered {
                poi: poi.0,
                from: state.name(from),
                to: state.name(to),
                from_seat: from.to_string(),
                to_seat: to.to_string(),
                text: text.clone(),
            },
            Event::PoiAccepted { poi } => Body::PoiAccepted {
                poi: poi.0,
                reason: self.reason_of(*poi),
            },
            Event::PoiDeclined {
                poi,
                gesture,
                reason,
            } => Body::PoiDeclined {
                poi: poi.0,
                gesture: gesture.clone(),
                reason: reason.clone(),
            },
            Event::PoiAnswered { poi, text } => Body::PoiAnswered {
                poi: poi.0,
                text: text.clone(),
            },
            Event::PassagesDrawn {
                turn,
                numbers,
                trouble,
                ..
            } => drawn(state, *turn, numbers, trouble.as_deref()),
            Event::SourcesChecked { turn, doubts } => checked(self.seat_of(*turn), doubts),
            Event::ArgumentsExtracted { turn, arguments } => argued(self.seat_of(*turn), arguments),
            Event::ExtractionFailed { turn, reason } => Body::Notice {
                text: format!(
                    "What {} argued could not be written down: {reason}",
                    self.speaker_of(*turn)
                ),
            },
            Event::PollTaken { after } => {
                let poll = state.polls.iter().find(|poll| poll.after == *after)?;
                let tally = poll.tally();
                Body::PollTaken {
                    after_seat: self.seat_of(*after),
                    ayes: tally.ayes,
                    noes: tally.noes,
                    undecided: tally.undecided,
                }
            }
            Event::BallotCast {
                member,
                when,
                vote,
                reason,
            } => Body::BallotCast {
                member: state.name(member),
                seat: member.to_string(),
                when: when_word(*when),
                vote: vote.word(),
                reason: reason.clone(),
            },
            Event::BallotSpoiled {
                member,
                when,
                reason,
            } => Body::Notice {
                text: format!(
                    "The ballot of {} {} the debate could not be had: {reason}",
                    state.name(member),
                    when_word(*when)
                ),
            },
            Event::VerdictFailed { reason } => Body::Notice {
                text: format!("The verdict could not be had: {reason}"),
            },
            Event::AssessmentFailed { seat, reason } => Body::Notice {
                text: format!(
                    "No assessment of {} could be had: {reason}",
                    state.name(seat)
                ),
            },
            Event::DivisionDeclared(result) => Body::DivisionDeclared(Box::new(division(result))),
            Event::EvidenceAdmitted {
                item,
                command,
                text,
                source,
                places: _,
                during: _,
            } => Body::EvidenceAdmitted {
                item: item.0,
                command: command.0,
                text: text.clone(),
                source: source.clone(),
            },
            Event::QuestionAsked {
                item,
                command,
                seat,
                text,
                halt,
                during: _,
            } => Body::QuestionAsked {
                item: item.0,
                command: command.0,
                seat: seat.to_string(),
                speaker: state.name(seat),
                text: text.clone(),
                halting: *halt == Halt::Halting,
                clarification: false,
            },
            Event::ClarificationQueued {
                item,
                command,
                seat,
                text,
            } => Body::ClarificationQueued {
                item: item.0,
                command: command.0,
                seat: seat.as_ref().map(Seat::to_string),
                text: text.clone(),
            },
            Event::ClarificationPut { item, seat } => {
                let put = state.intervention(*item)?;
                Body::QuestionAsked {
                    item: item.0,
                    command: put.command.0,
                    seat: seat.to_string(),
                    speaker: state.name(seat),
                    text: put.text.clone(),
                    halting: false,
                    clarification: true,
                }
            }
            Event::QuestionAnswered { item, text } => {
                let seat = self.asked(*item);
                Body::QuestionAnswered {
                    item: item.0,
                    speaker: seat.map(|seat| state.name(seat)).unwrap_or_default(),
                    seat: seat.map(Seat::to_string).unwrap_or_default(),
                    text: text.clone(),
                }
            }
            Event::QuestionFailed { item, reason } => {
                let who = self.asked(*item).map(|seat| state.name(seat));
                Body::Notice {
                    text: format!(
                        "{} could not answer the question: {reason}",
                        who.unwrap_or_default()
                    ),
                }
            }
            Event::GalleryPointQueued {
                item: _,
                command: _,
                text,
            } => Body::Notice {
                text: format!("The gallery waits to rise on a point of information: {text}"),
            },
            Event::PaceChanged { command: _, pace } => Body::Notice {
                text: format!("The pace is now {}.", pace.word()),
            },
            Event::Paused { command, by } => paused(state, by, *command),
            Event::Resumed { command } => Body::Resumed { command: command.0 },
            Event::CommandRefused { command, reason } => Body::CommandRefused {
                command: command.0,
                reason: reason.clone(),
            },
            Event::CallRetried {
                call: id,
                attempt,
                reason,
                wait_ms,
            } => {
                let call = call?;
                Body::ModelRetried {
                    call: id.0,
                    purpose: call.ask.purpose().word(),
                    seat: call.seat.as_ref().map(Seat::to_string),
                    attempt: *attempt,
                    reason: reason.clone(),
                    wait_ms: *wait_ms,
                }
            }
            Event::ModelCalled { call: id, report } => Body::ModelCalled {
                cut: false,
                call: called(*id, call?, report),
            },
            Event::CallCut { call: id, report } => Body::ModelCalled {
                cut: true,
                call: called(*id, call?, report),
            },
            Event::ModelFailed {
                call: id,
                reason,
                failure: _,
                report,
            } => Body::ModelFailed {
                reason: reason.clone(),
                call: called(*id, call?, report),
            },
            // The fold has words for it.
            Event::TranscriptCondensed { .. } => Body::Notice {
                text: state.notices.last()?.clone(),
            },
            Event::Notice { text } => Body::Notice { text: text.clone() },
            Event::Closed { reason } => Body::DebateClosed {
                reason: match reason {
                    CloseReason::Completed => "completed",
                    CloseReason::Adjourned => "adjourned",
                },
                missing: lacking(state),
            },
            // How the house works inside: told by other lines, or of no use to anybody outside.
            Event::PhaseEnded { .. }
            | Event::SpeechCut { .. }
            | Event::StepEnded { .. }
            | Event::SpeechRewound { .. }
            | Event::SpeechHeard { .. }
            | Event::PoiTaken { .. }
            | Event::PoiConsidered { .. }
            | Event::StrawVoteCast { .. }
            | Event::SideDoubted { .. }
            | Event::SideCleared { .. }
            | Event::VerdictGiven(_)
            | Event::SpeakerAssessed { .. }
            | Event::GalleryPointRaised { .. }
            | Event::CallBegan { .. } => return None,
        })
    }

    fn phase(&self, phase: u32) -> Option<Body> {
        let opening = self.state.opening.as_deref()?;
        let phase = opening.format.phases.get(phase as usize)?;
        Some(Body::PhaseBegan {
            id: phase.id.clone(),
            name: phase.name.clone(),
        })
    }

    fn seat_of(&self, turn: TurnId) -> String {
        self.state
            .turn(turn)
            .map(|turn| turn.seat.to_string())
            .unwrap_or_default()
    }

    fn speaker_of(&self, turn: TurnId) -> String {
        self.state
            .turn(turn)
            .map(|turn| self.state.name(&turn.seat))
            .unwrap_or_default()
    }

    fn reason_of(&self, poi: PoiId) -> String {
        self.state
            .point(poi)
            .map(|point| point.reason.clone())
            .unwrap_or_default()
    }

    fn asked(&self, item: InterventionId) -> Option<&Seat> {
        self.state.intervention(item)?.seat.as_ref()
    }
}

/// The call that an event reports on. Its purpose is known only before the event is applied.
fn ended_call(event: &Event) -> Option<CallId> {
    match event {
        Event::ModelCalled { call, .. }
        | Event::CallCut { call, .. }
        | Event::ModelFailed { call, .. }
        | Event::CallRetried { call, .. } => Some(*call),
        _ => None,
    }
}

/// The turn whose text an event does more to than add.
fn rewritten(event: &Event) -> Option<TurnId> {
    match event {
        Event::SpeechRewound { turn, .. } | Event::StepEnded { turn, .. } => Some(*turn),
        _ => None,
    }
}
