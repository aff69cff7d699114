//! The definitions that the first speech of a side gives or takes for granted, asked for beside the debate: nobody waits
//! for them. One speech after the other, so that a later one can be held against those before it.

use std::collections::BTreeSet;

use super::{Decision, Handler, Said, sentence};
use crate::{
    debate::{
        answer::{Answer, ContestedDefinition, DefinedTerm, SpeechDefinitions},
        ask::Ask,
        definitions::{Contested, DefinitionProgress, Definitions},
        event::Event,
        ids::TurnId,
        state::DebateState,
    },
    text::{has_words, quotes},
};

/// The first side whose definitions nobody has taken down yet, unless somebody does.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let mut sides = state.definitions.iter();
    let awaited = sides.find(|one| one.progress == DefinitionProgress::Awaited);
    let ask = awaited.map(|one| Ask::Define { turn: one.turn });
    ask.filter(|ask| !state.is_asked(ask))
        .map_or_else(Decision::none, |ask| Decision::ask(state, ask, None))
}

/// The ask: the turn that is read.
pub(super) struct Define(pub(super) TurnId);

impl Handler for Define {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Definitions(said) = answer else {
            return None;
        };
        Some(vec![Event::DefinitionsTaken {
            turn: self.0,
            definitions: held(state, self.0, said),
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::DefinitionsFailed {
            turn: self.0,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        let earlier = state.earlier_definitions(self.0).len();
        let contested = (1..=2).filter(|number| *number <= earlier);
        Answer::Definitions(SpeechDefinitions {
            terms: vec![DefinedTerm {
                term: "Cart".to_owned(),
                words: String::new(),
                meaning: sentence("Whatever is drawn"),
            }],
            scope: sentence("Streets of towns"),
            left_out: vec![sentence("Roads between towns")],
            contested: contested
                .map(|number| ContestedDefinition {
                    number: u32::try_from(number).unwrap_or(u32::MAX),
                    how: sentence("It takes in too much"),
                })
                .collect(),
        })
    }
}

/// The definitions of a speech, held against it: a term that rests on words which its speaker has not said is none, and
/// neither is a dispute about something that nobody has defined.
fn held(state: &DebateState, turn: TurnId, said: SpeechDefinitions) -> Definitions {
    let SpeechDefinitions {
        mut terms,
        mut scope,
        mut left_out,
        contested,
    } = said;
    let text = state.turn(turn).map_or("", |turn| turn.text.as_str());
    let mut known = BTreeSet::new();
    terms.retain(|one| {
        let is_said = !has_words(&one.words) || quotes(text, &one.words);
        is_said && known.insert(one.term.trim().to_lowercase())
    });
    let earlier = state.earlier_definitions(turn);
    let mut known = BTreeSet::new();
    let mut contested: Vec<Contested> = contested
        .into_iter()
        .filter(|one| known.insert(one.number))
        .filter_map(|one| {
            let place = (one.number as usize).checked_sub(1)?;
            let of = earlier.get(place)?;
            Some(Contested {
                side: of.side.to_owned(),
                part: of.part.clone(),
                how: one.how,
            })
        })
        .collect();
    // The clerk tells what the speech says, and may quote others only with what they said.
    let record = Said::in_debate(state);
    record.hold_all(terms.iter_mut().map(|one| &mut one.meaning));
    record.hold_all(left_out.iter_mut().chain([&mut scope]));
    record.hold_all(contested.iter_mut().map(|one| &mut one.how));
    Definitions {
        terms,
        scope,
        left_out,
        contested,
    }
}
