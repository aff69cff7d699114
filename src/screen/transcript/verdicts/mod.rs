//! What judges say between rounds and at the end: whom they let speak, their assessments, reports and scores.

mod chart;
mod marks;
mod report;
mod scores;
mod trace;

use ratatui::text::{Line, Span};

use super::{
    boxes,
    entry::Ink,
    house,
    markdown::Paragraph,
    wrap::{self, Row},
};
use crate::{
    catalog::{Rubric, StopRule},
    debate::{
        ids::Seat,
        scores::{Assessment, Judged},
        state::Round,
    },
    style::Role,
    who,
    widgets::{fit, levels, width},
};

pub(super) use report::judgement;
pub(super) use scores::scores;

/// Whom a judge let speak, and why.
pub(super) fn chosen(ink: Ink<'_>, at: usize) -> Vec<Row> {
    let Some(chosen) = ink.state.chosen.get(at) else {
        return Vec::new();
    };
    let name = ink.state.name(&chosen.seat);
    let mut line = Line::from(vec![
        ink.span("The judge lets ", Role::House),
        ink.span(name, who::role(ink.state, &chosen.seat)),
    ]);
    if chosen.reason.trim().is_empty() {
        line.spans.push(ink.span(" speak.", Role::House));
    } else {
        line.spans.push(ink.span(" speak: ", Role::House));
        line.spans.push(ink.span(chosen.reason.clone(), Role::Dim));
    }
    let first = ink.span("⚖ ", Role::House);
    wrap::rows(&line, ink.width, &first, &ink.span("  ", Role::House))
}

/// A judge's assessment after a round.
pub(super) fn round(ink: Ink<'_>, at: usize) -> Vec<Row> {
    let Some(round) = ink.state.rounds.get(at) else {
        return Vec::new();
    };
    let within = ink.narrower(2);
    let name = ink.state.name(&round.judge);
    let phase = ink.state.plan.phases.get(round.phase as usize);
    let phase = phase.map_or("", |phase| phase.name.as_str());
    let after = format!("after round {} of {phase}", round.round);
    let mut rows = vec![heading(within, &name, &after)];
    match &round.assessment {
        Judged::Given(given) => rows.extend(assessment(within, at, round, given)),
        Judged::Unusable { reason, .. } => rows.extend(unusable(within, "assessment", reason)),
    }
    barred(ink, rows)
}

fn assessment(ink: Ink<'_>, at: usize, round: &Round, given: &Assessment) -> Vec<Row> {
    let mut rows = Vec::new();
    if let Some(rubric) = rubric(ink) {
        for (id, one) in marks::ordered(ink.state, &given.marks) {
            let before = trend(ink, at, &round.judge, id, rubric);
            rows.push(marks::total(ink, rubric, id, one.total(rubric), &before));
            rows.extend(marks::notes(ink, one));
        }
    }
    rows.push(Row::default());
    let seen: Vec<&str> = given.observations.seen().map(StopRule::told).collect();
    if !seen.is_empty() {
        let text = format!("To be seen: {}.", seen.join("; "));
        rows.extend(house::text(ink, &text, Role::Warning));
    }
    if !given.recommendation.trim().is_empty() {
        rows.extend(house::prose(ink, &given.recommendation));
    }
    let (word, role) = if given.should_continue {
        ("The debate should go on.", Role::Accepted)
    } else {
        ("The debate should end here.", Role::Warning)
    };
    let quality = format!(
        "  Its quality: {} of 10.",
        marks::score(given.overall_quality)
    );
    rows.extend(
        wrap::wrap(
            &Line::from(vec![ink.span(word, role), ink.span(quality, Role::Dim)]),
            ink.width,
        )
        .into_iter()
        .map(Row::new),
    );
    rows
}

/// The totals that a judge gave somebody, up to this assessment.
fn trend(ink: Ink<'_>, at: usize, judge: &Seat, id: &str, rubric: &Rubric) -> Vec<f64> {
    let upto = ink.state.rounds.get(..=at).unwrap_or_default();
    upto.iter()
        .filter(|round| &round.judge == judge)
        .filter_map(|round| Some(round.assessment.given()?.marks.get(id)?.total(rubric)))
        .collect()
}

/// What judges score in this debate.
fn rubric(ink: Ink<'_>) -> Option<&Rubric> {
    ink.state.opening.as_deref()?.format.rubric.as_ref()
}

/// "⚖ The judge · after round 2 of Rebuttals".
fn heading(ink: Ink<'_>, name: &str, what: &str) -> Row {
    let name = format!("⚖ {name}");
    let room = ink.width.saturating_sub(width(&name) + 3);
    let house = ink
        .styles
        .get(Role::House)
        .patch(ink.styles.get(Role::Speaker));
    let mut spans = vec![Span::styled(fit(&name, ink.width), house)];
    if room > 4 {
        spans.push(ink.span(" · ", Role::Dim));
        spans.push(ink.span(fit(what, room), Role::Dim));
    }
    Row::new(Line::from(spans))
}

/// What is told of something that could not be had.
fn unusable(ink: Ink<'_>, what: &str, reason: &str) -> Vec<Row> {
    let text = format!("No {what} of use could be had: {reason}");
    let mut rows = house::text(ink, &text, Role::Warning);
    rows.extend(house::text(
        ink,
        "It is left out of the scores; nothing was made up in its place.",
        Role::Dim,
    ));
    rows
}

/// Rows with the bar of the house before them.
fn barred(ink: Ink<'_>, rows: Vec<Row>) -> Vec<Row> {
    let bar = ink.span("▎ ", Role::House);
    rows.into_iter().map(|row| row.after(&bar)).collect()
}

/// A text that hangs behind a mark.
fn hung(ink: Ink<'_>, mark: &str, text: &str, role: Role) -> Vec<Row> {
    let paragraph = Paragraph {
        line: Line::from(ink.span(text.trim(), role)),
        first: mark.to_owned(),
        rest: " ".repeat(width(mark)),
        tight: true,
    };
    boxes::paragraphs(ink, &[paragraph])
}

/// Numbers as a line of blocks, and how far they have moved.
fn spark(ink: Ink<'_>, values: &[f64], role: Role) -> Vec<Span<'static>> {
    let [first, .., last] = values else {
        return Vec::new();
    };
    vec![
        ink.span(levels(values), role),
        ink.span(format!(" {:+.2}", last - first), Role::Dim),
    ]
}
