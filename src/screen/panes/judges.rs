//! The pane of those who judge or moderate: the scores so far, how many have reported, and under which rules the
//! phase that is on stands.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::framed;
use super::which::Lower;
use crate::{
    catalog::{Rubric, Task},
    debate::{DebateState, ask::Ask},
    labels,
    style::{StyleRole, Styles},
    transcript::wrapped,
    widgets::{self, Focus, bar, fit, levels, width},
};

/// Draws the pane.
pub fn render(
    area: Rect,
    buf: &mut Buffer,
    state: &DebateState,
    styles: &Styles,
    (which, focus): (Lower, Focus),
) {
    let title = which.title(state);
    let block = widgets::pane(&title, focus, styles);
    let place = framed(block, area, buf);
    let cells = usize::from(place.width);
    let mut lines = scores(state, styles, cells);
    lines.extend(progress(state, styles, cells));
    let room = usize::from(place.height).saturating_sub(lines.len());
    lines.extend(phase(state, styles, (cells, room)));
    for (y, line) in (place.y..place.bottom()).zip(&lines) {
        buf.set_line(place.x, y, line, place.width);
    }
}

fn rubric(state: &DebateState) -> Option<&Rubric> {
    state.opening.as_deref()?.format.rubric.as_ref()
}

/// The sides' scores, or else what the speakers had after each round that was assessed.
fn scores(state: &DebateState, styles: &Styles, cells: usize) -> Vec<Line<'static>> {
    let Some(rubric) = rubric(state) else {
        return Vec::new();
    };
    if let Some(scores) = &state.scores {
        let mut lines: Vec<Line<'static>> = scores
            .sides
            .iter()
            .map(|side| line(state, styles, &side.id, &[side.score], rubric, cells))
            .collect();
        if scores.sides.len() > 1 {
            let told = if scores.is_contested() {
                "contested"
            } else {
                scores.closeness.describe()
            };
            lines.push(Line::styled(fit(told, cells), styles.get(StyleRole::House)));
        }
        if let Some(spread) = state.side_by_side().first().and_then(|one| one.spread) {
            let told = format!("marks spread by {:.2}", spread.deviation);
            lines.push(Line::styled(fit(&told, cells), styles.get(StyleRole::Dim)));
        }
        return lines;
    }
    let speakers = state.speakers().iter();
    speakers
        .filter_map(|speaker| {
            let id = speaker.seat.as_str();
            let given = state.rounds.iter().filter_map(|round| {
                let marks = round.assessment.given()?.marks.get(id)?;
                Some(((round.phase, round.round), marks.total(rubric)))
            });
            let mut means: Vec<((u32, u32), f64, f64)> = Vec::new();
            for (moment, total) in given {
                match means.iter_mut().find(|(known, ..)| *known == moment) {
                    Some((_, sum, count)) => (*sum, *count) = (*sum + total, *count + 1.0),
                    None => means.push((moment, total, 1.0)),
                }
            }
            let values: Vec<f64> = means.iter().map(|(_, sum, count)| sum / count).collect();
            (!values.is_empty()).then(|| line(state, styles, id, &values, rubric, cells))
        })
        .collect()
}

/// A name, a bar, the last number, and the way there.
fn line(
    state: &DebateState,
    styles: &Styles,
    id: &str,
    values: &[f64],
    rubric: &Rubric,
    cells: usize,
) -> Line<'static> {
    let role = labels::role_of(state, id);
    let last = values.last().copied().unwrap_or_default();
    let over = if values.len() > 1 {
        format!(" {}", levels(values))
    } else {
        String::new()
    };
    // The name comes before the bar: two sides may begin alike.
    let called = labels::called(state, id);
    let label = width(&called).min(cells.saturating_sub(7 + width(&over)));
    let label = label.max(14.min(cells / 3));
    let name = fit(&called, label);
    let pad = " ".repeat(label.saturating_sub(width(&name)) + 1);
    let room = cells.saturating_sub(label + 7 + width(&over));
    let mut spans = vec![Span::styled(name, styles.get(role)), Span::raw(pad)];
    spans.extend(bar(
        last / rubric.highest.max(1.0),
        room,
        styles.get(role),
        styles.get(StyleRole::Dim),
    ));
    spans.push(Span::styled(
        format!(" {last:>5.2}"),
        styles.get(StyleRole::Text),
    ));
    spans.push(Span::styled(over, styles.get(role)));
    Line::from(spans)
}

