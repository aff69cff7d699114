//! The check of whether the passages that a turn names hold what is claimed of them, asked for beside the debate, when
//! the turn is over: nobody waits for it.

use super::{Decision, Handler, sentence};
use crate::{
    debate::{
        answer::Answer,
        ask::Ask,
        event::Event,
        ids::TurnId,
        passage::{CitationFault, Doubt},
        scores::CitationCheck,
        sources::{citations, without_marks},
        state::{DebateState, Turn},
    },
    text::quotes,
};

/// Looks at what turns that count have made of passages. Beside the debate: nobody waits for it.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let due = state.agenda.unchecked.first();
    let Some(turn) = due.and_then(|turn| state.turn(*turn)) else {
        return Decision::none();
    };
    let doubts = state.doubts(turn);
    if to_be_asked(state, turn, &doubts).is_empty() || !state.has_referee_model() {
        return Decision::event(Event::SourcesChecked {
            turn: turn.id,
            doubts,
        });
    }
    Decision::ask(state, Ask::Sources { turn: turn.id }, None)
}

/// The passages of which only a reader can tell whether they hold what is claimed: each number once, with the sentence
/// that names it first.
pub fn asked_sources<'a>(state: &'a DebateState, turn: &'a Turn) -> Vec<(u32, &'a str)> {
    to_be_asked(state, turn, &state.doubts(turn))
}

fn to_be_asked<'a>(state: &DebateState, turn: &'a Turn, doubts: &[Doubt]) -> Vec<(u32, &'a str)> {
    let mut asked: Vec<(u32, &str)> = Vec::new();
    for citation in citations(&turn.text) {
        for number in citation.numbers {
            let is_new = !asked.iter().any(|(known, _)| *known == number);
            let is_settled = doubts.iter().any(|doubt| doubt.number == number);
            if is_new && !is_settled && state.passage(number).is_some() {
                asked.push((number, citation.sentence));
            }
        }
    }
    asked
}

/// The ask: the turn that is checked.
pub(super) struct Sources(pub(super) TurnId);

impl Handler for Sources {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::CitationChecks(checks) = answer else {
            return None;
        };
        Some(checked(state, self.0, &checks))
    }

    /// Lets what code can tell stand.
    fn given_up(&self, state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        checked(state, self.0, &[])
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        let cited = state.turn(self.0).map(|turn| asked_sources(state, turn));
        let held = |number| {
            let held = CitationCheck {
                reason: sentence("It says so"),
                words: String::new(),
                held: true,
            };
            (number, held)
        };
        let cited = cited.unwrap_or_default().into_iter();
        Answer::CitationChecks(cited.map(|(number, _)| held(number)).collect())
    }
}

/// A model has read the passages. That one holds a claim is believed when its words are in it; that it does not, when
/// none are given that are.
fn checked(state: &DebateState, id: TurnId, found: &[(u32, CitationCheck)]) -> Vec<Event> {
    let Some(turn) = state.turn(id) else {
        return vec![];
    };
    let mut doubts = state.doubts(turn);
    for (number, sentence) in asked_sources(state, turn) {
        let Some((_, held)) = found.iter().find(|(of, _)| *of == number) else {
            continue;
        };
        let text = state.passage(number).map(|passage| passage.text.as_str());
        let proven = text.is_some_and(|text| quotes(text, &held.words));
        if !held.held && !proven {
            doubts.push(Doubt {
                number,
                sentence: without_marks(sentence),
                fault: CitationFault::NotHeld {
                    reason: held.reason.trim().to_owned(),
                },
            });
        }
    }
    vec![Event::SourcesChecked { turn: id, doubts }]
}
