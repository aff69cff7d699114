//! One judge's report: what was given and why, suspicious reasoning as hints, and what follows.

use ratatui::text::{Line, Span};

use super::{Ink, Row, barred, heading, house, marks, rubric, unusable};
use crate::{
    debate::scores::{Judged, Judgement, Marks},
    style::Role,
    who,
};

/// A judge's report.
pub(in super::super) fn judgement(ink: Ink<'_>, at: usize) -> Vec<Row> {
    let Some((judge, judged)) = ink.state.judgements.get(at) else {
        return Vec::new();
    };
    let within = ink.narrower(2);
    let mut rows = vec![heading(within, &ink.state.name(judge), "the report")];
    match judged {
        Judged::Given(given) => rows.extend(report(within, given)),
        Judged::Unusable { reason, .. } => rows.extend(unusable(within, "report", reason)),
    }
    barred(ink, rows)
}

fn report(ink: Ink<'_>, given: &Judgement) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut flagged = false;
    for (id, marks) in marks::ordered(ink.state, &given.marks) {
        rows.push(Row::default());
        rows.extend(item(ink, id, marks));
        flagged |= !marks.fallacies.is_empty();
    }
    if flagged {
        rows.push(Row::default());
        rows.extend(house::text(
            ink,
            "? is a hint to look at those words again, and no verdict on them.",
            Role::Dim,
        ));
    }
    let prose = |title: &str, text: &str| {
        if text.trim().is_empty() {
            Vec::new()
        } else {
            house::section(ink, title, house::prose(ink, text))
        }
    };
    rows.extend(prose("Key insight", &given.key_insight));
    rows.extend(house::section(
        ink,
        "Left open",
        house::list(ink, &given.unresolved_questions),
    ));
    rows.extend(prose("Recommendation", &given.recommendation));
    rows
}

fn item(ink: Ink<'_>, id: &str, marks: &Marks) -> Vec<Row> {
    let mut rows = Vec::new();
    if let Some(rubric) = rubric(ink) {
        let mut row = marks::total(ink, rubric, id, marks.total(rubric), &[]);
        if let Some(standing) = marks.standing {
            let (mark, role) = who::standing(standing);
            let said = format!("  {mark} {}", standing.told());
            if row.line.width() + said.chars().count() <= ink.width {
                row.line.spans.push(ink.span(said, role));
                rows.push(row);
            } else {
                rows.push(row);
                rows.push(Row::new(Line::from(vec![
                    Span::raw("  "),
                    ink.span(said.trim(), role),
                ])));
            }
        } else {
            rows.push(row);
        }
        rows.extend(marks::dimensions(ink, rubric, id, marks));
    }
    rows.extend(marks::notes(ink, marks));
    rows
}
