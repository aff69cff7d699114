//! The root view: puts the panes where the arrangement says, and what lies over them on top.
//!
//! From 120×36 up:
//!
//! ```text
//!  This House Believes …      Exhibition ▸ Debate ▸ speech 4 of 6     03:12 of 07:00  ▶
//! ╭ Proposition ────────╮╭ Transcript ──────────────────────╮╭ Points of information ───╮
//! │ 1 M. Gandhi   06:48 ││ ▎ Napoleon Bonaparte · Opposition││ ✔ Wollstonecraft → Smith │
//! │ 2 J. S. Mill ✋     ││ ▎ … a road is a promise …        ││   Who pays for …         │
//! ╰─────────────────────╯│ ▎ ╭ point of information ──────╮ │╰──────────────────────────╯
//! ╭ Opposition ─────────╮│ ▎ │ Wollstonecraft: who pays … │ │╭ The house ───────────────╮
//! │ 1 Napoleon    06:31 ││ ▎ ╰────────────────────────────╯ ││ Ayes ████████▌···   7    │
//! │ 2 A. Smith  ● 03:12 ││ ▎ Adam Smith …                   ││ Noes █████·······   5    │
//! ╰─────────────────────╯╰──────────────── ▼ 4 lines below ─╯╰──────────────────────────╯
//!  space pause  e evidence  a ask …     reading  41.2k tok (88% cached)  $0.21  ● 1
//! ```

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};

use super::{
    desk::{self, DeskView},
    keymap::Action,
    layout::{self, Arrangement, Pane},
    panes::{
        arguments, banner, header, judges,
        keys::{self, PanesSeen},
        order, points, scrolled, speakers,
        status::{self, StatusFigures},
        tally,
        which::{Lower, Upper},
    },
    style::{StyleRole, Styles},
    transcript,
    ui::{Places, Ui},
    widgets::{self, Focus},
};
use crate::debate::DebateState;

/// Draws the whole screen.
pub fn render(area: Rect, buf: &mut Buffer, ui: &mut Ui, state: &DebateState) {
    let styles = ui.styles().clone();
    buf.set_style(area, styles.get(StyleRole::Text));
    ui.places = Places::default();
    let (status, panes) = match layout::arrange(area) {
        Arrangement::Wide {
            header,
            speakers,
            transcript,
            points,
            house,
            status,
        } => {
            head(header, buf, ui, state, &styles);
            pane(Pane::Speakers, speakers, buf, ui, state, &styles);
            let transcript = banner::render(transcript, buf, state, &styles, &ui.keymap, ui.mode);
            let transcript = desk(transcript, buf, ui, state, &styles);
            pane(Pane::Transcript, transcript, buf, ui, state, &styles);
            pane(Pane::Upper, points, buf, ui, state, &styles);
            pane(Pane::Lower, house, buf, ui, state, &styles);
            (status, PanesSeen::All)
        }
        Arrangement::Tabs {
            header,
            tabs: names,
            transcript,
            side,
            status,
        } => {
            head(header, buf, ui, state, &styles);
            tabs(names, buf, ui, state, &styles);
            let transcript = banner::render(transcript, buf, state, &styles, &ui.keymap, ui.mode);
            let transcript = desk(transcript, buf, ui, state, &styles);
            pane(Pane::Transcript, transcript, buf, ui, state, &styles);
            pane(ui.tab, side, buf, ui, state, &styles);
            (status, PanesSeen::All)
        }
        Arrangement::Small {
            header,
            pane: place,
            status,
        } => {
            head(header, buf, ui, state, &styles);
            let place = banner::render(place, buf, state, &styles, &ui.keymap, ui.mode);
            let place = desk(place, buf, ui, state, &styles);
            pane(ui.focus, place, buf, ui, state, &styles);
            (status, PanesSeen::One)
        }
        Arrangement::TooSmall => {
            let quit = ui.keymap.key_of(Action::Quit);
            too_small(area, buf, &styles, &quit);
            return;
        }
    };
    if let Some(overlay) = &mut ui.overlay {
        overlay.follow(state);
        // Its keys are told by the line below, which stays in sight.
        let above = Rect {
            height: area.height - 1,
            ..area
        };
        overlay.render(above, buf, &styles);
    }
    // Whether something scrolls is known once it is drawn.
    foot(status, buf, ui, state, &styles, panes);
}

/// The desk at the foot of an area, where somebody sits at this terminal; what is left above it.
fn desk(area: Rect, buf: &mut Buffer, ui: &mut Ui, state: &DebateState, styles: &Styles) -> Rect {
    if !ui.has_desk() {
        return area;
    }
    let key = ui.keymap.key_of(Action::Write);
    let view = DeskView {
        state,
        styles,
        now_ms: state.at_ms + ui.waited_ms,
        key: &key,
    };
    desk::render(area, buf, &mut ui.desk, view)
}

