//! A judge's model reads the debates of a study once they are over, for the measures that need one. What it reads is kept
//! beside each debate, so that nobody is asked twice.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};

use hustings_base::clock;
use hustings_study::paired::{StudyJudge, UnreadReason};
use tokio_util::sync::CancellationToken;

use super::{Study, StudyEstimate, measured::ArmDebate};
use crate::{
    batch::Retry,
    config::Overrides,
    debate::{DebateState, ask::Role, event::CallReport, ids::DebateId, opening::Launch},
    error::{Exit, Failure},
    eval::{
        Answers, CorpusFacts, CorpusQueries, DEFINITIONS, Judge, JudgeQuestion, Materials, Measure,
        Measured, Report,
        ask::{Asking, Repeat, ask_some},
    },
    find::SharedModels,
    journal::{JudgedDebate, JudgedMeasure},
    library::CorpusMeasures,
    limits,
    llm::{ModelError, account::Account, roster::Roster},
    patience::{Patience, reached},
    progress::WorkProgress,
    prompt::{Prompts, plain_question},
};

/// A debate that the judge is still to read.
#[derive(Debug)]
struct Unread {
    debate: DebateId,
    /// The questions that are still to be asked about it.
    questions: BTreeSet<JudgeQuestion>,
}

/// What every reading needs.
struct Reader<'a> {
    judge: &'a StudyJudge,
    prompts: Prompts,
    library: Option<CorpusMeasures>,
    /// The models of the debate that was read last: those of the next one where both were opened with the same flags.
    models: Option<(Launch, Roster)>,
    account: Account,
    stop: CancellationToken,
}

impl Reader<'_> {
    /// The models with which debates that were opened with these flags are read.
    async fn models(&mut self, study: &Study<'_>, launch: &Launch) -> Result<Roster, Failure> {
        if let Some((had, roster)) = &self.models
            && had == launch
        {
            return Ok(roster.clone());
        }
        let host = study.batch.host;
        let flags = with_judge(host.overrides_behind(launch), self.judge);
        let mut common = SharedModels::new(study.batch.plan.calls);
        let mut roster = host.roster_among(&flags, &mut common).await?;
        roster.verify(&plain_question()).await?;
        let roster = roster.on(&self.account);
        self.models = Some((launch.clone(), roster.clone()));
        Ok(roster)
    }
}

