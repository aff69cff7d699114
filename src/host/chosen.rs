//! A debate as it was chosen on a screen: the models that its settings name, found beside those that are known, and its
//! opening.

use hustings_rules::setup::{self, ChosenSettings, DebateChoice, model_name};

use crate::{
    Host, config::Overrides, debate::ids::DebateId, engine::Handle, error::Failure, find,
    journal::Journal, llm::roster::Roster, sides,
};

impl Host {
    /// The models that the settings name, for a choice; those that were `found` already, where they are the same.
    ///
    /// # Errors
    /// A model cannot be had.
    pub async fn roster_with(
        &self,
        named: (&ChosenSettings, &DebateChoice),
        found: Option<Roster>,
    ) -> Result<Roster, Failure> {
        let roster = async |overrides: Overrides| self.roster(&overrides).await;
        self.usual_or(named, found, roster).await
    }

    /// The same models, of which none is asked whether it is there.
    ///
    /// # Errors
    /// There is no such model, or no place where it could be.
    pub async fn roster_unasked(
        &self,
        named: (&ChosenSettings, &DebateChoice),
        found: Option<Roster>,
    ) -> Result<Roster, Failure> {
        let roster = async |overrides: Overrides| {
            let mut common = find::SharedModels::new(None);
            self.roster_among(&overrides, &mut common).await
        };
        self.usual_or(named, found, roster).await
    }

    /// Opens a debate as it was chosen, with the models that the settings name. It finds them again when it is resumed.
    ///
    /// # Errors
    /// Something of the choice cannot be, a model cannot be had, or the debate cannot be opened.
    pub async fn open_chosen(
        &self,
        journal: &Journal,
        (settings, mut choice): (&ChosenSettings, DebateChoice),
        found: Option<Roster>,
    ) -> Result<(Handle, DebateId), Failure> {
        self.check_chosen(&choice)?;
        let overrides = self.overrides_with((settings, &choice), found.as_ref())?;
        choice.launch = Self::launch_of(&overrides);
        let roster = self.roster_with((settings, &choice), found).await?;
        let opening = self.opening(choice, &roster)?;
        let debate = opening.debate.clone();
        Ok((self.open(journal, opening, roster)?, debate))
    }

    /// Refuses a choice that cannot be opened whatever models there are.
    ///
    /// # Errors
    /// As said.
    pub(crate) fn check_chosen(&self, choice: &DebateChoice) -> Result<(), Failure> {
        setup::check(&self.catalog, choice)?;
        match setup::too_many(&self.catalog, choice)? {
            Some((_, failure)) => Err(failure),
            None => Ok(()),
        }
    }

    /// The models that were `found`, where the one that is named is the usual one of them and no other is; or else those
    /// that the flags lead to with what is named, by way of `roster`.
    async fn usual_or(
        &self,
        (settings, choice): (&ChosenSettings, &DebateChoice),
        found: Option<Roster>,
        roster: impl AsyncFnOnce(Overrides) -> Result<Roster, Failure>,
    ) -> Result<Roster, Failure> {
        let is_usual = |found: &Roster| {
            is_usual_of(found, settings.model.as_deref()) && !settings.names_other_models()
        };
        match found {
            Some(found) if is_usual(&found) => Ok(found),
            found => {
                let overrides = self.overrides_with((settings, choice), found.as_ref())?;
                roster(overrides).await
            }
        }
    }

    /// The flags of this run with the models that are named, beside those that were `found`.
    fn overrides_with(
        &self,
        (settings, choice): (&ChosenSettings, &DebateChoice),
        found: Option<&Roster>,
    ) -> Result<Overrides, Failure> {
        let labels = found.map(Roster::labels).unwrap_or_default();
        let asked_as = |label: &String| self.asked_as(label, &labels);
        let mut overrides = self.overrides.clone();
        if let Some(label) = &settings.model {
            overrides.model = Some(asked_as(label));
        }
        // Of two for the same the last one counts.
        let roles = settings.roles.iter();
        (overrides.role_models).extend(roles.map(|(role, label)| (*role, asked_as(label))));
        let seats = settings.seats.iter();
        (overrides.seat_models).extend(seats.map(|(seat, label)| (seat.clone(), asked_as(label))));
        let of_sides = [&settings.prop_model, &settings.opp_model];
        if of_sides.iter().all(|model| model.is_none()) {
            return Ok(overrides);
        }
        let of_sides = of_sides.map(|model| model.as_ref().map(asked_as));
        let of_sides = of_sides.each_ref().map(Option::as_deref);
        Ok(match self.sides_of(choice)? {
            Some(two) => sides::with_models(&overrides, &two, of_sides),
            None => overrides,
        })
    }

    /// The name by which a model is asked for whose label stands in a list: a server without a name of its own in the
    /// settings is the usual one.
    fn asked_as(&self, label: &str, labels: &[String]) -> String {
        let provider = label.split_once(':').map(|(provider, _)| provider);
        let is_known = provider.is_some_and(|name| find::known(&self.settings, name).is_some());
        let is_listed = labels.iter().any(|one| one == label);
        if is_listed && !is_known && provider != Some(crate::llm::EMBEDDED) {
            model_name(label).to_owned()
        } else {
            label.to_owned()
        }
    }
}

/// Whether the model of that label is the usual one of those that were found; without a label it is.
fn is_usual_of(found: &Roster, label: Option<&str>) -> bool {
    label.is_none() || label == found.labels().first().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{
        debate::{ask::Role, ids::Seat},
        patience::Watched,
    };

    fn host() -> (tempfile::TempDir, Host) {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        (folder, host)
    }

    #[test]
    fn models_of_sides_roles_and_seats_are_flags_of_the_debate() {
        let (_folder, host) = host();
        let choice = host.choice("ban-private-cars", "exhibition", Watched::ByViewer);
        let settings = ChosenSettings {
            model: Some("a".to_owned()),
            opp_model: Some("b".to_owned()),
            roles: BTreeMap::from([(Role::Judge, "c".to_owned())]),
            seats: BTreeMap::from([(Seat::new("opp", 2), "d".to_owned())]),
            ..ChosenSettings::default()
        };
        let with = host.overrides_with((&settings, &choice), None).unwrap();
        assert_eq!(with.model.as_deref(), Some("a"));
        assert_eq!(with.role_models, [(Role::Judge, "c".to_owned())]);
        let seat = |seat: &str| {
            let all = &with.seat_models;
            let found = all.iter().find(|(one, _)| one.as_str() == seat);
            found.map(|(_, model)| model.as_str())
        };
        assert_eq!(
            [seat("opp.1"), seat("opp.2"), seat("opp.3"), seat("prop.1")],
            [Some("b"), Some("d"), Some("b"), None]
        );
    }

    #[test]
    fn what_cannot_be_opened_is_refused_before_anybody_is_asked() {
        let (_folder, host) = host();
        let mut choice = host.choice("ban-private-cars", "exhibition", Watched::ByViewer);
        assert_eq!(host.check_chosen(&choice), Ok(()));
        choice.options.floor_speeches = 90;
        let refused = host.check_chosen(&choice).unwrap_err();
        assert!(refused.message.contains("floor speeches are too many"));
    }
}
