//! Choosing a speaker: with arrows, with the number, or by typing a name from one of its words on.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::super::{
    labels,
    style::{StyleRole, Styles},
    widgets::{self, Focus},
};
use crate::{
    debate::{
        DebateState, answer::Vote, ask::When, event::PausedBy, ids::Seat, state::DebateStatus,
    },
    text::sanitize::sanitize_line,
};

/// An entry that may be chosen.
struct Choice {
    seat: Option<Seat>,
    name: String,
    place: String,
    role: StyleRole,
    note: &'static str,
}

/// The effect of a key on the choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chosen {
    /// The choice goes on.
    Going,
    /// The choice is settled; the typing goes to the question.
    Done,
    /// The typed words are nobody's name: they belong to the question.
    Words(String),
    /// The key was not for the choice.
    NotMine,
}

/// The speakers, one of them chosen.
pub(super) struct Chooser {
    choices: Vec<Choice>,
    at: usize,
    typed: String,
    /// The position that was chosen before a name was typed.
    before: usize,
}

impl Chooser {
    /// All speakers of a debate, the moderator where there is one, and `seat` where it is a member's. Chosen is `seat`, else the moderator who takes
    /// questions, else whoever has or last had the floor.
    pub(super) fn speakers(state: &DebateState, seat: Option<&Seat>) -> Self {
        let opening = state.opening.as_deref();
        let floor = state.floor().map(|turn| &turn.seat);
        let asked = state.status == DebateStatus::Paused(PausedBy::Questions);
        let mut choices: Vec<Choice> = state
            .speakers()
            .iter()
            .map(|speaker| Choice {
                name: speaker.card.name.clone(),
                place: labels::title(state, &speaker.seat),
                role: labels::role(state, &speaker.seat),
                note: if floor == Some(&speaker.seat) {
                    "● has the floor"
                } else if state.has_spoken(&speaker.seat) {
                    "has spoken"
                } else {
                    ""
                },
                seat: Some(speaker.seat.clone()),
            })
            .collect();
        let moderator = Seat::moderator();
        if opening.is_some_and(|opening| opening.moderator.is_some()) {
            choices.push(Choice {
                name: state.name(&moderator),
                place: String::new(),
                role: StyleRole::House,
                note: if asked { "● takes questions" } else { "" },
                seat: Some(moderator.clone()),
            });
        }
        // Of the house, whom the page of the house has led to.
        if let Some(member) = seat.and_then(|seat| opening?.listener(seat)) {
            choices.push(Choice {
                name: member.card.name.clone(),
                place: "of the house".to_owned(),
                role: StyleRole::House,
                note: "answers you alone",
                seat: Some(member.seat.clone()),
            });
        }
        let last = state.speeches().next_back().map(|turn| &turn.seat);
        let wanted = seat.or(asked.then_some(&moderator)).or(floor).or(last);
        let at = choices
            .iter()
            .position(|choice| wanted.is_some() && choice.seat.as_ref() == wanted);
        Self {
            choices,
            at: at.unwrap_or(0),
            typed: String::new(),
            before: 0,
        }
    }

    /// All who can be asked once a debate is over: speakers, whoever led it, judges, members of the house. Chosen is
    /// `seat`, else whoever was asked last, else the last speaker.
    pub(super) fn participants(state: &DebateState, seat: Option<&Seat>) -> Self {
        let voted = |seat: &Seat| {
            let ballot = state.ballots.get(&(When::After, seat.clone()))?;
            Some(match ballot.vote? {
                Vote::Aye => "voted Aye",
                Vote::No => "voted No",
                Vote::Undecided => "abstained",
            })
        };
        let choices: Vec<Choice> = state
            .answerable()
            .into_iter()
            .map(|seat| Choice {
                name: state.name(&seat),
                place: if seat.is_audience() {
                    "in the audience".to_owned()
                } else if seat.is_house() {
                    "gave the verdict".to_owned()
                } else {
                    labels::title(state, &seat)
                },
                role: labels::role(state, &seat),
                note: voted(&seat).unwrap_or_default(),
                seat: Some(seat),
            })
            .collect();
        let asked = state.follow_ups.last().map(|item| &item.seat);
        let spoke = state.speeches().next_back().map(|turn| &turn.seat);
        let wanted = seat.or(asked).or(spoke);
        let at = choices
            .iter()
            .position(|choice| wanted.is_some() && choice.seat.as_ref() == wanted);
        Self {
            choices,
            at: at.unwrap_or(0),
            typed: String::new(),
            before: 0,
        }
    }

    /// The chooser with "whoever spoke last" before the others, and chosen where nobody is named.
    pub(super) fn or_nobody(mut self, seat: Option<&Seat>) -> Self {
        self.choices.insert(
            0,
            Choice {
                seat: None,
                name: "The last speaker".to_owned(),
                place: "at the break".to_owned(),
                role: StyleRole::House,
                note: "",
            },
        );
        self.at = self
            .choices
            .iter()
            .position(|choice| choice.seat.as_ref() == seat)
            .unwrap_or(0);
        self
    }

    pub(super) fn seat(&self) -> Option<&Seat> {
        self.choices.get(self.at)?.seat.as_ref()
    }

    pub(super) fn len(&self) -> usize {
        self.choices.len()
    }

    /// Whoever is chosen, for the title of the question.
    pub(super) fn name(&self) -> &str {
        self.choices
            .get(self.at)
            .map_or("nobody", |choice| choice.name.as_str())
    }

