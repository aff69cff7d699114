//! The roster: which model does what, what each costs and how many calls each provider gets at once. How they are found
//! is the caller's.

mod assigned;
mod failure;
mod reach;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

pub use assigned::{Assigned, InProcess, Place};
pub use failure::failure;
pub use reach::Gone;

use crate::{
    SharedModel,
    account::Account,
    debate::{ask::Role, ids::Seat, scores::SeatedModel},
    embed::SharedEmbedder,
    gate::Gate,
    openai::BaseUrl,
    price::{Price, PriceList},
    text::shown::{self, given},
};

/// Calls at once for a server of which nothing else is known.
pub const PARALLEL: usize = 16;
/// The longest wait for a list of models.
pub const LIST: Duration = Duration::from_secs(10);

/// The wording for the use of the default model: where others were set for something, and where none was.
const EVERYTHING_ELSE: &str = "everything else";
const EVERYTHING: &str = "everything";

/// The roster: which role and which seat has which model.
#[derive(Debug, Clone)]
pub struct Roster {
    default: Arc<Assigned>,
    roles: BTreeMap<Role, Arc<Assigned>>,
    seats: BTreeMap<Seat, Arc<Assigned>>,
    /// The models that the servers offered when they were asked.
    offered: Vec<String>,
    /// The model that tells how near texts are in meaning, where several answers are chosen from.
    embedder: Option<SharedEmbedder>,
}

impl Roster {
    /// A roster of one model for everything: what tests use.
    pub fn of(model: SharedModel) -> Self {
        Self {
            default: Arc::new(Assigned::new(model, Price::Unknown, Gate::new(PARALLEL))),
            roles: BTreeMap::new(),
            seats: BTreeMap::new(),
            offered: Vec::new(),
            embedder: None,
        }
    }

    /// The roster with another model for a role.
    #[must_use]
    pub fn with_role(mut self, role: Role, assigned: Assigned) -> Self {
        self.roles.insert(role, Arc::new(assigned));
        self
    }

    /// The roster with another model for a seat.
    #[must_use]
    pub fn with_seat(mut self, seat: Seat, assigned: Assigned) -> Self {
        self.seats.insert(seat, Arc::new(assigned));
        self
    }

    /// The roster with all calls on an account.
    #[must_use]
    pub fn on(mut self, account: &Account) -> Self {
        let all = self.roles.values_mut().chain(self.seats.values_mut());
        for one in all.chain(std::iter::once(&mut self.default)) {
            Arc::make_mut(one).account = Some(account.clone());
        }
        self
    }

    /// A roster of models that have been found.
    pub fn new(
        default: Arc<Assigned>,
        roles: BTreeMap<Role, Arc<Assigned>>,
        seats: BTreeMap<Seat, Arc<Assigned>>,
        offered: Vec<String>,
    ) -> Self {
        Self {
            default,
            roles,
            seats,
            offered,
            embedder: None,
        }
    }

    /// The roster with a model that tells how near texts are in meaning, for whoever chooses between several answers.
    #[must_use]
    pub fn with_embedder(mut self, embedder: Option<SharedEmbedder>) -> Self {
        self.embedder = embedder;
        self
    }

    /// The model that tells how near texts are in meaning; `None` where words alone must do.
    pub fn embedder(&self) -> Option<&SharedEmbedder> {
        self.embedder.as_ref()
    }

    /// Whether any of its models writes several answers beside each other.
    pub fn has_candidates(&self) -> bool {
        let mut all = self.distinct().into_iter();
        all.any(|(one, _)| one.model.beside() > 1)
    }

    /// The model for a role, or for a seat that has one of its own. A seat's model does what its speaker
    /// does; it does not listen, check or write down for the house.
    pub fn assigned(&self, role: Role, seat: Option<&Seat>) -> &Assigned {
        let own = match role {
            Role::Speaker | Role::Audience | Role::Judge | Role::Moderator => {
                seat.and_then(|seat| self.seats.get(seat))
            }
            Role::Poi | Role::Referee | Role::Clerk => None,
        };
        own.or_else(|| self.roles.get(&role))
            .unwrap_or(&self.default)
    }

    /// A seat of a judge or the moderator, with the model that sits there in that role.
    pub fn seated(&self, role: Role, seat: Seat) -> SeatedModel {
        let model = &self.assigned(role, Some(&seat)).model;
        SeatedModel {
            model: model.label().to_owned(),
            profile: model.profile().clone(),
            seat,
        }
    }

