//! The rubric that judges score by, as data: dimensions with weights, and what lies between an even debate and a clear
//! one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{bounds, catalog::TomlDocument};

/// What is given scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scored {
    /// Every argument that was handed in; the average over its arguments is a side's score.
    Arguments,
    /// Every speaker; the average over its speakers is a side's score.
    Speakers,
    /// Every side is given scores.
    Sides,
}

/// A dimension of a rubric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// The name of the dimension in answers: `logic`.
    pub id: String,
    /// The name that is shown: "Logic".
    pub name: String,
    /// The share of the dimension in the total. The weights of a rubric come to 1.
    #[schemars(range(min = bounds::WEIGHT.least, max = bounds::WEIGHT.most))]
    pub weight: f64,
    /// What is asked, and what the ends of the scale mean.
    pub criteria: String,
    /// What some scores stand for, the lowest first: judges who are told give more than one and the same to everybody.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<ScoreAnchor>,
}

/// What a score of a dimension stands for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreAnchor {
    /// The score.
    #[schemars(range(min = bounds::SCORE.least, max = bounds::SCORE.most))]
    pub score: f64,
    /// What deserves it, in a sentence.
    pub means: String,
}

/// A pattern of reasoning that judges flag, with the words that triggered it. A flag is a hint to whoever reads the
/// report, not a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fallacy {
    /// The name of the fallacy: "Straw man".
    pub name: String,
    /// The question by which it is found.
    pub asks: String,
}

/// What judges score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// What is given scores.
    pub of: Scored,
    /// The lowest score.
    #[schemars(range(min = bounds::SCORE.least, max = bounds::SCORE.most))]
    pub lowest: f64,
    /// The highest score.
    #[schemars(range(min = bounds::SCORE.least, max = bounds::SCORE.most))]
    pub highest: f64,
    /// Whether scores are whole numbers.
    #[serde(default)]
    pub whole: bool,
    /// What is looked at.
    pub dimensions: Vec<Dimension>,
    /// Sides less than this apart are evenly matched.
    #[serde(default = "even")]
    #[schemars(range(min = bounds::SCORE.least, max = bounds::SCORE.most))]
    pub even_under: f64,
    /// Sides more than this apart differ significantly.
    #[serde(default = "significant")]
    #[schemars(range(min = bounds::SCORE.least, max = bounds::SCORE.most))]
    pub significant_over: f64,
    /// What is flagged in arguments.
    #[serde(default)]
    pub fallacies: Vec<Fallacy>,
}

impl Rubric {
    /// The rubric for debates whose format has none: that of the built-in panel, which looks at speakers.
    pub fn usual() -> Option<Self> {
        let panel: super::Format = TomlDocument::parse(PANEL).ok()?.read().ok()?;
        panel.rubric
    }
}

/// The built-in panel, as its file has it.
const PANEL: &str = include_str!("../../../../formats/panel.toml");

fn even() -> f64 {
    1.0
}

fn significant() -> f64 {
    3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dimension_that_is_built_in_says_what_three_scores_stand_for() {
        for file in [
            PANEL,
            include_str!("../../../../formats/structured.toml"),
            include_str!("../../../../formats/lincoln-douglas.toml"),
            include_str!("../../../../formats/world-schools.toml"),
            include_str!("../../../../formats/british-parliamentary.toml"),
        ] {
            let document = TomlDocument::parse(file).unwrap();
            let format: crate::catalog::Format = document.read().unwrap();
            let rubric = format.rubric.unwrap();
            let scores = |one: &Dimension| -> Vec<f64> {
                one.anchors.iter().map(|anchor| anchor.score).collect()
            };
            for one in &rubric.dimensions {
                assert_eq!(one.anchors.len(), 3, "{}: {}", format.name, one.id);
                // A small judge is told of all dimensions at once which scores are weak, fair and strong.
                assert_eq!(
                    scores(one),
                    scores(&rubric.dimensions[0]),
                    "{}",
                    format.name
                );
            }
        }
    }

    #[test]
    fn debates_without_a_rubric_have_one_that_looks_at_speakers() {
        let usual = Rubric::usual().unwrap();
        assert_eq!((usual.of, usual.dimensions.len()), (Scored::Speakers, 6));
        assert!(usual.lowest.abs() < 1e-9 && (usual.highest - 10.0).abs() < 1e-9);
        let weights: f64 = usual.dimensions.iter().map(|one| one.weight).sum();
        assert!((weights - 1.0).abs() < 1e-9);
    }
}
