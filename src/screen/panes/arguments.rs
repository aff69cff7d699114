//! The pane titled Arguments: the trace as it grows. Each argument with its number, how it was met, and what became
//! of it.

use ratatui::{
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::edges;
use crate::{
    debate::{
        DebateState,
        trace::{TracedArgument, TracedResponse},
    },
    labels,
    scrolling::PaneText,
    style::{StyleRole, Styles},
    transcript::wrapped,
    widgets::{fit, width},
    wrapping,
};

/// The text of the pane in so much room.
pub(crate) fn text(state: &DebateState, styles: &Styles, place: Rect) -> PaneText {
    let trace = state.trace();
    let met = trace.iter().filter(|row| !row.met.is_empty()).count();
    let note = match met {
        0 => String::new(),
        met => format!("{met} of {} met", trace.len()),
    };
    let (cells, height) = (usize::from(place.width), usize::from(place.height));
    let mut lines = Vec::new();
    // Where all of it has room, all of it is there.
    for row in &trace {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(whole(state, styles, row, cells));
    }
    if !lines.is_empty() && lines.len() <= height {
        return PaneText {
            note,
            ..PaneText::of(lines)
        };
    }
    lines.clear();
    // With room each has two rows for its claim, one for its way and some air; with less it has less; of too many
    // the last ones are seen.
    let each = if trace.len() * 4 <= height + 1 {
        4
    } else if trace.len() * 3 <= height + 1 {
        3
    } else if trace.len() * 2 <= height {
        2
    } else {
        1
    };
    // Where its way and its end do not stand beside each other, both are read in full if every argument can have a row
    // more.
    let apart = each > 2 && trace.len() * (each + 1) <= height + 1;
    for row in &trace {
        if each > 2 && !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(argument(state, styles, row, cells, (each, apart)));
    }
    if lines.is_empty() {
        let told = if state.is_closed() {
            "None was handed in."
        } else {
            "No arguments yet."
        };
        let text = wrapping::rows(told, cells);
        let style = styles.get(StyleRole::Dim);
        lines.extend(
            text.into_iter()
                .map(|line| Line::styled(line.into_owned(), style)),
        );
    }
    let rest = lines.len().saturating_sub(height);
    PaneText { lines, rest, note }
}

/// An argument with all of its claim, all ways in which it was met, and what became of it.
fn whole(
    state: &DebateState,
    styles: &Styles,
    row: &TracedArgument<'_>,
    cells: usize,
) -> Vec<Line<'static>> {
    let named = styles
        .get(labels::role(state, row.seat))
        .patch(styles.get(StyleRole::Speaker));
    let id = format!("{} ", row.argument.id);
    let hang = width(&id);
    let claim = Line::styled(row.argument.claim.clone(), styles.get(StyleRole::Text));
    let mut lines = wrapped(&claim, cells.saturating_sub(hang).max(1));
    for (at, line) in lines.iter_mut().enumerate() {
        let lead = match at {
            0 => Span::styled(id.clone(), named),
            _ => Span::raw(" ".repeat(hang)),
        };
        line.spans.insert(0, lead);
    }
    let (met, style) = ways(state, styles, row);
    let judged = if row.standing.is_some() {
        end(styles, row)
    } else {
        Vec::new()
    };
    let taken: usize = judged.iter().map(Span::width).sum();
    let met = format!("  {met}");
    if !judged.is_empty() && width(&met) + 1 + taken <= cells {
        lines.push(edges(&met, style, judged, cells));
        return lines;
    }
    let rows = textwrap::wrap(&met, wrapping::options(cells).subsequent_indent("  "));
    lines.extend(
        rows.into_iter()
            .map(|row| Line::styled(row.into_owned(), style)),
    );
    if !judged.is_empty() {
        lines.push(edges("", style, judged, cells));
    }
    lines
}

