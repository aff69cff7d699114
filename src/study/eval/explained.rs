//! What each measure can show and what it cannot, and how it was checked: beside the definitions, the one place where
//! that is said. `hustings eval --explain` tells it, the documentation is held to it, and the tests hold the measures to
//! the orders that are named here.

use serde::Serialize;

use super::{define::DEFINITIONS, definition::Measure};

/// The reading of a measure's values: what they are worth.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Explained {
    /// The measure that is explained.
    #[serde(skip)]
    pub measure: Measure,
    /// The unit of its values.
    pub unit: &'static str,
    /// The measure that counts what a judge reads for this one; absent where it is a count, or nothing counts it.
    pub beside: Option<Measure>,
    /// The finding that it can bear out.
    pub shows: &'static str,
    /// The finding that it cannot bear out.
    pub cannot: &'static str,
    /// The planted cases that it must put in this order, by the names that the documentation tells them under: `<` is
    /// less than, `=` is as much as.
    pub checked: &'static str,
}

impl Measure {
    /// The explanation of the measure.
    pub fn explained(self) -> &'static Explained {
        // Every variant has its row, in the order of the variants; a test holds it.
        EXPLAINED.get(self as usize).unwrap_or(&EXPLAINED[0])
    }

    /// The measure of this id, as JSON has it.
    pub fn of_id(id: &str) -> Option<Self> {
        let found = DEFINITIONS.iter().find(|one| one.id == id)?;
        Some(found.measure)
    }
}

