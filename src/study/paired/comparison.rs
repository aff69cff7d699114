//! Every arm beside the first, figure by figure, over the blocks in which both were held whole.

use serde::Serialize;

use super::{difference::PairedDifference, figures::Figure};
use crate::batch::Number;

/// What came of a block in an arm.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmResult {
    /// The figures that were measured.
    pub numbers: Vec<Number>,
    /// Why it counts for nothing, where it does: the pair is dropped.
    pub lacking: Option<String>,
}

/// A pair that counts for nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DroppedPair {
    /// The arm whose debate is at fault, which may be the first.
    pub arm: String,
    /// The block, for people.
    pub block: String,
    /// The reason.
    pub why: String,
}

/// An arm beside the first, in one figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ArmComparison {
    /// The arm that is held against the first.
    pub arm: String,
    /// The id of the figure.
    pub figure: String,
    /// The name of the figure, for people.
    pub name: String,
    /// Whether it is 1 or 0 of each debate, so that its mean is a share.
    pub is_share: bool,
    /// The paired difference; absent where no pair has the figure in both arms.
    #[serde(flatten)]
    pub difference: Option<PairedDifference>,
    /// Whole pairs in which the figure could not be measured in both arms.
    pub unmeasured: usize,
}

/// What a study has come to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StudyResult {
    /// The name of the study.
    pub study: String,
    /// The arms; the others are held against the first.
    pub arms: Vec<String>,
    /// The number of blocks, each of which would be a pair of every arm with the first.
    pub blocks: usize,
    /// Every other arm beside the first, figure by figure.
    pub comparisons: Vec<ArmComparison>,
    /// The pairs that were dropped, each once for each debate at fault.
    pub dropped: Vec<DroppedPair>,
}

/// Compares the arms. `results` has for each block its label and what came of each arm, in the order of the arms.
pub fn compared(
    study: &str,
    arms: &[String],
    figures: &[Figure],
    results: &[(String, Vec<ArmResult>)],
) -> StudyResult {
    let mut comparisons = Vec::new();
    for (at, arm) in arms.iter().enumerate().skip(1) {
        let whole: Vec<(&ArmResult, &ArmResult)> = results
            .iter()
            .filter_map(|(_, of_block)| Some((of_block.first()?, of_block.get(at)?)))
            .filter(|(first, other)| first.lacking.is_none() && other.lacking.is_none())
            .collect();
        for figure in figures {
            let value = |result: &ArmResult| {
                let found = result.numbers.iter().find(|one| one.name == figure.id)?;
                found.value.filter(|value| value.is_finite())
            };
            let pairs: Vec<(f64, f64)> = whole
                .iter()
                .filter_map(|(first, other)| value(first).zip(value(other)))
                .collect();
            comparisons.push(ArmComparison {
                arm: arm.clone(),
                figure: figure.id.clone(),
                name: figure.name.clone(),
                is_share: figure.is_share,
                unmeasured: whole.len() - pairs.len(),
                difference: PairedDifference::of(&pairs, figure.is_share),
            });
        }
    }
    let dropped = results.iter().flat_map(|(block, of_block)| {
        let of_arm = of_block.iter().zip(arms);
        of_arm.filter_map(move |(result, arm)| {
            Some(DroppedPair {
                arm: arm.clone(),
                block: block.clone(),
                why: result.lacking.clone()?,
            })
        })
    });
    StudyResult {
        study: study.to_owned(),
        arms: arms.to_vec(),
        blocks: results.len(),
        comparisons,
        dropped: dropped.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(swing: f64) -> ArmResult {
        ArmResult {
            numbers: vec![Number::table_only("swing", swing)],
            lacking: None,
        }
    }

    #[test]
    fn a_debate_that_failed_takes_its_pair_along_and_nobody_elses() {
        let arms = ["one", "two", "three"].map(str::to_owned);
        let figures = [Figure::of("swing").unwrap(), Figure::of("words").unwrap()];
        let mut results: Vec<(String, Vec<ArmResult>)> = (0..8)
            .map(|at| {
                let swing = f64::from(at);
                let all = vec![result(swing), result(swing + 1.0), result(swing - 2.0)];
                (format!("block {at}"), all)
            })
            .collect();
        results[3].1[1].lacking = Some("it is not over".into());
        let found = compared("s", &arms, &figures, &results);
        let of = |arm: &str, figure: &str| {
            let mut all = found.comparisons.iter();
            all.find(|one| one.arm == arm && one.figure == figure)
                .unwrap()
        };
        let difference = |arm: &str| of(arm, "swing").difference.clone().unwrap();
        assert_eq!(
            (difference("two").pairs, difference("two").difference),
            (7, 1.0)
        );
        assert_eq!(
            (difference("three").pairs, difference("three").difference),
            (8, -2.0)
        );
        assert_eq!(
            (
                &of("two", "words").difference,
                of("two", "words").unmeasured
            ),
            (&None, 7)
        );
        assert_eq!(found.dropped.len(), 1);
        assert_eq!(
            (
                found.dropped[0].arm.as_str(),
                found.dropped[0].block.as_str()
            ),
            ("two", "block 3")
        );
    }
}
