//! A simulated debate beside one that people held: what each was about, what was argued, how the house voted, and how
//! much of it is in both.

use serde::Serialize;

use crate::{
    catalog::WinsBy,
    debate::{
        DebateState,
        ask::When,
        real::{HouseCount, RealVotes, gaining},
    },
    engine::{Claim, InShort},
    error::{Exit, Failure},
    likeness::{Likeness, Overlap},
    llm::embed::Embedder,
};

/// The rule by which sentences are matched.
#[derive(Debug, Clone, Serialize)]
pub struct MatchRule {
    /// The embedder; absent where the words were compared.
    pub embedder: Option<String>,
    /// The likeness from which two sentences say the same.
    pub threshold: f64,
}

/// A debate of the two, as it was read.
#[derive(Debug, Serialize)]
pub struct ComparedSide {
    /// A short id, or a file.
    pub debate: String,
    /// The motion that was debated.
    pub motion: String,
    /// Whether people held the debate, and it was imported.
    pub is_real: bool,
    /// The fundamental disagreements, a sentence each.
    pub tensions: Vec<String>,
    /// The claims that were argued, in the order of the speeches.
    pub arguments: Vec<Claim>,
    /// The votes of the house.
    pub votes: RealVotes,
    /// How much of it was read in short where its tensions were looked for, as the clerk has written it down.
    pub in_short: InShort,
    /// The parts that could not be had, and why.
    pub failed: Vec<String>,
}

/// A speaker who spoke in both.
#[derive(Debug, Serialize)]
pub struct SharedSpeaker {
    /// The name of the speaker.
    pub name: String,
    /// The overlap of what the speaker argued in both debates.
    pub arguments: Overlap,
}

/// The two debates, and what they have in common. Precision is the share of what the simulated one has that is in the
/// real one, recall the share of what the real one has that is in the simulated one.
#[derive(Debug, Serialize)]
pub struct DebateComparison {
    /// The rule by which sentences were matched.
    pub matched: MatchRule,
    /// The simulated debate.
    pub simulated: ComparedSide,
    /// The debate that people held.
    pub real: ComparedSide,
    /// The tensions of both.
    pub tensions: Overlap,
    /// The arguments of both.
    pub arguments: Overlap,
    /// The speakers who spoke in both, in the order of the simulated one.
    pub people: Vec<SharedSpeaker>,
    /// The two votes.
    pub vote: VoteComparison,
}

/// The two votes beside each other; what is not known of one of them is absent.
#[derive(Debug, Serialize)]
pub struct VoteComparison {
    /// Whether the same side won by votes.
    pub same_winner: Option<bool>,
    /// Whether the same side gained votes, or neither did in both.
    pub same_swing: Option<bool>,
    /// The number of points by which the swings differ.
    pub swing_error: Option<f64>,
}

/// The votes of the house: the real one where people held the debate, or else the debate's own.
pub fn votes(state: &DebateState) -> RealVotes {
    let real = state.opening.as_deref().and_then(|one| one.real.as_ref());
    if let Some(real) = real {
        return real.votes;
    }
    let count = |when| {
        let tally = state.ballot_tally(when);
        (tally.total() > 0).then(|| HouseCount {
            ayes: f64::from(tally.ayes),
            noes: f64::from(tally.noes),
            undecided: f64::from(tally.undecided),
        })
    };
    RealVotes {
        before: count(When::Before),
        after: count(When::After),
    }
}

/// Compares what was read of the two debates: by meaning where there is an embedder, and else by words.
///
/// # Errors
/// The embedder gives no vectors.
pub async fn compared(
    simulated: ComparedSide,
    real: ComparedSide,
    embedder: Option<&dyn Embedder>,
) -> Result<DebateComparison, Failure> {
    let all = [&simulated, &real].into_iter().flat_map(sentences);
    let likeness = Likeness::of(all.collect(), embedder).await;
    if let Some(reason) = likeness.failed() {
        return Err(Failure::new(
            Exit::ModelFailed,
            format!("the arguments cannot be compared by their meaning: {reason}"),
        ));
    }
    let texts = |claims: &[Claim]| {
        claims
            .iter()
            .map(|one| one.claim.clone())
            .collect::<Vec<_>>()
    };
    let tensions = likeness.common(&simulated.tensions, &real.tensions);
    let arguments = likeness.common(&texts(&simulated.arguments), &texts(&real.arguments));
    let of = |side: &ComparedSide, name: &str| -> Vec<String> {
        let own = side.arguments.iter();
        let own = own.filter(|one| one.speaker.to_lowercase() == name.to_lowercase());
        own.map(|one| one.claim.clone()).collect()
    };
    let mut people: Vec<SharedSpeaker> = Vec::new();
    for one in &simulated.arguments {
        let known = people.iter().any(|person| person.name == one.speaker);
        let theirs = of(&real, &one.speaker);
        if !known && !theirs.is_empty() {
            people.push(SharedSpeaker {
                name: one.speaker.clone(),
                arguments: likeness.common(&of(&simulated, &one.speaker), &theirs),
            });
        }
    }
    let vote = vote(&simulated.votes, &real.votes);
    Ok(DebateComparison {
        matched: MatchRule {
            embedder: likeness.embedder().map(str::to_owned),
            threshold: likeness.threshold(),
        },
        simulated,
        real,
        tensions,
        arguments,
        people,
        vote,
    })
}