/// Every measure, in the order in which they are shown.
pub const EXPLAINED: [Explained; 39] = [
    Explained {
        measure: Measure::GroundingRate,
        unit: "share of claims",
        beside: None,
        shows: "how much of what a speaker claims can be found in what they wrote",
        cannot: "whether the passage is read rightly, or the claim is true; a mark such as [2] is believed",
        checked: "of its own making < from its corpus",
    },
    Explained {
        measure: Measure::StyleJudge,
        unit: "share of the judge's scale",
        beside: Some(Measure::StyleSurface),
        shows: "whether a reader hears the person of the corpus in the speeches",
        cannot: "which trait it is; judges like fluent prose, and small ones give nearly everybody the same score",
        checked: "unlike voice < like voice",
    },
    Explained {
        measure: Measure::StyleCard,
        unit: "share of the judge's scale",
        beside: Some(Measure::StylePhrases),
        shows: "whether a reader hears the style that the card describes",
        cannot: "whether the person wrote so: the card may be wrong",
        checked: "unlike card < like card",
    },
    Explained {
        measure: Measure::StyleSurface,
        unit: "mean likeness of four features",
        beside: None,
        shows: "whether sentences are as long, as often questions and as personal as in the corpus",
        cannot: "rhythm, images, irony: a parody can score as high as the person",
        checked: "unlike voice < like voice",
    },
    Explained {
        measure: Measure::StylePhrases,
        unit: "per thousand words",
        beside: None,
        shows: "whether the phrases of the card are heard",
        cannot: "whether they fit where they stand",
        checked: "unlike card < like card",
    },
    Explained {
        measure: Measure::PositionAccuracy,
        unit: "share of claims",
        beside: None,
        shows: "whether speakers hold what they are known to have held",
        cannot: "anything of claims on which the card has no position; the judge knows only the card",
        checked: "against its positions < on its positions",
    },
    Explained {
        measure: Measure::PositionCoverage,
        unit: "share of claims",
        beside: None,
        shows: "how much of what is claimed the card can speak to at all",
        cannot: "whether it is held rightly",
        checked: "beside its positions < on its positions",
    },
    Explained {
        measure: Measure::Differentiation,
        unit: "mean distance",
        beside: None,
        shows: "whether speakers use different words, or say different things where meaning is compared",
        cannot: "whether the difference is that of the people; two speakers on two subjects differ, too",
        checked: "one voice < two voices",
    },
    Explained {
        measure: Measure::Engagement,
        unit: "share of claims",
        beside: Some(Measure::Answering),
        shows: "how many claims, as they were taken down, answer somebody",
        cannot: "whether the answer is any good; it rests on what the clerk marked as a rebuttal",
        checked: "ignores = drops names < answers",
    },
    Explained {
        measure: Measure::Names,
        unit: "share of earlier speakers",
        beside: None,
        shows: "whether earlier speakers are mentioned",
        cannot: "whether anything is said of what they said: dropped names count in full",
        checked: "ignores < drops names = answers",
    },
    Explained {
        measure: Measure::NotesUnchanged,
        unit: "share of runs of four words",
        beside: None,
        shows: "whether somebody reads out what they had prepared",
        cannot: "whether changed words carry changed thoughts",
        checked: "answers < reads its notes",
    },
    Explained {
        measure: Measure::Uptake,
        unit: "share of sentences",
        beside: None,
        shows: "whether sentences come back to what others said, without a model and without the clerk",
        cannot: "paraphrases in other words are missed; in long debates words meet by chance, so compare debates \
              of like length",
        checked: "ignores = drops names < answers",
    },
    Explained {
        measure: Measure::Answering,
        unit: "mean of 0, 0.5 and 1",
        beside: Some(Measure::Uptake),
        shows: "whether a reader finds that a speech could not have been given first",
        cannot: "it reads the last eight turns before it and the first 500 words of the speech; see how far \
              readings agree before you trust one",
        checked: "ignores = drops names < answers",
    },
    Explained {
        measure: Measure::UptakeLater,
        unit: "difference of shares",
        beside: None,
        shows: "whether later speakers adapt more than the second, as they should who have more to answer",
        cannot: "whether that is their merit: there is more that words can meet by chance",
        checked: "answers early < answers late",
    },
    Explained {
        measure: Measure::AnsweringLater,
        unit: "difference of means",
        beside: Some(Measure::UptakeLater),
        shows: "the same as a reader finds it",
        cannot: "much of one debate: it rests on one speech for each speaker",
        checked: "answers early < answers late",
    },
    Explained {
        measure: Measure::PointLength,
        unit: "share of points",
        beside: None,
        shows: "whether points keep to the time that they have",
        cannot: "whether they use it well",
        checked: "long point < sharp point",
    },
    Explained {
        measure: Measure::PointSharp,
        unit: "share of points",
        beside: None,
        shows: "whether points are brief, ask, and meet words that were just spoken",
        cannot: "whether the question is a hard one",
        checked: "blunt point = long point < sharp point",
    },
    Explained {
        measure: Measure::PointSharpJudge,
        unit: "mean of 0, 0.5 and 1",
        beside: Some(Measure::PointSharp),
        shows: "whether a reader finds that a point presses",
        cannot: "whether it hit: for that see how it was answered",
        checked: "blunt point < long point < sharp point",
    },
    Explained {
        measure: Measure::PointTarget,
        unit: "share of points",
        beside: None,
        shows: "whether points are about the last paragraphs",
        cannot: "anything where a speech has fewer than three paragraphs",
        checked: "late point < sharp point",
    },
    Explained {
        measure: Measure::PointOnClaim,
        unit: "share of points",
        beside: None,
        shows: "whether points go for what is argued, and not for an aside",
        cannot: "whether the claim is the one that matters",
        checked: "blunt point < sharp point",
    },
    Explained {
        measure: Measure::PointTimely,
        unit: "share of points",
        beside: None,
        shows: "whether points keep out of protected time and come soon after their words",
        cannot: "whether the moment was the best one",
        checked: "early point = late point < sharp point",
    },
    Explained {
        measure: Measure::PointTimelyJudge,
        unit: "share of points",
        beside: Some(Measure::PointTimely),
        shows: "whether a reader finds that a point came while its matter was on the floor",
        cannot: "anything beyond the 150 words before and the 60 after",
        checked: "early point = late point < sharp point",
    },
    Explained {
        measure: Measure::PointDelay,
        unit: "seconds",
        beside: None,
        shows: "how long after their words points come",
        cannot: "that of points which have no word of the speech",
        checked: "sharp point < late point",
    },
    Explained {
        measure: Measure::PointMoment,
        unit: "share of the speech",
        beside: None,
        shows: "where in speeches points come",
        cannot: "which is better",
        checked: "early point < late point",
    },
    Explained {
        measure: Measure::PointAnswered,
        unit: "mean of 0, 0.5 and 1",
        beside: None,
        shows: "whether answers deal with what the point put",
        cannot: "whether the answer is right",
        checked: "evaded point < met point",
    },
    Explained {
        measure: Measure::Swing,
        unit: "share of the largest possible",
        beside: None,
        shows: "how far the house moved, and which way",
        cannot: "why it moved, or whether it would again: see the votes of repeated divisions",
        checked: "unmoved house < house moved at last",
    },
    Explained {
        measure: Measure::Changes,
        unit: "times a member",
        beside: None,
        shows: "how often members changed their minds",
        cannot: "whether by reasons: members who waver by chance change most",
        checked: "unmoved house < house to and fro",
    },
    Explained {
        measure: Measure::Monotony,
        unit: "share of the way",
        beside: None,
        shows: "whether the house moved one way or to and fro",
        cannot: "which speech did it",
        checked: "house to and fro < house moved at last",
    },
    Explained {
        measure: Measure::NewWords,
        unit: "share of content words",
        beside: None,
        shows: "whether turns bring words that nobody has used",
        cannot: "whether a new word is a new thought",
        checked: "repeats < new matter",
    },
    Explained {
        measure: Measure::NewClaims,
        unit: "share of claims",
        beside: None,
        shows: "whether claims are new",
        cannot: "whether they matter; by words, a paraphrase counts as new",
        checked: "repeats < new matter",
    },
    Explained {
        measure: Measure::UptakeRise,
        unit: "difference of shares",
        beside: None,
        shows: "whether turns come back to each other more and more",
        cannot: "tension: people can answer each other calmly",
        checked: "flat < climbs",
    },
    Explained {
        measure: Measure::TensionRise,
        unit: "share of the judge's scale",
        beside: Some(Measure::UptakeRise),
        shows: "whether a reader finds that the debate tightens",
        cannot: "why; each turn is cut to some 30 to 250 words",
        checked: "flat < climbs",
    },
    Explained {
        measure: Measure::SwingTurn,
        unit: "share of the turns",
        beside: None,
        shows: "when the house moved most",
        cannot: "what moved it: it says when, of what was counted",
        checked: "house moved at first < house moved at last",
    },
    Explained {
        measure: Measure::TurningPoint,
        unit: "share of the turns",
        beside: Some(Measure::SwingTurn),
        shows: "after which turn a reader finds that the debate stands otherwise",
        cannot: "that there is one: models like to name a turn, so look at the agreement first",
        checked: "peaks early < climbs",
    },
    Explained {
        measure: Measure::UptakePeak,
        unit: "share of the turns",
        beside: None,
        shows: "which turn comes back to others most",
        cannot: "whether that is the climax",
        checked: "peaks early < climbs",
    },
    Explained {
        measure: Measure::Climax,
        unit: "share of the turns",
        beside: Some(Measure::UptakePeak),
        shows: "in which turn a reader finds that the debate comes to its head",
        cannot: "that there is one: models like to name the last",
        checked: "peaks early < climbs",
    },
    Explained {
        measure: Measure::VoteMajority,
        unit: "share of divisions",
        beside: None,
        shows: "whether the same house decides the same way again",
        cannot: "whether that is right",
        checked: "divides unlike < divides alike",
    },
    Explained {
        measure: Measure::VoteSpread,
        unit: "standard deviation of the aye share",
        beside: None,
        shows: "how far the votes of repeated divisions scatter",
        cannot: "which way the house leans",
        checked: "divides alike < divides unlike",
    },
    Explained {
        measure: Measure::VoteKappa,
        unit: "kappa",
        beside: None,
        shows: "whether members vote as they did before, beyond chance",
        cannot: "anything where all vote alike; it is harsh there",
        checked: "divides unlike < divides alike",
    },
];
