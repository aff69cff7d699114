//! `hustings model bench`: how fast a model reads and writes, and, if wanted, how fast a server does that runs
//! the same file.

use crate::{
    config::Overrides,
    debate::ask::Role,
    error::{Exit, Failure},
    export::columns::{Align, table},
    llm::{
        EMBEDDED, SharedModel,
        throughput::{Figures, measure},
    },
    models::human,
};

use super::{Host, out};

/// Measures how fast the model in the process reads and writes.
pub(super) async fn run(
    host: &Host,
    name: Option<&str>,
    against: Option<&str>,
    server: Option<u32>,
) -> Result<Exit, Failure> {
    let overrides = measured(host, name)?;
    let mut columns = vec![one(host, &overrides, Some(std::process::id())).await?];
    if let Some(url) = against {
        let overrides = Overrides {
            base_url: Some(url.into()),
            ..Overrides::default()
        };
        columns.push(one(host, &overrides, server).await?);
    }
    let text = shown(&columns);
    out::print(|out| write!(out, "{text}"))
}

/// The settings with which the model is found that is measured: the one that is named, or else the one that runs
/// in the program when nobody names one, whatever servers there are.
fn measured(host: &Host, name: Option<&str>) -> Result<Overrides, Failure> {
    let mut overrides = host.overrides.clone();
    let chosen = overrides.model.is_some() || overrides.base_url.is_some();
    overrides.model = match name {
        Some(name) if name.contains(':') => Some(name.to_owned()),
        Some(name) => Some(format!("{EMBEDDED}:{name}")),
        None if chosen => overrides.model,
        None => match host.store().usual() {
            Some(installed) => Some(format!("{EMBEDDED}:{}", installed.name)),
            None => {
                return Err(
                    Failure::no_model("there is no model on this machine to measure")
                        .hint("fetch one: hustings model pull"),
                );
            }
        },
    };
    Ok(overrides)
}

/// A model and what was measured of it.
struct Column {
    name: String,
    figures: Figures,
    /// The most memory that its process has had, in bytes.
    peak: Option<u64>,
}

async fn one(host: &Host, overrides: &Overrides, process: Option<u32>) -> Result<Column, Failure> {
    let roster = host.roster(overrides).await?;
    let model: SharedModel = roster.assigned(Role::Speaker, None).model.clone();
    out::say(&format!("measuring {} …", model.label()));
    let figures = measure(model.as_ref()).await.map_err(|error| {
        let failure = Failure::new(Exit::ModelFailed, error.to_string());
        match error.hint() {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })?;
    Ok(Column {
        name: model.label().to_owned(),
        figures,
        peak: process.and_then(peak_memory),
    })
}

/// The most memory that a process has had, where the system says.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// A row of the table: its subject, its number, and the text that shows the number.
type Row = (&'static str, fn(&Column) -> f64, fn(&Column) -> String);

fn shown(columns: &[Column]) -> String {
    let rows: [Row; 6] = [
        (
            "prompt read, tokens/s",
            |one| one.figures.read_per_second,
            |one| {
                format!(
                    "{:.1} (of {})",
                    one.figures.read_per_second, one.figures.prompt_tokens
                )
            },
        ),
        (
            "prose written, tokens/s",
            |one| one.figures.written_per_second,
            |one| format!("{:.1}", one.figures.written_per_second),
        ),
        (
            "JSON written, tokens/s",
            |one| one.figures.shaped_per_second,
            |one| format!("{:.1}", one.figures.shaped_per_second),
        ),
        (
            "five answers together, tokens/s",
            |one| one.figures.together_per_second,
            |one| format!("{:.1}", one.figures.together_per_second),
        ),
        (
            "same prompt, another ending: first word, s",
            |one| one.figures.first_word_again.as_secs_f64(),
            |one| {
                format!(
                    "{:.2} ({} of {} cached)",
                    one.figures.first_word_again.as_secs_f64(),
                    one.figures.cached_tokens,
                    one.figures.of_tokens
                )
            },
        ),
        (
            "memory at the most",
            |one| one.peak.map_or(f64::NAN, |bytes| bytes as f64),
            |one| one.peak.map_or_else(|| "unknown".to_owned(), human),
        ),
    ];
    let mut heads = vec![("", Align::Left)];
    heads.extend(columns.iter().map(|one| (one.name.as_str(), Align::Right)));
    if columns.len() > 1 {
        heads.push(("ratio", Align::Right));
    }
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|(what, number, text)| {
            let mut row = vec![(*what).to_owned()];
            row.extend(columns.iter().map(text));
            if let [own, other] = columns {
                let ratio = number(own) / number(other);
                row.push(if ratio.is_finite() {
                    format!("{ratio:.2}")
                } else {
                    "–".to_owned()
                });
            }
            row
        })
        .collect();
    table(&heads, &rows)
}
