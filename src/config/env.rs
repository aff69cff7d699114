//! The environment, taken once, so that everything behind it can be tested without one.

use std::{collections::BTreeMap, fmt};

use secrecy::SecretString;

use crate::{
    error::Failure,
    llm::{openai::usable_key, secrets::Secrets},
    text::mask::variable,
};

/// How the names of variables end that hold secrets.
const SECRETS: [&str; 4] = ["API_KEY", "_TOKEN", "_SECRET", "_ACCESS_KEY"];

/// The variables of the environment. Their values are never shown.
#[derive(Clone, Default)]
pub struct Env(BTreeMap<String, String>);

impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Env({} variables)", self.0.len())
    }
}

impl Env {
    /// This process's.
    pub fn of_process() -> Self {
        Self(
            std::env::vars_os()
                .filter_map(|(name, value)| {
                    Some((name.into_string().ok()?, value.into_string().ok()?))
                })
                .collect(),
        )
    }

    /// One with these variables.
    pub fn with<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self(variables.into_iter().map(owned).collect())
    }

    /// A variable that is set and not blank.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.trim().is_empty())
    }

    /// What the variables hold whose names say that it is a secret, whoever it is meant for.
    pub(super) fn secrets(&self) -> Secrets {
        let named = self.0.keys().filter(|name| {
            let name = name.to_ascii_uppercase();
            SECRETS.iter().any(|end| name.ends_with(end))
        });
        named
            .filter_map(|name| self.get(name))
            .fold(Secrets::default(), |all, value| {
                all.and(&Secrets::new(Some(value), []))
            })
    }

    /// A key, checked for characters that cannot be sent; `None` where the variable is not set.
    pub fn key(&self, name: &str) -> Result<Option<SecretString>, Failure> {
        let Some(text) = self.get(name) else {
            return Ok(None);
        };
        usable_key(text).map(Some).ok_or_else(|| {
            let name = variable(name);
            Failure::input(format!(
                "{name} has characters that a key cannot have (spaces, line breaks or letters beyond ASCII)"
            ))
            .hint("Set it again, with nothing but the key.")
        })
    }
}
