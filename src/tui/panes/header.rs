//! The line above: the motion, where in the format the debate is, the clock of the speech, and whether it is
//! paused.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    debate::{
        DebateState,
        event::{CloseReason, PausedBy},
        state::Status,
    },
    tui::{
        style::{Role, Styles},
        who,
        widgets::{self, fit, width},
    },
};

/// Draws the line. `waited_ms` is the time since the last record, where the clock runs.
pub fn render(area: Rect, buf: &mut Buffer, state: &DebateState, styles: &Styles, waited_ms: u64) {
    buf.set_style(area, styles.get(Role::Header));
    let cells = usize::from(area.width);
    let right = right(state, styles, cells, waited_ms);
    let taken: usize = right.iter().map(Span::width).sum();
    let room = cells.saturating_sub(taken + 3);
    let motion = state
        .opening
        .as_deref()
        .map_or("Hustings", |opening| opening.motion.motion.as_str());
    // First the place gives up its beginning, so that the motion can be read; then the motion gives way, but
    // not wholly. Of the place its end counts most.
    let parts = place(state);
    let places: Vec<String> = (0..parts.len())
        .filter_map(|from| parts.get(from..).map(|rest| rest.join(" ▸ ")))
        .collect();
    let beside = |cells: usize| {
        places
            .iter()
            .find(|text| width(text) + cells + 2 <= room)
            .cloned()
    };
    let place = beside(width(motion))
        .or_else(|| {
            places
                .last()
                .filter(|text| 2 * width(text) <= room)
                .cloned()
        })
        .unwrap_or_default();
    let motion = fit(motion, room.saturating_sub(width(&place) + 2));
    let used = 1 + width(&motion) + width(&place);
    let gap = cells.saturating_sub(used + taken + 1);
    let mut spans = vec![
        Span::raw(" "),
        Span::styled(motion, styles.get(Role::Header)),
        Span::raw(" ".repeat(gap.min(2))),
        Span::styled(place, styles.get(Role::Dim)),
        Span::raw(" ".repeat(gap.saturating_sub(2))),
    ];
    spans.extend(right);
    widgets::line(&Line::from(spans), area, buf);
}

fn place(state: &DebateState) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    if let Some(opening) = state.opening.as_deref() {
        parts.push(opening.format.name.clone());
    }
    if let Some(phase) = state.phase_plan() {
        parts.push(phase.name.clone());
    }
    if let Some(slot) = state.floor().and_then(|turn| state.slot_of(turn)) {
        let of = state
            .plan
            .slots_of(slot.phase)
            .iter()
            .filter(|other| other.task == slot.task)
            .count();
        let word = slot.task.name();
        let rounds = state.phase_plan().map_or(1, |plan| plan.rounds);
        if rounds > 1 {
            parts.push(format!("round {} of {rounds}", slot.round));
        } else if slot.exchange > 0 {
            parts.push(format!("{word} {}", slot.exchange));
        } else if slot.speech > 0 && of > 1 {
            let first = state
                .plan
                .slots_of(slot.phase)
                .iter()
                .find(|one| one.task == slot.task);
            let place = slot.speech + 1 - first.map_or(1, |first| first.speech);
            parts.push(format!("{word} {place} of {of}"));
        } else {
            parts.push(word.to_owned());
        }
    }
    parts
}

fn right(state: &DebateState, styles: &Styles, cells: usize, waited_ms: u64) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    if let Some(turn) = state.floor() {
        let clock = format!(
            "{} of {}",
            who::spoken(state, turn.words),
            who::spoken(state, turn.target_words)
        );
        spans.push(Span::styled(clock, styles.get(Role::Header)));
    } else if state.opening.is_some() {
        let clock = who::minutes((state.running_ms() + waited_ms) / 1000);
        spans.push(Span::styled(clock, styles.get(Role::Dim)));
    }
    spans.push(Span::raw("  "));
    spans.push(match &state.status {
        Status::Unopened => Span::styled("… ", styles.get(Role::Dim)),
        Status::Running => Span::styled("▶ ", styles.get(Role::Live)),
        Status::Paused(by) => {
            let text = match why(state, by) {
                Some(why) if cells >= 100 => format!(" ⏸ Paused: {} ", fit(&why, 40)),
                Some(_) | None => " ⏸ Paused ".to_owned(),
            };
            Span::styled(text, styles.get(Role::Paused))
        }
        Status::Closed(CloseReason::Completed) => Span::styled("■ over ", styles.get(Role::Dim)),
        Status::Closed(CloseReason::Adjourned) => {
            Span::styled("■ adjourned ", styles.get(Role::Warning))
        }
    });
    spans
}

/// Why the debate is paused, where it is not simply the viewer's wish.
pub fn why(state: &DebateState, by: &PausedBy) -> Option<String> {
    match by {
        PausedBy::Viewer => None,
        PausedBy::Question { .. } => Some("a question is put".to_owned()),
        PausedBy::Questions => Some("the moderator takes questions; space closes".to_owned()),
        PausedBy::Limit { what } => Some(what.clone()),
        PausedBy::Unreachable { seat, reason } => Some(format!(
            "{} cannot be reached: {reason}",
            who::short(state, seat)
        )),
    }
}
