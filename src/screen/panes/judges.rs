//! The pane of those who judge or moderate: the scores so far, how many have reported, and under which rules the
//! phase that is on stands.

use ratatui::{
    layout::Rect,
    text::{Line, Span},
};

use super::{
    shifts,
    which::{Lower, Upper},
};
use crate::{
    blocks::Builder,
    catalog::{Rubric, Task},
    debate::{
        DebateState,
        event::PausedBy,
        state::{DebateStatus, Turn},
    },
    labels,
    scrolling::PaneText,
    style::{StyleRole, Styles},
    text::upper_first,
    transcript::wrapped,
    widgets::{Focus, bar, fit, levels, width},
};

/// The text of the pane in so much room.
pub(crate) fn text(
    state: &DebateState,
    styles: &Styles,
    which: Lower,
    (place, focus): (Rect, Focus),
) -> PaneText {
    let cells = usize::from(place.width);
    let mut lines = scores(state, styles, cells);
    lines.extend(shifts::lines(state, styles, cells));
    lines.extend(progress(state, styles, (cells, focus)));
    // Whoever reads the pane scrolls it; else it says what it leaves out.
    let room = match focus {
        Focus::On => usize::MAX,
        Focus::Off => usize::from(place.height).saturating_sub(lines.len()),
    };
    if state.status != DebateStatus::Paused(PausedBy::Questions) {
        lines.extend(phase(state, styles, (cells, room)));
    }
    if lines.is_empty() {
        lines = otherwise(state, styles, (which, cells));
    }
    PaneText::of(lines)
}

/// What there is to say between two phases, and once they are over where nothing is scored: an empty box would seem to wait
/// for something.
fn otherwise(
    state: &DebateState,
    styles: &Styles,
    (which, cells): (Lower, usize),
) -> Vec<Line<'static>> {
    let synthesised = |turn: &Turn| turn.task == Task::Synthesis && turn.is_ended();
    let told = match which {
        Lower::Moderator if state.turns.iter().any(synthesised) => {
            "The debate is over. The synthesis stands in the transcript; nobody wins."
        }
        Lower::Judges => "The debate is over. There are no scores.",
        Lower::Moderator | Lower::House | Lower::Phase => "The debate is over.",
    };
    let told = if state.is_closed() {
        told
    } else if state.status == DebateStatus::Paused(PausedBy::Questions) {
        "All is said. Questions are taken until the debate is closed."
    } else {
        // Between two phases, and before the first.
        match which {
            Lower::Judges => "The scores come when all is said.",
            Lower::Moderator => "The moderator sums up when all is said.",
            Lower::House => "The house votes when all is said.",
            Lower::Phase => "The next phase is about to begin.",
        }
    };
    wrapped(&Line::styled(told, styles.get(StyleRole::Dim)), cells)
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
        let sides = scores.sides.iter();
        let sides = sides.map(|side| (side.id.as_str(), vec![side.score]));
        let mut lines = bars(state, styles, &sides.collect::<Vec<_>>(), rubric, cells);
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
    let marked = speakers.filter_map(|speaker| {
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
        (!values.is_empty()).then_some((id, values))
    });
    let marked: Vec<(&str, Vec<f64>)> = marked.collect();
    bars(state, styles, &marked, rubric, cells)
}

