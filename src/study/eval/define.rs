//! The definition of each measure: its formula, its range, what counts as good and what it needs. The one place where
//! that is said; the table of `hustings eval --explain` and the documentation are made of it.

use std::fmt;

use serde::Serialize;

use super::by::By;
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
    PointLength,
    PointSharp,
    PointTarget,
    PointOnClaim,
    PointTimely,
    PointDelay,
    PointMoment,
    PointAnswered,
    Swing,
    Changes,
    Monotony,
    NewWords,
    NewClaims,
    VoteMajority,
    VoteSpread,
    VoteKappa,
}

/// The values that count as good.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Good {
    /// A value of this much or more.
    AtLeast(f64),
    /// A value of this much or less.
    AtMost(f64),
    /// No less than the first and no more than the second.
    Between(f64, f64),
    /// More is not better and not worse.
    Neither,
}

impl Good {
    /// Whether a value is good; `None` where none is better than another.
    pub fn holds(self, value: f64) -> Option<bool> {
        match self {
            Self::AtLeast(least) => Some(value >= least),
            Self::AtMost(most) => Some(value <= most),
            Self::Between(least, most) => Some((least..=most).contains(&value)),
            Self::Neither => None,
        }
    }
}

impl fmt::Display for Good {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => write!(f, "≥ {least:.2}"),
            Self::AtMost(most) => write!(f, "≤ {most:.2}"),
            Self::Between(least, most) => write!(f, "{least:.2} to {most:.2}"),
            Self::Neither => f.write_str("–"),
        }
    }
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
    formula: &'static str,
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

impl Measure {
    /// All of them, in the order in which they are shown.
    pub fn all() -> impl Iterator<Item = Self> {
        DEFINITIONS.iter().map(|one| one.measure)
    }

    /// The definition of the measure.
    pub fn definition(self) -> &'static Definition {
        // Every variant has its row, in the order of the variants; a test holds it.
        DEFINITIONS.get(self as usize).unwrap_or(&DEFINITIONS[0])
    }
}

impl Serialize for Measure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.definition().id)
    }
}

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

