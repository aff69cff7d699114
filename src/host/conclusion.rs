//! The conclusion of a run: the meaning of its end for the shell, and for a person.

use crate::{
    debate::{DebateState, ids::DebateId, missing},
    engine::Ending,
    error::{Exit, Failure},
    journal::Journal,
};

/// The conclusion of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// For the shell.
    pub exit: Exit,
    /// The words on the end of the run, and on how the debate is gone on with.
    pub message: Option<String>,
}

impl Conclusion {
    /// The conclusion of a run that ended so. `flags` are to be given again where the debate is gone on with: empty, or
    /// each behind a space.
    ///
    /// # Errors
    /// The journal cannot be read, or could not be written.
    pub fn of(
        journal: &Journal,
        debate: &DebateId,
        ending: &Ending,
        flags: &str,
    ) -> Result<Self, Failure> {
        let again = format!("go on with: hustings resume {}{flags}", debate.short());
        let message = match ending {
            Ending::Closed => {
                return Ok(Self::of_closed(&DebateState::fold(&journal.load(debate)?)));
            }
            Ending::Left => format!("The debate was left; {again}"),
            Ending::Limit(what) => {
                format!("{what} The debate was left; {again}, which allows as much again")
            }
            Ending::Unreachable(reason) if is_unheard(journal, debate) => format!(
                "{reason}\nThe debate was left with nothing said in it: once there is a model that can be heard, begin it anew"
            ),
            Ending::Unreachable(reason) => {
                format!("{reason}\nThe debate was left, and nothing of it is lost; {again}")
            }
            Ending::Journal(reason) => {
                let failure = Failure::internal(format!("the journal cannot be written: {reason}"));
                // Where there was no room for its first record, nothing is there to be gone on with.
                let is_there = journal.summary(debate).is_ok();
                return Err(failure.hint(if is_there {
                    again
                } else {
                    "nothing was said yet: begin the debate anew".to_owned()
                }));
            }
        };
        Ok(Self {
            exit: Exit::Interrupted,
            message: Some(message),
        })
    }

    /// The conclusion of a debate that is over.
    pub fn of_closed(state: &DebateState) -> Self {
        let message = lacking_in(state);
        let exit = match message {
            None => Exit::Done,
            Some(_) => Exit::ModelFailed,
        };
        Self { exit, message }
    }
}

/// Whether nobody has said a word, because speakers could not be had: what was asked in vain is not asked for again.
fn is_unheard(journal: &Journal, debate: &DebateId) -> bool {
    // One that is not in the journal has lost nothing.
    let Ok(records) = journal.load(debate) else {
        return false;
    };
    let state = DebateState::fold(&records);
    let lost = state.turns.iter().any(|turn| turn.given_up().is_some());
    lost && state.is_unheard()
}

/// The words for people on what a debate that is over lacks because a model could not be had; `None` where nothing that
/// counts is missing.
///
/// # Errors
/// The journal cannot be read.
pub fn lacking(journal: &Journal, debate: &DebateId) -> Result<Option<String>, Failure> {
    Ok(lacking_in(&DebateState::fold(&journal.load(debate)?)))
}

fn lacking_in(state: &DebateState) -> Option<String> {
    let lost = missing::missing(state);
    if !lost.iter().any(|one| one.counts) {
        return None;
    }
    Some(missing::describe(state, &lost).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_left_says_how_it_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(folder.path()).unwrap();
        let debate = DebateId("0190a5e2-7b1c-7def-8abc-0123456789ab".into());
        for ending in [
            Ending::Left,
            Ending::Limit("It has cost 1.".to_owned()),
            Ending::Unreachable("the server is gone".to_owned()),
        ] {
            let found = Conclusion::of(&journal, &debate, &ending, " --headless --wait 5").unwrap();
            assert_eq!(found.exit, Exit::Interrupted);
            let told = found.message.unwrap();
            let again = format!("hustings resume {} --headless --wait 5", debate.short());
            assert!(told.contains(&again), "{told}");
        }
        let broken = Ending::Journal("the disk is full".to_owned());
        let failure = Conclusion::of(&journal, &debate, &broken, "").unwrap_err();
        assert_eq!(failure.exit, Exit::Internal);
        // Nothing of it is in the journal.
        let told = failure.to_string();
        assert!(
            told.contains("anew") && !told.contains("hustings resume"),
            "{told}"
        );
    }
}
