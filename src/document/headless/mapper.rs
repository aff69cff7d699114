//! From the journal's records to the public lines.

/// A public value whose first fields are called as those of ours and say the same; after a semicolon, the others.
macro_rules! alike {
    ($ours:expr => $($line:ident)::+ { $($same:ident),+ $(; $($field:ident: $value:expr),+ $(,)?)? }) => {
        $($line)::+ { $($same: Clone::clone(&$ours.$same),)+ $($($field: $value,)+)? }
    };
}

mod calls;
mod debate;
mod interventions;
mod judges;
mod points;
mod turns;
mod votes;

use super::jsonl::{Body, Line};
use crate::{
    debate::{
        DebateState,
        event::{Event, Record},
        ids::TurnId,
        state::Pending,
    },
    events_of,
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
        let call = calls::ended(&self.state, &record.event).cloned();
        let before = rewritten(&record.event).and_then(|turn| {
            self.state
                .turn(turn)
                .map(|turn| (turn.id, turn.text.clone()))
        });
        let read = read(&record.event).and_then(|turn| self.state.turn(turn));
        let read = read.map(|turn| (turn.id, turn.words));
        self.state.apply(record);
        let bodies: Vec<Body> = match (before, read) {
            (Some((turn, before)), _) => self.rewrite(turn, &before),
            (None, Some((turn, before))) => self.read_on(turn, before).into_iter().collect(),
            (None, None) => self
                .body(&record.event, call.as_ref())
                .into_iter()
                .chain(judges::also(&self.state, &record.event))
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

    /// The progress of a written turn that is read out, after so many words.
    fn read_on(&self, turn: TurnId, before: u32) -> Option<Body> {
        let turn = self.state.turn(turn)?;
        let seat = turn.seat.to_string();
        if turn.words < before {
            let words = turn.words;
            return Some(Body::WorkRewound { seat, words });
        }
        let work = &turn.draft.as_ref()?.work;
        let text = work.words_between(before, turn.words);
        (!text.is_empty()).then_some(Body::WorkDelta { seat, text })
    }

    /// The changes to a text that was not only added to.
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
        match event {
            events_of!(debate) => self.of_debate(event),
            events_of!(turns) => self.of_turns(event),
            events_of!(points) => self.of_points(event),
            events_of!(votes) => self.of_votes(event),
            events_of!(judges) => self.of_judges(event),
            events_of!(interventions) => self.of_intervention(event),
            events_of!(calls) => self.of_calls(event, call),
        }
    }

    fn seat_of(&self, turn: TurnId) -> String {
        let turn = self.state.turn(turn);
        turn.map(|turn| turn.seat.to_string()).unwrap_or_default()
    }

    fn speaker_of(&self, turn: TurnId) -> String {
        let turn = self.state.turn(turn);
        turn.map(|turn| self.state.speaker_in(turn))
            .unwrap_or_default()
    }
}

/// The id of a phase.
fn phase_id(state: &DebateState, phase: u32) -> String {
    let plan = state.plan.phases.get(phase as usize);
    plan.map(|plan| plan.id.clone()).unwrap_or_default()
}

/// Something to know that has no line of its own.
fn notice(text: String) -> Body {
    Body::Notice { text }
}

/// The turn that an event reads out, or writes anew.
fn read(event: &Event) -> Option<TurnId> {
    if let Event::Delivered { turn, .. } | Event::Drafted { turn, .. } = event {
        Some(*turn)
    } else {
        None
    }
}

/// The turn whose text an event does more to than add.
fn rewritten(event: &Event) -> Option<TurnId> {
    if let Event::SpeechRewound { turn, .. } | Event::StepEnded { turn, .. } = event {
        Some(*turn)
    } else {
        None
    }
}
