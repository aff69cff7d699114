//! A batch beside what the journal has of it: what is still to be held, how it ended, and the rows of its table.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use hustings_study::batch::{BatchRow, Measures, Number, Usual};
use tokio_util::sync::CancellationToken;

use super::{
    BatchPlan, Budget, End, FailedDebates, Planned, Retry, Runner, Update, by_item, rosters,
};
use crate::{
    Host,
    debate::{DebateState, ids::DebateId},
    error::{Exit, Failure},
    eval::{CorpusQueries, Report},
    journal::{CompletionStatus, DebateSummary, Journal},
    library::CorpusMeasures,
    llm::roster::Roster,
    patience::{Patience, resumable},
    progress::WorkProgress,
    text::counted,
};

/// A batch that can be held.
#[derive(Debug)]
pub struct Batch<'a> {
    pub(crate) host: &'a Host,
    pub(crate) journal: &'a Journal,
    /// The plan of the batch.
    pub plan: BatchPlan,
    /// The budget of the batch: what it has spent, and may.
    pub budget: Arc<Budget>,
    begun: Vec<DebateSummary>,
    /// Debates that are over and held again all the same.
    failed: FailedDebates,
    todo: Vec<usize>,
}

/// The end of a run of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchEnding {
    /// For the shell, as far as the run goes.
    pub exit: Exit,
    /// The reason why debates are not over, for people.
    pub message: Option<String>,
}

impl BatchEnding {
    /// The exit for the shell where so many of all debates are the poorer for a model that could not be had.
    pub fn exit_with(&self, poorer: usize) -> Exit {
        if poorer > 0 && self.exit == Exit::Done {
            Exit::ModelFailed
        } else {
            self.exit
        }
    }
}

