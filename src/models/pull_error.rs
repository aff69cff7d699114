//! The reasons a model did not come, and what to do next.

use std::{fmt::Write as _, io, path::PathBuf};

use super::{gguf::FileError, progress::Stopped, size::human};
use crate::{
    error::{Exit, Failure},
    files,
    text::shown,
};

/// The environment variable with the token for models that are given to those alone who have asked for them.
pub(super) const TOKEN: &str = "HF_TOKEN";

/// The reason a model was not fetched or imported.
#[derive(Debug, thiserror::Error)]
pub enum PullError {
    /// Another process brings or removes the same model.
    #[error("another hustings is busy with the model `{name}`")]
    Busy {
        /// The name of the model.
        name: String,
    },
    /// There is no room.
    #[error("there is not enough room in {}: {} are free, {what} need {}", shown::path(&place), human(*free), human(*needed))]
    Space {
        /// The folder on the full disk.
        place: PathBuf,
        /// The thing that needs the room.
        what: &'static str,
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// The work was told to stop. What has come is kept.
    #[error("stopped; {} of `{name}` are kept", human(*kept))]
    Stopped {
        /// The name of the model.
        name: String,
        /// The name by which it is fetched.
        again: String,
        /// The bytes that have come.
        kept: u64,
    },
    /// The work was told to stop, and nothing is kept.
    #[error("stopped; nothing of it was kept")]
    GivenUp,
    /// No source had it.
    #[error("`{name}` could not be fetched{}", listed(tried))]
    Sources {
        /// The name of the model.
        name: String,
        /// The name by which it is fetched.
        again: String,
        /// Each source, and why it was of no use.
        tried: Vec<Tried>,
    },
    /// There is a different model of that name.
    #[error("there is a model `{name}` already, and its file is another one")]
    Taken {
        /// The name of the model.
        name: String,
    },
    /// No name could be made of the file's.
    #[error("\"{given}\" cannot be the name of a model")]
    Name {
        /// The name that was given.
        given: String,
    },
    /// The file came whole, as its source has it, and is of no use. Nothing of it is kept.
    #[error("`{name}` came whole, as {from} has it, and cannot be run; it was thrown away: {said}")]
    Unusable {
        /// The name of the model.
        name: String,
        /// The source, for people.
        from: String,
        /// What is wrong with it, for people.
        said: String,
        /// Whether the file is broken, and not only of a kind that is not run.
        is_broken: bool,
    },
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file cannot be read or written.
    #[error("{} cannot be {doing}: {}", shown::path(&path), files::why(error))]
    Disk {
        /// The file or folder.
        path: PathBuf,
        /// The work that was to be done on the file: `written`, `read`.
        doing: &'static str,
        /// The system's error.
        error: io::Error,
    },
}

/// A source that was of no use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// The source, for people.
    pub source: String,
    /// The reason why nothing came from there.
    pub why: Why,
}

/// The reason a source was of no use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The source did not answer, or not to the end.
    #[error("{0}")]
    Unreachable(String),
    /// The source said no, or something that is of no use.
    #[error("{0}")]
    Refused(String),
    /// The source gives it to those alone who have asked for it.
    #[error("it gives this to those alone who have asked for it and show a token")]
    Gated,
    /// The source does not give it to the owner of the token.
    #[error("it does not give this to whoever has the token in {TOKEN}")]
    TokenRefused,
    /// The source has another file than the catalogue says.
    #[error("it has another file: expected {expected}, got {got}")]
    Different {
        /// The hash or size of the catalogue.
        expected: String,
        /// The one of the file.
        got: String,
    },
    /// There is no pip.
    #[error("there is no pip on this machine (tried {tried})")]
    NoPip {
        /// The commands that were tried.
        tried: String,
    },
    /// A package could not be had.
    #[error("{package}: {said}")]
    Pip {
        /// The name of the Python package.
        package: String,
        /// The message of pip.
        said: String,
    },
    /// A package is not what it should be.
    #[error("{package}: {said}")]
    Package {
        /// The name of the Python package.
        package: String,
        /// The fault of the package.
        said: String,
    },
}

