//! An ensemble: one debate held many times with what may vary. An [`Ensemble`] is settled and checked first; each of its
//! epochs is a batch ([`Ensemble::epoch`]), which is held as any other, and then read ([`Ensemble::readings`]); what comes
//! of all is a report ([`Ensemble::report`]), for which models are asked for names of themes and a synthesis
//! ([`Host::describe_themes`]).

mod naming;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use hustings_rules::setup::{self, DebateChoice, NewDebate, Requested};
use hustings_study::{
    batch::{BatchItem, DebateSettings},
    ensemble::{
        CastSeat, EnsembleReport, EnsembleSpec, Epoch, Landscape, Occasion, RunReading, Varied,
        coaching,
    },
};

use crate::{
    Host,
    batch::{Batch, BatchLimits, BatchPlan, models_of_flags},
    catalog::{Profile, Stance},
    debate::{
        DebateState,
        ids::{DebateId, Seat},
        missing,
        opening::{OnFailure, Opening, Speaker},
        variation::{Coaching, Variation},
    },
    engine::Estimate,
    error::Failure,
    files,
    find::SharedModels,
    journal::Journal,
    likeness::Likeness,
    llm::embed::Embedder,
    progress::WorkProgress,
    text::shown,
};

/// The name of the file in which the report of an ensemble is kept, in its folder.
pub const REPORT: &str = "ensemble.json";
/// No report is longer; something else was meant.
const MOST_BYTES: u64 = 256 << 20;
/// Words of a motion in the name of an ensemble.
const NAME_WORDS: usize = 6;

/// An ensemble that is wanted.
#[derive(Debug, Clone)]
pub struct EnsembleRequest {
    /// The name under which its debates are kept; made of the motion where absent.
    pub name: Option<String>,
    /// The debate, as each of them is chosen, but for what varies.
    pub choice: DebateChoice,
    /// The settings that somebody has given, as a batch has them.
    pub settings: DebateSettings,
    /// The runs of each epoch.
    pub runs: u32,
    /// The epochs.
    pub epochs: u32,
    /// The runs of each later epoch that are held without coaching beside those with it.
    pub control: u32,
    /// The seed of all lots.
    pub seed: u64,
    /// What varies from run to run.
    pub varied: Vec<Varied>,
    /// The seats, in the line-up, of those speakers who are free to change.
    pub coached: Vec<Seat>,
    /// How much at once, and how much in all.
    pub limits: BatchLimits,
    /// The action in each debate where a model cannot be had.
    pub on_failure: OnFailure,
}

/// An ensemble that is settled.
#[derive(Debug)]
pub struct Ensemble {
    spec: EnsembleSpec,
    wanted: EnsembleRequest,
    occasion: Occasion,
}

impl Ensemble {
    /// Settles an ensemble: who speaks, by lot where nobody is named, and what may vary.
    ///
    /// # Errors
    /// What no single debate of it could be opened with; nobody sits in a seat that is to be coached; epochs of which each
    /// would be as the other.
    pub fn of(host: &Host, wanted: EnsembleRequest) -> Result<Self, Failure> {
        let polls = match wanted.settings.polls {
            Some(_) => Requested::Yes,
            None => Requested::No,
        };
        host.check(&wanted.choice, polls)?;
        check_epochs(&wanted)?;
        let cast = cast(host, &wanted)?;
        for seat in &wanted.coached {
            if !cast.speakers.iter().any(|one| one.seat == *seat) {
                let seats: Vec<&str> = cast.speakers.iter().map(|one| one.seat.as_str()).collect();
                return Err(Failure::input(format!(
                    "--coach: nobody speaks from `{}`",
                    shown::given(seat.as_str())
                ))
                .hint(format!("expected one of {}", seats.join(", "))));
            }
        }
        let name = wanted.name.clone();
        let name = name.unwrap_or_else(|| usual_name(&cast));
        let item = BatchItem {
            line_up: String::new(),
            motion: cast
                .motion_id
                .clone()
                .unwrap_or_else(|| cast.motion.motion.clone()),
            format: cast.format_id.clone(),
            sides: Vec::new(),
            speakers: Vec::new(),
            seed: wanted.seed,
            repeat: 1,
            options: wanted.settings.clone(),
            models: models_of_flags(host),
            variation: None,
        };
        let spec = EnsembleSpec {
            item,
            cast: cast.speakers.iter().map(|one| seated(&cast, one)).collect(),
            seed: wanted.seed,
            varied: wanted.varied.clone(),
            coached: wanted.coached.clone(),
        };
        let occasion = occasion(&cast, &wanted, name);
        Ok(Self {
            spec,
            wanted,
            occasion,
        })
    }

    /// The occasion: what is debated, by whom, how often.
    pub fn occasion(&self) -> &Occasion {
        &self.occasion
    }

