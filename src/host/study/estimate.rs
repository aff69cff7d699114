//! The estimate of a study, before anything is begun: what each arm would ask of models for what is not held yet.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use hustings_study::{
    batch::BatchItem,
    paired::{Arm, ArmWork, HouseArm, StudyBlock, StudyJudge},
};

use super::Study;
use crate::{
    debate::{
        DebateState,
        ask::{Purpose, Role},
        ids::DebateId,
        opening::Opening,
        plan::Plan,
        telling::Telling,
    },
    engine::{self, Estimate},
    error::Failure,
    eval::JudgeQuestion,
    find::SharedModels,
    finished::house::{HOUSE, with_house},
    llm::roster::Roster,
};

/// Tokens of a word, and of what stands around the transcript in the prompt of a member; tokens of a ballot.
const TOKENS_A_WORD: f64 = 1.6;
const AROUND: u64 = 700;
const BALLOT: u64 = 60;
/// Tokens of what stands around the words that a judge reads, and of its answer.
const READING: u64 = 450;
/// The newest debates of the journal among which one with the same model is looked for.
const LOOKED_AT: usize = 8;

/// What an arm would ask of models.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArmEstimate {
    /// The name of the arm.
    pub arm: String,
    /// The debates that are still to be held for it, iterations counted, and those that it shares with an earlier arm not.
    pub debates: usize,
    /// The divisions of a house that are still to come.
    pub divisions: usize,
    /// The debates that a judge is still to read for it, those that it shares with an earlier arm not counted.
    pub readings: usize,
    /// Calls to models.
    pub calls: u64,
    /// Tokens that are read and written.
    pub tokens: u64,
}

/// What a study would ask of models.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StudyEstimate {
    /// Arm by arm.
    pub arms: Vec<ArmEstimate>,
    /// The seconds that it would take, one debate after the other, at the speed of an earlier debate with the same model;
    /// absent where there is none.
    pub seconds: Option<f64>,
}

impl StudyEstimate {
    /// The calls and tokens of all arms.
    pub fn total(&self) -> (u64, u64) {
        let all = self.arms.iter();
        all.fold((0, 0), |(calls, tokens), one| {
            (
                calls.saturating_add(one.calls),
                tokens.saturating_add(one.tokens),
            )
        })
    }
}

/// The calls and tokens of a debate, of a division on it, and of a judge who reads it.
#[derive(Debug, Clone, Copy)]
struct Held {
    debate: (u64, u64),
    division: (u64, u64),
    reading: (u64, u64),
}

impl ArmEstimate {
    /// Adds the debates of a block that are still to be held, the iterations or divisions after them, and the readings.
    fn add(&mut self, held: &Held, (open, more, readings): (u64, u64, u64), work: &ArmWork) {
        let (debates, divisions) = match work {
            ArmWork::Divided(_) => (open, more),
            ArmWork::Held | ArmWork::Repeated(_) | ArmWork::Refined(_) => (open + more, 0),
        };
        self.debates += debates as usize;
        self.divisions += divisions as usize;
        self.readings += readings as usize;
        let sum = |of: fn((u64, u64)) -> u64| {
            of(held.debate) * debates + of(held.division) * divisions + of(held.reading) * readings
        };
        self.calls += sum(|(calls, _)| calls);
        self.tokens += sum(|(_, tokens)| tokens);
    }
}

