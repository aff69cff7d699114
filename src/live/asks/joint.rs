//! Answers for several at once: votes with no reason of members of the audience whom one model plays, with what stands in
//! the prompt, and how any such answer is read. Its entries are read one by one: one that cannot be read costs nobody else
//! theirs.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::{
    Reply,
    view::{claims, member, view},
};
use crate::{
    debate::{DebateState, answer::StrawVote, decide::Answer, ids::Seat},
    llm::{
        shape::{keyed_apart, shape_of},
        structured::of_type,
    },
};

/// Tokens of one entry: a seat and a vote.
const TOKENS: u32 = 30;

/// The members who vote, in the order of the prompt, and what a vote says.
pub(super) fn voters(state: &DebateState, voters: &[Seat]) -> Value {
    let members: Vec<Value> = voters.iter().map(|seat| member(state, seat)).collect();
    context! {
        seats => keys(voters),
        members,
        ..view! { claims => claims(state) }
    }
}

/// The most tokens of their votes.
pub(super) fn vote_tokens(voters: &[Seat]) -> u32 {
    tokens(voters, TOKENS)
}

/// The most tokens of an answer for several, with so many for each.
pub(super) fn tokens(seats: &[Seat], each: u32) -> u32 {
    let count = u32::try_from(seats.len()).unwrap_or(u32::MAX);
    each.saturating_mul(count)
}

/// The votes, under the text of each one's seat.
pub(super) fn votes(voters: &[Seat]) -> Reply {
    let shape = keyed_apart("StrawVotes", &keys(voters), &shape_of::<StrawVote>().schema);
    let members = voters.to_vec();
    Reply::shaped(shape, move |entries: BTreeMap<String, Json>| {
        let sound = |_: usize, _: &mut StrawVote| Ok(());
        each(&members, &entries, "vote", sound).map(Answer::Straws)
    })
}

/// The keys of an answer for several: the text of each one's seat.
pub(super) fn keys(seats: &[Seat]) -> Vec<String> {
    seats.iter().map(ToString::to_string).collect()
}

/// The entries of an answer for several, by seat, each made sound by its place among them.
///
/// # Errors
/// None of them can be read: why not the first.
pub(super) fn each<T: DeserializeOwned>(
    seats: &[Seat],
    entries: &BTreeMap<String, Json>,
    what: &str,
    sound: impl Fn(usize, &mut T) -> Result<(), String>,
) -> Result<BTreeMap<Seat, T>, String> {
    let mut wrong = None;
    let mut read = BTreeMap::new();
    for (at, seat) in seats.iter().enumerate() {
        let key = seat.to_string();
        let entry = entries.get(&key);
        let entry = entry.ok_or_else(|| "it is missing".to_owned());
        let entry = entry.and_then(of_type::<T>).and_then(|mut entry| {
            sound(at, &mut entry)?;
            Ok(entry)
        });
        match entry {
            Ok(entry) => {
                read.insert(seat.clone(), entry);
            }
            Err(why) => {
                wrong.get_or_insert(format!("the {what} of \"{key}\": {why}"));
            }
        }
    }
    match wrong {
        Some(wrong) if read.is_empty() => Err(wrong),
        Some(_) | None => Ok(read),
    }
}
