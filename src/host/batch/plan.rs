//! The plan of a batch, settled and checked before anybody looks for a model.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use hustings_rules::setup::{self, DebateChoice, Requested};
use hustings_study::batch::{self, BatchItem, ModelChoices, Settled, Shard};

use crate::{
    Host,
    catalog::{Paint, Problem},
    config::Overrides,
    debate::{
        DebateState,
        ask::Role,
        command::Pace,
        ids::{DebateId, Seat},
        missing,
        opening::{BatchRef, OnFailure, Options},
    },
    error::Failure,
    files,
    host::absent_seat,
    journal::{CompletionStatus, DebateSummary, Journal, JournalError},
    patience::Watched,
    sides,
    text::{counted, shown},
};

/// No file of a batch is longer; something else was meant.
const MOST_BYTES: u64 = 4 << 20;

/// Whether debates are held again that are the poorer for a model that could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Such debates are held again.
    Failed,
    /// Only those in which nobody has said anything.
    Silent,
}

/// A batch that is wanted: its file, and what comes before what the file says.
#[derive(Debug, Clone, Copy)]
pub struct BatchRequest<'a> {
    /// The path of the batch file.
    pub file: &'a Path,
    /// The limits, before those of the file.
    pub limits: BatchLimits,
    /// The part of the list that is held.
    pub shard: Option<Shard>,
    /// The action in each debate where a model cannot be had.
    pub on_failure: OnFailure,
}

/// The limits of a batch: how much at once, and how much in all.
#[derive(Debug, Clone, Copy, Default)]
pub struct BatchLimits {
    /// Debates at a time; one where absent.
    pub parallel: Option<u32>,
    /// Calls of a provider at a time.
    pub calls: Option<u32>,
    /// The cost that all debates together may have.
    pub max_cost: Option<f64>,
    /// The tokens that all debates together may use.
    pub max_tokens: Option<u64>,
}

impl BatchLimits {
    /// The limits of a command, and where it has none these, which are those of its file.
    pub(crate) fn under(self, wanted: Self) -> Self {
        Self {
            parallel: wanted.parallel.or(self.parallel),
            calls: wanted.calls.or(self.calls),
            max_cost: wanted.max_cost.or(self.max_cost),
            max_tokens: wanted.max_tokens.or(self.max_tokens),
        }
    }
}

/// A debate of the batch.
#[derive(Debug)]
pub struct Planned {
    /// The item as the file has it.
    pub item: BatchItem,
    /// The id of the item.
    pub id: String,
    /// The debate, as it is opened.
    pub choice: DebateChoice,
    /// The models of the debate, by position in [`BatchPlan::models`].
    pub models: usize,
}

/// The plan of a batch: every debate that is to be held.
#[derive(Debug)]
pub struct BatchPlan {
    /// The name of the batch, under which its debates are kept.
    pub name: String,
    /// The debates of the batch.
    pub items: Vec<Planned>,
    /// Every set of models once.
    pub models: Vec<Overrides>,
    /// The part of the list that they are.
    pub shard: Option<Shard>,
    /// Debates at a time.
    pub parallel: usize,
    /// Calls of a provider at a time, where that is said.
    pub calls: Option<usize>,
    /// The cost that all debates together may have.
    pub max_cost: Option<f64>,
    /// The tokens that they may use.
    pub max_tokens: Option<u64>,
}

impl BatchPlan {
    /// Reads the file and settles every debate.
    pub fn read(host: &Host, wanted: BatchRequest<'_>) -> Result<Self, Failure> {
        let shown = shown::path(&wanted.file);
        Self::of_source(host, (&shown, source(wanted.file, "batch")?), wanted)
    }

