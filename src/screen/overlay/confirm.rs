//! The question before the viewer leaves a debate that runs, or ends it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        effect::{NextStep, ScreenEffect},
        hint::{Hint, hints},
        style::Styles,
    },
    Confirm, Overlay, OverlayOutcome,
    answers::{self, AnswerRow},
};
use crate::debate::command::Command;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Close,
    Leave,
    Lobby,
    ToPersona,
    ToModel,
    Return,
    Adjourn,
    Stay,
}

impl Answer {
    /// The key, what it says, and what follows from it.
    fn row(self) -> AnswerRow {
        match self {
            Self::Close => ('c', "Close the debate", "no more is asked"),
            Self::Leave => ('l', "Leave", "it can be resumed"),
            Self::Lobby => ('b', "Back to the lobby", "it can be resumed from there"),
            Self::ToPersona => ('u', "Leave the seat to its persona", "nobody waits"),
            Self::ToModel => ('u', "Leave the seat to a model", "nobody waits"),
            Self::Return => ('l', "Leave and come back", "the debate waits for you"),
            // `a` asks a question everywhere else, and this cannot be taken back.
            Self::Adjourn => ('X', "Adjourn for good", "no way back"),
            Self::Stay => ('s', "Stay", "nothing changes"),
        }
    }
}

/// The outcome of an answer, which stands beside what follows from it, so nothing is asked once more.
fn give(answer: Answer) -> OverlayOutcome {
    match answer {
        Answer::Stay => OverlayOutcome::Close,
        Answer::Close => OverlayOutcome::Send(Command::Resume),
        Answer::Leave | Answer::Return => OverlayOutcome::Do(ScreenEffect::Leave),
        Answer::Lobby => OverlayOutcome::Do(ScreenEffect::Next(NextStep::Lobby)),
        Answer::ToPersona | Answer::ToModel => OverlayOutcome::Do(ScreenEffect::LeaveToPersona),
        Answer::Adjourn => OverlayOutcome::Send(Command::Adjourn),
    }
}

/// Where whoever leaves can go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaysOut {
    /// To the shell.
    Shell,
    /// To the shell, or back to the lobby.
    ShellOrLobby,
}

struct Question {
    about: Confirm,
    ways: WaysOut,
    at: usize,
}

/// Asks that question.
pub fn confirm(about: Confirm, ways: WaysOut) -> Box<dyn Overlay> {
    Box::new(Question::new(about, ways))
}

impl Question {
    /// Creates the question with an answer marked that can be taken back, as Enter gives it at once: leaving can,
    /// adjourning cannot.
    fn new(about: Confirm, ways: WaysOut) -> Self {
        let at = match about {
            Confirm::Quit
            | Confirm::QuitPaused
            | Confirm::QuitQuestions
            | Confirm::QuitSeat
            | Confirm::QuitJudging => 0,
            Confirm::Adjourn => 1,
        };
        Self { about, ways, at }
    }

    fn answers(&self) -> &'static [Answer] {
        match (self.about, self.ways) {
            (Confirm::Quit | Confirm::QuitPaused, WaysOut::ShellOrLobby) => {
                &[Answer::Leave, Answer::Lobby, Answer::Adjourn, Answer::Stay]
            }
            (Confirm::QuitQuestions, _) => &[Answer::Close, Answer::Leave, Answer::Stay],
            (Confirm::Quit | Confirm::QuitPaused, WaysOut::Shell) => {
                &[Answer::Leave, Answer::Adjourn, Answer::Stay]
            }
            (Confirm::QuitSeat, _) => &[Answer::ToPersona, Answer::Return, Answer::Stay],
            (Confirm::QuitJudging, _) => &[Answer::ToModel, Answer::Return, Answer::Stay],
            (Confirm::Adjourn, _) => &[Answer::Adjourn, Answer::Stay],
        }
    }
}

impl Overlay for Question {
    fn title(&self) -> &'static str {
        match self.about {
            Confirm::Quit => "The debate is not over",
            Confirm::QuitPaused => "The debate is paused",
            Confirm::QuitQuestions => "Questions are taken",
            Confirm::QuitSeat | Confirm::QuitJudging => "You leave your seat",
            Confirm::Adjourn => "Adjourn the debate?",
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        let answers = self.answers();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match (self.about, key.code) {
                // Whoever presses it twice wants to be gone.
                (
                    Confirm::Quit
                    | Confirm::QuitPaused
                    | Confirm::QuitQuestions
                    | Confirm::QuitSeat
                    | Confirm::QuitJudging,
                    KeyCode::Char('c'),
                ) => give(Answer::Leave),
                (Confirm::Adjourn, KeyCode::Char('c')) => OverlayOutcome::Close,
                // No answer: one of them ends the debate for good.
                _ => OverlayOutcome::Stay,
            };
        }
        if let Some(at) = answers::moved(key, self.at, answers.len()) {
            self.at = at;
            return OverlayOutcome::Stay;
        }
        match key.code {
            KeyCode::Enter => {
                if let Some(answer) = answers.get(self.at) {
                    return give(*answer);
                }
            }
            KeyCode::Esc | KeyCode::Char('n' | 'N') => return OverlayOutcome::Close,
            KeyCode::Char('y' | 'Y' | 'q') => {
                let yes = match (self.about, key.code) {
                    (Confirm::Quit | Confirm::QuitPaused | Confirm::QuitQuestions, _) => {
                        Answer::Leave
                    }
                    (Confirm::QuitSeat, _) => Answer::ToPersona,
                    (Confirm::QuitJudging, _) => Answer::ToModel,
                    // Pressing q once more has never meant to end a debate for good.
                    (Confirm::Adjourn, KeyCode::Char('q')) => return OverlayOutcome::Stay,
                    (Confirm::Adjourn, _) => Answer::Adjourn,
                };
                return give(yes);
            }
            KeyCode::Char(c) => {
                if let Some(answer) = answers.iter().find(|answer| answer.row().0 == c) {
                    return give(*answer);
                }
            }
            _ => {}
        }
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        hints([("enter", "choose"), ("↑↓", "move"), ("esc", "stay")])
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let rows: Vec<AnswerRow> = self.answers().iter().map(|answer| answer.row()).collect();
        answers::render((self.title(), &rows, self.at), area, buf, styles);
    }
}
