//! What is granted in a debate, as prompts have it: cut short, because it stands in every later prompt.

use minijinja::Value;

use super::view;
use crate::{
    debate::{
        DebateState,
        granted::{Grant, GrantExtent, GrantStanding},
        ids::Seat,
    },
    text::cut::shortened,
};

/// The most bytes that what is granted has in a prompt, the words of the template not counted.
const ROOM: usize = 4000;
/// The most bytes of one text of it.
const TEXT: usize = 200;
/// The most bytes of a text of it for whoever is asked about it.
const ASKED: usize = 400;

/// What is granted, with its standing: first what is not agreed, which matters most where there is no room for all.
pub(crate) fn granted(state: &DebateState) -> Value {
    let grants = state.grants();
    let standings = grants.iter().map(|one| (one, state.grant_standing(one)));
    let mut all: Vec<(&Grant<'_>, GrantStanding<'_>)> = standings.collect();
    all.sort_by_key(|(_, standing)| match standing {
        GrantStanding::Disputed(_) => 0,
        GrantStanding::Agreed => 1,
        GrantStanding::Unconfirmed(_) => 2,
    });
    let mut room = ROOM;
    let points = all.into_iter().filter_map(|(grant, standing)| {
        let claim = shortened(grant.claim.trim(), TEXT);
        let disputes: Vec<(&Seat, String)> = match &standing {
            GrantStanding::Disputed(all) => all
                .iter()
                .map(|(seat, how)| (*seat, shortened(how.trim(), TEXT)))
                .collect(),
            GrantStanding::Agreed | GrantStanding::Unconfirmed(_) => Vec::new(),
        };
        let taken: usize = disputes.iter().map(|(_, how)| how.len()).sum();
        room = room.checked_sub(claim.len() + taken)?;
        let disputes = disputes.iter();
        let disputes = disputes.map(|(seat, how)| view! { name => state.name(seat), how });
        Some(view! {
            by => state.name(grant.by),
            argument => grant.argument.map(|one| one.id.as_str()),
            partly => grant.extent == GrantExtent::Part,
            claim,
            agreed => standing == GrantStanding::Agreed,
            disputes => disputes.collect::<Vec<_>>(),
        })
    });
    view! { points => points.collect::<Vec<_>>() }
}

/// What is granted by somebody or to them, for them to say whether it is agreed.
pub(crate) fn asked(state: &DebateState, seat: &Seat) -> Vec<Value> {
    let own = state.grants_concerning(seat).into_iter();
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
