//! Measures of debates that are over: which debates, what there is beside the journal, what the judge's model is asked,
//! and what is measured where it is not there. Nothing is kept: what that model gives is asked for each time.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::named::load_finished;
use crate::{
    Host,
    debate::{DebateState, ask::Role, ids::DebateId, opening::Opening},
    error::{Exit, Failure},
    eval::{
        self, Answers, CorpusFacts, CorpusQueries, Division, Judge, Materials, Report,
        ask::{self, Repeat},
    },
    journal::Journal,
    library::CorpusMeasures,
    likeness::Vectors,
    limits,
    llm::{account::Account, embed::SharedEmbedder},
};

/// The reason why no model was asked, where the viewer wanted none.
const UNWANTED: &str = "no model was asked (--no-models)";
/// The reason why a model was not asked to the end.
const STOPPED: &str = "it was stopped before the judge had answered";

/// Whether models are asked for measures that need them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasuredBy {
    /// Models are asked, too.
    CodeAndModels,
    /// Code alone measures what can be measured without a model.
    CodeAlone,
}

/// How the judge's model is asked.
#[derive(Debug, Clone, Default)]
pub struct JudgeReadings {
    /// How often each model is asked the same; nought is once.
    pub repeat: u16,
    /// Further models that are asked, beside the one of the role.
    pub others: Vec<String>,
}

/// Debates that can be measured, and what there is beside the journal and the judge's model.
#[derive(Debug)]
pub struct Evaluation<'a> {
    host: &'a Host,
    debates: Vec<(DebateId, Arc<Opening>, DebateState)>,
    by: MeasuredBy,
    readings: JudgeReadings,
    /// Compares meaning; without it words are compared, and the report says so.
    embedder: Option<SharedEmbedder>,
    /// The corpora; without them nothing is said of grounding and of style.
    library: Option<CorpusMeasures>,
    account: Account,
}

/// A debate that was measured.
#[derive(Debug)]
pub struct MeasuredDebate {
    /// The id of the debate.
    pub debate: DebateId,
    /// The opening of the debate.
    pub opening: Arc<Opening>,
    /// The measures of the debate.
    pub report: Report,
}

/// All of them.
#[derive(Debug)]
pub struct MeasuredDebates {
    /// The debates, in the order in which they were named.
    pub debates: Vec<MeasuredDebate>,
    /// Whether it was stopped, so that what needs a model is missing from the last of them.
    pub stopped: bool,
    /// Whether something is missing because a model could not be had.
    pub lacking: bool,
    /// The limit that was reached meanwhile, for people.
    pub limit: Option<String>,
}

impl MeasuredDebates {
    /// The exit for the shell. What needs no model is there in any case.
    pub fn exit(&self) -> Exit {
        if self.stopped || self.limit.is_some() {
            return Exit::Interrupted;
        }
        Exit::of_asked(true, self.lacking)
    }
}

impl Host {
    /// Finds debates of the journal that are to be measured, each once, and what measures need beside them.
    ///
    /// # Errors
    /// One of them is not there, is not over or is named twice; what embeds cannot be had, or the corpora not be read.
    pub async fn evaluation(
        &self,
        ids: &[String],
        by: MeasuredBy,
        readings: JudgeReadings,
    ) -> Result<Evaluation<'_>, Failure> {
        // What is wrong with any of them is said before anybody is asked.
        let debates = all_finished(&self.journal()?, ids)?;
        // What embeds is not even made where nobody wants models.
        let embedder = match by {
            MeasuredBy::CodeAlone => None,
            MeasuredBy::CodeAndModels => {
                self.embeddings_are_there().await?;
                self.embedder()?
            }
        };
        let library = CorpusMeasures::open(self, embedder.as_deref())?;
        Ok(Evaluation {
            host: self,
            debates,
            by,
            readings,
            embedder,
            library,
            account: self.account(),
        })
    }
}

/// `stop` was called.
struct Stopped;