    /// Every model once, with what it is for.
    fn distinct(&self) -> Vec<(&Assigned, Vec<String>)> {
        let mut all: Vec<(&Assigned, Vec<String>)> = Vec::new();
        let everything = std::iter::once((EVERYTHING_ELSE.to_owned(), &self.default));
        let roles = self
            .roles
            .iter()
            .map(|(role, one)| (role.word().to_owned(), one));
        let seats = self.seats.iter().map(|(seat, one)| (seat.to_string(), one));
        for (what, one) in everything.chain(roles).chain(seats) {
            match all
                .iter_mut()
                .find(|(known, _)| known.model.label() == one.model.label())
            {
                Some((_, what_for)) => what_for.push(what),
                None => all.push((one, vec![what])),
            }
        }
        all
    }

    /// The smallest context of its models, in tokens.
    pub fn least_context(&self) -> u32 {
        let assigned = self.distinct().into_iter();
        let contexts = assigned.map(|(one, _)| one.model.profile().context);
        contexts.min().unwrap_or(u32::MAX)
    }

    /// The labels of the models that may be asked and whose price nobody has said.
    pub fn unpriced(&self) -> Vec<&str> {
        let is_asked = |one: &Assigned| {
            let everything_else = one.model.label() == self.default.model.label();
            !everything_else
                || Role::ALL
                    .into_iter()
                    .any(|role| !self.roles.contains_key(&role))
        };
        self.distinct()
            .into_iter()
            .map(|(one, _)| one)
            .filter(|one| one.price == Price::Unknown && is_asked(one))
            .map(|one| one.model.label())
            .collect()
    }

    /// The names of the models, and after them what else their servers offered to [`Self::verify`].
    pub fn labels(&self) -> Vec<String> {
        let assigned = self.distinct().into_iter();
        let mut labels: Vec<String> = assigned
            .map(|(one, _)| one.model.label().to_owned())
            .collect();
        for label in &self.offered {
            if !labels.contains(label) {
                labels.push(label.clone());
            }
        }
        labels
    }

    /// Every model once, as it is told: what it is for, its name, where it is, what it costs. Last is the one for
    /// everything else.
    pub fn parts(&self) -> Vec<RosterPart<'_>> {
        let mut all = self.distinct();
        all.rotate_left(1);
        if let Some((_, what_for)) = all.last_mut() {
            what_for.rotate_left(1);
        }
        // It does everything where it is the only one.
        if let [(_, what_for)] = all.as_mut_slice() {
            *what_for = vec![EVERYTHING.to_owned()];
        }
        let parts = all.into_iter();
        parts
            .map(|(model, what_for)| RosterPart { model, what_for })
            .collect()
    }

    /// One line for each model: what it is for, its name, where it is, what it costs. Last is the one for everything
    /// else.
    pub fn describe(&self) -> Vec<String> {
        self.parts().iter().map(RosterPart::describe).collect()
    }
}

/// A model of a roster, and what it is for.
#[derive(Debug)]
pub struct RosterPart<'r> {
    model: &'r Assigned,
    what_for: Vec<String>,
}

impl RosterPart<'_> {
    /// The part in one line, for people.
    pub fn describe(&self) -> String {
        let one = self.model;
        let place = match &one.place {
            Place::Server(endpoint, _) => format!(" at {}", endpoint.base_url),
            Place::Here(model) => format!(" from {}", shown::path(model.path())),
            Place::Elsewhere => String::new(),
        };
        let price = match one.price {
            Price::Unknown => "price unknown".to_owned(),
            Price::Free => "free".to_owned(),
            Price::PerMillion(rates) => rates.to_string(),
            Price::Listed(rates) => {
                format!("{rates} (list price of {})", PriceList::built_in().as_of)
            }
        };
        let label = given(one.model.label());
        format!("{}: {label}{place}, {price}", self.what_for.join(", "))
    }

    /// The label of the model.
    pub fn label(&self) -> &str {
        self.model.model.label()
    }

    /// The price of the model.
    pub fn price(&self) -> Price {
        self.model.price
    }

    /// The server of the model, and what the model is called there; `None` for one that is no server's.
    pub fn server(&self) -> Option<(&BaseUrl, &str)> {
        match &self.model.place {
            Place::Server(endpoint, name) => Some((&endpoint.base_url, name)),
            Place::Here(_) | Place::Elsewhere => None,
        }
    }
}
