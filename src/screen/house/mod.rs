//! The house, seen: a page over the chamber with every member as a sign on a half circle that changes as they do, the swing
//! over the whole debate with what moved it, and who is chosen with their votes and reasons. It reads the state and decides
//! nothing.
//!
//! | file | owns |
//! | --- | --- |
//! | `page` | who is chosen, which count is shown, what keys and clicks do |
//! | `told` | the swing and its words, made anew where votes have come |
//! | `hemicycle` | the places in the hall |
//! | `hall`, `chart`, `member` | the drawing of each part |
//! | `signs` | the shape or the letter of each vote |
//! | `view` | where what is drawn |

mod chart;
mod hall;
mod hemicycle;
mod member;
mod page;
mod signs;
mod told;
mod view;

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use crate::{
    ascii,
    debate::DebateState,
    hint::Hint,
    overlay::{Overlay, OverlayOutcome},
    style::Styles,
};
use page::HousePage;
use signs::Signs;

/// The page of the house of this debate, with the signs that this terminal has.
pub fn house(state: &DebateState) -> Box<dyn Overlay> {
    let signs = if ascii::is_used() {
        Signs::Letters
    } else {
        Signs::detect(|name| std::env::var(name).ok())
    };
    Box::new(HousePage::of(state, signs))
}

impl Overlay for HousePage {
    fn title(&self) -> &'static str {
        view::TITLE
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.key(key)
    }

    fn on_click(&mut self, at: Position) -> OverlayOutcome {
        self.click(at);
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        self.keys()
    }

    fn follow(&mut self, state: &DebateState) {
        self.take_in(state);
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        view::render(self, area, buf, styles);
    }
}

#[cfg(test)]
mod tests;
