//! The host, which opens debates: settings, catalog, the data folder, and what a run overrides; and, when they are
//! needed, the models.

use std::{path::Path, sync::OnceLock};

use hustings_rules::setup::{
    self, DebateChoice, NewDebate, Requested, seats::Seats, sides, sides::Sides,
};

use crate::{
    catalog::{Catalog, Format, Paint, Problem, Profiles},
    clock,
    config::{Dirs, Env, Overrides, Settings},
    debate::{
        ask::Role,
        ids::Seat,
        opening::{Launch, Opening, Options},
    },
    embeddings,
    error::{Exit, Failure},
    find::{self, SharedModels},
    journal::Journal,
    llm::{EMBEDDED, account::Account, embed::SharedEmbedder, roster::Roster},
    models::{Catalogue, Store},
    patience::Watched,
    prompt::{self, Prompts, plain_question},
    rehearsal,
    text::shown::given,
};

/// The user's list of model profiles, in the configuration folder.
pub const PROFILES: &str = "profiles.toml";
/// The user's prompts, in the configuration folder.
pub const PROMPTS: &str = "prompts";

/// The host: what opens debates.
#[derive(Debug, Clone)]
pub struct Host {
    /// The folders of the user's files, and of the program's own.
    pub dirs: Dirs,
    /// The settings, from file, environment and flags.
    pub settings: Settings,
    /// The overrides of this run.
    pub overrides: Overrides,
    /// The catalog: motions, formats, personas.
    pub catalog: Catalog,
    /// The profiles: what models can be asked.
    pub profiles: Profiles,
    /// The faults in the user's files of the catalog, the profiles and the models to fetch; those files are left out.
    pub left_out: Vec<Problem>,
    /// Is told what a person is to know meanwhile.
    pub tell: fn(&str),
    /// Set once the user's prompts have been filled.
    prompts_are_sound: OnceLock<()>,
}

impl Host {
    /// Reads the settings and the catalog from the folders that the environment names. Nobody is told anything
    /// meanwhile, until [`tell`](Self::tell) is set.
    ///
    /// # Errors
    /// The settings make no sense. What is wrong with the user's files of the catalog keeps nothing from running.
    pub fn load(env: Env, overrides: Overrides) -> Result<Self, Failure> {
        let dirs = Dirs::find(&env)?;
        let env = env.and_beside(&dirs.config).map_err(|problem| {
            let place = problem.place();
            Failure::input(format!("{place}: {}", problem.message)).hint(problem.expected)
        })?;
        Self::in_dirs(dirs, env, overrides)
    }

    /// The host with everything in one folder, and nothing from the environment.
    ///
    /// # Errors
    /// The same.
    pub fn in_folder(folder: &Path) -> Result<Self, Failure> {
        Self::in_dirs(Dirs::under(folder), Env::default(), Overrides::default())
    }

    fn in_dirs(dirs: Dirs, env: Env, overrides: Overrides) -> Result<Self, Failure> {
        let settings = Settings::load(&dirs, env, &overrides)?;
        // What is wrong with the user's files keeps nothing from running.
        let (catalog, mut left_out) = Catalog::load(Some(&dirs.config));
        let (profiles, more) = Profiles::load(Some(&dirs.config.join(PROFILES)));
        left_out.extend(more);
        left_out.extend(Catalogue::read(&dirs).err().unwrap_or_default());
        let read = (catalog, profiles, left_out);
        Ok(Self::of(dirs, settings, overrides, read))
    }

    /// The host with what has been read: the catalog, the profiles, and what is wrong with the user's files of both.
    pub(crate) fn of(
        dirs: Dirs,
        settings: Settings,
        overrides: Overrides,
        (catalog, profiles, left_out): (Catalog, Profiles, Vec<Problem>),
    ) -> Self {
        Self {
            dirs,
            settings,
            overrides,
            catalog,
            profiles,
            left_out,
            tell: |_| {},
            prompts_are_sound: OnceLock::new(),
        }
    }

    /// A choice of that motion and format, with what the settings say of every debate, and what follows from who
    /// watches.
    pub fn choice(
        &self,
        motion: impl Into<String>,
        format: impl Into<String>,
        watched: Watched,
    ) -> DebateChoice {
        let limits = self.settings.limits;
        DebateChoice {
            motion: motion.into(),
            format: format.into(),
            options: Options {
                pace: self.settings.pace.unwrap_or_else(|| watched.pace()),
                max_cost: limits.max_cost,
                max_tokens: limits.max_tokens,
                on_failure: watched.on_failure(),
                ..Options::default()
            },
            launch: self.launch(),
            ..DebateChoice::default()
        }
    }

