//! The lines of the debate as a whole: opened, its phases and rounds, paused, closed.

use crate::{
    blocks::{Builder, running},
    catalog::Claims,
    debate::{
        DebateState,
        branch_change::BranchChange,
        event::{CloseReason, Event, PausedBy},
        granted::GrantExtent,
        grants::GrantAnswer,
        ids::{CommandId, Seat},
        missing::{Missing, missing},
        opening::Opening,
        state::Turn,
    },
    events_of,
    headless::jsonl::{
        Body, BranchChangeLine, BranchLine, ClaimsLine, GrantLine, MissingLine, SpeakerLine,
    },
};

use super::{Mapper, notice, phase_id};

impl Mapper {
    pub(super) fn of_debate(&self, event: &Event) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::Opened(opening) => opened(state, opening),
            Event::Reconvened { .. } => Body::Reconvened,
            // The fold has words for it.
            Event::BranchChanged { change } => Body::BranchChanged {
                change: branch_change(state, change),
                text: state.notices.last()?.clone(),
            },
            Event::PhaseBegan { phase } => {
                let opening = state.opening.as_deref()?;
                let phase = opening.format.phases.get(*phase as usize)?;
                Body::PhaseBegan {
                    id: phase.id.clone(),
                    name: phase.name.clone(),
                }
            }
            Event::RoundEnded { phase, round } => Body::RoundEnded {
                phase: phase_id(state, *phase),
                round: *round,
            },
            Event::PaceChanged { command: _, pace } => notice(running::pace(pace.word())),
            Event::Paused { command, by } => paused(state, by, *command),
            Event::Resumed {
                command,
                goes_on_without,
            } => Body::Resumed {
                command: command.0,
                goes_on_without: *goes_on_without,
            },
            Event::CommandRefused { command, reason } => Body::CommandRefused {
                command: command.0,
                reason: reason.clone(),
            },
            Event::Notice { text } => notice(text.clone()),
            // The fold has words for it.
            Event::ClaimsWorded { claims: None, .. } => notice(state.notices.last()?.clone()),
            Event::ClaimsWorded {
                claims: Some(claims),
                ..
            } => Body::ClaimsWorded {
                claims: claims_line(claims),
            },
            Event::GrantsConfirmed { seat, answers } => Body::GrantsConfirmed {
                seat: seat.to_string(),
                speaker: state.name(seat),
                side: state.side_name(seat).unwrap_or_default().to_owned(),
                grants: confirmed(state, answers),
            },
            Event::ConfirmationFailed { seat, reason } => {
                notice(Builder::of(state).not_confirmed(seat, reason))
            }
            Event::Closed { reason } => Body::DebateClosed {
                reason: match reason {
                    CloseReason::Completed => "completed",
                    CloseReason::Adjourned => "adjourned",
                },
                missing: lacking(state),
            },
            // Told by other lines, or of no use to anybody outside.
            Event::PhaseEnded { .. }
            | events_of!(turns points votes judges interventions calls) => {
                return None;
            }
        })
    }
}

fn opened(state: &DebateState, opening: &Opening) -> Body {
    let side = |seat: &Seat| {
        opening
            .format
            .side(seat.group())
            .map(|side| side.name.clone())
            .unwrap_or_default()
    };
    Body::DebateOpened {
        motion: opening.motion.motion.clone(),
        format: opening.format.name.clone(),
        format_id: opening.format_id.clone(),
        seed: opening.seed,
        opened_ms: opening.opened_ms,
        speakers: opening
            .speakers
            .iter()
            .map(|speaker| {
                alike!(speaker => SpeakerLine {
                    persona, model;
                    seat: speaker.seat.to_string(),
                    side: side(&speaker.seat),
                    name: speaker.card.name.clone(),
                })
            })
            .collect(),
        audience: opening.audience.len(),
        pace: opening.options.pace.word(),
        scale: opening.options.scale,
        unchecked_rules: state
            .unchecked_rules()
            .iter()
            .map(|rule| rule.word())
            .collect(),
        claims: opening
            .motion
            .is_worded()
            .then(|| claims_line(&opening.motion.claims)),
        branch: opening.branch.as_ref().map(|branch| BranchLine {
            of: branch.of.0.clone(),
            at_ms: branch.at_ms,
        }),
    }
}

/// What is otherwise in a branch.
fn branch_change(state: &DebateState, change: &BranchChange) -> BranchChangeLine {
    let seat_of = |turn: Option<&Turn>| turn.map(|turn| turn.seat.to_string());
    match change {
        BranchChange::Words {
            turn, instead_of, ..
        } => BranchChangeLine::Words {
            seat: seat_of(state.turn(*turn)).unwrap_or_default(),
            instead_of: instead_of.clone(),
        },
        BranchChange::Point { poi, taken, .. } => BranchChangeLine::Point {
            poi: poi.0,
            taken: *taken,
        },
        BranchChange::Speaker { seat, persona, .. } => BranchChangeLine::Speaker {
            seat: seat.to_string(),
            persona: persona.clone(),
            name: state.name(seat),
        },
        BranchChange::Model { seat, model } => BranchChangeLine::Model {
            seat: seat.as_ref().map(ToString::to_string),
            model: model.clone(),
        },
    }
}

fn claims_line(claims: &Claims) -> ClaimsLine {
    alike!(claims => ClaimsLine { prop, opp })
}

/// The points that are answered, each with what is said of it.
fn confirmed(state: &DebateState, answers: &[GrantAnswer]) -> Vec<GrantLine> {
    let grants = state.grants();
    let lines = answers.iter().filter_map(|answer| {
        let mut grants = grants.iter();
        let grant = grants.find(|grant| grant.place == answer.grant)?;
        Some(GrantLine {
            number: grant.number,
            argument_id: grant.argument.map(|one| one.id.clone()),
            claim: grant.claim.to_owned(),
            by: grant.by.to_string(),
            to: grant.owner.map(ToString::to_string),
            partly: grant.extent == GrantExtent::Part,
            agreed: answer.dispute.is_none(),
            dispute: answer.dispute.clone().unwrap_or_default(),
        })
    });
    lines.collect()
}

/// The parts that are missing at the end.
fn lacking(state: &DebateState) -> Vec<MissingLine> {
    let missing = missing(state).into_iter();
    let line = |one: Missing| MissingLine {
        what: one.part.word(),
        name: if one.seat == Seat::house() {
            String::new()
        } else {
            state.name(&one.seat)
        },
        seat: one.seat.to_string(),
        begun: one.begun,
        counts: one.counts,
        reason: one.reason,
    };
    missing.map(line).collect()
}

fn paused(state: &DebateState, by: &PausedBy, command: CommandId) -> Body {
    let (why, seat, detail) = match by {
        PausedBy::Viewer => ("viewer", None, None),
        PausedBy::Question { item: _ } => ("question", None, None),
        PausedBy::Questions => ("questions", None, None),
        PausedBy::Limit { what } => ("limit", None, Some(what.clone())),
        PausedBy::Unreachable { seat, reason } if *seat == Seat::house() => {
            ("unreachable", None, Some(reason.clone()))
        }
        PausedBy::Unreachable { seat, reason } => (
            "unreachable",
            Some(seat.to_string()),
            Some(format!("{}: {reason}", state.name(seat))),
        ),
    };
    Body::Paused {
        why,
        seat,
        detail,
        command: command.0,
    }
}
