//! A debate that is over, as a person names it: by an id of the journal, or by a file that people's debates are
//! imported from.

use std::{io::ErrorKind, path::Path};

use crate::{
    Host, bounds,
    debate::{DebateState, ids::DebateId, opening::Launch, state::Turn},
    error::Failure,
    files::{self, NotRead},
    journal::Journal,
    real::{self, Faults, Given, Imported, Making, RunningText, VotesFile},
    text::shown,
};

/// A debate that is over, and how it was named.
#[derive(Debug)]
pub struct FinishedDebate {
    /// A short id, or the file's path.
    pub name: String,
    /// The debate of the journal; absent of a file.
    pub debate: Option<DebateId>,
    /// The state of the debate at its end.
    pub state: DebateState,
}

impl FinishedDebate {
    /// The motion that was debated.
    pub(super) fn motion(&self) -> String {
        let opening = self.state.opening.as_deref();
        opening.map_or_else(String::new, |opening| opening.motion.motion.clone())
    }

    /// With which flags it was opened.
    pub(super) fn launch(&self) -> Launch {
        let opening = self.state.opening.as_deref();
        opening
            .map(|opening| opening.launch.clone())
            .unwrap_or_default()
    }
}

/// Whether a file is meant. A link that leads nowhere is one, too, and so is what may not be looked at.
pub fn is_file(asked: &str) -> bool {
    let about = Path::new(asked).symlink_metadata();
    about.map_or_else(|error| error.kind() != ErrorKind::NotFound, |_| true)
}

impl Host {
    /// The debate that is meant; `given` is about a plain transcript.
    ///
    /// # Errors
    /// There is none, it is not over, nothing was said in it, or its file cannot be read.
    pub fn finished(&self, asked: &str, given: &Given) -> Result<FinishedDebate, Failure> {
        let found = if is_file(asked) {
            let debate = transcript(Path::new(asked), given)?.debate;
            let making = Making {
                debate: DebateId(debate.hash()),
                now_ms: 0,
                like: None,
            };
            let state = DebateState::fold(&real::records(&debate, &making));
            over(asked, state)?
        } else if asked.contains(['/', '\\', '.']) {
            return Err(
                Failure::input(format!("there is no file {}", shown::path(asked)))
                    .hint("a debate of the journal is named by its id: hustings list"),
            );
        } else {
            load_finished(&self.journal()?, asked)?.1
        };
        if found.state.speeches().all(Turn::is_empty) {
            return Err(
                Failure::input(format!("nobody has spoken in the debate {}", found.name))
                    .hint("see what there is of it: hustings show"),
            );
        }
        Ok(found)
    }
}

/// A debate of the journal that is over.
///
/// # Errors
/// There is none, or it is not over.
pub(super) fn load_finished(
    journal: &Journal,
    asked: &str,
) -> Result<(DebateId, FinishedDebate), Failure> {
    let debate = journal.find(asked)?;
    let state = DebateState::fold(&journal.load(&debate)?);
    let mut found = over(debate.short(), state)?;
    found.debate = Some(debate.clone());
    Ok((debate, found))
}

fn over(name: &str, state: DebateState) -> Result<FinishedDebate, Failure> {
    if !state.is_closed() {
        return Err(Failure::input(format!("the debate {name} is not over"))
            .hint(format!("take it up first: hustings resume {name}")));
    }
    Ok(FinishedDebate {
        name: name.to_owned(),
        debate: None,
        state,
    })
}

/// The debate in a file.
///
/// # Errors
/// The file cannot be read, is no text, or something is wrong with it: all of it is said.
pub fn transcript(path: &Path, given: &Given) -> Result<Imported, Failure> {
    let (given, _) = given.of_file(&name_of(path));
    real::read(&text(path)?, &given).map_err(|faults| refused(&shown::path(path), &faults))
}

/// A text without names in a file; `None` where it names who speaks, or is no transcript at all.
///
/// # Errors
/// As [`transcript`].
pub(crate) fn running(path: &Path, given: &Given) -> Result<Option<RunningText>, Failure> {
    let (given, _) = given.of_file(&name_of(path));
    let found = real::running(&text(path)?, &given).transpose();
    found.map_err(|faults| refused(&shown::path(path), &faults))
}

/// The votes in a file of votes.
///
/// # Errors
/// As [`transcript`].
pub fn votes_file(path: &Path) -> Result<VotesFile, Failure> {
    VotesFile::read(&text(path)?).map_err(|faults| refused(&shown::path(path), &faults))
}

/// The name of a file, as a file of votes has it.
pub(crate) fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The text of a file.
fn text(path: &Path) -> Result<String, Failure> {
    let shown = shown::path(path);
    files::text(path, bounds::REAL_FILE).map_err(|error| {
        let failure = Failure::input(format!("{shown}: {error}"));
        match error {
            NotRead::Folder => failure.hint("name the files in it"),
            NotRead::NotText { .. } => failure.hint("save it as plain text, in UTF-8"),
            NotRead::TooLong { .. } => failure.hint("take it apart into several debates"),
            NotRead::NotThere | NotRead::Special(_) | NotRead::Io(_) => failure,
        }
    })
}

/// The failure for everything that is wrong with a file.
pub(crate) fn refused(shown: &str, faults: &Faults) -> Failure {
    let told = match faults.0.as_slice() {
        [one] => format!("{shown}: {one}"),
        all => {
            let lines: Vec<String> = all.iter().map(|one| format!("\n  {one}")).collect();
            format!("{shown}: {} things are wrong{}", all.len(), lines.concat())
        }
    };
    let failure = Failure::input(told);
    faults.hints().into_iter().fold(failure, Failure::hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRIDGE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/samples/real/bridge.json"
    );

    fn refused(asked: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let found = host.finished(asked, &Given::default());
        found.unwrap_err().to_string()
    }

    #[test]
    fn a_debate_is_named_by_an_id_or_by_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let found = host.finished(BRIDGE, &Given::default()).unwrap();
        assert_eq!(found.name, BRIDGE);
        assert!(found.state.is_closed() && found.state.speeches().count() > 1);
        let told = refused("no/such.json");
        assert!(told.contains("there is no file no/such.json"), "{told}");
        assert!(told.contains("hustings list"), "{told}");
        let told = refused(env!("CARGO_MANIFEST_DIR"));
        assert!(told.contains("name the files in it"), "{told}");
        let told = refused("last");
        assert!(told.contains("no debates yet"), "{told}");
    }

    #[test]
    fn a_debate_that_is_not_over_is_taken_up_first() {
        let told = over("0190a5e2", DebateState::default()).unwrap_err();
        assert!(told.message.contains("is not over"), "{told}");
        assert_eq!(told.hints, ["take it up first: hustings resume 0190a5e2"]);
    }

    #[test]
    fn all_that_is_wrong_with_a_file_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("debate.json");
        files::write(&path, files::Existing::Keep, |out| out.write_all(b"{}")).unwrap();
        let told = transcript(&path, &Given::default()).unwrap_err();
        assert!(told.message.contains("things are wrong"), "{told}");
        assert!(told.message.contains("motion"), "{told}");
    }
}
