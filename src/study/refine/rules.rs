//! The rules by which refinement ends.
//!
//! | in this order | ends |
//! | --- | --- |
//! | there are as many iterations as were asked for, the refined debate counted | [`StopReason::Cap`] |
//! | the last two have the same winner, and the same core tensions by meaning | [`StopReason::Stable`] |
//! | less than `NOVELTY` of the claims of the last one is new | [`StopReason::NothingNew`] |
//! | the verdict on the last one teaches nobody anything | [`StopReason::NothingToChange`] |
//!
//! The second and the third look at two iterations, and say nothing where there is only one. What is not known ends
//! nothing: a verdict that could not be had is not stable, and a debate of which no claims are known is not without
//! news. (`exhibition-pipeline`, "Termination criteria", whose sketch reads a history that does not exist yet.)

use serde::Serialize;

use crate::likeness::Likeness;
use crate::{
    catalog::Verdict,
    debate::{
        DebateState,
        state::{DebateStatus, Extraction},
        written::Work,
    },
    text::content::is_assertion,
};

/// Iterations where nobody says how many, the refined debate counted.
pub const ITERATIONS: u32 = 3;
/// A debate of which a smaller share of the claims is new has nothing new to say.
pub(crate) const NOVELTY: f64 = 0.1;

/// The reason why no further iteration is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// As many iterations were held as were asked for.
    Cap,
    /// Winner and core tensions are what they were.
    Stable,
    /// Hardly any claim was new.
    NothingNew,
    /// Nothing is left to change.
    NothingToChange,
}

impl StopReason {
    /// The reason, in words for people.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Cap => "there are as many iterations as were asked for",
            Self::Stable => "the winner and the core tensions are what they were",
            Self::NothingNew => "less than a tenth of the claims was new",
            Self::NothingToChange => "no verdict says what could be done otherwise",
        }
    }
}

/// The winner of a debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "name", rename_all = "snake_case")]
pub enum Winner {
    /// The side of that name.
    Won(String),
    /// Nobody: the format picks nobody, or the best are equal.
    Nobody,
    /// The winner is not known: no verdict could be had.
    Unknown,
}

impl Winner {
    /// The winner, for people.
    pub fn describe(&self) -> &str {
        match self {
            Self::Won(side) => side,
            Self::Nobody => "nobody",
            Self::Unknown => "not known",
        }
    }
}

/// The result of an iteration that the rules look at.
#[derive(Debug, Clone, PartialEq)]
pub struct IterationResult {
    /// The winner of the debate.
    pub outcome: Winner,
    /// The fundamental disagreements.
    pub tensions: Vec<String>,
    /// Everything that was claimed, in order.
    pub claims: Vec<String>,
}

impl IterationResult {
    /// The result of a debate that is over.
    pub fn of(state: &DebateState) -> Self {
        Self {
            outcome: outcome(state),
            tensions: tensions(state),
            claims: claims(state).into_iter().map(|(_, claim)| claim).collect(),
        }
    }
}

/// The reason why there is to be no further iteration; `None` where there may be one. `history` is in order, the
/// refined debate first, and `most` counts it.
pub fn ending(history: &[IterationResult], most: u32, likeness: &Likeness) -> Option<StopReason> {
    let count = u32::try_from(history.len()).unwrap_or(u32::MAX);
    if count > 0 && count >= most {
        return Some(StopReason::Cap);
    }
    let [.., before, last] = history else {
        return None;
    };
    if is_stable(before, last, likeness) {
        return Some(StopReason::Stable);
    }
    let novelty = novelty(&before.claims, &last.claims, likeness);
    (novelty.is_some_and(|share| share < NOVELTY)).then_some(StopReason::NothingNew)
}