    /// Refuses, before a server is asked, a choice that cannot be opened, or one in which something would do nothing.
    /// `polls` says whether somebody has asked for them.
    ///
    /// # Errors
    /// As said; a flag that names a seat which the debate does not have; a prompt of the user's that cannot be filled.
    pub fn check(&self, choice: &DebateChoice, polls: Requested) -> Result<(), Failure> {
        setup::check(&self.catalog, choice)?;
        setup::check_effect(&self.catalog, choice, polls)?;
        let seats = setup::seats_of(&self.catalog, choice)?;
        let format = format!("the format {}", choice.format);
        check_seats(&self.overrides, &seats, &format)?;
        self.check_roles(choice)?;
        self.prompts().map(drop)
    }

    /// Refuses a model for a role in which the format asks nobody for anything.
    fn check_roles(&self, choice: &DebateChoice) -> Result<(), Failure> {
        let format = &self.catalog.format(&choice.format)?.value;
        let mut given = self.overrides.role_models.iter();
        match given.find(|(role, _)| !setup::asks_role(format, *role)) {
            Some((role, _)) => {
                let word = role.word();
                Err(Failure::input(format!(
                    "--role {word} would do nothing: nobody is asked for it in the format {}",
                    choice.format
                ))
                .hint(format!(
                    "leave --role {word} out, or choose another format: hustings formats"
                )))
            }
            None => Ok(()),
        }
    }

    /// Resolves a choice, with these models in its seats.
    ///
    /// # Errors
    /// Unknown names (with the nearest ones), too few speakers, a persona in two seats.
    pub fn opening(&self, choice: DebateChoice, roster: &Roster) -> Result<Opening, Failure> {
        let (debate, opened_ms) = clock::new_debate();
        let new = NewDebate {
            debate,
            opened_ms,
            seed: clock::fresh_seed(),
        };
        let model = |role: Role, seat: Option<&Seat>| {
            let model = &roster.assigned(role, seat).model;
            (model.label().to_owned(), model.profile().clone())
        };
        setup::opening(&self.catalog, choice, new, &model)
    }

    /// The format of a choice, with as many seats as it has with these speakers.
    ///
    /// # Errors
    /// There is no such format.
    pub fn format_of(&self, choice: &DebateChoice) -> Result<Format, Failure> {
        setup::format_of(&self.catalog, choice)
    }

    /// The two sides of a choice's format, as its speakers sit there. `None` where there are no two sides.
    ///
    /// # Errors
    /// There is no such format.
    pub(crate) fn sides_of(&self, choice: &DebateChoice) -> Result<Option<Sides>, Failure> {
        let stance = |seat: &Seat| {
            let invented = choice.invented.iter().find(|one| &one.seat == seat)?;
            invented.stance
        };
        Ok(sides::sides(&self.format_of(choice)?, stance))
    }

    /// The models, found and asked whether they are there.
    pub async fn roster(&self, overrides: &Overrides) -> Result<Roster, Failure> {
        self.embeddings_are_there().await?;
        let profiles = |name: &str| self.profiles.profile_for(name);
        let mut roster = find::roster(&self.settings, overrides, &profiles, &self.store()).await?;
        roster.verify(&plain_question()).await?;
        Ok(roster)
    }

    /// An account for calls that belong to no running debate, within the limits that are set.
    pub fn account(&self) -> Account {
        let limits = &self.settings.limits;
        Account::limited(limits.max_cost, limits.max_tokens, self.tell)
    }

    /// The models of one of several debates at the same time, found; whether they are there is for the caller to ask.
    pub async fn roster_among(
        &self,
        overrides: &Overrides,
        common: &mut SharedModels,
    ) -> Result<Roster, Failure> {
        let profiles = |name: &str| self.profiles.profile_for(name);
        let store = self.store();
        find::roster_among(&self.settings, overrides, (&profiles, &store), common).await
    }

    /// Whether a model is missing because nobody has said which to use, and none was found.
    pub fn lacks_a_model(&self, failure: &Failure) -> bool {
        let (settings, flags) = (&self.settings, &self.overrides);
        failure.exit == Exit::NoModel
            && settings.providers.is_empty()
            && settings.model.is_none()
            && find::openai_if_set(settings).is_none()
            && flags.model.is_none()
            && flags.base_url.is_none()
    }

    /// The choice of an embedder: which model embeds, and where it is.
    pub fn embeddings(&self) -> Result<embeddings::EmbedderChoice, Failure> {
        self.embeddings_by(&self.overrides)
    }

