//! Whether the models of a roster can be had, asked before a debate begins.

use super::{LIST, Place, Roster, failure};
use crate::{
    ModelError, Request,
    debate::{ask::Role, ids::Seat},
    error::Failure,
    probe,
    text::shown::given,
};

/// A model that cannot be had, and who would have spoken through it.
#[derive(Debug)]
pub struct Gone {
    label: String,
    /// Whether it is the model of whoever has none of their own.
    is_usual: bool,
    roles: Vec<Role>,
    seats: Vec<Seat>,
    what_for: Vec<String>,
    error: ModelError,
}

impl Gone {
    /// The name of whose model it is: "opp.2", "the role judge", "everybody else".
    pub fn whose(&self) -> String {
        let usual = self.is_usual.then(|| "everybody else".to_owned());
        let roles = self
            .roles
            .iter()
            .map(|role| format!("the role {}", role.word()));
        let seats = self.seats.iter().map(ToString::to_string);
        let all: Vec<String> = seats.chain(roles).chain(usual).collect();
        all.join(", ")
    }

    /// The reason why the model cannot be had, for people.
    pub fn why(&self) -> String {
        self.error.to_string()
    }

    /// The failure for people. Of a model that a seat or a role has to itself it is told whose it is, and how these get
    /// another one.
    pub fn failure(&self) -> Failure {
        let usual = failure::unusable(&self.error, &self.what_for);
        if self.is_usual && self.seats.is_empty() && self.roles.is_empty() {
            return usual;
        }
        let mut failure = Failure {
            message: format!(
                "{} (\"{}\", the model of {})",
                self.error,
                given(&self.label),
                self.whose()
            ),
            ..usual
        };
        // Of a name that the server does not know it is said where that is set.
        if let ModelError::NoSuchModel { .. } = &self.error {
            return failure;
        }
        // Another base URL would be for those who have no model of their own.
        if !self.is_usual {
            failure.hints.clear();
            if let ModelError::Unreachable { url, .. } = &self.error {
                failure = failure.hint(format!("Start the server at {url}."));
            } else if let ModelError::Key { variable, .. } = &self.error {
                failure = failure.hint(match variable {
                    Some(variable) => format!("Check the key in {variable}."),
                    None => "Check the key of that provider in config.toml.".to_owned(),
                });
            }
        }
        let seats = self
            .seats
            .iter()
            .map(|seat| format!("--seat {seat}=PROVIDER:MODEL"));
        let roles = self
            .roles
            .iter()
            .map(|role| format!("--role {}=PROVIDER:MODEL", role.word()));
        let flags: Vec<String> = seats.chain(roles).collect();
        if let Some(first) = flags.first() {
            failure = failure.hint(format!("Give {} another model: {first}", self.whose()));
        }
        failure
    }
}

impl Roster {
    /// Asks every server whether it can be reached, takes the key and has the model, before a debate begins; keeps what
    /// else it has and how much it takes at once, and tells which models cannot be had. Where the server cannot say, the `plain` question is put to
    /// the model.
    pub async fn reach(&mut self, plain: &Request) -> Vec<Gone> {
        let mut offered = Vec::new();
        let mut gone = Vec::new();
        for (one, what_for) in self.distinct() {
            let error = match &one.place {
                Place::Server(endpoint, name) => match probe::verify(endpoint, name, LIST).await {
                    Ok(verified) => {
                        if let Some(context) = verified.context {
                            one.model.learn_context(context);
                        }
                        if let Some(slots) = verified.slots {
                            one.gate.told(slots);
                        }
                        let of = one.model.label().strip_suffix(name.as_str());
                        let others = verified.others.iter();
                        offered.extend(others.filter_map(|other| Some(format!("{}{other}", of?))));
                        continue;
                    }
                    Err(error) if probe::is_doubtful(&error) => match one.answers(plain).await {
                        Ok(()) => continue,
                        Err(error) => error,
                    },
                    Err(error) => error,
                },
                Place::Here(model) => match model.ready().await {
                    Ok(()) => continue,
                    Err(error) => error,
                },
                Place::Elsewhere => continue,
            };
            let label = one.model.label();
            gone.push(Gone {
                label: label.to_owned(),
                is_usual: self.default.model.label() == label,
                roles: of(&self.roles, label),
                seats: of(&self.seats, label),
                what_for,
                error,
            });
        }
        offered.append(&mut self.offered);
        self.offered = offered;
        gone
    }

    /// Verifies every model, where all of them are needed.
    ///
    /// # Errors
    /// The first model that cannot be had, whose it is, and what to do about it.
    pub async fn verify(&mut self, plain: &Request) -> Result<(), Failure> {
        match self.reach(plain).await.first() {
            Some(gone) => Err(gone.failure()),
            None => Ok(()),
        }
    }

    /// The number of different models.
    pub fn models(&self) -> usize {
        self.distinct().len()
    }
}

/// The roles or seats that have the model of that label.
fn of<K: Clone>(
    all: &std::collections::BTreeMap<K, std::sync::Arc<super::Assigned>>,
    label: &str,
) -> Vec<K> {
    let theirs = all.iter().filter(|(_, one)| one.model.label() == label);
    theirs.map(|(who, _)| who.clone()).collect()
}