pub(super) fn listed(tried: &[Tried]) -> String {
    let mut lines = String::new();
    for tried in tried {
        let _ = write!(lines, "\n  {}: {}", tried.source, tried.why);
    }
    lines
}

impl From<PullError> for Failure {
    fn from(error: PullError) -> Self {
        let message = error.to_string();
        match error {
            PullError::Busy { .. } => Self::input(message)
                .hint("wait until it has finished, or stop it; what has come is kept"),
            PullError::Space { place, .. } => Self::internal(message)
                .hint("make room there, or remove a model: `hustings model list`")
                .hint(format!(
                    "HUSTINGS_HOME moves everything that the program keeps; now it is in {}",
                    shown::path(&place)
                )),
            PullError::Stopped { name, again, .. } => Self::new(Exit::Interrupted, message)
                .hint(format!(
                    "the same command goes on where it stopped: `hustings model pull {again}`"
                ))
                .hint(format!(
                    "`hustings model remove {name}` throws away what has come"
                )),
            PullError::GivenUp => Self::new(Exit::Interrupted, message),
            PullError::Sources { again, tried, .. } => of_sources(&again, &tried, message),
            PullError::Taken { name } => Self::input(message)
                .hint("give the new one another name: `--name NAME`")
                .hint(format!(
                    "or remove the old one: `hustings model remove {name}`"
                )),
            PullError::Name { .. } => Self::input(message)
                .hint("give it one with `--name NAME`: letters, digits, `.`, `-` and `_`"),
            PullError::Unusable { is_broken, .. } => Self::input(message)
                .hint(if is_broken {
                    "the file is broken where it comes from, and fetching it again brings the same: take another one"
                } else {
                    "take another file or another model"
                })
                .hint("`hustings model search WORDS` and `hustings model list` say what there is"),
            PullError::File(error) => error.into(),
            PullError::Disk { .. } => {
                Self::internal(message).hint("see whether the disk is full or cannot be written to")
            }
        }
    }
}

fn of_sources(again: &str, tried: &[Tried], message: String) -> Failure {
    let mut failure = Failure::no_model(message);
    let any = |test: fn(&Why) -> bool| tried.iter().any(|tried| test(&tried.why));
    if any(|why| matches!(why, Why::NoPip { .. })) {
        failure = failure.hint("install Python 3 with pip, then try again");
    }
    if any(|why| matches!(why, Why::Unreachable(_) | Why::Refused(_) | Why::Pip { .. })) {
        failure = failure.hint(format!(
            "see whether the network is there, then try again: `hustings model pull {again}`"
        ));
    }
    if any(|why| matches!(why, Why::Gated)) {
        failure = failure.hint(format!(
            "ask for it on its page, then set {TOKEN} to a token of yours, in the environment or in .env beside config.toml"
        ));
    }
    if any(|why| matches!(why, Why::TokenRefused)) {
        failure = failure.hint(format!(
            "see on its page whether you may have it, and whether the token in {TOKEN} still holds"
        ));
    }
    if any(|why| matches!(why, Why::Different { .. })) {
        failure = failure.hint(
            "the download was thrown away; try again, and if it happens again, the file has changed at its source",
        );
    }
    failure
        .hint("a GGUF file fetched in another way: `hustings model import FILE.gguf`")
        .hint("or use a server: `--base-url http://localhost:11434/v1`")
}

/// The reason work that can be stopped did not come to its end.
#[derive(Debug)]
pub(super) enum Halt {
    /// The work was told to stop.
    Stopped,
    /// The work could not go on.
    Failed(PullError),
}

impl Halt {
    /// The disk got in the way.
    pub(super) fn disk(
        path: impl Into<PathBuf>,
        doing: &'static str,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::Failed(PullError::Disk { path, doing, error })
    }
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<PullError> for Halt {
    fn from(error: PullError) -> Self {
        Self::Failed(error)
    }
}

impl From<FileError> for Halt {
    fn from(error: FileError) -> Self {
        Self::Failed(error.into())
    }
}