fn head(area: Rect, buf: &mut Buffer, ui: &Ui, state: &DebateState, styles: &Styles) {
    header::render(
        area,
        buf,
        state,
        styles,
        ui.mode,
        ui.waited_ms,
        ui.desk.own(),
    );
}

fn foot(
    area: Rect,
    buf: &mut Buffer,
    ui: &Ui,
    state: &DebateState,
    styles: &Styles,
    panes: PanesSeen,
) {
    let situation = ui.situation(state);
    let (hints, asked, figures) = match &ui.overlay {
        Some(overlay) => (overlay.hints(), None, StatusFigures::Aside),
        None if ui.types_at_desk() => (ui.desk.hints(), None, StatusFigures::Aside),
        None => (
            keys::of(situation, &ui.keymap, panes),
            keys::asked(situation),
            StatusFigures::All,
        ),
    };
    let message = ui
        .message
        .as_ref()
        .map(|(text, role)| (text.as_str(), *role));
    status::render(
        area,
        buf,
        status::StatusView {
            state,
            styles,
            hints: &hints,
            asked: asked.as_deref(),
            figures,
            mode: ui.mode,
            message,
            pending: ui.waiting.len(),
            now_ms: state.at_ms + ui.waited_ms,
        },
    );
}

fn pane(
    which: Pane,
    area: Rect,
    buf: &mut Buffer,
    ui: &mut Ui,
    state: &DebateState,
    styles: &Styles,
) {
    ui.places.panes.push((area, which));
    let focus = Focus::when(ui.focus == which);
    let now_ms = state.at_ms + ui.waited_ms;
    match which {
        Pane::Transcript => {
            let view = transcript::TranscriptView {
                state,
                styles,
                focus,
                now_ms,
            };
            ui.transcript.render(area, buf, view);
        }
        Pane::Speakers => {
            let scroll = &mut ui.panes.speakers;
            speakers::render(area, buf, state, styles, (focus, scroll), now_ms);
        }
        Pane::Upper => {
            let upper = Upper::of(state);
            let text = |place: Rect| match upper {
                Upper::Points => points::text(state, styles, place.width.into()),
                Upper::Arguments => arguments::text(state, styles, place),
                Upper::Order => order::text(state, styles, (place, focus)),
            };
            let focus = (focus, &mut ui.panes.upper);
            scrolled(upper.title(), (area, buf), styles, focus, text);
        }
        Pane::Lower => {
            let lower = Lower::of(state);
            let text = |place: Rect| match lower {
                Lower::House => tally::text(state, styles, (place, focus)),
                Lower::Judges | Lower::Moderator | Lower::Phase => {
                    judges::text(state, styles, lower, (place, focus))
                }
            };
            let focus = (focus, &mut ui.panes.lower);
            scrolled(&lower.title(state), (area, buf), styles, focus, text);
        }
    }
}

fn tabs(area: Rect, buf: &mut Buffer, ui: &mut Ui, state: &DebateState, styles: &Styles) {
    let mut spans = vec![Span::raw(" ")];
    let mut x = area.x + 1;
    for pane in Pane::ALL {
        let role = if pane == ui.focus {
            StyleRole::Selection
        } else if pane == ui.tab || pane == Pane::Transcript {
            StyleRole::Title
        } else {
            StyleRole::Dim
        };
        let word = format!(" {} ", pane.word(state));
        let width = widgets::width(&word) as u16;
        let place = Rect { x, width, ..area };
        ui.places.tabs.push((place.intersection(area), pane));
        x += width + 1;
        spans.push(Span::styled(word, styles.get(role)));
        spans.push(Span::raw(" "));
    }
    let next = ui.keymap.key_of(Action::NextPane);
    if !next.is_empty() {
        spans.push(Span::styled(
            format!("{next} ⇥"),
            styles.get(StyleRole::Dim),
        ));
    }
    widgets::line(&Line::from(spans), area, buf);
}

fn too_small(area: Rect, buf: &mut Buffer, styles: &Styles, quit: &str) {
    let (width, height) = layout::LEAST;
    let lines = [
        (
            format!(
                "Too small: {}×{}, not {width}×{height}",
                area.width, area.height
            ),
            StyleRole::Warning,
        ),
        (
            "Make the window larger, or leave".to_owned(),
            StyleRole::Text,
        ),
        (
            format!("with {quit}; --headless needs no screen."),
            StyleRole::Text,
        ),
    ];
    for (y, (text, role)) in (area.y..area.bottom()).zip(lines) {
        let text = widgets::fit(&text, usize::from(area.width));
        Line::styled(text, styles.get(role)).render(Rect::new(area.x, y, area.width, 1), buf);
    }
}
