//! Grants: points that one side has conceded to the other, in a response or in a closing. A polite word is soon taken for
//! a concession, so whoever has granted a point and whoever it was granted to say after the last word whether it is
//! agreed. What was granted, and how it stands, `granted` reads from the state.

use serde::{Deserialize, Serialize};

use super::ids::{Seat, TurnId};

/// The place of a grant: by it a grant is known for as long as the debate is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GrantPlace {
    /// A response that concedes an argument, or a part of it.
    Response {
        /// The id of the turn that responds.
        turn: TurnId,
        /// The id of the argument.
        argument: String,
    },
    /// A concession of a closing.
    Closing {
        /// The id of the turn that closes.
        turn: TurnId,
        /// The place of the concession among those of the closing, from 0.
        concession: u32,
    },
}

/// The answer of somebody who was asked whether a grant is agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GrantAnswer {
    /// The grant that is meant.
    pub grant: GrantPlace,
    /// What is still in dispute, in a sentence; absent where the grant is agreed as it is worded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispute: Option<String>,
}

/// The answers of one seat to what was granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// The seat of whoever was asked.
    pub seat: Seat,
    /// The answers; absent where none could be had.
    pub answers: Option<Vec<GrantAnswer>>,
}
