//! The kinds of questions that a judge's model is asked: which measure each is for, and what became of its answers.

use std::collections::BTreeSet;

use super::{definition::Measure, materials::Answers};

/// A kind of question to a judge's model. Each is asked about every speaker, turn or point that it is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JudgeQuestion {
    /// How far a speaker sounds like their corpus, or like the style on their card.
    Style,
    /// Whether the claims of a speaker agree with the positions on their card.
    Positions,
    /// Whether the answer to a point meets it.
    PointAnswers,
    /// Whether a speech answers what was said before it.
    Speeches,
    /// How sharp a point is, and how well timed.
    Points,
    /// How the debate climbs.
    Arc,
}

impl JudgeQuestion {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Style,
        Self::Positions,
        Self::PointAnswers,
        Self::Speeches,
        Self::Points,
        Self::Arc,
    ];

    /// The question that a measure needs; `None` of a measure that needs no judge.
    pub fn of(measure: Measure) -> Option<Self> {
        match measure {
            Measure::StyleJudge | Measure::StyleCard => Some(Self::Style),
            Measure::PositionAccuracy | Measure::PositionCoverage => Some(Self::Positions),
            Measure::PointAnswered => Some(Self::PointAnswers),
            Measure::Answering | Measure::AnsweringLater => Some(Self::Speeches),
            Measure::PointSharpJudge | Measure::PointTimelyJudge => Some(Self::Points),
            Measure::TensionRise | Measure::TurningPoint | Measure::Climax => Some(Self::Arc),
            Measure::GroundingRate
            | Measure::StyleSurface
            | Measure::StylePhrases
            | Measure::Differentiation
            | Measure::Engagement
            | Measure::Names
            | Measure::NotesUnchanged
            | Measure::Uptake
            | Measure::UptakeLater
            | Measure::PointLength
            | Measure::PointSharp
            | Measure::PointTarget
            | Measure::PointOnClaim
            | Measure::PointTimely
            | Measure::PointDelay
            | Measure::PointMoment
            | Measure::Swing
            | Measure::Changes
            | Measure::Monotony
            | Measure::NewWords
            | Measure::NewClaims
            | Measure::UptakeRise
            | Measure::SwingTurn
            | Measure::UptakePeak
            | Measure::VoteMajority
            | Measure::VoteSpread
            | Measure::VoteKappa => None,
        }
    }

    /// The questions that some measures need, each once.
    pub fn for_all(measures: impl IntoIterator<Item = Measure>) -> BTreeSet<Self> {
        measures.into_iter().filter_map(Self::of).collect()
    }
}

impl Answers {
    /// Why the first answer that a measure rests on and that was of no use was not; `None` where all of them were.
    pub fn failed(&self, measure: Measure) -> Option<&str> {
        let why = match JudgeQuestion::of(measure)? {
            JudgeQuestion::Style => self.style.values().find_map(|(against, answer)| {
                let is_it = against.measure() == measure;
                answer.as_ref().err().filter(|_| is_it)
            }),
            JudgeQuestion::Positions => self.positions.values().find_map(|one| one.as_ref().err()),
            JudgeQuestion::PointAnswers => self.points.values().find_map(|one| one.as_ref().err()),
            JudgeQuestion::Speeches => self.speeches.values().find_map(|one| one.as_ref().err()),
            JudgeQuestion::Points => self.offered.values().find_map(|one| one.as_ref().err()),
            JudgeQuestion::Arc => self.arc.as_ref().and_then(|one| one.as_ref().err()),
        };
        why.map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::ids::{Seat, TurnId},
        eval::{DEFINITIONS, SpeechRelevance, StyleReference},
    };

    #[test]
    fn a_measure_has_a_question_where_its_definition_names_a_judge() {
        for one in &DEFINITIONS {
            let asked = JudgeQuestion::of(one.measure);
            assert_eq!(asked.is_some(), one.needs_judge(), "{}", one.id);
        }
        let all = JudgeQuestion::for_all(DEFINITIONS.iter().map(|one| one.measure));
        assert_eq!(all, JudgeQuestion::ALL.into());
    }

    #[test]
    fn an_answer_of_no_use_fails_the_measures_that_rest_on_it_and_no_other() {
        let mut answers = Answers::default();
        let card = Err("nonsense".to_owned());
        answers
            .style
            .insert(Seat::new("prop", 1), (StyleReference::Card, card));
        answers
            .style
            .insert(Seat::new("opp", 1), (StyleReference::Corpus, Ok(4)));
        let speeches = [
            (TurnId(1), Ok(SpeechRelevance::Answers)),
            (TurnId(2), Err("nonsense".to_owned())),
        ];
        answers.speeches = speeches.into();
        let failed = DEFINITIONS
            .iter()
            .filter(|one| answers.failed(one.measure) == Some("nonsense"));
        let failed: Vec<&str> = failed.map(|one| one.id).collect();
        assert_eq!(failed, ["style_card", "answering", "answering_later"]);
    }
}