fn sentences(side: &ComparedSide) -> impl Iterator<Item = String> {
    let claims = side.arguments.iter().map(|one| one.claim.clone());
    side.tensions.iter().cloned().chain(claims)
}

fn vote(simulated: &RealVotes, real: &RealVotes) -> VoteComparison {
    let carried = |votes: &RealVotes| votes.carried(WinsBy::Votes);
    let winners = carried(simulated).zip(carried(real));
    let swings = simulated.swing().zip(real.swing());
    VoteComparison {
        same_winner: winners.map(|(one, other)| one == other),
        same_swing: swings.map(|(one, other)| gaining(one) == gaining(other)),
        swing_error: swings.map(|(one, other)| (one - other).abs()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{debate::ids::Seat, llm::embed::scripted::Words};

    fn side(claims: &[(&str, &str)], tensions: &[&str]) -> ComparedSide {
        let claim = |(speaker, claim): &(&str, &str)| Claim {
            seat: Seat::named("for.1"),
            speaker: (*speaker).to_owned(),
            claim: (*claim).to_owned(),
        };
        ComparedSide {
            debate: "d".to_owned(),
            motion: "This House would sit".to_owned(),
            is_real: false,
            tensions: tensions.iter().map(|text| (*text).to_owned()).collect(),
            arguments: claims.iter().map(claim).collect(),
            votes: RealVotes::default(),
            in_short: InShort::default(),
            failed: Vec::new(),
        }
    }

    fn sides() -> (ComparedSide, ComparedSide) {
        let simulated = side(
            &[
                ("Orla Fenwick", "a ferry that cannot sail is no road"),
                ("Orla Fenwick", "the moon pulls the tide"),
                ("Rupert Dane", "visitors pay for the crossing itself"),
            ],
            &["cost against access"],
        );
        let real = side(
            &[
                ("Ines Calloway", "visitors pay for the crossing itself"),
                ("Orla Fenwick", "no ferry is a road that cannot sail"),
            ],
            &["access against cost", "old ways against new"],
        );
        (simulated, real)
    }

    #[tokio::test]
    async fn what_is_in_both_is_found_by_meaning_and_by_words() {
        let words = Words::new(512);
        for embedder in [None, Some(&words as &dyn Embedder)] {
            let (simulated, real) = sides();
            let found = compared(simulated, real, embedder).await.unwrap();
            assert_eq!(found.matched.embedder.is_some(), embedder.is_some());
            let pairs: BTreeSet<(usize, usize)> = found
                .arguments
                .pairs
                .iter()
                .map(|pair| (pair.one, pair.other))
                .collect();
            assert_eq!(pairs, BTreeSet::from([(0, 1), (2, 0)]));
            assert_eq!(found.arguments.recall, Some(1.0));
            assert_eq!(
                (found.tensions.precision, found.tensions.recall),
                (Some(1.0), Some(0.5))
            );
            let [orla] = found.people.as_slice() else {
                panic!("{:?}", found.people);
            };
            assert_eq!(
                (orla.name.as_str(), orla.arguments.precision),
                ("Orla Fenwick", Some(0.5))
            );
        }
    }

    #[test]
    fn votes_are_compared_as_far_as_both_are_known() {
        let votes = |before: f64, after: f64| {
            let count = |ayes| HouseCount {
                ayes,
                noes: 100.0 - ayes,
                undecided: 0.0,
            };
            RealVotes {
                before: Some(count(before)),
                after: Some(count(after)),
            }
        };
        // A swing of 40 points against one of -10.
        let vote = super::vote(&votes(40.0, 60.0), &votes(60.0, 55.0));
        assert_eq!(
            (vote.same_winner, vote.same_swing),
            (Some(true), Some(false))
        );
        assert!((vote.swing_error.unwrap() - 50.0).abs() < 1e-9);
        // A house that did not move foretells no swing.
        let still = super::vote(&votes(40.0, 40.0), &votes(60.0, 55.0));
        assert_eq!(still.same_swing, Some(false));
        let both = super::vote(&votes(40.0, 40.0), &votes(60.0, 60.0));
        assert_eq!(both.same_swing, Some(true));
        let unknown = super::vote(&RealVotes::default(), &votes(60.0, 55.0));
        assert_eq!(unknown.same_winner, None);
    }
}
