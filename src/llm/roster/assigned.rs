//! One model of a roster: what it costs, where it is, and how long it is waited for.

use std::{fmt, path::Path, sync::Arc, time::Duration};

use crate::{
    BoxFuture, ModelError, SharedModel,
    account::Account,
    gate::Gate,
    meter::Meter,
    openai::Endpoint,
    price::Price,
    tries::{Policy, RETRY_AFTER},
};

/// A model with what belongs to it.
#[derive(Debug, Clone)]
pub struct Assigned {
    /// The model.
    pub model: SharedModel,
    /// What it costs.
    pub price: Price,
    /// Its provider's gate: every call passes it.
    pub gate: Gate,
    /// The longest wait that its server may ask for.
    retry_after: Duration,
    /// Where it is.
    pub(super) place: Place,
    /// What its calls go on, where they belong to no running debate.
    pub(super) account: Option<Account>,
    /// By what name it would be found again.
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

/// Where a model is, to see whether it can be had.
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

    /// The same, at that place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// The same, found again under another name than its label.
    #[must_use]
    pub fn found_as(mut self, name: impl Into<String>) -> Self {
        self.asked_as = name.into();
        self
    }

    /// The same, whose server may ask for waits of up to so long.
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

    /// What to ask for, as a flag has it, to have this model again under the same settings.
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
