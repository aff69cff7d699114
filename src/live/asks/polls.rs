//! Votes with no reason between speeches, of several members whom one model plays at once. The entries of an answer are
//! read one by one: a vote that cannot be read costs no other member theirs.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde_json::Value as Json;

use super::{
    Asking, Reply, Sees, Wording,
    view::{claims, member, view},
};
use crate::{
    debate::{
        DebateState,
        answer::StrawVote,
        decide::Answer,
        ids::{Seat, TurnId},
    },
    llm::{
        shape::{keyed, shape_of},
        structured::of_type,
    },
};

/// Tokens of one entry: a seat and a vote.
const TOKENS: u32 = 30;

/// The ask: whose votes, in the order of the prompt, and after which turn.
pub(super) struct Polls<'a>(pub(super) &'a [Seat], pub(super) TurnId);

impl Asking for Polls<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let members: Vec<Value> = self.0.iter().map(|seat| member(state, seat)).collect();
        let seats: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        let asked = context! {
            seats,
            members,
            ..view! { claims => claims(state) }
        };
        Some(Wording::One(("polls.md", asked)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        let count = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        TOKENS.saturating_mul(count)
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::up_to(state, self.1)
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        let members = self.0.to_vec();
        let keys: Vec<String> = members.iter().map(ToString::to_string).collect();
        let shape = keyed("StrawVotes", &keys, &shape_of::<StrawVote>().schema);
        Reply::shaped(shape, move |entries: BTreeMap<String, Json>| {
            let mut wrong = None;
            let mut votes = BTreeMap::new();
            for (seat, key) in members.iter().zip(&keys) {
                let entry = entries.get(key);
                let entry = entry.ok_or_else(|| "it is missing".to_owned());
                match entry.and_then(of_type::<StrawVote>) {
                    Ok(straw) => {
                        votes.insert(seat.clone(), straw);
                    }
                    Err(why) => {
                        wrong.get_or_insert(format!("the vote of \"{key}\": {why}"));
                    }
                }
            }
            match wrong {
                Some(wrong) if votes.is_empty() => Err(wrong),
                Some(_) | None => Ok(Answer::Straws(votes)),
            }
        })
    }
}