/// A line for each of those who are marked, by their ids: a name, a bar, the last number, and the way there. The bars begin
/// below each other and are equally long, so that they can be compared.
fn bars(
    state: &DebateState,
    styles: &Styles,
    marked: &[(&str, Vec<f64>)],
    rubric: &Rubric,
    cells: usize,
) -> Vec<Line<'static>> {
    let over = |values: &[f64]| match values {
        [] | [_] => String::new(),
        several => format!(" {}", levels(several)),
    };
    let widest = marked.iter().map(|(_, values)| width(&over(values))).max();
    let widest = widest.unwrap_or_default();
    let named = marked.iter().map(|(id, _)| labels::called(state, id));
    let named: Vec<String> = named.collect();
    // The name comes before the bar: two sides may begin alike.
    let label = named.iter().map(|name| width(name)).max();
    let label = label
        .unwrap_or_default()
        .min(cells.saturating_sub(7 + widest));
    let label = label.max(14.min(cells / 3));
    let room = cells.saturating_sub(label + 7 + widest);
    let lines = marked.iter().zip(&named).map(|((id, values), name)| {
        let role = labels::role_of(state, id);
        let last = values.last().copied().unwrap_or_default();
        let name = fit(name, label);
        let pad = " ".repeat(label.saturating_sub(width(&name)) + 1);
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
        spans.push(Span::styled(over(values), styles.get(role)));
        Line::from(spans)
    });
    lines.collect()
}

/// The judges at work, and the number of reports that are in, which stands in the transcript, too: whoever reads this pane
/// may not see that.
fn progress(
    state: &DebateState,
    styles: &Styles,
    (cells, focus): (usize, Focus),
) -> Vec<Line<'static>> {
    let awaited = Builder::on_screen(state).reports();
    let awaited = awaited.filter(|_| focus == Focus::On);
    let awaited = awaited.map(|text| (upper_first(&text), StyleRole::Live));
    let mut said: Vec<(String, StyleRole)> = awaited.into_iter().collect();
    for (seat, what) in Builder::on_screen(state).judges_at_work() {
        let name = seat.map_or_else(|| "The judge".to_owned(), |seat| state.name(seat));
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
    let mut name = fit(&phase.name, cells);
    if plan.rounds > 1 {
        // The round is worth more than the end of the name.
        let round = state.round_begun(at).min(plan.rounds);
        let round = format!(", round {round} of {}", plan.rounds);
        let room = cells.saturating_sub(width(&round));
        name = fit(&format!("{}{round}", fit(&phase.name, room)), cells);
    }
    let mut lines = vec![Line::styled(name, styles.get(StyleRole::Title))];
    let mut rules = phase.all_rules();
    let unchecked = state.unchecked_rules_of(phase);
    // What nobody checks is to be seen, however little room there is.
    rules.sort_by_key(|rule| !unchecked.contains(rule));
    let said = rules.iter().map(|rule| {
        let lead = if unchecked.contains(rule) {
            "(not checked) "
        } else {
            ""
        };
        format!("{lead}{}", rule.demands())
    });
    let mut said: Vec<String> = said.collect();
    if said.is_empty() {
        said.clone_from(&phase.guidelines);
    }
    // Where the order of the evening stands above, it says what the phase is.
    if said.is_empty() && Upper::of(state) != Upper::Order {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::{ColorSupport, Styles};

    #[test]
    fn the_bars_of_all_begin_below_each_other_and_a_higher_score_has_the_longer_one() {
        let state = DebateState::default();
        let rubric = Rubric::usual().unwrap();
        let styles = Styles::plain(ColorSupport::None);
        let marked = [
            ("debater.1", vec![5.9]),
            ("debater.1234567", vec![6.1, 5.0]),
            ("debater.12", vec![2.0, 4.0]),
        ];
        for cells in [24, 34, 60] {
            let lines = bars(&state, &styles, &marked, &rubric, cells);
            let drawn = lines.iter().map(|line| {
                let begins: usize = line.spans.iter().take(2).map(Span::width).sum();
                let full = line.spans[2].content.matches('█').count();
                (begins, full, line.width())
            });
            let drawn: Vec<_> = drawn.collect();
            assert!(drawn.iter().all(|(begins, ..)| *begins == drawn[0].0));
            assert!(drawn.iter().all(|(.., wide)| *wide <= cells), "{drawn:?}");
            let longest: Vec<usize> = drawn.iter().map(|(_, full, _)| *full).collect();
            assert!(longest[0] >= longest[1] && longest[1] >= longest[2]);
        }
    }
}
