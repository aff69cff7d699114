//! One model of a roster: what it costs, where it is, and how long it is waited for.

use std::{fmt, path::Path, sync::Arc, time::Duration};

use serde::de::DeserializeOwned;
use tokio::sync::mpsc;

use crate::{
    BoxFuture, ModelError, Request, Shape, SharedModel,
    account::Account,
    debate::event::{CallFailure, CallReport},
    gate::Gate,
    meter::Meter,
    openai::Endpoint,
    price::Price,
    retry::{self, Policy, RETRY_AFTER},
    structured,
};

/// A model with what belongs to it.
#[derive(Debug, Clone)]
pub struct Assigned {
    /// The model, for whoever calls it.
    pub model: SharedModel,
    /// The price of the model.
    pub price: Price,
    /// The gate of the model's provider, which every call passes.
    pub gate: Gate,
    /// The longest wait that its server may ask for.
    retry_after: Duration,
    /// The place where the model runs.
    pub(super) place: Place,
    /// The account that the model's calls go on, where they belong to no running debate.
    pub(super) account: Option<Account>,
    /// The name by which the model would be found again.
    asked_as: String,
}

/// A model that runs in this process, to see whether it can be had.
pub trait InProcess: fmt::Debug + Send + Sync {
    /// The file that it is in.
    fn path(&self) -> &Path;

    /// Loads it, if that has not been done.
    ///
    /// # Errors
    /// What is wrong with the file.
    fn ready(&self) -> BoxFuture<'_, Result<(), ModelError>>;
}

/// The place of a model, to see whether it can be had.
#[derive(Debug, Clone)]
pub enum Place {
    /// At a server, under that name.
    Server(Box<Endpoint>, String),
    /// In this process.
    Here(Arc<dyn InProcess>),
    /// With whoever made it.
    Elsewhere,
}

impl Assigned {
    /// A model that is no server's.
    pub fn new(model: SharedModel, price: Price, gate: Gate) -> Self {
        Self {
            asked_as: model.label().to_owned(),
            model,
            price,
            gate,
            retry_after: RETRY_AFTER,
            account: None,
            place: Place::Elsewhere,
        }
    }

    /// The model, at that place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// The model, found again under another name than its label.
    #[must_use]
    pub fn found_as(mut self, name: impl Into<String>) -> Self {
        self.asked_as = name.into();
        self
    }

    /// The model, whose server may ask for waits of up to so long.
    #[must_use]
    pub fn waiting(mut self, most: Duration) -> Self {
        self.retry_after = most;
        self
    }

    /// Whether it runs on this machine, in the process or beside it.
    pub fn is_here(&self) -> bool {
        match &self.place {
            Place::Server(endpoint, _) => endpoint.base_url.is_loopback(),
            Place::Here(_) => true,
            Place::Elsewhere => false,
        }
    }

    /// Asks for a value of a shape, for something that is no part of a debate: through the gate of the provider, with
    /// the usual policy, and nothing of it shown while it comes. To drop the future is to cancel it. `check` says what
    /// is wrong with an answer.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        request: Request,
        shape: Shape,
        check: impl Fn(&T) -> Result<(), String>,
    ) -> (Result<T, ModelError>, CallReport) {
        let _permit = self.gate.acquire(request.purpose.urgency()).await;
        let (pieces, _) = mpsc::channel(1);
        let policy = self.policy();
        structured::ask_in(shape, &*self.model, request, check, pieces, &policy).await
    }

    /// Puts a plain question, to see whether the model is there.
    ///
    /// # Errors
    /// It is not: why. Whatever else went wrong with the answer, somebody gave one.
    pub async fn answers(&self, plain: &Request) -> Result<(), ModelError> {
        let _permit = self.gate.acquire(plain.purpose.urgency()).await;
        let (pieces, _) = mpsc::channel(1);
        match retry::complete(&*self.model, plain, pieces, &self.policy())
            .await
            .0
        {
            Err(error @ ModelError::NoSuchModel { .. }) => Err(error),
            Err(error) => match error.failure() {
                CallFailure::Outage | CallFailure::Refused | CallFailure::Overdue => Err(error),
                CallFailure::Broke | CallFailure::Unavailable | CallFailure::Late => Ok(()),
            },
            Ok(_) => Ok(()),
        }
    }

    /// The name to ask for, as a flag has it, to have this model again under the same settings.
    pub fn asked_as(&self) -> &str {
        &self.asked_as
    }

    /// The usual policy at this model's price.
    pub fn policy(&self) -> Policy {
        Policy {
            retry_after_cap: self.retry_after,
            at_least: match &self.place {
                Place::Server(endpoint, _) => endpoint.first_byte.saturating_mul(2),
                Place::Here(_) | Place::Elsewhere => Duration::ZERO,
            },
            meter: match &self.account {
                Some(account) => Meter::on(account.clone(), self.price),
                None => Meter::default(),
            },
            ..Policy::at(self.price)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::scripted::Scripted;

    #[test]
    fn a_call_has_at_least_twice_the_time_of_its_first_word() {
        let model = Scripted::in_order("m", []);
        let assigned = Assigned::new(Arc::new(model), Price::default(), Gate::new(1));
        let mut endpoint = Endpoint::new("http://127.0.0.1:9/v1");
        endpoint.first_byte = Duration::from_secs(1_000);
        let place = Place::Server(Box::new(endpoint), "m".to_owned());
        let at_server = assigned.clone().at(place).policy();
        assert_eq!(at_server.at_least, Duration::from_secs(2_000));
        assert_eq!(assigned.policy().at_least, Duration::ZERO);
    }
}