/// Whether winner and tensions are the same. Tensions are if each of the shorter list has a counterpart in the longer
/// one, which has at most one more: of two or three that a model names, the third is a matter of taste.
fn is_stable(before: &IterationResult, last: &IterationResult, likeness: &Likeness) -> bool {
    if last.outcome == Winner::Unknown || before.outcome != last.outcome {
        return false;
    }
    let (one, other) = (&before.tensions, &last.tensions);
    let (short, long) = (one.len().min(other.len()), one.len().max(other.len()));
    let matched = likeness.counterparts(one, other).into_iter().flatten();
    short > 0 && long <= short + 1 && matched.count() == short
}

/// The share of the later claims without a counterpart among the earlier ones, from 0 to 1. `None` where the claims of
/// either are not known.
pub fn novelty(earlier: &[String], later: &[String], likeness: &Likeness) -> Option<f64> {
    if earlier.is_empty() || later.is_empty() {
        return None;
    }
    let counterparts = likeness.counterparts(earlier, later);
    let new = counterparts.iter().filter(|one| one.is_none()).count();
    Some(new as f64 / later.len() as f64)
}

/// Everything that was claimed, with the name of who did: what the clerk found in speeches, and the arguments handed
/// in. What says nothing of anything is no claim.
pub fn claims(state: &DebateState) -> Vec<(String, String)> {
    let mut claims = Vec::new();
    for turn in state.speeches() {
        let name = state.name(&turn.seat);
        if let Extraction::Done(found) = &turn.arguments {
            let all = found.arguments.iter();
            claims.extend(all.map(|point| (name.clone(), point.claim.clone())));
        }
        if let Some(Work::Arguments(arguments)) = &turn.work {
            let all = arguments.iter();
            claims.extend(all.map(|argument| (name.clone(), argument.claim.clone())));
        }
    }
    claims.retain(|(_, claim)| is_assertion(claim));
    claims
}

fn outcome(state: &DebateState) -> Winner {
    let Some(opening) = state.opening.as_deref() else {
        return Winner::Unknown;
    };
    match opening.format.verdict {
        Verdict::Division => state.division.as_ref().map_or(Winner::Unknown, |division| {
            let votes = division.ayes + division.noes > 0 || division.direct_vote.is_some();
            match division.outcome() {
                Ok((winner, _)) if votes => Winner::Won(winner.to_owned()),
                Ok(_) | Err(_) => Winner::Unknown,
            }
        }),
        Verdict::Judge => state.scores.as_ref().map_or(Winner::Unknown, |scores| {
            let leader = scores.leader();
            leader.map_or(Winner::Nobody, |side| Winner::Won(side.name.clone()))
        }),
        Verdict::Synthesis | Verdict::Summary | Verdict::None => {
            if matches!(state.status, DebateStatus::Closed(_)) {
                Winner::Nobody
            } else {
                Winner::Unknown
            }
        }
    }
}

