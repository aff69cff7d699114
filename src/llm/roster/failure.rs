//! The message about a model that cannot be had before a debate begins.

use super::EVERYTHING_ELSE;
use crate::{
    ModelError,
    debate::ask::Role,
    error::{Exit, Failure},
    text::listed,
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
    let is_role = |what: &str| Role::ALL.iter().any(|one| one.word() == what);
    let mut told: Vec<String> = Vec::new();
    let mut seats: Vec<&str> = Vec::new();
    for what in what_for {
        match what.as_str() {
            EVERYTHING_ELSE => told.push("--model (`model`)".to_owned()),
            role if is_role(role) => told.push(format!("--role {role}=… (`[roles]`)")),
            seat => seats.push(seat),
        }
    }
    // A side has several seats, and one flag sets them all.
    if let Some((first, others)) = seats.split_first() {
        let others = match others {
            [] => String::new(),
            others => format!(" (and so for {})", listed(others)),
        };
        told.push(format!(
            "--seat {first}=…{others} (`[seats]`), or --prop-model and --opp-model"
        ));
    }
    failure.hint(format!(
        "It is set by {}, or by what stands in brackets in config.toml.",
        told.join("; ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seats_of_a_side_are_named_once_and_its_flag_too() {
        let error = ModelError::NoSuchModel {
            model: "x".to_owned(),
            url: "http://127.0.0.1:9/v1".to_owned(),
            offers: Vec::new(),
        };
        let seats = ["prop.1", "prop.2", "prop.3"].map(str::to_owned);
        let told = unusable(&error, &seats).to_string();
        assert_eq!(told.matches("--prop-model").count(), 1, "{told}");
        assert!(
            told.contains("--seat prop.1=… (and so for prop.2 and prop.3)"),
            "{told}"
        );
    }
}