    /// Settles every debate of a source, which is called so where something is wrong with it.
    ///
    /// # Errors
    /// What is wrong with it, all of it.
    pub(crate) fn of_source(
        host: &Host,
        (shown, source): (&str, Arc<str>),
        wanted: BatchRequest<'_>,
    ) -> Result<Self, Failure> {
        let wrong = |problems: Vec<Problem>| refused((shown, "batch"), &problems);
        let flags = models_of_flags(host);
        let fits = |item: &BatchItem| fits(host, item, wanted.on_failure);
        let unrolled = batch::read(shown, &source, &host.catalog, &flags, &fits).map_err(wrong)?;
        if unrolled.doubles > 0 {
            let doubles = counted(
                unrolled.doubles,
                "debate of {} is settled just as another is, and is held once; `repeats` holds it again.",
                "debates of {} are settled just as others are, and are held once; `repeats` holds them again.",
            );
            (host.tell)(&doubles.replacen("{}", shown, 1));
        }
        let file = unrolled.file;
        let name = file.name.clone().unwrap_or_else(|| stem(wanted.file));
        let items = match wanted.shard {
            Some(shard) => shard.of(unrolled.items),
            None => unrolled.items,
        };
        let limits = BatchLimits {
            parallel: file.parallel,
            calls: file.calls,
            max_cost: file.max_cost,
            max_tokens: file.max_tokens,
        };
        let plan = Self::of(
            host,
            (name, items),
            limits.under(wanted.limits),
            wanted.on_failure,
        )?;
        Ok(Self {
            shard: wanted.shard,
            ..plan
        })
    }

    /// Settles debates that somebody else has unrolled, kept under that name.
    ///
    /// # Errors
    /// There is no such format, or models are named for two sides of one that has not two.
    pub fn of(
        host: &Host,
        (name, items): (String, Vec<BatchItem>),
        limits: BatchLimits,
        on_failure: OnFailure,
    ) -> Result<Self, Failure> {
        let mut plan = Self {
            name,
            items: Vec::with_capacity(items.len()),
            models: Vec::new(),
            shard: None,
            parallel: limits.parallel.unwrap_or(1).max(1) as usize,
            calls: limits.calls.map(|calls| calls as usize),
            max_cost: limits.max_cost,
            max_tokens: limits.max_tokens,
        };
        for item in items {
            plan.add(host, item, on_failure)?;
        }
        Ok(plan)
    }

    fn add(&mut self, host: &Host, item: BatchItem, on_failure: OnFailure) -> Result<(), Failure> {
        let id = item.id();
        let mut choice = choice(host, &item, on_failure);
        let overrides = overrides(host, &item, &choice)?;
        choice.launch = Host::launch_of(&overrides);
        choice.batch = Some(BatchRef {
            batch: self.name.clone(),
            item: id.clone(),
        });
        let known = self
            .models
            .iter()
            .position(|one| one.same_models(&overrides));
        let models = known.unwrap_or_else(|| {
            self.models.push(overrides);
            self.models.len() - 1
        });
        self.items.push(Planned {
            item,
            id,
            choice,
            models,
        });
        Ok(())
    }

    /// Whether one of its debates was begun and is not over.
    pub(super) fn is_begun(&self, begun: &[DebateSummary], failed: &FailedDebates) -> bool {
        let found = by_item(begun, failed);
        let mut items = self.items.iter();
        items.any(|one| {
            let summary = found.get(one.id.as_str());
            summary.is_some_and(|one| one.status == CompletionStatus::Unfinished)
        })
    }

    /// The debates that are not over yet, or in vain, those first that were begun.
    pub(super) fn todo(&self, begun: &[DebateSummary], failed: &FailedDebates) -> Vec<usize> {
        let found = by_item(begun, failed);
        let stands = |planned: &Planned| {
            let summary = found.get(planned.id.as_str())?;
            (!failed.again.contains(&summary.debate)).then_some(summary.status)
        };
        let of = |wanted: Option<CompletionStatus>| {
            let items = self.items.iter().enumerate();
            items
                .filter(move |(_, one)| stands(one) == wanted)
                .map(|(number, _)| number)
        };
        of(Some(CompletionStatus::Unfinished))
            .chain(of(None))
            .collect()
    }
}

/// Debates of a batch that are over in vain.
#[derive(Debug)]
pub(super) struct FailedDebates {
    /// Those that are held again.
    pub(super) again: BTreeSet<DebateId>,
    /// Those that any other debate of their item comes before: the same, and whatever is the poorer for a model. Once one
    /// of these was begun again, that is gone on with, whether or not it is still asked for.
    behind: BTreeSet<DebateId>,
}

