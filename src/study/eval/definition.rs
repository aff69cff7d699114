//! The form of a measure's definition: names, formula, range, what counts as good and what it needs.

use serde::Serialize;

use super::{by::By, good::Good};
use crate::similarity::{ABOUT, CONTAINED, SAME};

/// A measure of a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each has its definition, which says more")]
pub enum Measure {
    GroundingRate,
    StyleJudge,
    StyleCard,
    StyleSurface,
    StylePhrases,
    PositionAccuracy,
    PositionCoverage,
    Differentiation,
    Engagement,
    Names,
    NotesUnchanged,
    Uptake,
    Answering,
    UptakeLater,
    AnsweringLater,
    PointLength,
    PointSharp,
    PointSharpJudge,
    PointTarget,
    PointOnClaim,
    PointTimely,
    PointTimelyJudge,
    PointDelay,
    PointMoment,
    PointAnswered,
    Swing,
    Changes,
    Monotony,
    NewWords,
    NewClaims,
    UptakeRise,
    TensionRise,
    SwingTurn,
    TurningPoint,
    UptakePeak,
    Climax,
    VoteMajority,
    VoteSpread,
    VoteKappa,
}

/// The definition of a measure.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Definition {
    /// The measure that is defined.
    #[serde(skip)]
    pub measure: Measure,
    /// The name of the measure in JSON, which does not change.
    pub id: &'static str,
    /// The name of the measure, for people.
    pub name: &'static str,
    /// The head of its column in a table of speakers.
    pub short: &'static str,
    /// The formula, with the names of thresholds where their numbers are to stand.
    #[serde(serialize_with = "with_numbers")]
    pub(super) formula: &'static str,
    /// The least and the greatest value that it can have; absent where there is no greatest.
    pub range: (f64, Option<f64>),
    /// The values that count as good.
    #[serde(skip)]
    pub good: Good,
    /// The values that count as good where meaning was compared, if others than where words were.
    #[serde(skip)]
    pub good_by_meaning: Option<Good>,
    /// The requirements of the measure.
    pub needs: &'static str,
}

impl Definition {
    /// The values that count as good where the measure was taken in this way.
    pub fn good(&self, by: &By) -> Good {
        match (by, self.good_by_meaning) {
            (By::Embedder(_), Some(good)) => good,
            _ => self.good,
        }
    }

    /// Whether a judge's model has to be asked for it.
    pub fn needs_judge(&self) -> bool {
        self.needs.contains(JUDGE)
    }

    /// The formula, for people.
    pub fn formula(&self) -> String {
        numbered(self.formula)
    }

    /// The range, for people.
    pub fn describe_range(&self) -> String {
        match self.range {
            (least, Some(most)) => format!("{least} to {most}"),
            (least, None) => format!("{least} and more"),
        }
    }
}

/// What stands among the requirements of a measure that a model reads.
const JUDGE: &str = "a judge's model";

/// The likeness from which texts count as saying the same, by the name that stands for it in formulas.
const THRESHOLDS: [(&str, f64); 5] = [
    ("{contained.meaning}", CONTAINED.meaning),
    ("{contained.words}", CONTAINED.words),
    ("{about.meaning}", ABOUT.meaning),
    ("{same.meaning}", SAME.meaning),
    ("{same.words}", SAME.words),
];

/// A formula with the numbers of its thresholds.
fn numbered(formula: &str) -> String {
    let numbers = THRESHOLDS.iter();
    numbers.fold(formula.to_owned(), |told, (name, number)| {
        told.replace(name, &number.to_string())
    })
}

fn with_numbers<S: serde::Serializer>(formula: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&numbered(formula))
}

pub(super) const fn define(
    measure: Measure,
    (id, name, short): (&'static str, &'static str, &'static str),
    range: (f64, Option<f64>),
    good: Good,
    formula: &'static str,
    needs: &'static str,
) -> Definition {
    Definition {
        measure,
        id,
        name,
        short,
        formula,
        range,
        good,
        good_by_meaning: None,
        needs,
    }
}
