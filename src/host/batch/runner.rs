//! Holds the debates of a batch: each is opened, or taken up again, and followed without a word.

use std::{
    collections::BTreeSet,
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::StreamExt as _;
use tokio_util::sync::CancellationToken;

use super::{BatchPlan, Budget, FailedDebates, Planned, by_item};
use crate::{
    Host,
    conclusion::lacking,
    debate::{
        DebateState,
        event::{Event, Record},
        ids::DebateId,
        opening::OnFailure,
        sink::Sink,
    },
    engine::{Ending, Handle, Terms},
    error::{Exit, Failure},
    find::SharedModels,
    journal::{CompletionStatus, DebateSummary, Journal, JournalError},
    limits,
    llm::{account::Account, roster::Roster},
    patience::{Patience, reached, waited},
    unattended::{self, Script},
};

/// The interval at which whoever watches a batch is told that time has passed.
const TICK: Duration = Duration::from_millis(250);

/// The end of a debate of the batch, for now.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// A debate that is over.
    Done,
    /// A debate that is over, and the poorer for a model that could not be had: by what.
    Poorer(String),
    /// A debate that was stopped, and can be gone on with.
    Left,
    /// A debate that has reached a limit of its own, and can be gone on with.
    Limit(String),
    /// A debate that was not begun before the batch was stopped, or because its models are gone.
    NotBegun,
    /// Another process has it.
    Elsewhere,
    /// A debate that cannot be held; the others can.
    Failed(String),
    /// A debate whose model is gone: none of those that follow would fare better. It can be gone on with.
    NoModel(String),
}

/// A batch that is being held.
pub(super) struct Runner<'a> {
    host: &'a Host,
    journal: &'a Journal,
    plan: &'a BatchPlan,
    rosters: Vec<Option<Roster>>,
    budget: Arc<Budget>,
    running: AtomicUsize,
    /// The models of which one has failed: whether they are there is asked again before the next debate with them.
    in_doubt: Mutex<BTreeSet<usize>>,
    /// The models with which no further debate is begun: none would fare better.
    given_up: Mutex<BTreeSet<usize>>,
    /// Debates that are over and held again all the same.
    failed: &'a FailedDebates,
    patience: Patience,
}

