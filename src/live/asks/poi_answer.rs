//! The answer to a point of information that was taken.

use super::{
    Asking, Reply, Sees, Stepwise, Wording,
    speech::{self, Speech},
    tokens,
    view::{
        names,
        points::{self, ANSWER_WORDS},
    },
};
use crate::debate::{DebateState, ask::Cue, ids::PoiId};

/// The most words of an answer that are kept.
pub(super) const MOST_WORDS: u32 = ANSWER_WORDS + ANSWER_WORDS / 3;

/// The ask: which point.
pub(super) struct PoiAnswer(pub(super) PoiId);

impl PoiAnswer {
    /// The speech that the point is put in, as it is taken up after it.
    pub(super) fn speech(&self, state: &DebateState) -> Option<Speech> {
        let turn = points::turn_of(state, self.0)?;
        Some(Speech(turn.id, Cue::AfterPoint { poi: self.0 }))
    }

    /// The names that may stand in front of it.
    pub(super) fn names(&self, state: &DebateState) -> Vec<String> {
        let point = state.point(self.0);
        point.map_or_else(Vec::new, |point| names(state, &point.to))
    }
}

impl Asking for PoiAnswer {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let answers = ("poi_answer.md", points::point(state, self.0));
        self.speech(state)?.interrupted(state, answers)
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        tokens(ANSWER_WORDS) * 2
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        self.speech(state)
            .map_or(Sees::House, |speech| speech.sees(state))
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let turn = state.point(self.0)?.turn;
        let question = || ("poi_answer_step.md", points::point(state, self.0));
        speech::is_stepwise(state, turn).then(|| Stepwise::whole("floor", question()))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        Reply::Text {
            names: self.names(state),
            words: MOST_WORDS,
            neutral: None,
            says_cut: true,
        }
    }
}