fn tensions(state: &DebateState) -> Vec<String> {
    if let Some(division) = &state.division {
        return division.core_tensions.clone();
    }
    let synthesis = state.turns.iter().rev().find_map(|turn| match &turn.work {
        Some(Work::Synthesis(synthesis)) if turn.is_ended() => Some(synthesis),
        _ => None,
    });
    if let Some(synthesis) = synthesis {
        return synthesis.core_disagreements.clone();
    }
    let mut open: Vec<String> = Vec::new();
    for question in state
        .reports()
        .flat_map(|report| &report.unresolved_questions)
    {
        if !open.contains(question) {
            open.push(question.clone());
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    const TENSIONS: [&str; 2] = [
        "Freedom of movement against freedom of place",
        "Whether a price does what a ban does",
    ];
    const OTHERS: [&str; 2] = [
        "Who pays for the trams that are promised",
        "Whether the country is heard in the town",
    ];

    fn list(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    /// Claims of which nobody's is like another's.
    fn claims(numbers: std::ops::Range<usize>) -> Vec<String> {
        numbers
            .map(|n| format!("a{n:03}a b{n:03}b c{n:03}c"))
            .collect()
    }

    fn reading(winner: &str, tensions: &[&str], claims: Vec<String>) -> IterationResult {
        let outcome = match winner {
            "" => Winner::Unknown,
            "–" => Winner::Nobody,
            name => Winner::Won(name.to_owned()),
        };
        IterationResult {
            outcome,
            tensions: list(tensions),
            claims,
        }
    }

    #[test]
    fn refinement_ends_as_the_table_says() {
        let first = || reading("Aye", &TENSIONS, claims(0..20));
        let reworded = [
            "The freedom of place against the freedom of movement",
            "Does a price do whatever a ban does?",
            "Whether anybody counted",
        ];
        let none: [&str; 0] = [];
        let table: [(&str, Vec<IterationResult>, u32, Option<StopReason>); 17] = [
            ("nothing yet", vec![], 3, None),
            ("nothing yet, and no iterations wanted", vec![], 0, None),
            ("one", vec![first()], 3, None),
            ("one of one", vec![first()], 1, Some(StopReason::Cap)),
            (
                "two of two, whatever they say",
                vec![first(), reading("No", &OTHERS, claims(50..60))],
                2,
                Some(StopReason::Cap),
            ),
            (
                "another winner, all new",
                vec![first(), reading("No", &TENSIONS, claims(50..60))],
                3,
                None,
            ),
            (
                "the same winner, other tensions",
                vec![first(), reading("Aye", &OTHERS, claims(50..60))],
                3,
                None,
            ),
            (
                "the same winner, the same tensions in other words and one more",
                vec![first(), reading("Aye", &reworded, claims(50..60))],
                3,
                Some(StopReason::Stable),
            ),
            (
                "one tension of three",
                vec![
                    reading("Aye", &reworded, claims(0..9)),
                    reading("Aye", &TENSIONS[..1], claims(50..60)),
                ],
                3,
                None,
            ),
            (
                "nobody wins and the disagreements stay",
                vec![
                    reading("–", &TENSIONS, claims(0..9)),
                    reading("–", &TENSIONS, claims(50..60)),
                ],
                3,
                Some(StopReason::Stable),
            ),
            (
                "no tensions are known",
                vec![
                    reading("Aye", &none, claims(0..9)),
                    reading("Aye", &none, claims(50..60)),
                ],
                3,
                None,
            ),
            (
                "neither verdict could be had",
                vec![
                    reading("", &TENSIONS, claims(0..9)),
                    reading("", &TENSIONS, claims(50..60)),
                ],
                3,
                None,
            ),
            (
                "nineteen of twenty claims are old",
                vec![first(), reading("No", &OTHERS, claims(1..21))],
                3,
                Some(StopReason::NothingNew),
            ),
            (
                "a tenth is new",
                vec![first(), reading("No", &OTHERS, claims(2..22))],
                3,
                None,
            ),
            (
                "no claims were found in the last one",
                vec![first(), reading("No", &OTHERS, vec![])],
                3,
                None,
            ),
            (
                "no claims were found in the first one",
                vec![
                    reading("No", &OTHERS, vec![]),
                    reading("Aye", &TENSIONS, claims(0..9)),
                ],
                3,
                None,
            ),
            (
                "of four the last two count",
                vec![
                    first(),
                    reading("No", &OTHERS, claims(50..60)),
                    reading("No", &TENSIONS, claims(70..80)),
                    reading("No", &TENSIONS, claims(90..99)),
                ],
                9,
                Some(StopReason::Stable),
            ),
        ];
        for (name, history, most, expected) in table {
            let found = ending(&history, most, &Likeness::default());
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn what_is_said_less_often_is_not_new() {
        let likeness = Likeness::default();
        assert_eq!(novelty(&claims(0..4), &claims(0..2), &likeness), Some(0.0));
        assert_eq!(novelty(&claims(0..2), &claims(0..4), &likeness), Some(0.5));
    }
}
