//! `hustings model trial`: what of a model's debates is worth listening to, as a table, beside that of an earlier trial.

use std::{io, path::Path};

use tokio_util::sync::CancellationToken;

use super::{Host, args::TrialArgs, batch::board, debates, out, steps::StepsOfEach, trial_sides};
use crate::{
    error::{Exit, Failure},
    export::columns::{Align, table},
    files,
    host::{
        batch::{Batch, Retry},
        patience::{Patience, Watched},
        trial::{self, Trial},
    },
    text::{counted, sanitize::sanitize_line, shown},
    trial::{TrialMeasure, TrialReport, TrialRow},
    unattended::Wait,
};

/// No report of a trial is longer; something else was meant.
const MOST_BYTES: u64 = 1 << 20;
/// Where there is nothing to tell.
const NONE: &str = "–";

/// Holds the debates of a trial, and tells what they came to.
pub(super) async fn run(host: &Host, args: &TrialArgs) -> Result<Exit, Failure> {
    if args.sides {
        return trial_sides::run(host, args.json).await;
    }
    let earlier = args.against.as_deref().map(read).transpose()?;
    let debates = usize::try_from(args.debates).unwrap_or(trial::DEBATES);
    let trial = Trial::of(host, debates, args.name.as_deref(), args.parallel).await?;
    let estimate = trial.estimate(host)?;
    out::say(&format!(
        "{}: {}, about {} of the model, {} tokens read and {} written",
        trial.model,
        counted(trial.plan.items.len(), "debate", "debates"),
        counted(estimate.calls, "call", "calls"),
        estimate.read,
        estimate.written,
    ));
    if args.dry_run {
        out::say("Nothing was begun.");
        return Ok(Exit::Done);
    }
    let journal = host.journal()?;
    debates::counted(&journal)?;
    let stop = CancellationToken::new();
    let batch = Batch::of(host, &journal, trial.plan, Retry::Silent, stop.clone())?;
    let patience = Patience::of(Watched::by_nobody(None), Wait::default());
    let ending = board::hold(&batch, patience, Some(stop)).await?;
    let report = trial::report(host, &batch, trial.model, &mut StepsOfEach::default()).await?;
    if args.json {
        out::print(|out| writeln!(out, "{:#}", serde_json::json!(report)))?;
    } else {
        out::print(|out| write(out, &report, earlier.as_ref()))?;
    }
    Ok(ending.exit_with(0))
}

/// The report of an earlier trial.
fn read(path: &Path) -> Result<TrialReport, Failure> {
    let shown = shown::path(&path);
    let hint = "--against takes what `hustings model trial --json` has printed";
    let text = files::text(path, MOST_BYTES)
        .map_err(|error| Failure::input(format!("{shown}: {error}")).hint(hint))?;
    let mut report: TrialReport = serde_json::from_str(&text).map_err(|error| {
        Failure::input(format!("{shown} is no report of a trial: {error}")).hint(hint)
    })?;
    // Whoever wrote the file could have put anything there, and it stands in heads of columns.
    report.model = sanitize_line(&report.model);
    report.nearness = sanitize_line(&report.nearness);
    Ok(report)
}

fn write(
    out: &mut dyn io::Write,
    report: &TrialReport,
    earlier: Option<&TrialReport>,
) -> io::Result<()> {
    let mut reports: Vec<&TrialReport> = earlier.into_iter().collect();
    reports.push(report);
    let heads: Vec<String> = reports
        .iter()
        .map(|one| format!("{} ({} of {})", one.model, one.debates, one.wanted))
        .collect();
    let mut columns = vec![("", Align::Left)];
    columns.extend(heads.iter().map(|head| (head.as_str(), Align::Right)));
    columns.push(match earlier {
        Some(_) => ("difference", Align::Right),
        None => ("95 %", Align::Right),
    });
    columns.push(("", Align::Left));
    let mut rows: Vec<Vec<String>> = TrialMeasure::ALL
        .iter()
        .map(|measure| row(*measure, &reports))
        .collect();
    rows.push(minutes(&reports));
    write!(out, "{}", table(&columns, &rows))?;
    writeln!(
        out,
        "\nParagraphs on something else were found {}. Speeches whose side nobody checks do not count for it.",
        report.nearness
    )?;
    if let Some(one) = earlier.filter(|one| one.nearness != report.nearness) {
        writeln!(
            out,
            "In the earlier trial they were found {}, which is no comparison.",
            one.nearness
        )?;
    }
    Ok(())
}

