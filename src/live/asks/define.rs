//! The definitions that the first speech of a side gives or takes for granted. Asked of the clerk.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Asking, Reply, Sees, Wording,
    answer::must,
    view::{definitions::earlier, view},
};
use crate::{
    debate::{
        DebateState,
        answer::{ContestedDefinition, DefinedTerm, SpeechDefinitions},
        decide::Answer,
        ids::TurnId,
    },
    llm::shape::{bounded, ranged, shape_of},
    text::has_words,
};

/// The most terms, things left out and disputes that are taken down of a speech.
const MOST: u32 = 4;
/// The most characters of each text.
const TEXT: u32 = 400;

/// The ask: for the turn that is read.
pub(super) struct Define(pub(super) TurnId);

/// The answer about a speech before which nobody has defined anything.
#[derive(Deserialize, JsonSchema)]
struct First {
    /// One to four terms of the motion, as the speaker uses them.
    terms: Vec<DefinedTerm>,
    /// Which cases the motion is about for the speaker, in a sentence.
    #[schemars(extend("mayBeEmpty" = true))]
    scope: String,
    /// Up to three things that the speaker leaves out; none where nothing is.
    left_out: Vec<String>,
}

/// The answer about a speech that may contest what others have defined.
#[derive(Deserialize, JsonSchema)]
struct Later {
    /// One to four terms of the motion, as the speaker uses them.
    terms: Vec<DefinedTerm>,
    /// Which cases the motion is about for the speaker, in a sentence.
    #[schemars(extend("mayBeEmpty" = true))]
    scope: String,
    /// Up to three things that the speaker leaves out; none where nothing is.
    left_out: Vec<String>,
    /// The earlier definitions that the speech contests; none where it takes them as they are.
    contested: Vec<ContestedDefinition>,
}

impl Asking for Define {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let turn = state.turn(self.0)?;
        let read = view! {
            floor => view! { name => state.name(&turn.seat) },
            earlier => earlier(state, self.0),
        };
        Some(Wording::One(("define.md", read)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        600
    }

    /// The record up to the speech, without what was said after it.
    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::up_to(state, self.0)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let earlier = state.earlier_definitions(self.0).len();
        let bounds = |shape| bounded(shape, MOST, TEXT);
        if earlier == 0 {
            let shape = bounds(shape_of::<First>());
            return Reply::shaped(shape, |said: First| {
                let First {
                    terms,
                    scope,
                    left_out,
                } = said;
                read(SpeechDefinitions {
                    terms,
                    scope,
                    left_out,
                    contested: Vec::new(),
                })
            });
        }
        let last = i64::try_from(earlier).unwrap_or(i64::MAX);
        let shape = ranged(bounds(shape_of::<Later>()), "number", 1, last);
        Reply::shaped(shape, |said: Later| {
            let Later {
                terms,
                scope,
                left_out,
                contested,
            } = said;
            read(SpeechDefinitions {
                terms,
                scope,
                left_out,
                contested,
            })
        })
    }
}

/// The answer, without entries that say nothing.
fn read(mut said: SpeechDefinitions) -> Result<Answer, String> {
    said.terms
        .retain(|one| has_words(&one.term) && has_words(&one.meaning));
    said.left_out.retain(|one| has_words(one));
    said.contested.retain(|one| has_words(&one.how));
    must(
        !said.terms.is_empty() || has_words(&said.scope),
        "\"terms\" needs one to four entries, each with its \"term\" and its \"meaning\"",
    )?;
    Ok(Answer::Definitions(said))
}
