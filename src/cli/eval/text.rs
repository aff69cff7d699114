//! Measures as tables for people: of one debate what it comes to and what each speaker does, of several a column each.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthStr as _;

use super::cell;
use crate::{
    cli::{layout::Sheet, table::table},
    eval::{self, DEFINITIONS, Measure, MeasureResult, Report, is_alike, mean},
    host::finished::measures::MeasuredDebate,
};

/// Between two columns.
const GAP: usize = 2;

/// The report on one debate or several.
pub(in crate::cli) fn report(debates: &[MeasuredDebate], width: usize) -> String {
    match debates {
        [one] => single(one, width),
        several => many(several, width),
    }
}

fn single(one: &MeasuredDebate, width: usize) -> String {
    let mut text = format!("{}\n", one.opening.motion.motion);
    let _ = writeln!(
        text,
        "{}, {}\n",
        one.opening.format.name,
        one.debate.short()
    );
    let head = ["", "value", "of", "good", "", "by"]
        .map(str::to_owned)
        .to_vec();
    let mut rows = vec![head];
    rows.extend(one.report.readings.iter().filter_map(row));
    text += &table(&rows);
    text += &speakers(&one.report, width);
    text += &super::arc::order(&one.report);
    text += &super::arc::turns(&one.report);
    text += &super::readings::agreement(&one.report, width);
    text += &super::points::list(&one.report, width);
    text += &left_out(&one.report, width);
    text
}

fn row(reading: &MeasureResult) -> Option<Vec<String>> {
    let eval::Measured::Is { value, of, by } = &reading.total else {
        return None;
    };
    let definition = reading.measure.definition();
    let mark = match reading.is_good() {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "",
    };
    Some(vec![
        definition.name.to_owned(),
        format!("{value:.2}"),
        of.to_string(),
        definition.good(by).to_string(),
        mark.to_owned(),
        by.describe().to_owned(),
    ])
}

/// A row for each speaker, a column for each measure that somebody has a value of.
fn speakers(report: &Report, width: usize) -> String {
    let has_value =
        |reading: &&MeasureResult| reading.speakers.values().any(|one| one.value().is_some());
    let mut columns = vec![names(report)];
    columns.extend(report.readings.iter().filter(has_value).map(|reading| {
        let value = |seat| reading.speakers.get(seat).and_then(eval::Measured::value);
        let cells = report.speakers.iter().map(|(seat, _)| cell(value(seat)));
        std::iter::once(reading.measure.definition().short.to_owned())
            .chain(cells)
            .collect()
    }));
    if columns.len() < 2 {
        return String::new();
    }
    format!("\nBy speaker\n{}", side_by_side(&columns, width))
}

fn names(report: &Report) -> Vec<String> {
    let names = report.speakers.iter().map(|(_, name)| name.clone());
    std::iter::once(String::new()).chain(names).collect()
}

/// Columns as tables that fit a width, the first column in each of them.
fn side_by_side(columns: &[Vec<String>], width: usize) -> String {
    let Some((first, rest)) = columns.split_first() else {
        return String::new();
    };
    let wide = |column: &Vec<String>| column.iter().map(|cell| cell.width()).max().unwrap_or(0);
    let mut tables: Vec<Vec<&Vec<String>>> = Vec::new();
    let mut used = usize::MAX;
    for column in rest {
        let more = wide(column) + GAP;
        if used.saturating_add(more) > width {
            tables.push(vec![first]);
            used = wide(first);
        }
        used += more;
        if let Some(table) = tables.last_mut() {
            table.push(column);
        }
    }
    let texts = tables.iter().map(|columns| {
        let rows = (0..first.len()).map(|at| {
            let cells = columns.iter().map(|column| column.get(at).cloned());
            cells.map(Option::unwrap_or_default).collect()
        });
        table(&rows.collect::<Vec<Vec<String>>>())
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The measures that could not be taken, and the reasons: measures with the same reason together.
fn left_out(report: &Report, width: usize) -> String {
    let reasons = report.unmeasured();
    if reasons.is_empty() {
        return String::new();
    }
    let mut sheet = Sheet::new(width);
    sheet.heading("Not measured");
    for (why, names) in reasons {
        sheet.item(&format!("{}: {why}", names.join(", ")));
    }
    format!("\n{}", sheet.into_string())
}

/// A column for each debate, then the mean with its interval.
fn many(debates: &[MeasuredDebate], width: usize) -> String {
    let mut text = String::new();
    for one in debates {
        let short = one.debate.short();
        let format = &one.opening.format.name;
        let _ = writeln!(text, "{short}  {} ({format})", one.opening.motion.motion);
    }
    text.push('\n');
    let reports = || debates.iter().map(|one| &one.report);
    let known: Vec<Measure> = Measure::all()
        .filter(|measure| mean(reports(), *measure).is_some())
        .collect();
    let column = |head: &str, cell: &dyn Fn(Measure) -> String| -> Vec<String> {
        let cells = known.iter().map(|measure| cell(*measure));
        std::iter::once(head.to_owned()).chain(cells).collect()
    };
    let mut columns = vec![column("", &|measure| measure.definition().name.to_owned())];
    for one in debates {
        columns.push(column(one.debate.short(), &|measure| {
            cell(one.report.reading(measure).total.value())
        }));
    }
    columns.push(column("mean", &|measure| {
        cell(mean(reports(), measure).map(|one| one.estimate))
    }));
    columns.push(column("± 95 %", &|measure| {
        cell(mean(reports(), measure).and_then(|one| one.half()))
    }));
    text += &side_by_side(&columns, width);
    text += "\nThe interval is Student's t over the debates that have a value.\n";
    let mixed: Vec<&str> = known
        .iter()
        .filter(|measure| !is_alike(reports(), **measure))
        .map(|measure| measure.definition().name)
        .collect();
    if !mixed.is_empty() {
        let mut sheet = Sheet::new(width);
        sheet.heading(&format!(
            "Not measured alike in all of them, so that a mean says little: {}.",
            mixed.join(", ")
        ));
        text += &sheet.into_string();
    }
    let none: Vec<&str> = DEFINITIONS
        .iter()
        .filter(|one| !known.contains(&one.measure))
        .map(|one| one.name)
        .collect();
    if !none.is_empty() {
        let mut sheet = Sheet::new(width);
        sheet.heading(&format!(
            "Not measured in any of them: {}. `hustings eval ID` says why.",
            none.join(", ")
        ));
        text += &sheet.into_string();
    }
    text
}

/// The definitions of the measures, or that of one, and what each can show and cannot.
pub(super) fn definitions(one: Option<Measure>, width: usize) -> String {
    let mut sheet = Sheet::new(width);
    let wanted = DEFINITIONS.iter();
    for one in wanted.filter(|definition| one.is_none_or(|one| one == definition.measure)) {
        sheet.heading(&format!("{} ({})", one.name, one.id));
        let mut good = one.good.to_string();
        if let Some(by_meaning) = one.good_by_meaning {
            let _ = write!(good, " by words, {by_meaning} by meaning");
        }
        let explained = one.measure.explained();
        let beside = explained.beside;
        let beside = beside.map(|beside| beside.definition().name.to_owned());
        sheet.fields([
            ("formula", one.formula()),
            ("unit", explained.unit.to_owned()),
            ("range", one.describe_range()),
            ("good", good),
            ("needs", one.needs.to_owned()),
            ("shows", explained.shows.to_owned()),
            ("cannot show", explained.cannot.to_owned()),
            ("checked by", explained.checked.to_owned()),
            ("read beside", beside.unwrap_or_default()),
        ]);
    }
    sheet.into_string()
}
