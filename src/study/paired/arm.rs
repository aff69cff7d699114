//! An arm of a study: the settings that differ, and what becomes of its debates before they are measured.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    batch::{DebateSettings, ModelChoices},
    bounds,
    debate::telling::Telling,
};

/// An arm: what differs in it from what the file says of all debates.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Arm {
    /// What it is called in the table.
    pub name: String,
    /// The format, by id, if it is another one.
    pub format: Option<String>,
    /// Who speaks for the motion, in order, if others do.
    pub prop: Vec<String>,
    /// Who speaks against it.
    pub opp: Vec<String>,
    /// Who speaks, in the order of the format's seats.
    pub speakers: Vec<String>,
    /// Settings that differ.
    pub options: DebateSettings,
    /// Models that differ.
    pub models: ModelChoices,
    /// Refine each debate so that there are so many iterations at the most, itself counted, and measure the last.
    #[schemars(range(min = bounds::ITERATIONS.least, max = bounds::ITERATIONS.most))]
    pub iterations: Option<u32>,
    /// Hold each debate so often, untaught, and measure the last.
    #[schemars(range(min = bounds::REPEATS.least, max = bounds::REPEATS.most))]
    pub repeats: Option<u32>,
    /// Have a house divide on each debate, and measure how it votes.
    pub house: Option<HouseArm>,
}

/// A house that divides on debates that are over.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct HouseArm {
    /// How the debate is told to it: `as-held`, `backwards`, `sides-exchanged` or `nothing`; as held where absent.
    pub told: Telling,
    /// Ask each member in both orders of the speeches, and count who votes otherwise the second time as undecided.
    pub both_orders: bool,
    /// The model of this house alone, before that of the role `audience`; flags do not change it.
    pub model: Option<String>,
    /// How many sit in it; as many as the model's profile says where absent.
    #[schemars(range(min = bounds::HOUSE.least, max = bounds::HOUSE.most))]
    pub audience: Option<u32>,
    /// How often it divides; once where absent.
    #[schemars(range(min = bounds::DIVISIONS.least, max = bounds::DIVISIONS.most))]
    pub divisions: Option<u32>,
    /// How many members are asked for in one call; 1 where absent.
    #[schemars(range(min = bounds::TOGETHER.least, max = bounds::TOGETHER.most))]
    pub together: Option<u32>,
}

/// What becomes of a debate of an arm before it is measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArmWork {
    /// It is measured as it was held.
    Held,
    /// It is refined, and the last of so many iterations is measured.
    Refined(u32),
    /// It is held so often, and the last one is measured.
    Repeated(u32),
    /// A house divides on it, and its votes are measured.
    Divided(HouseArm),
}

impl Arm {
    /// What becomes of its debates.
    pub fn work(&self) -> ArmWork {
        match (&self.house, self.iterations, self.repeats) {
            (Some(house), ..) => ArmWork::Divided(house.clone()),
            (None, Some(iterations), _) => ArmWork::Refined(iterations),
            (None, None, Some(repeats)) => ArmWork::Repeated(repeats),
            (None, None, None) => ArmWork::Held,
        }
    }

    /// The words that this arm has for what becomes of its debates, of which only one may stand.
    pub(super) fn works(&self) -> Vec<&'static str> {
        let given = [
            ("house", self.house.is_some()),
            ("iterations", self.iterations.is_some()),
            ("repeats", self.repeats.is_some()),
        ];
        let given = given.into_iter().filter(|(_, is_given)| *is_given);
        given.map(|(word, _)| word).collect()
    }
}
