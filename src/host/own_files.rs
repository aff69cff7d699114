//! The user's own files, looked through: settings, catalog, profiles, models to fetch, formats and prompts. All that would
//! stop or spoil a start is said at once, and what can be read is read all the same.

use std::fs;

use crate::{
    catalog::{Catalog, Findings, Problem, Profiles},
    check,
    config::{Dirs, Env, FILE, Overrides, Settings, TEMPLATE},
    error::Failure,
    files::{self, Existing, NotWritten},
    host::{Host, PROFILES, PROMPTS},
    models::Catalogue,
    prompt, rehearsal,
};

/// Writes the first configuration, in which every setting is explained and none is in force yet.
///
/// # Errors
/// There is one already, which stays as it is, or it cannot be written.
pub fn write_template(dirs: &Dirs) -> Result<(), NotWritten> {
    fs::create_dir_all(&dirs.config)?;
    let path = dirs.config.join(FILE);
    files::write(&path, Existing::Keep, |out| {
        out.write_all(TEMPLATE.as_bytes())
    })
}

/// The user's own files as far as they can be read, and what is wrong with them.
#[derive(Debug)]
pub struct OwnFiles {
    /// The folders that they are in.
    pub dirs: Dirs,
    /// The environment, with the variables in the file beside the configuration.
    pub env: Env,
    /// The catalog.
    pub catalog: Catalog,
    /// The settings of the file alone: neither the environment nor flags are over them.
    pub settings: Settings,
    /// The problems of `config.toml` and of the variables beside it.
    pub of_settings: Vec<Problem>,
    /// The problems of all other files.
    pub of_catalog: Vec<Problem>,
    profiles: Profiles,
}

impl OwnFiles {
    /// Reads all of them but the prompts. `more` notes what else is wrong with the settings.
    pub fn read(dirs: Dirs, env: Env, more: impl Fn(&Settings, &mut Findings)) -> Self {
        let (env, of_env) = match env.clone().and_beside(&dirs.config) {
            Ok(env) => (env, None),
            Err(problem) => (env, Some(*problem)),
        };
        let (catalog, mut of_catalog) = Catalog::load(Some(&dirs.config));
        let (settings, of_file) = check::settings(&dirs, &env, &catalog, more);
        let (profiles, of_profiles) = Profiles::load(Some(&dirs.config.join(PROFILES)));
        of_catalog.extend(of_profiles);
        of_catalog.extend(Catalogue::read(&dirs).err().unwrap_or_default());
        Self {
            of_settings: of_env.into_iter().chain(of_file).collect(),
            dirs,
            env,
            catalog,
            settings,
            of_catalog,
            profiles,
        }
    }

    /// Holds a debate of every format, with no model, and fills the user's prompts with what is asked in it: what is wrong
    /// with them.
    ///
    /// # Errors
    /// The built-in prompts are not sound, or the folder of prompts cannot be read.
    pub fn rehearse(&self) -> Result<Vec<Problem>, Failure> {
        let mut problems = rehearsal::formats(&self.catalog);
        let prompts = self.dirs.config.join(PROMPTS);
        if prompt::are_there(&prompts) || prompts.is_file() {
            problems.extend(prompt::check(&prompts, || {
                rehearsal::views(&self.catalog, rehearsal::Circumstances::All)
            })?);
        }
        Ok(problems)
    }

    /// The host with as much of the files as can be read, the environment and these flags.
    ///
    /// # Errors
    /// A variable of the environment makes no sense.
    pub fn into_host(self, overrides: Overrides) -> Result<Host, Failure> {
        let settings = self.settings.within(self.env, &overrides)?;
        let read = (self.catalog, self.profiles, self.of_catalog);
        Ok(Host::of(self.dirs, settings, overrides, read))
    }
}
