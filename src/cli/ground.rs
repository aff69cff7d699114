//! What every subcommand stands on: folders, settings, the catalog, and, when they are needed, the models.

use crate::{
    catalog::{Catalog, Problem, Profiles},
    config::{Dirs, Env, Overrides, Settings},
    debate::{ids::Seat, opening::Launch},
    error::Failure,
    journal::Journal,
    llm::roster::Roster,
    models::Store,
    prompt::Prompts,
};

#[cfg(all(feature = "tui", feature = "embedded"))]
use crate::error::Exit;

use super::args::ModelArgs;

/// The user's list of model profiles, in the configuration folder.
const PROFILES: &str = "profiles.toml";
/// The user's prompts, in the configuration folder.
const PROMPTS: &str = "prompts";

/// What every subcommand stands on.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) dirs: Dirs,
    pub(super) settings: Settings,
    pub(super) overrides: Overrides,
    pub(super) catalog: Catalog,
    pub(super) profiles: Profiles,
    /// What is wrong with the user's files. Nothing of it keeps the program from running.
    pub(super) problems: Vec<Problem>,
}

impl Ground {
    /// Reads the settings and the catalog.
    pub(super) fn prepare(models: &ModelArgs, theme: Option<&str>) -> Result<Self, Failure> {
        let env = Env::of_process();
        let dirs = Dirs::find(&env)?;
        let overrides = Overrides {
            model: models.model.clone(),
            base_url: models.base_url.clone(),
            key_env: models.key_env.clone(),
            role_models: models.roles.clone(),
            seat_models: models
                .seats
                .iter()
                .map(|(seat, model)| (Seat::named(seat), model.clone()))
                .collect(),
            theme: theme.map(str::to_owned),
            ..Overrides::default()
        };
        let settings = Settings::load(&dirs, env, &overrides)?;
        let (catalog, mut problems) = Catalog::load(Some(&dirs.config));
        let (profiles, more) = Profiles::load(Some(&dirs.config.join(PROFILES)));
        problems.extend(more);
        Ok(Self {
            dirs,
            settings,
            overrides,
            catalog,
            profiles,
            problems,
        })
    }

    /// The models, found and asked whether they are there.
    pub(super) async fn roster(&self, overrides: &Overrides) -> Result<Roster, Failure> {
        let profiles = |name: &str| self.profiles.profile_for(name);
        let mut roster =
            Roster::resolve(&self.settings, overrides, &profiles, &self.store()).await?;
        roster.verify().await?;
        Ok(roster)
    }

    /// Whether a model is missing because nobody has said which to use, and none was found.
    #[cfg(all(feature = "tui", feature = "embedded"))]
    pub(super) fn lacks_a_model(&self, failure: &Failure) -> bool {
        let (settings, flags) = (&self.settings, &self.overrides);
        failure.exit == Exit::NoModel
            && settings.providers.is_empty()
            && settings.model.is_none()
            && settings.openai.base_url.is_none()
            && settings.openai.key.is_none()
            && flags.model.is_none()
            && flags.base_url.is_none()
    }

    /// The models that the program runs itself.
    pub(super) fn store(&self) -> Store {
        Store::new(&self.dirs)
    }

    /// The journal.
    pub(super) fn journal(&self) -> Result<Journal, Failure> {
        Ok(Journal::open(&self.dirs.data)?)
    }

    /// The words for the models.
    pub(super) fn prompts(&self) -> Result<Prompts, Failure> {
        Prompts::load(Some(&self.dirs.config.join(PROMPTS)))
    }

    /// What is kept of the flags with a debate, so that it finds its models again.
    pub(super) fn launch(&self) -> Launch {
        Self::launch_of(&self.overrides)
    }

    /// The same of other flags.
    pub(super) fn launch_of(overrides: &Overrides) -> Launch {
        // A URL with a name and a password in it is a key.
        let base_url = overrides.base_url.clone().filter(|url| !url.contains('@'));
        Launch {
            base_url,
            model: overrides.model.clone(),
            key_env: overrides.key_env.clone(),
            roles: overrides
                .role_models
                .iter()
                .map(|(r, m)| (r.word().to_owned(), m.clone()))
                .collect(),
            seats: overrides
                .seat_models
                .iter()
                .map(|(s, m)| (s.to_string(), m.clone()))
                .collect(),
        }
    }

    /// The flags of this run, and behind them those with which the debate was opened.
    pub(super) fn overrides_behind(&self, launch: &Launch) -> Overrides {
        let own = &self.overrides;
        // Another model for everything, or another place: what the debate had is not to be found there.
        if own.model.is_some() || own.base_url.is_some() {
            return own.clone();
        }
        let roles = crate::debate::ask::Role::ALL;
        let of_roles = launch.roles.iter().filter_map(|(word, model)| {
            Some((roles.into_iter().find(|r| r.word() == word)?, model.clone()))
        });
        let of_seats = launch
            .seats
            .iter()
            .map(|(seat, model)| (Seat::named(seat), model.clone()));
        // Of two for the same the last one counts.
        Overrides {
            model: launch.model.clone(),
            base_url: launch.base_url.clone(),
            key_env: own.key_env.clone().or_else(|| launch.key_env.clone()),
            role_models: of_roles.chain(own.role_models.iter().cloned()).collect(),
            seat_models: of_seats.chain(own.seat_models.iter().cloned()).collect(),
            ..own.clone()
        }
    }
}
