//! Debates that run in this process beside each other, each as nobody watches it, for somebody who looks in now and then,
//! steers them, and leaves them all at once. What is left can be taken up again, by this process or another.

mod debate;
mod progress;
mod watching;

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use hustings_rules::setup::{DebateChoice, Requested};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use debate::RunningDebate;
pub use progress::{DebateProgress, ProgressStatus};
pub use watching::WatchedDebate;

use crate::{
    Host,
    conclusion::Conclusion,
    debate::{DebateState, event::Record, ids::DebateId, opening::Opening},
    engine::{Ending, Handle, Terms},
    error::Failure,
    journal::Journal,
    limits,
    llm::roster::Roster,
    patience::Patience,
    people::{self, KeepPeople},
    unattended::{self, Script},
};

use debate::Eyes;

/// The debates that run in this process.
#[derive(Debug)]
pub struct RunningDebates {
    /// The host that opens them.
    pub host: Host,
    journal: Journal,
    patience: Patience,
    /// The models, where they are given and not looked for.
    models: Option<Roster>,
    at_once: usize,
    places: Arc<Semaphore>,
    debates: Arc<Mutex<Debates>>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

#[derive(Debug, Default)]
struct Debates {
    running: BTreeMap<DebateId, Arc<RunningDebate>>,
    /// What is told of those that this process runs no more.
    ended: BTreeMap<DebateId, Result<Conclusion, Failure>>,
}

/// A debate that was opened.
#[derive(Debug)]
pub struct OpenedDebate {
    /// What was settled beforehand.
    pub opening: Opening,
    /// The debate, which runs.
    pub debate: Arc<RunningDebate>,
}

impl RunningDebates {
    /// No debates yet. So many can run at once.
    ///
    /// # Errors
    /// The journal cannot be opened.
    pub fn new(host: Host, at_once: usize, patience: Patience) -> Result<Self, Failure> {
        Ok(Self {
            journal: host.journal()?,
            host,
            patience,
            models: None,
            at_once,
            places: Arc::new(Semaphore::new(at_once)),
            debates: Arc::default(),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
        })
    }

    /// With these models for every debate, which are not looked for.
    #[must_use]
    pub fn with_models(mut self, models: Roster) -> Self {
        self.models = Some(models);
        self
    }

    /// The patience with their models.
    pub fn patience(&self) -> Patience {
        self.patience
    }

    /// The journal that they are kept in.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// How many debates run now, and how many may.
    pub fn count(&self) -> (usize, usize) {
        (self.at_once - self.places.available_permits(), self.at_once)
    }

    /// Opens a debate, with people whom a model invents where `invents` says so, and lets it run. `tell` hears what is done
    /// before its first event. To drop this before its end begins nothing.
    ///
    /// # Errors
    /// As many run as may; the choice makes no sense; a model cannot be had; the debate cannot be opened.
    pub async fn open(
        &self,
        mut choice: DebateChoice,
        invents: bool,
        tell: &(dyn Fn(&str) + Sync),
    ) -> Result<OpenedDebate, Failure> {
        let place = self.place()?;
        self.host.check(&choice, Requested::No)?;
        tell("looking for the models");
        let roster = self.models().await?;
        limits::check_cost_limit(choice.options.max_cost, &roster)?;
        if invents {
            tell("inventing people who would disagree about it");
            let wanted = (&choice, KeepPeople::InTheDebate);
            let (found, seed) = people::invent_and_keep(&self.host, wanted, &roster, tell).await?;
            people::seat(&mut choice, found, seed);
        }
        let opening = self.host.opening(choice, &roster)?;
        let handle = self.host.open(&self.journal, opening.clone(), roster)?;
        let debate = self.run(opening.debate.clone(), (handle, Vec::new()), place);
        self.is_begun(&debate).await?;
        Ok(OpenedDebate { opening, debate })
    }

    /// Takes up a debate that was left, and lets it run.
    ///
    /// # Errors
    /// As many run as may; it is over, or another process runs it; its models cannot be had.
    pub async fn take_up(&self, debate: &DebateId) -> Result<Arc<RunningDebate>, Failure> {
        let place = self.place()?;
        let (handle, records) = match &self.models {
            Some(models) => {
                let (writer, records) = self.journal.resume(debate)?;
                let state = DebateState::fold(&records);
                let terms = Terms {
                    on_failure: self.patience.on_failure,
                    pace: None,
                    launch: None,
                    waits: false,
                    changes: Vec::new(),
                };
                let handle = self.host.go_on(writer, state, models.clone(), terms)?;
                (handle, records)
            }
            None => {
                self.host
                    .take_up(&self.journal, debate, self.patience, None, &self.stop)
                    .await?
            }
        };
        let debate = self.run(debate.clone(), (handle, records), place);
        self.is_begun(&debate).await?;
        Ok(debate)
    }