impl Study<'_> {
    /// Looks whether the judge is there, before a debate is held that it would read.
    ///
    /// # Errors
    /// It cannot be had, or a limit on cost cannot be kept with it.
    pub async fn check_judge(
        &self,
        estimate: &StudyEstimate,
        patience: Patience,
    ) -> Result<(), Failure> {
        let (host, plan) = (self.batch.host, &self.batch.plan);
        let is_asked = estimate.arms.iter().any(|arm| arm.readings > 0);
        let Some(judge) = self.design.file.judge.as_ref().filter(|_| is_asked) else {
            return Ok(());
        };
        let mut common = SharedModels::new(plan.calls);
        for flags in &plan.models {
            let flags = with_judge(flags.clone(), judge);
            let mut roster = host.roster_among(&flags, &mut common).await?;
            let most = plan.max_cost.or(host.settings.limits.max_cost);
            limits::check_cost_limit_of(most, [roster.assigned(Role::Judge, None)])?;
            reached(&mut roster, patience.on_failure, host.tell).await?;
        }
        Ok(())
    }

    /// Has the judge read what it has not read yet, one debate after the other, until the study is stopped. A reading that
    /// was broken off is not kept.
    ///
    /// # Errors
    /// The journal cannot be read or written, or no model can be had.
    pub async fn read(&self, progress: &mut dyn WorkProgress) -> Result<Exit, Failure> {
        let Some(judge) = &self.design.file.judge else {
            return Ok(Exit::Done);
        };
        let unread = self.unread().await?;
        if unread.is_empty() {
            return Ok(Exit::Done);
        }
        let host = self.batch.host;
        let mut reader = Reader {
            judge,
            prompts: host.prompts()?,
            library: CorpusMeasures::open(host, None)?,
            models: None,
            account: host.account(),
            stop: self.batch.budget.stop.clone(),
        };
        let (all, mut exit) = (unread.len(), Exit::Done);
        for (at, one) in unread.iter().enumerate() {
            if reader.stop.is_cancelled() || self.batch.budget.is_spent() {
                return Ok(Exit::Interrupted);
            }
            progress.begins(format!("the judge is reading ({} of {all})", at + 1));
            let read = Box::pin(self.read_one(one, &mut reader)).await;
            progress.ends();
            match read? {
                Exit::Done => {}
                Exit::ModelFailed => exit = Exit::ModelFailed,
                broken @ (Exit::Interrupted | Exit::NoModel | Exit::BadInput | Exit::Internal) => {
                    return Ok(broken);
                }
            }
        }
        Ok(exit)
    }

    /// How many debates that are over the judge is still to read.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub async fn to_read(&self) -> Result<usize, Failure> {
        Ok(self.unread().await?.len())
    }

    /// The debates that the judge is still to read, block by block, each once.
    async fn unread(&self) -> Result<Vec<Unread>, Failure> {
        let debates = self.batch.debates()?;
        let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
        for block in &self.design.blocks {
            for (at, arm) in self.design.file.arms.iter().enumerate() {
                let find = |item: &str| debates.get(item);
                let measured = self.measured((block, at, arm), &find).await?;
                let Some(measured) = measured.filter(|_| arm.house.is_none()) else {
                    continue;
                };
                let Some(debate) = &measured.debate else {
                    continue;
                };
                let questions = self.questions(&measured)?;
                if !questions.is_empty()
                    && measured.lacking(&measured.row(&[])).is_none()
                    && seen.insert(debate.clone())
                {
                    all.push(Unread {
                        debate: debate.clone(),
                        questions,
                    });
                }
            }
        }
        Ok(all)
    }

    /// The questions that are still to be asked about a debate, or about one that is still to be held.
    pub(super) fn questions(
        &self,
        measured: &ArmDebate,
    ) -> Result<BTreeSet<JudgeQuestion>, Failure> {
        let Some(judge) = &self.design.file.judge else {
            return Ok(BTreeSet::new());
        };
        let read = match &measured.debate {
            Some(debate) => {
                let all = self.kept_readings(debate, judge)?.into_iter();
                let stays = |(made_ms, one): &(i64, JudgedMeasure)| match one {
                    JudgedMeasure::Is(_) | JudgedMeasure::Nothing(_) => true,
                    JudgedMeasure::Failed(_) => {
                        self.retry == Retry::Silent || *made_ms >= self.begun_ms
                    }
                };
                all.filter(|(_, one)| stays(one))
                    .map(|(id, _)| id)
                    .collect()
            }
            None => BTreeSet::new(),
        };
        let figures = self.design.figures.iter();
        let wanted = figures.filter(|figure| !read.contains(&figure.id));
        Ok(JudgeQuestion::for_all(
            wanted.filter_map(|figure| figure.read),
        ))
    }

    /// What this judge has read of a debate, by the id of the measure, with its time: the newest of each.
    fn kept_readings(
        &self,
        debate: &DebateId,
        judge: &StudyJudge,
    ) -> Result<BTreeMap<String, (i64, JudgedMeasure)>, Failure> {
        let all = self.batch.journal.judged(debate)?.into_iter();
        let own = all.filter(|one| one.named == judge.model && one.repeat == judge.times());
        let measures = own.flat_map(|one| {
            let made_ms = one.made_ms;
            let measures = one.measures.into_iter();
            measures.map(move |(id, measure)| (id, (made_ms, measure)))
        });
        Ok(measures.collect())
    }

    /// What the judge has read of a debate for the figures of this study: the values, and why there is none.
    pub(super) fn readings(&self, debate: &DebateId) -> Result<Readings, Failure> {
        let mut readings = Readings::default();
        let Some(judge) = &self.design.file.judge else {
            return Ok(readings);
        };
        let mut kept = self.kept_readings(debate, judge)?;
        for figure in self.design.figures.iter().filter(|one| one.read.is_some()) {
            let id = figure.id.clone();
            let (why, failed) = match kept.remove(&id) {
                Some((_, JudgedMeasure::Is(value))) => {
                    readings.values.push((id, value));
                    continue;
                }
                Some((_, JudgedMeasure::Nothing(why))) => (why, false),
                Some((_, JudgedMeasure::Failed(why))) => (why, true),
                None => ("the judge has not read it".to_owned(), false),
            };
            readings.unread.insert(id, UnreadReason { why, failed });
        }
        Ok(readings)
    }

    /// Has the judge read one debate, and keeps what it came to.
    async fn read_one(&self, unread: &Unread, reader: &mut Reader<'_>) -> Result<Exit, Failure> {
        let (host, journal) = (self.batch.host, self.batch.journal);
        let state = DebateState::fold(&journal.load(&unread.debate)?);
        let Some(opening) = state.opening.as_deref() else {
            return Err(Failure::internal("a debate that is over has no opening"));
        };
        let stop = reader.stop.clone();
        let roster = tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(Exit::Interrupted),
            found = reader.models(self, &opening.launch) => found?,
        };
        let judge = roster.assigned(Role::Judge, None);
        let library = reader.library.as_ref();
        let library = library.map(|library| library as &dyn CorpusQueries);
        let corpora = library.map(|library| CorpusFacts::gather(&state, library, None));
        let corpora = corpora.unwrap_or_default();
        let gone = Mutex::new(None);
        let heard = |report: &CallReport, failed: Option<&ModelError>| {
            self.batch.budget.pay(report);
            if let Some(error) = failed.filter(|error| passes(error)) {
                let mut gone = gone.lock().unwrap_or_else(PoisonError::into_inner);
                gone.get_or_insert_with(|| error.to_string());
            }
        };
        let of = reader.judge.times();
        let mut answers = Vec::with_capacity(usize::from(of));
        for repeat in (0..of).map(|at| Repeat { at, of }) {
            let asking = Asking {
                repeat,
                questions: &unread.questions,
                heard: &heard,
            };
            tokio::select! {
                biased;
                () = stop.cancelled() => return Ok(Exit::Interrupted),
                read = ask_some(&state, &corpora, (&reader.prompts, judge), asking) => answers.push(read),
            }
        }
        let gone = gone.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(why) = reader.account.ended().or(gone) {
            let short = unread.debate.short();
            (host.tell)(&format!("The judge has not read {short} to its end: {why}"));
            return Ok(Exit::Interrupted);
        }
        let measures = measures((&state, corpora), &unread.questions, answers);
        let has_failed = |one: &JudgedMeasure| matches!(one, JudgedMeasure::Failed(_));
        let exit = if measures.values().any(has_failed) {
            Exit::ModelFailed
        } else {
            Exit::Done
        };
        let judged = JudgedDebate {
            made_ms: clock::now().as_millisecond(),
            model: judge.model.label().to_owned(),
            named: reader.judge.model.clone(),
            repeat: of,
            measures,
        };
        journal.keep_judged(&unread.debate, &judged)?;
        Ok(exit)
    }
}