impl Evaluation<'_> {
    /// Measures them, one after the other. From `stop` on no model is asked, and the rest is measured.
    ///
    /// # Errors
    /// A limit on cost cannot be kept, or the prompts cannot be read.
    pub async fn measure(&self, stop: &CancellationToken) -> Result<MeasuredDebates, Failure> {
        let mut measured = Vec::new();
        let (mut stopped, mut lacking) = (false, false);
        for (at, (debate, opening, state)) in self.debates.iter().enumerate() {
            let mut materials = Materials {
                divisions: self.divisions(debate, state)?,
                judge: Judge::NotAsked(if stopped { STOPPED } else { UNWANTED }.to_owned()),
                ..Materials::default()
            };
            let asks = self.by == MeasuredBy::CodeAndModels;
            if asks && !stopped {
                if let Ok(vectors) = self.vectors(state, stop).await {
                    materials.vectors = vectors;
                } else {
                    materials.judge = Judge::NotAsked(STOPPED.to_owned());
                    stopped = true;
                }
            }
            if let Some(library) = &self.library {
                let library: &dyn CorpusQueries = library;
                let vectors = materials.vectors.as_ref();
                materials.corpora = CorpusFacts::gather(state, library, vectors);
            }
            if asks && !stopped {
                if let Ok(read) = self.judged((state, opening), &materials, at, stop).await? {
                    lacking |= read.judge.is_lacking() || read.lacking;
                    lacking |= read.again.iter().any(Answers::is_lacking);
                    materials.judge = read.judge;
                    materials.again = read.again;
                } else {
                    materials.judge = Judge::NotAsked(STOPPED.to_owned());
                    stopped = true;
                }
            }
            measured.push(MeasuredDebate {
                debate: debate.clone(),
                opening: Arc::clone(opening),
                report: Report::of(state, &materials),
            });
        }
        Ok(MeasuredDebates {
            debates: measured,
            stopped,
            lacking,
            limit: self.account.ended(),
        })
    }

    /// The divisions of the house that was last asked to divide more than once; without one, the debate's own. Those of
    /// different houses are never mixed: the same seat is another member there.
    fn divisions(&self, debate: &DebateId, state: &DebateState) -> Result<Vec<Division>, Failure> {
        let kept = self.host.journal()?.divisions(debate)?;
        let repeated = kept
            .into_iter()
            .rev()
            .find(|one| one.divisions.len() > 1 && one.are_as_held());
        let Some(repeated) = repeated else {
            return Ok(Division::own(state).into_iter().collect());
        };
        let divisions = repeated.divisions.into_iter();
        Ok(divisions.map(|one| Division::of(one.after)).collect())
    }

    /// The vectors of what was said. Where they cannot be had, that is told, and words are compared.
    async fn vectors(
        &self,
        state: &DebateState,
        stop: &CancellationToken,
    ) -> Result<Option<Vectors>, Stopped> {
        let Some(embedder) = self.embedder.as_deref() else {
            return Ok(None);
        };
        let texts = eval::texts(state);
        let made = tokio::select! {
            biased;
            () = stop.cancelled() => {
                (self.host.tell)(
                    "Stopped: words are compared instead of meaning, and what needs a model is left out.",
                );
                return Err(Stopped);
            }
            made = embedder.embed(&texts) => made,
        };
        Ok(match made {
            Ok(vectors) => Some(Vectors::new(embedder.label(), texts, vectors)),
            Err(error) => {
                let label = embedder.label();
                (self.host.tell)(&format!(
                    "{label} gave no vectors, so words are compared: {error}"
                ));
                None
            }
        })
    }

    /// The answers of the judge's model; without a model, the reason why there is none.
    async fn judged(
        &self,
        (state, opening): (&DebateState, &Opening),
        materials: &Materials,
        at: usize,
        stop: &CancellationToken,
    ) -> Result<Result<Read, Stopped>, Failure> {
        tokio::select! {
            biased;
            () = stop.cancelled() => {
                (self.host.tell)("Stopped: what needs a model is left out.");
                Ok(Err(Stopped))
            }
            judge = self.asked((state, opening), materials, at) => judge.map(Ok),
        }
    }

    /// Every model that is to judge reads the debate as often as it is to.
    async fn asked(
        &self,
        (state, opening): (&DebateState, &Opening),
        materials: &Materials,
        at: usize,
    ) -> Result<Read, Failure> {
        let host = self.host;
        let overrides = host.overrides_behind(&opening.launch);
        let others = self.readings.others.iter().map(|model| {
            let mut other = overrides.clone();
            other.role_models.retain(|(role, _)| *role != Role::Judge);
            other.role_models.push((Role::Judge, model.clone()));
            other
        });
        let of = self.readings.repeat.max(1);
        let mut read = Read::default();
        let mut judged = Vec::new();
        for overrides in std::iter::once(overrides.clone()).chain(others) {
            let roster = match host.roster(&overrides).await {
                Ok(roster) => roster.on(&self.account),
                Err(failure) => {
                    (host.tell)(&format!("No model judges: {failure}"));
                    read.lacking = true;
                    read.why
                        .get_or_insert_with(|| format!("no model: {}", failure.message));
                    continue;
                }
            };
            let prompts = host.prompts()?;
            let judge = roster.assigned(Role::Judge, None);
            limits::check_cost_limit_of(host.settings.limits.max_cost, [judge])?;
            let which = match self.debates.len() {
                1 => "the debate".to_owned(),
                several => format!("debate {} of {several}", at + 1),
            };
            let label = judge.model.label();
            for repeat in (0..of).map(|at| Repeat { at, of }) {
                let time = match of {
                    1 => String::new(),
                    _ => format!(", {} of {of} times", repeat.at + 1),
                };
                (host.tell)(&format!("{label} is reading {which}{time} …"));
                let corpora = &materials.corpora;
                judged.push(ask::ask(state, corpora, &prompts, judge, repeat).await);
            }
        }
        let mut judged = judged.into_iter();
        read.judge = match (judged.next(), read.why.take()) {
            (Some(first), _) => Judge::Asked(first),
            (None, Some(why)) => Judge::NotAsked(why),
            (None, None) => Judge::default(),
        };
        read.again = judged.collect();
        Ok(read)
    }
}

