//! Where the debates of a batch are held: each opened, or taken up again, and followed without a word.

use std::{
    collections::BTreeSet,
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use super::{
    super::{args::FailureArgs, found, ground::Ground, run, setup},
    plan::{Plan, Planned, by_item},
    purse::Purse,
};
use crate::{
    debate::{
        DebateState,
        event::{Event, Record},
        ids::DebateId,
        missing,
    },
    engine::{Ending, Handle},
    error::{Exit, Failure},
    headless::{self, Script, Sink},
    journal::{Closing, Journal},
    llm::roster::Roster,
};

/// How a debate of the batch ended, for now.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It is over.
    Done,
    /// It is over, and the poorer for a model that could not be had: by what.
    Poorer(String),
    /// It was stopped, and can be gone on with.
    Left,
    /// It has reached a limit of its own, and can be gone on with.
    Limit(String),
    /// It was stopped before it began.
    NotBegun,
    /// Another process has it.
    Elsewhere,
    /// It cannot be held; the others can.
    Failed(String),
    /// Its model is gone: none of those that follow would fare better. It can be gone on with.
    NoModel(String),
}

/// The hall.
pub(super) struct Hall<'a> {
    ground: &'a Ground,
    journal: &'a Journal,
    pub(super) plan: &'a Plan,
    rosters: Vec<Option<Roster>>,
    purse: Arc<Purse>,
    running: AtomicUsize,
    /// A model has failed: whether it is there is asked again before the next debate.
    in_doubt: AtomicBool,
    /// Debates that are over and held again all the same.
    failed: &'a BTreeSet<DebateId>,
    failure: FailureArgs,
}

impl<'a> Hall<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        journal: &'a Journal,
        plan: &'a Plan,
        rosters: Vec<Option<Roster>>,
        purse: Arc<Purse>,
        (failed, failure): (&'a BTreeSet<DebateId>, FailureArgs),
    ) -> Self {
        Self {
            ground,
            journal,
            plan,
            rosters,
            purse,
            running: AtomicUsize::new(0),
            in_doubt: AtomicBool::new(false),
            failed,
            failure,
        }
    }

    /// How many debates are under way.
    pub(super) fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Holds a debate of the plan to its end, or until it is stopped.
    ///
    /// # Errors
    /// The journal cannot be written: no debate can be held.
    pub(super) async fn hold(&self, number: usize) -> Result<End, Failure> {
        let Some(planned) = self.plan.items.get(number) else {
            return Ok(End::NotBegun);
        };
        if self.purse.stop.is_cancelled() {
            return Ok(End::NotBegun);
        }
        let work = format!("{}-{}", self.plan.name, planned.id);
        let Some(claim) = self.journal.claim(&work)? else {
            return Ok(End::Elsewhere);
        };
        self.running.fetch_add(1, Ordering::Relaxed);
        let end = self.held(planned).await;
        self.running.fetch_sub(1, Ordering::Relaxed);
        drop(claim);
        end.or_else(|failure| match failure.exit {
            Exit::Internal => Err(failure),
            Exit::Done | Exit::BadInput | Exit::NoModel | Exit::ModelFailed | Exit::Interrupted => {
                Ok(End::Failed(failure.message))
            }
        })
    }

    async fn held(&self, planned: &Planned) -> Result<End, Failure> {
        let roster = self.rosters.get(planned.models).cloned().flatten();
        let Some(mut roster) = roster else {
            return Ok(End::Failed("its models were not looked for".to_owned()));
        };
        if self.in_doubt.swap(false, Ordering::Relaxed)
            && let Err(failure) = self.verified(&mut roster).await
        {
            self.purse.stop.cancel();
            return Ok(End::NoModel(failure.to_string()));
        }
        // Asked again now that nobody else may begin it.
        let begun = self.journal.of_batch(&self.plan.name, Some(&planned.id))?;
        let (handle, debate, known) = match by_item(&begun, self.failed).get(planned.id.as_str()) {
            Some(summary) if self.failed.contains(&summary.debate) => {
                self.begun(planned, roster)?
            }
            Some(summary) if summary.status != Closing::Unfinished => return Ok(End::Done),
            Some(summary) => {
                let debate = summary.debate.clone();
                let (writer, records) = match self.journal.resume(&debate) {
                    Ok(taken) => taken,
                    Err(crate::journal::JournalError::InUse { .. }) => return Ok(End::Elsewhere),
                    Err(error @ crate::journal::JournalError::BadRow { .. }) => {
                        return Ok(End::Failed(error.to_string()));
                    }
                    Err(error) => return Err(error.into()),
                };
                let terms = (self.failure.policy(true), None);
                let handle = run::go_on(self.ground, writer, &records, roster, terms)?;
                (handle, debate, records)
            }
            None => self.begun(planned, roster)?,
        };
        self.followed(handle, &debate, &known).await
    }

    /// A debate of its own for an item.
    fn begun(
        &self,
        planned: &Planned,
        roster: Roster,
    ) -> Result<(Handle, DebateId, Vec<Record>), Failure> {
        let opening = setup::opening(&self.ground.catalog, planned.choice.clone(), &roster)?;
        let debate = opening.debate.clone();
        let handle = run::open(self.ground, self.journal, opening, roster)?;
        Ok((handle, debate, Vec::new()))
    }

    /// Asks whether the models are there, and again for as long as is to be waited.
    async fn verified(&self, roster: &mut Roster) -> Result<(), Failure> {
        let patience = self.failure.patience(true);
        let look = async || found::reached(roster, patience.on_failure).await;
        found::waited(patience.wait, &self.purse.stop, look).await
    }

    async fn followed(
        &self,
        handle: Handle,
        debate: &DebateId,
        known: &[Record],
    ) -> Result<End, Failure> {
        let mut sink = Payer(&self.purse);
        let stop = self.purse.stop.child_token();
        let until = (stop, self.failure.wait());
        let ending = headless::run(handle, known, &mut sink, Script::default(), until).await;
        match ending.map_err(|error| Failure::internal(error.to_string()))? {
            Ending::Closed => {
                let state = DebateState::fold(&self.journal.load(debate)?);
                let lost = missing::missing(&state);
                if !lost.iter().any(|one| one.counts) {
                    return Ok(End::Done);
                }
                self.in_doubt.store(true, Ordering::Relaxed);
                let told = missing::told(&state, &lost);
                Ok(End::Poorer(told.unwrap_or_default()))
            }
            Ending::Left if self.purse.stop.is_cancelled() => Ok(End::Left),
            Ending::Left => Ok(End::Failed(
                "it waits for somebody to go on with it".to_owned(),
            )),
            Ending::Limit(what) => Ok(End::Limit(what)),
            // None of those that follow would fare better, nor those that are under way.
            Ending::Unreachable(reason) => {
                self.purse.stop.cancel();
                Ok(End::NoModel(reason))
            }
            Ending::Journal(reason) => Err(Failure::internal(format!(
                "the journal cannot be written: {reason}"
            ))),
        }
    }
}

/// Takes from the purse what each call has cost.
struct Payer<'a>(&'a Purse);

impl Sink for Payer<'_> {
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
