//! The lines of what viewers bring in.

use crate::{
    blocks::{Builder, GALLERY_WAITS},
    debate::{
        DebateState,
        command::Halt,
        event::Event,
        ids::{InterventionId, Seat},
    },
    events_of,
    headless::jsonl::Body,
};

use super::{Mapper, notice};

impl Mapper {
    pub(super) fn of_intervention(&self, event: &Event) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::EvidenceAdmitted {
                item,
                command,
                text,
                source,
                ..
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
                ..
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
                let seat = asked(state, *item);
                Body::QuestionAnswered {
                    item: item.0,
                    speaker: seat.map(|seat| state.name(seat)).unwrap_or_default(),
                    seat: seat.map(Seat::to_string).unwrap_or_default(),
                    text: text.clone(),
                }
            }
            Event::QuestionFailed { item, reason } => {
                notice(Builder::of(state).not_answered(asked(state, *item), reason))
            }
            Event::FollowUpAsked {
                item,
                command,
                seat,
                text,
            } => Body::FollowUpAsked {
                item: item.0,
                command: command.0,
                seat: seat.to_string(),
                speaker: state.name(seat),
                text: text.clone(),
            },
            Event::FollowUpSaid { item, text } => Body::FollowUpDelta {
                item: item.0,
                seat: state.follow_up(*item)?.seat.to_string(),
                text: text.clone(),
            },
            Event::FollowUpAnswered { item, text } => {
                let seat = &state.follow_up(*item)?.seat;
                Body::FollowUpAnswered {
                    item: item.0,
                    seat: seat.to_string(),
                    speaker: state.name(seat),
                    text: text.clone(),
                }
            }
            Event::FollowUpFailed { item, reason } => {
                let seat = &state.follow_up(*item)?.seat;
                Body::FollowUpFailed {
                    item: item.0,
                    seat: seat.to_string(),
                    speaker: state.name(seat),
                    reason: reason.clone(),
                }
            }
            Event::GalleryPointQueued { text, .. } => notice(format!("{GALLERY_WAITS}: {text}")),
            // The fold has words for it.
            Event::SeatHeld { .. } | Event::SeatTaken { .. } | Event::SeatLeft { .. } => {
                notice(state.notices.last()?.clone())
            }
            // Told by other lines, or of no use to anybody outside.
            Event::AnswerDrafted { .. }
            | Event::GalleryPointRaised { .. }
            | Event::HandedIn { .. }
            | events_of!(debate turns points votes judges calls) => return None,
        })
    }
}

fn asked(state: &DebateState, item: InterventionId) -> Option<&Seat> {
    state.intervention(item)?.seat.as_ref()
}