impl<'a> Runner<'a> {
    /// Nothing is held yet. `failed` are debates that are over and held again all the same.
    pub(super) fn new(
        host: &'a Host,
        journal: &'a Journal,
        plan: &'a BatchPlan,
        rosters: Vec<Option<Roster>>,
        budget: Arc<Budget>,
        (failed, patience): (&'a FailedDebates, Patience),
    ) -> Self {
        Self {
            host,
            journal,
            plan,
            rosters,
            budget,
            running: AtomicUsize::new(0),
            in_doubt: Mutex::default(),
            given_up: Mutex::default(),
            failed,
            patience,
        }
    }

    /// The number of debates under way.
    fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Holds a debate of the plan to its end, or until it is stopped.
    ///
    /// # Errors
    /// The journal cannot be written: no debate can be held.
    async fn hold(&self, number: usize) -> Result<End, Failure> {
        let Some(planned) = self.plan.items.get(number) else {
            return Ok(End::NotBegun);
        };
        if self.budget.stop.is_cancelled() || locked(&self.given_up).contains(&planned.models) {
            return Ok(End::NotBegun);
        }
        let work = format!("{}-{}", self.plan.name, planned.id);
        let Some(claim) = self.journal.claim(&work)? else {
            return Ok(End::Elsewhere);
        };
        self.running.fetch_add(1, Ordering::Relaxed);
        let end = self.hold_planned(planned).await;
        self.running.fetch_sub(1, Ordering::Relaxed);
        drop(claim);
        end.or_else(|failure| match failure.exit {
            Exit::Internal => Err(failure),
            Exit::Done | Exit::BadInput | Exit::NoModel | Exit::ModelFailed | Exit::Interrupted => {
                Ok(End::Failed(failure.message))
            }
        })
    }

    async fn hold_planned(&self, planned: &Planned) -> Result<End, Failure> {
        let roster = self.rosters.get(planned.models).cloned().flatten();
        let Some(mut roster) = roster else {
            return Ok(End::Failed("its models were not looked for".to_owned()));
        };
        let is_in_doubt = locked(&self.in_doubt).remove(&planned.models);
        if is_in_doubt && let Err(failure) = self.verified(&mut roster).await {
            self.give_up(planned);
            return Ok(End::NoModel(failure.to_string()));
        }
        // Asked again now that nobody else may begin it.
        let begun = self.journal.of_batch(&self.plan.name, Some(&planned.id))?;
        let (handle, debate, known) = match by_item(&begun, self.failed).get(planned.id.as_str()) {
            Some(summary) if self.failed.again.contains(&summary.debate) => {
                self.begun(planned, roster)?
            }
            Some(summary) if summary.status != CompletionStatus::Unfinished => {
                return Ok(End::Done);
            }
            Some(summary) => {
                let debate = summary.debate.clone();
                let (writer, records) = match self.journal.resume(&debate) {
                    Ok(taken) => taken,
                    Err(JournalError::InUse { .. }) => return Ok(End::Elsewhere),
                    Err(error @ JournalError::BadRow { .. }) => {
                        return Ok(End::Failed(error.to_string()));
                    }
                    Err(error) => return Err(error.into()),
                };
                let terms = Terms {
                    on_failure: self.patience.on_failure,
                    ..Terms::default()
                };
                let handle = self
                    .host
                    .go_on(writer, DebateState::fold(&records), roster, terms)?;
                (handle, debate, records)
            }
            None => self.begun(planned, roster)?,
        };
        self.followed(planned, handle, &debate, &known).await
    }

    /// Models are gone for everybody. None of those that follow would fare better, nor those that are under way, unless
    /// they are to go on without.
    fn give_up(&self, planned: &Planned) {
        match self.patience.on_failure {
            OnFailure::GoOn => {
                locked(&self.given_up).insert(planned.models);
            }
            OnFailure::Stop | OnFailure::Pause => self.budget.stop.cancel(),
        }
    }

    /// A debate of its own for an item.
    fn begun(
        &self,
        planned: &Planned,
        roster: Roster,
    ) -> Result<(Handle, DebateId, Vec<Record>), Failure> {
        let opening = self.host.opening(planned.choice.clone(), &roster)?;
        let debate = opening.debate.clone();
        let handle = self.host.open(self.journal, opening, roster)?;
        Ok((handle, debate, Vec::new()))
    }

    /// Asks whether the models are there, and again for as long as is to be waited.
    async fn verified(&self, roster: &mut Roster) -> Result<(), Failure> {
        let Patience { on_failure, wait } = self.patience;
        let look = async || reached(roster, on_failure, self.host.tell).await;
        waited(wait, &self.budget.stop, look).await
    }

    async fn followed(
        &self,
        planned: &Planned,
        handle: Handle,
        debate: &DebateId,
        known: &[Record],
    ) -> Result<End, Failure> {
        let mut sink = Booked(&self.budget);
        let stop = self.budget.stop.child_token();
        let until = (stop, self.patience.wait);
        let ending = unattended::run(handle, known, &mut sink, Script::default(), until).await;
        match ending.map_err(|error| Failure::internal(error.to_string()))? {
            Ending::Closed => {
                let Some(told) = lacking(self.journal, debate)? else {
                    return Ok(End::Done);
                };
                locked(&self.in_doubt).insert(planned.models);
                let begun = self.journal.of_batch(&self.plan.name, Some(&planned.id))?;
                let is_silent = |one: &DebateSummary| one.debate == *debate && one.words == 0;
                if self.patience.on_failure == OnFailure::GoOn && begun.iter().any(is_silent) {
                    self.give_up(planned);
                }
                Ok(End::Poorer(told))
            }
            Ending::Left if self.budget.stop.is_cancelled() => Ok(End::Left),
            Ending::Left => Ok(End::Failed(
                "it waits for somebody to go on with it".to_owned(),
            )),
            Ending::Limit(what) => Ok(End::Limit(what)),
            Ending::Unreachable(reason) => {
                self.give_up(planned);
                Ok(End::NoModel(reason))
            }
            Ending::Journal(reason) => Err(Failure::internal(format!(
                "the journal cannot be written: {reason}"
            ))),
        }
    }
}

/// A set, whoever else looks at it.
fn locked(set: &Mutex<BTreeSet<usize>>) -> MutexGuard<'_, BTreeSet<usize>> {
    set.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The news for whoever watches a batch.
#[derive(Debug)]
pub enum Update<'a> {
    /// The debate of that number in the plan has ended, for now.
    Ended(usize, &'a End),
    /// Time has passed, and nothing else.
    Tick,
}

impl Runner<'_> {
    /// Holds these debates of the plan, as many at a time as it says, until all are held or somebody stops it. After
    /// each update `watch` is told how many are under way.
    ///
    /// # Errors
    /// The journal cannot be written: the others are left as they are, too.
    pub(super) async fn run(
        &self,
        todo: Vec<usize>,
        watch: &mut dyn FnMut(Update<'_>, usize),
    ) -> Result<Exit, Failure> {
        let mut under_way = futures_util::stream::iter(todo)
            .map(|number| async move { (number, self.hold(number).await) })
            .buffer_unordered(self.plan.parallel);
        let mut tick = tokio::time::interval(TICK);
        let mut exit = Exit::Done;
        let mut was_left = false;
        loop {
            tokio::select! {
                ended = under_way.next() => {
                    let Some((number, ended)) = ended else {
                        let is_given_up = !locked(&self.given_up).is_empty() && was_left;
                        return Ok(if is_given_up { Exit::Interrupted } else { exit });
                    };
                    let end = match ended {
                        Ok(end) => end,
                        Err(failure) => {
                            self.budget.stop.cancel();
                            while under_way.next().await.is_some() {}
                            return Err(failure);
                        }
                    };
                    match &end {
                        End::Poorer(_) | End::Failed(_) if exit == Exit::Done => {
                            exit = Exit::ModelFailed;
                        }
                        End::NoModel(why) => {
                            // Several debates lose the same model at the same moment.
                            if exit != Exit::Interrupted {
                                (self.host.tell)(why);
                            }
                            exit = Exit::Interrupted;
                        }
                        End::Limit(_) => exit = Exit::Interrupted,
                        End::NotBegun => was_left = true,
                        End::Poorer(_)
                        | End::Failed(_)
                        | End::Done
                        | End::Left
                        | End::Elsewhere => {}
                    }
                    watch(Update::Ended(number, &end), self.running());
                }
                _ = tick.tick() => watch(Update::Tick, self.running()),
            }
        }
    }
}

/// The models of every line-up that is still to speak, each asked whether it is there; in the order of
/// [`BatchPlan::models`], `None` where nobody needs them.
///
/// # Errors
/// One cannot be had, or a limit on cost cannot be kept.
pub(super) async fn rosters(
    host: &Host,
    plan: &BatchPlan,
    (todo, stop): (&[usize], &CancellationToken),
    patience: Patience,
) -> Result<Vec<Option<Roster>>, Failure> {
    host.embeddings_are_there().await?;
    let telling = Account::telling(host.tell);
    let mut common = SharedModels::new(plan.calls);
    let mut rosters = Vec::new();
    for (number, overrides) in plan.models.iter().enumerate() {
        let is_needed = |item: &&usize| {
            plan.items
                .get(**item)
                .is_some_and(|one| one.models == number)
        };
        if !todo.iter().any(|item| is_needed(&item)) {
            rosters.push(None);
            continue;
        }
        let limited = todo.iter().filter_map(|item| {
            let planned = plan.items.get(*item).filter(|one| one.models == number)?;
            planned.choice.options.max_cost
        });
        let limit = plan.max_cost.or(limited.reduce(f64::min));
        let look = async || {
            let mut roster = host.roster_among(overrides, &mut common).await?;
            limits::check_cost_limit(limit, &roster)?;
            reached(&mut roster, patience.on_failure, host.tell).await?;
            Ok(roster.on(&telling))
        };
        rosters.push(Some(waited(patience.wait, stop, look).await?));
    }
    Ok(rosters)
}

/// Books each call on the budget.
pub(crate) struct Booked<'a>(pub(crate) &'a Budget);

impl Sink for Booked<'_> {
    fn catch_up(&mut self, _: &Record) {}

    fn record(&mut self, record: &Record) -> io::Result<()> {
        if let Event::ModelCalled { report, .. }
        | Event::CallCut { report, .. }
        | Event::ModelFailed { report, .. } = &record.event
        {
            self.0.pay(report);
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
