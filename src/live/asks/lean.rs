//! The way in which a judge leans, going by the motion alone. Whoever is asked reads nothing of the debate, and nobody's
//! name.

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Sees, Wording,
    view::{claims, opening, view},
};
use crate::{
    debate::{DebateState, answer::StrawVote, decide::Answer},
    fence::Sentence,
};

/// The ask for a judge's lean.
pub(super) struct Lean;

impl Asking for Lean {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let motion = &opening(state)?.motion;
        let read = view! {
            motion => view! {
                text => Sentence(&motion.motion),
                background => motion.background.trim(),
                terms => motion.terms,
            },
            claims => claims(state),
        };
        Some(Wording::One(("lean.md", read)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        30
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn sees<'a>(&self, _state: &'a DebateState) -> Sees<'a> {
        Sees::Nothing
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        Reply::of(|straw: StrawVote| Ok(Answer::Straw(straw)))
    }
}
