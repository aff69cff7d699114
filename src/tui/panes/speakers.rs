//! The panes titled after the sides: who speaks for each, who has spoken, who has the floor, who is on their
//! feet, how long, and with which model.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::{Line, Span},
    widgets::Widget,
};

use super::edges;
use crate::{
    catalog::{Stance, Task},
    debate::{
        DebateState,
        opening::Speaker,
        state::{PoiStatus, Turn},
    },
    tui::{
        style::{Role, Styles},
        who,
        widgets::{self, Focus},
    },
};

/// Draws one pane a side, below each other. `now_ms` is the debate's time.
pub fn render(
    area: Rect,
    buf: &mut Buffer,
    state: &DebateState,
    styles: &Styles,
    focus: Focus,
    now_ms: u64,
) {
    let Some(opening) = state.opening.as_deref() else {
        widgets::pane("Speakers", focus, styles).render(area, buf);
        return;
    };
    let sides = &opening.format.sides;
    if sides.is_empty() {
        let all: Vec<&Speaker> = opening.speakers.iter().collect();
        side(
            area,
            buf,
            state,
            styles,
            ("Speakers", Role::House, &all),
            focus,
            now_ms,
        );
        return;
    }
    let places = Layout::vertical(sides.iter().map(|_| Constraint::Fill(1))).split(area);
    for (one, place) in sides.iter().zip(places.iter()) {
        let seated: Vec<&Speaker> = opening
            .speakers
            .iter()
            .filter(|speaker| speaker.seat.group() == one.id)
            .collect();
        let role = match one.stance {
            Stance::For => Role::Prop,
            Stance::Against => Role::Opp,
            Stance::Nuanced | Stance::Own => Role::House,
        };
        side(
            *place,
            buf,
            state,
            styles,
            (&one.name, role, &seated),
            focus,
            now_ms,
        );
    }
}

fn side(
    area: Rect,
    buf: &mut Buffer,
    state: &DebateState,
    styles: &Styles,
    (title, role, speakers): (&str, Role, &[&Speaker]),
    focus: Focus,
    now_ms: u64,
) {
    let block = widgets::pane(title, focus, styles).title_style(styles.get(role));
    let inner = block.inner(area);
    block.render(area, buf);
    // With room to spare each speaker has a second line, then a third, then some air.
    let each = (inner.height / u16::try_from(speakers.len().max(1)).unwrap_or(1)).clamp(1, 4);
    for (at, speaker) in speakers.iter().enumerate() {
        let y = inner.y + each * at as u16;
        if y >= inner.bottom() {
            break;
        }
        let cells = usize::from(inner.width.saturating_sub(2));
        let place = Rect::new(inner.x + 1, y, inner.width.saturating_sub(2), 1);
        widgets::line(&name(state, styles, speaker, role, cells), place, buf);
        let mut more = Vec::new();
        if each >= 3 {
            more.push(about(state, styles, speaker, cells));
        }
        if each >= 2 {
            more.push(detail(state, styles, speaker, cells, now_ms));
        }
        for (y, line) in (y + 1..inner.bottom()).zip(&more) {
            widgets::line(line, Rect { y, ..place }, buf);
        }
    }
}

fn speeches<'a>(state: &'a DebateState, speaker: &Speaker) -> Option<&'a Turn> {
    state
        .turns
        .iter()
        .rev()
        .find(|turn| turn.seat == speaker.seat && turn.task == Task::Speech && !turn.is_struck())
}

fn on_feet(state: &DebateState, speaker: &Speaker) -> bool {
    state.points.iter().any(|point| {
        point.from == speaker.seat
            && matches!(
                point.status,
                PoiStatus::Offered | PoiStatus::Taken | PoiStatus::Accepted
            )
    })
}

fn name(
    state: &DebateState,
    styles: &Styles,
    speaker: &Speaker,
    role: Role,
    cells: usize,
) -> Line<'static> {
    let turn = speeches(state, speaker);
    let live = turn.is_some_and(Turn::is_open);
    let mut right = Vec::new();
    if on_feet(state, speaker) {
        right.push(Span::styled("✋ ", styles.get(Role::Poi)));
    }
    if live {
        right.push(Span::styled("● ", styles.get(Role::Live)));
    }
    let time = turn.map_or_else(|| "     ".to_owned(), |turn| who::spoken(state, turn.words));
    let time_role = if live { Role::Live } else { Role::Text };
    right.push(Span::styled(time, styles.get(time_role)));
    let number = speaker.seat.number().unwrap_or(0);
    // Whoever has not spoken stands back a little.
    let style = if turn.is_some() {
        styles.get(role).patch(styles.get(Role::Speaker))
    } else {
        styles.get(role)
    };
    let name = if widgets::width(&speaker.card.name) + 12 <= cells {
        &speaker.card.name
    } else {
        &speaker.card.short
    };
    edges(&format!("{number} {name}"), style, right, cells)
}

fn detail(
    state: &DebateState,
    styles: &Styles,
    speaker: &Speaker,
    cells: usize,
    now_ms: u64,
) -> Line<'static> {
    let dim = styles.get(Role::Dim);
    let notes = state
        .turns
        .iter()
        .find(|turn| turn.seat == speaker.seat && turn.task == Task::Prepare && turn.is_open());
    let right = match (speeches(state, speaker), notes) {
        (Some(turn), _) => Span::styled(format!("{} words", turn.words), dim),
        (None, Some(turn)) => {
            let seconds = now_ms.saturating_sub(turn.began_ms) / 1000;
            Span::styled(format!("writing {seconds} s"), styles.get(Role::Live))
        }
        (None, None) if state.notes(&speaker.seat).is_some() => Span::styled("ready", dim),
        (None, None) => Span::raw(""),
    };
    let room = cells.saturating_sub(right.width() + 3);
    let model = who::model_in(&speaker.model, room);
    edges(&format!("  {model}"), dim, vec![right], cells)
}

/// Who they are; while they speak, how much of their time is gone.
fn about(state: &DebateState, styles: &Styles, speaker: &Speaker, cells: usize) -> Line<'static> {
    let room = cells.saturating_sub(2);
    match speeches(state, speaker) {
        Some(turn) if turn.is_open() => {
            let share = f64::from(turn.words) / f64::from(turn.target_words.max(1));
            let mut spans = vec![Span::raw("  ")];
            let bar = widgets::bar(share, room, styles.get(Role::Live), styles.get(Role::Dim));
            spans.extend(bar);
            Line::from(spans)
        }
        Some(_) | None => Line::styled(
            format!("  {}", widgets::fit(&speaker.card.role, room)),
            styles.get(Role::Dim),
        ),
    }
}
