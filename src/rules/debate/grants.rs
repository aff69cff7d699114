//! Grants: points that one side has conceded to the other, in a response or in a closing. What was granted, `granted`
//! reads from the state.

use serde::{Deserialize, Serialize};

use super::ids::TurnId;

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
