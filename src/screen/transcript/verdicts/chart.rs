//! The scores over the rounds as lines: one a speaker, each with its number at its end.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    symbols::Marker,
    text::{Line, Span},
    widgets::{Axis, Chart, Dataset, GraphType, Widget},
};

use super::{Ink, Row, spark};
use crate::{
    catalog::{Rubric, Scored},
    debate::scores::Scores,
    style::Role,
    who,
    widgets::fit,
};

/// Rows of the chart, the axis and its words among them.
const HEIGHT: u16 = 10;
/// What lines are told apart by where the stances do not do it.
const LINES: [Role; 8] = [
    Role::Prop,
    Role::Opp,
    Role::House,
    Role::Poi,
    Role::Evidence,
    Role::Question,
    Role::Live,
    Role::Text,
];

struct Series {
    id: String,
    role: Role,
    /// The moment, from 0, and the total.
    points: Vec<(f64, f64)>,
}

/// The chart, where there are two moments or more; under it who is who.
pub(super) fn by_round(ink: Ink<'_>, scores: &Scores, rubric: &Rubric) -> Vec<Row> {
    let (moments, series) = series(ink, scores, rubric);
    if moments.len() < 2 || series.is_empty() {
        return Vec::new();
    }
    let mut rows = if ink.width >= 30 {
        drawn(ink, &moments, &series)
    } else {
        Vec::new()
    };
    for (at, one) in series.iter().enumerate() {
        let values: Vec<f64> = one.points.iter().map(|(_, value)| *value).collect();
        let last = values.last().copied().unwrap_or_default();
        let name = fit(&who::called(ink.state, &one.id), 20);
        let mut spans = vec![
            ink.span(format!("{} ", at + 1), one.role),
            ink.span(format!("{name:<20} "), who::role_of(ink.state, &one.id)),
            ink.span(format!("{last:>5.2}  "), Role::Text),
        ];
        spans.extend(spark(ink, &values, one.role));
        rows.push(Row::new(Line::from(spans)));
    }
    rows
}

/// The moments at which speakers were scored, and each speaker's totals, averaged over the judges.
fn series(ink: Ink<'_>, scores: &Scores, rubric: &Rubric) -> (Vec<String>, Vec<Series>) {
    let state = ink.state;
    let mut moments: Vec<(u32, u32)> = Vec::new();
    for round in &state.rounds {
        if round.assessment.given().is_some() && !moments.contains(&(round.phase, round.round)) {
            moments.push((round.phase, round.round));
        }
    }
    // Many moments have no room for words.
    let name = |round: &u32| match moments.len() {
        0..=4 => format!("round {round}"),
        _ => round.to_string(),
    };
    let mut names: Vec<String> = moments.iter().map(|(_, round)| name(round)).collect();
    let ends = rubric.of == Scored::Speakers;
    if ends {
        names.push("end".to_owned());
    }
    let speakers = state.opening.iter().flat_map(|opening| &opening.speakers);
    let mut series: Vec<Series> = Vec::new();
    for speaker in speakers {
        let id = speaker.seat.as_str();
        let mut points = Vec::new();
        for (at, moment) in moments.iter().enumerate() {
            let of_moment = state
                .rounds
                .iter()
                .filter(|round| (round.phase, round.round) == *moment)
                .filter_map(|round| Some(round.assessment.given()?.marks.get(id)?.total(rubric)));
            let values: Vec<f64> = of_moment.collect();
            if !values.is_empty() {
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                points.push((at as f64, mean));
            }
        }
        let end = scores.totals.iter().find(|total| total.id == id);
        points.extend(
            end.filter(|_| ends)
                .map(|end| (moments.len() as f64, end.total)),
        );
        if !points.is_empty() {
            series.push(Series {
                id: id.to_owned(),
                role: who::role_of(state, id),
                points,
            });
        }
    }
    // Where two would have one colour, each has its own.
    let alike = (1..series.len()).any(|at| {
        let (before, rest) = series.split_at(at);
        rest.first()
            .is_some_and(|one| before.iter().any(|other| other.role == one.role))
    });
    if alike {
        for (one, role) in series.iter_mut().zip(LINES.into_iter().cycle()) {
            one.role = role;
        }
    }
    (names, series)
}

fn drawn(ink: Ink<'_>, moments: &[String], series: &[Series]) -> Vec<Row> {
    let values = || {
        series
            .iter()
            .flat_map(|one| one.points.iter().map(|(_, value)| *value))
    };
    let low = values().fold(f64::INFINITY, f64::min).floor();
    let high = values()
        .fold(f64::NEG_INFINITY, f64::max)
        .ceil()
        .max(low + 1.0);
    // The numbers of the lines stand behind their ends.
    let margin = 1 + series.len() as u16;
    let width = (ink.width.min(64) as u16).saturating_sub(margin);
    let area = Rect::new(0, 0, width + margin, HEIGHT);
    let mut buffer = Buffer::empty(area);
    let sets = series.iter().map(|one| {
        Dataset::default()
            .data(&one.points)
            .graph_type(GraphType::Line)
            .marker(Marker::Braille)
            .style(ink.styles.get(one.role))
    });
    let dim = ink.styles.get(Role::Dim);
    let last = moments.len().saturating_sub(1) as f64;
    Chart::new(sets.collect())
        .legend_position(None)
        .x_axis(
            Axis::default()
                .bounds([0.0, last])
                .labels(moments.iter().map(|name| Span::styled(name.clone(), dim)))
                .style(dim),
        )
        .y_axis(
            Axis::default()
                .bounds([low, high])
                .labels([
                    Span::styled(format!("{low:.0}"), dim),
                    Span::styled(format!("{high:.0}"), dim),
                ])
                .style(dim),
        )
        .render(Rect { width, ..area }, &mut buffer);
    let graph = f64::from(HEIGHT.saturating_sub(3));
    let mut used = [0_u16; HEIGHT as usize];
    for (at, one) in series.iter().enumerate() {
        let Some((_, value)) = one.points.last() else {
            continue;
        };
        let y = ((high - value) / (high - low) * graph).round() as u16;
        if let Some(taken) = used.get_mut(usize::from(y)) {
            buffer.set_string(
                width + *taken,
                y,
                format!("{}", at + 1),
                ink.styles.get(one.role),
            );
            *taken += 1;
        }
    }
    lines(&buffer)
}

/// The cells of a buffer as rows.
fn lines(buffer: &Buffer) -> Vec<Row> {
    let area = buffer.area;
    (area.top()..area.bottom())
        .map(|y| {
            let mut spans: Vec<(String, Style)> = Vec::new();
            for x in area.left()..area.right() {
                let Some(cell) = buffer.cell((x, y)) else {
                    continue;
                };
                let style = cell.style();
                match spans.last_mut() {
                    Some((text, kept)) if *kept == style => text.push_str(cell.symbol()),
                    _ => spans.push((cell.symbol().to_owned(), style)),
                }
            }
            let spans = spans
                .into_iter()
                .map(|(text, style)| Span::styled(text, style));
            Row::new(Line::from(spans.collect::<Vec<_>>()))
        })
        .collect()
}
