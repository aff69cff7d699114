//! Votes with no reason of several members of the audience whom one model plays at once: what stands in the prompt, and
//! how the answer is read. Its entries are read one by one: a vote that cannot be read costs no other member theirs.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde_json::Value as Json;

use super::{
    Reply,
    view::{claims, member, view},
};
use crate::{
    debate::{DebateState, answer::StrawVote, decide::Answer, ids::Seat},
    llm::{
        shape::{keyed, shape_of},
        structured::of_type,
    },
};

/// Tokens of one entry: a seat and a vote.
const TOKENS: u32 = 30;

/// The members who vote, in the order of the prompt, and what a vote says.
pub(super) fn voters(state: &DebateState, voters: &[Seat]) -> Value {
    let members: Vec<Value> = voters.iter().map(|seat| member(state, seat)).collect();
    let seats: Vec<String> = voters.iter().map(ToString::to_string).collect();
    context! {
        seats,
        members,
        ..view! { claims => claims(state) }
    }
}

/// The most tokens of their votes.
pub(super) fn tokens(voters: &[Seat]) -> u32 {
    let count = u32::try_from(voters.len()).unwrap_or(u32::MAX);
    TOKENS.saturating_mul(count)
}

/// The votes, under the text of each one's seat.
pub(super) fn votes(voters: &[Seat]) -> Reply {
    let members = voters.to_vec();
    let keys: Vec<String> = members.iter().map(ToString::to_string).collect();
    let shape = keyed("StrawVotes", &keys, &shape_of::<StrawVote>().schema);
    Reply::shaped(shape, move |entries: BTreeMap<String, Json>| {
        let mut wrong = None;
        let mut read = BTreeMap::new();
        for (seat, key) in members.iter().zip(&keys) {
            let entry = entries.get(key);
            let entry = entry.ok_or_else(|| "it is missing".to_owned());
            match entry.and_then(of_type::<StrawVote>) {
                Ok(straw) => {
                    read.insert(seat.clone(), straw);
                }
                Err(why) => {
                    wrong.get_or_insert(format!("the vote of \"{key}\": {why}"));
                }
            }
        }
        match wrong {
            Some(wrong) if read.is_empty() => Err(wrong),
            Some(_) | None => Ok(Answer::Straws(read)),
        }
    })
}
