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
    title: String,
    seat: Seat,
    answers: Vec<Answer>,
    at: usize,
}

/// Asks it of the seat that is asked now, or else of the first in which a person sits at this terminal, which has taken the
/// seat `own` where the debate runs elsewhere. Where it runs, seats of other terminals can be handed over, too: whoever sits
/// there may be away. `None` where nobody sits anywhere.
pub fn hand_over(
    state: &DebateState,
    asked: Option<&Seat>,
    own: Option<&Seat>,
) -> Option<Box<dyn Overlay>> {
    let waited_for = || {
        let mut calls = state.asked_of_people().filter(|_| own.is_none());
        calls.find_map(|(_, call)| call.seat.as_ref())
    };
    let people = &state.opening.as_deref()?.people;
    let first = || people.first().map(|person| &person.seat);
    let seat = asked
        .or(own)
        .or_else(waited_for)
        .or_else(|| state.seats_at(own).next())
        .or_else(first)?;
    let is_back = state.is_handed_over(seat);
    let answers = if is_back {
        vec![Answer::Back, Answer::Keep]
    } else if asked.is_some() && !seat.is_judge() && !seat.is_house() {
        vec![Answer::Turn, Answer::Open, Answer::Keep]
    } else {
        vec![Answer::Open, Answer::Keep]
    };
    let title = if is_back && state.is_at(seat, own) {
        "Take your seat back?".to_owned()
    } else if is_back {
        format!("Take back the seat of {}?", state.name(seat))
    } else if !state.is_at(seat, own) {
        format!("Hand over the seat of {}?", state.name(seat))
    } else if seat.has_no_persona() {
        "Hand your seat to a model?".to_owned()
    } else {
        "Hand your seat to its persona?".to_owned()
    };
    Some(Box::new(HandOver {
        title,
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
    fn title(&self) -> &str {
        &self.title
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
