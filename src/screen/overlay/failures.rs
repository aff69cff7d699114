//! What failed, in full: each call that came to nothing, the newest first, and what can be done about it.

use crossterm::event::KeyEvent;
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        hint::Hint,
        labels,
        style::{StyleRole, Styles},
    },
    Overlay, OverlayOutcome,
    page::Page,
};
use crate::{
    debate::{DebateState, ask::Ask, event::PausedBy, ids::Seat, state::DebateStatus},
    text::{counted, upper_first},
};

/// The key that opens the page, and closes it.
const KEY: char = '!';
/// Failures that are shown at the most.
const MOST: usize = 30;

/// A paragraph of the page, and how it looks.
type Paragraph = (String, StyleRole);

struct Failures {
    paragraphs: Vec<Paragraph>,
    page: Page,
}

/// The page; `None` where nothing has failed.
pub fn failures(state: &DebateState) -> Option<Box<dyn Overlay>> {
    let pending = state.calls.values().filter(|call| !call.cut);
    let pending = pending.filter_map(|call| {
        let reason = call.last_failure.as_deref()?;
        let tries = counted(call.failed_tries, "try", "tries");
        let by = format!("asked again after {tries}");
        let what = (&call.ask, call.seat.as_ref());
        Some(told(state, what, (call.since_ms, &by), reason))
    });
    let under_way: Vec<[Paragraph; 3]> = pending.collect();
    let over = state.finished.iter().rev().filter(|call| !call.cut);
    let over = over.filter_map(|call| {
        let reason = call.failed.as_deref()?;
        let model = &call.report.model;
        let tries = counted(call.report.tries, "try", "tries");
        let by = if model.is_empty() {
            tries
        } else {
            format!("{model}, {tries}")
        };
        let what = (&call.ask, call.seat.as_ref());
        Some(told(state, what, (call.since_ms, &by), reason))
    });
    let all: Vec<[Paragraph; 3]> = under_way.into_iter().rev().chain(over).take(MOST).collect();
    if all.is_empty() {
        return None;
    }
    let mut paragraphs = way_on(state);
    paragraphs.extend(all.into_iter().flatten());
    Some(Box::new(Failures {
        paragraphs,
        page: Page::default(),
    }))
}

/// What was asked of whom, when and by which model, and why it came to nothing.
fn told(
    state: &DebateState,
    (ask, seat): (&Ask, Option<&Seat>),
    (since_ms, by): (u64, &str),
    reason: &str,
) -> [Paragraph; 3] {
    let what = ask.purpose().told();
    let whose = match seat {
        Some(seat) => format!("{}: {what}", state.name(seat)),
        None => upper_first(what),
    };
    let when = labels::minutes(since_ms / 1000);
    [
        (format!("{whose} ({when}, {by})"), StyleRole::Title),
        (reason.to_owned(), StyleRole::Text),
        (String::new(), StyleRole::Text),
    ]
}

/// What can be done where the debate stands still for want of a model.
fn way_on(state: &DebateState) -> Vec<Paragraph> {
    let DebateStatus::Paused(PausedBy::Unreachable { seat, .. }) = &state.status else {
        return Vec::new();
    };
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let id = opening.debate.short();
    let again = if *seat == Seat::house() {
        format!("hustings resume {id} --model PROVIDER:MODEL")
    } else {
        format!("hustings resume {id} --seat {seat}=PROVIDER:MODEL")
    };
    let text = |text: String| (text, StyleRole::Dim);
    vec![
        text("The debate waits: nothing is lost. Try again once the server is back, or leave, and go on with another model:".to_owned()),
        (again, StyleRole::Key),
        text(String::new()),
    ]
}

fn lines(paragraphs: &[Paragraph], width: usize, styles: &Styles) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (text, role) in paragraphs {
        let style = styles.get(*role);
        if text.is_empty() {
            lines.push(Line::default());
        }
        for row in crate::wrapping::rows(text, width) {
            lines.push(Line::styled(row.into_owned(), style));
        }
    }
    lines
}

impl Overlay for Failures {
    fn title(&self) -> &'static str {
        "What failed"
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.page.on_key(key, KEY)
    }

    fn hints(&self) -> Vec<Hint> {
        self.page.hints()
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let paragraphs = &self.paragraphs;
        self.page
            .render(("What failed", area), buf, styles, |width| {
                lines(paragraphs, width, styles)
            });
    }
}
