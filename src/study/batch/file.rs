//! The contents of a batch file.
//!
//! ```toml
//! name = "cars"                     # the file's own name where absent
//! motions = ["ban-private-cars", "This House would rather walk"]
//! formats = ["exhibition"]          # `exhibition` where absent
//! seeds = [1, 2, 3]                 # 1 where absent
//! repeats = 2                       # each so often; 1 where absent
//! parallel = 4                      # debates at a time; 1 where absent
//! max_cost = 5.0                    # for the whole batch
//!
//! [[lineups]]                       # drawn by lot where there is none
//! name = "mixed"
//! prop = ["gandhi", "wollstonecraft", "nightingale"]   # or: speakers = [...], in the order of the seats
//! opp = ["napoleon", "smith", "machiavelli"]
//! models = { prop = "small", opp = "large", roles = { judge = "large" } }
//!
//! [options]                         # for every debate, as `hustings run` has them
//! scale = 0.5
//! audience = 5
//!
//! [[debates]]                       # single ones, after all others
//! motion = "tea-over-coffee"
//! format = "oxford"
//! seed = 9
//! ```

use std::collections::BTreeMap;

use hustings_rules::setup::{CardUse, Setting};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    bounds,
    catalog::TurnOrder,
    debate::opening::{Polls, Referee},
};

/// A batch: every motion in every format with every line-up and every seed, so often; and single debates.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct File {
    /// By what name the debates are found again; the name of the file where absent.
    pub name: Option<String>,
    /// The motions: ids, or sentences of your own.
    pub motions: Vec<String>,
    /// The formats, by id; `exhibition` where absent.
    pub formats: Vec<String>,
    /// Who speaks, and with which models; drawn by lot where absent.
    pub lineups: Vec<LineUp>,
    /// The seeds; 1 where absent.
    #[schemars(inner(range(min = bounds::SEED.least, max = bounds::SEED.most)))]
    pub seeds: Vec<u64>,
    /// How often each debate is held, with everything the same; 1 where absent.
    #[schemars(range(min = bounds::REPEATS.least, max = bounds::REPEATS.most))]
    pub repeats: Option<u32>,
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
    /// The settings of every debate.
    pub options: DebateSettings,
    /// The models of every debate.
    pub models: ModelChoices,
    /// Single debates, after all others.
    pub debates: Vec<Single>,
}

/// Who speaks, and with which models.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LineUp {
    /// What it is called in the table.
    pub name: Option<String>,
    /// Who speaks for the motion, in order; drawn by lot where absent.
    pub prop: Vec<String>,
    /// Who speaks against it.
    pub opp: Vec<String>,
    /// Who speaks, in the order of the format's seats, whatever its sides are called.
    pub speakers: Vec<String>,
    /// The formats that it is for; all of the batch where absent.
    pub formats: Vec<String>,
    /// Models that differ from those of the batch.
    pub models: ModelChoices,
}

/// A debate of its own.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Single {
    /// The motion: an id, or a sentence of your own.
    pub motion: String,
    /// The format; `exhibition` where absent.
    pub format: Option<String>,
    /// What its line-up is called in the table.
    pub name: Option<String>,
    /// Who speaks for the motion, in order; drawn by lot where absent.
    #[serde(default)]
    pub prop: Vec<String>,
    /// Who speaks against it.
    #[serde(default)]
    pub opp: Vec<String>,
    /// Who speaks, in the order of the format's seats.
    #[serde(default)]
    pub speakers: Vec<String>,
    /// The seed; 1 where absent.
    #[schemars(range(min = bounds::SEED.least, max = bounds::SEED.most))]
    pub seed: Option<u64>,
    /// How often it is held; 1 where absent.
    #[schemars(range(min = bounds::REPEATS.least, max = bounds::REPEATS.most))]
    pub repeats: Option<u32>,
    /// Settings that differ from those of the batch.
    #[serde(default)]
    pub options: DebateSettings,
    /// Models that differ from those of the batch.
    #[serde(default)]
    pub models: ModelChoices,
}

