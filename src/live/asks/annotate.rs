//! The claims and rebuttals of both sides, for a verdict that is counted. Asked of the clerk, who reads the debate blind,
//! as judges do: of teams, and without anything that is known of them.

use std::collections::BTreeMap;

use minijinja::Value;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Asking, REFEREE_TEMPERATURE, Reply, Wording,
    answer::all_are_there,
    view::{opening, view},
};
use crate::{
    catalog::Side,
    debate::{
        DebateState,
        answer::{ListedClaim, ListedRebuttal, ListedSide},
        decide::Answer,
    },
    llm::shape::{bounded, keyed, shape_of},
    text::{cut::shortened, has_words},
};

/// The most claims that are listed of a side, and the most rebuttals.
const MOST_CLAIMS: u32 = 8;
const MOST_REBUTTALS: u32 = 6;
/// The most characters of a quotation.
const TEXT: u32 = 240;
/// The most bytes of a claim in the list that rebuttals are looked for by.
const IN_LIST: usize = 160;

/// The ask: whether it is for rebuttals once more.
pub(super) struct Annotate(pub(super) bool);

/// The lists of a side.
#[derive(Deserialize, JsonSchema)]
struct Both {
    /// The main claims of the side, each once.
    claims: Vec<ListedClaim>,
    /// What the side says against the other.
    rebuttals: Vec<ListedRebuttal>,
}

/// The list of a side of which no rebuttal was found before.
#[derive(Deserialize, JsonSchema)]
struct Again {
    /// What the side says against the other; none where it says nothing against it.
    rebuttals: Vec<ListedRebuttal>,
}

impl Asking for Annotate {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let teams = teams(state, self.0);
        if !self.0 {
            let names: Vec<Value> = teams.into_iter().map(|side| team(state, side)).collect();
            let read = view! {
                teams => names,
                most_claims => MOST_CLAIMS,
                most_rebuttals => MOST_REBUTTALS,
            };
            return Some(Wording::One(("annotate.md", read)));
        }
        let looked_at: Vec<Value> = teams
            .into_iter()
            .map(|side| view! { claims => claims_against(state, side), ..team(state, side) })
            .collect();
        let read = view! { teams => looked_at, most_rebuttals => MOST_REBUTTALS };
        Some(Wording::One(("annotate_again.md", read)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        if self.0 { 1000 } else { 2400 }
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(REFEREE_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let teams = teams(state, self.0).into_iter();
        let keys: Vec<(String, String)> = teams
            .map(|side| (side.name.clone(), side.id.clone()))
            .collect();
        let names: Vec<String> = keys.iter().map(|(name, _)| name.clone()).collect();
        let each = |shape| bounded(shape, MOST_CLAIMS.max(MOST_REBUTTALS), TEXT).schema;
        if self.0 {
            let shape = keyed("Rebuttals", &names, &each(shape_of::<Again>()));
            return Reply::shaped(shape, move |mut given: BTreeMap<String, Again>| {
                read(&keys, &mut given, |Again { rebuttals }| ListedSide {
                    claims: Vec::new(),
                    rebuttals,
                })
            });
        }
        let shape = keyed("Annotation", &names, &each(shape_of::<Both>()));
        Reply::shaped(shape, move |mut given: BTreeMap<String, Both>| {
            read(&keys, &mut given, |Both { claims, rebuttals }| ListedSide {
                claims,
                rebuttals,
            })
        })
    }
}

/// The lists under the ids of the sides, without entries that say nothing.
fn read<T>(
    keys: &[(String, String)],
    given: &mut BTreeMap<String, T>,
    listed: impl Fn(T) -> ListedSide,
) -> Result<Answer, String> {
    let names: Vec<String> = keys.iter().map(|(name, _)| name.clone()).collect();
    all_are_there(given, &names)?;
    let sides = keys.iter().filter_map(|(name, id)| {
        let mut side = listed(given.remove(name)?);
        side.claims.retain(|one| has_words(&one.words));
        side.rebuttals
            .retain(|one| has_words(&one.words) && has_words(&one.answers));
        Some((id.clone(), side))
    });
    Ok(Answer::Annotation(sides.collect()))
}

/// The sides that are asked about: both, or those of which no rebuttal was found.
fn teams(state: &DebateState, again: bool) -> Vec<&Side> {
    let both = state.annotated_sides().into_iter().flatten();
    let silent = state.unanswering_sides();
    both.filter(|side| !again || silent.contains(&side.id.as_str()))
        .collect()
}

/// A side with those who speak for it.
fn team(state: &DebateState, side: &Side) -> Value {
    let speakers = opening(state).into_iter().flat_map(|one| &one.speakers);
    let own = speakers.filter(|one| one.seat.group() == side.id);
    let own: Vec<&str> = own.map(|one| one.card.name.as_str()).collect();
    view! { name => side.name, speakers => own }
}

/// The claims of the other side, in short.
fn claims_against(state: &DebateState, side: &Side) -> Vec<String> {
    let listed = state.annotation().into_iter().flat_map(|all| &all.sides);
    let others = listed.filter(|one| one.side != side.id);
    let claims = others.flat_map(|one| &one.claims);
    claims
        .map(|one| shortened(one.listed.words.trim(), IN_LIST))
        .collect()
}
