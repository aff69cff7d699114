//! What is typed and pasted in the lobby: filters, a motion of one's own, the name of a model, who is to sit in a seat.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    Lobby, Screen,
    keys::{self, Place},
    row::{EnterAction, Row},
};
use crate::text::sanitize::sanitize_line;

impl Lobby {
    /// The letter that a key types, where letters are typed.
    pub(super) fn typed(&self, key: KeyEvent) -> Option<char> {
        let KeyCode::Char(letter) = key.code else {
            return None;
        };
        let with = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if self.naming.is_some() {
            return (!key.modifiers.intersects(with)).then_some(letter);
        }
        let is_typed = self.types(letter) && !key.modifiers.intersects(with);
        is_typed.then_some(letter)
    }

    /// Whether a letter is typed, and is no key. A question may be a motion, but none begins with its mark.
    pub(super) fn types(&self, letter: char) -> bool {
        match self.screen {
            Screen::Motions | Screen::Personas { .. } | Screen::Models { .. } => {
                letter != '?' || !self.filter.is_empty()
            }
            Screen::Settings => match self.current().on_enter() {
                EnterAction::Model => letter != '?',
                // What is no key there begins the name of whoever is to sit in that seat.
                EnterAction::Personas { .. } => {
                    let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
                    letter.is_alphabetic() && keys::action(Place::Settings, key).is_none()
                }
                EnterAction::Change => self.current().takes(letter),
                EnterAction::Open
                | EnterAction::Motions
                | EnterAction::Parts
                | EnterAction::Server => false,
            },
            // The editors take their keys themselves.
            Screen::Card
            | Screen::Motion
            | Screen::Server
            | Screen::Making
            | Screen::Parts
            | Screen::Presets => false,
        }
    }

    pub(super) fn type_in(&mut self, letter: char) {
        let clean = match letter {
            ' ' => " ".to_owned(),
            // Here every letter searches; whoever begins with this key, as elsewhere, means no more.
            '/' if self.filter.is_empty() && self.screen != Screen::Settings => String::new(),
            letter => sanitize_line(&letter.to_string()),
        };
        if self.naming.is_some() {
            self.name_letter(&clean);
            return;
        }
        if let (Screen::Settings, Row::Seat(seat)) = (&self.screen, self.current()) {
            self.go_to_personas(seat);
        }
        if self.screen == Screen::Settings && self.current().takes_number() {
            self.type_number(letter);
        } else if self.screen == Screen::Settings {
            self.name_model(&clean);
        } else {
            self.filter.push_str(&clean);
            self.at = 0;
        }
    }

    /// Puts more letters to the name of the model that is typed; the first begin a new one.
    fn name_model(&mut self, more: &str) {
        if !self.names_model {
            self.model.clear();
        }
        self.names_model = true;
        self.model.push_str(more);
    }

    /// Takes back a letter of what was typed; in a row of the settings, what was chosen there.
    pub(super) fn erase(&mut self) {
        if self.naming.is_some() {
            self.erase_name(false);
            return;
        }
        match self.screen {
            Screen::Settings => match self.current() {
                Row::Model => {
                    self.names_model = true;
                    self.model.pop();
                }
                Row::Seat(seat) => self.lineup.leave(seat),
                row if self.number.is_some() && row.takes_number() => self.erase_number(),
                Row::Open | Row::Motion | Row::Format | Row::Seats(_) | Row::Server => {}
                Row::OwnSeat
                | Row::Rounds
                | Row::Order
                | Row::Scale
                | Row::Corpora
                | Row::Seed
                | Row::Audience
                | Row::Polls
                | Row::PolledTogether
                | Row::Floor
                | Row::Judges
                | Row::JudgePasses
                | Row::Referee
                | Row::MaxCost
                | Row::MaxTokens
                | Row::OtherModels
                | Row::Pace
                | Row::Theme => self.leave_to_format(),
            },
            Screen::Parts => self.leave_part(),
            Screen::Motions
            | Screen::Motion
            | Screen::Personas { .. }
            | Screen::Card
            | Screen::Models { .. }
            | Screen::Server
            | Screen::Making
            | Screen::Presets => {
                self.filter.pop();
                self.at = 0;
            }
        }
    }

    /// Takes all of it back.
    pub(super) fn erase_all(&mut self) {
        if self.naming.is_some() {
            self.erase_name(true);
            return;
        }
        match (&self.screen, self.current()) {
            (Screen::Settings, Row::Model) => {
                self.names_model = true;
                self.model.clear();
            }
            (Screen::Settings, Row::Seat(_)) => self.lineup.leave_all(),
            (Screen::Settings, _) => self.leave_to_format(),
            (Screen::Parts, _) => self.forget_other_models(),
            (
                Screen::Motions
                | Screen::Motion
                | Screen::Personas { .. }
                | Screen::Card
                | Screen::Models { .. }
                | Screen::Server
                | Screen::Making
                | Screen::Presets,
                _,
            ) => self.clear(),
        }
    }

    /// Takes a paste, where something can be typed.
    pub fn on_paste(&mut self, text: &str) {
        self.message = None;
        let line = sanitize_line(text);
        if self.naming.is_some() {
            self.name_letter(&line);
            return;
        }
        match self.screen {
            Screen::Settings if self.current() == Row::Model => self.name_model(&line),
            Screen::Settings if self.current().takes_number() => {
                let row = self.current();
                for letter in line.trim().chars().filter(|letter| row.takes(*letter)) {
                    self.type_number(letter);
                }
            }
            Screen::Settings | Screen::Parts | Screen::Presets => {}
            Screen::Card => {
                if let Some(card) = &mut self.card {
                    card.paste(text);
                }
            }
            Screen::Motion => {
                if let Some(field) = &mut self.motion_field {
                    field.paste(text);
                }
            }
            Screen::Server => {
                if let Some(form) = &mut self.form {
                    form.paste(text);
                }
            }
            Screen::Making => {
                if let Some(page) = &mut self.making {
                    page.paste(text);
                }
            }
            Screen::Motions | Screen::Personas { .. } | Screen::Models { .. } => {
                self.filter.push_str(&line);
                self.at = 0;
            }
        }
    }
}
