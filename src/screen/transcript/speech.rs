//! A speech as rows: who, the text with what came in between, how it ended.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::{
    boxes,
    entry::Ink,
    house, markdown, sources,
    wrap::{self, Row},
    written,
};
use crate::{
    catalog::{Rule, Task},
    debate::{
        DebateState,
        event::Truncation,
        ids::PoiId,
        state::{Intervention, Turn, TurnStatus},
    },
    style::Role,
    text::{floor_char_boundary, sentence},
    who,
    widgets::{fit, width},
};

/// Cells of the beginning of a turn's title from which it can be known.
const LEAST_TITLE: usize = 10;

/// So many things that came in during one turn are shown in it, the newest: what a frame costs must not grow with them.
const BROUGHT: usize = 40;

/// Something that stands inside a speech.
#[derive(Debug, Clone, Copy)]
enum Mark<'a> {
    Bell,
    Point(PoiId),
    /// So many things came in before the next one and are not shown.
    Folded(usize),
    Item(&'a Intervention),
}

/// What the viewer brought in during a turn, and how much of it, the oldest, is not shown.
pub(super) fn items<'a>(state: &'a DebateState, turn: &Turn) -> (usize, Vec<&'a Intervention>) {
    let newest = state.brought_during(turn.id).rev();
    let mut shown: Vec<&Intervention> = newest.take(BROUGHT).collect();
    shown.reverse();
    let folded = state.count_during(turn.id).saturating_sub(BROUGHT);
    (folded, shown)
}

/// The rows of a speech. Every row has a bar in the colour of its side.
pub(super) fn rows(ink: Ink<'_>, turn: &Turn) -> Vec<Row> {
    let side = ink.styles.get(who::role(ink.state, &turn.seat));
    let bar = Span::styled("▎ ", side);
    // An answer stands a little behind its question.
    let behind = if turn.task == Task::Answer { 2 } else { 0 };
    let within = ink.narrower(2 + behind);
    let mut rows = Vec::new();
    if let Some(title) = verdict(turn) {
        rows.extend([
            house::heavy(within),
            house::banner(within, title, Role::Title),
        ]);
    }
    rows.push(Row::new(header(within, turn)));
    rows.extend(content(within, turn));
    rows.extend(sources::rows(within, turn));
    rows.extend(ending(within, turn));
    if verdict(turn).is_some() && turn.is_ended() {
        rows.push(house::heavy(within));
    }
    let air = Span::raw(" ".repeat(behind));
    let barred = rows.into_iter().map(|row| row.after(&bar));
    if behind == 0 {
        return barred.collect();
    }
    barred.map(|row| row.after(&air)).collect()
}

/// What a turn is, where the debate ends with it.
fn verdict(turn: &Turn) -> Option<&'static str> {
    match turn.task {
        Task::Synthesis if !turn.is_open() => Some("Where the sides stand"),
        Task::Summary => Some("The summary"),
        _ => None,
    }
}

/// What was said, with what came in between.
pub(super) fn content(ink: Ink<'_>, turn: &Turn) -> Vec<Row> {
    if turn.task.is_written() {
        let mut rows = written::rows(ink, turn);
        let (folded, items) = items(ink.state, turn);
        rows.extend(boxes::folded(ink, folded));
        for item in items {
            rows.extend(boxes::intervention(ink, item));
        }
        return rows;
    }
    let mut rows = Vec::new();
    let mut from = 0;
    for (at, mark) in marks(ink.state, turn) {
        rows.extend(said(ink, turn, (from, at), false));
        from = at;
        rows.extend(match mark {
            Mark::Bell => vec![rule(ink, "the bell: time to wind up", Role::Bell)],
            Mark::Point(id) => ink
                .state
                .point(id)
                .map_or_else(Vec::new, |point| boxes::point(ink, point)),
            Mark::Folded(count) => boxes::folded(ink, count),
            Mark::Item(item) => boxes::intervention(ink, item),
        });
    }
    let rest = (from, turn.text.len());
    rows.extend(said(ink, turn, rest, turn.is_open()));
    rows
}

