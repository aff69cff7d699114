//! A ballot with a reason: of one member of the audience, or of several whom one model plays at once. The prompt for
//! several begins as that of one does, so that caches serve both.

use std::collections::BTreeMap;

use minijinja::context;

use super::{
    Asking, Reply, Sees, Wording,
    answer::{DIVISION_VOTES, must, said_before::OnTheCard},
    joint,
    view::{member, opening},
};
use crate::{
    debate::{
        DebateState,
        answer::{self, Vote},
        ask::When,
        decide::Answer,
        ids::Seat,
    },
    llm::{
        Shape,
        shape::{keyed, shape_of, with_choices},
    },
};

/// Tokens of one ballot with its reason.
const TOKENS: u32 = 160;

/// The ask: whose ballot, and when.
pub(super) struct Ballot<'a>(pub(super) &'a Seat, pub(super) When);

impl Asking for Ballot<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let template = match self.1 {
            When::Before => "ballot_before.md",
            When::After => "ballot_after.md",
        };
        Some(Wording::One((template, member(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        TOKENS
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        heard(state, self.1)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let when = self.1;
        let shape = narrowed(shape_of::<answer::Ballot>(), when);
        let card = card(state, self.0);
        Reply::shaped(shape, move |mut ballot: answer::Ballot| {
            is_sound(&ballot, when)?;
            leave_out(card.as_ref(), &mut ballot);
            Ok(Answer::Ballot(ballot))
        })
    }
}

/// The ballots of these members, under the text of each one's seat.
pub(crate) struct Ballots<'a> {
    /// The seats of the members who vote.
    pub(crate) members: &'a [Seat],
    /// Before or after the debate.
    pub(crate) when: When,
}

impl Asking for Ballots<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let asked = context! {
            after => self.when == When::After,
            ..joint::voters(state, self.members)
        };
        Some(Wording::One(("ballots.md", asked)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        joint::tokens(self.members, TOKENS)
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        heard(state, self.when)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let (members, when) = (self.members.to_vec(), self.when);
        let cards: Vec<Option<OnTheCard>> = members.iter().map(|one| card(state, one)).collect();
        let shape = keyed(
            "Ballots",
            &joint::keys(&members),
            &shape_of::<answer::Ballot>().schema,
        );
        let shape = narrowed(shape, when);
        Reply::shaped(shape, move |mut all: BTreeMap<Seat, answer::Ballot>| {
            if let Some(member) = members.iter().find(|member| !all.contains_key(member)) {
                return Err(format!("there is no ballot of \"{member}\""));
            }
            all.values().try_for_each(|one| is_sound(one, when))?;
            for (member, card) in members.iter().zip(&cards) {
                if let Some(ballot) = all.get_mut(member) {
                    leave_out(card.as_ref(), ballot);
                }
            }
            Ok(Answer::Ballots(all))
        })
    }
}

/// The debate as a voter has heard it: nothing of it for a vote before the debate.
fn heard(state: &DebateState, when: When) -> Sees<'_> {
    match when {
        When::Before => Sees::House,
        When::After => Sees::all(state),
    }
}

/// The shape of ballots: after the debate there are two doors.
fn narrowed(shape: Shape, when: When) -> Shape {
    match when {
        When::Before => shape,
        When::After => with_choices(shape, "vote", &DIVISION_VOTES),
    }
}

/// The texts about a member on their card.
fn card(state: &DebateState, seat: &Seat) -> Option<OnTheCard> {
    let card = &opening(state)?.listener(seat)?.card;
    let texts = [
        &card.who,
        &card.background,
        &card.moved_by,
        &card.unmoved_by,
    ];
    let texts = texts.into_iter().chain(&card.values);
    Some(OnTheCard::of(&card.name, texts.map(String::as_str)))
}

/// A reason is the member's own: what only stands on their card is left out, and the vote counts without it.
fn leave_out(card: Option<&OnTheCard>, ballot: &mut answer::Ballot) {
    if let Some(card) = card {
        ballot.reason = card.left_out_of(&ballot.reason);
    }
}

fn is_sound(ballot: &answer::Ballot, when: When) -> Result<(), String> {
    must(
        when == When::Before || ballot.vote != Vote::Undecided,
        "\"vote\" must be \"aye\" or \"no\": there are two doors",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_debate_there_are_two_doors() {
        let ballot = answer::Ballot {
            reason: String::new(),
            vote: Vote::Undecided,
        };
        assert_eq!(is_sound(&ballot, When::Before), Ok(()));
        assert!(is_sound(&ballot, When::After).is_err());
    }
}