impl Study<'_> {
    /// Estimates what is still to be held. No model is asked, nor whether one is there.
    ///
    /// # Errors
    /// There is no such model, or a debate cannot be opened.
    pub async fn estimate(&self) -> Result<StudyEstimate, Failure> {
        let host = self.batch.host;
        let debates = self.batch.debates()?;
        let mut counted = self.batch.ids_over();
        let mut read = BTreeSet::new();
        let mut known: BTreeMap<String, Held> = BTreeMap::new();
        let mut common = SharedModels::new(self.batch.plan.calls);
        let mut model = None;
        let mut estimate = StudyEstimate::default();
        for (at, arm) in self.design.file.arms.iter().enumerate() {
            let work = arm.work();
            let mut sum = ArmEstimate {
                arm: arm.name.clone(),
                ..ArmEstimate::default()
            };
            for block in &self.design.blocks {
                let Some(item) = block.items.get(at) else {
                    continue;
                };
                let open = open(item, &work, &mut counted);
                let more = self
                    .left(debates.get(&item.id()), (&work, item.seed))
                    .await?;
                let readings = self
                    .to_be_read((block, at, arm), &debates, &mut read)
                    .await?;
                let planned = self.batch.plan.items.iter().find(|one| one.id == item.id());
                let Some(planned) = planned.filter(|_| open + more + readings > 0) else {
                    continue;
                };
                let key = format!("{at} {} {}", item.format, item.line_up);
                let held = if let Some(held) = known.get(&key) {
                    *held
                } else {
                    let Some(overrides) = self.batch.plan.models.get(planned.models) else {
                        continue;
                    };
                    let roster = host.roster_among(overrides, &mut common).await?;
                    let opening = Arc::new(host.opening(planned.choice.clone(), &roster)?);
                    let first = opening.speakers.first();
                    model = model.or_else(|| first.map(|one| one.model.clone()));
                    let own = match &work {
                        ArmWork::Divided(HouseArm {
                            model: Some(model), ..
                        }) => {
                            let flags = with_house(overrides.clone(), model);
                            Some(host.roster_among(&flags, &mut common).await?)
                        }
                        ArmWork::Divided(_)
                        | ArmWork::Held
                        | ArmWork::Repeated(_)
                        | ArmWork::Refined(_) => None,
                    };
                    let of_house = own.as_ref().unwrap_or(&roster);
                    let held = self.held(&opening, (&roster, of_house), &work)?;
                    known.insert(key, held);
                    held
                };
                sum.add(&held, (open, more, readings), &work);
            }
            estimate.arms.push(sum);
        }
        let (_, tokens) = estimate.total();
        let rate = match model {
            Some(model) => self.rate(&model)?,
            None => None,
        };
        estimate.seconds = rate.map(|rate| rate * tokens as f64);
        Ok(estimate)
    }

    /// What such a debate takes, and a division on it.
    fn held(
        &self,
        opening: &Arc<Opening>,
        (roster, of_house): (&Roster, &Roster),
        work: &ArmWork,
    ) -> Result<Held, Failure> {
        let prompts = self.batch.host.prompts()?;
        let estimate = engine::estimate(opening, (&prompts, roster));
        let total = estimate.total();
        let division = match work {
            ArmWork::Divided(house) => {
                let profile = of_house
                    .assigned(Role::Audience, None)
                    .model
                    .profile()
                    .audience;
                divided(house, estimate.words, profile)
            }
            ArmWork::Held | ArmWork::Repeated(_) | ArmWork::Refined(_) => (0, 0),
        };
        let questions = self.design.figures.iter().filter_map(|figure| figure.read);
        let judge = self.design.file.judge.as_ref();
        let times = judge.map_or(0, StudyJudge::times);
        let (calls, tokens) = read(
            &JudgeQuestion::for_all(questions),
            &Readable::of(opening, &estimate),
        );
        Ok(Held {
            debate: (u64::from(total.calls), total.usage.tokens()),
            division,
            reading: (calls * u64::from(times), tokens * u64::from(times)),
        })
    }

    /// Whether the judge is still to read the debate of an arm, once for all arms that share it: 1 or 0.
    async fn to_be_read(
        &self,
        (block, at, arm): (&StudyBlock, usize, &Arm),
        debates: &BTreeMap<String, DebateId>,
        counted: &mut BTreeSet<(String, u32)>,
    ) -> Result<u64, Failure> {
        let most = match arm.work() {
            ArmWork::Divided(_) => return Ok(0),
            ArmWork::Refined(most) => most,
            ArmWork::Held | ArmWork::Repeated(_) => 1,
        };
        let find = |item: &str| debates.get(item);
        let Some(measured) = self.measured((block, at, arm), &find).await? else {
            return Ok(0);
        };
        let is_unread = !self.questions(&measured)?.is_empty();
        let is_new = is_unread && counted.insert((measured.item.id(), most));
        Ok(u64::from(is_new))
    }

    /// The seconds that a token took in the newest debate of the journal with this model; `None` where there is none
    /// among the newest.
    fn rate(&self, model: &str) -> Result<Option<f64>, Failure> {
        let journal = self.batch.journal;
        let all = journal.list()?.into_iter();
        let fit = all.filter(|one| !one.real && one.tokens > 0 && one.running_ms > 0);
        for one in fit.take(LOOKED_AT) {
            let Ok(records) = journal.load(&one.debate) else {
                continue;
            };
            let state = DebateState::fold(&records);
            let opening = state.opening.as_deref();
            if opening.is_some_and(|it| it.speakers.iter().all(|one| one.model == model)) {
                return Ok(Some(one.running_ms as f64 / 1000.0 / one.tokens as f64));
            }
        }
        Ok(None)
    }
}

/// What there is in a debate for a judge to be asked about, by the estimate.
#[derive(Debug, Clone, Copy, Default)]
struct Readable {
    speakers: u64,
    turns: u64,
    points: u64,
    taken: u64,
    words: u64,
}

