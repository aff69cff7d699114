//! Debates that are over, and what is asked of them: judged again, voted on by a simulated house, compared with another,
//! measured. The journal stays as it is; what comes of it is handed back.
//!
//! | for | see |
//! | --- | --- |
//! | several judges and how far they agree | [`judges`] |
//! | how far a judge agrees with itself | [`repeats`] |
//! | a simulated house, held against the real one | [`house`] |
//! | a simulated debate beside one that people held | [`comparison`] |
//! | measures of one or of several | [`measures`] |

pub mod comparison;
mod condensed;
pub mod house;
pub mod judges;
pub mod measures;
mod named;
pub mod repeats;
mod retold;

pub use named::{FinishedDebate, is_file, transcript, votes_file};
pub(crate) use named::{name_of, refused, running};

use crate::error::Failure;

/// A debate that is too long for whoever would be asked about it; `flags` name another model for them.
fn too_long(told: &str, flags: &str) -> Failure {
    Failure::no_model(told).hint(format!(
        "choose a model with a larger context ({flags}), or, if it has more than that, say so in profiles.toml (context = N)"
    ))
}
