//! The message about a model that cannot be had before a debate begins.

use super::EVERYTHING_ELSE;
use crate::{
    ModelError,
    debate::ask::Role,
    error::{Exit, Failure},
};

/// A model's error before a debate begins.
pub fn failure(error: &ModelError) -> Failure {
    let mut failure = Failure::new(Exit::NoModel, error.to_string());
    failure.passing = error.is_outage();
    match error.hint() {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// A model's error before a debate begins; of a name that the server does not know, where it is set.
pub(super) fn unusable(error: &ModelError, what_for: &[String]) -> Failure {
    let failure = failure(error);
    let ModelError::NoSuchModel { .. } = error else {
        return failure;
    };
    let set = what_for.iter().map(|what| match what.as_str() {
        EVERYTHING_ELSE => "--model (`model`)".to_owned(),
        role if Role::ALL.iter().any(|one| one.word() == role) => {
            format!("--role {role}=… (`[roles]`)")
        }
        seat => format!("--seat {seat}=… (`[seats]`), or --prop-model and --opp-model"),
    });
    failure.hint(format!(
        "It is set by {}, or by what stands in brackets in config.toml.",
        set.collect::<Vec<_>>().join("; ")
    ))
}