/// A measure: its share in each report, and how sure the one is or how far they are apart.
fn row(measure: TrialMeasure, reports: &[&TrialReport]) -> Vec<String> {
    let rows: Vec<Option<&TrialRow>> = reports.iter().map(|one| one.row(measure)).collect();
    let mut cells = vec![measure.name().to_owned()];
    cells.extend(
        rows.iter()
            .map(|row| row.map_or_else(|| NONE.to_owned(), share)),
    );
    cells.push(match rows.as_slice() {
        [Some(before), Some(now)] => {
            let apart = before
                .share
                .zip(now.share)
                .map(|(before, now)| now - before);
            apart.map_or_else(|| NONE.to_owned(), |apart| format!("{:+.1}", apart * 100.0))
        }
        [Some(one)] => one.low.zip(one.high).map_or_else(
            || NONE.to_owned(),
            |(low, high)| format!("{:.1}–{:.1}", low * 100.0, high * 100.0),
        ),
        _ => NONE.to_owned(),
    });
    cells.push(better(measure).to_owned());
    cells
}

/// Which way is better.
fn better(measure: TrialMeasure) -> &'static str {
    if measure.is_good() {
        "more is better"
    } else {
        "less is better"
    }
}

fn share(row: &TrialRow) -> String {
    row.share.map_or_else(
        || NONE.to_owned(),
        |share| format!("{:.1} % ({} of {})", share * 100.0, row.found, row.of),
    )
}

/// The minutes that a debate took.
fn minutes(reports: &[&TrialReport]) -> Vec<String> {
    let all: Vec<Option<f64>> = reports.iter().map(|one| one.minutes).collect();
    let mut cells = vec!["minutes a debate".to_owned()];
    let shown = |one: &Option<f64>| one.map_or_else(|| NONE.to_owned(), |one| format!("{one:.1}"));
    cells.extend(all.iter().map(shown));
    cells.push(match all.as_slice() {
        [Some(before), Some(now)] => format!("{:+.1}", now - before),
        _ => NONE.to_owned(),
    });
    cells.push("less is better".to_owned());
    cells
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::trial::TrialFindings;

    fn report(found: usize) -> TrialReport {
        let findings = TrialFindings {
            found: vec!["a horse".to_owned(); found],
            of: 8,
        };
        let findings = BTreeMap::from([(TrialMeasure::Drift, findings)]);
        TrialReport::of(
            "small".to_owned(),
            24,
            "by content words".to_owned(),
            &[(findings, 5.0)],
        )
    }

    #[test]
    fn one_has_its_interval_and_two_their_difference() {
        let told = |earlier: Option<&TrialReport>| {
            let mut told = Vec::new();
            write(&mut told, &report(2), earlier).unwrap();
            String::from_utf8(told).unwrap()
        };
        let one = told(None);
        let drift = one
            .lines()
            .find(|line| line.contains("something else  "))
            .unwrap();
        assert!(
            drift.contains("25.0 % (2 of 8)") && drift.contains("7.1–59.1"),
            "{one}"
        );
        let two = told(Some(&report(6)));
        let drift = two
            .lines()
            .find(|line| line.contains("something else  "))
            .unwrap();
        assert!(
            drift.contains("75.0 % (6 of 8)") && drift.contains("-50.0"),
            "{two}"
        );
        assert!(two.contains("+0.0"), "{two}");
    }

    #[test]
    fn what_is_no_report_is_refused_with_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.json");
        assert!(read(&path).is_err());
        let text = serde_json::to_vec(&report(1)).unwrap();
        files::write(&path, files::Existing::Replace, |out| out.write_all(&text)).unwrap();
        assert_eq!(read(&path).unwrap(), report(1));
        files::write(&path, files::Existing::Replace, |out| out.write_all(b"{}")).unwrap();
        let failure = read(&path).unwrap_err();
        assert!(
            failure.message.contains("no report of a trial"),
            "{}",
            failure.message
        );
    }
}
