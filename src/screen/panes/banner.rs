//! A banner below the transcript: why the debate stands still, in full, and what to press. What halts a debate against
//! the viewer's wish must be readable at every size; the line above has room for its first words only.

use std::fmt::Write as _;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    text::Line,
    widgets::{Block, Clear, Widget},
};

use super::{
    header::why,
    situation::{ChamberMode, RunBy},
};
use crate::{
    debate::{DebateState, event::PausedBy, state::DebateStatus},
    keymap::{Action, Keymap},
    style::{StyleRole, Styles},
};

/// Rows of text that the banner may have on the smallest screen; on a larger one it may have half of it.
const FEWEST: usize = 5;
/// Rows of what lies above that stay in sight.
const ABOVE: u16 = 3;

/// The sentences of the banner.
#[derive(Default)]
struct Told {
    /// What the banner is about, in a word.
    title: &'static str,
    /// Why the debate stands still, without a full stop.
    reason: String,
    /// What to press, and the command that goes on later.
    way: String,
    /// What else can be done: left out where the rest needs the room.
    besides: String,
    /// Where all of the reason is to be read, for where it loses its end.
    all: String,
}

/// The sentences of the banner: why the debate stands still, and what to press; `None` where the debate goes on, or
/// stands still because somebody wished it. In a replay it is told why the debate stood still, and nothing can be done.
fn told(state: &DebateState, keymap: &Keymap, mode: ChamberMode) -> Option<Told> {
    if mode.is_left() && !state.is_closed() {
        return Some(left(state, mode));
    }
    let DebateStatus::Paused(by) = &state.status else {
        return None;
    };
    let then = match by {
        PausedBy::Viewer | PausedBy::Question { .. } | PausedBy::Questions => return None,
        PausedBy::Limit { .. } => "resumes and allows as much again",
        PausedBy::Unreachable { .. } => "tries again",
    };
    let reason = why(state, by)?;
    let reason = reason.trim_end_matches('.');
    // Whoever only watches can do no more than whoever sees it again.
    let is_replay = !mode.is_live();
    let key = keymap.key_of(Action::TogglePause);
    let mut way = if key.is_empty() || is_replay {
        String::new()
    } else {
        format!(" {key} {then}.")
    };
    let leave = keymap.key_of(Action::Quit);
    if let Some(opening) = state.opening.as_deref()
        && !leave.is_empty()
        && !is_replay
    {
        // Where a key is refused, or money has run out, to try again is no help.
        let id = opening.debate.short();
        let _ = write!(way, " {leave} leaves; hustings resume {id} resumes it.");
    }
    let mut first = reason.chars();
    let reason: String = first
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(first)
        .collect();
    let failures = keymap.key_of(Action::Failures);
    let besides = if state.can_do_without() && !is_replay && !failures.is_empty() {
        format!(" {failures} lets it go on without anyone it cannot reach.")
    } else {
        String::new()
    };
    let all = if matches!(by, PausedBy::Unreachable { .. }) && !failures.is_empty() {
        format!(" (press {failures} for all of it.)")
    } else {
        String::new()
    };
    Some(Told {
        title: " Paused ",
        reason,
        way,
        besides,
        all,
    })
}

/// What is told of a debate that is watched and that nobody runs now.
fn left(state: &DebateState, mode: ChamberMode) -> Told {
    let opening = state.opening.as_deref();
    if mode == ChamberMode::Followed(RunBy::Deleted) {
        let way = opening.map_or_else(String::new, |opening| {
            let id = opening.debate.short();
            format!(" hustings restore {id} brings it back, and hustings resume {id} then goes on with it.")
        });
        return Told {
            title: " Deleted ",
            reason: "This debate was deleted".to_owned(),
            way,
            ..Told::default()
        };
    }
    let way = opening.map_or_else(String::new, |opening| {
        let id = opening.debate.short();
        format!(" hustings resume {id} goes on with it, and it is shown here.")
    });
    Told {
        title: " Left ",
        reason: "No process runs this debate any more".to_owned(),
        way,
        ..Told::default()
    }
}

/// The sentences in lines of so many cells, `most` at the most: a reason that is too long loses its end.
fn wrapped(
    Told {
        title: _,
        reason,
        way,
        besides,
        all,
    }: &Told,
    cells: usize,
    most: usize,
) -> Vec<String> {
    let of = |text: &str| -> Vec<String> {
        let lines = crate::wrapping::rows(text, cells).into_iter();
        lines.map(std::borrow::Cow::into_owned).collect()
    };
    let whole = of(&format!("{reason}.{way}{besides}"));
    if whole.len() <= most {
        return whole;
    }
    let mut lines = of(&format!("{reason}.{way}"));
    if lines.len() > most {
        let words: Vec<&str> = reason.split_whitespace().collect();
        // Halved, not shortened word by word: this is done for every frame.
        let of_first = |count: usize| {
            let first = words.get(..count).unwrap_or(&words).join(" ");
            of(&format!("{first} …{all}{way}"))
        };
        let counts: Vec<usize> = (0..words.len()).collect();
        let fitting = counts.partition_point(|count| of_first(*count).len() <= most);
        lines = of_first(fitting.saturating_sub(1));
    }
    lines.truncate(most);
    lines
}

/// Draws the banner at the foot of `area`, where there is one to draw, and gives what is left above it.
pub fn render(
    area: Rect,
    buf: &mut Buffer,
    state: &DebateState,
    styles: &Styles,
    keymap: &Keymap,
    mode: ChamberMode,
) -> Rect {
    let Some(told) = told(state, keymap, mode) else {
        return area;
    };
    let cells = usize::from(area.width.saturating_sub(4)).max(1);
    let room = usize::from(area.height.saturating_sub(ABOVE + 2));
    let most = FEWEST.max(usize::from(area.height) / 2).min(room).max(1);
    let lines = wrapped(&told, cells, most);
    let height = lines.len() as u16 + 2;
    let [above, place] =
        Layout::vertical([Constraint::Min(0), Constraint::Length(height)]).areas(area);
    Clear.render(place, buf);
    let block = Block::bordered()
        .border_type(styles.border())
        .border_style(styles.get(StyleRole::Paused))
        .title(Line::styled(told.title, styles.get(StyleRole::Paused)))
        .style(styles.get(StyleRole::Text));
    let inner = block.inner(place);
    block.render(place, buf);
    for (y, line) in (inner.y..inner.bottom()).zip(lines) {
        let row = Rect::new(inner.x + 1, y, inner.width.saturating_sub(1), 1);
        Line::styled(line, styles.get(StyleRole::Text)).render(row, buf);
    }
    above
}
