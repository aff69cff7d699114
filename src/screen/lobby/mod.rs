//! The lobby: the first screen, where a debate is set up or an earlier one chosen.
//!
//! ```text
//!  motions ──enter──▶ settings ──enter──▶ the house is opened
//!     │ tab               ├─enter on a seat──▶ personas
//!     │                   └─a: people are invented ──e──▶ their card
//!     └──▶ earlier debates: enter resumes, r replays
//! ```
//!
//! Pure: keys change the state and may yield a [`LobbyChoice`]; it reads no files and asks no model.

mod card;
mod lineup;
mod people;
mod settings;
mod setup;
mod view;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use setup::{Earlier, LobbyChoice, LobbyData, LobbySpeaker, ModelSearch, MotionChoice, Setup};

use crate::{
    catalog::Motion,
    debate::{command::Pace, opening::Polls},
    setup::InventedSpeaker,
    text::sanitize::sanitize_line,
};
use card::CardEditor;
use lineup::LineUp;

/// Said while models are looked for again.
const LOOKING: &str = "Looking for a model once more …";
const SCALES: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 1.5, 2.0];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Screen {
    Motions,
    Settings,
    Personas {
        seat: usize,
    },
    /// The card of somebody who was invented.
    Card,
    Debates,
}

/// A row of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Open,
    Motion,
    Format,
    /// How many speak for a side, where that is open.
    Seats(usize),
    Seat(usize),
    Rounds,
    Model,
    Pace,
    Scale,
    Polls,
    Floor,
}

/// The state of the lobby.
#[derive(Debug)]
pub struct Lobby {
    data: LobbyData,
    screen: Screen,
    filter: String,
    at: usize,
    row: usize,
    motion: Option<MotionChoice>,
    /// The motion that was chosen, while the format's own stands in its place.
    before: Option<MotionChoice>,
    format: usize,
    lineup: LineUp,
    /// Whether the line-up was drawn, or its people chosen, by `seed`.
    drawn: bool,
    /// The speakers who were invented, in the order in which they stand at the end of the personas.
    cast: Vec<InventedSpeaker>,
    card: Option<CardEditor>,
    /// What a model is at.
    waits_for: Option<String>,
    seed: u64,
    model: String,
    pace: Pace,
    scale: usize,
    polls: Polls,
    floor: u32,
    rounds: Option<u32>,
    message: Option<String>,
}

impl Lobby {
    /// The lobby with these to choose from; lots are drawn by `seed`, and each further one by the next number.
    pub fn new(data: LobbyData, seed: u64) -> Self {
        let mut lobby = Self {
            model: data.models.first().cloned().unwrap_or_default(),
            data,
            screen: Screen::Motions,
            filter: String::new(),
            at: 0,
            row: 0,
            motion: None,
            before: None,
            format: 0,
            lineup: LineUp::default(),
            drawn: false,
            cast: Vec::new(),
            card: None,
            waits_for: None,
            seed,
            pace: Pace::default(),
            scale: 3,
            polls: Polls::default(),
            floor: 0,
            rounds: None,
            message: None,
        };
        lobby.seat();
        lobby
    }

    /// What has been found of models, or how to get one. What was typed at Model stays.
    pub fn found(&mut self, models: Vec<String>, notice: Option<String>) {
        if self.model.is_empty() {
            self.model = models.first().cloned().unwrap_or_default();
        }
        if self.message.as_deref() == Some(LOOKING) {
            self.message = None;
        }
        self.data.models = models;
        self.data.notice = notice;
        self.data.search = ModelSearch::Done;
    }

    /// There is no model, and one can be fetched when the house is opened.
    pub fn found_nothing(&mut self) {
        self.found(Vec::new(), None);
        self.data.search = ModelSearch::Nothing;
    }