impl Readable {
    fn of(opening: &Opening, estimate: &Estimate) -> Self {
        let plan = Plan::of(opening);
        let turns = plan.slots.iter();
        let turns = turns.filter(|slot| slot.task.is_on_record() && !slot.private);
        let calls = |purpose: Purpose| {
            let known = estimate.by_purpose.get(&purpose);
            known.map_or(0, |one| u64::from(one.calls))
        };
        Self {
            speakers: opening.speakers.len() as u64,
            turns: turns.count() as u64,
            points: calls(Purpose::PoiOffer),
            taken: calls(Purpose::PoiAnswer),
            words: u64::from(estimate.words),
        }
    }
}

/// The calls and tokens of a judge who is asked these questions about a debate.
fn read(questions: &BTreeSet<JudgeQuestion>, debate: &Readable) -> (u64, u64) {
    let mean = debate.words / debate.speakers.max(1);
    let of = |question: &JudgeQuestion| {
        // How often, and the words that are read each time.
        let (calls, words) = match question {
            JudgeQuestion::Style => (debate.speakers, mean.min(500) + 450),
            JudgeQuestion::Positions => (debate.speakers, 300),
            JudgeQuestion::PointAnswers => (debate.taken, 100),
            JudgeQuestion::Speeches => (debate.turns.saturating_sub(1).min(24), 800),
            JudgeQuestion::Points => (debate.points.min(24), 250),
            JudgeQuestion::Arc => (1, debate.words.min(2400)),
        };
        let tokens = (words as f64 * TOKENS_A_WORD) as u64 + READING;
        (calls, calls * tokens)
    };
    questions.iter().map(of).fold((0, 0), |sum, one| {
        (sum.0 + one.0, sum.1.saturating_add(one.1))
    })
}

/// How many debates are still to be held of an item and its repeats, which are counted then.
fn open(item: &BatchItem, work: &ArmWork, counted: &mut BTreeSet<String>) -> u64 {
    let repeats = match work {
        ArmWork::Repeated(repeats) => *repeats,
        ArmWork::Held | ArmWork::Refined(_) | ArmWork::Divided(_) => 1,
    };
    let open = (1..=repeats).filter(|repeat| {
        let item = BatchItem {
            repeat: *repeat,
            ..item.clone()
        };
        counted.insert(item.id())
    });
    open.count() as u64
}

/// The calls and tokens of a house that divides on a debate of so many words. Each member is asked twice, and reads the
/// debate the second time.
fn divided(house: &HouseArm, words: u32, by_profile: usize) -> (u64, u64) {
    let members = house
        .audience
        .map_or(by_profile.min(HOUSE), |count| count as usize) as u64;
    let orders = if house.both_orders { 2 } else { 1 };
    let divisions = u64::from(house.divisions.unwrap_or(1)) * orders;
    let calls = members.div_ceil(u64::from(house.together.unwrap_or(1)).max(1)) * divisions;
    let transcript = match house.told {
        Telling::Nothing => 0,
        Telling::AsHeld | Telling::Backwards | Telling::SidesExchanged => {
            (f64::from(words) * TOKENS_A_WORD) as u64
        }
    };
    (
        2 * calls,
        calls * (2 * AROUND + transcript) + 2 * members * divisions * BALLOT,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judge_is_asked_about_each_speaker_and_turn_and_once_about_the_arc() {
        let debate = Readable {
            speakers: 6,
            turns: 40,
            points: 9,
            taken: 4,
            words: 6_000,
        };
        let calls = |questions: &[JudgeQuestion]| {
            let questions = questions.iter().copied().collect();
            read(&questions, &debate).0
        };
        assert_eq!(calls(&[]), 0);
        assert_eq!(calls(&[JudgeQuestion::Style]), 6);
        // Of the turns the first 24.
        assert_eq!(calls(&[JudgeQuestion::Speeches, JudgeQuestion::Arc]), 25);
        assert_eq!(calls(&JudgeQuestion::ALL), 6 + 6 + 4 + 24 + 9 + 1);
        assert!(read(&JudgeQuestion::ALL.into(), &debate).1 > 20_000);
    }

    #[test]
    fn a_house_reads_the_debate_once_for_each_member_and_order() {
        let house = HouseArm {
            audience: Some(10),
            ..HouseArm::default()
        };
        let (calls, tokens) = divided(&house, 1_000, 50);
        assert_eq!((calls, tokens), (20, 10 * (1_400 + 1_600) + 20 * 60));
        let twice = HouseArm {
            both_orders: true,
            ..house.clone()
        };
        assert_eq!(divided(&twice, 1_000, 50), (2 * calls, 2 * tokens));
        let blind = HouseArm {
            told: Telling::Nothing,
            together: Some(5),
            ..house
        };
        assert_eq!(divided(&blind, 1_000, 50), (4, 2 * 1_400 + 20 * 60));
        assert_eq!(divided(&HouseArm::default(), 0, 500).0, 2 * HOUSE as u64);
    }
}
