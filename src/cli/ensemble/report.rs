//! The report of an ensemble: kept in its folder as JSON, Markdown and a page for a browser, and printed.

use std::path::Path;

use super::super::{Host, args::EnsembleArgs, batch::report::file_name, journal, out};
use crate::{
    ensemble::{EnsembleReport, Occasion, prepared, told},
    error::{Exit, Failure},
    export::{study_html, study_markdown},
    host::ensemble::REPORT,
    plain::study_text,
    text::shown::{self, given, visible},
};

/// Refuses to prepare anybody for a side that there is not.
pub(super) fn check_side(report: &EnsembleReport, args: &EnsembleArgs) -> Result<(), Failure> {
    check_side_of(&report.occasion, args)
}

/// The same, before there is a report.
pub(super) fn check_side_of(occasion: &Occasion, args: &EnsembleArgs) -> Result<(), Failure> {
    let Some(side) = &args.prepare else {
        return Ok(());
    };
    let ids = occasion.ids();
    if ids.len() < 2 {
        return Err(Failure::input(
            "--prepare would do nothing: there are no two sides, so there is no other one to prepare for",
        )
        .hint("leave it out, or choose another format: hustings formats"));
    }
    if ids.contains(&side.as_str()) {
        return Ok(());
    }
    Err(
        Failure::input(format!("--prepare: there is no side `{}`", given(side)))
            .hint(format!("expected one of {}", ids.join(", "))),
    )
}

/// Writes the report in every form.
pub(super) fn write(report: &EnsembleReport, folder: &Path) -> Result<(), Failure> {
    let page = told(report);
    let json = json(report)?;
    let save = |name: &str, text: &str| {
        journal::save(
            &folder.join(name),
            &visible(text),
            journal::Existing::Replace,
        )
    };
    save(REPORT, &json)?;
    save("ensemble.md", &study_markdown(&page))?;
    save("ensemble.html", &study_html(&page))?;
    for (side, _) in report
        .occasion
        .sides
        .iter()
        .filter(|_| report.occasion.sides.len() > 1)
    {
        let page = prepared(report, side);
        save(
            &format!("prepare-{}.md", file_name(side)),
            &study_markdown(&page),
        )?;
    }
    let shown = shown::path(&folder.join("ensemble.html"));
    out::say(&format!(
        "The report is in {shown}, and as Markdown and JSON beside it"
    ));
    Ok(())
}

fn json(report: &EnsembleReport) -> Result<String, Failure> {
    let json = serde_json::to_string_pretty(report);
    Ok(json.map_err(|error| Failure::internal(error.to_string()))? + "\n")
}

/// Shows a report as it is wanted: on the screen, as JSON, as the page of whoever prepares, or as text.
pub(super) async fn show(
    host: &Host,
    report: &EnsembleReport,
    args: &EnsembleArgs,
) -> Result<Exit, Failure> {
    if args.show {
        return on_screen(host, report).await;
    }
    let text = if args.json {
        json(report)?
    } else if let Some(side) = &args.prepare {
        study_text(&prepared(report, side), out::width())
    } else {
        study_text(&told(report), out::width())
    };
    out::print(|out| out.write_all(text.as_bytes()))
}

#[cfg(feature = "tui")]
async fn on_screen(host: &Host, report: &EnsembleReport) -> Result<Exit, Failure> {
    super::screen::show(host, report).await
}

#[cfg(not(feature = "tui"))]
#[expect(clippy::unused_async, reason = "with a screen it waits for keys")]
async fn on_screen(_: &Host, _: &EnsembleReport) -> Result<Exit, Failure> {
    Err(super::super::headless::no_screen())
}
