//! What is granted in a debate: a pure reading of the state, and the one list of it.

use super::{
    grants::GrantPlace,
    ids::Seat,
    opening::Opening,
    state::DebateState,
    written::{Argument, ResponseType, Work},
};

/// How much of a point is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantExtent {
    /// The point as it is worded.
    Whole,
    /// The core of the point, and not how far it goes.
    Part,
}

/// A point that one side has granted the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant<'a> {
    /// The number of the grant among all of the debate, from 1.
    pub number: u32,
    /// The place of the grant, by which it is known.
    pub place: GrantPlace,
    /// The argument that is granted; `None` where a closing names none.
    pub argument: Option<&'a Argument>,
    /// The point in words: the claim of the argument, or what a closing says.
    pub claim: &'a str,
    /// The words in which an argument was granted; empty for what a closing grants, which is worded so itself.
    pub words: &'a str,
    /// The seat of whoever it is granted to; `None` where there is nobody on another side.
    pub owner: Option<&'a Seat>,
    /// The seat of whoever grants it.
    pub by: &'a Seat,
    /// How much of it is granted.
    pub extent: GrantExtent,
}

impl DebateState {
    /// The grants of the debate, numbered: arguments that were conceded or partly conceded, in their order, and then
    /// what closings concede besides.
    pub fn grants(&self) -> Vec<Grant<'_>> {
        let mut grants: Vec<Grant<'_>> = Vec::new();
        for (owner, argument) in self.arguments() {
            for (turn, work) in self.works() {
                let Work::CrossExamination(responses) = work else {
                    continue;
                };
                let Some(response) = responses.get(&argument.id) else {
                    continue;
                };
                let extent = match response.response_type {
                    ResponseType::Concede => GrantExtent::Whole,
                    ResponseType::Partial => GrantExtent::Part,
                    ResponseType::Refute | ResponseType::Challenge => continue,
                };
                grants.push(Grant {
                    number: number(grants.len()),
                    place: GrantPlace::Response {
                        turn: turn.id,
                        argument: argument.id.clone(),
                    },
                    argument: Some(argument),
                    claim: &argument.claim,
                    words: &response.reasoning,
                    owner: Some(owner),
                    by: &turn.seat,
                    extent,
                });
            }
        }
        for (turn, work) in self.works() {
            let Work::Closing(closing) = work else {
                continue;
            };
            for (concession, text) in (0_u32..).zip(&closing.concessions) {
                // Closings name what was conceded before by its id.
                let is_known = |grant: &Grant<'_>| {
                    let id = grant.argument.map(|one| one.id.as_str());
                    id.is_some_and(|id| names(text, id))
                };
                if text.trim().is_empty() || grants.iter().any(is_known) {
                    continue;
                }
                let against = self.arguments_against(&turn.seat);
                let first = against.iter().find(|(_, one)| names(text, &one.id));
                grants.push(Grant {
                    number: number(grants.len()),
                    place: GrantPlace::Closing {
                        turn: turn.id,
                        concession,
                    },
                    argument: first.map(|(_, one)| *one),
                    claim: text,
                    words: "",
                    owner: first
                        .map(|(owner, _)| *owner)
                        .or_else(|| opposite(self.opening.as_deref()?, &turn.seat)),
                    by: &turn.seat,
                    extent: GrantExtent::Whole,
                });
            }
        }
        grants
    }
}

fn number(before: usize) -> u32 {
    u32::try_from(before).map_or(u32::MAX, |before| before.saturating_add(1))
}

/// The speaker whom something is granted to that names no argument: the one of the same number on another side, or else
/// the first there.
fn opposite<'a>(opening: &'a Opening, seat: &Seat) -> Option<&'a Seat> {
    let others = opening.speakers.iter().map(|speaker| &speaker.seat);
    let others: Vec<&Seat> = others.filter(|one| opening.oppose(seat, one)).collect();
    let same = others.iter().find(|one| one.number() == seat.number());
    same.or(others.first()).copied()
}

/// Whether a text names an argument by its id, and not one whose id begins so.
fn names(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text
            .get(at + id.len()..)
            .and_then(|rest| rest.chars().next());
        let is_open = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        !is_open(before) && !is_open(behind)
    })
}

#[cfg(test)]
mod tests;
