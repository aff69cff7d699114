//! The definition of each measure: its formula, its range, what counts as good and what it needs. The one place where
//! that is said; the table of `hustings eval --explain` and the documentation are made of it.

use super::{
    definition::{Definition, Measure, define},
    good::Good,
};

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

impl serde::Serialize for Measure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.definition().id)
    }
}

/// The range of a share, from nothing to all.
const SHARE: (f64, Option<f64>) = (0.0, Some(1.0));
const ARGUMENTS: &str = "what the speeches argued (taken down while the debate runs)";
const JUDGE: &str = "a judge's model";

/// Every measure, in the order in which they are shown.
pub const DEFINITIONS: [Definition; 39] = [
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
        "of the claims of those who have heard somebody else: claims that answer a speaker, or name one who has spoken \
         before and have a content word in common with what that one said, but for those of the motion and of names ÷ claims.",
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
        Measure::Uptake,
        ("uptake", "Sentences that take up what was said", "takes up"),
        SHARE,
        Good::AtLeast(0.15),
        "mean over the turns before which others have spoken of: sentences with two content words, but for those of \
         the motion and the names of speakers, in common with one sentence of an earlier turn of somebody else ÷ \
         sentences with two such words at all.",
        "a turn that had others before it",
    ),
    define(
        Measure::Answering,
        ("answering", "Speeches that answer (judge)", "answers it"),
        SHARE,
        Good::AtLeast(0.6),
        "mean over the turns before which others have spoken, the first 24 of them, of a judge's reading: 1 where the \
         turn answers what others have said, 0.5 where it touches it, 0 where it ignores it, however many names it \
         drops. The judge reads without names.",
        JUDGE,
    ),
    define(
        Measure::UptakeLater,
        (
            "uptake_later",
            "Takes up more later in the order",
            "later up",
        ),
        (-1.0, Some(1.0)),
        Good::AtLeast(0.0),
        "by first turns, in the order in which speakers first had the floor: mean share of sentences that take \
         something up of speakers 3 to 6 − that of speaker 2, who has one to answer.",
        "three speakers, each after the other",
    ),
    define(
        Measure::AnsweringLater,
        (
            "answering_later",
            "Answers more later in the order (judge)",
            "later ans",
        ),
        (-1.0, Some(1.0)),
        Good::AtLeast(0.0),
        "by first turns, in the order in which speakers first had the floor: mean of the judge's reading of whether \
         the turn answers (1, 0.5 or 0) of speakers 3 to 6 − that of speaker 2.",
        "three speakers, each after the other; a judge's model",
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
        Measure::PointSharpJudge,
        ("point_sharp_judge", "Sharp points (judge)", "pt sharp j"),
        SHARE,
        Good::AtLeast(0.6),
        "mean over the points offered, the first 24 of them, of a judge's reading: 1 where the point puts one \
         pressing thing to what was just said, 0.5 where it is vague or puts several, 0 where it is blunt: a remark, \
         a speech of its own, or about something else.",
        "points of information; a judge's model",
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
        Measure::PointTimelyJudge,
        (
            "point_timely_judge",
            "Points at a good moment (judge)",
            "pt time j",
        ),
        SHARE,
        Good::AtLeast(0.6),
        "points of which a judge who reads the words before and after finds that they come while what they challenge \
         is on the floor, and not before it is made out or after the speech has left it ÷ points offered, the first \
         24 of them.",
        "points of information; a judge's model",
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
        Measure::UptakeRise,
        ("uptake_rise", "Rise of what is taken up", "rise up"),
        (-1.0, Some(1.0)),
        Good::AtLeast(0.0),
        "over the turns before which others have spoken: mean share of sentences that take something up in the last \
         third of them − in the first third.",
        "three turns that had others before them",
    ),
    define(
        Measure::TensionRise,
        ("tension_rise", "Rise of tension (judge)", "tension"),
        (-1.0, Some(1.0)),
        Good::AtLeast(0.1),
        "a judge's reading of the tension of each turn, from 1 to 5: (mean of the last third of the turns − mean of \
         the first third) ÷ 4. 0: as tense at the end as at the beginning.",
        "three turns; a judge's model",
    ),
    define(
        Measure::SwingTurn,
        ("swing_turn", "Place of the largest swing", "swing at"),
        SHARE,
        Good::Neither,
        "of the steps from one count of the house to the next the one in which the lead moves most, of equals the \
         first: turns up to the count after it ÷ turns.",
        "three counts of the house, and that the lead moved",
    ),
    define(
        Measure::TurningPoint,
        ("turning_point", "Place of the turn (judge)", "turn at"),
        SHARE,
        Good::Neither,
        "the turn after which, as a judge reads it, the debate stands otherwise than before: turns up to it ÷ turns. \
         A judge may find none.",
        "three turns; a judge's model",
    ),
    define(
        Measure::UptakePeak,
        ("uptake_peak", "Place of what takes up most", "peak at"),
        SHARE,
        Good::AtLeast(0.5),
        "the turn with the largest share of sentences that take something up, of equals the last: turns up to it ÷ \
         turns.",
        "three turns that had others before them",
    ),
    define(
        Measure::Climax,
        ("climax", "Place of the climax (judge)", "climax at"),
        SHARE,
        Good::AtLeast(0.5),
        "the turn in which, as a judge reads it, the debate comes to its head: turns up to it ÷ turns. A judge may \
         find none.",
        "three turns; a judge's model",
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
            assert!(!one.formula().is_empty() && !one.needs.is_empty());
            assert!(!one.formula().contains(['{', '}']), "{}", one.formula());
            assert!(one.short.chars().count() <= 10, "{}", one.short);
        }
    }
}
