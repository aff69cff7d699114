//! The command palette: whatever can be done now, found by typing some letters of it, with its key beside it; and the
//! themes, each seen while it is marked.

use std::cmp::Reverse;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{AtomKind, CaseMatching, Normalization, Pattern},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        hint::{Hint, hints},
        keymap::Action,
        parts,
        style::{StyleRole, Styles},
        widgets,
    },
    Overlay, OverlayOutcome,
};
use crate::text::sanitize::sanitize_line;

/// Cells of the palette at the most.
const WIDTH: u16 = 76;
/// Rows of the palette at the most, its frame and the line for typing included.
const HEIGHT: u16 = 20;

/// Letters that can be typed: more find nothing, and would have no room.
const LONGEST: usize = 32;

/// Rows of a page.
const PAGE: usize = 8;

/// What an entry of the palette does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaletteChoice {
    /// It does what a key does.
    Act(Action),
    /// It takes the theme at that place among the looks.
    Look(usize),
}

/// An entry of the palette.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaletteEntry {
    /// What it does.
    pub choice: PaletteChoice,
    /// The same in words.
    pub words: String,
    /// Its keys as people read them; empty where it has none.
    pub keys: String,
    /// Other words by which it is found.
    pub also: String,
}

struct Palette {
    entries: Vec<PaletteEntry>,
    typed: String,
    /// The entries that match what was typed, by position, the best first.
    found: Vec<usize>,
    /// The marked one of those found.
    at: usize,
    /// The look before any was seen here.
    look: usize,
    matcher: Matcher,
}

/// The palette of these entries. `look` is the place of the theme that is on.
pub fn palette(entries: Vec<PaletteEntry>, look: usize) -> Box<dyn Overlay> {
    let found = (0..entries.len()).collect();
    Box::new(Palette {
        entries,
        typed: String::new(),
        found,
        at: 0,
        look,
        matcher: Matcher::new(Config::DEFAULT),
    })
}

impl Palette {
    /// Finds the entries anew, and marks the best.
    fn find(&mut self) -> OverlayOutcome {
        self.search();
        self.mark(0)
    }

    /// Finds the entries that match what was typed.
    fn search(&mut self) {
        let pattern = Pattern::new(
            &self.typed,
            CaseMatching::Ignore,
            Normalization::Smart,
            AtomKind::Fuzzy,
        );
        let matcher = &mut self.matcher;
        let mut score = |text: &str| {
            let mut letters = Vec::new();
            pattern.score(Utf32Str::new(text, &mut letters), matcher)
        };
        let numbered = self.entries.iter().enumerate();
        let mut found: Vec<(bool, u32, usize)> = numbered
            .filter_map(|(at, entry)| {
                // Whoever types a key means that.
                let is_key = entry.keys.split(" / ").any(|key| key == self.typed);
                let best = score(&entry.words).max(score(&entry.also));
                (is_key || best.is_some()).then_some((is_key, best.unwrap_or_default(), at))
            })
            .collect();
        found.sort_by_key(|(is_key, score, at)| (!is_key, Reverse(*score), *at));
        self.found = found.into_iter().map(|(_, _, at)| at).collect();
    }

    fn take_in(&mut self, typed: &str) {
        let room = LONGEST.saturating_sub(self.typed.chars().count());
        self.typed.extend(typed.chars().take(room));
    }

    fn marked(&self) -> Option<&PaletteEntry> {
        self.entries.get(*self.found.get(self.at)?)
    }

    /// Marks an entry; a theme is seen at once.
    fn mark(&mut self, at: usize) -> OverlayOutcome {
        self.at = at;
        OverlayOutcome::See(match self.marked().map(|entry| entry.choice) {
            Some(PaletteChoice::Look(look)) => look,
            Some(PaletteChoice::Act(_)) | None => self.look,
        })
    }
}

