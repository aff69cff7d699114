//! Adaptation: whether those who speak later engage with what came before, or deliver their notes.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    by::By,
    definition::Measure,
    measured::{MeasureResult, Measured},
    said::{self, SpokenClaim, Voice},
    uptake::CommonWords,
};
use crate::{
    debate::{DebateState, ids::Seat, opening::Speaker, state::Turn},
    similarity::SAME_WORDS,
    text::words,
};

/// The reason why there is nothing to adapt to.
const FIRST: &str = "nobody had spoken before";

/// The reason why there was nothing for which notes could have been changed.
const UNHEARD: &str = "nobody had spoken before the first speech of those who made notes";

/// The other speakers who had been heard before a turn, and in what.
pub(super) struct Before<'a> {
    speakers: BTreeMap<&'a Seat, Heard<'a>>,
    common: &'a CommonWords,
}

/// A speaker who had been heard.
struct Heard<'a> {
    speaker: &'a Speaker,
    /// The content words of what they had said, but for names and those of the motion.
    said: BTreeSet<String>,
}

impl<'a> Before<'a> {
    fn of(state: &'a DebateState, turn: &Turn, common: &'a CommonWords) -> Self {
        let heard = state.heard_before(turn).into_iter();
        let mut speakers: BTreeMap<&Seat, Heard<'_>> = BTreeMap::new();
        for one in heard.filter(|one| one.seat != turn.seat) {
            let Some(speaker) = state.speaker(&one.seat) else {
                continue;
            };
            let known = speakers.entry(&one.seat).or_insert_with(|| Heard {
                speaker,
                said: BTreeSet::new(),
            });
            known.said.extend(common.telling(&said::text(one)));
        }
        Self { speakers, common }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.speakers.is_empty()
    }

    /// The speakers who are named in a text.
    fn named_in(&self, text: &str) -> impl Iterator<Item = &Heard<'a>> {
        let heard = self.speakers.values();
        heard.filter(move |one| said::names(text, one.speaker))
    }

    /// The share of the speakers who are named in a text.
    pub(super) fn share_named(&self, text: &str) -> f64 {
        self.named_in(text).count() as f64 / self.speakers.len() as f64
    }

    /// Whether a claim engages somebody: it answers, unless it is said to answer somebody who had not been heard, or it
    /// names somebody and has a word in common with what they said.
    pub(super) fn is_engaged_by(&self, claim: &SpokenClaim<'_>) -> bool {
        let is_heard = |whom: &str| whom.trim().is_empty() || self.named_in(whom).count() > 0;
        if claim.answers && claim.rebuts.is_none_or(is_heard) {
            return true;
        }
        let text = format!("{} {}", claim.text, claim.support);
        let own = self.common.telling(&text);
        self.named_in(&text).any(|one| !own.is_disjoint(&one.said))
    }
}

/// The speakers who had been heard before each turn, by the turn's number.
pub(super) fn before<'a>(
    state: &'a DebateState,
    common: &'a CommonWords,
) -> BTreeMap<u32, Before<'a>> {
    said::turns(state)
        .map(|turn| (turn.id.0, Before::of(state, turn, common)))
        .collect()
}

