//! The flags that are kept with a debate, and what they mean for a later run of it.

use crate::{
    Host,
    config::Overrides,
    debate::{ask::Role, ids::Seat, opening::Launch},
    llm::openai::BaseUrl,
};

impl Host {
    /// The flags that are kept with a debate, so that it finds its models again.
    pub fn launch(&self) -> Launch {
        Self::launch_of(&self.overrides)
    }

    /// The part of such flags that is kept.
    pub(crate) fn launch_of(flags: &Overrides) -> Launch {
        Launch {
            base_url: flags.base_url.as_ref().map(without_key),
            model: flags.model.clone(),
            key_env: flags.key_env.clone(),
            roles: flags
                .role_models
                .iter()
                .map(|(r, m)| (r.word().to_owned(), m.clone()))
                .collect(),
            seats: flags
                .seat_models
                .iter()
                .map(|(s, m)| (s.to_string(), m.clone()))
                .collect(),
            embeddings: flags.embeddings.clone(),
        }
    }

    /// The flags of this run, and behind them those with which the debate was opened.
    pub(crate) fn overrides_behind(&self, launch: &Launch) -> Overrides {
        behind(&self.overrides, launch)
    }

    /// The flags with which a debate is held, with another model for one seat, or for everything.
    pub(crate) fn overrides_with_other(
        &self,
        launch: &Launch,
        other: (Option<&Seat>, &str),
    ) -> Overrides {
        with_other(&self.overrides, launch, other)
    }
}

fn with_other(
    flags: &Overrides,
    launch: &Launch,
    (seat, model): (Option<&Seat>, &str),
) -> Overrides {
    // The models of the flags are those of the debate already, or were exchanged since.
    let flags = Overrides {
        model: None,
        role_models: Vec::new(),
        seat_models: Vec::new(),
        ..flags.clone()
    };
    let mut all = behind(&flags, launch);
    let model = model.to_owned();
    if let Some(seat) = seat {
        all.seat_models.retain(|(one, _)| one != seat);
        all.seat_models.push((seat.clone(), model));
    } else {
        all.model = Some(model);
        all.role_models.clear();
        all.seat_models.clear();
    }
    all
}

/// The flags, and behind them those with which a debate was opened.
fn behind(own: &Overrides, launch: &Launch) -> Overrides {
    let had = launch.base_url.as_deref().map(BaseUrl::from);
    // An address that could not be kept whole is given again, and is the same place.
    let is_elsewhere = |url: &BaseUrl| Some(without_key(url)) != had.as_ref().map(without_key);
    // Another model for everything, or another place: what the debate had is not to be found there.
    if own.model.is_some() || own.base_url.as_ref().is_some_and(is_elsewhere) {
        return own.clone();
    }
    let roles = Role::ALL;
    let of_roles = launch.roles.iter().filter_map(|(word, model)| {
        Some((roles.into_iter().find(|r| r.word() == word)?, model.clone()))
    });
    let of_seats = launch
        .seats
        .iter()
        .map(|(seat, model)| (Seat::named(seat), model.clone()));
    let (of_roles, of_seats) = own.leave(&of_roles.collect(), &of_seats.collect());
    // Of two for the same the last one counts.
    Overrides {
        model: launch.model.clone(),
        base_url: own.base_url.clone().or(had),
        key_env: own.key_env.clone().or_else(|| launch.key_env.clone()),
        role_models: of_roles
            .into_iter()
            .chain(own.role_models.iter().cloned())
            .collect(),
        seat_models: of_seats
            .into_iter()
            .chain(own.seat_models.iter().cloned())
            .collect(),
        embeddings: own.embeddings.clone().or_else(|| launch.embeddings.clone()),
        ..own.clone()
    }
}

/// The part of an address that is kept: all of it but what could be a key.
fn without_key(url: &BaseUrl) -> String {
    url.normal().unwrap_or_else(|_| url.clone()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_model_is_for_its_seat_alone_or_for_everything_and_the_place_stays() {
        let launch = Launch {
            base_url: Some("http://127.0.0.1:9/v1".to_owned()),
            model: Some("first".to_owned()),
            roles: [("judge".to_owned(), "judging".to_owned())].into(),
            seats: [("prop.1".to_owned(), "speaking".to_owned())].into(),
            ..Launch::default()
        };
        // What the flags of this run say is in the debate already, or was exchanged since.
        let flags = Overrides {
            model: Some("first".to_owned()),
            base_url: launch.base_url.as_deref().map(BaseUrl::from),
            ..Overrides::default()
        };
        let seat = Seat::named("prop.1");
        let of_seat = with_other(&flags, &launch, (Some(&seat), "other"));
        assert_eq!(of_seat.model.as_deref(), Some("first"));
        assert_eq!(of_seat.role_models, [(Role::Judge, "judging".to_owned())]);
        assert_eq!(of_seat.seat_models, [(seat, "other".to_owned())]);
        let of_all = with_other(&flags, &launch, (None, "other"));
        assert_eq!(of_all.model.as_deref(), Some("other"));
        assert!(of_all.role_models.is_empty() && of_all.seat_models.is_empty());
        for flags in [of_seat.base_url, of_all.base_url] {
            assert_eq!(flags.as_ref().map(without_key), launch.base_url);
        }
    }
}