    /// The part of a name that was typed.
    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub(super) fn on_key(&mut self, key: KeyEvent) -> Chosen {
        let last = self.choices.len().saturating_sub(1);
        let is_chord = key
            .modifiers
            .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            // As in a shell's line.
            KeyCode::Char('u') if is_chord => self.typed.clear(),
            KeyCode::Char(_) if is_chord => return Chosen::NotMine,
            KeyCode::Up => self.go(self.at.checked_sub(1).unwrap_or(last)),
            KeyCode::Down if self.at < last => self.go(self.at + 1),
            KeyCode::Down | KeyCode::Home => self.go(0),
            KeyCode::End => self.go(last),
            KeyCode::Enter | KeyCode::Tab => {
                self.typed.clear();
                return Chosen::Done;
            }
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Backspace => {
                let was_typing = !self.typed.is_empty();
                self.typed.pop();
                if self.typed.is_empty() && was_typing {
                    self.at = self.before;
                } else if was_typing {
                    self.find();
                }
            }
            KeyCode::Char(' ') if self.typed.is_empty() => {}
            KeyCode::Char(c) if c.is_ascii_digit() && self.typed.is_empty() => {
                let Some(at) = self.numbered(c) else {
                    return Chosen::Going;
                };
                self.go(at);
                return Chosen::Done;
            }
            KeyCode::Char(c) => {
                if self.typed.is_empty() {
                    self.before = self.at;
                }
                match c {
                    ' ' => self.typed.push(' '),
                    c => self.typed.push_str(&sanitize_line(&c.to_string())),
                }
                if !self.find() {
                    self.at = self.before;
                    return Chosen::Words(std::mem::take(&mut self.typed));
                }
            }
            _ => return Chosen::NotMine,
        }
        Chosen::Going
    }

    fn go(&mut self, at: usize) {
        self.typed.clear();
        self.at = at;
    }

    /// The choice that shows that digit.
    fn numbered(&self, digit: char) -> Option<usize> {
        let number = digit.to_digit(10)? as usize;
        let first = usize::from(
            self.choices
                .first()
                .is_some_and(|first| first.seat.is_some()),
        );
        let at = number.checked_sub(first)?;
        (at < self.choices.len()).then_some(at)
    }

    fn find(&mut self) -> bool {
        let typed = self.typed.to_lowercase();
        let starts = |choice: &Choice| {
            let name = choice.name.to_lowercase();
            let begins = name.match_indices([' ', '-']).map(|(at, _)| at + 1);
            let mut rests = [0]
                .into_iter()
                .chain(begins)
                .filter_map(|at| name.get(at..));
            rests.any(|rest| rest.starts_with(&typed))
        };
        let found = self.choices.iter().position(starts);
        if let Some(at) = found {
            self.at = at;
        }
        found.is_some()
    }

    pub(super) fn render(&self, area: Rect, buf: &mut Buffer, styles: &Styles, focus: Focus) {
        let height = usize::from(area.height);
        let top = (self.at + 1).saturating_sub(height);
        let first = usize::from(
            self.choices
                .first()
                .is_some_and(|first| first.seat.is_some()),
        );
        let digits = (self.choices.len() + first).saturating_sub(1);
        let digits = digits.to_string().len();
        let named = self.choices.iter().filter(|one| one.seat.is_some());
        let places = named.map(|one| widgets::width(&one.place));
        let places = places.max().unwrap_or(0);
        let widest = self.choices.iter().map(|one| widgets::width(&one.name));
        let widest = widest.max().unwrap_or(0);
        for (row, (at, choice)) in self
            .choices
            .iter()
            .enumerate()
            .skip(top)
            .take(height)
            .enumerate()
        {
            let place = Rect::new(area.x, area.y + row as u16, area.width, 1);
            let is_chosen = at == self.at;
            let mark = if is_chosen { "▸" } else { " " };
            let wide = area.width >= 46;
            let most = if wide {
                usize::from(area.width) / 2
            } else {
                // Beside the seat, a name has what is left.
                let left = usize::from(area.width).saturating_sub(digits + 2 + places + 1);
                left.max(18)
            };
            let column = widest.min(most);
            let name = format!("{:<column$}", widgets::fit(&choice.name, column));
            let lead = format!("{mark}{:>digits$} ", at + first);
            let taken = widgets::width(&lead) + widgets::width(&name) + 1;
            let room = usize::from(area.width).saturating_sub(taken);
            let seat = format!("{:<places$}", choice.place);
            let note = widgets::width(choice.note);
            // What has no room in full goes: first the note, then the end of the place.
            let wide = wide && widgets::width(&seat) + 2 + note <= room;
            let seat = widgets::fit(seat.trim_end(), room);
            let pad = " ".repeat(places.saturating_sub(widgets::width(&seat)));
            let mut spans = vec![
                Span::styled(lead, styles.get(StyleRole::Key)),
                Span::styled(name, styles.get(choice.role)),
                Span::styled(format!(" {seat}{pad}"), styles.get(StyleRole::Dim)),
            ];
            if wide && !choice.note.is_empty() {
                let role = if choice.note.starts_with('●') {
                    StyleRole::Live
                } else {
                    StyleRole::Dim
                };
                spans.push(Span::styled(format!("  {}", choice.note), styles.get(role)));
            }
            widgets::line(&Line::from(spans), place, buf);
            if is_chosen && focus == Focus::On {
                buf.set_style(place, styles.get(StyleRole::Selection));
            }
        }
    }
}
