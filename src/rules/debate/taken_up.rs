//! Which arguments a speech takes up: those of the other side that a sentence of it names by their ids or says again in
//! their own words. Where arguments are not responded to one by one, it is all that is known of how they are met.

use std::collections::BTreeSet;

use super::{
    ids::{Seat, TurnId},
    state::DebateState,
};
use crate::{
    similarity::{CONTAINED, LEAST_SHARED, containment},
    text::{content::content_words, sentence},
};

impl DebateState {
    /// The ids of the arguments that a speech or a question takes up.
    pub(super) fn takes_up(&self, turn: TurnId) -> Vec<String> {
        let Some(turn) = self.turn(turn).filter(|turn| turn.task.is_spoken()) else {
            return Vec::new();
        };
        let Some(opening) = self.opening.as_deref() else {
            return Vec::new();
        };
        let of_others = |seat: &Seat| opening.oppose(&turn.seat, seat);
        let arguments = self.arguments().filter(|(seat, _)| of_others(seat));
        let claims: Vec<_> = arguments
            .map(|(_, one)| (&one.id, content_words([one.claim.as_str()])))
            .collect();
        if claims.is_empty() {
            return Vec::new();
        }
        let sentences = sentence::sentences(&turn.text).into_iter();
        let sentences: Vec<_> = sentences.map(|one| (one, content_words([one]))).collect();
        let is_taken_up = |id: &str, claim: &BTreeSet<String>| {
            sentences.iter().any(|(sentence, said)| {
                let says_it = containment(claim, said) >= CONTAINED.words
                    && claim.intersection(said).count() >= LEAST_SHARED;
                names(sentence, id) || says_it
            })
        };
        let claims = claims.iter();
        let taken_up = claims.filter(|(id, claim)| is_taken_up(id, claim));
        taken_up.map(|(id, _)| (*id).clone()).collect()
    }
}

/// Whether an id stands in a sentence, and not as the beginning of a longer one.
fn names(sentence: &str, id: &str) -> bool {
    sentence.match_indices(id).any(|(at, _)| {
        let next = sentence
            .get(at + id.len()..)
            .and_then(|rest| rest.chars().next());
        next.is_none_or(|next| !next.is_ascii_digit())
    })
}