/// What judges' models have read.
#[derive(Default)]
struct Read {
    judge: Judge,
    again: Vec<Answers>,
    /// The reason why the first model that could not be had was not asked.
    why: Option<String>,
    /// Whether a model could not be had.
    lacking: bool,
}

/// The debates that are named, each once.
fn all_finished(
    journal: &Journal,
    ids: &[String],
) -> Result<Vec<(DebateId, Arc<Opening>, DebateState)>, Failure> {
    let mut all: Vec<(DebateId, Arc<Opening>, DebateState)> = Vec::new();
    for id in ids {
        let (debate, found) = load_finished(journal, id)?;
        if all.iter().any(|(known, ..)| *known == debate) {
            return Err(
                Failure::input(format!("the debate {} is named twice", debate.short()))
                    .hint("name each debate once: a mean over the same debate says nothing"),
            );
        }
        let Some(opening) = found.state.opening.clone() else {
            return Err(Failure::internal("a debate that is over has no opening"));
        };
        all.push((debate, opening, found.state));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::{import::ImportRequest, real::Given};

    const BRIDGE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/samples/real/bridge.json"
    );

    async fn imported(host: &Host, files: &[PathBuf]) {
        let (given, stop) = (Given::default(), CancellationToken::new());
        let wanted = ImportRequest::of(files, &given);
        host.import(wanted, &mut (), &stop).await.unwrap();
    }

    #[tokio::test]
    async fn what_needs_no_model_is_measured_without_and_after_a_stop() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let files = [PathBuf::from(BRIDGE)];
        imported(&host, &files).await;
        let last = ["last".to_owned()];

        let alone = host
            .evaluation(&last, MeasuredBy::CodeAlone, JudgeReadings::default())
            .await
            .unwrap();
        let never = CancellationToken::new();
        let measured = alone.measure(&never).await.unwrap();
        assert_eq!(measured.exit(), Exit::Done);
        let readings = &measured.debates[0].report.readings;
        assert!(readings.iter().any(|one| one.total.value().is_some()));
        let why = |measured: &MeasuredDebates| {
            let readings = &measured.debates[0].report.readings;
            let reasons = readings.iter().filter_map(|one| match &one.total {
                eval::Measured::Not { why } => Some(why.clone()),
                eval::Measured::Is { .. } => None,
            });
            reasons.collect::<Vec<String>>().join("; ")
        };
        assert!(why(&measured).contains("--no-models"), "{}", why(&measured));

        let both = host
            .evaluation(&last, MeasuredBy::CodeAndModels, JudgeReadings::default())
            .await
            .unwrap();
        let stop = CancellationToken::new();
        stop.cancel();
        let measured = both.measure(&stop).await.unwrap();
        assert!(measured.stopped);
        assert_eq!(measured.exit(), Exit::Interrupted);
        assert!(why(&measured).contains(STOPPED), "{}", why(&measured));
    }

    #[tokio::test]
    async fn a_debate_that_is_named_twice_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let files = [PathBuf::from(BRIDGE)];
        imported(&host, &files).await;
        let twice = ["last", "last"].map(str::to_owned);
        let refused = host
            .evaluation(&twice, MeasuredBy::CodeAlone, JudgeReadings::default())
            .await;
        let told = refused.unwrap_err().message;
        assert!(told.contains("is named twice"), "{told}");
    }

    #[test]
    fn a_stop_comes_before_what_is_missing() {
        let measured = |stopped, lacking, limit: Option<&str>| MeasuredDebates {
            debates: Vec::new(),
            stopped,
            lacking,
            limit: limit.map(str::to_owned),
        };
        assert_eq!(measured(false, false, None).exit(), Exit::Done);
        assert_eq!(measured(false, true, None).exit(), Exit::ModelFailed);
        assert_eq!(measured(true, true, None).exit(), Exit::Interrupted);
        assert_eq!(
            measured(false, true, Some("spent")).exit(),
            Exit::Interrupted
        );
    }
}