/// The judges at work, and the number of reports that are in.
fn progress(state: &DebateState, styles: &Styles, cells: usize) -> Vec<Line<'static>> {
    let mut said = Vec::new();
    let judges = state.judges().len();
    let slots = state
        .phase
        .map_or(&[][..], |phase| state.plan.slots_of(phase));
    if slots.iter().any(|slot| slot.task == Task::Judgement) && state.scores.is_none() {
        let given = state.judgements.len();
        said.push((
            if judges == 1 {
                "The report is awaited".to_owned()
            } else {
                format!("{given} of {judges} reports are in")
            },
            StyleRole::Live,
        ));
    }
    for call in state.calls.values().filter(|call| !call.cut) {
        let what = if let Ask::Round { .. } = call.ask {
            "assesses the round"
        } else if let Ask::Choose { .. } = call.ask {
            "chooses who speaks next"
        } else {
            continue;
        };
        let name = call
            .seat
            .as_ref()
            .map_or_else(|| "The judge".to_owned(), |seat| state.name(seat));
        said.push((format!("{name} {what} …"), StyleRole::Live));
    }
    said.into_iter()
        .map(|(text, role)| Line::styled(fit(&text, cells), styles.get(role)))
        .collect()
}

/// The phase that is on: its round, and as many of its rules, as sentences, as stand whole in so many rows.
fn phase(
    state: &DebateState,
    styles: &Styles,
    (cells, room): (usize, usize),
) -> Vec<Line<'static>> {
    let (Some(opening), Some(at), Some(plan)) =
        (state.opening.as_deref(), state.phase, state.phase_plan())
    else {
        return Vec::new();
    };
    let Some(phase) = opening.format.phases.get(at as usize) else {
        return Vec::new();
    };
    if state.scores.is_some() || state.is_closed() {
        return Vec::new();
    }
    let mut name = phase.name.clone();
    if plan.rounds > 1 {
        let round = state.round(at).min(plan.rounds);
        name = format!("{name}, round {round} of {}", plan.rounds);
    }
    let mut lines = vec![Line::styled(
        fit(&name, cells),
        styles.get(StyleRole::Title),
    )];
    let turns = phase.turns.iter().flat_map(|turn| &turn.rules);
    let mut rules = Vec::new();
    for rule in phase.rules.iter().chain(turns) {
        if !rules.contains(rule) {
            rules.push(*rule);
        }
    }
    let said = rules.iter().map(|rule| rule.demands().to_owned());
    let mut said: Vec<String> = said.collect();
    if said.is_empty() {
        said.clone_from(&phase.guidelines);
    }
    if said.is_empty() {
        said.push(phase.summary.clone());
    }
    let said = said.iter().filter(|text| !text.trim().is_empty());
    let mut rules: Vec<Vec<Line<'static>>> = said.map(|text| listed(text, styles, cells)).collect();
    let all = rules.len();
    let rows = |rules: &[Vec<Line<'_>>]| rules.iter().map(Vec::len).sum::<usize>();
    while 1 + rows(&rules) + usize::from(rules.len() < all) > room && rules.len() > 1 {
        rules.pop();
    }
    let more = all - rules.len();
    lines.extend(rules.into_iter().flatten());
    if more > 0 {
        let text = fit(&format!("  and {more} more, in the help"), cells);
        lines.push(Line::styled(text, styles.get(StyleRole::Dim)));
    }
    lines
}

/// A rule as an item of a list.
fn listed(text: &str, styles: &Styles, cells: usize) -> Vec<Line<'static>> {
    let line = Line::styled(text.to_owned(), styles.get(StyleRole::Dim));
    let rows = wrapped(&line, cells.saturating_sub(2));
    let rows = rows.into_iter().enumerate().map(|(row, mut line)| {
        let lead = if row == 0 { "· " } else { "  " };
        line.spans
            .insert(0, Span::styled(lead, styles.get(StyleRole::House)));
        line
    });
    rows.collect()
}
