//! A trial of a model: what of finished debates is worth listening to, and what is not, in counts. Each is drawn by code
//! from a state alone, so that any model is measured alike, and comes with the words that it counts.

mod answers;
mod ballots;
mod drift;
mod inventions;
mod quotes;
mod report;
mod sentences;
mod sides;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    debate::{
        DebateState,
        state::{Turn, TurnStatus},
        written::Work,
    },
    eval::{Report, said},
    similarity::LEAST_TEXT,
    text::{sentence::sentences, words},
};

pub use drift::{DRIFT_WORDS, Nearness, texts};
pub use report::{TrialReport, TrialRow};
pub use sides::{PlantedSpeech, SideOutcome, SidesReport, planted_speeches};

/// The words of a debate that a measure counts, among so many that it could have counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrialFindings {
    /// The words that count, in order.
    pub found: Vec<String>,
    /// The number of all that were looked at.
    pub of: usize,
}

impl TrialFindings {
    /// One more was looked at, and counts where `found`.
    fn look(&mut self, text: impl Into<String>, found: bool) {
        self.of += 1;
        if found {
            self.found.push(text.into());
        }
    }
}

/// A measure of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrialMeasure {
    /// Speeches and handed-in work that the referee found to argue for the other side, struck or not.
    WrongSide,
    /// Those of them that stand all the same.
    WrongSideStanding,
    /// Paragraphs that have nothing to do with the motion or with what was said before them.
    Drift,
    /// Sentences that were said before.
    SaidBefore,
    /// Points of information about what was just said.
    Points,
    /// Answers that take up what was asked or argued.
    Answers,
    /// Votes that changed without a reason out of the debate.
    Ballots,
    /// Quotations in verdicts that nobody said.
    Quotes,
    /// Sentences that come from the rounds of practice.
    Practice,
    /// Speeches with names, years or sums as evidence that nobody gave.
    Inventions,
}

impl TrialMeasure {
    /// All of them, in the order of the table.
    pub const ALL: [Self; 10] = [
        Self::WrongSide,
        Self::WrongSideStanding,
        Self::Drift,
        Self::SaidBefore,
        Self::Points,
        Self::Answers,
        Self::Ballots,
        Self::Quotes,
        Self::Practice,
        Self::Inventions,
    ];

    /// What it counts, for a person.
    pub fn name(self) -> &'static str {
        match self {
            Self::WrongSide => "speeches for the wrong side",
            Self::WrongSideStanding => "… that stand",
            Self::Drift => "paragraphs on something else",
            Self::SaidBefore => "sentences said before",
            Self::Points => "points about what was just said",
            Self::Answers => "answers that answer",
            Self::Ballots => "votes moved without a reason",
            Self::Quotes => "verdict quotations never said",
            Self::Practice => "sentences out of practice",
            Self::Inventions => "speeches with invented evidence",
        }
    }

    /// Whether more of it is better.
    pub fn is_good(self) -> bool {
        matches!(self, Self::Points | Self::Answers)
    }
}

/// What is looked for with more than the state: how near texts are, and what comes from practice.
pub struct TrialLens<'a> {
    /// How near texts are in meaning, or in their words.
    pub nearness: &'a Nearness,
    /// Whether a sentence comes from the rounds of practice.
    pub is_practice: &'a dyn Fn(&str) -> bool,
}

impl std::fmt::Debug for TrialLens<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TrialLens")
            .field("nearness", &self.nearness)
            .finish_non_exhaustive()
    }
}

/// The findings of every measure in a finished debate.
pub fn findings(
    state: &DebateState,
    lens: &TrialLens<'_>,
) -> BTreeMap<TrialMeasure, TrialFindings> {
    let [wrong, standing] = wrong_side(state);
    BTreeMap::from([
        (TrialMeasure::WrongSide, wrong),
        (TrialMeasure::WrongSideStanding, standing),
        (TrialMeasure::Drift, drift::findings(state, lens.nearness)),
        (TrialMeasure::SaidBefore, sentences::said_before(state)),
        (TrialMeasure::Points, points(state)),
        (TrialMeasure::Answers, answers::findings(state)),
        (TrialMeasure::Ballots, ballots::findings(state)),
        (TrialMeasure::Quotes, quotes::findings(state)),
        (TrialMeasure::Practice, practice(state, lens.is_practice)),
        (TrialMeasure::Inventions, inventions::findings(state)),
    ])
}

