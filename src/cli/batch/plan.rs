//! What is to be held, settled and checked before anybody looks for a model.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};

use super::super::{
    args::BatchArgs,
    ground::Ground,
    out,
    setup::{self, Choice},
    sides,
};
use crate::{
    batch::{self, Item, Models, Shard},
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
    journal::{Closing, Journal, JournalError, Summary},
};

/// No file of a batch is longer; something else was meant.
const MOST_BYTES: u64 = 4 << 20;

/// A debate of the batch.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) item: Item,
    pub(super) id: String,
    pub(super) choice: Choice,
    /// Its models, by position in [`Plan::models`].
    pub(super) models: usize,
}

/// Everything that is to be held.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) name: String,
    pub(super) items: Vec<Planned>,
    /// Every set of models once.
    pub(super) models: Vec<Overrides>,
    pub(super) shard: Option<Shard>,
    /// Debates at a time.
    pub(super) parallel: usize,
    /// Calls of a provider at a time, where that is said.
    pub(super) calls: Option<usize>,
    pub(super) max_cost: Option<f64>,
    pub(super) max_tokens: Option<u64>,
}

impl Plan {
    /// Reads the file and settles every debate.
    pub(super) fn read(ground: &Ground, args: &BatchArgs) -> Result<Self, Failure> {
        let shown = args.file.display().to_string();
        let wrong = |problems: Vec<Problem>| refused(&shown, &problems);
        let source = files::text(&args.file, MOST_BYTES).map_err(|error| {
            Failure::input(format!("{shown}: {error}"))
                .hint("batch takes a TOML file; `hustings schema batch` describes it")
        })?;
        let source: Arc<str> = source.into();
        let flags = Models {
            model: ground.overrides.model.clone(),
            prop: None,
            opp: None,
            roles: ground
                .overrides
                .role_models
                .iter()
                .map(|(role, model)| (role.word().to_owned(), model.clone()))
                .collect(),
            seats: ground
                .overrides
                .seat_models
                .iter()
                .map(|(seat, model)| (seat.to_string(), model.clone()))
                .collect(),
        };
        let fits = |item: &Item| {
            let choice = choice(ground, item, OnFailure::default());
            setup::check(&ground.catalog, &choice)?;
            overrides(ground, item, &choice).map(drop)
        };
        let unrolled =
            batch::read(&shown, &source, &ground.catalog, &flags, &fits).map_err(wrong)?;
        if unrolled.doubles > 0 {
            out::say(&format!(
                "{} debates of {shown} are settled just as others are, and are held once; `repeats` holds them again.",
                unrolled.doubles
            ));
        }
        let file = unrolled.file;
        let name = file.name.clone().unwrap_or_else(|| stem(&args.file));
        let items = match args.shard {
            Some(shard) => shard.of(unrolled.items),
            None => unrolled.items,
        };
        let mut plan = Self {
            name,
            items: Vec::with_capacity(items.len()),
            models: Vec::new(),
            shard: args.shard,
            parallel: args.parallel.or(file.parallel).unwrap_or(1).max(1) as usize,
            calls: args.calls.or(file.calls).map(|calls| calls as usize),
            max_cost: args.max_cost.or(file.max_cost),
            max_tokens: args.max_tokens.or(file.max_tokens),
        };
        for item in items {
            plan.add(ground, item, args.failure.policy(true))?;
        }
        Ok(plan)
    }

    fn add(&mut self, ground: &Ground, item: Item, on_failure: OnFailure) -> Result<(), Failure> {
        let id = item.id();
        let mut choice = choice(ground, &item, on_failure);
        let overrides = overrides(ground, &item, &choice)?;
        choice.launch = Ground::launch_of(&overrides);
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
    pub(super) fn is_begun(&self, begun: &[Summary], failed: &BTreeSet<DebateId>) -> bool {
        let found = by_item(begun, failed);
        let mut items = self.items.iter();
        items.any(|one| {
            let summary = found.get(one.id.as_str());
            summary.is_some_and(|one| one.status == Closing::Unfinished)
        })
    }

    /// The debates that are not over yet, or in vain, those first that were begun.
    pub(super) fn todo(&self, begun: &[Summary], failed: &BTreeSet<DebateId>) -> Vec<usize> {
        let found = by_item(begun, failed);
        let stands = |planned: &Planned| {
            let summary = found.get(planned.id.as_str())?;
            (!failed.contains(&summary.debate)).then_some(summary.status)
        };
        let of = |wanted: Option<Closing>| {
            let items = self.items.iter().enumerate();
            items
                .filter(move |(_, one)| stands(one) == wanted)
                .map(|(number, _)| number)
        };
        of(Some(Closing::Unfinished)).chain(of(None)).collect()
    }
}

/// The debate of each item: of several one that is over, and otherwise the newest; one that failed only where there is no
/// other. `begun` comes newest first.
pub(super) fn by_item<'a>(
    begun: &'a [Summary],
    failed: &BTreeSet<DebateId>,
) -> BTreeMap<&'a str, &'a Summary> {
    let rank = |summary: &Summary| {
        let is_over = summary.status != Closing::Unfinished;
        (!failed.contains(&summary.debate), is_over)
    };
    let mut found: BTreeMap<&str, &Summary> = BTreeMap::new();
    for summary in begun {
        let Some(item) = summary.item.as_deref() else {
            continue;
        };
        let known = found.entry(item).or_insert(summary);
        if rank(summary) > rank(known) {
            *known = summary;
        }
    }
    found
}

