//! A branch beside the debate that it parts from, as a page over the chamber: both in two columns, and below them what the
//! branch changed. The debate of the chamber is one of the two and is followed as it goes on; the other is as it was when
//! the page was opened.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    hint::{Hint, hints},
    keymap::Action,
    overlay::{Overlay, OverlayOutcome},
    parts,
    style::{StyleRole, Styles},
    widgets,
};
use crate::{
    beside::{Beside, BesideLine},
    debate::DebateState,
};

/// The other debate of the page.
#[derive(Debug)]
pub struct OtherDebate {
    /// The state of the other debate.
    pub state: Box<DebateState>,
    /// Whether it is the one that the debate of the chamber parts from; else it parts from that.
    pub is_parent: bool,
}

/// The page of the debate of the chamber and another one.
pub(crate) fn page(own: &DebateState, other: OtherDebate, is_paired: bool) -> Box<dyn Overlay> {
    Box::new(BesidePage::of(own, other, is_paired))
}

/// The page.
struct BesidePage {
    other: OtherDebate,
    /// The debate of the chamber, as it stands.
    own: Box<DebateState>,
    laid: Option<(u64, u16, Beside)>,
    /// The first line that is shown; `None` while what is said is followed.
    top: Option<usize>,
    shown: usize,
    /// Whether another debate is open, to which a key leads.
    is_paired: bool,
}

impl BesidePage {
    /// The page of the debate of the chamber and another one. What is under way is followed; all else is read from the top.
    fn of(own: &DebateState, other: OtherDebate, is_paired: bool) -> Self {
        Self {
            other,
            own: Box::new(own.clone()),
            laid: None,
            top: (!own.is_running()).then_some(0),
            shown: 0,
            is_paired,
        }
    }

    fn lay(&mut self, width: u16) {
        let is_laid =
            matches!(&self.laid, Some((seq, at, _)) if *seq == self.own.next_seq && *at == width);
        if is_laid {
            return;
        }
        let (parent, branch) = if self.other.is_parent {
            (&*self.other.state, &*self.own)
        } else {
            (&*self.own, &*self.other.state)
        };
        let laid = Beside::of(parent, branch, width.into());
        self.laid = laid.ok().map(|laid| (self.own.next_seq, width, laid));
    }

    fn lines(&self) -> &[BesideLine] {
        self.laid.as_ref().map_or(&[], |(_, _, laid)| &laid.lines)
    }

    /// Where what the branch changed begins.
    fn changed_at(&self) -> usize {
        self.laid.as_ref().map_or(0, |(_, _, laid)| laid.changed_at)
    }

    fn last_top(&self) -> usize {
        self.lines().len().saturating_sub(self.shown)
    }

    /// The first line that is shown. What is followed is the end of the debate of the chamber.
    fn first(&self) -> usize {
        let until = self.laid.as_ref().map_or(0, |(_, _, laid)| {
            if self.other.is_parent {
                laid.branch_until
            } else {
                laid.parent_until
            }
        });
        let followed = until.saturating_sub(self.shown);
        self.top.unwrap_or(followed).min(self.last_top())
    }

    fn scroll(&mut self, to: usize) {
        self.top = Some(to.min(self.last_top()));
    }
}

impl Overlay for BesidePage {
    fn title(&self) -> &'static str {
        "Side by side"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        let (first, page) = (self.first(), self.shown.saturating_sub(1).max(1));
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => OverlayOutcome::Close,
                _ => OverlayOutcome::Stay,
            };
        }
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'l') => return OverlayOutcome::Close,
            KeyCode::Char(' ') => return OverlayOutcome::Act(Action::TogglePause),
            KeyCode::Char('o') if self.is_paired => return OverlayOutcome::Act(Action::Other),
            KeyCode::Up | KeyCode::Char('k') => self.scroll(first.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(first + 1),
            KeyCode::PageUp => self.scroll(first.saturating_sub(page)),
            KeyCode::PageDown => self.scroll(first + page),
            KeyCode::Home | KeyCode::Char('g') => self.scroll(0),
            KeyCode::End | KeyCode::Char('G') => self.scroll(usize::MAX),
            KeyCode::Char('c') => self.scroll(self.changed_at()),
            KeyCode::Char('f') => self.top = None,
            _ => {}
        }
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        let mut keys = hints([("↑↓", "scroll"), ("c", "what it changed"), ("esc", "close")]);
        if self.own.is_running() && self.top.is_some() {
            keys.insert(1, Hint::new("f", "follow"));
        }
        if self.is_paired {
            keys.push(Hint::new("o", "the other debate"));
        }
        keys
    }

    fn follow(&mut self, state: &DebateState) {
        if state.next_seq != self.own.next_seq {
            self.own.clone_from(&Box::new(state.clone()));
        }
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let place = Rect {
            height: area.height.max(3),
            ..area
        }
        .intersection(buf.area);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let body = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        self.lay(body.width);
        self.shown = body.height.into();
        let first = self.first();
        let column = self.laid.as_ref().map_or(0, |(_, _, laid)| laid.column);
        let lines = self.lines().iter().skip(first).take(self.shown);
        for (y, line) in (body.y..).zip(lines) {
            let row = Rect::new(body.x, y, body.width, 1);
            widgets::line(&drawn(line, column, styles), row, buf);
        }
        let below = self.lines().len().saturating_sub(first + self.shown);
        parts::edge(
            &parts::beyond(first, below),
            StyleRole::Key,
            place,
            buf,
            styles,
        );
    }
}

fn drawn(line: &BesideLine, column: usize, styles: &Styles) -> Line<'static> {
    match line {
        BesideLine::Whole { text, is_title } => {
            let role = if *is_title {
                StyleRole::Title
            } else {
                StyleRole::Text
            };
            Line::styled(text.clone(), styles.get(role))
        }
        BesideLine::Columns {
            left,
            right,
            is_heading,
        } => {
            let role = if *is_heading {
                StyleRole::Speaker
            } else {
                StyleRole::Text
            };
            let pad = column.saturating_sub(widgets::width(left));
            Line::from(vec![
                Span::styled(format!("{left}{:pad$}", ""), styles.get(role)),
                Span::styled(" │ ", styles.get(StyleRole::Border)),
                Span::styled(right.clone(), styles.get(role)),
            ])
        }
    }
}

#[cfg(test)]
mod tests;
