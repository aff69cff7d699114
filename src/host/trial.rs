//! A trial of a model: short debates with set seeds, held as a batch, and what of them is worth listening to. The same
//! command goes on with one that was stopped; under another name all are held anew.

use hustings_study::{
    likeness::Vectors,
    trial::{self, Nearness, TrialLens, TrialReport},
};

use crate::{
    Host,
    batch::{Batch, BatchLimits, BatchPlan, BatchRequest},
    debate::{DebateState, ask::Role, opening::OnFailure},
    engine,
    error::{Exit, Failure},
    llm::roster::Roster,
    progress::WorkProgress,
};

/// The motions, by id.
const MOTIONS: [&str; 12] = [
    "ban-private-cars",
    "basic-income",
    "eat-animals",
    "machines-think",
    "open-borders",
    "great-individuals",
    "free-trade-poor",
    "robots-not-astronauts",
    "abolish-monarchy",
    "noble-lie",
    "luddites-right",
    "witty-not-wise",
];
/// The formats that each of them is debated in: one with points of information, ballots and a verdict, and one of work
/// that is handed in and judged, with what each is opened with.
const FORMATS: [(&str, &str); 2] = [("exhibition", ", audience = 3"), ("structured", "")];
/// The most debates of a trial.
pub const DEBATES: usize = MOTIONS.len() * FORMATS.len();
/// Speeches are about so many times as long as the formats say, whatever the model: a small one makes them so short by
/// itself.
const SCALE: f64 = 0.12;

/// A trial that is to be held.
#[derive(Debug)]
pub struct Trial {
    /// The label of the model on trial.
    pub model: String,
    /// The debates.
    pub plan: BatchPlan,
    roster: Roster,
}

/// What the debates of a trial will take, by rehearsals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialEstimate {
    /// The calls of all debates.
    pub calls: u64,
    /// The tokens that are read …
    pub read: u64,
    /// … and written.
    pub written: u64,
}

impl Trial {
    /// Settles the debates of a trial: so many, with the model that speaks, kept under a name.
    ///
    /// # Errors
    /// The model cannot be had, or a flag makes no sense for the debates.
    pub async fn of(
        host: &Host,
        debates: usize,
        name: Option<&str>,
        parallel: Option<u32>,
    ) -> Result<Self, Failure> {
        let roster = host.roster(&host.overrides).await?;
        let speaker = &roster.assigned(Role::Speaker, None).model;
        let model = speaker.label().to_owned();
        let name = name.map_or_else(|| format!("trial-{model}"), str::to_owned);
        let source = source(&plain(&name), debates, speaker.profile().speech_scale);
        let wanted = BatchRequest {
            file: std::path::Path::new(""),
            limits: BatchLimits {
                parallel,
                ..BatchLimits::default()
            },
            shard: None,
            on_failure: OnFailure::Stop,
        };
        let plan = BatchPlan::of_source(host, ("the trial", source.into()), wanted)?;
        Ok(Self {
            model,
            plan,
            roster,
        })
    }

    /// Estimates what its debates will take: one of each format is rehearsed. No model is asked.
    ///
    /// # Errors
    /// A speech does not fit the model, or the prompts cannot be read.
    pub fn estimate(&self, host: &Host) -> Result<TrialEstimate, Failure> {
        let prompts = host.prompts()?;
        let mut sum = TrialEstimate {
            calls: 0,
            read: 0,
            written: 0,
        };
        let items = &self.plan.items;
        for (at, planned) in items.iter().take(FORMATS.len()).enumerate() {
            let opening = host.opening(planned.choice.clone(), &self.roster)?.into();
            let models = (&prompts, &self.roster);
            engine::speeches_fit(&opening, models)
                .map_err(|lost| Failure::no_model(lost.to_string()))?;
            let total = engine::estimate(&opening, models).total();
            let times = items.iter().skip(at).step_by(FORMATS.len()).count() as u64;
            sum.calls += u64::from(total.calls) * times;
            sum.read += total.usage.prompt_tokens * times;
            sum.written += total.usage.completion_tokens * times;
        }
        Ok(sum)
    }
}

