//! The environment, taken once, so that everything behind it can be tested without one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::Path,
};

use secrecy::SecretString;

use crate::{
    catalog::Problem,
    dotenv,
    error::Failure,
    llm::{
        openai::usable_key,
        secrets::{Secrets, may_be_a_word},
    },
    text::mask::variable,
};

/// The endings of names of variables that hold secrets, whatever their values look like.
const SECRETS: [&str; 4] = ["API_KEY", "_TOKEN", "_SECRET", "_ACCESS_KEY"];
/// The endings of words in the names of variables that hold secrets, and words that count only whole: "monkey" ends
/// with a key, too.
const WORD_ENDS: [&str; 7] = [
    "APIKEY",
    "CREDENTIAL",
    "CREDENTIALS",
    "PASSWD",
    "PASSWORD",
    "SECRET",
    "TOKEN",
];
const WORDS: [&str; 2] = ["KEY", "PAT"];
/// The last words of names that say where a secret is, or what kind of one.
const PLACES: [&str; 10] = [
    "DIR", "ENDPOINT", "ENV", "FILE", "ID", "NAME", "PATH", "TYPE", "URI", "URL",
];

/// The variables of the environment. Their values are never shown.
#[derive(Clone, Default)]
pub struct Env {
    variables: BTreeMap<String, String>,
    /// The names of those that come from the file beside the configuration.
    of_file: BTreeSet<String>,
    /// What would have that file be read, where it is there and is not read.
    unread: Option<String>,
}

impl fmt::Debug for Env {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Env({} variables)", self.variables.len())
    }
}

impl Env {
    /// The environment of this process.
    pub fn of_process() -> Self {
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        Self {
            variables: variables.collect(),
            of_file: BTreeSet::new(),
            unread: None,
        }
    }

    /// The environment with what stands in a file called `.env` in a folder, that of the configuration. What is set in
    /// the environment comes before it.
    ///
    /// # Errors
    /// Others than its owner can read the file, or it is none of variables.
    pub fn and_beside(self, folder: &Path) -> Result<Self, Box<Problem>> {
        let mut variables = dotenv::variables(&folder.join(dotenv::FILE))?;
        let is_own = |name: &&String| !self.variables.contains_key(*name);
        let of_file = variables.keys().filter(is_own).cloned().collect();
        variables.extend(self.variables);
        Ok(Self {
            variables,
            of_file,
            unread: None,
        })
    }

    /// The same, where the file beside the configuration is not read: what has it be read is told with whatever is
    /// missing then.
    pub fn without_beside(self, problem: &Problem) -> Self {
        Self {
            unread: Some(problem.expected.clone()),
            ..self
        }
    }

    /// What to do about a variable that is to hold a key, and is not set.
    pub fn advice_to_set(&self, name: &str) -> String {
        let variable = variable(name);
        match &self.unread {
            Some(expected) => {
                format!("{variable} may be in .env, which is not read: {expected}")
            }
            None => {
                format!("set {variable} to the key, or leave `key_env` out where none is wanted")
            }
        }
    }

    /// An environment with these variables and no others.
    pub fn with<'a>(variables: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Self {
            variables: variables.into_iter().map(owned).collect(),
            of_file: BTreeSet::new(),
            unread: None,
        }
    }

    /// Whether a variable comes from the file beside the configuration, and not from the environment itself.
    pub fn is_of_file(&self, name: &str) -> bool {
        self.of_file.contains(name)
    }

    /// A variable that is set and not blank.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables
            .get(name)
            .map(String::as_str)
            .filter(|value| !value.trim().is_empty())
    }

    /// The values of the variables whose names say that they hold a secret, whoever it is meant for.
    pub(super) fn secrets(&self) -> Secrets {
        self.secret_values().fold(Secrets::default(), |all, value| {
            all.and(&Secrets::new(Some(value), []))
        })
    }

    fn secret_values(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().filter_map(|name| {
            let value = self.get(name)?;
            is_secret(name, value).then_some(value)
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

/// Whether a variable holds a secret, by its name and, where that leaves it open, its value.
fn is_secret(name: &str, value: &str) -> bool {
    let name = name.to_ascii_uppercase();
    SECRETS.iter().any(|end| name.ends_with(end)) || may_be_named(&name) && may_be_secret(value)
}

/// Whether a name in capitals has a word in it by which secrets are called, perhaps with a number.
fn may_be_named(name: &str) -> bool {
    let is_place = name
        .rsplit('_')
        .next()
        .is_some_and(|last| PLACES.contains(&last));
    let mut words = name.split('_').enumerate();
    !is_place
        && words.any(|(at, word)| {
            let word = word.trim_end_matches(|c: char| c.is_ascii_digit());
            // "Pat" is somebody's name, too.
            let is_word = WORDS.contains(&word) && (at > 0 || word != "PAT");
            is_word || WORD_ENDS.iter().any(|end| word.ends_with(end))
        })
}

/// Whether a value is neither a path nor a plain word, nor very short.
fn may_be_secret(value: &str) -> bool {
    let value = value.trim();
    let is_path = ["/", "~/", "./", "../", "file:"]
        .iter()
        .any(|root| value.starts_with(root))
        || value
            .get(1..3)
            .is_some_and(|drive| drive == ":\\" || drive == ":/");
    !is_path && !may_be_a_word(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_the_names_of_their_variables() {
        for name in [
            "OPENAI_API_KEY",
            "OPENAI_API_KEY2",
            "AZURE_OPENAI_KEY",
            "AZURE_KEY_1",
            "GROQ_KEY",
            "groq_key",
            "GITHUB_PAT",
            "MY_PASSWORD",
            "DB_PASSWD",
            "PGPASSWORD",
            "MYAPIKEY",
            "TOKEN",
            "SECRET_OF_MINE",
            "SMTP_CREDENTIALS",
        ] {
            assert!(has(name, "hunter2-xyz9"), "{name}");
        }
        for (name, value) in [
            ("PATH", "hunter2-xyz9"),
            ("PAT_NUMBER", "hunter2-xyz9"),
            ("MONKEY", "hunter2-xyz9"),
            ("KEYBOARD", "hunter2-xyz9"),
            ("MAX_TOKENS", "hunter2-xyz9"),
            ("SSH_KEY_PATH", "hunter2-xyz9"),
            ("TOKEN_URL", "hunter2-xyz9"),
            ("SSH_KEY", "/home/me/id-9"),
            ("SSH_KEY", "~/keys/id-9"),
            ("SSH_KEY", "C:\\keys\\id-9"),
            ("GROQ_KEY", "short-1"),
            ("GROQ_KEY", "whatever"),
        ] {
            assert!(!has(name, value), "{name}={value}");
        }
    }

    fn has(name: &str, value: &str) -> bool {
        Env::with([(name, value)]).secret_values().count() == 1
    }
}
