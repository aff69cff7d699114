//! A speech as rows: who, the text with what came in between, how it ended.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{
    boxes,
    entry::Ink,
    markdown,
    wrap::{self, Row},
};
use crate::{
    debate::{
        DebateState,
        event::Truncation,
        ids::PoiId,
        state::{Intervention, Turn, TurnStatus},
    },
    text::{floor_char_boundary, sentence},
    tui::{
        style::Role,
        who,
        widgets::{fit, width},
    },
};

/// Something that stands inside a speech.
#[derive(Debug, Clone, Copy)]
enum Mark<'a> {
    Bell,
    Point(PoiId),
    Item(&'a Intervention),
}

/// What the viewer brought in during a turn.
pub(super) fn items<'a>(
    state: &'a DebateState,
    turn: &'a Turn,
) -> impl Iterator<Item = &'a Intervention> {
    state
        .interventions
        .iter()
        .filter(move |item| item.during.is_some_and(|(during, _)| during == turn.id))
}

/// The rows of a speech. Every row has a bar in the colour of its side.
pub(super) fn rows(ink: Ink<'_>, turn: &Turn) -> Vec<Row> {
    let side = ink.styles.get(who::role(ink.state, &turn.seat));
    let bar = Span::styled("▎ ", side);
    let within = ink.narrower(2);
    let mut rows = vec![Row::new(header(within, turn))];
    let mut from = 0;
    for (at, mark) in marks(ink.state, turn) {
        rows.extend(stretch(within, turn, from, at));
        from = at;
        rows.extend(match mark {
            Mark::Bell => vec![rule(within, "the bell: time to wind up", Role::Bell)],
            Mark::Point(id) => ink
                .state
                .point(id)
                .map_or_else(Vec::new, |point| boxes::point(within, point)),
            Mark::Item(item) => boxes::intervention(within, item),
        });
    }
    rows.extend(stretch(within, turn, from, turn.text.len()));
    rows.extend(ending(within, turn));
    rows.into_iter().map(|row| row.after(&bar)).collect()
}