/// Measures the debates of a trial that are over.
///
/// # Errors
/// The journal or the prompts cannot be read, or the embedder fails.
pub async fn report(
    host: &Host,
    batch: &Batch<'_>,
    model: String,
    progress: &mut dyn WorkProgress,
) -> Result<TrialReport, Failure> {
    let prompts = host.prompts()?;
    let mut states: Vec<DebateState> = Vec::new();
    batch.read(progress, &mut |_, state| {
        states.extend(state.filter(|state| state.is_closed()).cloned());
    })?;
    let embedder = host.embedder()?;
    let mut debates = Vec::with_capacity(states.len());
    let mut described = Nearness::default().describe();
    progress.begins("measuring the debates".to_owned());
    for (done, state) in (1..).zip(&states) {
        let vectors = match &embedder {
            Some(embedder) => {
                let texts = trial::texts(state);
                let vectors = embedder.embed(&texts).await;
                let vectors = vectors.map_err(|error| {
                    Failure::new(Exit::ModelFailed, format!("the embedding model: {error}"))
                        .hint("--embeddings off measures by content words")
                })?;
                Some(Vectors::new(embedder.label(), texts, vectors))
            }
            None => None,
        };
        let nearness = Nearness { vectors };
        described = nearness.describe();
        let practice = prompts.practice(state).for_task(&debated(state));
        let lens = TrialLens {
            nearness: &nearness,
            is_practice: &|sentence| practice.has(sentence),
        };
        let minutes = state.at_ms as f64 / 60_000.0;
        debates.push((trial::findings(state, &lens), minutes));
        progress.at(done, states.len());
    }
    progress.ends();
    let wanted = batch.plan.items.len();
    Ok(TrialReport::of(model, wanted, described, &debates))
}

/// What is debated, in words that anybody may say again.
fn debated(state: &DebateState) -> String {
    let opening = state.opening.as_deref();
    let motion = opening.map(|opening| &opening.motion);
    motion.map_or_else(String::new, |one| {
        let case = one.case.prop.iter().chain(&one.case.opp);
        let case: Vec<&str> = case.map(String::as_str).collect();
        let claims = &one.claims;
        format!(
            "{}. {} {} {}. {}. {}",
            one.motion,
            one.question,
            one.background,
            claims.prop,
            claims.opp,
            case.join(" ")
        )
    })
}

/// A name of which a batch can be called, and a file.
fn plain(name: &str) -> String {
    let letters = name.chars().map(|letter| {
        let is_plain = letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
        if is_plain { letter } else { '-' }
    });
    letters.collect()
}

/// The debates as a batch file has them, the motions in order and each in every format, with a seed of its own.
fn source(name: &str, debates: usize, own_scale: f64) -> String {
    let scale = (SCALE / own_scale.max(SCALE) * 100.0).round() / 100.0;
    let pairs = MOTIONS
        .iter()
        .flat_map(|motion| FORMATS.map(|(format, more)| (motion, format, more)));
    let debates = (1..).zip(pairs.take(debates)).map(|(seed, (motion, format, more))| {
        format!(
            "\n[[debates]]\nmotion = \"{motion}\"\nformat = \"{format}\"\nseed = {seed}\noptions = {{ scale = {scale}{more} }}\n"
        )
    });
    format!("name = \"{name}\"\n{}", debates.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_debate_of_a_trial_can_be_held() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        for (debates, own) in [(DEBATES, 0.11), (3, 1.0)] {
            let wanted = BatchRequest {
                file: std::path::Path::new(""),
                limits: BatchLimits::default(),
                shard: None,
                on_failure: OnFailure::Stop,
            };
            let source = source(&plain("trial-a:b/c"), debates, own);
            let plan = BatchPlan::of_source(&host, ("the trial", source.into()), wanted).unwrap();
            assert_eq!(
                (plan.name.as_str(), plan.items.len()),
                ("trial-a-b-c", debates)
            );
            let seeds: Vec<u64> = plan.items.iter().map(|one| one.item.seed).collect();
            assert_eq!(seeds, (1..=debates as u64).collect::<Vec<_>>());
        }
        assert_eq!(crate::bounds::TRIAL.most, DEBATES as u64);
    }
}
