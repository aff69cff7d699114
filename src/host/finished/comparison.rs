//! A simulated debate beside one that people held: which models read each, what is said before any is asked, and what
//! the two have in common.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::{FinishedDebate, too_long};
use crate::{
    Host,
    debate::{DebateState, ask::Role},
    engine::{CondensePlan, InShort, Reading, StandaloneCalls, read, seated, unread},
    error::{Exit, Failure},
    limits,
    llm::{account::Account, roster::Roster},
    progress::WorkProgress,
    prompt::Prompts,
    real::Given,
    real_comparison::{ComparedSide, DebateComparison, compared, votes},
};

/// Two debates that can be read, with the models that read them.
#[derive(Debug)]
pub struct DebatePair<'a> {
    host: &'a Host,
    prompts: Prompts,
    account: Account,
    /// The simulated one, then the real one.
    readers: [DebateReader; 2],
}

#[derive(Debug)]
struct DebateReader {
    found: FinishedDebate,
    /// As it is read.
    state: DebateState,
    /// What is to be written down first, where it is too long to be read in full.
    condensed: Option<CondensePlan>,
    roster: Roster,
}

/// The outcome of a comparison.
#[derive(Debug)]
pub struct ComparedDebates {
    /// The comparison of the two debates.
    pub comparison: DebateComparison,
    /// The limit that was reached meanwhile, for people.
    pub limit: Option<String>,
}

impl ComparedDebates {
    /// The failures on both sides: what could not be had, and why.
    pub fn failed(&self) -> impl Iterator<Item = &str> {
        let sides = [&self.comparison.simulated, &self.comparison.real];
        let failed = sides.into_iter().flat_map(|side| &side.failed);
        failed.map(String::as_str)
    }

    /// The exit for the shell.
    pub fn exit(&self) -> Exit {
        if self.limit.is_some() {
            return Exit::Interrupted;
        }
        Exit::of_asked(true, self.failed().next().is_some())
    }
}

impl Host {
    /// Finds both debates and the models that read them; `given` is about a transcript of the real one.
    ///
    /// # Errors
    /// One of them is not there or not over, a model cannot be had, a limit on cost cannot be kept, or a debate is too
    /// long for those who read it.
    pub async fn debate_pair(
        &self,
        simulated: &str,
        real: &str,
        given: &Given,
    ) -> Result<DebatePair<'_>, Failure> {
        let none = Given::default();
        let of_simulated = if simulated == real { given } else { &none };
        let simulated = self.finished(simulated, of_simulated)?;
        let real = self.finished(real, given)?;
        let prompts = self.prompts()?;
        let account = self.account();
        let readers = [
            self.reader(simulated, &prompts, &account).await?,
            self.reader(real, &prompts, &account).await?,
        ];
        Ok(DebatePair {
            host: self,
            prompts,
            account,
            readers,
        })
    }

    async fn reader(
        &self,
        found: FinishedDebate,
        prompts: &Prompts,
        account: &Account,
    ) -> Result<DebateReader, Failure> {
        let overrides = self.overrides_behind(&found.launch());
        let roster = self.roster(&overrides).await?.on(account);
        let asked = [Role::Clerk, Role::Judge].map(|role| roster.assigned(role, None));
        limits::check_cost_limit_of(self.settings.limits.max_cost, asked)?;
        let state = with_house(&self.with_readings(&found));
        // What is too long for a model is said before any is asked.
        let condensed = unread(&state, (prompts, &roster)).map_err(|long| {
            too_long(
                &format!("{}: {long}", found.name),
                "--model, or --role clerk=MODEL and --role judge=MODEL",
            )
        })?;
        Ok(DebateReader {
            found,
            state,
            condensed,
            roster,
        })
    }
}