    /// The debate of that id, where it runs here.
    ///
    /// # Errors
    /// It does not.
    pub fn get(&self, debate: &DebateId) -> Result<Arc<RunningDebate>, Failure> {
        self.find(debate).ok_or_else(|| {
            let id = debate.short();
            Failure::input(format!("the debate {id} does not run here"))
                .hint("one that was left is taken up first; one that is over can be read, and is not steered any more")
        })
    }

    /// The debate of that id, where it runs here.
    pub fn find(&self, debate: &DebateId) -> Option<Arc<RunningDebate>> {
        self.debates().running.get(debate).cloned()
    }

    /// What is told of a debate that this process has run and runs no more.
    pub fn ended(&self, debate: &DebateId) -> Option<Result<Conclusion, Failure>> {
        self.debates().ended.get(debate).cloned()
    }

    /// Watches a debate of the journal, whoever runs it.
    ///
    /// # Errors
    /// There is no such debate, or it cannot be read.
    pub fn watch(&self, debate: &DebateId) -> Result<WatchedDebate, Failure> {
        match self.find(debate) {
            Some(debate) => Ok(WatchedDebate::here(debate)),
            None => Ok(WatchedDebate::of_journal(self.journal.tail(debate)?)),
        }
    }

    /// Leaves all of them, as Ctrl-C leaves a debate, and waits until all that happened is kept.
    pub async fn leave(&self) {
        self.stop.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn place(&self) -> Result<OwnedSemaphorePermit, Failure> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let most = self.at_once;
            Failure::input(format!("{most} debates run, as many as may run at once"))
                .hint("wait until one of them is over, or adjourn one")
        })
    }

    async fn models(&self) -> Result<Roster, Failure> {
        if let Some(models) = &self.models {
            return Ok(models.clone());
        }
        let flags = &self.host.overrides;
        self.host
            .roster_waited(flags, self.patience, &self.stop)
            .await
    }

    /// Runs a debate beside all else.
    fn run(
        &self,
        id: DebateId,
        (handle, known): (Handle, Vec<Record>),
        place: OwnedSemaphorePermit,
    ) -> Arc<RunningDebate> {
        let debate = Arc::new(RunningDebate::new(id.clone(), handle.orders.clone()));
        {
            let mut debates = self.debates();
            debates.ended.remove(&id);
            debates.running.insert(id.clone(), Arc::clone(&debate));
        }
        let (stop, wait) = (self.stop.child_token(), self.patience.wait);
        let (journal, debates) = (self.journal.clone(), Arc::clone(&self.debates));
        let running = Arc::clone(&debate);
        self.tasks.spawn(async move {
            let eyes = &mut Eyes(&running);
            let script = Script::steered();
            let ended = unattended::run(handle, &known, eyes, script, (stop, wait)).await;
            let ended = ended.unwrap_or_else(|error| Ending::Journal(error.to_string()));
            let told = Conclusion::of(&journal, &id, &ended, "");
            {
                let mut debates = lock(&debates);
                debates.running.remove(&id);
                debates.ended.insert(id, told);
            }
            // Whoever is told that it is left may take it up at once.
            drop(place);
            running.leave();
        });
        debate
    }

    /// Waits until its first event is kept, so that whoever is told of the debate finds it.
    async fn is_begun(&self, debate: &RunningDebate) -> Result<(), Failure> {
        let is_open = |state: &DebateState| state.opening.as_ref().map(drop);
        if debate.until(is_open).await.is_some() {
            return Ok(());
        }
        match self.ended(&debate.id) {
            Some(Err(failure)) => Err(failure),
            Some(Ok(_)) | None => Err(Failure::internal("the debate ended before it was opened")),
        }
    }

    fn debates(&self) -> MutexGuard<'_, Debates> {
        lock(&self.debates)
    }
}

fn lock(debates: &Mutex<Debates>) -> MutexGuard<'_, Debates> {
    debates.lock().unwrap_or_else(PoisonError::into_inner)
}