/// What stands inside a speech, in order, each at the end of a sentence where one has ended since.
fn marks<'a>(state: &'a DebateState, turn: &'a Turn) -> Vec<(usize, Mark<'a>)> {
    let bell = turn.bell.map(|at| (at, Mark::Bell));
    let points = turn
        .points
        .iter()
        .filter_map(|id| Some((state.point(*id)?.at, Mark::Point(*id))));
    let (folded, items) = items(state, turn);
    let place = |item: &Intervention| item.during.map_or(0, |(_, at)| at);
    let first = items.first().filter(|_| folded > 0);
    let folded = first.map(|item| (place(item), Mark::Folded(folded)));
    let items = items
        .into_iter()
        .map(|item| (place(item), Mark::Item(item)));
    let mut marks: Vec<(usize, Mark<'_>)> = bell
        .into_iter()
        .chain(points)
        .chain(folded)
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

/// What a turn is, where it is not simply a speech: the format's own title, or what it does.
pub(super) fn what(state: &DebateState, turn: &Turn) -> String {
    let slot = state.slot_of(turn);
    let other = slot.and_then(|slot| slot.whom.as_ref());
    let other = other
        .map(|seat| who::party(state, seat))
        .unwrap_or_default();
    let titled = state.spec_of(turn).map(|spec| spec.title.clone());
    let titled = titled.unwrap_or_default();
    match turn.task {
        Task::Question => format!("asks {other}"),
        Task::Answer => format!("answers {other}"),
        Task::Speech | Task::FloorSpeech => titled,
        task if titled.is_empty() => task.name().to_owned(),
        _ => titled,
    }
}

fn header(ink: Ink<'_>, turn: &Turn) -> Line<'static> {
    let right = match &turn.status {
        TurnStatus::Open => ink.span("● live", Role::Live),
        TurnStatus::Heard { .. } => ink.span("being checked", Role::Dim),
        TurnStatus::Ended { .. } => ink.span(
            if turn.task.is_written() {
                format!("{} words", turn.words)
            } else {
                format!(
                    "{} words · {}",
                    turn.words,
                    who::spoken(ink.state, turn.words)
                )
            },
            Role::Dim,
        ),
        TurnStatus::Struck { .. } => ink.span("struck", Role::Error),
    };
    let side = ink.styles.get(who::role(ink.state, &turn.seat));
    let name = ink.state.name(&turn.seat);
    let title = who::title(ink.state, &turn.seat);
    let titled = what(ink.state, turn);
    let again = match turn.attempt {
        0 | 1 => String::new(),
        attempt => format!("again, attempt {attempt}"),
    };
    // Who speaks, for which side, and what, is worth more than how long it was.
    let said = [&name, &title, &again, &titled]
        .into_iter()
        .filter(|text| !text.is_empty());
    let wanted: usize = said.map(|text| width(text) + 3).sum();
    let right = if turn.is_ended() && wanted + right.width() > ink.width + 1 {
        let short = if turn.task.is_written() {
            format!("{} w", turn.words)
        } else {
            who::spoken(ink.state, turn.words)
        };
        ink.span(short, Role::Dim)
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
    for (text, style) in [
        (title, side),
        (again, ink.styles.get(Role::Warning)),
        (titled.clone(), ink.styles.get(Role::Emphasis)),
        (model, ink.styles.get(Role::Dim)),
    ] {
        let used: usize = left.iter().map(Span::width).sum();
        // What is being done can be told from its beginning.
        let text = if text == titled && used + 3 + LEAST_TITLE <= room {
            fit(&text, room - used - 3)
        } else {
            text
        };
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

/// The text between two marks; at the end of an open speech the words still come.
fn said(ink: Ink<'_>, turn: &Turn, (from, to): (usize, usize), live: bool) -> Vec<Row> {
    let text = turn.text.get(from..to).unwrap_or_default();
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
    let truncated = match &turn.status {
        TurnStatus::Heard { truncated }
        | TurnStatus::Ended {
            truncated,
            flagged: _,
        } => truncated.as_ref(),
        TurnStatus::Open | TurnStatus::Struck { .. } => None,
    };
    let broken = match &turn.status {
        TurnStatus::Struck { rule, .. } => Rule::ALL.iter().find(|one| one.word() == rule.as_str()),
        TurnStatus::Open | TurnStatus::Heard { .. } | TurnStatus::Ended { .. } => None,
    };
    let mut rows = Vec::new();
    match truncated {
        Some(Truncation::TimeLimit) => rows.push(rule(ink, "cut: time", Role::Warning)),
        Some(Truncation::Length) => {
            let told = "cut: the model had room for no more";
            rows.push(rule(ink, told, Role::Warning));
        }
        Some(Truncation::Unreachable { reason }) => {
            rows.push(rule(
                ink,
                "cut: the speaker's model gave no answer",
                Role::Error,
            ));
            rows.extend(plain(ink, reason, Role::Error));
        }
        None => {}
    }
    if let Some(text) = ink.state.ruling(turn) {
        rows.extend(plain(ink, &text, Role::Warning));
    }
    if let Some(rule) = broken {
        let text = format!("The rule: {}", rule.demands());
        rows.extend(plain(ink, &text, Role::Dim));
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