    /// The plan of an epoch, in which those who are free to change are coached so.
    ///
    /// # Errors
    /// As [`BatchPlan::of`] says.
    pub fn epoch(
        &self,
        host: &Host,
        number: u32,
        coaching: Option<&BTreeMap<String, Coaching>>,
    ) -> Result<BatchPlan, Failure> {
        let items = self.spec.items(self.of_number(number, coaching));
        let named = (self.occasion.name.clone(), items);
        BatchPlan::of(host, named, self.wanted.limits, self.wanted.on_failure)
    }

    fn of_number<'a>(
        &self,
        number: u32,
        coaching: Option<&'a BTreeMap<String, Coaching>>,
    ) -> Epoch<'a> {
        Epoch {
            number,
            runs: self.wanted.runs,
            control: self.wanted.control,
            coaching,
        }
    }

    /// The coaching of an epoch after the first, from the runs before it. Once the epoch is begun, it stays what the first
    /// of its debates was given. `None` where there is nothing to coach somebody with.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub async fn coaching(
        &self,
        journal: &Journal,
        number: u32,
        before: &[RunReading],
        embedder: Option<&dyn Embedder>,
    ) -> Result<Option<BTreeMap<String, Coaching>>, Failure> {
        if let Some(given) = self.given(journal, number)? {
            return Ok(Some(given));
        }
        let sides = self.occasion.ids();
        let landscape = self.landscape(before, embedder).await;
        let found = coaching(&landscape, &sides, before.len());
        let coached = self.coached_sides();
        let is_whole = coached.iter().all(|side| found.contains_key(*side));
        Ok(is_whole.then_some(found))
    }

    /// What the debates of an epoch that is begun were given.
    fn given(
        &self,
        journal: &Journal,
        number: u32,
    ) -> Result<Option<BTreeMap<String, Coaching>>, Failure> {
        let sides = self.coached_sides().into_iter();
        let unworded: BTreeMap<String, Coaching> = sides
            .map(|side| (side.to_owned(), Coaching::default()))
            .collect();
        let items = self.spec.items(self.of_number(number, Some(&unworded)));
        let coached = items
            .iter()
            .filter(|item| item.variation.as_ref().is_some_and(Variation::is_coached));
        let ids: BTreeSet<String> = coached.map(BatchItem::id).collect();
        for summary in journal.of_batch(&self.occasion.name, None)? {
            if !summary.item.as_ref().is_some_and(|item| ids.contains(item)) {
                continue;
            }
            let Ok(records) = journal.load(&summary.debate) else {
                // Whoever reads it for the report is told why.
                continue;
            };
            let state = DebateState::fold(&records);
            let opening = state.opening.as_deref();
            let variation = opening.and_then(|opening| opening.variation.as_ref());
            let given = variation.map(|variation| {
                let seats = variation.coaching.iter();
                seats
                    .map(|(seat, coaching)| (seat.group().to_owned(), coaching.clone()))
                    .collect::<BTreeMap<_, _>>()
            });
            if let Some(given) = given.filter(|given| !given.is_empty()) {
                return Ok(Some(given));
            }
        }
        Ok(None)
    }

    fn coached_sides(&self) -> Vec<&str> {
        let mut sides: Vec<&str> = self.spec.coached.iter().map(Seat::group).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// The readings of the debates of an epoch that are over, and the number of those that lack something because a model
    /// could not be had.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn readings(
        batch: &Batch<'_>,
        progress: &mut dyn WorkProgress,
    ) -> Result<(Vec<RunReading>, usize), Failure> {
        let (mut found, mut poorer) = (Vec::new(), 0);
        batch.read(progress, &mut |_, state| {
            let over = state.filter(|state| state.is_closed());
            poorer += usize::from(over.is_some_and(missing::is_poorer));
            let spoken = over.filter(|state| !state.is_wordless());
            found.extend(spoken.and_then(RunReading::of));
        })?;
        Ok((found, poorer))
    }

    async fn landscape(&self, runs: &[RunReading], embedder: Option<&dyn Embedder>) -> Landscape {
        let likeness = Likeness::of(Landscape::texts(runs), embedder).await;
        let sides = self.occasion.ids();
        let motion = (self.occasion.motion.as_str(), sides.as_slice());
        Landscape::of(runs, &likeness, motion, self.wanted.seed)
    }

    /// The report of these runs. What models said of an earlier one is kept where it still holds.
    pub async fn report(
        &self,
        runs: Vec<RunReading>,
        embedder: Option<&dyn Embedder>,
        earlier: Option<&EnsembleReport>,
    ) -> EnsembleReport {
        let landscape = self.landscape(&runs, embedder).await;
        let occasion = self.occasion.clone();
        let mut report = EnsembleReport::of(occasion, runs, landscape, &self.coached_sides());
        if let Some(earlier) = earlier {
            report.keep(earlier);
        }
        report
    }

    /// The estimate of one of its debates, with models that are found and asked nothing.
    ///
    /// # Errors
    /// There is no model, or a speech does not fit the one that is to give it.
    pub async fn estimate(&self, host: &Host) -> Result<(Opening, Estimate), Failure> {
        let plan = self.epoch(host, 1, None)?;
        let (Some(first), Some(models)) = (plan.items.first(), plan.models.first()) else {
            return Err(Failure::internal("an ensemble without a debate"));
        };
        let mut common = SharedModels::new(plan.calls);
        let roster = host.roster_among(models, &mut common).await?;
        let opening = host.opening(first.choice.clone(), &roster)?;
        host.estimated(opening, &roster)
    }
}

