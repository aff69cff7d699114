//! What every subcommand stands on: folders, settings, the catalog, and, when they are needed, the models.

use crate::{
    catalog::{Catalog, Profiles},
    config::{Dirs, Env, Overrides, Settings},
    debate::{ids::Seat, opening::Launch},
    error::Failure,
    host::{
        embeddings::Choice,
        find::{self, Common},
    },
    journal::Journal,
    llm::{account::Account, embed::SharedEmbedder, openai::BaseUrl, roster::Roster},
    models::Store,
    prompt::Prompts,
};

#[cfg(all(feature = "tui", feature = "embedded"))]
use crate::error::Exit;

use super::{args::ModelArgs, flags, out};

/// The user's list of model profiles, in the configuration folder.
pub(super) const PROFILES: &str = "profiles.toml";
/// The user's prompts, in the configuration folder.
pub(super) const PROMPTS: &str = "prompts";

/// What the flags say.
pub(super) fn overrides(models: &ModelArgs, theme: Option<&str>) -> Overrides {
    Overrides {
        model: models.model.clone(),
        base_url: models.base_url.as_deref().map(BaseUrl::from),
        key_env: models.key_env.clone(),
        role_models: models.roles.clone(),
        seat_models: models
            .seats
            .iter()
            .map(|(seat, model)| (Seat::named(seat), model.clone()))
            .collect(),
        embeddings: models.embeddings.clone(),
        theme: theme.map(str::to_owned),
        ..Overrides::default()
    }
}

/// What every subcommand stands on.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) dirs: Dirs,
    pub(super) settings: Settings,
    pub(super) overrides: Overrides,
    pub(super) catalog: Catalog,
    pub(super) profiles: Profiles,
}

impl Ground {
    /// Reads the settings and the catalog.
    pub(super) fn prepare(models: &ModelArgs, theme: Option<&str>) -> Result<Self, Failure> {
        let env = Env::of_process();
        let dirs = Dirs::find(&env)?;
        let overrides = overrides(models, theme);
        let settings = Settings::load(&dirs, env, &overrides)?;
        // What is wrong with the user's files keeps nothing from running: `hustings check` tells it.
        let (catalog, _) = Catalog::load(Some(&dirs.config));
        flags::check(&catalog, &overrides)?;
        let (profiles, _) = Profiles::load(Some(&dirs.config.join(PROFILES)));
        Ok(Self {
            dirs,
            settings,
            overrides,
            catalog,
            profiles,
        })
    }

    /// The models, found and asked whether they are there.
    pub(super) async fn roster(&self, overrides: &Overrides) -> Result<Roster, Failure> {
        self.embeddings_are_there().await?;
        let profiles = |name: &str| self.profiles.profile_for(name);
        let mut roster = find::roster(&self.settings, overrides, &profiles, &self.store()).await?;
        roster.verify().await?;
        Ok(roster)
    }

    /// An account for calls that belong to no running debate, within the limits that are set.
    pub(super) fn account(&self) -> Account {
        let limits = &self.settings.limits;
        Account::limited(limits.max_cost, limits.max_tokens, out::say)
    }

    /// The models of one of several debates at the same time, found; whether they are there is for the caller to ask.
    pub(super) async fn roster_among(
        &self,
        overrides: &Overrides,
        common: &mut Common,
    ) -> Result<Roster, Failure> {
        let profiles = |name: &str| self.profiles.profile_for(name);
        let store = self.store();
        find::roster_among(&self.settings, overrides, (&profiles, &store), common).await
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

    /// Which model embeds, and where it is.
    pub(super) fn embeddings(&self) -> Result<Choice, Failure> {
        self.embeddings_by(&self.overrides)
    }

    /// Refuses a model that embeds and is named by a flag, where its server says that it has none of that name.
    ///
    /// # Errors
    /// As said.
    pub(super) async fn embeddings_are_there(&self) -> Result<(), Failure> {
        if self.overrides.embeddings.is_none() {
            return Ok(());
        }
        self.embeddings()?.verify().await
    }

    fn embeddings_by(&self, flags: &Overrides) -> Result<Choice, Failure> {
        Choice::of(&self.settings, flags, &self.store())
    }

    /// The model that embeds, where there is one; where there is none, [`NONE_HINT`] says what that means.
    ///
    /// [`NONE_HINT`]: crate::llm::embed::NONE_HINT
    pub(super) fn embedder(&self) -> Result<Option<SharedEmbedder>, Failure> {
        let telling = Some(Account::telling(out::say));
        let choice = Choice::on(&self.settings, &self.overrides, &self.store(), telling)?;
        Ok(choice.embedder())
    }

    /// The same where a screen is drawn, on which nothing else is said.
    #[cfg(feature = "tui")]
    pub(super) fn silent_embedder(&self) -> Result<Option<SharedEmbedder>, Failure> {
        self.embeddings().map(Choice::embedder)
    }

    /// The model that embeds for a debate that was opened with these flags.
    pub(super) fn embedder_behind(
        &self,
        launch: &Launch,
    ) -> Result<Option<SharedEmbedder>, Failure> {
        let flags = self.overrides_behind(launch);
        self.embeddings_by(&flags).map(Choice::embedder)
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

    /// What is kept of such flags.
    pub(super) fn launch_of(flags: &Overrides) -> Launch {
        Launch {
            base_url: flags.base_url.as_ref().map(kept),
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
    pub(super) fn overrides_behind(&self, launch: &Launch) -> Overrides {
        let own = &self.overrides;
        let had = launch.base_url.as_deref().map(BaseUrl::from);
        // An address that could not be kept whole is given again, and is the same place.
        let is_elsewhere = |url: &BaseUrl| Some(kept(url)) != had.as_ref().map(kept);
        // Another model for everything, or another place: what the debate had is not to be found there.
        if own.model.is_some() || own.base_url.as_ref().is_some_and(is_elsewhere) {
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
            base_url: own.base_url.clone().or(had),
            key_env: own.key_env.clone().or_else(|| launch.key_env.clone()),
            role_models: of_roles.chain(own.role_models.iter().cloned()).collect(),
            seat_models: of_seats.chain(own.seat_models.iter().cloned()).collect(),
            embeddings: own.embeddings.clone().or_else(|| launch.embeddings.clone()),
            ..own.clone()
        }
    }
}

/// What is kept of an address: all of it but what could be a key.
fn kept(url: &BaseUrl) -> String {
    url.normal().unwrap_or_else(|_| url.clone()).to_string()
}
