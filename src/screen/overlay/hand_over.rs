//! The question for how long a person hands their seat to its persona, or whether they take it back.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        hint::{Hint, hints},
        style::Styles,
    },
    Overlay, OverlayOutcome,
    answers::{self, AnswerRow},
};
use crate::debate::{DebateState, command::Command, ids::Seat, person::HandoverSpan};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Turn,
    Open,
    Back,
    Keep,
}

impl Answer {
    fn row(self) -> AnswerRow {
        match self {
            Self::Turn => ('t', "For this turn", "you are asked again after it"),
            Self::Open => (
                'u',
                "Until you take it back",
                "nothing more is asked of you",
            ),
            Self::Back => ('b', "Take it back", "from what is asked next"),
            Self::Keep => ('s', "Stay", "nothing changes"),
        }
    }
}

struct HandOver {
    seat: Seat,
    answers: Vec<Answer>,
    at: usize,
}

/// Asks it of the seat that is asked now, or else of the first in which a person sits; `None` where nobody does.
pub fn hand_over(state: &DebateState, asked: Option<&Seat>) -> Option<Box<dyn Overlay>> {
    let people = &state.opening.as_deref()?.people;
    let seat = asked.or_else(|| people.first().map(|person| &person.seat))?;
    let answers = if state.is_handed_over(seat) {
        vec![Answer::Back, Answer::Keep]
    } else if asked.is_some() {
        vec![Answer::Turn, Answer::Open, Answer::Keep]
    } else {
        vec![Answer::Open, Answer::Keep]
    };
    Some(Box::new(HandOver {
        seat: seat.clone(),
        answers,
        at: 0,
    }))
}

impl HandOver {
    fn give(&self, answer: Answer) -> OverlayOutcome {
        let seat = self.seat.clone();
        let span = match answer {
            Answer::Keep => return OverlayOutcome::Close,
            Answer::Back => return OverlayOutcome::Send(Command::TakeBack { seat }),
            Answer::Turn => HandoverSpan::Turn,
            Answer::Open => HandoverSpan::Open,
        };
        OverlayOutcome::Send(Command::HandOver { seat, span })
    }
}

impl Overlay for HandOver {
    fn title(&self) -> &'static str {
        "Does the persona of your seat speak for you?"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return OverlayOutcome::Close;
        }
        if let Some(at) = answers::moved(key, self.at, self.answers.len()) {
            self.at = at;
            return OverlayOutcome::Stay;
        }
        let chosen = match key.code {
            KeyCode::Esc => Some(Answer::Keep),
            KeyCode::Enter => self.answers.get(self.at).copied(),
            KeyCode::Char(c) => self.answers.iter().copied().find(|one| one.row().0 == c),
            _ => None,
        };
        chosen.map_or(OverlayOutcome::Stay, |answer| self.give(answer))
    }

    fn hints(&self) -> Vec<Hint> {
        hints([("enter", "choose"), ("↑↓", "move"), ("esc", "stay")])
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let rows: Vec<AnswerRow> = self.answers.iter().map(|answer| answer.row()).collect();
        answers::render((self.title(), &rows, self.at), area, buf, styles);
    }
}