fn check_epochs(wanted: &EnsembleRequest) -> Result<(), Failure> {
    if wanted.epochs > 1 && wanted.coached.is_empty() {
        return Err(Failure::input(
            "--epochs: nobody is coached between them, so each would be as the first",
        )
        .hint("name who is free to change: --coach prop.2; or hold more debates: --runs N"));
    }
    if wanted.epochs < 2 && !wanted.coached.is_empty() {
        return Err(Failure::input(
            "--coach would do nothing: speakers are coached between epochs, and there is one",
        )
        .hint("add --epochs 2"));
    }
    Ok(())
}

/// The opening of the debate as it would be without anything that varies, to know who speaks.
fn cast(host: &Host, wanted: &EnsembleRequest) -> Result<Opening, Failure> {
    let choice = DebateChoice {
        seed: Some(wanted.seed),
        // Nobody listens: who does is drawn for each run.
        audience: Some(0),
        options: wanted.choice.options.clone(),
        ..wanted.choice.clone()
    };
    let nobody = NewDebate {
        debate: DebateId(String::new()),
        opened_ms: 0,
        seed: wanted.seed,
    };
    setup::opening(&host.catalog, choice, nobody, &|_, _| {
        (String::new(), Profile::default())
    })
}

/// A speaker with what they can lay most weight on: what their side can bring forward, and what they hold.
fn seated(opening: &Opening, speaker: &Speaker) -> CastSeat {
    let case = &opening.motion.case;
    let case: &[String] = match opening.stance(&speaker.seat) {
        Some(Stance::For) => &case.prop,
        Some(Stance::Against) => &case.opp,
        Some(Stance::Nuanced | Stance::Own) | None => &[],
    };
    let positions = speaker.card.positions.iter();
    let positions = positions.map(|one| format!("{}: {}", one.topic, one.position));
    CastSeat {
        seat: speaker.seat.clone(),
        persona: speaker.persona.clone(),
        emphases: case.iter().cloned().chain(positions).collect(),
    }
}

fn occasion(cast: &Opening, wanted: &EnsembleRequest, name: String) -> Occasion {
    let coached = cast
        .speakers
        .iter()
        .filter(|one| wanted.coached.contains(&one.seat));
    let later = wanted.epochs.saturating_sub(1);
    let control = wanted.control.min(wanted.runs);
    let planned = wanted.runs + later * (wanted.runs + control);
    Occasion {
        name,
        motion: cast.motion.motion.clone(),
        format: cast.format.name.clone(),
        sides: cast
            .format
            .sides
            .iter()
            .map(|side| (side.id.clone(), side.name.clone()))
            .collect(),
        seed: wanted.seed,
        varied: wanted
            .varied
            .iter()
            .map(|one| one.told().to_owned())
            .collect(),
        speakers: cast
            .speakers
            .iter()
            .map(|one| (one.card.name.clone(), one.seat.group().to_owned()))
            .collect(),
        coached: coached.map(|one| one.card.name.clone()).collect(),
        epochs: wanted.epochs,
        planned: planned as usize,
    }
}

/// The name of an ensemble where nobody has given one: `ensemble-ban-private-cars`.
fn usual_name(cast: &Opening) -> String {
    let of_motion = || {
        let words = crate::text::words(&cast.motion.motion).take(NAME_WORDS);
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        words.join("-")
    };
    let name = cast.motion_id.clone().unwrap_or_else(of_motion);
    let fit = |c: char| if c.is_alphanumeric() { c } else { '-' };
    format!("ensemble-{}", name.chars().map(fit).collect::<String>())
}

/// The report that is kept in a folder; `None` where there is none.
///
/// # Errors
/// It cannot be read, or is none.
pub fn kept(folder: &Path) -> Result<Option<EnsembleReport>, Failure> {
    let path = folder.join(REPORT);
    if !path.exists() {
        return Ok(None);
    }
    let shown = shown::path(&path);
    let text = files::text(&path, MOST_BYTES)
        .map_err(|error| Failure::input(format!("{shown}: {error}")))?;
    let report = EnsembleReport::read(&text).map_err(|why| {
        Failure::input(format!("{shown} is no report of an ensemble: {why}"))
            .hint("remove it, and the command that held the ensemble writes it again")
    })?;
    Ok(Some(report))
}

#[cfg(test)]
mod tests;
