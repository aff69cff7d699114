//! The commands of the viewer, and how each is answered.

use crate::{
    debate::{
        command::{Command, EVIDENCE_WORDS, Halt},
        event::{CloseReason, Event, PausedBy},
        ids::{CommandId, InterventionId, Seat},
        state::{DebateState, DebateStatus},
    },
    text::count_words,
};

use super::{Decision, people, terminals};

/// Answers a command.
pub(super) fn decide(state: &DebateState, id: CommandId, command: Command) -> Decision {
    let item = InterventionId::next(state.interventions.len());
    let during = state.floor().map(|turn| turn.id);
    match command {
        Command::Pause => match &state.status {
            DebateStatus::Running => Decision::event(Event::Paused {
                command: id,
                by: PausedBy::Viewer,
            }),
            DebateStatus::Paused(_) | DebateStatus::Unopened | DebateStatus::Closed(_) => {
                Decision::refused(id, "The debate is paused already.")
            }
        },
        Command::Resume => match &state.status {
            DebateStatus::Paused(_) => Decision::event(Event::Resumed {
                command: id,
                goes_on_without: false,
            }),
            DebateStatus::Running | DebateStatus::Unopened | DebateStatus::Closed(_) => {
                Decision::refused(id, "The debate is not paused.")
            }
        },
        Command::GoOnWithout if state.can_do_without() => Decision::event(Event::Resumed {
            command: id,
            goes_on_without: true,
        }),
        Command::GoOnWithout => {
            Decision::refused(id, "The debate waits for nobody whom it could do without.")
        }
        Command::Evidence {
            text,
            source,
            places,
        } => {
            if text.trim().is_empty() {
                return Decision::refused(id, "There is no text to hand in.");
            }
            if !state.is_evidence_of_use() {
                return Decision::refused(
                    id,
                    "No speech is left in which evidence could be spoken to. Ask a question instead.",
                );
            }
            let words = count_words(&text);
            let mut events = vec![Event::EvidenceAdmitted {
                item,
                command: id,
                text,
                source,
                places,
                during,
            }];
            if words > EVIDENCE_WORDS {
                events.push(Event::Notice {
                    text: format!(
                        "The evidence has {words} words: it is read like a corpus, and each speaker is given the passages that fit."
                    ),
                });
            }
            Decision::events(events)
        }
        Command::Ask { seat, text, halt } => {
            if text.trim().is_empty() {
                return Decision::refused(id, "There is no question.");
            }
            if !can_answer(state, &seat) && !is_member(state, &seat) {
                return Decision::refused(id, &no_speaker(state, &seat));
            }
            let mut events = vec![Event::QuestionAsked {
                item,
                command: id,
                seat,
                text,
                halt,
                during,
            }];
            if halt == Halt::Halting && state.is_running() {
                events.push(Event::Paused {
                    command: id,
                    by: PausedBy::Question { item },
                });
            }
            Decision::events(events)
        }
        Command::Clarify { seat, text } => {
            if text.trim().is_empty() {
                return Decision::refused(id, "There is nothing to clarify.");
            }
            if let Some(seat) = seat.as_ref().filter(|seat| !can_answer(state, seat)) {
                return Decision::refused(id, &no_speaker(state, seat));
            }
            Decision::event(Event::ClarificationQueued {
                item,
                command: id,
                seat,
                text,
            })
        }
        Command::GalleryPoint { text } => {
            if text.trim().is_empty() {
                return Decision::refused(id, "There is no point.");
            }
            if !state.are_points_to_come() {
                return Decision::refused(
                    id,
                    "No speech is left in which a point of information may be offered. Ask a question instead.",
                );
            }
            Decision::event(Event::GalleryPointQueued {
                item,
                command: id,
                text,
            })
        }
        Command::Say { seat, text } => people::said(state, id, &seat, &text),
        Command::EndSpeech { seat } => people::ended(state, id, &seat),
        Command::Reply { call, answer } => people::answered(state, id, call, answer),
        Command::Rise { seat, text } => people::rises(state, id, &seat, &text),
        Command::HandOver { seat, span } => people::handed_over(state, id, &seat, span),
        Command::TakeBack { seat } => people::taken_back(state, id, &seat),
        Command::TakeSeat { seat, name } => terminals::taken(state, id, seat, &name),
        Command::LeaveSeat { seat } => terminals::left(state, id, seat),
        Command::SetPace { pace } => Decision::event(Event::PaceChanged { command: id, pace }),
        Command::Adjourn => Decision {
            cut_before: state.calls.keys().copied().collect(),
            ..Decision::event(Event::Closed {
                reason: CloseReason::Adjourned,
            })
        },
    }
}

