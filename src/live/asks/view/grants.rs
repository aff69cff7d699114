//! What is granted in a debate, as prompts have it.

use minijinja::Value;

use super::view;
use crate::{
    debate::{DebateState, granted::GrantExtent, ids::Seat},
    text::cut::shortened,
};

/// The most bytes of one text of it.
const ASKED: usize = 400;

/// What is granted by somebody or to them, for them to say whether it is agreed.
pub(in crate::asks) fn asked(state: &DebateState, seat: &Seat) -> Vec<Value> {
    let own = state.grants().into_iter();
    let own = own.filter(|grant| grant.concerns(seat));
    own.map(|grant| {
        let (by, words) = (state.name(grant.by), grant.words.trim());
        view! {
            number => grant.number,
            by,
            own => grant.by == seat,
            argument => grant.argument.map(|one| one.id.as_str()),
            partly => grant.extent == GrantExtent::Part,
            claim => shortened(grant.claim.trim(), ASKED),
            words => shortened(words, ASKED),
        }
    })
    .collect()
}
