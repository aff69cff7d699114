//! The contents of a study's file.
//!
//! ```toml
//! name = "points"                   # the file's own name where absent
//! motions = ["ban-private-cars", "tea-over-coffee"]
//! formats = ["exhibition"]          # `exhibition` where absent
//! seeds = [1]                       # 1 where absent
//! seed_count = 10                   # so many from the last of them on
//! measures = ["swing", "names"]
//!
//! [options]                         # of every debate, as in a batch
//! scale = 0.3
//!
//! [[arm]]                           # the first is what the others are held against
//! name = "with points"
//!
//! [[arm]]
//! name = "without"
//! options = { points = false }
//! ```

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{arm::Arm, judge::StudyJudge};
use crate::{
    batch::{DebateSettings, File, LineUp, ModelChoices},
    bounds,
};

/// The seed where none is named.
const SEED: u64 = 1;

/// A study: every motion in every format with every line-up and every seed, in each arm.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StudyFile {
    /// By what name the debates are found again; the name of the file where absent.
    pub name: Option<String>,
    /// The motions: ids, or sentences of your own.
    pub motions: Vec<String>,
    /// The formats, by id; `exhibition` where absent.
    pub formats: Vec<String>,
    /// Who speaks, and with which models; drawn by lot where absent, the same people in each arm.
    pub lineups: Vec<LineUp>,
    /// The seeds; 1 where absent.
    #[schemars(inner(range(min = bounds::SEED.least, max = bounds::SEED.most)))]
    pub seeds: Vec<u64>,
    /// How many seeds there are, counted on from the last that is named.
    #[schemars(range(min = bounds::REPEATS.least, max = bounds::REPEATS.most))]
    pub seed_count: Option<u32>,
    /// How many debates are held at a time; 1 where absent.
    #[schemars(range(min = bounds::AT_ONCE.least, max = bounds::AT_ONCE.most))]
    pub parallel: Option<u32>,
    /// How many calls each provider gets at a time, over all debates; what the configuration says where absent.
    #[schemars(range(min = bounds::CALLS.least, max = bounds::CALLS.most))]
    pub calls: Option<u32>,
    /// When all debates together have cost so much, no further one is begun and those under way are left.
    #[schemars(range(min = bounds::COST.least, max = bounds::COST.most))]
    pub max_cost: Option<f64>,
    /// The tokens that all debates together may use, read and written.
    #[schemars(range(min = bounds::TOKENS.least, max = bounds::TOKENS.most))]
    pub max_tokens: Option<u64>,
    /// What is measured: figures of the table of a batch, or measures as `hustings eval --explain` calls them in JSON.
    pub measures: Vec<String>,
    /// Who reads the debates for measures that need a judge's model; without it none can be measured.
    pub judge: Option<StudyJudge>,
    /// The settings of every debate.
    pub options: DebateSettings,
    /// The models of every debate.
    pub models: ModelChoices,
    /// The arms; the others are held against the first.
    #[serde(rename = "arm")]
    pub arms: Vec<Arm>,
}

impl StudyFile {
    /// What it says of every debate, as a batch.
    pub(super) fn common(&self) -> File {
        File {
            name: self.name.clone(),
            motions: self.motions.clone(),
            formats: self.formats.clone(),
            lineups: self.lineups.clone(),
            seeds: self.all_seeds(),
            options: self.options.clone(),
            models: self.models.clone(),
            ..File::default()
        }
    }

    /// The seeds that are named, and those that are counted on from the last of them.
    fn all_seeds(&self) -> Vec<u64> {
        let mut seeds = self.seeds.clone();
        if seeds.is_empty() {
            seeds.push(SEED);
        }
        let last = seeds.last().copied().unwrap_or(SEED);
        let wanted = self.seed_count.unwrap_or(0) as usize;
        let more = wanted.saturating_sub(seeds.len()) as u64;
        seeds.extend((1..=more).filter_map(|step| last.checked_add(step)));
        seeds
    }
}

/// The JSON schema of a study's file.
pub fn schema() -> Value {
    schemars::schema_for!(StudyFile).to_value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_named_or_counted() {
        let seeds = |seeds: &[u64], seed_count| {
            let file = StudyFile {
                seeds: seeds.to_vec(),
                seed_count,
                ..StudyFile::default()
            };
            file.all_seeds()
        };
        assert_eq!(seeds(&[], None), [1]);
        assert_eq!(seeds(&[], Some(3)), [1, 2, 3]);
        assert_eq!(seeds(&[9, 4], Some(4)), [9, 4, 5, 6]);
        assert_eq!(seeds(&[9, 4], Some(1)), [9, 4]);
        assert_eq!(seeds(&[u64::MAX], Some(3)), [u64::MAX]);
    }
}
