//! The lines of turns.

use crate::{
    blocks::Builder,
    debate::{
        DebateState,
        answer::SpeechArguments,
        definitions::{Contested, DefinedPart, Definitions},
        event::{Event, Truncation},
        ids::Seat,
        passage::{CitationFault, Doubt},
        state::Turn,
    },
    events_of,
    headless::jsonl::{
        ArgumentLine, Body, ContestedLine, DoubtLine, PassageLine, ShiftLine, TermLine,
        TurnPlaceLine,
    },
};

use super::{Mapper, notice};

impl Mapper {
    pub(super) fn of_turns(&self, event: &Event) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::TurnBegan {
                turn,
                seat,
                task,
                attempt,
                target_words,
                ..
            } => Body::TurnBegan {
                place: placed(state, state.turn(*turn)?),
                seat: seat.to_string(),
                speaker: state.name(seat),
                task: task.word(),
                attempt: *attempt,
                target_words: *target_words,
            },
            Event::PassagesDrawn {
                turn,
                numbers,
                trouble,
                ..
            } => {
                let passages = numbers.iter().filter_map(|number| {
                    let passage = state.passage(*number)?;
                    Some(alike!(passage => PassageLine { source, text; number: *number }))
                });
                Body::PassagesDrawn {
                    seat: self.seat_of(*turn),
                    passages: passages.collect(),
                    trouble: trouble.clone(),
                }
            }
            Event::Said { turn, text } => {
                let turn = state.turn(*turn).filter(|turn| turn.task.is_spoken())?;
                Body::SpeechDelta {
                    seat: turn.seat.to_string(),
                    text: text.clone(),
                }
            }
            Event::Submitted { turn, work, .. } => Body::Submitted {
                seat: self.seat_of(*turn),
                speaker: self.speaker_of(*turn),
                work: (**work).clone(),
            },
            Event::BellRang {
                turn, words_left, ..
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
                    place: placed(state, turn),
                    seat: turn.seat.to_string(),
                    speaker: state.speaker_in(turn),
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
            Event::SourcesChecked { turn, doubts } => Body::SourcesChecked {
                seat: self.seat_of(*turn),
                doubts: doubts.iter().map(doubted).collect(),
            },
            Event::ArgumentsExtracted { turn, arguments } => argued(self.seat_of(*turn), arguments),
            Event::ExtractionFailed { turn, reason } => {
                let speaker = &state.turn(*turn)?.seat;
                notice(Builder::of(state).not_listed(speaker, reason))
            }
            Event::DefinitionsTaken { turn, definitions } => {
                defined(state, &state.turn(*turn)?.seat, definitions)
            }
            Event::DefinitionsFailed { turn, reason } => {
                let speaker = &state.turn(*turn)?.seat;
                notice(Builder::of(state).not_defined(speaker, reason))
            }
            // Told by other lines, or of no use to anybody outside.
            Event::Drafted { .. }
            | Event::Delivered { .. }
            | Event::SpeechReady { .. }
            | Event::SpeechCut { .. }
            | Event::StepEnded { .. }
            | Event::SpeechRewound { .. }
            | Event::SpeechHeard { .. }
            | Event::PartMissed { .. }
            | Event::SideDoubted { .. }
            | Event::SideCleared { .. }
            | events_of!(debate points votes judges interventions calls) => return None,
        })
    }
}

fn placed(state: &DebateState, turn: &Turn) -> TurnPlaceLine {
    let (round, order) = state.place_in_round(turn).unwrap_or((1, 1));
    TurnPlaceLine {
        turn: turn.id.0,
        round,
        order,
    }
}

fn argued(seat: String, arguments: &SpeechArguments) -> Body {
    let points = arguments.arguments.iter().map(|point| {
        alike!(point => ArgumentLine {
            claim, reasoning, evidence, is_rebuttal, rebuts_speaker
        })
    });
    alike!(arguments => Body::ArgumentsExtracted {
        opening, closing, tone, key_rhetorical_moves;
        seat: seat,
        arguments: points.collect(),
        shifts: arguments.shifts.as_ref().map(|all| all.iter().map(|one| alike!(one => ShiftLine {
            about, words, is_concession, toward
        })).collect()),
    })
}

fn defined(state: &DebateState, seat: &Seat, definitions: &Definitions) -> Body {
    let terms = definitions.terms.iter();
    let terms = terms.map(|one| alike!(one => TermLine { term, meaning, words }));
    let contested = definitions.contested.iter();
    alike!(definitions => Body::DefinitionsTaken {
        scope, left_out;
        seat: seat.to_string(),
        speaker: state.name(seat),
        side: state.side_name(seat).unwrap_or_default().to_owned(),
        terms: terms.collect(),
        contested: contested.map(|one| contested_line(state, one)).collect(),
    })
}

fn doubted(doubt: &Doubt) -> DoubtLine {
    let (fault, detail) = match &doubt.fault {
        CitationFault::Unknown => ("unknown", ""),
        CitationFault::Misquoted { words } => ("misquoted", words.as_str()),
        CitationFault::NotHeld { reason } => ("not_held", reason.as_str()),
    };
    alike!(doubt => DoubtLine {
        number, sentence;
        fault: fault,
        detail: detail.to_owned(),
        said: doubt.describe(),
    })
}

fn contested_line(state: &DebateState, one: &Contested) -> ContestedLine {
    let (part, text) = match &one.part {
        DefinedPart::Term { term } => ("term", term.as_str()),
        DefinedPart::Scope => ("scope", ""),
        DefinedPart::LeftOut { text } => ("left_out", text.as_str()),
    };
    ContestedLine {
        side: state.called(&one.side),
        part,
        text: text.to_owned(),
        how: one.how.clone(),
    }
}

fn because(truncation: &Truncation) -> String {
    match truncation {
        Truncation::TimeLimit => "time_limit".to_owned(),
        Truncation::Length => "length".to_owned(),
        Truncation::Unreachable { reason } => format!("unreachable: {reason}"),
    }
}
