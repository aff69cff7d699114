//! The answer to a point of information that was taken.

use super::{
    Asking, Reply, Sees, Stepwise, Wording, speech, tokens,
    view::{
        names,
        points::{self, ANSWER_WORDS},
    },
};
use crate::debate::{DebateState, ids::PoiId};

/// The ask: which point.
pub(super) struct PoiAnswer(pub(super) PoiId);

impl Asking for PoiAnswer {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One((
            "poi_answer.md",
            points::point(state, self.0),
        )))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        tokens(ANSWER_WORDS) * 2
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::with(state, points::turn_of(state, self.0))
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let turn = state.point(self.0)?.turn;
        let question = || ("poi_answer_step.md", points::point(state, self.0));
        speech::is_stepwise(state, turn).then(|| Stepwise::whole("floor", question()))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let point = state.point(self.0);
        Reply::Text {
            names: point.map_or_else(Vec::new, |point| names(state, &point.to)),
            words: ANSWER_WORDS + ANSWER_WORDS / 3,
            neutral: None,
        }
    }
}
