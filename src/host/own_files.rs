//! The user's own files, looked through: settings, catalog, profiles, models to fetch, formats and prompts. All that would
//! stop or spoil a start is said at once, and what can be read is read all the same.

use std::fs;

use crate::{
    catalog::{Catalog, Findings, Problem, Profiles},
    check,
    config::{Dirs, Env, FILE, Overrides, Settings, StoredKeys, TEMPLATE, presets::Presets},
    error::Failure,
    files::{self, Existing, NotWritten},
    host::{Host, PROFILES, PROMPTS},
    models::{Catalogue, Store},
    presets::PresetCheck,
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
    })?;
    // Somebody may write a key into it.
    #[cfg(unix)]
    if path.is_file() {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    }
    Ok(())
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
    /// The problems of `config.toml`, and of the variables and the keys beside it.
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
            Err(problem) => (env.without_beside(&problem), Some(*problem)),
        };
        let (catalog, mut of_catalog) = Catalog::load(Some(&dirs.config));
        let (settings, of_file) = check::settings(&dirs, &env, &catalog, more);
        let of_keys = StoredKeys::read(&dirs.config).err();
        let (profiles, of_profiles) = Profiles::load(Some(&dirs.config.join(PROFILES)));
        of_catalog.extend(of_profiles);
        of_catalog.extend(Catalogue::read(&dirs).err().unwrap_or_default());
        let check = PresetCheck {
            catalog: &catalog,
            settings: &settings,
            store: &Store::new(&dirs),
        };
        let of_presets =
            Presets::of(&dirs).problems(|preset, findings| check.look(preset, findings));
        of_catalog.extend(of_presets);
        Self {
            of_settings: of_env
                .into_iter()
                .chain(of_keys.map(|problem| *problem))
                .chain(of_file)
                .collect(),
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

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn made(path: &std::path::Path, text: &str, mode: u32) {
        fs::write(path, text).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_first_configuration_is_for_its_owner_alone() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(home.path());
        write_template(&dirs).unwrap();
        let about = fs::metadata(dirs.config.join(FILE)).unwrap();
        assert_eq!(about.permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_key_that_others_can_read_is_a_problem_and_is_read_all_the_same() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(home.path());
        fs::create_dir_all(&dirs.config).unwrap();
        let text = "[providers.a]\nbase_url = \"http://h/v1\"\nkey = \"sk-hunter2\"\n";
        let read = |mode| {
            made(&dirs.config.join(FILE), text, mode);
            OwnFiles::read(dirs.clone(), Env::default(), |_, _| {})
        };
        let open = read(0o644);
        assert!(open.settings.providers[0].key.is_some());
        let told: Vec<String> = open.of_settings.iter().map(Problem::to_string).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].contains("chmod 600") && !told[0].contains("hunter2"));
        assert_eq!(read(0o600).of_settings, []);
    }

    #[test]
    fn where_the_variables_are_not_read_that_is_what_to_mend_before_any_is_set() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(home.path());
        fs::create_dir_all(&dirs.config).unwrap();
        let text = "[providers.a]\nbase_url = \"http://h/v1\"\nkey_env = \"A_KEY\"\n";
        fs::write(dirs.config.join(FILE), text).unwrap();
        made(&dirs.config.join(".env"), "A_KEY=sk-hunter2\n", 0o644);
        let own = OwnFiles::read(dirs, Env::default(), |_, _| {});
        let unset = own
            .of_settings
            .iter()
            .find(|one| one.message.contains("A_KEY"));
        let expected = &unset.unwrap().expected;
        assert!(expected.contains("chmod 600") && !expected.contains("set A_KEY"));
    }
}