/// The turns whose side was checked: those that argue for the other one, and of these those that stand.
fn wrong_side(state: &DebateState) -> [TrialFindings; 2] {
    let (mut all, mut standing) = (TrialFindings::default(), TrialFindings::default());
    for turn in &state.turns {
        let is_wrong = turn.argues_for_other_side();
        let stands = is_wrong && !matches!(turn.status, TurnStatus::Struck { .. });
        if is_wrong || turn.sides_cleared > 0 {
            let text = || said::text(turn).into_owned();
            all.look(text(), is_wrong);
            standing.look(text(), stands);
        }
    }
    [all, standing]
}

/// The points of information, and those that meet what was just said.
fn points(state: &DebateState) -> TrialFindings {
    let mut found = TrialFindings::default();
    for point in Report::counted(state, None).points {
        found.look(point.text, point.sharpness.meets);
    }
    found
}

/// All sentences that models have written, and those that come from practice.
fn practice(state: &DebateState, is_practice: &dyn Fn(&str) -> bool) -> TrialFindings {
    let mut texts: Vec<String> = said::turns(state).flat_map(pieces).collect();
    let points = state.points.iter();
    texts.extend(points.flat_map(|point| {
        [
            point.text.clone(),
            point.answer().unwrap_or_default().to_owned(),
        ]
    }));
    texts.extend(state.ballots.values().map(|ballot| ballot.reason.clone()));
    texts.extend(quotes::verdicts(state));
    let mut found = TrialFindings::default();
    for sentence in texts.iter().flat_map(|text| sentences(text)) {
        if words(sentence).nth(LEAST_TEXT - 1).is_some() {
            found.look(sentence.trim(), is_practice(sentence));
        }
    }
    found
}

/// What a turn consists of, each piece by itself: its paragraphs, or every argument, response and answer.
fn pieces(turn: &Turn) -> Vec<String> {
    match &turn.work {
        Some(Work::Arguments(all)) => all
            .iter()
            .map(|one| format!("{} {} {}", one.claim, one.reasoning, one.evidence))
            .collect(),
        Some(work) => work.texts().into_iter().map(str::to_owned).collect(),
        None => said::paragraphs(&turn.text)
            .into_iter()
            .map(str::to_owned)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{debate::event::Event, eval::tests::sample::SampleDebate};

    #[test]
    fn the_wrong_side_is_counted_whether_it_was_struck_or_stands() {
        let mut debate = SampleDebate::new();
        let good = debate.open("prop.1", "Streets are for people.");
        debate.add(Event::SideCleared { turn: good });
        debate.close(good);
        let bad = debate.open("opp.1", "Ban every car.");
        debate.add(Event::TurnStruck {
            turn: bad,
            rule: "own-side".to_owned(),
            reason: "it argues against Opposition".to_owned(),
        });
        debate.speech("opp.2", "Nobody has looked at this one.", &[]);
        let [all, standing] = wrong_side(&debate.state);
        assert_eq!(
            (all.found.as_slice(), all.of),
            (&["Ban every car.".to_owned()][..], 2)
        );
        assert_eq!((standing.found.len(), standing.of), (0, 2));
    }

    #[test]
    fn practice_is_found_wherever_a_model_wrote_it() {
        let mut debate = SampleDebate::new();
        debate.speech(
            "prop.1",
            "Streets are for the people who live there. The ovens are lit at four.",
            &[],
        );
        let is_practice = |sentence: &str| sentence.contains("ovens");
        let found = practice(&debate.state, &is_practice);
        assert_eq!(
            (found.found.as_slice(), found.of),
            (&["The ovens are lit at four.".to_owned()][..], 2)
        );
    }
}
