//! The desk as it is drawn at the foot of the transcript.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::{Block, Clear, Widget},
};

use super::{AskedNow, Desk};
use crate::{
    by_hand::AnswerForm,
    debate::{DebateState, ids::Seat},
    labels,
    style::{StyleRole, Styles},
    text::{clock, counted},
    widgets::{self, Focus, fit},
    wrapping,
};

/// Rows of the field at the least and at the most.
const FIELD: (u16, u16) = (2, 8);
/// Rows of the transcript that stay in sight.
const ABOVE: u16 = 4;
/// Rows of the transcript with a line of it, between its edges.
const LEAST_ABOVE: u16 = 3;
/// Rows that what is asked has before the transcript keeps its own: an instruction is not cut for what can be scrolled.
const ABOUT: u16 = 6;

/// What the desk is drawn with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeskView<'a> {
    pub(crate) state: &'a DebateState,
    pub(crate) styles: &'a Styles,
    /// The debate's time, in milliseconds.
    pub(crate) now_ms: u64,
    /// The key that goes on writing.
    pub(crate) key: &'a str,
}

/// Draws the desk at the foot of `area`, where something is asked, and gives what is left above it.
pub(crate) fn render(area: Rect, buf: &mut Buffer, desk: &mut Desk, view: DeskView<'_>) -> Rect {
    let DeskView {
        state,
        styles,
        now_ms,
        key,
    } = view;
    if !desk.is_open() || area.height < ABOVE + FIELD.0 + 2 {
        return area;
    }
    let cells = usize::from(area.width.saturating_sub(4)).max(1);
    let field = if desk.asked.is_some() { FIELD.0 } else { 0 };
    let spare = area.height.saturating_sub(2 + field);
    let beside_transcript = spare.saturating_sub(ABOVE);
    let most = if beside_transcript < ABOUT {
        spare.saturating_sub(1).min(ABOUT)
    } else {
        // Of a long list more is told on a tall screen.
        beside_transcript.min(ABOUT.max(area.height / 2))
    };
    let told = told(desk, styles, (cells, usize::from(most)));
    let left = beside_transcript.max(told.len() as u16) + field - told.len() as u16;
    let wanted = if desk.has_form() {
        // A form has many fields: half of the height is theirs.
        (area.height / 2).max(FIELD.0)
    } else {
        (area.height / 4).clamp(FIELD.0, FIELD.1)
    };
    let field = if field == 0 { 0 } else { wanted.min(left) };
    let height = told.len() as u16 + field + 2;
    // A frame with nothing in it says nothing: where the transcript would have no row, the field has them.
    let without = area.height.saturating_sub(height);
    let (height, field) = match without {
        1..LEAST_ABOVE if field > 0 => (area.height, field + without),
        _ => (height, field),
    };
    let [above, place] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(height)]).areas(area);
    Clear.render(place, buf);
    let is_on = desk.is_typed_at;
    let role = if is_on {
        StyleRole::BorderFocus
    } else {
        StyleRole::Border
    };
    let foot = if is_on {
        String::new()
    } else {
        format!(" {key} writes on ")
    };
    let cells = usize::from(place.width.saturating_sub(4));
    // Whoever sits there knows where.
    let forms = [WithSeat::Yes, WithSeat::No].map(|with| title(desk, state, now_ms, with));
    let whole = forms.iter().find(|form| widgets::width(form) <= cells);
    let title = fit(whole.or(forms.last()).map_or("", String::as_str), cells);
    let block = Block::bordered()
        .border_type(styles.border())
        .border_style(styles.get(role))
        .title(Line::styled(
            format!(" {title} "),
            styles.get(StyleRole::Title),
        ))
        .title_bottom(Line::styled(foot, styles.get(StyleRole::Key)).right_aligned())
        .style(styles.get(StyleRole::Text));
    let inner = block.inner(place);
    block.render(place, buf);
    for (y, line) in (inner.y..inner.bottom()).zip(&told) {
        let row = Rect::new(inner.x + 1, y, inner.width.saturating_sub(1), 1);
        widgets::line(line, row, buf);
    }
    if field > 0 {
        let top = inner.y + told.len() as u16;
        let typed = Rect::new(inner.x + 1, top, inner.width.saturating_sub(2), field);
        let focus = Focus::when(is_on);
        match desk.form() {
            AnswerForm::Vote { reason, .. } => vote(desk, reason, typed, buf, styles, focus),
            AnswerForm::Speech | AnswerForm::Work | AnswerForm::Text | AnswerForm::Point => {
                desk.editor().render(typed, buf, styles, focus);
            }
        }
    }
    above
}