impl FailedDebates {
    /// Finds them among those of a batch.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub(super) fn of(
        journal: &Journal,
        begun: &[DebateSummary],
        retry: Retry,
    ) -> Result<Self, Failure> {
        let again = failed(journal, begun, retry)?;
        if retry == Retry::Failed {
            let behind = again.clone();
            return Ok(Self { again, behind });
        }
        let mut debates: BTreeMap<&str, usize> = BTreeMap::new();
        for item in begun.iter().filter_map(|one| one.item.as_deref()) {
            *debates.entry(item).or_default() += 1;
        }
        let is_of_several = |one: &&DebateSummary| {
            let item = one.item.as_deref();
            item.and_then(|item| debates.get(item))
                .is_some_and(|count| *count > 1)
        };
        let several: Vec<DebateSummary> = begun.iter().filter(is_of_several).cloned().collect();
        let mut behind = failed(journal, &several, Retry::Failed)?;
        behind.extend(again.iter().cloned());
        Ok(Self { again, behind })
    }
}

/// The debate of each item: of several one that is over, and otherwise the newest; one that failed only where there is
/// no other. `begun` comes newest first.
pub(super) fn by_item<'a>(
    begun: &'a [DebateSummary],
    failed: &FailedDebates,
) -> BTreeMap<&'a str, &'a DebateSummary> {
    let rank = |summary: &DebateSummary| {
        let is_over = summary.status != CompletionStatus::Unfinished;
        (!failed.behind.contains(&summary.debate), is_over)
    };
    let mut found: BTreeMap<&str, &DebateSummary> = BTreeMap::new();
    for summary in begun {
        // An iteration is none of the debates that the batch asks for.
        let item = summary.item.as_deref();
        let Some(item) = item.filter(|_| summary.iteration.is_none()) else {
            continue;
        };
        let known = found.entry(item).or_insert(summary);
        if rank(summary) > rank(known) {
            *known = summary;
        }
    }
    found
}

