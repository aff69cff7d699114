//! The judge of a study: a model that reads its debates once they are over, for measures that need one.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::bounds;

/// Who reads the debates, and how often.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct StudyJudge {
    /// The model of this judge alone, before that of the role `judge`; flags do not change it.
    pub model: Option<String>,
    /// How often it is asked the same; the means are measured. Once where absent.
    #[schemars(range(min = bounds::JUDGINGS.least, max = bounds::JUDGINGS.most))]
    pub repeat: Option<u16>,
}

impl StudyJudge {
    /// How often it is asked the same.
    pub fn times(&self) -> u16 {
        self.repeat.unwrap_or(1).max(1)
    }
}