impl<'a> Batch<'a> {
    /// Creates the batch of a plan, with what the journal has of its debates; `stop` ends it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn of(
        host: &'a Host,
        journal: &'a Journal,
        plan: BatchPlan,
        retry: Retry,
        stop: CancellationToken,
    ) -> Result<Self, Failure> {
        let begun = journal.of_batch(&plan.name, None)?;
        let budget = Arc::new(Budget::new(&plan, &begun, stop));
        let failed = FailedDebates::of(journal, &begun, retry)?;
        let todo = plan.todo(&begun, &failed);
        Ok(Self {
            host,
            journal,
            plan,
            budget,
            begun,
            failed,
            todo,
        })
    }

    /// The number of debates that are to be held.
    pub fn todo(&self) -> usize {
        self.todo.len()
    }

    /// The number of debates that are over, and stay so.
    pub fn over(&self) -> usize {
        self.ids_over().len()
    }

    /// Whether anything is held: there is something to do, and something left to spend.
    pub fn has_work(&self) -> bool {
        !self.todo.is_empty() && !self.budget.is_spent()
    }

    /// Holds what is to be held. After each update `watch` is told how many are under way.
    ///
    /// # Errors
    /// A model cannot be had, a limit on cost cannot be kept, or the journal cannot be written.
    pub async fn hold(
        &self,
        patience: Patience,
        watch: &mut dyn FnMut(Update<'_>, usize),
    ) -> Result<BatchEnding, Failure> {
        let mut exit = Exit::Done;
        let mut limited = false;
        let mut watch = |update: Update<'_>, running: usize| {
            limited |= matches!(&update, Update::Ended(_, End::Limit(_)));
            watch(update, running);
        };
        if self.has_work()
            && let Some(rosters) = self.rosters(patience).await?
        {
            let again = (&self.failed, patience);
            let budget = Arc::clone(&self.budget);
            let runner = Runner::new(self.host, self.journal, &self.plan, rosters, budget, again);
            exit = runner.run(self.todo.clone(), &mut watch).await?;
        }
        // Those that were held again in this run count as they are now.
        let begun = self.journal.of_batch(&self.plan.name, None)?;
        let found = by_item(&begun, &self.failed);
        let todo = self.plan.todo(&begun, &self.failed);
        let items = todo.iter().filter_map(|at| self.plan.items.get(*at));
        let is_over = |one: &&Planned| {
            let found = found.get(one.id.as_str());
            found.is_some_and(|one| one.status != CompletionStatus::Unfinished)
        };
        let again = items.filter(is_over).count();
        Ok(self.ending(exit, (todo.len() - again, again), limited))
    }

    /// The models; `None` where it was stopped before they were found.
    async fn rosters(&self, patience: Patience) -> Result<Option<Vec<Option<Roster>>>, Failure> {
        let stop = &self.budget.stop;
        tokio::select! {
            // Whoever looks for models hears of a stop, too: one of the two answers for it, and always the same one.
            biased;
            () = stop.cancelled() => Ok(None),
            found = rosters(self.host, &self.plan, (&self.todo, stop), patience) => match found {
                Ok(found) => Ok(Some(found)),
                Err(failure) if self.plan.is_begun(&self.begun, &self.failed) => {
                    Err(resumable(failure))
                }
                Err(failure) => Err(failure),
            },
        }
    }

    /// The end of a run that has left so many debates that are not over, and so many that are and are held again.
    fn ending(&self, exit: Exit, (open, again): (usize, usize), limited: bool) -> BatchEnding {
        let not_over = counted(open, "debate is not over", "debates are not over");
        let held_again = counted(
            again,
            "debate is still to be held again",
            "debates are still to be held again",
        );
        let are = match (open, again) {
            (0, 0) => {
                return BatchEnding {
                    exit,
                    message: None,
                };
            }
            (_, 0) => not_over,
            (0, _) => held_again,
            (_, _) => format!("{not_over}, and {held_again}"),
        };
        let them = if open + again == 1 { "it" } else { "them" };
        let told = if self.budget.is_spent() {
            format!(
                "{} {are}; with a higher limit the same command goes on with {them}.",
                self.budget.describe()
            )
        } else if limited {
            format!(
                "{are}, because of the limit of each; the same command goes on with {them}, and allows \
                 each as much again."
            )
        } else {
            format!("{are}; the same command goes on with {them}.")
        };
        let is_cut = self.budget.stop.is_cancelled() || self.budget.is_spent();
        BatchEnding {
            exit: if is_cut || exit == Exit::Done {
                Exit::Interrupted
            } else {
                exit
            },
            message: Some(told),
        }
    }

    /// The ids of the items whose debates are over, and stay so.
    pub(crate) fn ids_over(&self) -> BTreeSet<String> {
        let found = by_item(&self.begun, &self.failed);
        let is_over = |id: &&String| {
            found.get(id.as_str()).is_some_and(|one| {
                one.status != CompletionStatus::Unfinished
                    && !self.failed.again.contains(&one.debate)
            })
        };
        let ids = self.plan.items.iter().map(|one| &one.id);
        ids.filter(is_over).cloned().collect()
    }

    /// The debate of each item that is there, by the id of the item. Of what was held again, the debate that came of it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(crate) fn debates(&self) -> Result<BTreeMap<String, DebateId>, Failure> {
        let begun = self.journal.of_batch(&self.plan.name, None)?;
        let failed = FailedDebates::of(self.journal, &begun, Retry::Silent)?;
        let found = by_item(&begun, &failed).into_iter();
        Ok(found
            .map(|(item, one)| (item.to_owned(), one.debate.clone()))
            .collect())
    }

    /// A row for each of its debates, with the numbers that are drawn from it. Of what was held again, the debate that
    /// came of it counts.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn rows(&self, progress: &mut dyn WorkProgress) -> Result<Vec<BatchRow>, Failure> {
        // What is measured of each debate. Whoever has more numbers adds them here.
        let counted = Counted(CorpusMeasures::open_if_readable(self.host));
        let measures: [&dyn Measures; 2] = [&Usual, &counted];
        let mut rows = Vec::with_capacity(self.plan.items.len());
        self.read(progress, &mut |planned, state| {
            rows.push(BatchRow::of(&planned.item, state, &measures));
        })?;
        Ok(rows)
    }

    /// Reads the debate of each of its items, in their order, where there is one. Of what was held again, the debate that
    /// came of it counts.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn read(
        &self,
        progress: &mut dyn WorkProgress,
        each: &mut dyn FnMut(&Planned, Option<&DebateState>),
    ) -> Result<(), Failure> {
        let begun = self.journal.of_batch(&self.plan.name, None)?;
        let failed = FailedDebates::of(self.journal, &begun, Retry::Silent)?;
        let found = by_item(&begun, &failed);
        let all = self.plan.items.len();
        progress.begins("reading the debates".to_owned());
        for (done, planned) in (1..).zip(&self.plan.items) {
            let state = match found.get(planned.id.as_str()) {
                // A debate that cannot be read has a row without numbers; who runs it was told why.
                Some(summary) => self
                    .journal
                    .load(&summary.debate)
                    .ok()
                    .map(|all| DebateState::fold(&all)),
                None => None,
            };
            each(planned, state.as_ref());
            progress.at(done, all);
        }
        progress.ends();
        Ok(())
    }
}