/// The share of claims that engage others.
pub(super) fn engagement(
    voices: &[Voice<'_>],
    claims: &[SpokenClaim<'_>],
    before: &BTreeMap<u32, Before<'_>>,
) -> MeasureResult {
    let mut counts = BTreeMap::new();
    for voice in voices {
        let later = voice
            .turns
            .iter()
            .any(|turn| before.get(&turn.id.0).is_some_and(|one| !one.is_empty()));
        let own: Vec<bool> = claims
            .iter()
            .filter(|claim| &claim.turn.seat == voice.seat())
            .filter_map(|claim| {
                let before = before.get(&claim.turn.id.0).filter(|one| !one.is_empty())?;
                Some(before.is_engaged_by(claim))
            })
            .collect();
        let count = if voice.turns.is_empty() {
            Err(voice.silent())
        } else if later {
            Ok((own.iter().filter(|engages| **engages).count(), own.len()))
        } else {
            Err(FIRST.to_owned())
        };
        counts.insert(voice.seat().clone(), count);
    }
    MeasureResult::shares(Measure::Engagement, &By::Count, counts, super::NO_CLAIMS)
}

/// The share of earlier speakers who are named.
pub(super) fn names(voices: &[Voice<'_>], before: &BTreeMap<u32, Before<'_>>) -> MeasureResult {
    let mut all = Vec::new();
    let mut speakers = BTreeMap::new();
    for voice in voices {
        let shares: Vec<f64> = voice
            .turns
            .iter()
            .filter_map(|turn| {
                let before = before.get(&turn.id.0).filter(|one| !one.is_empty())?;
                Some(before.share_named(&said::text(turn)))
            })
            .collect();
        all.extend_from_slice(&shares);
        let why = if voice.turns.is_empty() {
            voice.silent()
        } else {
            FIRST.to_owned()
        };
        let own = Measured::mean(&shares, By::Count, &why);
        speakers.insert(voice.seat().clone(), own);
    }
    MeasureResult {
        measure: Measure::Names,
        total: Measured::mean(&all, By::Count, FIRST),
        speakers,
    }
}

/// The share of private notes that speeches have word for word.
pub(super) fn notes(
    state: &DebateState,
    voices: &[Voice<'_>],
    before: &BTreeMap<u32, Before<'_>>,
) -> MeasureResult {
    let one = |voice: &Voice<'_>| {
        let first = voice.turns.first();
        let Some(first) = first else {
            return Measured::not(voice.silent());
        };
        if before.get(&first.id.0).is_none_or(Before::is_empty) {
            return Measured::not(UNHEARD);
        }
        let name = &voice.speaker.card.short;
        let Some(notes) = state.notes(voice.seat()) else {
            return Measured::not(format!("{name} made no notes"));
        };
        let notes = runs(&notes.text);
        if notes.is_empty() {
            return Measured::not(format!("the notes of {name} are too short to compare"));
        }
        let speech = runs(&voice.text());
        let kept = notes.intersection(&speech).count();
        Measured::share(kept, notes.len(), By::Count, "")
    };
    let speakers = voices
        .iter()
        .map(|voice| (voice.seat().clone(), one(voice)));
    let none = "nobody who spoke later had made notes";
    MeasureResult::means(Measure::NotesUnchanged, speakers.collect(), none)
}

/// The distinct runs of words of a text.
fn runs(text: &str) -> BTreeSet<String> {
    let words: Vec<String> = words(text).map(str::to_lowercase).collect();
    words.windows(SAME_WORDS).map(|run| run.join(" ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Materials, Report, tests::sample};

    #[test]
    fn a_claim_engages_if_it_answers_or_names_somebody_and_takes_up_a_word() {
        let mut debate = sample::SampleDebate::new();
        // The first speaker has nobody to answer: whatever is claimed, it is not counted.
        debate.speech(
            "prop.1",
            "An army needs bread.",
            &[("Napoleon will object", "Napoleon")],
        );
        debate.speech(
            "opp.1",
            "Two.",
            &[
                ("Gandhi forgets the army", ""),
                // A name alone engages nobody.
                ("Gandhi knows that roads win wars", ""),
                // An answer to somebody who has not spoken is none.
                ("Mill is wrong", "John Mill"),
                ("That is not so", "Mohandas Gandhi"),
            ],
        );
        let report = Report::of(&debate.state, &Materials::default());
        let reading = report.reading(Measure::Engagement);
        let half = Measured::Is {
            value: 0.5,
            of: 4,
            by: By::Count,
        };
        assert_eq!(reading.total, half);
        assert_eq!(reading.speakers[&Seat::new("opp", 1)], half);
        assert_eq!(
            reading.speakers[&Seat::new("prop", 1)],
            Measured::not(FIRST)
        );
    }

    #[test]
    fn names_are_counted_among_those_who_were_heard() {
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "I am Gandhi.", &[]);
        debate.speech("opp.1", "Mr Gandhi walks; Mill will follow.", &[]);
        debate.speech("prop.2", "I heard Napoleon. Napoleon errs.", &[]);
        let report = Report::of(&debate.state, &Materials::default());
        let reading = report.reading(Measure::Names);
        // Napoleon names one of one, Mill one of two.
        assert_eq!(
            reading.total,
            Measured::Is {
                value: 0.75,
                of: 2,
                by: By::Count
            }
        );
    }

    #[test]
    fn notes_are_unchanged_by_the_share_of_their_runs_of_four_words() {
        let mut debate = sample::SampleDebate::new();
        debate.notes("prop.1", "The street belongs to the child.");
        debate.notes("opp.1", "The army moves by road, and only by road.");
        debate.speech("prop.1", "The street belongs to the child.", &[]);
        debate.speech(
            "opp.1",
            "Gandhi walks. The army moves by road! And only by rail.",
            &[],
        );
        let report = Report::of(&debate.state, &Materials::default());
        let reading = report.reading(Measure::NotesUnchanged);
        // Nine words have six runs; all but the last, "and only by road", are spoken.
        let share = Measured::Is {
            value: 5.0 / 6.0,
            of: 6,
            by: By::Count,
        };
        assert_eq!(reading.speakers[&Seat::new("opp", 1)], share);
        // The first speaker could not have changed them.
        assert_eq!(
            reading.speakers[&Seat::new("prop", 1)],
            Measured::not(UNHEARD)
        );
        assert!((reading.total.value().unwrap() - 5.0 / 6.0).abs() < 1e-9);
    }
}
