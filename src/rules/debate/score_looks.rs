//! What the two looks of judges come to, side by side; made in `report_looks`.

use serde::{Deserialize, Serialize};

/// The two looks of all judges who looked twice, side by side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreLooks {
    /// The id of the side that is first by the first looks; `None` where none has the first place for itself.
    pub first: Option<String>,
    /// The id of the side that is first by the looks with the teams exchanged.
    pub exchanged: Option<String>,
    /// The difference between the two totals of what was scored, on average.
    pub difference: f64,
    /// The largest difference.
    pub most: f64,
}

impl ScoreLooks {
    /// Whether the looks put different sides first.
    pub fn is_contested(&self) -> bool {
        self.first != self.exchanged
    }
}
