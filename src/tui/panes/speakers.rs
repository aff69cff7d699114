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

/// Draws one pane a side, below each other.
pub fn render(area: Rect, buf: &mut Buffer, state: &DebateState, styles: &Styles, focus: Focus) {
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
        };
        side(
            *place,
            buf,
            state,
            styles,
            (&one.name, role, &seated),
            focus,
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
) {
    let block = widgets::pane(title, focus, styles).title_style(styles.get(role));
    let inner = block.inner(area);
    block.render(area, buf);
    // With room to spare each speaker has a second line and some air.
    let each = (inner.height / u16::try_from(speakers.len().max(1)).unwrap_or(1)).clamp(1, 4);
    for (at, speaker) in speakers.iter().enumerate() {
        let y = inner.y + each * at as u16;
        if y >= inner.bottom() {
            break;
        }
        let cells = usize::from(inner.width.saturating_sub(2));
        let place = Rect::new(inner.x + 1, y, inner.width.saturating_sub(2), 1);
        widgets::line(&name(state, styles, speaker, role, cells), place, buf);
        if each >= 2 && y + 1 < inner.bottom() {
            let place = Rect { y: y + 1, ..place };
            widgets::line(&detail(state, styles, speaker, cells), place, buf);
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

fn detail(state: &DebateState, styles: &Styles, speaker: &Speaker, cells: usize) -> Line<'static> {
    let dim = styles.get(Role::Dim);
    let preparing = state
        .turns
        .iter()
        .any(|turn| turn.seat == speaker.seat && turn.task == Task::Prepare && turn.is_open());
    let right = match speeches(state, speaker) {
        Some(turn) => format!("{} words", turn.words),
        None if preparing => "preparing …".to_owned(),
        None if state.notes(&speaker.seat).is_some() => "ready".to_owned(),
        None => String::new(),
    };
    edges(
        &format!("  {}", speaker.model),
        dim,
        vec![Span::styled(right, dim)],
        cells,
    )
}
