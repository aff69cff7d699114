//! Uptake: whether what was said before is taken up, by the words that sentences have in common with sentences of
//! others. Names are left out, so that to drop them takes nothing up; so are the words of the motion, which everybody
//! uses.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{
    by::By,
    definition::Measure,
    measured::{MeasureResult, Measured},
    said::{self, Voice},
};
use crate::{
    debate::{
        DebateState,
        ids::{Seat, TurnId},
        state::Turn,
    },
    text::{content::content_words, sentence},
};

/// The fewest content words in common with one sentence of somebody else of a sentence that takes it up.
const SHARED: usize = 2;

/// The uptake of one turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Uptake {
    /// The id of the turn.
    pub turn: TurnId,
    /// The seat whose turn it is.
    pub seat: Seat,
    /// The sentences that take up a sentence of somebody who had been heard before.
    pub taken_up: usize,
    /// The sentences that could have: those of two content words or more.
    pub of: usize,
    /// The one ÷ the other; absent where nobody else had been heard, or there is no such sentence.
    pub share: Option<f64>,
}

/// Words that tie no sentence to another: those of the motion, and the names of speakers.
#[derive(Debug, Default)]
pub(super) struct CommonWords(BTreeSet<String>);

impl CommonWords {
    pub(super) fn of(state: &DebateState) -> Self {
        let Some(opening) = state.opening.as_deref() else {
            return Self::default();
        };
        let motion = [&opening.motion.motion, &opening.motion.question];
        let names = opening.speakers.iter();
        let names = names.flat_map(|one| [&one.card.name, &one.card.short]);
        Self(content_words(
            motion.into_iter().chain(names).map(String::as_str),
        ))
    }

    /// The content words of a text that may tie it to another.
    pub(super) fn telling(&self, text: &str) -> BTreeSet<String> {
        let mut own = content_words([text]);
        own.retain(|word| !self.0.contains(word));
        own
    }
}

/// The uptake of each turn, in order.
pub(super) fn uptake(state: &DebateState, common: &CommonWords) -> Vec<Uptake> {
    let told = |turn: &Turn| -> Vec<BTreeSet<String>> {
        let text = said::text(turn);
        let sentences = sentence::sentences(&text).into_iter();
        let sentences = sentences.map(|one| common.telling(one));
        sentences.filter(|one| one.len() >= SHARED).collect()
    };
    let known: BTreeMap<TurnId, Vec<BTreeSet<String>>> = said::turns(state)
        .map(|turn| (turn.id, told(turn)))
        .collect();
    let of_turn = |turn: &Turn| {
        let others = state.heard_before(turn).into_iter();
        let others = others.filter(|one| one.seat != turn.seat);
        let heard: Vec<&BTreeSet<String>> = others
            .filter_map(|one| known.get(&one.id))
            .flatten()
            .collect();
        let own = known.get(&turn.id).map_or(&[][..], Vec::as_slice);
        let is_shared = |one: &&BTreeSet<String>| {
            let mut heard = heard.iter();
            heard.any(|other| one.intersection(other).count() >= SHARED)
        };
        let taken_up = own.iter().filter(is_shared).count();
        let is_telling = !own.is_empty() && !heard.is_empty();
        Uptake {
            turn: turn.id,
            seat: turn.seat.clone(),
            taken_up,
            of: own.len(),
            share: is_telling.then(|| taken_up as f64 / own.len() as f64),
        }
    };
    said::turns(state).map(of_turn).collect()
}

/// The mean share of sentences that take something up.
pub(super) fn reading(voices: &[Voice<'_>], uptake: &[Uptake]) -> MeasureResult {
    let shares = |seat: Option<&Seat>| -> Vec<f64> {
        let own = uptake.iter();
        let own = own.filter(|one| seat.is_none_or(|seat| seat == &one.seat));
        own.filter_map(|one| one.share).collect()
    };
    let of_voice = |voice: &Voice<'_>| {
        let why = if voice.turns.is_empty() {
            voice.silent()
        } else {
            super::UNHEARD_TURNS.to_owned()
        };
        let own = Measured::mean(&shares(Some(voice.seat())), By::Words, &why);
        (voice.seat().clone(), own)
    };
    MeasureResult {
        measure: Measure::Uptake,
        total: Measured::mean(&shares(None), By::Words, super::UNHEARD_TURNS),
        speakers: voices.iter().map(of_voice).collect(),
    }
}

/// The arc of what is taken up: the rise of it, and the place of the most.
pub(super) fn arc(uptake: &[Uptake]) -> [MeasureResult; 2] {
    let shares: Vec<(usize, f64)> = uptake
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((at, one.share?)))
        .collect();
    let rise = {
        let values: Vec<f64> = shares.iter().map(|(_, share)| *share).collect();
        rise(
            &values,
            By::Words,
            1.0,
            "fewer than three turns had others before them",
        )
    };
    let most = shares.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    let peak = match most {
        _ if shares.len() < 3 => Measured::not("fewer than three turns had others before them"),
        Some((at, share)) if *share > 0.0 => place(*at, uptake.len(), By::Words),
        _ => Measured::not("no sentence takes up what somebody else had said"),
    };
    [
        MeasureResult::whole(Measure::UptakeRise, rise),
        MeasureResult::whole(Measure::UptakePeak, peak),
    ]
}

/// The mean of the last third of some values less that of the first third, in parts of `span`; of fewer than three none.
pub(super) fn rise(values: &[f64], by: By, span: f64, why: &str) -> Measured {
    if values.len() < 3 {
        return Measured::not(why);
    }
    let third = values.len() / 3;
    let mean = |some: &[f64]| some.iter().sum::<f64>() / third as f64;
    let first = values.get(..third).unwrap_or_default();
    let last = values.get(values.len() - third..).unwrap_or_default();
    Measured::Is {
        value: (mean(last) - mean(first)) / span,
        of: values.len(),
        by,
    }
}

/// The share of the turns that are over with the one at this place, counted from 0.
pub(super) fn place(at: usize, turns: usize, by: By) -> Measured {
    Measured::share(at + 1, turns, by, super::NOBODY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Materials, Report, tests::sample};

    #[test]
    fn a_sentence_takes_up_what_shares_two_words_that_are_no_names_and_not_the_motions() {
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "Horses starve in winter. Cars burn oil.", &[]);
        let text = "Mohandas Gandhi is a friend. No horses starve here! Cars banned, cars driven, \
                    cars sold. Bread is baked at dawn.";
        debate.speech("opp.1", text, &[]);
        let report = Report::of(&debate.state, &Materials::default());
        let [first, second] = report.uptake.as_slice() else {
            panic!("{:?}", report.uptake);
        };
        assert_eq!(first.share, None, "nobody had been heard");
        // A name takes nothing up, and neither does the word of the motion.
        assert_eq!((second.taken_up, second.of), (1, 3), "{second:?}");
    }

    #[test]
    fn a_rise_is_from_the_first_third_to_the_last() {
        let value = |values: &[f64]| rise(values, By::Count, 4.0, "few").value();
        assert_eq!(value(&[1.0, 5.0]), None);
        assert_eq!(value(&[1.0, 3.0, 5.0]), Some(1.0));
        assert_eq!(value(&[2.0, 2.0, 5.0, 1.0, 4.0, 4.0]), Some(0.5));
        assert_eq!(place(2, 4, By::Count).value(), Some(0.75));
    }
}
