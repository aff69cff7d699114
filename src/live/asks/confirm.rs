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
    llm::{
        shape::{bounded, ranged, shape_of},
        structured::is_nothing,
    },
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
        Reply::shaped(shape, move |said: Points| said.checked(&numbers))
    }
}

impl Points {
    /// The answer about the points of these numbers, or what is wrong with it, for the model to read.
    fn checked(mut self, numbers: &[u32]) -> Result<Answer, String> {
        let mut known: BTreeMap<u32, &GrantReply> = BTreeMap::new();
        for one in &self.points {
            let before = known.insert(one.number, one);
            must(
                before.is_none_or(|before| before == one),
                "one of the \"points\" is answered twice, in two ways",
            )?;
        }
        self.points.retain(|one| numbers.contains(&one.number));
        // Who says that something is not agreed, and not what, has said nothing; who agrees and disputes has said both.
        let is_clear = |one: &GrantReply| one.agreed == is_nothing(&one.dispute);
        must(
            self.points.iter().all(is_clear),
            "each of the \"points\" needs a \"dispute\" where it is not \"agreed\", and none where it is",
        )?;
        must(
            !self.points.is_empty(),
            "\"points\" needs each of the points once, with its \"number\", and with its \"dispute\" where it is not \"agreed\"",
        )?;
        for one in self.points.iter_mut().filter(|one| one.agreed) {
            one.dispute.clear();
        }
        Ok(Answer::Grants(self.points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_agrees_disputes_nothing_and_whoever_does_not_says_what() {
        let one = |number, agreed, dispute: &str| GrantReply {
            number,
            agreed,
            dispute: dispute.to_owned(),
        };
        let of = |points: &[GrantReply]| {
            let points = points.to_vec();
            Points { points }.checked(&[1, 2])
        };
        let good = [one(1, true, "None."), one(2, false, "Only at night.")];
        let Ok(Answer::Grants(points)) = of(&good) else {
            panic!("it is an answer");
        };
        assert_eq!(points, [one(1, true, ""), good[1].clone()]);
        // What is no point of theirs is left out.
        assert!(of(&[one(1, true, ""), one(7, false, "")]).is_ok());
        for wrong in [
            vec![one(1, true, "I never granted that."), one(2, true, "")],
            vec![one(1, true, ""), one(2, false, "")],
            vec![one(1, true, ""), one(1, false, "Not at all.")],
            vec![one(7, true, "")],
        ] {
            assert!(of(&wrong).is_err(), "{wrong:?}");
        }
    }
}
