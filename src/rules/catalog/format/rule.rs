//! The rules that a referee checks before a turn counts. What code can decide, code decides; the rest is asked of a
//! model, which must quote the words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Task;

/// A rule that a phase or a turn names.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Rule {
    /// Code: as many arguments as the turn wants, numbered, each with a claim of 10 characters or more, reasoning of
    /// 20 or more and evidence of 5 or more.
    CompleteArguments,
    /// Code: exactly one response to every argument of the other side, and one answer to every question.
    EveryArgumentAnswered,
    /// Code: every response to an argument asks something about it.
    FollowUpsAsked,
    /// Code: little of it was said by the same side before, word for word.
    NoRepetition,
    /// Code: not fewer words than `least_words`, not more than `words`.
    WordLimits,
    /// Code: every argument states what it assumes.
    AssumptionsListed,
    /// Code: every argument says what is not known.
    UncertaintiesListed,
    /// Code: the other side and its speakers are not mentioned.
    NoReferenceToOpponents,
    /// Code: a question ends with a question mark, and is no speech.
    AsksAQuestion,
    /// Code: no side is said to have won or to be stronger.
    NoWinner,
    /// Code: no course of action is recommended, nothing is called clear or settled.
    NoRecommendation,
    /// Code: all parts of a synthesis are there.
    AllParts,
    /// Code: evidence that a viewer has handed in is spoken to in the side's next turn. It holds in every format.
    EvidenceAcknowledged,
    /// A model: nothing is argued that was not argued before.
    NoNewArguments,
    /// A model: it answers what was said, in its strongest form, and not something weaker.
    SteelMan,
    /// A model: the arguments are of the category that the turn is for.
    StaysInCategory,
    /// A model: the side's position is stated and not softened.
    NoHedging,
    /// A model, which looks for it: assumptions are said openly.
    AssumptionsStated,
    /// A model, which looks for it: two or three arguments are previewed.
    ArgumentsPreviewed,
    /// A model, which looks for it: the other side's strongest point is named.
    BestPointGranted,
    /// A model, which looks for it: what would change the speaker's mind is said.
    HingesNamed,
    /// A model: what is uncertain is said to be so.
    UncertaintyPreserved,
    /// A model: the question is meant to be answered, and aims at an assumption, a piece of evidence or a step of
    /// logic.
    GenuineQuestion,
    /// A model: the answer answers the question that was put.
    DirectAnswer,
    /// A model: the other side is treated as people who think.
    NoCondescension,
    /// A model: how sure an argument says it is fits its evidence.
    ConfidenceFits,
    /// A model: both sides are treated fairly, and nothing is decided.
    Neutral,
}

impl Rule {
    /// All rules, in the order of the variants.
    pub const ALL: [Self; 27] = [
        Self::CompleteArguments,
        Self::EveryArgumentAnswered,
        Self::FollowUpsAsked,
        Self::NoRepetition,
        Self::WordLimits,
        Self::AssumptionsListed,
        Self::UncertaintiesListed,
        Self::NoReferenceToOpponents,
        Self::AsksAQuestion,
        Self::NoWinner,
        Self::NoRecommendation,
        Self::AllParts,
        Self::EvidenceAcknowledged,
        Self::NoNewArguments,
        Self::SteelMan,
        Self::StaysInCategory,
        Self::NoHedging,
        Self::AssumptionsStated,
        Self::ArgumentsPreviewed,
        Self::BestPointGranted,
        Self::HingesNamed,
        Self::UncertaintyPreserved,
        Self::GenuineQuestion,
        Self::DirectAnswer,
        Self::NoCondescension,
        Self::ConfidenceFits,
        Self::Neutral,
    ];

    /// The rules that every word of a moderator is held to.
    pub const NEUTRALITY: [Self; 3] = [Self::NoWinner, Self::NoRecommendation, Self::Neutral];