/// Puts the first clarification that waits, at a break; `Some` also while one is being answered.
pub(super) fn at_break(state: &DebateState) -> Option<Decision> {
    if !state.agenda.clarifying.is_empty() {
        return Some(Decision::none());
    }
    let item = state.intervention(*state.agenda.clarifications.first()?)?;
    let last_speaker = || state.speeches().next_back().map(|turn| turn.seat.clone());
    let first_speaker = || Some(state.speakers().first()?.seat.clone());
    let seat = item
        .seat
        .clone()
        .or_else(last_speaker)
        .or_else(first_speaker)?;
    Some(Decision::event(Event::ClarificationPut {
        item: item.id,
        seat,
    }))
}

/// Whether somebody sits there who can be asked.
fn can_answer(state: &DebateState, seat: &Seat) -> bool {
    let opening = state.opening.as_deref();
    opening.is_some_and(|opening| opening.askable().contains(seat))
}

/// Whether a member of the house sits there: one can be asked, and answers whoever asked alone.
fn is_member(state: &DebateState, seat: &Seat) -> bool {
    let opening = state.opening.as_deref();
    opening.is_some_and(|opening| opening.listener(seat).is_some())
}

fn no_speaker(state: &DebateState, seat: &Seat) -> String {
    let seats: Vec<Seat> = state
        .opening
        .iter()
        .flat_map(|opening| opening.askable())
        .collect();
    let seats: Vec<&str> = seats.iter().map(Seat::as_str).collect();
    format!(
        "Nobody speaks from {seat}. The speakers sit at {}.",
        seats.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        catalog::Profile,
        debate::{
            ask::{Ask, Role},
            event::Record,
        },
        setup::fixture,
    };

    #[test]
    fn a_member_of_the_house_answers_whoever_asked_and_nobody_else() {
        let mut state = DebateState::default();
        let add = |state: &mut DebateState, event| {
            let seq = state.next_seq;
            state.apply(&Record {
                seq,
                at_ms: seq,
                event,
            });
        };
        let choice = fixture::choice("exhibition", &fixture::PEOPLE);
        let mut opening = fixture::resolved(choice, "m", &Profile::default());
        opening.audience = fixture::house(3, &["poet"]);
        add(&mut state, Event::Opened(Arc::new(opening)));
        let ask = |seat: &Seat| Command::Ask {
            seat: seat.clone(),
            text: "What would change your mind?".to_owned(),
            halt: Halt::Beside,
        };
        // What is said to a member stands in no prompt, and what is said to a speaker does.
        for (seat, role, on_record) in [
            (Seat::audience(2), Role::Audience, 0),
            (Seat::new("prop", 1), Role::Speaker, 1),
        ] {
            let item = InterventionId::next(state.interventions.len());
            let decision = decide(&state, CommandId(7), ask(&seat));
            let asked = decision.events.clone();
            assert!(matches!(
                asked.as_slice(),
                [Event::QuestionAsked { seat: asked, .. }] if *asked == seat
            ));
            for event in asked {
                add(&mut state, event);
            }
            assert_eq!(Ask::Question { item }.role(Some(&seat)), role);
            let text = "A street on which it had been tried.".to_owned();
            add(&mut state, Event::QuestionAnswered { item, text });
            assert_eq!(state.count_on_record(), on_record);
            assert_eq!(state.whole_agenda(), *state.agenda());
        }
        // Nobody sits there, and nothing is made clear by who has said nothing.
        let clarify = Command::Clarify {
            seat: Some(Seat::audience(2)),
            text: "What?".to_owned(),
        };
        for refused in [ask(&Seat::audience(4)), clarify] {
            let decision = decide(&state, CommandId(8), refused);
            assert!(matches!(
                decision.events.as_slice(),
                [Event::CommandRefused { .. }]
            ));
        }
    }
}