/// The debates that are over in vain, and held again: those in which nobody said anything, or was given up before
/// anybody did, and, where that is wanted, all that are the poorer for a model that could not be had.
///
/// # Errors
/// The journal cannot be read.
fn failed(
    journal: &Journal,
    begun: &[DebateSummary],
    retry: Retry,
) -> Result<BTreeSet<DebateId>, Failure> {
    let mut failed = BTreeSet::new();
    let is = |summary: &DebateSummary, what: fn(&DebateState) -> bool| {
        match journal.load(&summary.debate) {
            Ok(records) => Ok(what(&DebateState::fold(&records))),
            // Whoever reads it for the table tells why it cannot be read.
            Err(JournalError::BadRow { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    };
    for summary in begun {
        let is_silent = summary.words == 0;
        let is_failed = match summary.status {
            CompletionStatus::Completed if is_silent => true,
            CompletionStatus::Completed if retry == Retry::Failed => {
                is(summary, missing::is_poorer)?
            }
            CompletionStatus::Unfinished if is_silent => is(summary, has_given_up)?,
            CompletionStatus::Completed
            | CompletionStatus::Unfinished
            | CompletionStatus::Adjourned => false,
        };
        if is_failed {
            failed.insert(summary.debate.clone());
        }
    }
    Ok(failed)
}

/// Whether a turn was given up because its model could not be had.
fn has_given_up(state: &DebateState) -> bool {
    state.turns.iter().any(|turn| turn.given_up().is_some())
}

/// The text of a file of that command.
///
/// # Errors
/// It cannot be read.
pub(crate) fn source(file: &Path, command: &str) -> Result<Arc<str>, Failure> {
    let text = files::text(file, MOST_BYTES).map_err(|error| {
        Failure::input(format!("{}: {error}", shown::path(&file))).hint(format!(
            "{command} takes a TOML file; `hustings schema {command}` describes it"
        ))
    })?;
    Ok(text.into())
}

/// The models that flags name, as an item has them.
pub(crate) fn models_of_flags(host: &Host) -> ModelChoices {
    let flags = &host.overrides;
    let roles = flags.role_models.iter();
    let seats = flags.seat_models.iter();
    ModelChoices {
        model: flags.model.clone(),
        prop: None,
        opp: None,
        roles: roles
            .map(|(role, model)| (role.word().to_owned(), model.clone()))
            .collect(),
        seats: seats
            .map(|(seat, model)| (seat.to_string(), model.clone()))
            .collect(),
    }
}

/// What is to be said of a debate before anybody looks for a model.
///
/// # Errors
/// It cannot be held.
pub(crate) fn fits(
    host: &Host,
    item: &BatchItem,
    on_failure: OnFailure,
) -> Result<Settled, Failure> {
    let choice = choice(host, item, on_failure);
    setup::check(&host.catalog, &choice)?;
    let overrides = overrides(host, item, &choice)?;
    let seats = setup::seats_of(&host.catalog, &choice)?;
    let polls = match item.options.polls {
        Some(_) => Requested::Yes,
        None => Requested::No,
    };
    Ok(Settled {
        idle: setup::idle(&host.catalog, &choice, polls)?,
        too_many: setup::too_many(&host.catalog, &choice)?,
        no_seat: absent_seat(&overrides, &seats, &format!("the format {}", choice.format)),
    })
}

pub(crate) fn stem(file: &Path) -> String {
    let stem = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    crate::text::shown::named(&stem.unwrap_or_else(|| "batch".to_owned()))
}

/// The failure that shows what is wrong with the file, as a compiler does.
pub(crate) fn refused((shown, command): (&str, &str), problems: &[Problem]) -> Failure {
    let paint = Paint::Plain;
    let told: Vec<String> = problems
        .iter()
        .map(|problem| problem.render(paint))
        .collect();
    Failure::input(format!("{shown} cannot be run\n{}", told.join("\n")))
        .hint(format!("`hustings schema {command}` describes the file"))
}

fn choice(host: &Host, item: &BatchItem, on_failure: OnFailure) -> DebateChoice {
    let wanted = &item.options;
    let usual = host.choice(
        item.motion.clone(),
        item.format.clone(),
        Watched::ByNobody(on_failure),
    );
    DebateChoice {
        sides: item.sides.clone(),
        speakers: item.speakers.clone(),
        audience: wanted.audience.map(|count| count as usize),
        judges: wanted.judges.map(|count| count as usize),
        order: wanted.order,
        seed: Some(item.seed),
        variation: item.variation.clone(),
        without_points: wanted.points == Some(false),
        cards: wanted.cards.unwrap_or_default(),
        options: Options {
            scale: wanted.scale.unwrap_or(usual.options.scale),
            pace: Pace::Instant,
            polls: wanted.polls.unwrap_or(usual.options.polls),
            floor_speeches: wanted
                .floor_speeches
                .unwrap_or(usual.options.floor_speeches),
            max_cost: wanted.max_cost.or(usual.options.max_cost),
            max_tokens: wanted.max_tokens.or(usual.options.max_tokens),
            on_failure: usual.options.on_failure,
            referee: wanted.referee.unwrap_or(usual.options.referee),
            rounds: wanted.rounds,
            judge_passes: wanted.judge_passes.or(usual.options.judge_passes),
            polled_together: wanted.polled_together.or(usual.options.polled_together),
            questions_awaited: false,
            without_corpora: wanted.corpora == Some(false),
            annotated: usual.options.annotated,
            claims_asked: usual.options.claims_asked,
            judges_looking_twice: usual.options.judges_looking_twice,
            ranking_judges: usual.options.ranking_judges,
            leaning_judges: usual.options.leaning_judges,
            leaning_house: usual.options.leaning_house,
        },
        ..usual
    }
}

/// The flags with the models of an item; a seat's own model comes before that of its side.
fn overrides(host: &Host, item: &BatchItem, choice: &DebateChoice) -> Result<Overrides, Failure> {
    let models = &item.models;
    let role = |word: &str| Role::ALL.into_iter().find(|role| role.word() == word);
    let named = Overrides {
        model: models.model.clone(),
        role_models: models
            .roles
            .iter()
            .filter_map(|(word, model)| Some((role(word)?, model.clone())))
            .collect(),
        seat_models: models
            .seats
            .iter()
            .map(|(seat, model)| (Seat::named(seat), model.clone()))
            .collect(),
        ..host.overrides.clone()
    };
    let by_side = [models.prop.as_deref(), models.opp.as_deref()];
    if by_side.iter().all(Option::is_none) {
        return Ok(named);
    }
    let rules = host.format_of(choice)?;
    match host.sides_of(choice)? {
        Some(sides) => Ok(sides::with_models(&named, &sides, by_side)),
        None => Err(Failure::input(format!(
            "models for two sides are named, and {} has no two sides",
            rules.name
        ))
        .hint("give each seat its model: models = { seats = { \"SEAT\" = \"MODEL\" } }")),
    }
}
