//! Which debate is measured in an arm: the one of its block, the last of those that were held again, or the last iteration.

use std::collections::BTreeMap;

use hustings_study::{
    batch::{BatchItem, BatchRow, ItemStatus, Measures},
    paired::{self, Arm, ArmWork, StudyBlock, UnreadReason},
};

use super::Study;
use crate::{
    debate::{DebateState, ids::DebateId, missing},
    error::Failure,
    refine::{Chain, Next},
};

/// The debate that is measured in an arm.
#[derive(Debug)]
pub(super) struct ArmDebate {
    /// Its item; of an iteration, that of the debate which it refines.
    pub(super) item: BatchItem,
    /// Its id, where it has been begun.
    pub(super) debate: Option<DebateId>,
    /// Its state.
    pub(super) state: Option<DebateState>,
    /// Why it is not the one that is to be measured in the end, where it is over and another one is still to come.
    unfinished: Option<String>,
}

impl ArmDebate {
    /// Its row in a table of these measures.
    pub(super) fn row(&self, measures: &[&dyn Measures]) -> BatchRow {
        BatchRow::of(&self.item, self.state.as_ref(), measures)
    }

    /// Why it counts for nothing, where it does.
    pub(super) fn lacking(&self, row: &BatchRow) -> Option<String> {
        match row.status {
            ItemStatus::Pending => Some("the debate has not been begun".to_owned()),
            ItemStatus::Unfinished => Some("the debate is not over".to_owned()),
            ItemStatus::Adjourned => Some("the debate was adjourned".to_owned()),
            ItemStatus::Silent => Some("nobody said a word in the debate".to_owned()),
            ItemStatus::Completed if row.poorer && !self.lacks_judgement_alone() => {
                Some(format!("the debate lacks something: {}", row.missing))
            }
            ItemStatus::Completed => self.unfinished.clone(),
        }
    }

    /// The figures that rest on what the judges did not give, with the reason; none where they gave everything.
    pub(super) fn unjudged(&self, row: &BatchRow) -> BTreeMap<String, UnreadReason> {
        let Some(state) = self.state.as_ref().filter(|_| row.poorer) else {
            return BTreeMap::new();
        };
        let ids = row.numbers.iter().map(|one| one.name.as_str());
        let judged = ids.filter(|id| paired::rests_on_judges(id, state));
        let reason = || UnreadReason {
            why: row.missing.clone(),
            failed: true,
        };
        judged.map(|id| (id.to_owned(), reason())).collect()
    }

    /// Whether nothing that counts is missing but of the judges: what was said and voted is whole.
    fn lacks_judgement_alone(&self) -> bool {
        let lost = self.state.as_ref().map(missing::missing);
        let mut counted = lost.iter().flatten().filter(|one| one.counts);
        counted.all(|one| one.part.is_of_judges())
    }
}

impl Study<'_> {
    /// The debate of a block that is measured in an arm; `None` where the block has none for it.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(super) async fn measured<'d>(
        &self,
        (block, at, arm): (&StudyBlock, usize, &Arm),
        find: &(dyn Fn(&str) -> Option<&'d DebateId> + Sync),
    ) -> Result<Option<ArmDebate>, Failure> {
        let work = arm.work();
        let Some(item) = block.measured(at, &work) else {
            return Ok(None);
        };
        let journal = self.batch.journal;
        let Some(debate) = find(&item.id()) else {
            return Ok(Some(ArmDebate {
                item,
                debate: None,
                state: None,
                unfinished: None,
            }));
        };
        let state = DebateState::fold(&journal.load(debate)?);
        let as_held = ArmDebate {
            item,
            debate: Some(debate.clone()),
            state: Some(state),
            unfinished: None,
        };
        let is_over = as_held.state.as_ref().is_some_and(DebateState::is_closed);
        let most = match work {
            ArmWork::Refined(most) if is_over => most,
            ArmWork::Refined(_) | ArmWork::Held | ArmWork::Repeated(_) | ArmWork::Divided(_) => {
                return Ok(Some(as_held));
            }
        };
        let step = self.step(Chain::load(journal, debate)?, most).await?;
        let unfinished = match step.next() {
            Next::Nothing => None,
            Next::TakeUp(_) | Next::Open(..) => {
                Some("not all of its iterations were held".to_owned())
            }
        };
        // Somebody may have refined it further.
        let last = step.chain().over.iter().take(most as usize).next_back();
        Ok(Some(match last {
            Some(last) => ArmDebate {
                debate: Some(last.debate.clone()),
                state: Some(last.state.clone()),
                unfinished,
                ..as_held
            },
            None => ArmDebate {
                unfinished,
                ..as_held
            },
        }))
    }
}
