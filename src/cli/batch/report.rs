//! What a batch came to: the table in a file, the summary beside it and on the screen.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use super::{
    super::{
        args::BatchArgs,
        eval::shelves::{self, Books},
        ground::Ground,
        journal as kept, out,
        steps::Steps,
    },
    plan::{self, Plan, by_item},
};
use crate::{
    batch::{Measures, Number, Row, Usual, csv, summary},
    debate::DebateState,
    error::Failure,
    eval::{Library, Report},
    journal::{Journal, Summary},
    text::shown::visible,
};

/// The measures that need no model.
struct Measured(Option<Books>);

impl Measures for Measured {
    fn of(&self, state: &DebateState) -> Vec<Number> {
        let books = self.0.as_ref().map(|books| books as &dyn Library);
        let readings = Report::counted(state, books).readings.into_iter();
        readings
            .map(|reading| Number::kept(reading.measure.definition().id, reading.total.value()))
            .collect()
    }
}

/// The folder for the table, made before anything is spent.
pub(super) fn folder(plan: &Plan, args: &BatchArgs) -> Result<PathBuf, Failure> {
    let fit = |c: char| {
        if c.is_alphanumeric() || c == '-' || c == '_' {
            c
        } else {
            '-'
        }
    };
    let usual = || {
        PathBuf::from(format!(
            "batch-{}",
            plan.name.chars().map(fit).collect::<String>()
        ))
    };
    let folder = args.out.clone().unwrap_or_else(usual);
    fs::create_dir_all(&folder).map_err(|error| {
        Failure::input(format!(
            "{} cannot be made: {}",
            folder.display(),
            crate::files::why(&error)
        ))
        .hint("--out names another folder for the table")
    })?;
    Ok(folder)
}

/// Writes the table and the summary, prints the summary, and says how many debates are the poorer for a model that could
/// not be had.
pub(super) fn write(
    (ground, journal): (&Ground, &Journal),
    plan: &Plan,
    folder: &Path,
    args: &BatchArgs,
) -> Result<usize, Failure> {
    // What is measured of each debate. Whoever has more numbers adds them here.
    let measures: [&dyn Measures; 2] = [&Usual, &Measured(shelves::open_if_readable(ground))];
    let begun = journal.of_batch(&plan.name, None)?;
    // Of what was held again, the debate that came of it counts.
    let mut debates: BTreeMap<&str, usize> = BTreeMap::new();
    for item in begun.iter().filter_map(|one| one.item.as_deref()) {
        *debates.entry(item).or_default() += 1;
    }
    let is_of_several = |one: &&Summary| {
        let item = one.item.as_deref();
        item.and_then(|item| debates.get(item))
            .is_some_and(|count| *count > 1)
    };
    let several: Vec<Summary> = begun.iter().filter(is_of_several).cloned().collect();
    let failed = plan::failed(journal, &several, true)?;
    let found = by_item(&begun, &failed);
    let mut rows = Vec::with_capacity(plan.items.len());
    let mut steps = Steps::new("reading the debates");
    for (done, planned) in (1..).zip(&plan.items) {
        let state = match found.get(planned.id.as_str()) {
            // A debate that cannot be read has a row without numbers; who runs it was told why.
            Some(summary) => journal
                .load(&summary.debate)
                .ok()
                .map(|all| DebateState::fold(&all)),
            None => None,
        };
        rows.push(Row::of(&planned.item, state.as_ref(), &measures));
        steps.at(done, plan.items.len() as u64);
    }
    steps.end();
    let whole = summary(&plan.name, &rows);
    let part = plan
        .shard
        .map_or_else(String::new, |shard| format!("-{}", shard.label()));
    let table = csv(&plan.name, &rows).map_err(|error| Failure::internal(error.to_string()))?;
    let file = folder.join(format!("debates{part}.csv"));
    kept::save(
        &file,
        &String::from_utf8_lossy(&table),
        kept::Existing::Replace,
    )?;
    let json = serde_json::to_string_pretty(&whole)
        .map_err(|error| Failure::internal(error.to_string()))?
        + "\n";
    let json = visible(&json).into_owned();
    kept::save(
        &folder.join(format!("summary{part}.json")),
        &json,
        kept::Existing::Replace,
    )?;
    let text = if args.json { json } else { whole.told() };
    out::say(&format!("The table is in {}", file.display()));
    out::print(|out| out.write_all(text.as_bytes()))?;
    Ok(rows.iter().filter(|row| row.poorer).count())
}
