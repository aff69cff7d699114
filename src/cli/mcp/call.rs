//! What a tool is given besides its arguments, and what several of them read.

use std::sync::Arc;

use rmcp::{
    RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::Peer,
};
use schemars::JsonSchema;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use crate::{
    bounds::Bound,
    debate::{DebateState, event::Record, ids::DebateId},
    error::Failure,
    host::running::RunningDebates,
    text::shown::{for_people, strange},
};

/// One call of a tool.
#[derive(Debug, Clone)]
pub(super) struct Call {
    /// The debates that it is about, with the host that holds them.
    pub(super) debates: Arc<RunningDebates>,
    /// Whoever has called.
    pub(super) peer: Peer<RoleServer>,
    /// The token by which they hear of progress, where they want to.
    pub(super) token: Option<ProgressToken>,
}

impl Call {
    /// The debate that is meant.
    ///
    /// # Errors
    /// None is, or the journal cannot be read.
    pub(super) fn named(&self, debate: &str) -> Result<DebateId, Failure> {
        Ok(self.debates.journal().find(debate)?)
    }

    /// The debate that is meant, with its records and its state.
    ///
    /// # Errors
    /// None is, or the journal cannot be read.
    pub(super) fn loaded(
        &self,
        debate: &str,
    ) -> Result<(DebateId, Vec<Record>, DebateState), Failure> {
        let debate = self.named(debate)?;
        let records = self.debates.journal().load(&debate)?;
        let state = DebateState::fold(&records);
        Ok((debate, records, state))
    }

    /// Tells how far it is, where somebody wants to hear of it. That they have gone is no failure.
    pub(super) async fn progress(&self, done: f64, of: Option<f64>, message: &str) {
        let Some(token) = self.token.clone() else {
            return;
        };
        let mut told =
            ProgressNotificationParam::new(token, done).with_message(for_people(message));
        told.total = of;
        let _ = self.peer.notify_progress(told).await;
    }
}

/// The debate that a tool is about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DebateArgs {
    /// The debate: its id, a beginning or an end of it that only this one has, or `last` for the newest.
    #[serde(default = "last")]
    pub(super) debate: String,
}

/// The debate where none is named.
pub(super) fn last() -> String {
    "last".to_owned()
}

/// Reads the arguments of a tool.
///
/// # Errors
/// They are not those that the tool takes.
pub(super) fn read<T: DeserializeOwned>(
    tool: &str,
    given: Map<String, Value>,
) -> Result<T, Failure> {
    serde_json::from_value(Value::Object(given)).map_err(|error| {
        Failure::input(format!("{tool}: {}", strange(error))).hint(format!(
            "the schema of {tool} says which arguments it takes"
        ))
    })
}

/// Refuses a number that is not within its bounds.
///
/// # Errors
/// As said.
pub(super) fn within<N: PartialOrd + Copy + std::fmt::Display>(
    name: &str,
    number: Option<N>,
    bound: Bound<N>,
) -> Result<(), Failure> {
    match number.filter(|number| !bound.holds(*number)) {
        Some(number) => Err(Failure::input(format!("{name}: {number} is out of range"))
            .hint(format!("{name} may be {bound}"))),
        None => Ok(()),
    }
}