/// The debates that are over in vain, and held again: those in which nobody said anything, and, where that is wanted, all
/// that are the poorer for a model that could not be had.
///
/// # Errors
/// The journal cannot be read.
pub(super) fn failed(
    journal: &Journal,
    begun: &[Summary],
    retry: bool,
) -> Result<BTreeSet<DebateId>, Failure> {
    let mut failed = BTreeSet::new();
    for summary in begun.iter().filter(|one| one.status == Closing::Completed) {
        let is_silent = summary.words == 0;
        let is_failed = is_silent
            || (retry
                && match journal.load(&summary.debate) {
                    Ok(records) => missing::is_poorer(&DebateState::fold(&records)),
                    // Whoever reads it for the table tells why it cannot be read.
                    Err(JournalError::BadRow { .. }) => false,
                    Err(error) => return Err(error.into()),
                });
        if is_failed {
            failed.insert(summary.debate.clone());
        }
    }
    Ok(failed)
}

fn stem(file: &Path) -> String {
    let stem = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    crate::text::shown::named(&stem.unwrap_or_else(|| "batch".to_owned()))
}

/// What is wrong with the file, as a compiler shows it.
fn refused(shown: &str, problems: &[Problem]) -> Failure {
    let paint = Paint::Plain;
    let told: Vec<String> = problems
        .iter()
        .map(|problem| problem.render(paint))
        .collect();
    Failure::input(format!("{shown} cannot be run\n{}", told.join("\n")))
        .hint("`hustings schema batch` describes the file")
}

fn choice(ground: &Ground, item: &Item, on_failure: OnFailure) -> Choice {
    let wanted = &item.options;
    let usual = Options::default();
    Choice {
        motion: item.motion.clone(),
        format: item.format.clone(),
        sides: item.sides.clone(),
        speakers: item.speakers.clone(),
        cast: Vec::new(),
        audience: wanted.audience.map(|count| count as usize),
        judges: wanted.judges.map(|count| count as usize),
        seed: Some(item.seed),
        options: Options {
            scale: wanted.scale.unwrap_or(usual.scale),
            pace: Pace::Instant,
            polls: wanted.polls.unwrap_or(usual.polls),
            floor_speeches: wanted.floor_speeches.unwrap_or(usual.floor_speeches),
            max_cost: wanted.max_cost.or(ground.settings.limits.max_cost),
            max_tokens: wanted.max_tokens.or(ground.settings.limits.max_tokens),
            on_failure,
            referee: wanted.referee.unwrap_or(usual.referee),
            rounds: wanted.rounds,
            without_corpora: wanted.corpora == Some(false),
        },
        launch: ground.launch(),
        batch: None,
    }
}

/// The flags with the models of an item; a seat's own model comes before that of its side.
fn overrides(ground: &Ground, item: &Item, choice: &Choice) -> Result<Overrides, Failure> {
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
        ..ground.overrides.clone()
    };
    let by_side = [models.prop.as_deref(), models.opp.as_deref()];
    if by_side.iter().all(Option::is_none) {
        return Ok(named);
    }
    let rules = setup::rules(&ground.catalog, choice)?;
    match sides::sides(&rules, |_| None) {
        Some(sides) => Ok(sides::with_models(&named, &sides, by_side)),
        None => Err(Failure::input(format!(
            "models for two sides are named, and {} has no two sides",
            rules.name
        ))
        .hint("give each seat its model: models = { seats = { \"SEAT\" = \"MODEL\" } }")),
    }
}