    /// Says something until the next key.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some(message.into());
    }

    /// Takes a key; something was chosen where it yields a choice.
    pub fn on_key(&mut self, key: KeyEvent) -> Option<LobbyChoice> {
        self.message = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'q')) {
            return Some(LobbyChoice::Quit);
        }
        if self.waits_for.is_some() {
            return matches!(key.code, KeyCode::Esc | KeyCode::Char('q'))
                .then_some(LobbyChoice::Stop);
        }
        if control && key.code == KeyCode::Char('u') && self.screen != Screen::Card {
            self.filter.clear();
            self.at = 0;
            return None;
        }
        match self.screen {
            Screen::Motions => return self.motions_key(key),
            Screen::Settings => return self.settings_key(key),
            Screen::Personas { seat } => self.personas_key(key, seat),
            Screen::Card => self.card_key(key),
            Screen::Debates => return self.debates_key(key),
        }
        None
    }

    /// Takes a paste, where something can be typed.
    pub fn on_paste(&mut self, text: &str) {
        self.message = None;
        let line = sanitize_line(text);
        match self.screen {
            Screen::Settings if self.current() == Row::Model => self.model.push_str(&line),
            Screen::Settings => {}
            Screen::Card => {
                if let Some(card) = &mut self.card {
                    card.paste(text);
                }
            }
            Screen::Motions | Screen::Personas { .. } | Screen::Debates => {
                self.filter.push_str(&line);
                self.at = 0;
            }
        }
    }

    fn go(&mut self, screen: Screen) {
        self.screen = screen;
        self.filter.clear();
        self.at = 0;
    }

    /// Positions of what is shown of the list on the screen.
    fn listed(&self) -> Vec<usize> {
        let words: Vec<String> = self
            .filter
            .to_lowercase()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let holds = |text: String| {
            let text = text.to_lowercase();
            words.iter().all(|word| text.contains(word))
        };
        let texts: Vec<String> = match self.screen {
            Screen::Motions => self
                .data
                .motions
                .iter()
                .map(|(id, text, topic, _)| format!("{id} {text} {topic}"))
                .collect(),
            Screen::Personas { .. } => self
                .data
                .personas
                .iter()
                .map(|one| format!("{} {} {}", one.id, one.name, one.role))
                .collect(),
            Screen::Debates => self
                .data
                .debates
                .iter()
                .map(|one| {
                    let Earlier {
                        id,
                        motion,
                        when,
                        format,
                        outcome,
                        ..
                    } = one;
                    format!("{id} {motion} {when} {format} {outcome}")
                })
                .collect(),
            Screen::Settings | Screen::Card => Vec::new(),
        };
        texts
            .into_iter()
            .enumerate()
            .filter(|(_, text)| holds(text.clone()))
            .map(|(at, _)| at)
            .collect()
    }

    /// Moving and filtering are the same in every list. Says whether the key was for that.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn list_key(&mut self, key: KeyEvent, last: usize) -> bool {
        match key.code {
            KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Down => self.at = (self.at + 1).min(last),
            KeyCode::PageUp => self.at = self.at.saturating_sub(10),
            KeyCode::PageDown => self.at = (self.at + 10).min(last),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Backspace => {
                self.filter.pop();
                self.at = 0;
            }
            KeyCode::Esc if !self.filter.is_empty() => {
                self.filter.clear();
                self.at = 0;
            }
            KeyCode::Char(' ') => self.filter.push(' '),
            // Here every letter searches; whoever begins with this key, as elsewhere, means no more.
            KeyCode::Char('/') if self.filter.is_empty() => {}
            KeyCode::Char(c) => {
                self.filter.push_str(&sanitize_line(&c.to_string()));
                self.at = 0;
            }
            _ => return false,
        }
        true
    }

    /// What was typed, as a motion of one's own; shown below the list it filters. A single word is none: it would be
    /// taken for an id.
    fn own(&self) -> Option<&str> {
        Some(self.filter.trim()).filter(|own| Motion::is_sentence(own))
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn motions_key(&mut self, key: KeyEvent) -> Option<LobbyChoice> {
        let listed = self.listed();
        let entries = listed.len() + usize::from(self.own().is_some());
        match key.code {
            KeyCode::Enter => {
                let chosen = match listed
                    .get(self.at)
                    .and_then(|at| self.data.motions.get(*at))
                {
                    Some((id, ..)) => Some(MotionChoice::Id(id.clone())),
                    None => self.own().map(|own| MotionChoice::Own(own.to_owned())),
                };
                if chosen.is_some() {
                    self.motion = chosen;
                    self.row = 0;
                    self.go(Screen::Settings);
                }
            }
            KeyCode::Tab | KeyCode::BackTab => self.go(Screen::Debates),
            KeyCode::Esc if self.filter.is_empty() => return Some(LobbyChoice::Quit),
            _ => {
                self.list_key(key, entries.saturating_sub(1));
            }
        }
        None
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn debates_key(&mut self, key: KeyEvent) -> Option<LobbyChoice> {
        let last = self.listed().len().saturating_sub(1);
        let chosen = self.earlier();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => {
                let chosen = chosen?;
                let id = chosen.id.clone();
                return Some(if chosen.over {
                    LobbyChoice::Replay(id)
                } else {
                    LobbyChoice::Resume(id)
                });
            }
            KeyCode::Char('r') if control => {
                return chosen.map(|chosen| LobbyChoice::Replay(chosen.id.clone()));
            }
            KeyCode::Tab | KeyCode::BackTab => self.go(Screen::Motions),
            KeyCode::Esc if self.filter.is_empty() => self.go(Screen::Motions),
            _ => {
                self.list_key(key, last);
            }
        }
        None
    }

    /// The earlier debate that is chosen.
    fn earlier(&self) -> Option<&Earlier> {
        let at = *self.listed().get(self.at)?;
        self.data.debates.get(at)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Back,
    On,
}

impl Step {
    fn around(self, at: usize, len: usize) -> usize {
        match self {
            Self::On if at + 1 < len => at + 1,
            Self::On => 0,
            Self::Back => at.checked_sub(1).unwrap_or(len.saturating_sub(1)),
        }
    }

    fn within(self, at: usize, len: usize) -> usize {
        match self {
            Self::On => (at + 1).min(len.saturating_sub(1)),
            Self::Back => at.saturating_sub(1),
        }
    }
}

#[cfg(test)]
mod tests;
