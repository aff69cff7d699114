//! What a study would take, and what it has come to: on the screen, and in files of its folder.

use std::{fmt::Write as _, path::Path};

use super::super::{args::StudyArgs, journal, out, rate::time, table::table};
use crate::{
    batch::{BatchRow, csv},
    error::Failure,
    host::study::{Study, StudyEstimate},
    paired::StudyResult,
    text::{
        counted,
        shown::{self, visible},
    },
};

/// What a study would ask of models, in lines.
pub(super) fn estimate(study: &Study<'_>, estimate: &StudyEstimate) -> String {
    let blocks = study.design.blocks.len();
    let arms = study.design.file.arms.len();
    // Writing to a string cannot fail.
    let mut text = format!(
        "{}: {} in {arms} arms\n",
        study.batch.plan.name,
        counted(blocks, "block", "blocks")
    );
    let (calls, tokens) = estimate.total();
    if calls == 0 {
        text += "Nothing is left to be held.\n";
        return text;
    }
    let is_read = study.design.file.judge.is_some();
    let head = [
        "still to be held",
        "debates",
        "divisions",
        "readings",
        "calls",
        "tokens",
    ];
    // Without a judge nothing is read.
    let row_of = |all: [String; 6]| -> Vec<String> {
        let [arm, debates, divisions, readings, calls, tokens] = all;
        let readings = is_read.then_some(readings);
        let first = [arm, debates, divisions].into_iter().chain(readings);
        first.chain([calls, tokens]).collect()
    };
    let mut rows = vec![row_of(head.map(str::to_owned))];
    rows.extend(estimate.arms.iter().map(|one| {
        row_of([
            one.arm.clone(),
            one.debates.to_string(),
            one.divisions.to_string(),
            one.readings.to_string(),
            one.calls.to_string(),
            one.tokens.to_string(),
        ])
    }));
    let sum = |of: fn(&crate::host::study::ArmEstimate) -> usize| {
        estimate.arms.iter().map(of).sum::<usize>().to_string()
    };
    rows.push(row_of([
        "together".to_owned(),
        sum(|one| one.debates),
        sum(|one| one.divisions),
        sum(|one| one.readings),
        calls.to_string(),
        tokens.to_string(),
    ]));
    text += &table(&rows);
    let told = match estimate.seconds {
        Some(seconds) => format!(
            "About {}, one after the other, at the speed of the last debate with this model.",
            time(seconds.ceil() as u64)
        ),
        None => {
            "How long that takes cannot be told before the first debate with this model is over."
                .to_owned()
        }
    };
    let _ = writeln!(text, "{told} Calls and tokens are estimated by rehearsals.");
    text
}

/// Writes the tables into the folder, and prints what it came to.
pub(super) fn write(
    (study, rows, result): (&Study<'_>, &[BatchRow], &StudyResult),
    folder: &Path,
    args: &StudyArgs,
) -> Result<(), Failure> {
    let name = &study.batch.plan.name;
    let part = args
        .shard
        .map_or_else(String::new, |shard| format!("-{}", shard.label()));
    let internal = |error: String| Failure::internal(error);
    let debates = csv(name, rows).map_err(|error| internal(error.to_string()))?;
    let json = serde_json::to_string_pretty(result).map_err(|error| internal(error.to_string()))?;
    let json = visible(&(json + "\n")).into_owned();
    let markdown = result.markdown();
    let table = folder.join(format!("study{part}.md"));
    let debates = String::from_utf8_lossy(&debates);
    for (file, text) in [
        (folder.join(format!("debates{part}.csv")), debates.as_ref()),
        (folder.join(format!("study{part}.json")), &json),
        (table.clone(), &markdown),
    ] {
        journal::save(&file, text, journal::Existing::Replace)?;
    }
    out::say(&format!("The tables are in {}", shown::path(&table)));
    let text = if args.json { json } else { describe(result) };
    out::print(|out| out.write_all(text.as_bytes())).map(drop)
}

/// What it came to, for people.
fn describe(result: &StudyResult) -> String {
    let mut text = format!("{}\n", result.heading());
    for (_, rows) in result.tables() {
        let _ = write!(text, "\n{}", table(&rows));
    }
    text.push('\n');
    for note in result.notes() {
        let _ = writeln!(text, "{note}");
    }
    text
}