const fn define(
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

/// The range of a share, from nothing to all.
const SHARE: (f64, Option<f64>) = (0.0, Some(1.0));
const ARGUMENTS: &str = "what the speeches argued (taken down while the debate runs)";
const JUDGE: &str = "a judge's model";

/// Every measure, in the order in which they are shown.
pub const DEFINITIONS: [Definition; 27] = [
    define(
        Measure::GroundingRate,
        ("grounding_rate", "Corpus grounding rate", "grounded"),
        SHARE,
        Good::AtLeast(0.6),
        "claims that are grounded ÷ claims (a single word is none). A claim is grounded if it, its support or the \
         sentence of the speech nearest to it cites a passage by a mark such as [2], or if the passage of the speaker's \
         corpus nearest to it is near enough: cosine ≥ {contained.meaning} where meaning is compared, else the share of the \
         claim's content words that stand in it ≥ {contained.words}, and it has two of them at least.",
        "a corpus for the speaker; what the speeches argued",
    ),
    define(
        Measure::StyleJudge,
        ("style_judge", "Style match (judge)", "style"),
        SHARE,
        Good::AtLeast(0.6),
        "(score − 1) ÷ 9 of a judge's score from 1 to 10 for how far the speeches sound like passages of the speaker's \
         corpus; the mean over the speakers.",
        "a corpus for the speaker; a judge's model",
    ),
    define(
        Measure::StyleCard,
        ("style_card", "Style match (card)", "card"),
        SHARE,
        Good::AtLeast(0.6),
        "(score − 1) ÷ 9 of a judge's score from 1 to 10 for how far the speeches sound like the style on the \
         speaker's card; the mean over the speakers. Asked for where there is no corpus.",
        JUDGE,
    ),
    define(
        Measure::StyleSurface,
        ("style_surface", "Style match (surface)", "surface"),
        SHARE,
        Good::AtLeast(0.7),
        "mean over four features of min(s, c) ÷ max(s, c), 1 where both are 0: s in the speeches, c in the corpus. The \
         features: words a sentence; share of sentences that are questions; share of words that are in the first \
         person; signature phrases of the card in a thousand words. The mean over the speakers.",
        "a corpus for the speaker",
    ),
    define(
        Measure::StylePhrases,
        ("style_phrases", "Signature phrases", "phrases"),
        (0.0, None),
        Good::Between(0.5, 8.0),
        "signature phrases of the card in a thousand words of the speaker's. Good is that they are heard, and no tic.",
        "nothing else",
    ),
    define(
        Measure::PositionAccuracy,
        ("position_accuracy", "Position accuracy", "positions"),
        SHARE,
        Good::AtLeast(0.8),
        "claims that agree with a documented position of the card ÷ claims that agree with one or contradict one.",
        "a judge's model; what the speeches argued",
    ),
    define(
        Measure::PositionCoverage,
        (
            "position_coverage",
            "Claims on documented ground",
            "covered",
        ),
        SHARE,
        Good::AtLeast(0.3),
        "claims that agree with a documented position or contradict one ÷ claims that were looked at.",
        "a judge's model; what the speeches argued",
    ),
    Definition {
        good_by_meaning: Some(Good::AtLeast(0.25)),
        ..define(
            Measure::Differentiation,
            ("differentiation", "Differentiation", "differs"),
            SHARE,
            Good::AtLeast(0.6),
            "mean over all pairs of speakers of 1 − cosine of what they said. By an embedder: the direction of the \
             sum of the vectors of their passages of about 120 words (good: ≥ 0.25). Without one: TF-IDF of content \
             words, (1 + ln tf) × (1 + ln((1 + N) ÷ (1 + df))) with a document for each of the N speakers. A \
             speaker's own value is their mean distance to the others. Compare only what was measured alike.",
            "two speakers at least; an embedder, or else words are compared",
        )
    },
    define(
        Measure::Engagement,
        ("engagement", "Claims that engage others", "engages"),
        SHARE,
        Good::AtLeast(0.3),
        "of the claims of those who have heard somebody else: claims that answer a speaker or name one who has spoken \
         before ÷ claims.",
        ARGUMENTS,
    ),
    define(
        Measure::Names,
        ("names", "Earlier speakers named", "names"),
        SHARE,
        Good::AtLeast(0.3),
        "mean over the turns before which others have spoken of: earlier speakers named in it ÷ earlier speakers.",
        "a turn that had others before it",
    ),
    define(
        Measure::NotesUnchanged,
        ("notes_unchanged", "Notes left unchanged", "notes"),
        SHARE,
        Good::AtMost(0.3),
        "of those who prepared and heard somebody else before their first speech: distinct runs of four words of the \
         private notes that stand in their speeches ÷ distinct runs of four words of the notes; the mean over them.",
        "private notes",
    ),
    define(
        Measure::PointLength,
        ("point_length", "Points short enough", "pt len"),
        SHARE,
        Good::AtLeast(0.9),
        "points of information of no more words than the format allows one, which is about 15 seconds ÷ points \
         offered. The gallery's are not counted. A speaker's own value is that of the points they offered.",
        "points of information",
    ),
    define(
        Measure::PointSharp,
        ("point_sharp", "Sharp points", "pt sharp"),
        SHARE,
        Good::AtLeast(0.7),
        "points that are all of it ÷ points offered: no more words than the format allows one; two sentences at most; one \
         of them a question; and they meet the last minute of the speech: four words in a row of it, a content \
         word among them, or two content words of one of its sentences. The words of the motion do not count.",
        "points of information",
    ),
    define(
        Measure::PointTarget,
        ("point_target", "Points on what was just said", "pt target"),
        SHARE,
        Good::AtLeast(0.7),
        "points of which the nearest paragraph of the speech so far is one of the last two ÷ points offered. Nearest by \
         cosine ({about.meaning} at least) where there is an embedder, else by the share of the point's content words in it (one at \
         least); of equals the later one. Where the speech had fewer than three paragraphs it tells little.",
        "points of information",
    ),
    define(
        Measure::PointOnClaim,
        ("point_on_claim", "Points at a claim", "pt claim"),
        SHARE,
        Good::AtLeast(0.6),
        "points that have two content words, but for those of the motion, in common with a claim and its reasons ÷ points \
         offered in speeches of which claims were taken down. It is a claim that the speech had made by then (the \
         sentence with most of its content words had been spoken), or an earlier one of somebody of that side whom the \
         point names.",
        "points of information; what the speeches argued",
    ),
    define(
        Measure::PointTimely,
        ("point_timely", "Points at a good moment", "pt timely"),
        SHARE,
        Good::AtLeast(0.8),
        "points outside protected time (the first minute of the speech and the last as it was spoken, where the format has \
         no other) and within a minute of the words that they quote or of the sentence that they aim at ÷ points offered. \
         They aim at the sentence of the speech so far with most content words in common, but for those of the motion; \
         of equals at the later one.",
        "points of information",
    ),
    define(
        Measure::PointDelay,
        ("point_delay", "Seconds from words to point", "pt delay"),
        (0.0, None),
        Good::AtMost(30.0),
        "mean over the points that aim at a sentence of: words spoken between its end and the point × 60 ÷ the format's \
         words a minute.",
        "points with a content word of the speech before them",
    ),
    define(
        Measure::PointMoment,
        ("point_moment", "Share of speech before points", "pt moment"),
        SHARE,
        Good::Neither,
        "mean over the points offered of: words of the speech when the point was offered ÷ words of the whole speech. 0: \
         all at the beginning; 1: all at the end.",
        "points of information",
    ),
    define(
        Measure::PointAnswered,
        ("point_answered", "Points answered to the point", "answers"),
        SHARE,
        Good::AtLeast(0.7),
        "mean over the points that were taken of 1 where the answer meets the point, 0.5 where it meets a part of it, 0 \
         where it evades it. A speaker's own value is that of the answers they gave.",
        "points that were taken; a judge's model",
    ),
    define(
        Measure::Swing,
        ("swing", "Swing, of the largest possible", "swing"),
        (-1.0, Some(1.0)),
        Good::Neither,
        "(lead of the ayes at the last count − at the first) ÷ (2 × members who voted). 1: a house that was against as \
         one is for as one; 0: nothing has moved.",
        "two counts of the house: ballots or polls",
    ),
    define(
        Measure::Changes,
        ("changes", "Changes of mind", "changes"),
        (0.0, None),
        Good::Between(0.2, 2.0),
        "mean over the members who voted twice or more of how often one's vote is not the one before.",
        "two counts of the house: ballots or polls",
    ),
    define(
        Measure::Monotony,
        ("monotony", "Monotony of the swing", "monotony"),
        SHARE,
        Good::Between(0.2, 0.9),
        "|last lead − first lead| ÷ Σ |step| over the counts. 1: the house moved one way only; 0: to and fro.",
        "three counts of the house, and that the lead moved",
    ),
    define(
        Measure::NewWords,
        ("new_words", "Novelty of words", "new words"),
        SHARE,
        Good::AtLeast(0.4),
        "mean over the turns after the first of: distinct content words that no earlier turn has ÷ distinct content \
         words. By turn it is the arc of the debate.",
        "two turns",
    ),
    define(
        Measure::NewClaims,
        ("new_claims", "Novelty of claims", "new claims"),
        SHARE,
        Good::AtLeast(0.5),
        "claims of turns after the first that have no like among the claims of earlier turns ÷ claims of turns after \
         the first. Alike: cosine ≥ {same.meaning} where there is an embedder, else twice the content words in both ÷ \
         those in either ≥ {same.words}.",
        ARGUMENTS,
    ),
    define(
        Measure::VoteMajority,
        (
            "vote_majority",
            "Divisions with the usual outcome",
            "majority",
        ),
        SHARE,
        Good::AtLeast(0.8),
        "divisions of this debate with the outcome that most of them have ÷ divisions. A tie is not carried. They are those \
         of the house that last divided on it more than once.",
        "repeated divisions (hustings divide --repeat)",
    ),
    define(
        Measure::VoteSpread,
        ("vote_spread", "Spread of the aye share", "spread"),
        (0.0, Some(0.5)),
        Good::AtMost(0.1),
        "standard deviation, over the divisions, of ayes ÷ (ayes + noes), divided by their number and not by one less.",
        "repeated divisions (hustings divide --repeat)",
    ),
    define(
        Measure::VoteKappa,
        ("vote_kappa", "Members agree with themselves", "kappa"),
        (-1.0, Some(1.0)),
        Good::AtLeast(0.6),
        "Fleiss' kappa over the members who voted in every division: each member is a subject, each division a rater, \
         aye, no and undecided the categories. 1: everybody always votes alike; 0: as often as by chance.",
        "repeated divisions (hustings divide --repeat) with the members' ballots",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_measure_has_a_definition_of_its_own() {
        let mut ids = BTreeSet::new();
        for (at, one) in DEFINITIONS.iter().enumerate() {
            assert_eq!(one.measure as usize, at, "{}", one.id);
            assert!(ids.insert(one.id), "{} is there twice", one.id);
            assert!(!one.formula.is_empty() && !one.needs.is_empty());
            assert!(!one.formula().contains(['{', '}']), "{}", one.formula());
            assert!(one.short.chars().count() <= 10, "{}", one.short);
        }
    }

    #[test]
    fn what_is_good_is_told_and_decided_alike() {
        let table = [
            (Good::AtLeast(0.5), 0.5, Some(true), "≥ 0.50"),
            (Good::AtMost(0.3), 0.31, Some(false), "≤ 0.30"),
            (Good::Between(0.2, 2.0), 2.1, Some(false), "0.20 to 2.00"),
            (Good::Neither, 9.0, None, "–"),
        ];
        for (good, value, holds, told) in table {
            assert_eq!(good.holds(value), holds, "{good}");
            assert_eq!(good.to_string(), told);
        }
    }
}