    /// The word of files, events and the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::CompleteArguments => "complete-arguments",
            Self::EveryArgumentAnswered => "every-argument-answered",
            Self::FollowUpsAsked => "follow-ups-asked",
            Self::NoRepetition => "no-repetition",
            Self::WordLimits => "word-limits",
            Self::AssumptionsListed => "assumptions-listed",
            Self::UncertaintiesListed => "uncertainties-listed",
            Self::NoReferenceToOpponents => "no-reference-to-opponents",
            Self::AsksAQuestion => "asks-a-question",
            Self::NoWinner => "no-winner",
            Self::NoRecommendation => "no-recommendation",
            Self::AllParts => "all-parts",
            Self::EvidenceAcknowledged => "evidence-acknowledged",
            Self::NoNewArguments => "no-new-arguments",
            Self::SteelMan => "steel-man",
            Self::StaysInCategory => "stays-in-category",
            Self::NoHedging => "no-hedging",
            Self::AssumptionsStated => "assumptions-stated",
            Self::ArgumentsPreviewed => "arguments-previewed",
            Self::BestPointGranted => "best-point-granted",
            Self::HingesNamed => "hinges-named",
            Self::UncertaintyPreserved => "uncertainty-preserved",
            Self::GenuineQuestion => "genuine-question",
            Self::DirectAnswer => "direct-answer",
            Self::NoCondescension => "no-condescension",
            Self::ConfidenceFits => "confidence-fits",
            Self::Neutral => "neutral",
        }
    }

    /// Whether code decides it. The others are asked of the referee's model.
    pub fn is_code(self) -> bool {
        match self {
            Self::CompleteArguments
            | Self::EveryArgumentAnswered
            | Self::FollowUpsAsked
            | Self::NoRepetition
            | Self::WordLimits
            | Self::AssumptionsListed
            | Self::UncertaintiesListed
            | Self::NoReferenceToOpponents
            | Self::AsksAQuestion
            | Self::NoWinner
            | Self::NoRecommendation
            | Self::AllParts
            | Self::EvidenceAcknowledged => true,
            Self::NoNewArguments
            | Self::SteelMan
            | Self::StaysInCategory
            | Self::NoHedging
            | Self::AssumptionsStated
            | Self::ArgumentsPreviewed
            | Self::BestPointGranted
            | Self::HingesNamed
            | Self::UncertaintyPreserved
            | Self::GenuineQuestion
            | Self::DirectAnswer
            | Self::NoCondescension
            | Self::ConfidenceFits
            | Self::Neutral => false,
        }
    }

    /// Whether it asks for something, and is broken by what is absent. No words can show that: what keeps it is copied,
    /// and where nothing is found two looks must agree.
    pub fn asks_for_something(self) -> bool {
        matches!(
            self,
            Self::AssumptionsStated
                | Self::ArgumentsPreviewed
                | Self::BestPointGranted
                | Self::HingesNamed
        )
    }

    /// Whether it has anything to say of such a turn: a phase's rules are for all its turns, and each of them looks at
    /// what it is about.
    pub fn is_for(self, task: Task) -> bool {
        match self {
            Self::AsksAQuestion => matches!(task, Task::Question | Task::Frame),
            Self::GenuineQuestion => task == Task::Question,
            Self::DirectAnswer => matches!(task, Task::Answer | Task::Reply),
            Self::NoNewArguments => task != Task::Answer,
            Self::CompleteArguments
            | Self::AssumptionsListed
            | Self::UncertaintiesListed
            | Self::ConfidenceFits
            | Self::StaysInCategory => task == Task::Arguments,
            Self::EveryArgumentAnswered => matches!(task, Task::CrossExamine | Task::Reply),
            Self::FollowUpsAsked => task == Task::CrossExamine,
            Self::AllParts => task == Task::Synthesis,
            // Whoever speaks is asked for a word more instead.
            Self::EvidenceAcknowledged => {
                matches!(task, Task::Arguments | Task::CrossExamine | Task::Closing)
            }
            Self::NoReferenceToOpponents
            | Self::NoHedging
            | Self::AssumptionsStated
            | Self::ArgumentsPreviewed
            | Self::BestPointGranted
            | Self::HingesNamed
            | Self::NoRepetition
            | Self::SteelMan
            | Self::NoCondescension => task.is_a_speakers(),
            Self::WordLimits
            | Self::NoWinner
            | Self::NoRecommendation
            | Self::UncertaintyPreserved
            | Self::Neutral => true,
        }
    }

    /// The rule's demand, in a sentence: for the referee, for the speaker who broke the rule, and for the help screen.
    pub fn demands(self) -> &'static str {
        match self {
            Self::CompleteArguments => {
                "Every argument has a claim, its reasoning and its evidence, and there are as many as asked for."
            }
            Self::EveryArgumentAnswered => {
                "Every argument of the other side is answered once: none is skipped and none invented."
            }
            Self::FollowUpsAsked => {
                "Every response asks a question about the argument that it meets."
            }
            Self::NoRepetition => {
                "It is not said again word for word what the same side has said before."
            }
            Self::WordLimits => "The turn stays within its word limit.",
            Self::AssumptionsListed => "Every argument states its assumptions.",
            Self::UncertaintiesListed => "Every argument says what is uncertain in it.",
            Self::NoReferenceToOpponents => {
                "The other side and its speakers are not mentioned: the cases are built side by side."
            }
            Self::AsksAQuestion => "A question is asked, and it is short.",
            Self::NoWinner => "No side is said to have won, or to have the better case.",
            Self::NoRecommendation => "Nothing is recommended, and nothing open is called settled.",
            Self::AllParts => {
                "Agreement, disagreements, evidence gaps and decision hinges are all there."
            }
            Self::EvidenceAcknowledged => {
                "Evidence that was handed to both sides is spoken to: it is used, or it is said why it does not matter."
            }
            Self::NoNewArguments => {
                "Nothing is argued that was not argued earlier in the debate: only what is there is used, tested or summed up."
            }
            Self::SteelMan => {
                "What the other side said is answered as it was said, and in its strongest form: no straw men."
            }
            Self::StaysInCategory => "Every argument belongs to the category of this round.",
            Self::NoHedging => "The side's position is stated plainly and not softened.",
            Self::AssumptionsStated => "What the case rests on is said openly as assumptions.",
            Self::ArgumentsPreviewed => "Two or three arguments are named that are still to come.",
            Self::BestPointGranted => {
                "The strongest point of the other side is named, and called so."
            }
            Self::HingesNamed => "It is said what would change the speaker's mind.",
            Self::UncertaintyPreserved => {
                "What is not known is said not to be known: there is no false certainty."
            }
            Self::GenuineQuestion => {
                "The question is meant to be answered, aims at an assumption, a piece of evidence or a step of logic, and is no speech."
            }
            Self::DirectAnswer => {
                "The answer is brief and to the point: not knowing is fine, dodging the question is not."
            }
            Self::NoCondescension => {
                "The other side is treated as intelligent: no contempt, no trivial objections, no emotional dismissals."
            }
            Self::ConfidenceFits => {
                "How sure each argument says it is fits the kind of evidence it has."
            }
            Self::Neutral => {
                "Both sides are treated fairly; what the decision hinges on is named and not decided."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_written_as_it_is_named() {
        for rule in Rule::ALL {
            let written = serde_json::to_value(rule).unwrap();
            assert_eq!(written, rule.word());
            assert!(rule.demands().ends_with('.'));
        }
    }
}
