//! What failed, in full: each call that came to nothing, the newest first, and what can be done about it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        hint::Hint,
        keymap::Action,
        style::{StyleRole, Styles},
    },
    Overlay, OverlayOutcome, PaletteChoice,
    page::Page,
};
use crate::{
    debate::{
        DebateState,
        ask::{Ask, Purpose},
        command::Command,
        event::PausedBy,
        ids::Seat,
        state::DebateStatus,
    },
    text::{clock, counted, upper_first},
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

/// What can be done about it from here, while the debate waits for a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Remedy {
    TryAgain,
    GoOnWithout,
    OtherModel,
    Leave,
}

impl Remedy {
    /// What can be done now; nothing where the debate does not wait, or is not steered from here.
    fn offered(state: &DebateState, is_live: bool) -> Vec<Self> {
        let is_waiting = matches!(
            state.status,
            DebateStatus::Paused(PausedBy::Unreachable { .. })
        );
        if !is_live || !is_waiting {
            return Vec::new();
        }
        let all = [
            Self::TryAgain,
            Self::GoOnWithout,
            Self::OtherModel,
            Self::Leave,
        ];
        let makes_sense = |one: &Self| *one != Self::GoOnWithout || state.can_do_without();
        all.into_iter().filter(makes_sense).collect()
    }

    /// The key, its word in the line below, and what follows from it.
    fn row(self) -> (char, &'static str, &'static str) {
        match self {
            Self::TryAgain => (
                't',
                "try again",
                "tries again, once this is put right; nothing is lost while the debate waits",
            ),
            Self::GoOnWithout => (
                'g',
                "go on without",
                "goes on, from now to the end without anyone who cannot be reached",
            ),
            Self::OtherModel => (
                'm',
                "another model",
                "goes on with another model, for this seat or for everything",
            ),
            Self::Leave => ('q', "leave", "leaves; resume the debate later with"),
        }
    }

    fn outcome(self) -> OverlayOutcome {
        match self {
            Self::TryAgain => OverlayOutcome::Send(Command::Resume),
            Self::GoOnWithout => OverlayOutcome::Send(Command::GoOnWithout),
            Self::OtherModel => OverlayOutcome::NameOtherModel,
            // It is asked first, as wherever else that is pressed.
            Self::Leave => OverlayOutcome::Choose(PaletteChoice::Act(Action::Quit)),
        }
    }
}

struct Failures {
    paragraphs: Vec<Paragraph>,
    remedies: Vec<Remedy>,
    is_live: bool,
    page: Page,
}

/// The page; `None` where nothing has failed. `is_live` says whether the debate is steered from here.
pub fn failures(state: &DebateState, is_live: bool) -> Option<Box<dyn Overlay>> {
    let reasons = reasons(state);
    if reasons.is_empty() {
        return None;
    }
    let remedies = Remedy::offered(state, is_live);
    let mut paragraphs = way_on(state, &remedies);
    paragraphs.extend(reasons);
    Some(Box::new(Failures {
        paragraphs,
        remedies,
        is_live,
        page: Page::default(),
    }))
}

/// Each reason below the calls that came to nothing for it; none where nothing has failed.
fn reasons(state: &DebateState) -> Vec<Paragraph> {
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
    let mut paragraphs = Vec::new();
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
    paragraphs
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
    let when = clock(since_ms / 1000);
    Failure {
        what: format!("{whose} ({when}, {by})"),
        reason: reason.to_owned(),
    }
}

/// What can be done, by its keys, and the command that goes on with another model.
fn way_on(state: &DebateState, remedies: &[Remedy]) -> Vec<Paragraph> {
    let (DebateStatus::Paused(PausedBy::Unreachable { seat, .. }), Some(opening)) =
        (&state.status, state.opening.as_deref())
    else {
        return Vec::new();
    };
    if remedies.is_empty() {
        return Vec::new();
    }
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
    let rows = remedies.iter().map(|remedy| {
        let (key, _, told) = remedy.row();
        (format!("{key}  {told}"), StyleRole::Dim)
    });
    let rest = [(again, StyleRole::Key), (String::new(), StyleRole::Text)];
    rows.chain(rest).collect()
}

fn lines(paragraphs: &[Paragraph], width: usize, styles: &Styles) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (text, role) in paragraphs {
        let style = styles.get(*role);
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
        let is_plain = !key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        let remedy = self
            .remedies
            .iter()
            .find(|remedy| is_plain && key.code == KeyCode::Char(remedy.row().0));
        remedy.map_or_else(|| self.page.on_key(key, KEY), |remedy| remedy.outcome())
    }

    fn hints(&self) -> Vec<Hint> {
        let remedies = self.remedies.iter().map(|remedy| {
            let (key, word, _) = remedy.row();
            Hint::new(key.to_string(), word)
        });
        remedies.chain(self.page.hints()).collect()
    }

    fn follow(&mut self, state: &DebateState) {
        self.remedies = Remedy::offered(state, self.is_live);
        self.paragraphs = way_on(state, &self.remedies);
        self.paragraphs.extend(reasons(state));
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let paragraphs = &self.paragraphs;
        self.page
            .render(("What failed", area), buf, styles, |width| {
                lines(paragraphs, width, styles)
            });
    }
}
