//! The scores over the rounds as lines: one a speaker, each with its number at its end.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    symbols::Marker,
    text::{Line, Span},
    widgets::{Axis, Chart, Dataset, GraphType, Widget},
};

use super::{ink::Ink, wrap::TranscriptRow};
use crate::{
    blocks::{Rounds, Series},
    labels,
    style::StyleRole,
    widgets::{fit, levels, width},
};

/// Rows of the chart, the axis and its words among them.
const HEIGHT: u16 = 10;
/// The roles by which lines are told apart where the stances do not do it.
const LINES: [StyleRole; 8] = [
    StyleRole::Prop,
    StyleRole::Opp,
    StyleRole::House,
    StyleRole::Poi,
    StyleRole::Evidence,
    StyleRole::Question,
    StyleRole::Live,
    StyleRole::Text,
];

/// A line of the chart, with its colour.
struct Drawn<'a> {
    of: &'a Series,
    role: StyleRole,
    points: Vec<(f64, f64)>,
}

/// The chart, and under it who is who.
pub(super) fn rows(ink: Ink<'_>, rounds: &Rounds) -> Vec<TranscriptRow> {
    let series = coloured(ink, &rounds.series);
    let mut rows = if ink.width >= 30 {
        drawn(ink, &rounds.moments, &series)
    } else {
        Vec::new()
    };
    // Behind a name stand its number and how it has moved.
    let names = series.iter().map(|one| width(&one.of.name)).max();
    let column = names.unwrap_or(0).min(ink.width.saturating_sub(24)).max(8);
    for (at, one) in series.iter().enumerate() {
        let values: Vec<f64> = one.points.iter().map(|(_, value)| *value).collect();
        let last = values.last().copied().unwrap_or_default();
        let name = fit(&one.of.name, column);
        let mut spans = vec![
            ink.span(format!("{} ", at + 1), one.role),
            ink.span(
                format!("{name:<column$} "),
                labels::role_of(ink.state, &one.of.of),
            ),
            ink.span(format!("{last:>5.2}  "), StyleRole::Text),
        ];
        if let [first, .., last] = values.as_slice() {
            spans.push(ink.span(levels(&values), one.role));
            spans.push(ink.span(format!(" {:+.2}", last - first), StyleRole::Dim));
        }
        rows.push(TranscriptRow::new(Line::from(spans)));
    }
    rows
}

/// Each line in the colour of whoever it is of; where two would have one colour, each has its own.
fn coloured<'a>(ink: Ink<'_>, all: &'a [Series]) -> Vec<Drawn<'a>> {
    let line = |one: &'a Series| Drawn {
        of: one,
        role: labels::role_of(ink.state, &one.of),
        points: one
            .points
            .iter()
            .map(|(at, value)| (*at as f64, *value))
            .collect(),
    };
    let mut series: Vec<Drawn<'a>> = all.iter().map(line).collect();
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
    series
}

fn drawn(ink: Ink<'_>, moments: &[String], series: &[Drawn<'_>]) -> Vec<TranscriptRow> {
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
    let margin: usize = (1..=series.len()).map(|number| width(&label(number))).sum();
    let margin = margin as u16;
    let cells = (ink.width.min(64) as u16).saturating_sub(margin);
    let area = Rect::new(0, 0, cells + margin, HEIGHT);
    // A chart that has no ground of its own takes that of the terminal.
    let ground = ink.styles.get(StyleRole::Text);
    let mut buffer = Buffer::empty(area);
    buffer.set_style(area, ground);
    let sets = series.iter().map(|one| {
        Dataset::default()
            .data(&one.points)
            .graph_type(GraphType::Line)
            .marker(Marker::Braille)
            .style(ink.styles.get(one.role))
    });
    let dim = ink.styles.get(StyleRole::Dim);
    let last = moments.len().saturating_sub(1) as f64;
    Chart::new(sets.collect())
        .style(ground)
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
        .render(
            Rect {
                width: cells,
                ..area
            },
            &mut buffer,
        );
    let graph = f64::from(HEIGHT.saturating_sub(3));
    let mut used = [0_u16; HEIGHT as usize];
    for (at, one) in series.iter().enumerate() {
        let Some((_, value)) = one.points.last() else {
            continue;
        };
        let y = ((high - value) / (high - low) * graph).round() as u16;
        if let Some(taken) = used.get_mut(usize::from(y)) {
            let label = label(at + 1);
            buffer.set_string(cells + *taken, y, &label, ink.styles.get(one.role));
            *taken += width(&label) as u16;
        }
    }
    lines(&buffer)
}

/// The number of a line behind its end, apart from the line and from the number of another that ends there.
fn label(number: usize) -> String {
    format!(" {number}")
}

/// The cells of a buffer as rows.
fn lines(buffer: &Buffer) -> Vec<TranscriptRow> {
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
            TranscriptRow::new(Line::from(spans.collect::<Vec<_>>()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::DebateState,
        style::{ColorSupport, Styles},
    };

    #[test]
    fn the_numbers_of_lines_that_end_together_stand_apart() {
        let series = |name: &str, last: f64| Series {
            of: name.to_owned(),
            name: name.to_owned(),
            points: vec![(0, 5.0), (1, last)],
        };
        let rounds = Rounds {
            moments: vec!["round 1".to_owned(), "round 2".to_owned()],
            series: vec![
                series("one", 7.2),
                series("two", 7.25),
                series("three", 9.0),
            ],
        };
        let (state, styles) = (DebateState::default(), Styles::plain(ColorSupport::None));
        let ink = Ink {
            state: &state,
            styles: &styles,
            width: 60,
        };
        let rows = rows(ink, &rounds);
        let told = rows.iter().map(|row| row.line.to_string());
        let told: Vec<String> = told.map(|row| row.trim_end().to_owned()).collect();
        assert!(told.iter().any(|row| row.ends_with(" 1 2")), "{told:#?}");
    }
}
