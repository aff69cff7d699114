//! Iterations side by side, as text or as JSON.

use super::super::{layout::Sheet, table::table};
use crate::refine::{
    comparison::{AttributedClaim, Change, Comparison, IterationColumn, IterationVotes, Lesson},
    corrected::CorrectedSpeaker,
};

/// A comparison in that many columns, or as JSON.
pub(super) fn of(comparison: &Comparison, as_json: bool, width: usize) -> String {
    if as_json {
        let json = serde_json::to_value(comparison).unwrap_or_default();
        return format!("{json:#}\n");
    }
    let mut sheet = Sheet::new(width);
    sheet.title(&comparison.motion);
    let count = comparison.iterations.len();
    let iterations = if count == 1 {
        "iteration"
    } else {
        "iterations"
    };
    sheet.heading(&format!("{}, {count} {iterations}", comparison.format));
    let mut text = sheet.into_string();
    text.push('\n');
    text += &table(&rows(comparison));
    for column in &comparison.iterations {
        text += &corrections(column);
    }
    let mut sheet = Sheet::new(width);
    for change in &comparison.changes {
        changed(&mut sheet, change);
        let taught = comparison
            .iterations
            .iter()
            .find(|one| one.iteration == change.to);
        if let Some(column) = taught {
            lessons(
                &mut sheet,
                &format!("What iteration {} was taught", change.to),
                &column.taught,
            );
        }
    }
    if !comparison.next.is_empty() {
        lessons(
            &mut sheet,
            &format!("What iteration {} would be taught", count + 1),
            &comparison.next,
        );
    }
    if let Some(ended) = comparison.ended {
        sheet.footer(&format!("Ended: {}.", ended.describe()));
    }
    sheet.footer(&format!(
        "Claims and tensions were compared {}.",
        comparison.compared
    ));
    text.push('\n');
    text + &sheet.into_string()
}

fn rows(comparison: &Comparison) -> Vec<Vec<String>> {
    let columns = &comparison.iterations;
    let row = |name: &str, cell: &dyn Fn(&IterationColumn) -> String| -> Vec<String> {
        let cells = columns.iter().map(cell);
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let mut rows = vec![
        row("iteration", &|one| one.iteration.to_string()),
        row("debate", &|one| one.debate.short().to_owned()),
        row("winner", &|one| one.outcome.describe().to_owned()),
    ];
    if columns.iter().any(|one| one.votes.is_some()) {
        rows.push(row("votes", &|one| {
            one.votes
                .as_ref()
                .map_or_else(|| "–".to_owned(), IterationVotes::describe)
        }));
        rows.push(row("swing", &|one| {
            one.votes
                .as_ref()
                .map_or_else(|| "–".to_owned(), IterationVotes::swing)
        }));
    }
    if let Some(first) = columns.iter().find(|one| !one.scores.is_empty()) {
        for score in &first.scores {
            rows.push(row(&score.side, &|one| {
                let own = one.scores.iter().find(|own| own.side == score.side);
                own.map_or_else(|| "–".to_owned(), |own| format!("{:.2}", own.score))
            }));
        }
    }
    for measure in &comparison.measures {
        let cells = (0..columns.len()).map(|at| match measure.change(at) {
            Some(change) => format!("{} ({change})", measure.shown(at)),
            None => measure.shown(at),
        });
        rows.push(std::iter::once(measure.name.clone()).chain(cells).collect());
    }
    rows
}

/// A table of what each correction came to: what the speaker was given before it and after it, and what was heard of it.
fn corrections(column: &IterationColumn) -> String {
    if column.corrected.is_empty() {
        return String::new();
    }
    let mut rows = vec![CorrectedSpeaker::HEADS.map(str::to_owned).to_vec()];
    rows.extend(column.corrected.iter().flat_map(CorrectedSpeaker::rows));
    let mut text = format!(
        "\nCorrected in iteration {}\n{}",
        column.iteration,
        table(&rows)
    );
    for one in column.corrected.iter().filter(|one| !one.is_more) {
        let told = format!(
            "{} was given no more than before: there was nothing more.\n",
            one.name
        );
        text += &told;
    }
    text
}

fn changed(sheet: &mut Sheet, change: &Change) {
    let (from, to) = (change.from, change.to);
    sheet.heading(&format!(
        "From iteration {from} to {to}: {}",
        change.describe()
    ));
    let list = |sheet: &mut Sheet, heading: &str, claims: &[AttributedClaim]| {
        if !claims.is_empty() {
            sheet.heading(heading);
        }
        for claim in claims {
            sheet.item(&format!("{}: {}", claim.by, claim.text));
        }
    };
    list(sheet, &format!("New in {to}"), &change.new);
    list(sheet, &format!("Dropped from {from}"), &change.dropped);
}

fn lessons(sheet: &mut Sheet, heading: &str, lessons: &[Lesson]) {
    if lessons.is_empty() {
        return;
    }
    sheet.heading(heading);
    for lesson in lessons {
        sheet.heading(&lesson.name);
        for (what, text) in lesson.describe() {
            sheet.item(&format!("{what}: {text}"));
        }
    }
}
