//! What a study has come to, read from the journal: the figures of each arm in each block, and the arms compared.

use hustings_study::{
    batch::{BatchRow, ItemStatus, Measures, Number, Usual},
    paired::{self, Arm, ArmResult, ArmWork, StudyBlock, StudyFigures, StudyResult},
};

use super::{Study, follow::kept};
use crate::{
    batch::Counted,
    debate::{DebateState, ids::DebateId},
    error::Failure,
    journal::{HouseDivision, RepeatedDivisions},
    library::CorpusMeasures,
    progress::WorkProgress,
    real::divided::{Cast, DivisionBallots},
    refine::{Chain, Next},
};

impl Study<'_> {
    /// The arms, compared over what the journal has.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub async fn result(&self, progress: &mut dyn WorkProgress) -> Result<StudyResult, Failure> {
        let debates = self.batch.debates()?;
        let counted = Counted(CorpusMeasures::open_if_readable(self.batch.host));
        let measures: [&dyn Measures; 3] = [&Usual, &StudyFigures, &counted];
        let arms = &self.design.file.arms;
        let all = self.design.blocks.len();
        let mut results = Vec::with_capacity(all);
        progress.begins("reading the debates".to_owned());
        for (done, block) in (1..).zip(&self.design.blocks) {
            let mut of_block = Vec::with_capacity(arms.len());
            for (at, arm) in arms.iter().enumerate() {
                let find = |item: &str| debates.get(item);
                of_block.push(self.arm_result((block, at, arm), &find, &measures).await?);
            }
            results.push((block.label.clone(), of_block));
            progress.at(done, all);
        }
        progress.ends();
        let names: Vec<String> = arms.iter().map(|arm| arm.name.clone()).collect();
        let name = &self.batch.plan.name;
        Ok(paired::compared(
            name,
            &names,
            &self.design.figures,
            &results,
        ))
    }

    async fn arm_result<'d>(
        &self,
        (block, at, arm): (&StudyBlock, usize, &Arm),
        find: &(dyn Fn(&str) -> Option<&'d DebateId> + Sync),
        measures: &[&dyn Measures],
    ) -> Result<ArmResult, Failure> {
        let work = arm.work();
        let Some(item) = block.measured(at, &work) else {
            return Ok(lacking("there is no such debate"));
        };
        let journal = self.batch.journal;
        let debate = find(&item.id());
        let (state, unfinished) = match (debate, &work) {
            (None, _) => (None, None),
            (Some(debate), ArmWork::Refined(most)) => {
                let state = DebateState::fold(&journal.load(debate)?);
                if state.is_closed() {
                    let step = self.step(Chain::load(journal, debate)?, *most).await?;
                    let unfinished = match step.next() {
                        Next::Nothing => None,
                        Next::TakeUp(_) | Next::Open(..) => {
                            Some("not all of its iterations were held".to_owned())
                        }
                    };
                    // Somebody may have refined it further.
                    let mut over = step.chain().over.iter().take(*most as usize);
                    let last = over.next_back().map(|one| one.state.clone());
                    (last.or(Some(state)), unfinished)
                } else {
                    (Some(state), None)
                }
            }
            (Some(debate), ArmWork::Held | ArmWork::Repeated(_) | ArmWork::Divided(_)) => {
                (Some(DebateState::fold(&journal.load(debate)?)), None)
            }
        };
        let row = BatchRow::of(&item, state.as_ref(), measures);
        let why = match row.status {
            ItemStatus::Pending => Some("the debate has not been begun".to_owned()),
            ItemStatus::Unfinished => Some("the debate is not over".to_owned()),
            ItemStatus::Adjourned => Some("the debate was adjourned".to_owned()),
            ItemStatus::Silent => Some("nobody said a word in the debate".to_owned()),
            ItemStatus::Completed if row.poorer => {
                Some(format!("the debate lacks something: {}", row.missing))
            }
            ItemStatus::Completed => unfinished,
        };
        let numbers = match (&work, debate, &state) {
            (ArmWork::Divided(house), Some(debate), Some(state)) if why.is_none() => {
                match kept(journal, debate, (house, item.seed))? {
                    Some(divisions) => paired::ballots(state, &ballots(&divisions)),
                    None => return Ok(lacking("the house has not divided on the debate")),
                }
            }
            (
                ArmWork::Held | ArmWork::Repeated(_) | ArmWork::Refined(_) | ArmWork::Divided(_),
                _,
                _,
            ) => row.numbers,
        };
        Ok(ArmResult {
            numbers,
            lacking: why,
        })
    }
}

fn lacking(why: &str) -> ArmResult {
    ArmResult {
        numbers: Vec::<Number>::new(),
        lacking: Some(why.to_owned()),
    }
}

/// The ballots of divisions that were kept.
fn ballots(kept: &RepeatedDivisions) -> Vec<DivisionBallots> {
    let of = |division: &HouseDivision| {
        let after = division.after.iter();
        after
            .map(|(seat, vote)| {
                let cast = Cast {
                    before: division.before.get(seat).copied(),
                    after: Some(*vote),
                };
                (seat.clone(), cast)
            })
            .collect()
    };
    kept.divisions.iter().map(of).collect()
}