/// Settings of a debate, as `hustings run` has them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DebateSettings {
    /// Speeches are this many times as long as the format says: from 0.01 to 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::SCALE.least, max = bounds::SCALE.most))]
    pub scale: Option<f64>,
    /// How many rounds there are, where the format leaves that open: from 1 to 20.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::ROUNDS.least, max = bounds::ROUNDS.most))]
    pub rounds: Option<u32>,
    /// The order in which turns are taken in rounds; the format's where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<TurnOrder>,
    /// How many sit in the audience.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::AUDIENCE.least, max = bounds::AUDIENCE.most))]
    pub audience: Option<u32>,
    /// How many judges there are, where the format has judges: from 1 to 9.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::JUDGES_WANTED.least, max = bounds::JUDGES_WANTED.most))]
    pub judges: Option<u32>,
    /// How often the direct verdict of a division, or the report of each judge, is asked for: once, or a second time with
    /// the teams exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::JUDGE_PASSES.least, max = bounds::JUDGE_PASSES.most))]
    pub judge_passes: Option<u32>,
    /// When the audience is polled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub polls: Option<Polls>,
    /// How many members of the audience are asked for their straw votes in one call.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::TOGETHER.least, max = bounds::TOGETHER.most))]
    pub polled_together: Option<u32>,
    /// How much is checked before a turn counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub referee: Option<Referee>,
    /// How many members of the audience speak from the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::FLOOR_SPEECHES.least, max = bounds::FLOOR_SPEECHES.most))]
    pub floor_speeches: Option<u32>,
    /// Whether speakers get passages of their corpora; they do where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corpora: Option<bool>,
    /// Whether points of information are offered where the format has them; they are where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<bool>,
    /// What of their cards the speakers get: `own`, `name-only`, or `one-voice`, the first speaker's for all; `own` where
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardUse>,
    /// A debate is left when it has cost so much.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::COST.least, max = bounds::COST.most))]
    pub max_cost: Option<f64>,
    /// A debate is left when it has used so many tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::TOKENS.least, max = bounds::TOKENS.most))]
    pub max_tokens: Option<u64>,
}

impl DebateSettings {
    /// Whether they say anything of this setting.
    pub fn has(&self, setting: Setting) -> bool {
        match setting {
            Setting::Judges => self.judges.is_some(),
            Setting::Audience => self.audience.is_some(),
            Setting::Polls => self.polls.is_some(),
            Setting::PolledTogether => self.polled_together.is_some(),
            Setting::JudgePasses => self.judge_passes.is_some(),
            Setting::Rounds => self.rounds.is_some(),
            Setting::Order => self.order.is_some(),
            Setting::FloorSpeeches => self.floor_speeches.is_some(),
            Setting::Points => self.points.is_some(),
        }
    }

    /// Lays these settings over those of `base`, which count where these say nothing.
    #[must_use]
    pub fn over(&self, base: &Self) -> Self {
        Self {
            scale: self.scale.or(base.scale),
            rounds: self.rounds.or(base.rounds),
            order: self.order.or(base.order),
            audience: self.audience.or(base.audience),
            judges: self.judges.or(base.judges),
            judge_passes: self.judge_passes.or(base.judge_passes),
            polls: self.polls.or(base.polls),
            polled_together: self.polled_together.or(base.polled_together),
            referee: self.referee.or(base.referee),
            floor_speeches: self.floor_speeches.or(base.floor_speeches),
            corpora: self.corpora.or(base.corpora),
            points: self.points.or(base.points),
            cards: self.cards.or(base.cards),
            max_cost: self.max_cost.or(base.max_cost),
            max_tokens: self.max_tokens.or(base.max_tokens),
        }
    }
}

/// Which models play which part; names as `--model` takes them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ModelChoices {
    /// The model of everything else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The model of the seats that speak for the motion, or of the first side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prop: Option<String>,
    /// The model of the seats that speak against it, or of the second side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opp: Option<String>,
    /// Models of roles: speaker, poi, audience, judge, moderator, referee, clerk.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub roles: BTreeMap<String, String>,
    /// Models of single seats, such as `prop.2`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<String, String>,
}

impl ModelChoices {
    /// Lays these choices over those of `base`, which count where these say nothing.
    #[must_use]
    pub fn over(&self, base: &Self) -> Self {
        let both = |own: &BTreeMap<String, String>, base: &BTreeMap<String, String>| {
            let mut both = base.clone();
            both.extend(own.clone());
            both
        };
        Self {
            model: self.model.clone().or_else(|| base.model.clone()),
            prop: self.prop.clone().or_else(|| base.prop.clone()),
            opp: self.opp.clone().or_else(|| base.opp.clone()),
            roles: both(&self.roles, &base.roles),
            seats: both(&self.seats, &base.seats),
        }
    }
}

/// The JSON schema of a batch file.
pub fn schema() -> Value {
    schemars::schema_for!(File).to_value()
}
