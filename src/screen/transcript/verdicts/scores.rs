//! What the judges' scores come to: the sides, the judges beside one another, the rounds, the trace table and the
//! decision briefing.

use ratatui::text::{Line, Span};

use super::{Ink, Row, chart, house, marks, rubric, trace};
use crate::{
    catalog::Rubric,
    debate::{
        ids::Seat,
        scores::{Judgement, Scores},
    },
    style::Role,
    who,
    widgets::{bar, fit, width},
};

/// Cells of the widest bar of a side.
const BAR: usize = 32;

/// What the scores come to.
pub(in super::super) fn scores(ink: Ink<'_>) -> Vec<Row> {
    let (Some(scores), Some(rubric)) = (&ink.state.scores, rubric(ink)) else {
        return Vec::new();
    };
    let title = match scores.judges {
        1 => "The judge's scores".to_owned(),
        n => format!("The scores of {n} judges"),
    };
    let mut rows = vec![house::heavy(ink), house::banner(ink, &title, Role::Title)];
    rows.push(Row::default());
    rows.extend(sides(ink, scores, rubric));
    rows.extend(gap(ink, scores, rubric));
    rows.push(house::heavy(ink));
    rows.extend(house::section(
        ink,
        "The judges, side by side",
        ballots(ink, scores, rubric),
    ));
    rows.extend(house::section(
        ink,
        "The scores by round",
        chart::by_round(ink, scores, rubric),
    ));
    rows.extend(house::section(ink, "The arguments", trace::table(ink)));
    rows.extend(briefing(ink));
    rows
}

fn sides(ink: Ink<'_>, scores: &Scores, rubric: &Rubric) -> Vec<Row> {
    let names = scores.sides.iter().map(|side| width(&side.name));
    let column = names.max().unwrap_or(0).min(ink.width / 2);
    let room = ink.width.saturating_sub(column + 12);
    scores
        .sides
        .iter()
        .map(|side| {
            let role = who::role_of(ink.state, &side.id);
            let name = fit(&side.name, column);
            let pad = " ".repeat(column.saturating_sub(width(&name)) + 2);
            let style = ink.styles.get(role).patch(ink.styles.get(Role::Speaker));
            let mut spans = vec![
                ink.span(format!("{}. ", side.rank), Role::Dim),
                Span::styled(name, style),
                Span::raw(pad),
            ];
            if room >= 4 {
                spans.extend(bar(
                    side.score / rubric.highest.max(1.0),
                    room.min(BAR),
                    ink.styles.get(role),
                    ink.styles.get(Role::Dim),
                ));
            }
            spans.push(ink.span(format!(" {:>5.2}", side.score), role));
            Row::new(Line::from(spans))
        })
        .collect()
}

/// How far apart the first two are, and what is to be made of it.
fn gap(ink: Ink<'_>, scores: &Scores, rubric: &Rubric) -> Vec<Row> {
    if scores.sides.len() < 2 {
        return Vec::new();
    }
    let said = format!("{} apart: {}.", scores.apart(), scores.closeness.told());
    let rule = format!(
        "Of {} at the most; under {} is even, over {} significant. The scores measure how well it was argued, and not \
         who is right.",
        marks::score(rubric.highest),
        marks::score(rubric.even_under),
        marks::score(rubric.significant_over),
    );
    let mut rows = vec![Row::default()];
    rows.extend(house::text(ink, &said, Role::Emphasis));
    rows.extend(house::text(ink, &rule, Role::Dim));
    rows
}

/// The totals that each judge gave, one judge a column. Nothing where there is only one.
fn ballots(ink: Ink<'_>, scores: &Scores, rubric: &Rubric) -> Vec<Row> {
    let given: Vec<(&Seat, &Judgement)> = ink
        .state
        .judgements
        .iter()
        .filter_map(|(judge, judged)| Some((judge, judged.given()?)))
        .collect();
    if given.len() < 2 {
        return Vec::new();
    }
    let labels = |long: bool| -> Vec<String> {
        given
            .iter()
            .map(|(judge, _)| match judge.number() {
                Some(number) if !long => format!("J{number}"),
                Some(_) | None => ink.state.name(judge),
            })
            .collect()
    };
    let cells = |names: &[String]| {
        names
            .iter()
            .map(|name| width(name))
            .max()
            .unwrap_or(0)
            .max(5)
            + 2
    };
    let label = 18.min(ink.width / 3);
    let mut heads = labels(true);
    if label + (heads.len() + 1) * cells(&heads) > ink.width {
        heads = labels(false);
    }
    let column = cells(&heads);
    let most = (ink.width.saturating_sub(label) / column)
        .saturating_sub(1)
        .max(1);
    let shown = heads.len().min(most);
    let named = heads.iter().take(shown).map(String::as_str).chain(["mean"]);
    let mut head = vec![Span::raw(" ".repeat(label))];
    head.extend(named.map(|name| ink.span(format!("{name:>column$}"), Role::Dim)));
    let mut rows = vec![Row::new(Line::from(head))];
    for total in &scores.totals {
        let name = fit(&who::called(ink.state, &total.id), label);
        let pad = " ".repeat(label.saturating_sub(width(&name)));
        let mut spans = vec![
            ink.span(name, who::role_of(ink.state, &total.id)),
            Span::raw(pad),
        ];
        for (_, report) in given.iter().take(shown) {
            let text = report.marks.get(&total.id).map_or_else(
                || "–".to_owned(),
                |marks| format!("{:.2}", marks.total(rubric)),
            );
            spans.push(ink.span(format!("{text:>column$}"), Role::Text));
        }
        spans.push(ink.span(format!("{:>column$.2}", total.total), Role::Emphasis));
        rows.push(Row::new(Line::from(spans)));
    }
    rows
}

/// What whoever has to decide takes away: motion, insight, recommendation, what is open.
fn briefing(ink: Ink<'_>) -> Vec<Row> {
    let reports: Vec<&Judgement> = ink.state.reports().collect();
    // Judges who say the same are told once.
    let told = |all: Vec<&str>| -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        for text in all
            .into_iter()
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            if !told.iter().any(|known| known == text) {
                told.push(text.to_owned());
            }
        }
        told
    };
    let insights = reports.iter().map(|report| report.key_insight.as_str());
    let advice = reports.iter().map(|report| report.recommendation.as_str());
    let open = reports
        .iter()
        .flat_map(|report| &report.unresolved_questions);
    let motion = ink
        .state
        .opening
        .iter()
        .map(|opening| opening.motion.motion.clone());
    let parts = [
        ("Motion", motion.collect()),
        ("Key insight", told(insights.collect())),
        ("Recommendation", told(advice.collect())),
        (
            "Unresolved questions",
            told(open.map(String::as_str).collect()),
        ),
    ];
    let mut rows = vec![
        Row::default(),
        house::heavy(ink),
        house::banner(ink, "Decision briefing", Role::Title),
    ];
    for (title, texts) in parts {
        let content = match texts.as_slice() {
            [one] => house::prose(ink, one),
            several => house::list(ink, several),
        };
        rows.extend(house::section(ink, title, content));
    }
    rows.push(house::heavy(ink));
    rows
}
