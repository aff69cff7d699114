//! What a study has come to, read from the journal: the figures of each arm in each block, and the arms compared.

use std::collections::BTreeMap;

use hustings_study::{
    batch::{Measures, Number, Usual},
    paired::{self, Arm, ArmResult, ArmWork, StudyBlock, StudyFigures, StudyResult},
};

use super::{Study, follow::kept};
use crate::{
    batch::Counted,
    debate::ids::DebateId,
    error::Failure,
    journal::{HouseDivision, RepeatedDivisions},
    library::CorpusMeasures,
    progress::WorkProgress,
    real::divided::{Cast, DivisionBallots},
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
        let Some(found) = self.measured((block, at, arm), find).await? else {
            return Ok(lacking("there is no such debate"));
        };
        let row = found.row(measures);
        let why = found.lacking(&row);
        let (Some(debate), Some(state)) = (&found.debate, &found.state) else {
            return Ok(ArmResult {
                numbers: row.numbers,
                unread: BTreeMap::new(),
                lacking: why,
            });
        };
        if let ArmWork::Divided(house) = arm.work()
            && why.is_none()
        {
            let seed = found.item.seed;
            return Ok(match kept(self.batch.journal, debate, (&house, seed))? {
                Some(divisions) => ArmResult {
                    numbers: paired::ballots(state, &ballots(&divisions)),
                    unread: BTreeMap::new(),
                    lacking: None,
                },
                None => lacking("the house has not divided on the debate"),
            });
        }
        let mut unread = found.unjudged(&row);
        let readings = self.readings(debate)?;
        // Without a judge there is a number of that name, and no value.
        let is_read = |one: &Number| readings.values.iter().any(|(id, _)| *id == one.name);
        let mut numbers = row.numbers;
        numbers.retain(|one| !is_read(one) && !unread.contains_key(&one.name));
        let read = readings.values.into_iter();
        numbers.extend(read.map(|(id, value)| Number::table_only(id, value)));
        unread.extend(readings.unread);
        Ok(ArmResult {
            numbers,
            unread,
            lacking: why,
        })
    }
}

fn lacking(why: &str) -> ArmResult {
    ArmResult {
        numbers: Vec::<Number>::new(),
        unread: BTreeMap::new(),
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
