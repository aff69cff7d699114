//! Does the speaker take a point of information, and what is the answer? Of a model that is asked for one thing at a time
//! the answer is asked for next (`poi_answer.rs`).

use super::{
    Asking, Reply, Sees, Wording,
    poi_answer::{MOST_WORDS, PoiAnswer},
    speech::{self, Speech},
    view::points,
};
use crate::{
    debate::{DebateState, answer::PoiDecision, decide::Answer, ids::PoiId},
    llm::{
        shape::{shape_of, without},
        structured::is_nothing,
    },
    text::sentence::key,
};

/// Tokens of a decision.
const TOKENS: u32 = 140;

/// The gesture that the task has as an example: whoever copies it has none of their own.
const EXAMPLE: &str = "lifts a hand without turning";

/// The ask: which point.
pub(super) struct PoiAccept(pub(super) PoiId);

impl PoiAccept {
    /// The speech that the point is put in, where the answer is asked for with the decision.
    fn speech(&self, state: &DebateState) -> Option<Speech> {
        let speech = PoiAnswer(self.0).speech(state)?;
        (!speech::is_stepwise(state, speech.0)).then_some(speech)
    }
}

impl Asking for PoiAccept {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let speech = self.speech(state);
        let decision = points::decision(state, self.0, speech.is_some());
        let decides = ("poi_accept.md", decision);
        match speech {
            Some(speech) => speech.interrupted(state, decides),
            None => Some(Wording::One(decides)),
        }
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        let answer = PoiAnswer(self.0).max_tokens(state);
        TOKENS + self.speech(state).map_or(0, |_| answer)
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        match self.speech(state) {
            Some(speech) => speech.sees(state),
            None => Sees::with(state, points::turn_of(state, self.0)),
        }
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let mut shape = shape_of::<PoiDecision>();
        if self.speech(state).is_none() {
            shape = without(shape, "answer");
        }
        let decision = Reply::value(shape, |mut decision: PoiDecision| {
            decision.answer = decision.answer.filter(|answer| !is_nothing(answer));
            if key(&decision.gesture) == EXAMPLE {
                decision.gesture = String::new();
            }
            Ok(Answer::Decision(decision))
        });
        Reply::Decision {
            decision,
            names: PoiAnswer(self.0).names(state),
            words: MOST_WORDS,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_example_of_the_task_is_nobodys_gesture() {
        let task = crate::wording::BuiltIn::get("poi_accept.md").unwrap();
        assert!(String::from_utf8_lossy(&task.data).contains(EXAMPLE));
        let state = DebateState::default();
        let reply = PoiAccept(PoiId(0)).reply(&state);
        let Reply::Decision { decision, .. } = reply else {
            panic!("no decision");
        };
        for (said, kept) in [("Lifts a hand without turning.", ""), ("nods", "nods")] {
            let value = json!({"reason": "why", "accept": false, "gesture": said});
            let Ok(Answer::Decision(made)) = decision.read(&value) else {
                panic!("no answer");
            };
            assert_eq!(made.gesture, kept);
        }
    }
}