impl DebatePair<'_> {
    /// Reads both and compares them; `None` where `stop` ended it before both were read.
    ///
    /// # Errors
    /// The embedder fails.
    pub async fn compare(
        &self,
        progress: &mut dyn WorkProgress,
        stop: &CancellationToken,
    ) -> Result<Option<ComparedDebates>, Failure> {
        let [simulated, real] = &self.readers;
        let Some(simulated) = self.side(simulated, progress, stop).await else {
            return Ok(None);
        };
        let Some(real) = self.side(real, progress, stop).await else {
            return Ok(None);
        };
        let embedder = self.host.embedder()?;
        Ok(Some(ComparedDebates {
            comparison: compared(simulated, real, embedder.as_deref()).await?,
            limit: self.account.ended(),
        }))
    }

    async fn side(
        &self,
        reader: &DebateReader,
        progress: &mut dyn WorkProgress,
        stop: &CancellationToken,
    ) -> Option<ComparedSide> {
        let calls = StandaloneCalls {
            prompts: &self.prompts,
            roster: &reader.roster,
        };
        let (mut state, mut failed, mut in_short) =
            (reader.state.clone(), None, InShort::default());
        if let Some(plan) = &reader.condensed {
            let to_read = (&reader.state, plan.unread.as_slice());
            let condensed = self
                .host
                .condense(&reader.found, to_read, calls, (&mut *progress, stop))
                .await;
            if condensed.stopped {
                return None;
            }
            (state, failed) = (condensed.state, condensed.failed);
            // What was written down is shorter than it might have been: more may stand in full.
            let after = unread(&state, (&self.prompts, &reader.roster))
                .ok()
                .flatten();
            in_short = after.map_or(InShort::default(), |plan| plan.in_short);
        }
        progress.begins(format!("reading parts of {}", reader.found.name));
        let hear = |done: usize, of: usize| progress.at(done, of);
        let reading = match failed {
            // What the clerk could not write down is asked for nowhere else.
            Some(error) => Reading {
                failed: vec![("a speech".to_owned(), error)],
                ..Reading::default()
            },
            None => read(&state, calls, hear, stop).await,
        };
        progress.ends();
        (!reading.stopped).then(|| side(&reader.found, reading, in_short))
    }
}

fn side(found: &FinishedDebate, reading: Reading, in_short: InShort) -> ComparedSide {
    ComparedSide {
        debate: found.name.clone(),
        motion: found.motion(),
        is_real: found
            .state
            .opening
            .as_deref()
            .is_some_and(|opening| opening.real.is_some()),
        tensions: reading.tensions,
        arguments: reading.claims,
        votes: votes(&found.state),
        in_short,
        failed: reading
            .failed
            .iter()
            .map(|(what, error)| format!("{}: {what} could not be read: {error}", found.name))
            .collect(),
    }
}

/// The debate with a house in it that has heard all, which the judge's question speaks of. Of a debate that had one it
/// is its own, and what is known of its verdict stays.
fn with_house(state: &DebateState) -> DebateState {
    let has_house = state
        .opening
        .as_deref()
        .is_some_and(|opening| opening.format.audience > 0);
    if has_house {
        return state.clone();
    }
    let mut with = seated(state, Vec::new());
    if let Some(opening) = &mut with.opening {
        Arc::make_mut(opening).format.audience = 1;
    }
    with.looks.clone_from(&state.looks);
    with
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRIDGE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/samples/real/bridge.json"
    );

    #[test]
    fn a_debate_without_a_house_is_read_as_if_one_had_heard_it() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let found = host.finished(BRIDGE, &Given::default()).unwrap();
        let audience = |state: &DebateState| state.opening.as_deref().unwrap().format.audience;
        assert_eq!(audience(&found.state), 0);
        let with = with_house(&found.state);
        assert_eq!(audience(&with), 1);
        assert_eq!(with.looks, found.state.looks);
        assert_eq!(with.speeches().count(), found.state.speeches().count());
        // Once there is a house, it is the debate's own.
        assert_eq!(with_house(&with), with);
    }

    #[test]
    fn what_could_not_be_read_names_the_debate() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let found = host.finished(BRIDGE, &Given::default()).unwrap();
        let reading = Reading {
            failed: vec![("the verdict".to_owned(), crate::llm::ModelError::EMPTY)],
            ..Reading::default()
        };
        let side = side(&found, reading, InShort::default());
        assert!(
            side.failed[0].starts_with(&format!("{BRIDGE}: the verdict could not be read")),
            "{:?}",
            side.failed
        );
        // A real house has voted.
        assert!(side.votes.after.is_some());
    }
}
