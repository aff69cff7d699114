//! The question what comes after a debate that is over.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        effect::{FileForm, NextStep, ScreenEffect},
        hint::{Hint, hints},
        keymap::Action,
        style::Styles,
    },
    Overlay, OverlayOutcome, PaletteChoice,
    answers::{self, AnswerRow},
};
use crate::debate::{DebateState, event::CloseReason, opening::Opening, state::DebateStatus};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Ask,
    Replay,
    Anew,
    SidesExchanged,
    Refine,
    Beside,
    Other,
    WriteDown,
    Share,
    Lobby,
    Leave,
}

impl Answer {
    fn row(self) -> AnswerRow {
        match self {
            Self::Ask => ('a', "Ask a question", "of anybody who took part"),
            Self::Replay => ('p', "Replay it", "from the first word"),
            Self::Anew => ('n', "Hold it again", "the same people, another draw"),
            Self::SidesExchanged => ('x', "Swap the sides", "and hold it again"),
            Self::Refine => ('r', "Refine it", "again, each taught by the verdict"),
            Self::Beside => (
                'b',
                "Side by side",
                "with the debate that it parts from, and what it changed",
            ),
            Self::Other => ('o', "The other debate", "which is open, too"),
            Self::WriteDown => ('w', "Write it to a file", "in Markdown, in this folder"),
            Self::Share => (
                's',
                "Share it",
                "a page that plays it, and a clip of its key moment",
            ),
            Self::Lobby => ('l', "Back to the lobby", "for another debate"),
            Self::Leave => ('q', "Leave", "it is kept"),
        }
    }

    fn given(self) -> OverlayOutcome {
        let next = |step| OverlayOutcome::Do(ScreenEffect::Next(step));
        match self {
            Self::Ask => next(NextStep::Ask(None)),
            Self::Replay => next(NextStep::Replay),
            Self::Anew => next(NextStep::Anew),
            Self::SidesExchanged => next(NextStep::SidesExchanged),
            Self::Other => next(NextStep::Other),
            Self::Beside => OverlayOutcome::Choose(PaletteChoice::Act(Action::Beside)),
            Self::Lobby => next(NextStep::Lobby),
            Self::Refine => OverlayOutcome::Refine,
            Self::WriteDown => OverlayOutcome::Do(ScreenEffect::WriteDown(FileForm::Document)),
            Self::Share => OverlayOutcome::Do(ScreenEffect::WriteDown(FileForm::Page)),
            Self::Leave => OverlayOutcome::Do(ScreenEffect::Leave),
        }
    }
}

struct WhatNext {
    answers: Vec<Answer>,
    at: usize,
}

/// What else there is after a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WhatElse {
    /// Whether there is a debate to be seen beside it.
    pub has_beside: bool,
    /// Whether another debate is open.
    pub is_paired: bool,
}

/// Asks what comes after this debate. To leave is marked: whoever pressed the key wanted that.
pub fn what_next(state: &DebateState, besides: WhatElse) -> Box<dyn Overlay> {
    let opening = state.opening.as_deref();
    // What people said is not said again.
    let is_ours = opening.is_some_and(|opening| opening.real.is_none());
    let can_exchange = opening.is_some_and(Opening::has_sides_to_exchange);
    let is_completed = state.status == DebateStatus::Closed(CloseReason::Completed);
    let answers = [
        (Answer::Ask, state.takes_follow_ups()),
        (Answer::Replay, true),
        (Answer::Anew, is_ours),
        (Answer::SidesExchanged, is_ours && can_exchange),
        (Answer::Refine, is_ours && is_completed),
        (Answer::Beside, besides.has_beside),
        (Answer::Other, besides.is_paired),
        (Answer::WriteDown, true),
        (Answer::Share, true),
        (Answer::Lobby, true),
        (Answer::Leave, true),
    ];
    let answers: Vec<Answer> = answers
        .into_iter()
        .filter_map(|(answer, there_is)| there_is.then_some(answer))
        .collect();
    let at = answers.len().saturating_sub(1);
    Box::new(WhatNext { answers, at })
}

impl Overlay for WhatNext {
    fn title(&self) -> &'static str {
        "The debate is over"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Answer::Leave.given(),
                _ => OverlayOutcome::Stay,
            };
        }
        if let Some(at) = answers::moved(key, self.at, self.answers.len()) {
            self.at = at;
            return OverlayOutcome::Stay;
        }
        let chosen = match key.code {
            KeyCode::Esc => return OverlayOutcome::Close,
            KeyCode::Enter => self.answers.get(self.at),
            KeyCode::Char(c) => self.answers.iter().find(|answer| answer.row().0 == c),
            _ => None,
        };
        chosen.map_or(OverlayOutcome::Stay, |answer| answer.given())
    }

    fn hints(&self) -> Vec<Hint> {
        hints([("enter", "choose"), ("↑↓", "move"), ("esc", "read on")])
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let rows: Vec<AnswerRow> = self.answers.iter().map(|answer| answer.row()).collect();
        answers::render((self.title(), &rows, self.at), area, buf, styles);
    }
}
