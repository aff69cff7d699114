//! A model's profile: what can be asked of it at once. It is a property of the model, kept in a catalogue, and never of
//! the code that fills prompts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds;

/// How much of a speech a model is asked for at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Steps {
    /// The whole speech.
    #[default]
    Together,
    /// One thing at a time: open, answer, one argument, another, close. Points of information are heard
    /// between two steps.
    OneAtATime,
}

/// Whether a finished speech is checked for arguing the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SideCheck {
    /// The model can be trusted to remember which side it is on.
    #[default]
    Off,
    /// Each main speech is checked; one that argues the wrong side is struck and spoken again.
    EachSpeech,
}

/// What a model can be asked. Every field has a default that suits a capable hosted model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Profile {
    /// Patterns of model names (`*` stands for anything, case does not count) that this profile is for.
    #[serde(rename = "match")]
    pub matches: Vec<String>,
    /// The context window, in tokens.
    #[schemars(range(min = bounds::CONTEXT.least, max = bounds::CONTEXT.most))]
    pub context: u32,
    /// Speeches and notes are this many times as long as the format says.
    #[schemars(range(min = bounds::SCALE.least, max = bounds::SCALE.most))]
    pub speech_scale: f64,
    /// How much is asked at once.
    pub steps: Steps,
    /// Whether the side is checked after each speech.
    pub side_check: SideCheck,
    /// Sampling temperature for prose; left to the server where absent.
    #[schemars(range(min = bounds::TEMPERATURE.least, max = bounds::TEMPERATURE.most))]
    pub temperature: Option<f64>,
    /// Frequency penalty for prose; left out of the request where absent.
    #[schemars(range(min = bounds::PENALTY.least, max = bounds::PENALTY.most))]
    pub frequency_penalty: Option<f64>,
    /// Presence penalty for prose; left out of the request where absent.
    #[schemars(range(min = bounds::PENALTY.least, max = bounds::PENALTY.most))]
    pub presence_penalty: Option<f64>,
    /// So many of the most likely tokens are considered. This and the next two are for models that run in the
    /// program; a server has its own.
    #[schemars(range(min = bounds::TOP_K.least, max = bounds::TOP_K.most))]
    pub top_k: Option<u32>,
    /// The probability that the tokens chosen from may have together.
    #[schemars(range(min = bounds::TOP_P.least, max = bounds::TOP_P.most))]
    pub top_p: Option<f64>,
    /// How much less likely a token becomes that was among the latest, in prose; 1 for none.
    #[schemars(range(min = bounds::REPETITION_PENALTY.least, max = bounds::REPETITION_PENALTY.most))]
    pub repetition_penalty: Option<f64>,
    /// How many candidates for each step of a speech, and for each part of what is handed in, are written beside each
    /// other, of which the best counts. For models that run in the program: a server is asked for one.
    #[schemars(range(min = bounds::CANDIDATES.least, max = bounds::CANDIDATES.most))]
    #[serde(skip_serializing_if = "is_one")]
    pub candidates: u32,
    /// The most members of the audience that it is asked to play.
    #[schemars(range(min = bounds::AUDIENCE.least, max = bounds::AUDIENCE.most))]
    pub audience: usize,
    /// How many documented positions a speaker's card shows.
    #[schemars(range(min = bounds::POSITIONS.least, max = bounds::POSITIONS.most))]
    pub positions: usize,
    /// Whether the model thinks before it answers: room for that is added to the limit on its answer.
    pub thinks: bool,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            matches: Vec::new(),
            context: 128_000,
            speech_scale: 1.0,
            steps: Steps::Together,
            side_check: SideCheck::Off,
            temperature: None,
            frequency_penalty: None,
            presence_penalty: None,
            top_k: None,
            top_p: None,
            repetition_penalty: None,
            candidates: 1,
            audience: 101,
            positions: 12,
            thinks: false,
        }
    }
}

/// Whether a profile wants no more than one candidate, as it was before there were several.
#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands references over"
)]
fn is_one(candidates: &u32) -> bool {
    *candidates == 1
}
