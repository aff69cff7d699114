//! Every arm beside the first, figure by figure, over the blocks in which both were held whole.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{difference::PairedDifference, figures::Figure};
use crate::batch::Number;

/// What came of a block in an arm.
#[derive(Debug, Clone, PartialEq)]
pub struct ArmResult {
    /// The figures that were measured.
    pub numbers: Vec<Number>,
    /// Why there is none of a figure that a judge's model reads, by the id of the figure.
    pub unread: BTreeMap<String, UnreadReason>,
    /// Why it counts for nothing, where it does: the pair is dropped.
    pub lacking: Option<String>,
}

/// Why there is none of a figure that a judge's model reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadReason {
    /// The reason, for people.
    pub why: String,
    /// Whether the judge was asked, and an answer was of no use.
    pub failed: bool,
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

/// A figure of one debate that a judge's model reads, and that could not be had: its pair is left out of that figure alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnreadFigure {
    /// The id of the figure.
    pub figure: String,
    /// The name of the figure, for people.
    pub name: String,
    /// The arm of the debate.
    pub arm: String,
    /// The block, for people.
    pub block: String,
    /// The reason.
    pub why: String,
    /// Whether the judge was asked, and an answer was of no use.
    pub failed: bool,
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
    /// The figures that could not be read, each once for each debate that is whole.
    pub unread: Vec<UnreadFigure>,
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
        unread: unread(arms, figures, results),
    }
}

fn unread(
    arms: &[String],
    figures: &[Figure],
    results: &[(String, Vec<ArmResult>)],
) -> Vec<UnreadFigure> {
    let mut all = Vec::new();
    for (block, of_block) in results {
        for (result, arm) in of_block.iter().zip(arms) {
            if result.lacking.is_some() {
                continue;
            }
            let of_arm = figures.iter().filter_map(|figure| {
                let reason = result.unread.get(&figure.id)?;
                Some(UnreadFigure {
                    figure: figure.id.clone(),
                    name: figure.name.clone(),
                    arm: arm.clone(),
                    block: block.clone(),
                    why: reason.why.clone(),
                    failed: reason.failed,
                })
            });
            all.extend(of_arm);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(swing: f64) -> ArmResult {
        ArmResult {
            numbers: vec![Number::table_only("swing", swing)],
            unread: BTreeMap::new(),
            lacking: None,
        }
    }

    #[test]
    fn a_reading_that_failed_leaves_its_pair_out_of_that_figure_and_of_no_other() {
        let arms = ["one", "two"].map(str::to_owned);
        let figures = [
            Figure::of("swing").unwrap(),
            Figure::of("style_judge").unwrap(),
        ];
        let read = |swing: f64, style: f64| {
            let mut result = result(swing);
            result
                .numbers
                .push(Number::table_only("style_judge", style));
            result
        };
        let mut results: Vec<(String, Vec<ArmResult>)> = (0..7)
            .map(|at| {
                (
                    format!("block {at}"),
                    vec![read(1.0, 0.25), read(2.0, 0.75)],
                )
            })
            .collect();
        results[2].1[1].numbers.pop();
        let why = UnreadReason {
            why: "wise gave nothing of use".to_owned(),
            failed: true,
        };
        results[2].1[1]
            .unread
            .insert("style_judge".into(), why.clone());
        // Of a debate that is dropped it goes without saying.
        results[5].1[0].lacking = Some("it is not over".into());
        results[5].1[0].unread.insert("style_judge".into(), why);
        let found = compared("s", &arms, &figures, &results);
        let pairs = |at: usize| {
            let one = &found.comparisons[at];
            (one.difference.as_ref().unwrap().pairs, one.unmeasured)
        };
        assert_eq!((pairs(0), pairs(1)), ((6, 0), (5, 1)));
        assert_eq!(found.unread.len(), 1);
        let one = &found.unread[0];
        assert_eq!((one.arm.as_str(), one.block.as_str()), ("two", "block 2"));
        let notes = found.notes().join("\n");
        assert!(notes.contains("not measured in 1 pair"), "{notes}");
        assert!(
            notes.contains("block 2, in the arm two: wise gave nothing of use"),
            "{notes}"
        );
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
