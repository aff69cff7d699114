//! `hustings model trial --sides`: how often a model tells for which side a planted speech argues.

use std::io;

use super::{Host, out, signals::until_signal, steps::StepsOfEach};
use crate::{
    error::{Exit, Failure},
    host::planted_sides::planted_sides,
    trial::SidesReport,
};

/// Has the speeches read, and tells what came of it.
pub(super) async fn run(host: &Host, as_json: bool) -> Result<Exit, Failure> {
    let mut steps = StepsOfEach::default();
    let report = Box::pin(until_signal(async |stop| {
        planted_sides(host, &mut steps, stop).await
    }))
    .await?;
    if as_json {
        out::print(|out| writeln!(out, "{:#}", serde_json::json!(report)))?;
    } else {
        out::print(|out| write(out, &report))?;
    }
    Ok(Exit::Done)
}

fn write(out: &mut dyn io::Write, report: &SidesReport) -> io::Result<()> {
    let how = if report.by_likelihoods {
        "by how likely its answers are"
    } else {
        "by its words"
    };
    writeln!(out, "{}, {how}", report.model)?;
    writeln!(
        out,
        "  found to argue for the other side   {} of {} that do",
        report.found, report.wrong
    )?;
    writeln!(
        out,
        "  struck all the same                 {} of {} that argue for their own",
        report.struck, report.right
    )?;
    if report.failed > 0 {
        writeln!(
            out,
            "  without an answer                   {}",
            report.failed
        )?;
    }
    for mistake in &report.mistakes {
        writeln!(out, "  {mistake}")?;
    }
    Ok(())
}
