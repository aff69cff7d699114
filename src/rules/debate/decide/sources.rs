//! Passages: drawn before a turn begins, and held against what was said of them when it is over.

use crate::{
    catalog::Steps,
    debate::{
        ask::Ask,
        event::Event,
        ids::TurnId,
        opening::Referee,
        scores::Held,
        sources::{Doubt, Fault, Passage, citations, without_marks},
        state::{DebateState, Turn},
    },
    text::quotes,
};

use super::Decision;

/// What has to be done before the words of a turn are asked for; `None` where nothing has.
pub(super) fn first(state: &DebateState, turn: &Turn) -> Option<Decision> {
    if !state.wants_passages(turn) {
        return None;
    }
    let ask = Ask::Draw { turn: turn.id };
    if state.is_asked(&ask) {
        return Some(Decision::none());
    }
    Some(Decision::ask(state, ask, Some(turn.seat.clone())))
}

/// Passages came, those that fit best first.
pub(super) fn drawn(
    state: &DebateState,
    turn: TurnId,
    drawn: Vec<Passage>,
    trouble: Option<String>,
) -> Event {
    let mut passages: Vec<Passage> = Vec::new();
    let mut numbers = Vec::new();
    for passage in drawn {
        let new = |passages: &[Passage]| {
            let at = passages.iter().position(|known| *known == passage)?;
            u32::try_from(state.passages.len() + at + 1).ok()
        };
        let number = state.number_of(&passage).or_else(|| new(&passages));
        let number = number.or_else(|| {
            passages.push(passage);
            u32::try_from(state.passages.len() + passages.len()).ok()
        });
        numbers.extend(number.filter(|number| !numbers.contains(number)));
    }
    Event::PassagesDrawn {
        turn,
        passages,
        numbers,
        trouble,
    }
}

/// Looks at what turns that count have made of passages. Beside the debate: nobody waits for it.
pub(super) fn check(state: &DebateState) -> Decision {
    let due = state.agenda.unchecked.first();
    let Some(turn) = due.and_then(|turn| state.turn(*turn)) else {
        return Decision::none();
    };
    let doubts = state.doubts(turn);
    if to_be_asked(state, turn, &doubts).is_empty() || !asks_a_model(state) {
        return Decision::event(Event::SourcesChecked {
            turn: turn.id,
            doubts,
        });
    }
    Decision::ask(state, Ask::Sources { turn: turn.id }, None)
}

fn asks_a_model(state: &DebateState) -> bool {
    let Some(opening) = state.opening.as_deref() else {
        return false;
    };
    let small = opening
        .referee
        .as_ref()
        .is_none_or(|profile| profile.steps == Steps::OneAtATime);
    match opening.options.referee {
        Referee::Off | Referee::Code => false,
        Referee::Usual => !small,
        Referee::Full => true,
    }
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

/// A model has read the passages. That one holds a claim is believed when its words are in it; that it does not, when
/// none are given that are.
pub(super) fn checked(state: &DebateState, id: TurnId, found: &[(u32, Held)]) -> Vec<Event> {
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
                fault: Fault::NotHeld {
                    reason: held.reason.trim().to_owned(),
                },
            });
        }
    }
    vec![Event::SourcesChecked { turn: id, doubts }]
}
