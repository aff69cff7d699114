//! The directories in which things are kept.

use std::path::{Path, PathBuf};

use super::Env;
use crate::error::Failure;

/// The four directories. None of them need exist yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dirs {
    /// `config.toml` and the user's own motions, personas, formats, themes and prompts.
    pub config: PathBuf,
    /// The folder of the data: the journal, the corpora and the models.
    pub data: PathBuf,
    /// The log files.
    pub state: PathBuf,
    /// The directory of what can be made again.
    pub cache: PathBuf,
}

impl Dirs {
    /// All four in one place.
    pub fn under(home: &Path) -> Self {
        Self {
            config: home.join("config"),
            data: home.join("data"),
            state: home.join("state"),
            cache: home.join("cache"),
        }
    }

    /// Under `HUSTINGS_HOME`, or where the system keeps such things.
    pub fn find(env: &Env) -> Result<Self, Failure> {
        if let Some(home) = env.get("HUSTINGS_HOME") {
            return Ok(Self::under(Path::new(home)));
        }
        let dirs = directories::ProjectDirs::from("", "", "hustings").ok_or_else(|| {
            Failure::input("there is no home directory to keep debates in")
                .hint("Set HUSTINGS_HOME to a directory.")
        })?;
        Ok(Self {
            config: dirs.config_dir().to_owned(),
            data: dirs.data_dir().to_owned(),
            state: dirs.state_dir().unwrap_or(dirs.data_dir()).to_owned(),
            cache: dirs.cache_dir().to_owned(),
        })
    }
}
