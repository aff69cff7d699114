//! The direct verdict with its analysis.

use minijinja::Value;

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Wording,
    answer::{DIVISION_VOTES, must},
    view::{claims, opening, view},
};
use crate::{
    debate::{
        DebateState,
        answer::{DirectVerdict, Vote},
        decide::Answer,
    },
    llm::shape::{shape_of, with_choices},
};

/// The ask for the direct verdict.
pub(super) struct Verdict;

impl Asking for Verdict {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("verdict.md", view(state))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        1200
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let speakers = speakers(state);
        let shape = with_choices(shape_of::<DirectVerdict>(), "vote", &DIVISION_VOTES);
        let shape = with_choices(shape, "most_compelling_speaker", &speakers);
        let shape = with_choices(shape, "weakest_link", &speakers);
        Reply::shaped(shape, |verdict: DirectVerdict| {
            let is_decided = verdict.vote != Vote::Undecided;
            must(is_decided, "\"vote\" must be \"aye\" or \"no\"")?;
            Ok(Answer::Verdict(Box::new(verdict)))
        })
    }
}

/// The full names of the speakers.
fn speakers(state: &DebateState) -> Vec<&str> {
    let speakers = opening(state)
        .into_iter()
        .flat_map(|opening| &opening.speakers);
    speakers.map(|speaker| speaker.card.name.as_str()).collect()
}

/// What is told of the whole debate: who spoke, and what each side claims.
pub(super) fn view(state: &DebateState) -> Value {
    view! {
        speakers => speakers(state),
        claims => claims(state),
    }
}