/// What stands inside a speech, in order, each at the end of a sentence where one has ended since.
fn marks<'a>(state: &'a DebateState, turn: &'a Turn) -> Vec<(usize, Mark<'a>)> {
    let bell = turn.bell.map(|at| (at, Mark::Bell));
    let points = turn
        .points
        .iter()
        .filter_map(|id| Some((state.point(*id)?.at, Mark::Point(*id))));
    let items =
        items(state, turn).filter_map(|item| item.during.map(|(_, at)| (at, Mark::Item(item))));
    let mut marks: Vec<(usize, Mark<'_>)> = bell
        .into_iter()
        .chain(points)
        .chain(items)
        .map(|(at, mark)| (settle(&turn.text, at as usize), mark))
        .collect();
    marks.sort_by_key(|(at, _)| *at);
    marks
}

fn settle(text: &str, at: usize) -> usize {
    let at = floor_char_boundary(text, at);
    let (head, tail) = text.split_at(at);
    if sentence::is_at_end(head) {
        return at;
    }
    sentence::first_end(tail).map_or(text.len(), |end| at + end)
}

fn header(ink: Ink<'_>, turn: &Turn) -> Line<'static> {
    let right = match &turn.status {
        TurnStatus::Open => ink.span("● live", Role::Live),
        TurnStatus::Heard { .. } => ink.span("being checked", Role::Dim),
        TurnStatus::Ended { .. } => ink.span(
            format!(
                "{} words · {}",
                turn.words,
                who::spoken(ink.state, turn.words)
            ),
            Role::Dim,
        ),
        TurnStatus::Struck { .. } => ink.span("struck", Role::Error),
    };
    let side = ink.styles.get(who::role(ink.state, &turn.seat));
    let name = ink.state.name(&turn.seat);
    let title = who::title(ink.state, &turn.seat);
    // Who speaks, and for which side, is worth more than how long it was.
    let right = if turn.is_ended() && width(&name) + width(&title) + right.width() + 5 > ink.width {
        ink.span(who::spoken(ink.state, turn.words), Role::Dim)
    } else {
        right
    };
    let room = ink.width.saturating_sub(right.width() + 2);
    let name = fit(&name, room);
    let mut left = vec![Span::styled(
        name,
        side.patch(ink.styles.get(Role::Speaker)),
    )];
    let model = ink
        .state
        .speaker(&turn.seat)
        .map(|speaker| speaker.model.clone())
        .unwrap_or_default();
    for (text, style) in [(title, side), (model, ink.styles.get(Role::Dim))] {
        let used: usize = left.iter().map(Span::width).sum();
        if !text.is_empty() && used + 3 + width(&text) <= room {
            left.push(ink.span(" · ", Role::Dim));
            left.push(Span::styled(text, style));
        }
    }
    let used: usize = left.iter().map(Span::width).sum();
    if used + right.width() <= ink.width {
        left.push(Span::raw(" ".repeat(ink.width - used - right.width())));
        left.push(right);
    }
    Line::from(left)
}

/// The text between two marks.
fn stretch(ink: Ink<'_>, turn: &Turn, from: usize, to: usize) -> Vec<Row> {
    let text = turn.text.get(from..to).unwrap_or_default();
    let last = to == turn.text.len();
    let live = last && turn.is_open();
    let style = ink.styles.get(Role::Text);
    if turn.is_struck() {
        let struck = ink.styles.get(Role::Struck);
        return boxes::paragraphs(ink, &markdown::plain(text.trim(), struck));
    }
    if !live {
        return boxes::paragraphs(ink, &markdown::parse(text.trim(), style, ink.styles));
    }
    // An unfinished paragraph is shown as it is: its marks may not be complete.
    let (done, open) = match text.rfind("\n\n") {
        Some(gap) => text.split_at(gap),
        None => ("", text),
    };
    let mut rows = boxes::paragraphs(ink, &markdown::parse(done.trim(), style, ink.styles));
    rows.extend(unfinished(ink, open, style, rows.is_empty()));
    rows
}

fn unfinished(ink: Ink<'_>, text: &str, style: Style, first: bool) -> Vec<Row> {
    let mut line = Line::from(Span::styled(
        text.split_whitespace().collect::<Vec<_>>().join(" "),
        style,
    ));
    if ink.state.is_running() {
        line.spans.push(ink.span("▌", Role::Live));
    } else if text.trim().is_empty() {
        return Vec::new();
    }
    let mut rows = Vec::new();
    if !first && !text.trim().is_empty() {
        rows.push(Row::default());
    }
    rows.extend(wrap::wrap(&line, ink.width).into_iter().map(Row::new));
    rows
}

fn ending(ink: Ink<'_>, turn: &Turn) -> Vec<Row> {
    let (truncated, remark) = match &turn.status {
        TurnStatus::Open => (None, None),
        TurnStatus::Heard { truncated } => (truncated.as_ref(), None),
        TurnStatus::Ended { truncated, flagged } => (
            truncated.as_ref(),
            flagged
                .as_ref()
                .map(|why| format!("Counts in spite of the referee: {why}")),
        ),
        TurnStatus::Struck { rule, reason } => {
            (None, Some(format!("Ruled out of order ({rule}): {reason}")))
        }
    };
    let mut rows = Vec::new();
    match truncated {
        Some(Truncation::TimeLimit) => rows.push(rule(ink, "cut: time", Role::Warning)),
        Some(Truncation::Unreachable { reason }) => {
            rows.push(rule(ink, "cut: the speaker cannot be reached", Role::Error));
            rows.extend(plain(ink, reason, Role::Error));
        }
        None => {}
    }
    if let Some(text) = remark {
        rows.extend(plain(ink, &text, Role::Warning));
    }
    rows
}

fn plain(ink: Ink<'_>, text: &str, role: Role) -> Vec<Row> {
    boxes::paragraphs(ink, &markdown::plain(text, ink.styles.get(role)))
}

fn rule(ink: Ink<'_>, text: &str, role: Role) -> Row {
    let text = fit(text, ink.width.saturating_sub(6));
    Row::new(Line::from(ink.span(format!("╌╌ {text} ╌╌"), role)))
}