/// All ways in which an argument was met, and their colour.
fn ways(state: &DebateState, styles: &Styles, row: &TracedArgument<'_>) -> (String, Style) {
    let mut all: Vec<&str> = row.met.iter().map(TracedResponse::how).collect();
    all.extend(row.reply.map(|_| "answered"));
    let told = if all.is_empty() {
        row.status().told(state.is_closed()).to_owned()
    } else {
        all.join(", ")
    };
    let role = row.met.last().map_or(StyleRole::Dim, |met| {
        labels::response(met.response.response_type)
    });
    (told, styles.get(role))
}

fn argument(
    state: &DebateState,
    styles: &Styles,
    row: &TracedArgument<'_>,
    cells: usize,
    (each, apart): (usize, bool),
) -> Vec<Line<'static>> {
    let named = styles
        .get(labels::role(state, row.seat))
        .patch(styles.get(StyleRole::Speaker));
    let id = format!("{} ", row.argument.id);
    let end = end(styles, row);
    let claim =
        |room: usize| Span::styled(fit(&row.argument.claim, room), styles.get(StyleRole::Text));
    if each == 1 {
        let taken: usize = end.iter().map(Span::width).sum();
        let room = cells.saturating_sub(width(&id) + taken + 1);
        let claim = claim(room);
        let gap = cells.saturating_sub(width(&id) + claim.width() + taken);
        let mut spans = vec![Span::styled(id, named), claim, Span::raw(" ".repeat(gap))];
        spans.extend(end);
        return vec![Line::from(spans)];
    }
    let room = cells.saturating_sub(width(&id));
    let whole = Line::styled(row.argument.claim.clone(), styles.get(StyleRole::Text));
    let mut first = match wrapped(&whole, room).as_slice() {
        [one, two] if each == 4 => vec![one.clone(), two.clone()],
        [one, rest @ ..] if each == 4 && !rest.is_empty() => {
            let rest: Vec<String> = rest.iter().map(ToString::to_string).collect();
            let rest = fit(&rest.join(" "), room);
            vec![one.clone(), Line::styled(rest, styles.get(StyleRole::Text))]
        }
        _ => vec![Line::from(claim(room))],
    };
    for (at, line) in first.iter_mut().enumerate() {
        let lead = match at {
            0 => Span::styled(id.clone(), named),
            _ => Span::raw(" ".repeat(width(&id))),
        };
        line.spans.insert(0, lead);
    }
    let (met, style) = self::ways(state, styles, row);
    let ways: Vec<&str> = row.met.iter().map(TracedResponse::how).collect();
    let judged = if row.standing.is_some() {
        end
    } else {
        Vec::new()
    };
    let met = format!("  {met}");
    let taken: usize = judged.iter().map(Span::width).sum();
    if apart && judged.is_empty() {
        let rows = textwrap::wrap(&met, wrapping::options(cells).subsequent_indent("  "));
        let rows = rows.into_iter().take(2);
        first.extend(rows.map(|row| Line::styled(row.into_owned(), style)));
    } else if apart && width(&met) + 1 + taken > cells {
        first.push(Line::styled(fit(&met, cells), style));
        first.push(edges("", style, judged, cells));
    } else {
        // Beside what became of it how it was met has a shorter form: without the answer, the last way alone, nothing.
        let shorter = [
            ways.join(", "),
            ways.last().copied().unwrap_or_default().to_owned(),
        ];
        let shorter = shorter.into_iter().filter(|way| !way.is_empty());
        let mut forms = std::iter::once(met.clone()).chain(shorter.map(|way| format!("  {way}")));
        let met = if judged.is_empty() {
            met
        } else {
            let fits = |way: &String| width(way) + 1 + taken <= cells;
            forms.find(fits).unwrap_or_default()
        };
        first.push(edges(&met, style, judged, cells));
    }
    first
}

/// The end of an argument, or else how it was met.
fn end(styles: &Styles, row: &TracedArgument<'_>) -> Vec<Span<'static>> {
    if let Some(standing) = row.standing {
        let (mark, role) = labels::standing(standing);
        let text = format!("{mark} {}", standing.describe());
        return vec![Span::styled(text, styles.get(role))];
    }
    let Some(met) = row.met.last() else {
        return Vec::new();
    };
    let kind = met.response.response_type;
    vec![Span::styled(met.how(), styles.get(labels::response(kind)))]
}