    /// Refuses a model that embeds and is named by a flag, where its server says that it has none of that name.
    ///
    /// # Errors
    /// As said.
    pub async fn embeddings_are_there(&self) -> Result<(), Failure> {
        if self.overrides.embeddings.is_none() {
            return Ok(());
        }
        self.embeddings()?.verify().await
    }

    fn embeddings_by(&self, flags: &Overrides) -> Result<embeddings::EmbedderChoice, Failure> {
        embeddings::EmbedderChoice::of(&self.settings, flags, &self.store())
    }

    /// The model that embeds, where there is one.
    pub fn embedder(&self) -> Result<Option<SharedEmbedder>, Failure> {
        Ok(self.embedder_or_why()?.ok())
    }

    /// The model that embeds; where there is none, why, what that means and what to do.
    pub fn embedder_or_why(&self) -> Result<Result<SharedEmbedder, &'static str>, Failure> {
        let telling = Some(Account::telling(self.tell));
        let choice = embeddings::EmbedderChoice::on(
            &self.settings,
            &self.overrides,
            &self.store(),
            telling,
        )?;
        Ok(choice.or_why())
    }

    /// The embedder where a screen is drawn, on which nothing else is said.
    pub fn silent_embedder(&self) -> Result<Option<SharedEmbedder>, Failure> {
        self.embeddings().map(embeddings::EmbedderChoice::embedder)
    }

    /// The model that embeds for a debate that was opened with these flags.
    pub(crate) fn embedder_behind(
        &self,
        launch: &Launch,
    ) -> Result<Option<SharedEmbedder>, Failure> {
        let flags = self.overrides_behind(launch);
        self.embeddings_by(&flags)
            .map(embeddings::EmbedderChoice::embedder)
    }

    /// The models of a debate that was opened with these flags, with the one that embeds where some of them write several
    /// answers beside each other. Only one in the process: a step of a speech waits for nobody's server.
    pub(crate) fn choosing(&self, roster: Roster, launch: &Launch) -> Result<Roster, Failure> {
        if !roster.has_candidates() {
            return Ok(roster);
        }
        let embedder = self.embedder_behind(launch)?;
        let is_here = |label: &str| label.split_once(':').is_some_and(|(at, _)| at == EMBEDDED);
        Ok(roster.with_embedder(embedder.filter(|one| is_here(one.label()))))
    }

    /// The models that the program runs itself.
    pub fn store(&self) -> Store {
        Store::new(&self.dirs)
    }

    /// The journal, opened.
    pub fn journal(&self) -> Result<Journal, Failure> {
        Ok(Journal::open(&self.dirs.data)?)
    }

    /// The words for the models. Those of the user's are filled once before anybody is asked with them.
    ///
    /// # Errors
    /// A prompt that cannot be read, or be filled: all that is wrong, as `hustings check` says it.
    pub fn prompts(&self) -> Result<Prompts, Failure> {
        let folder = self.dirs.config.join(PROMPTS);
        // What is wrong with them is told as `check` tells it, and all of it.
        if self.prompts_are_sound.get().is_none() {
            self.check_prompts(&folder)?;
            let _ = self.prompts_are_sound.set(());
        }
        Prompts::load(Some(&folder))
    }

    fn check_prompts(&self, folder: &Path) -> Result<(), Failure> {
        if !prompt::are_there(folder) {
            return Ok(());
        }
        let wrong = prompt::unfillable(folder, || {
            rehearsal::views(&self.catalog, rehearsal::Circumstances::Usual)
        })?;
        if wrong.is_empty() {
            return Ok(());
        }
        let told: Vec<String> = wrong.iter().map(|one| one.render(Paint::Plain)).collect();
        Err(Failure::input(format!(
            "nobody can be asked with these prompts\n{}",
            told.join("\n")
        ))
        .hint("mend the file, or take it away to have the built-in prompt back"))
    }
}

/// Refuses a model for a seat that a debate does not have.
///
/// # Errors
/// As said; `which` is the debate, for people.
pub fn check_seats(flags: &Overrides, there: &Seats, which: &str) -> Result<(), Failure> {
    match absent_seat(flags, there, which) {
        Some((_, failure)) => Err(Failure {
            message: format!("--seat: {}", failure.message),
            ..failure
        }),
        None => Ok(()),
    }
}

/// A seat that is given a model and is not there, and what is to be said of it.
pub(crate) fn absent_seat(
    given_models: &Overrides,
    there: &Seats,
    which: &str,
) -> Option<(String, Failure)> {
    let mut seats = given_models.seat_models.iter();
    let (seat, _) = seats.find(|(seat, _)| !there.have(seat))?;
    let failure = Failure::input(format!("{which} has no seat `{}`", given(seat.as_str())));
    Some((seat.to_string(), failure.hint(there.expected(seat))))
}
