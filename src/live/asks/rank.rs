//! A judge's ranking side by side of everything of a kind: arguments, or speakers. Asked blind, and for the ids alone.

use minijinja::Value;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Wording,
    view::{opening, view},
};
use crate::{
    catalog::Scored,
    debate::{
        DebateState,
        decide::{self, Answer},
        ids::Seat,
    },
    fence::Own,
    llm::shape::{counted, shape_of},
};

/// Tokens of one id in the answer.
const TOKENS: u32 = 16;

/// The ask for a ranking.
pub(super) struct Rank;

/// A ranking as it is asked for.
#[derive(Deserialize, JsonSchema)]
struct Ranking {
    /// Each of them once, the best first.
    ranking: Vec<String>,
}

impl Asking for Rank {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let keys = keys(state);
        let names: Vec<&str> = keys.iter().map(|(name, _)| name.as_str()).collect();
        let arguments: Vec<Value> = state
            .arguments()
            .map(|(seat, one)| view! { id => one.id, by => state.name(seat), claim => one.claim })
            .collect();
        let kind = match state.ranked_kind() {
            Scored::Arguments => "argument",
            Scored::Speakers | Scored::Sides => "speaker",
        };
        let read = view! { names, arguments, kind => Own(kind) };
        Some(Wording::One(("rank.md", read)))
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        let count = u32::try_from(keys(state).len()).unwrap_or(u32::MAX);
        40 + TOKENS.saturating_mul(count)
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let keys = keys(state);
        let names: Vec<&str> = keys.iter().map(|(name, _)| name.as_str()).collect();
        let count = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let mut shape = counted(shape_of::<Ranking>(), "ranking", count, count);
        if let Some(items) = shape.schema.pointer_mut("/properties/ranking/items") {
            *items = serde_json::json!({"type": "string", "enum": names});
        }
        Reply::shaped(shape, move |given: Ranking| {
            let id = |name: &String| {
                let known = keys.iter().find(|(known, _)| known == name.trim());
                known.map(|(_, id)| id.clone())
            };
            let ranking: Vec<String> = given.ranking.iter().filter_map(id).collect();
            let lacks = keys.iter().find(|(_, id)| !ranking.contains(id));
            if let Some((name, _)) = lacks {
                return Err(format!("\"{name}\" is not in \"ranking\""));
            }
            if given.ranking.len() != keys.len() {
                return Err(format!(
                    "\"ranking\" must have each of these once: {}",
                    keys.iter()
                        .map(|(name, _)| name.as_str())
                        .collect::<Vec<_>>()
                        .join(", ")
                ));
            }
            Ok(Answer::Ranking(ranking))
        })
    }
}

/// What is ranked: as it is called in the answer, and by its id.
fn keys(state: &DebateState) -> Vec<(String, String)> {
    let Some(opening) = opening(state) else {
        return Vec::new();
    };
    let kind = state.ranked_kind();
    let items = decide::items(state, opening, kind).into_iter();
    items
        .map(|(id, ..)| match kind {
            Scored::Arguments => (id.clone(), id),
            Scored::Speakers | Scored::Sides => (opening.name(&Seat::named(&id)), id),
        })
        .collect()
}