/// Whether the seat that is asked stands in the title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WithSeat {
    Yes,
    No,
}

/// What is asked, and for how long; of a speech how much of it is said.
fn title(desk: &Desk, state: &DebateState, now_ms: u64, with: WithSeat) -> String {
    let Some(asked) = &desk.asked else {
        return "You are interrupted".to_owned();
    };
    let turn = asked.turn.and_then(|turn| state.turn(turn));
    // A speech goes on behind a point.
    let since_ms = turn.map_or(asked.since_ms, |turn| turn.began_ms);
    let clock = clock(now_ms.saturating_sub(since_ms) / 1000);
    let said = turn.map(|turn| {
        let bell = if turn.bell.is_some() {
            " · the bell has rung"
        } else {
            ""
        };
        let words = turn.words;
        match turn.target_words {
            0 => format!(" · {words} words{bell}"),
            of => format!(" · {words} of {of} words{bell}"),
        }
    });
    let waits = if state.is_running() {
        ""
    } else {
        " · the debate is paused"
    };
    let AskedNow { words, seat, .. } = asked;
    let seat = match with {
        WithSeat::Yes => format!(" · {}", seat_told(state, seat)),
        WithSeat::No => String::new(),
    };
    format!(
        "{}{seat} · {clock}{}{waits}",
        words.title,
        said.unwrap_or_default()
    )
}

/// A seat in words, for whoever sits in it.
fn seat_told(state: &DebateState, seat: &Seat) -> String {
    let title = labels::title(state, seat);
    match seat.number() {
        _ if !title.is_empty() && !seat.is_audience() => title,
        Some(number) if seat.is_judge() && state.judges().len() > 1 => format!("judge {number}"),
        Some(_) => seat.group().to_owned(),
        // Whoever frames the question and whoever moderates are one.
        None if seat.is_chair() => Seat::moderator().to_string(),
        None => seat.to_string(),
    }
}

/// The rows above the field: a point that is put, and what is asked.
fn told(desk: &Desk, styles: &Styles, (cells, room): (usize, usize)) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    if let Some(point) = &desk.point {
        for row in wrapping::rows(&format!("On that point! {}", point.about), cells) {
            lines.push(Line::styled(row.into_owned(), styles.get(StyleRole::Poi)));
        }
    }
    if let Some(asked) = &desk.asked {
        for text in asked.words.about.lines() {
            for row in wrapping::rows(text, cells) {
                lines.push(Line::styled(row.into_owned(), styles.get(StyleRole::Dim)));
            }
        }
    }
    let room = room.max(1);
    if lines.len() > room {
        let cut = lines.len() + 1 - room;
        lines.truncate(room - 1);
        let more = format!("… {}", counted(cut, "more line", "more lines"));
        lines.push(Line::styled(more, styles.get(StyleRole::Dim)));
    }
    lines
}

/// The votes in a row, and below them the reason.
fn vote(
    desk: &mut Desk,
    reason: bool,
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
    focus: Focus,
) {
    let marked = desk.vote;
    let mut spans = Vec::new();
    for (at, vote) in desk.votes().iter().enumerate() {
        let role = if Some(at) == marked {
            StyleRole::Selection
        } else {
            StyleRole::Text
        };
        let sign = if Some(at) == marked { "●" } else { "○" };
        let told = format!(" {sign} {} ", vote.word());
        spans.push(Span::styled(told, styles.get(role)));
        spans.push(Span::raw(" "));
    }
    let row = Rect { height: 1, ..area };
    widgets::line(&Line::from(spans), row, buf);
    if reason && area.height > 1 {
        let below = Rect::new(area.x, area.y + 1, area.width, area.height - 1);
        desk.text.render(below, buf, styles, focus);
    }
}