/// What a judge has read of a debate for the figures of a study.
#[derive(Debug, Default)]
pub(super) struct Readings {
    /// The values, by the ids of their figures.
    pub(super) values: Vec<(String, f64)>,
    /// Why there is none of the others.
    pub(super) unread: BTreeMap<String, UnreadReason>,
}

/// Every measure that these questions are asked for, by its id. One that an answer of no use would have a part in is none:
/// a mean over those who happened to be read would be held against a mean over others.
fn measures(
    (state, corpora): (&DebateState, BTreeMap<String, CorpusFacts>),
    questions: &BTreeSet<JudgeQuestion>,
    answers: Vec<Answers>,
) -> BTreeMap<String, JudgedMeasure> {
    let failed = |measure: Measure| {
        answers.iter().find_map(|run| {
            let why = run.failed(measure)?;
            Some(format!("{} gave nothing of use: {why}", run.model))
        })
    };
    let is_asked =
        |measure: Measure| JudgeQuestion::of(measure).is_some_and(|it| questions.contains(&it));
    let asked = DEFINITIONS.iter().filter(|one| is_asked(one.measure));
    let asked: Vec<_> = asked.map(|one| (one, failed(one.measure))).collect();
    let mut answers = answers.into_iter();
    let materials = Materials {
        corpora,
        judge: answers.next().map_or_else(Judge::default, Judge::Asked),
        again: answers.collect(),
        ..Materials::default()
    };
    let report = Report::of(state, &materials);
    let all = asked.into_iter().map(|(one, failed)| {
        let judged = match (failed, &report.reading(one.measure).total) {
            (Some(why), _) => JudgedMeasure::Failed(why),
            (None, Measured::Is { value, .. }) => JudgedMeasure::Is(*value),
            (None, Measured::Not { why }) => JudgedMeasure::Nothing(why.clone()),
        };
        (one.id.to_owned(), judged)
    });
    all.collect()
}

/// Whether a call failed for something that passes: asked again later, the same may be answered.
fn passes(error: &ModelError) -> bool {
    matches!(
        error,
        ModelError::Unreachable { .. }
            | ModelError::Key { .. }
            | ModelError::Busy { .. }
            | ModelError::Server { .. }
            | ModelError::TimedOut { .. }
            | ModelError::Later { .. }
            | ModelError::Broke { .. }
            | ModelError::Overdue { .. }
            | ModelError::Patience { .. }
            | ModelError::Limit { .. }
    )
}

/// These flags, and the judge's own model, where it has one, that nothing in them comes before.
fn with_judge(mut flags: Overrides, judge: &StudyJudge) -> Overrides {
    if let Some(model) = &judge.model {
        flags.role_models.retain(|(role, _)| *role != Role::Judge);
        flags.role_models.push((Role::Judge, model.clone()));
    }
    flags
}
