//! The wait while nobody has spoken yet: who still writes, who is ready, and for how long it has gone on; and the wait
//! at the end, for the house and its judges. It stands below the transcript and is no part of it.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::view::TranscriptView;
use crate::{
    blocks::{Builder, running},
    catalog::Task,
    debate::{DebateState, ask::When, opening::Speaker},
    labels,
    style::{StyleRole, Styles},
    text::upper_first,
    widgets::{self, fit, width},
    wrapping,
};

/// A transcript of so many rows has one for air above what is awaited.
const ROOMY: u16 = 8;

/// Draws it, where there is something to wait for.
pub(super) fn render(area: Rect, buf: &mut Buffer, view: TranscriptView<'_>) {
    if !Builder::on_screen(view.state).is_preparing() {
        return;
    }
    let cells = usize::from(area.width);
    for (y, line) in (area.y..area.bottom()).zip(lines(view, cells)) {
        widgets::line(&line, Rect::new(area.x, y, area.width, 1), buf);
    }
}

/// The words for what is awaited at the end, which takes minutes of a real model.
pub(super) fn awaited(state: &DebateState, now_ms: u64) -> Option<String> {
    let awaited = Builder::on_screen(state).awaited(now_ms);
    awaited.map(|text| upper_first(&text))
}

/// The rows that they take of so many: they stay in sight however far the transcript has come.
pub(super) fn rows(awaited: Option<&str>, (width, of): (u16, u16)) -> u16 {
    let Some(awaited) = awaited.filter(|_| of > 1) else {
        return 0;
    };
    if of < ROOMY {
        return 1;
    }
    let lines = wrapping::rows(awaited, width.into()).len() as u16;
    1 + lines.min(of / 3)
}

/// Draws what is awaited below so many rows of the transcript, with an empty row between them where there is room.
pub(super) fn below(awaited: &str, (area, used): (Rect, u16), buf: &mut Buffer, styles: &Styles) {
    let all = rows(Some(awaited), (area.width, area.height));
    let gap = u16::from(all > 1);
    let cells = usize::from(area.width);
    let style = styles.get(StyleRole::Live);
    let lines = match all - gap {
        0 | 1 => vec![fit(awaited, cells).into()],
        _ => wrapping::rows(awaited, cells),
    };
    for (y, line) in (area.y + used + gap..area.bottom()).zip(&lines) {
        let row = Rect::new(area.x, y, area.width, 1);
        widgets::line(&Line::styled(line.as_ref(), style), row, buf);
    }
}

fn lines(view: TranscriptView<'_>, cells: usize) -> Vec<Line<'static>> {
    let (state, styles) = (view.state, view.styles);
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    let notes = opening
        .speakers
        .iter()
        .filter_map(|speaker| line_of(state, styles, speaker, view.now_ms, cells));
    let notes: Vec<Line<'static>> = notes.collect();
    if !notes.is_empty() {
        let text = fit(running::WRITE_NOTES, cells);
        lines.push(Line::styled(text, styles.get(StyleRole::Text)));
        lines.extend(notes);
        lines.push(Line::default());
    }
    let all = opening.audience.len();
    let voted = state.ballots.cast(When::Before);
    if all > 0 && voted > 0 {
        let text = running::leaning(voted, all);
        lines.push(Line::styled(fit(&text, cells), styles.get(StyleRole::Dim)));
    }
    lines
}

fn line_of(
    state: &DebateState,
    styles: &Styles,
    speaker: &Speaker,
    now_ms: u64,
    cells: usize,
) -> Option<Line<'static>> {
    let turn = state
        .turns
        .iter()
        .rev()
        .find(|turn| turn.seat == speaker.seat && turn.task == Task::Prepare)?;
    let seconds = |until: u64| until.saturating_sub(turn.began_ms) / 1000;
    let (sign, role, word) = match turn.ended_ms {
        Some(ended) => ("✔", StyleRole::Live, running::ready_in(seconds(ended))),
        None if !state.is_running() => ("◌", StyleRole::Dim, running::PAUSED.to_owned()),
        None => ("◌", StyleRole::Dim, running::writing(state, turn, now_ms)),
    };
    let name = fit(&speaker.card.name, cells.saturating_sub(width(&word) + 6));
    let gap = 26_usize.min(cells.saturating_sub(width(&word) + 5));
    let gap = gap.saturating_sub(width(&name)) + 1;
    Some(Line::from(vec![
        Span::styled(format!("  {sign} "), styles.get(role)),
        Span::styled(name, styles.get(labels::role(state, &speaker.seat))),
        Span::raw(" ".repeat(gap)),
        Span::styled(word, styles.get(StyleRole::Dim)),
    ]))
}
