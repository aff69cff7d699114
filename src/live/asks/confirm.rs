//! Whether what was granted is agreed. Asked of whoever has granted it, and of whoever it was granted to.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Asking, Reply, Wording,
    answer::must,
    view::{grants::asked, me, view},
};
use crate::{
    debate::{DebateState, answer::GrantReply, decide::Answer, ids::Seat},
    llm::shape::{bounded, ranged, shape_of},
    text::has_words,
};

/// The most characters of each text.
const TEXT: u32 = 400;
/// Tokens of the answer on one point, and of what is around them.
const TOKENS_A_POINT: u32 = 120;
const TOKENS_BESIDE: u32 = 80;

/// The ask: who is asked.
pub(super) struct Confirm<'a>(pub(super) &'a Seat);

/// The answer: a word on each point.
#[derive(Deserialize, JsonSchema)]
struct Points {
    /// Each of the points, once.
    points: Vec<GrantReply>,
}

impl Confirm<'_> {
    /// The numbers of the points that are asked about.
    fn numbers(&self, state: &DebateState) -> Vec<u32> {
        let own = state.grants_concerning(self.0).into_iter();
        own.map(|grant| grant.number).collect()
    }
}

impl Asking for Confirm<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let read = view! { me => me(state, self.0), points => asked(state, self.0) };
        Some(Wording::One(("confirm.md", read)))
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        let points = u32::try_from(self.numbers(state).len()).unwrap_or(u32::MAX);
        points
            .saturating_mul(TOKENS_A_POINT)
            .saturating_add(TOKENS_BESIDE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let numbers = self.numbers(state);
        let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else {
            return Reply::Nothing;
        };
        let most = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        let shape = bounded(shape_of::<Points>(), most, TEXT);
        let shape = ranged(shape, "number", i64::from(*first), i64::from(*last));
        Reply::shaped(shape, move |mut said: Points| {
            let mut known: BTreeMap<u32, &GrantReply> = BTreeMap::new();
            for one in &said.points {
                let before = known.insert(one.number, one);
                must(
                    before.is_none_or(|before| before == one),
                    "one of the \"points\" is answered twice, in two ways",
                )?;
            }
            // Who says that something is not agreed, and not what, has said nothing.
            said.points.retain(|one| {
                numbers.contains(&one.number) && (one.agreed || has_words(&one.dispute))
            });
            must(
                !said.points.is_empty(),
                "\"points\" needs each of the points once, with its \"number\", and with its \"dispute\" where it is not \"agreed\"",
            )?;
            Ok(Answer::Grants(said.points))
        })
    }
}
