//! The draft of the guidance that is drawn from a verdict: short, without repetition, and never too much.

use std::collections::BTreeMap;

use super::{correction, named::first_named};
use crate::{
    debate::{
        DebateState,
        guidance::{Challenge, SeatGuidance},
        ids::Seat,
        opening::Opening,
    },
    text::first_words,
};

/// The number of texts of each kind that a speaker is given at the most: who is told everything hears nothing.
const MOST: usize = 3;
/// A corpus is searched for so many things at the most, beside the motion.
const QUERIES: usize = 6;
/// Words of one text.
const WORDS: usize = 60;

pub(super) struct Draft<'a> {
    pub(super) state: &'a DebateState,
    pub(super) opening: &'a Opening,
    seats: BTreeMap<Seat, SeatGuidance>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(state: &'a DebateState, opening: &'a Opening) -> Self {
        Self {
            state,
            opening,
            seats: BTreeMap::new(),
        }
    }

    /// The seats of all speakers.
    pub(super) fn speakers(&self) -> impl Iterator<Item = &'a Seat> + use<'a> {
        self.opening.speakers.iter().map(|speaker| &speaker.seat)
    }

    /// The seats that argue against a seat.
    pub(super) fn opponents(&self, seat: &Seat) -> Vec<&'a Seat> {
        self.speakers()
            .filter(|other| self.opening.oppose(seat, other))
            .collect()
    }

    fn of(&mut self, seat: &Seat) -> &mut SeatGuidance {
        self.seats.entry(seat.clone()).or_default()
    }

    /// Adds a text that should have been said: it is told, and searched for. If it names an opponent, it is a
    /// challenge, too.
    pub(super) fn missed(&mut self, seat: &Seat, text: &str) {
        let Some(text) = clean(text) else { return };
        self.challenge_named(seat, &text);
        push(&mut self.of(seat).missed, text.clone(), MOST);
        self.query(seat, &text);
    }

    /// Adds a query to be searched for.
    pub(super) fn query(&mut self, seat: &Seat, text: &str) {
        if let Some(text) = clean(text) {
            push(&mut self.of(seat).queries, text, QUERIES);
        }
    }

    /// Notes how a speaker could do better. A speaker whose note is about how they speak has drifted.
    pub(super) fn note(&mut self, seat: &Seat, text: &str) {
        let Some(text) = clean(text) else { return };
        if super::is_about_style(&text) {
            self.reinforce(seat);
        }
        self.challenge_named(seat, &text);
        push(&mut self.of(seat).notes, text, MOST);
    }

    /// Reinforces the part of a speaker who has drifted from it.
    pub(super) fn reinforce(&mut self, seat: &Seat) {
        self.of(seat).reinforce = true;
    }

    /// Adds a text that somebody is to answer; it is not put to those who speak before everybody who argues against
    /// them.
    pub(super) fn answer(&mut self, seat: &Seat, text: &str) {
        if !self.speaks_later(seat) {
            return;
        }
        let Some(text) = clean(text) else { return };
        push(&mut self.of(seat).answer, text.clone(), MOST);
        self.query(seat, &text);
    }

    /// Adds a challenge that one seat could have put to another, where points of information are taken.
    pub(super) fn challenge(&mut self, seat: &Seat, against: &Seat, text: &str) {
        let points = |phase: &crate::catalog::Phase| phase.points_of_information.is_some();
        let taken = self.opening.format.phases.iter().any(points);
        if !taken || !self.opening.oppose(seat, against) {
            return;
        }
        let Some(about) = clean(text) else { return };
        let challenges = &mut self.of(seat).challenges;
        if challenges.len() < MOST && challenges.iter().all(|one| one.about != about) {
            challenges.push(Challenge {
                against: against.clone(),
                about,
            });
        }
    }

    /// The number of challenges that a seat has been given.
    pub(super) fn challenges(&self, seat: &Seat) -> usize {
        self.seats.get(seat).map_or(0, |one| one.challenges.len())
    }

    fn challenge_named(&mut self, seat: &Seat, text: &str) {
        let opponents = self.opponents(seat);
        let named = first_named(self.opening, text, |other| opponents.contains(&other));
        if let Some(against) = named {
            self.challenge(seat, against, text);
        }
    }

    /// Whether somebody speaks at least once after one who argues against them.
    fn speaks_later(&self, seat: &Seat) -> bool {
        let turns: Vec<&Seat> = self.state.speeches().map(|turn| &turn.seat).collect();
        let Some(last) = turns.iter().rposition(|one| *one == seat) else {
            return false;
        };
        turns
            .iter()
            .take(last)
            .any(|other| self.opening.oppose(seat, other))
    }

    pub(super) fn has_answers(&self) -> bool {
        self.seats.values().any(|one| !one.answer.is_empty())
    }

    /// The guidance, with the correction of whoever drifted now or was corrected before: what was needed once is kept,
    /// and is more where it was not enough.
    pub(super) fn finish(mut self) -> BTreeMap<Seat, SeatGuidance> {
        for seat in self.speakers() {
            let before = self.opening.guided(seat);
            let before = before.map(SeatGuidance::level).unwrap_or_default();
            let drifted = self.seats.get(seat).is_some_and(|one| one.reinforce);
            let level = if drifted { before.next() } else { before };
            if !level.is_none() {
                self.of(seat).correction = correction::of(self.state, seat, level);
            }
        }
        let is_empty = |one: &SeatGuidance| one.is_empty() && one.correction.is_none();
        self.seats.retain(|_, one| !is_empty(one));
        self.seats
    }
}

/// A text as one line, not too long; `None` where there is nothing in it.
fn clean(text: &str) -> Option<String> {
    let text = first_words(text, WORDS);
    let says = text.chars().any(char::is_alphanumeric);
    // What models write where they mean nothing.
    let means = !["none", "null", "n/a", "nothing"]
        .contains(&text.trim_end_matches('.').to_lowercase().as_str());
    (says && means).then_some(text)
}

fn push(list: &mut Vec<String>, text: String, most: usize) {
    if list.len() < most && !list.contains(&text) {
        list.push(text);
    }
}
