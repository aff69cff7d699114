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
    debate::{
        DebateState,
        ask::{Ask, Purpose},
        event::PausedBy,
        ids::Seat,
        state::DebateStatus,
    },
    text::{counted, upper_first},
};

/// The key that opens the page, and closes it.
const KEY: char = '!';
/// Reasons that are told at the most.
const MOST: usize = 20;
/// Calls that are told of one reason at the most.
const MOST_CALLS: usize = 5;

/// A paragraph of the page, and how it looks.
type Paragraph = (String, StyleRole);

/// A call that came to nothing.
struct Failure {
    /// What was asked of whom, when, and of which model.
    what: String,
    reason: String,
}

struct Failures {
    paragraphs: Vec<Paragraph>,
    page: Page,
}

/// The page; `None` where nothing has failed.
pub fn failures(state: &DebateState) -> Option<Box<dyn Overlay>> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for failure in of(state) {
        match groups
            .iter_mut()
            .find(|(reason, _)| *reason == failure.reason)
        {
            Some((_, calls)) => calls.push(failure.what),
            None => groups.push((failure.reason, vec![failure.what])),
        }
    }
    if groups.is_empty() {
        return None;
    }
    let mut paragraphs = way_on(state);
    for (reason, calls) in groups.into_iter().take(MOST) {
        let more = calls.len().saturating_sub(MOST_CALLS);
        let told = calls.into_iter().take(MOST_CALLS);
        paragraphs.extend(told.map(|what| (what, StyleRole::Title)));
        if more > 0 {
            let text = format!("and {}", counted(more as u32, "other", "others"));
            paragraphs.push((text, StyleRole::Dim));
        }
        paragraphs.push((reason, StyleRole::Text));
        paragraphs.push((String::new(), StyleRole::Text));
    }
    Some(Box::new(Failures {
        paragraphs,
        page: Page::default(),
    }))
}

/// The calls that came to nothing, the newest first; those that are tried again before all others.
fn of(state: &DebateState) -> impl Iterator<Item = Failure> {
    let pending = state
        .calls
        .values()
        .filter(|call| !call.cut && is_told(&call.ask));
    let pending = pending.filter_map(|call| {
        let reason = call.last_failure.as_deref()?;
        let tries = counted(call.failed_tries, "try", "tries");
        let by = format!("asked again after {tries}");
        Some(told(
            state,
            (&call.ask, call.seat.as_ref()),
            (call.since_ms, &by),
            reason,
        ))
    });
    let pending: Vec<Failure> = pending.collect();
    let over = state.finished.iter().rev();
    let over = over.filter(|call| !call.cut && is_told(&call.ask));
    let over = over.filter_map(|call| {
        let reason = call.failed.as_deref()?;
        let model = &call.report.model;
        let tries = counted(call.report.tries, "try", "tries");
        let by = if model.is_empty() {
            tries
        } else {
            format!("{model}, {tries}")
        };
        Some(told(
            state,
            (&call.ask, call.seat.as_ref()),
            (call.since_ms, &by),
            reason,
        ))
    });
    pending.into_iter().rev().chain(over)
}

/// Whether a failure says something of its own: a look whether the server is there tells what is known already.
fn is_told(ask: &Ask) -> bool {
    ask.purpose() != Purpose::Probe
}

fn told(
    state: &DebateState,
    (ask, seat): (&Ask, Option<&Seat>),
    (since_ms, by): (u64, &str),
    reason: &str,
) -> Failure {
    let what = ask.purpose().told();
    let whose = match seat {
        Some(seat) => format!("{}: {what}", state.name(seat)),
        None => upper_first(what),
    };
    let when = labels::minutes(since_ms / 1000);
    Failure {
        what: format!("{whose} ({when}, {by})"),
        reason: reason.to_owned(),
    }
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
    let model = opening.seated().find(|(one, _)| *one == seat);
    let model = model.map(|(_, model)| model);
    // A model of its own is exchanged in its seat alone.
    let is_own = model.is_some_and(|model| opening.seated().any(|(_, other)| other != model));
    let again = if is_own {
        format!("hustings resume {id} --seat {seat}=PROVIDER:MODEL")
    } else {
        format!("hustings resume {id} --model PROVIDER:MODEL")
    };
    let text = |text: &str| (text.to_owned(), StyleRole::Dim);
    vec![
        text(
            "The debate waits, and nothing is lost. Try again once this is put right; or leave, and go on with another model:",
        ),
        (again, StyleRole::Key),
        text(""),
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
