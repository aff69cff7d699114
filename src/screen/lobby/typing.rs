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
        let is_typed = self.types(letter) && !key.modifiers.intersects(with);
        is_typed.then_some(letter)
    }

    /// Whether a letter is typed, and is no key. A question may be a motion, but none begins with its mark.
    pub(super) fn types(&self, letter: char) -> bool {
        match self.screen {
            Screen::Motions | Screen::Personas { .. } => letter != '?' || !self.filter.is_empty(),
            Screen::Settings => match self.current().on_enter() {
                EnterAction::Done => letter != '?',
                // What is no key there begins the name of whoever is to sit in that seat.
                EnterAction::Personas { .. } => {
                    let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
                    letter.is_alphabetic() && keys::action(Place::Settings, key).is_none()
                }
                EnterAction::Open | EnterAction::Motions | EnterAction::Change => false,
            },
            // The editor takes its keys itself.
            Screen::Card => false,
        }
    }

    pub(super) fn type_in(&mut self, letter: char) {
        let clean = match letter {
            ' ' => " ".to_owned(),
            // Here every letter searches; whoever begins with this key, as elsewhere, means no more.
            '/' if self.filter.is_empty() && self.screen != Screen::Settings => String::new(),
            letter => sanitize_line(&letter.to_string()),
        };
        if let (Screen::Settings, Row::Seat(seat)) = (self.screen, self.current()) {
            self.go_to_personas(seat);
        }
        if self.screen == Screen::Settings {
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

    /// Takes a paste, where something can be typed.
    pub fn on_paste(&mut self, text: &str) {
        self.message = None;
        let line = sanitize_line(text);
        match self.screen {
            Screen::Settings if self.current() == Row::Model => self.name_model(&line),
            Screen::Settings => {}
            Screen::Card => {
                if let Some(card) = &mut self.card {
                    card.paste(text);
                }
            }
            Screen::Motions | Screen::Personas { .. } => {
                self.filter.push_str(&line);
                self.at = 0;
            }
        }
    }
}