/// The measures that need no model.
pub(crate) struct Counted(pub(crate) Option<CorpusMeasures>);

impl Measures for Counted {
    fn of(&self, state: &DebateState) -> Vec<Number> {
        let library = self.0.as_ref().map(|library| library as &dyn CorpusQueries);
        let readings = Report::counted(state, library).readings.into_iter();
        readings
            .map(|reading| {
                Number::table_only(reading.measure.definition().id, reading.total.value())
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::{BatchLimits, BatchRequest},
        debate::opening::OnFailure,
        files,
    };
    use crate::{patience::Watched, unattended::Wait};

    const FILE: &str = "name = \"small\"\nmotions = [\"This House Believes that tolls are fair\"]\nformats = [\"roundtable\"]\nseeds = [1, 2]\n";

    fn plan(host: &Host, folder: &std::path::Path) -> BatchPlan {
        let path = folder.join("small.toml");
        files::write(&path, files::Existing::Replace, |out| {
            out.write_all(FILE.as_bytes())
        })
        .unwrap();
        let wanted = BatchRequest {
            file: &path,
            limits: BatchLimits::default(),
            shard: None,
            on_failure: OnFailure::Stop,
        };
        BatchPlan::read(host, wanted).unwrap()
    }

    #[tokio::test]
    async fn what_is_left_is_said_and_the_poorer_count_for_the_shell() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let journal = host.journal().unwrap();
        let stop = CancellationToken::new();
        let plan = plan(&host, folder.path());
        let batch = Batch::of(&host, &journal, plan, Retry::Silent, stop.clone()).unwrap();
        assert_eq!((batch.todo(), batch.over()), (2, 0));
        assert!(batch.has_work());
        // Stopped before a model was looked for.
        stop.cancel();
        let ending = batch
            .hold(
                Patience::of(Watched::by_nobody(None), Wait::default()),
                &mut |_, _| {},
            )
            .await
            .unwrap();
        assert_eq!(ending.exit, Exit::Interrupted);
        let told = ending.message.as_deref().unwrap();
        assert!(told.starts_with("2 debates are not over"), "{told}");
        let rows = batch.rows(&mut ()).unwrap();
        assert_eq!(rows.len(), 2);
        assert!(rows.iter().all(|row| !row.poorer));

        assert_eq!(batch.ending(Exit::Done, (0, 0), false).message, None);
        // A debate that reached a limit of its own is told of even where the run was interrupted by it.
        let limited = batch
            .ending(Exit::Interrupted, (1, 0), true)
            .message
            .unwrap();
        assert!(limited.contains("the limit of each"), "{limited}");
        let one = batch
            .ending(Exit::Interrupted, (1, 0), false)
            .message
            .unwrap();
        assert_eq!(
            one,
            "1 debate is not over; the same command goes on with it."
        );

        // What is held again for a flag alone is over all the same.
        let told = |open, again| {
            batch
                .ending(Exit::Done, (open, again), false)
                .message
                .unwrap()
        };
        assert_eq!(
            told(0, 1),
            "1 debate is still to be held again; the same command goes on with it."
        );
        assert_eq!(
            told(1, 2),
            "1 debate is not over, and 2 debates are still to be held again; the same command goes on with them."
        );

        let done = batch.ending(Exit::Done, (0, 0), false);
        assert_eq!(done.exit_with(0), Exit::Done);
        assert_eq!(done.exit_with(1), Exit::ModelFailed);
        assert_eq!(ending.exit_with(1), Exit::Interrupted);
    }
}