impl Overlay for Palette {
    fn title(&self) -> &'static str {
        "What can be done now"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        let last = self.found.len().saturating_sub(1);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return OverlayOutcome::Choose(PaletteChoice::Look(self.look)),
            KeyCode::Char('c') if is_control => {
                return OverlayOutcome::Choose(PaletteChoice::Look(self.look));
            }
            KeyCode::Enter => {
                let choice = self.marked().map(|entry| entry.choice);
                return choice.map_or(OverlayOutcome::Stay, OverlayOutcome::Choose);
            }
            KeyCode::Up | KeyCode::BackTab => {
                return self.mark(self.at.checked_sub(1).unwrap_or(last));
            }
            KeyCode::Char('p' | 'k') if is_control => {
                return self.mark(self.at.checked_sub(1).unwrap_or(last));
            }
            KeyCode::Down | KeyCode::Tab => {
                return self.mark(if self.at < last { self.at + 1 } else { 0 });
            }
            KeyCode::Char('n' | 'j') if is_control => {
                return self.mark(if self.at < last { self.at + 1 } else { 0 });
            }
            KeyCode::PageUp => return self.mark(self.at.saturating_sub(PAGE)),
            KeyCode::PageDown => return self.mark((self.at + PAGE).min(last)),
            KeyCode::Home => return self.mark(0),
            KeyCode::End => return self.mark(last),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Char('u') if is_control => self.typed.clear(),
            KeyCode::Char(' ') => self.take_in(" "),
            KeyCode::Char(letter) if !is_control => {
                self.take_in(&sanitize_line(&letter.to_string()));
            }
            _ => return OverlayOutcome::Stay,
        }
        self.find()
    }

    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        self.take_in(&sanitize_line(text));
        self.find()
    }

    fn offers(&self) -> bool {
        true
    }

    fn offer(&mut self, entries: Vec<PaletteEntry>) {
        let marked = self.marked().map(|entry| entry.choice);
        self.entries = entries;
        self.search();
        // The mark stays on what it was on, as far as that can still be done.
        let still = self.found.iter().position(|at| {
            let entry = self.entries.get(*at);
            entry.map(|entry| entry.choice) == marked
        });
        let last = self.found.len().saturating_sub(1);
        self.at = still.unwrap_or(self.at.min(last));
    }

    fn hints(&self) -> Vec<Hint> {
        hints([("↑↓", "choose"), ("enter", "do it"), ("esc", "close")])
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let width = WIDTH.min(area.width.saturating_sub(4));
        let height = HEIGHT.min(area.height.saturating_sub(2));
        let place = widgets::centred(area, width, height);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let row = |y: u16| Rect::new(inner.x, y, inner.width, 1);
        let rest = if self.typed.is_empty() {
            Span::styled("type some letters of it", styles.get(StyleRole::Dim))
        } else {
            Span::styled(self.typed.clone(), styles.get(StyleRole::Text))
        };
        let typed = vec![Span::styled("› ", styles.get(StyleRole::Key)), rest];
        widgets::line(&Line::from(typed), row(inner.y), buf);
        if self.found.is_empty() && inner.height > 1 {
            let nothing = "nothing that can be done now is called so";
            let nothing = widgets::fit(nothing, usize::from(inner.width));
            let nothing = Span::styled(nothing, styles.get(StyleRole::Dim));
            widgets::line(&Line::from(nothing), row(inner.y + 1), buf);
        }
        let room = usize::from(inner.height.saturating_sub(1));
        let first = (self.at + 1).saturating_sub(room);
        let shown = self.found.iter().enumerate().skip(first).take(room);
        for (y, (at, entry)) in (inner.y + 1..).zip(shown) {
            let Some(entry) = self.entries.get(*entry) else {
                continue;
            };
            let mark = if at == self.at { "▸ " } else { "  " };
            let room = usize::from(inner.width).saturating_sub(widgets::width(&entry.keys) + 2 + 1);
            let words = widgets::fit(&entry.words, room);
            let gap = " ".repeat(room.saturating_sub(widgets::width(&words)) + 1);
            let spans = vec![
                Span::styled(mark, styles.get(StyleRole::Key)),
                Span::styled(words, styles.get(StyleRole::Text)),
                Span::raw(gap),
                Span::styled(entry.keys.clone(), styles.get(StyleRole::Key)),
            ];
            widgets::line(&Line::from(spans), row(y), buf);
            if at == self.at {
                buf.set_style(row(y), styles.get(StyleRole::Selection));
            }
        }
        let below = self.found.len().saturating_sub(first + room);
        let more = parts::beyond(first, below);
        parts::edge(&more, StyleRole::Key, place, buf, styles);
    }
}
