//! What becomes of the debates of a study once they are over: iterations that are taught, and houses that divide.

use hustings_study::{
    batch::BatchItem,
    paired::{ArmWork, HouseArm},
};
use tokio_util::sync::CancellationToken;

use super::{Study, StudyEstimate};
use crate::{
    batch::Booked,
    conclusion::lacking,
    debate::{DebateState, ids::DebateId},
    engine::{Dividing, Ending},
    error::{Exit, Failure},
    find::SharedModels,
    finished::house::{DivideRequest, with_house},
    journal::{Journal, RepeatedDivisions},
    patience::{Patience, Watched, reached},
    progress::WorkProgress,
    real::Given,
    refine::{Chain, ChainStep, Next},
    unattended::{self, Script},
};

/// Something that is still to become of a debate.
#[derive(Debug)]
struct Task<'a> {
    debate: DebateId,
    item: BatchItem,
    arm: &'a str,
    work: ArmWork,
}

impl Study<'_> {
    /// Does what is still to become of the debates that are over, one after the other, until `stop`. What cannot be done is
    /// said, and the rest goes on.
    ///
    /// # Errors
    /// The journal cannot be read or written, or no model can be had.
    pub async fn follow(
        &self,
        patience: Patience,
        progress: &mut dyn WorkProgress,
    ) -> Result<Exit, Failure> {
        let stop = self.batch.budget.stop.clone();
        let tasks = self.tasks().await?;
        let all = tasks.len();
        let mut exit = Exit::Done;
        for (at, task) in tasks.iter().enumerate() {
            if stop.is_cancelled() || self.batch.budget.is_spent() {
                return Ok(Exit::Interrupted);
            }
            progress.begins(format!("{} ({} of {all})", task.arm, at + 1));
            let done = match &task.work {
                ArmWork::Refined(most) => {
                    self.refined(&task.debate, *most, (patience, &stop)).await
                }
                ArmWork::Divided(house) => Box::pin(self.divided(task, house, &stop)).await,
                ArmWork::Held | ArmWork::Repeated(_) => Ok(Exit::Done),
            };
            progress.ends();
            match done {
                Ok(Exit::Interrupted) => return Ok(Exit::Interrupted),
                Ok(Exit::Done) => {}
                Ok(poorer) => exit = poorer,
                Err(failure) => match failure.exit {
                    Exit::Internal | Exit::NoModel | Exit::Interrupted => return Err(failure),
                    Exit::Done | Exit::BadInput | Exit::ModelFailed => {
                        let short = task.debate.short();
                        (self.batch.host.tell)(&format!(
                            "{short}, {}: {}",
                            task.arm, failure.message
                        ));
                        exit = Exit::ModelFailed;
                    }
                },
            }
        }
        Ok(exit)
    }

    /// How much is still to become of debates that are over.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub async fn to_follow(&self) -> Result<usize, Failure> {
        Ok(self.tasks().await?.len())
    }

    /// What is still to be done, block by block.
    async fn tasks(&self) -> Result<Vec<Task<'_>>, Failure> {
        let debates = self.batch.debates()?;
        let mut tasks = Vec::new();
        for block in &self.design.blocks {
            for (item, arm) in block.items.iter().zip(&self.design.file.arms) {
                let Some(debate) = debates.get(&item.id()) else {
                    continue;
                };
                let work = arm.work();
                if self.is_over(debate)? && self.left(Some(debate), (&work, item.seed)).await? > 0 {
                    tasks.push(Task {
                        debate: debate.clone(),
                        item: item.clone(),
                        arm: &arm.name,
                        work,
                    });
                }
            }
        }
        Ok(tasks)
    }

    fn is_over(&self, debate: &DebateId) -> Result<bool, Failure> {
        let journal = self.batch.journal;
        let state = DebateState::fold(&journal.load(debate)?);
        Ok(state.is_closed() && !state.is_wordless())
    }

    /// Looks whether the models that houses have of their own are there, before a debate is held for such a house.
    ///
    /// # Errors
    /// One of them cannot be had.
    pub async fn check_houses(
        &self,
        estimate: &StudyEstimate,
        patience: Patience,
    ) -> Result<(), Failure> {
        let (host, plan) = (self.batch.host, &self.batch.plan);
        let mut common = SharedModels::new(plan.calls);
        for (arm, left) in self.design.file.arms.iter().zip(&estimate.arms) {
            let own = arm.house.as_ref().and_then(|house| house.model.as_deref());
            let Some(model) = own.filter(|_| left.divisions > 0) else {
                continue;
            };
            for flags in &plan.models {
                let flags = with_house(flags.clone(), model);
                let mut roster = host.roster_among(&flags, &mut common).await?;
                reached(&mut roster, patience.on_failure, host.tell).await?;
            }
        }
        Ok(())
    }

    /// The iterations or divisions that are still to come of a debate, or of one that is still to be held.
    pub(super) async fn left(
        &self,
        debate: Option<&DebateId>,
        (work, seed): (&ArmWork, u64),
    ) -> Result<u64, Failure> {
        let over = match debate {
            Some(debate) if self.is_over(debate)? => Some(debate),
            Some(_) | None => None,
        };
        Ok(match (work, over) {
            (ArmWork::Held | ArmWork::Repeated(_), _) => 0,
            (ArmWork::Refined(most), None) => u64::from(most.saturating_sub(1)),
            (ArmWork::Refined(most), Some(debate)) => {
                let chain = Chain::load(self.batch.journal, debate)?;
                let held = u64::try_from(chain.over.len()).unwrap_or(u64::MAX);
                match self.step(chain, *most).await?.next() {
                    Next::Nothing => 0,
                    Next::TakeUp(_) | Next::Open(..) => u64::from(*most).saturating_sub(held),
                }
            }
            (ArmWork::Divided(_), None) => 1,
            (ArmWork::Divided(house), Some(debate)) => {
                u64::from(kept(self.batch.journal, debate, (house, seed))?.is_none())
            }
        })
    }

    /// A chain, weighed by what this host compares texts with.
    pub(super) async fn step(&self, chain: Chain, most: u32) -> Result<ChainStep, Failure> {
        let embedder = self.batch.host.embedder()?;
        Ok(ChainStep::weigh(chain, most, embedder.as_deref()).await)
    }

    /// Holds the iterations of a debate, until the rules end it.
    async fn refined(
        &self,
        debate: &DebateId,
        most: u32,
        (patience, stop): (Patience, &CancellationToken),
    ) -> Result<Exit, Failure> {
        let (host, journal) = (self.batch.host, self.batch.journal);
        let watched = (Watched::ByNobody(patience.on_failure), patience.wait);
        let mut exit = Exit::Done;
        loop {
            let chain = Chain::load(journal, debate)?;
            let count = chain.over.len();
            let weighed = self.step(chain, most).await?;
            let next = weighed.next();
            let begun = host.begin_iteration(journal, next, watched, stop).await?;
            let Some((handle, held, known)) = begun else {
                return Ok(exit);
            };
            let mut sink = Booked(&self.batch.budget);
            let until = (stop.child_token(), patience.wait);
            let ending = unattended::run(handle, &known, &mut sink, Script::default(), until).await;
            match ending.map_err(|error| Failure::internal(error.to_string()))? {
                Ending::Closed => {}
                Ending::Left | Ending::Limit(_) => return Ok(Exit::Interrupted),
                Ending::Unreachable(reason) => {
                    (host.tell)(&reason);
                    return Ok(Exit::Interrupted);
                }
                Ending::Journal(reason) => {
                    return Err(Failure::internal(format!(
                        "the journal cannot be written: {reason}"
                    )));
                }
            }
            if lacking(journal, &held)?.is_some() {
                exit = Exit::ModelFailed;
            }
            if Chain::load(journal, debate)?.over.len() <= count {
                // It was adjourned: there is no verdict to learn from.
                return Ok(Exit::ModelFailed);
            }
        }
    }

    /// Has a house divide on a debate.
    async fn divided(
        &self,
        task: &Task<'_>,
        house: &HouseArm,
        stop: &CancellationToken,
    ) -> Result<Exit, Failure> {
        let given = Given::default();
        let debates = [task.debate.0.clone()];
        let wanted = DivideRequest {
            debates: &debates,
            given: &given,
            audience: house.audience.map(|count| count as usize),
            seed: Some(task.item.seed),
            dividing: dividing(house),
            telling: house.told,
            both_orders: house.both_orders,
            model: house.model.as_deref(),
            keeps_one: true,
        };
        let found = Box::pin(self.batch.host.divide(wanted, &mut (), stop)).await?;
        for one in &found.debates {
            self.batch.budget.pay(&one.usage);
            if let Some(failed) = &one.failed {
                (self.batch.host.tell)(failed);
            }
        }
        if let Some(limit) = &found.limit {
            (self.batch.host.tell)(limit);
        }
        Ok(found.exit())
    }
}

fn dividing(house: &HouseArm) -> Dividing {
    Dividing {
        repeats: house.divisions.unwrap_or(1) as usize,
        together: house.together.unwrap_or(1) as usize,
    }
}

/// The divisions of such a house on a debate, where all of its members have voted: the newest.
///
/// # Errors
/// The journal cannot be read.
pub(super) fn kept(
    journal: &Journal,
    debate: &DebateId,
    (house, seed): (&HouseArm, u64),
) -> Result<Option<RepeatedDivisions>, Failure> {
    let dividing = dividing(house);
    let is_it = |one: &RepeatedDivisions| {
        let is_large = |wanted: u32| one.audience == wanted as usize;
        one.telling == house.told
            && one.both_orders == house.both_orders
            && one.named == house.model
            && one.seed == seed
            && one.together == dividing.together
            && one.divisions.len() == dividing.repeats
            && house.audience.is_none_or(is_large)
            && one
                .divisions
                .iter()
                .all(|each| each.after.len() == one.audience)
    };
    let all = journal.divisions(debate)?;
    Ok(all.into_iter().rev().find(is_it))
}
