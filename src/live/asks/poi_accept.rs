//! Does the speaker take a point of information, and what is the answer? Of a model that is asked for one thing at a time
//! the answer is asked for next (`poi_answer.rs`).

use super::{
    Asking, Reply, Sees, Wording,
    speech::{self, Speech},
    tokens,
    view::{
        names,
        points::{self, ANSWER_WORDS},
    },
};
use crate::{
    debate::{
        DebateState,
        answer::{BarePoiDecision, PoiDecision},
        ask::Cue,
        decide::Answer,
        ids::PoiId,
    },
    llm::{shape::shape_of, structured::is_nothing},
};

/// Tokens of a decision.
const TOKENS: u32 = 140;

/// The ask: which point.
pub(super) struct PoiAccept(pub(super) PoiId);

impl PoiAccept {
    /// The speech that the point is put in, where the answer is asked for with the decision.
    fn speech(&self, state: &DebateState) -> Option<Speech> {
        let turn = points::turn_of(state, self.0)?.id;
        let cue = Cue::AfterPoint { poi: self.0 };
        (!speech::is_stepwise(state, turn)).then_some(Speech(turn, cue))
    }
}

impl Asking for PoiAccept {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let Some(speech) = self.speech(state) else {
            let decides = ("poi_accept.md", points::decision(state, self.0, false));
            return Some(Wording::One(decides));
        };
        let decides = ("poi_accept.md", points::decision(state, self.0, true));
        speech.interrupted(state, decides)
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        let answer = self.speech(state).map_or(0, |_| tokens(ANSWER_WORDS) * 2);
        TOKENS + answer
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        match self.speech(state) {
            Some(speech) => speech.sees(state),
            None => Sees::with(state, points::turn_of(state, self.0)),
        }
    }

    fn reply(&self, state: &DebateState) -> Reply {
        if self.speech(state).is_none() {
            return Reply::of(|bare: BarePoiDecision| {
                Ok(Answer::Decision(PoiDecision {
                    reason: bare.reason,
                    accept: bare.accept,
                    gesture: bare.gesture,
                    answer: None,
                }))
            });
        }
        let point = state.point(self.0);
        let decision = Reply::value(shape_of::<PoiDecision>(), |mut decision: PoiDecision| {
            decision.answer = decision.answer.filter(|answer| !is_nothing(answer));
            Ok(Answer::Decision(decision))
        });
        Reply::Decision {
            decision,
            names: point.map_or_else(Vec::new, |point| names(state, &point.to)),
            words: ANSWER_WORDS + ANSWER_WORDS / 3,
        }
    }
}
