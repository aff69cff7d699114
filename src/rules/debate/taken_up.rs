//! The arguments that a speech takes up: those of the other side that a sentence of the speech names by their ids or
//! says again in their own words. Where arguments are not responded to one by one, it is all that is known of how they
//! are met.

use std::collections::BTreeSet;

use super::{
    ids::{Seat, TurnId},
    state::DebateState,
    written::{Argument, names_argument},
};
use crate::{
    similarity::contains_claim,
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
        met_in(&turn.text, arguments.map(|(_, one)| one))
    }
}

/// The ids of the arguments that a text names or says again.
pub(super) fn met_in<'a>(text: &str, arguments: impl Iterator<Item = &'a Argument>) -> Vec<String> {
    let claims: Vec<_> = arguments
        .map(|one| (&one.id, content_words([one.claim.as_str()])))
        .collect();
    if claims.is_empty() {
        return Vec::new();
    }
    let sentences = told(text);
    let claims = claims.iter();
    let met = claims.filter(|(id, claim)| is_met(id, claim, &sentences));
    met.map(|(id, _)| (*id).clone()).collect()
}

/// A sentence that takes arguments up: its place in the text, its words, and the ids of the arguments.
pub(super) type MeetingSentence<'t> = (u32, &'t str, Vec<String>);

/// The sentences of a text that name arguments or say them again.
pub(super) fn sentences_meeting<'t, 'a>(
    text: &'t str,
    arguments: impl Iterator<Item = (&'a str, &'a str)>,
) -> Vec<MeetingSentence<'t>> {
    let claims: Vec<_> = arguments
        .map(|(id, claim)| (id, content_words([claim])))
        .collect();
    if claims.is_empty() {
        return Vec::new();
    }
    let meeting = (0..).zip(told(text)).map(|(at, sentence)| {
        let met = claims
            .iter()
            .filter(|(id, claim)| is_met(id, claim, std::slice::from_ref(&sentence)));
        let met: Vec<String> = met.map(|(id, _)| (*id).to_owned()).collect();
        (at, sentence.0, met)
    });
    meeting.filter(|(_, _, met)| !met.is_empty()).collect()
}

/// The sentences of a text, each with its content words.
fn told(text: &str) -> Vec<(&str, BTreeSet<String>)> {
    let sentences = sentence::sentences(text).into_iter();
    sentences.map(|one| (one, content_words([one]))).collect()
}

/// Whether one of the sentences names the argument or says its claim again.
fn is_met(id: &str, claim: &BTreeSet<String>, sentences: &[(&str, BTreeSet<String>)]) -> bool {
    sentences
        .iter()
        .any(|(sentence, said)| names_argument(sentence, id) || contains_claim(claim, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_taken_up_by_its_id_or_in_its_own_words() {
        let claim = content_words(["Delivery carts block narrow pavements for wheelchair users."]);
        let cases = [
            ("We answer PRO-1 first.", true),
            ("First, PRO-1.", true),
            ("PRO-12 is another matter.", false),
            ("PRO-12 and PRO-1 hang together.", true),
            (
                "They say that delivery carts block narrow pavements for wheelchair users. They do not.",
                true,
            ),
            (
                "No carts block pavements where wheelchair users go, narrow or not.",
                true,
            ),
            // One word in common is no answer.
            ("Carts are cheap to run.", false),
            // Nor are words that lie in different sentences.
            (
                "Carts are cheap. Users pay less. Pavements are old. Delivery is quick.",
                false,
            ),
            ("Trade pays for the schools of the town.", false),
            ("", false),
        ];
        for (speech, expected) in cases {
            assert_eq!(is_met("PRO-1", &claim, &told(speech)), expected, "{speech}");
        }
    }
}
