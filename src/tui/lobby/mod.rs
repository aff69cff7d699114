//! The lobby: the first screen, where a debate is set up or an earlier one chosen.
//!
//! ```text
//!  motions ──enter──▶ settings ──enter──▶ the house is opened
//!     │ tab               └─enter on a seat──▶ personas
//!     └──▶ earlier debates: enter resumes, r replays
//! ```
//!
//! Pure: keys change the state and may yield a [`LobbyChoice`]; it reads no files and asks no model.

mod lineup;
mod setup;
mod view;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use setup::{LobbyChoice, LobbyData, MotionChoice, Search, Setup};

use crate::{
    debate::{command::Pace, opening::Polls},
    text::sanitize::sanitize_line,
};
use lineup::{A_SIDE, LineUp, SEATS};

const SCALES: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 1.5, 2.0];
const MOST_FLOOR_SPEECHES: u32 = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Screen {
    Motions,
    Settings,
    Personas { seat: usize },
    Debates,
}

/// A row of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Row {
    Open,
    Motion,
    Format,
    Seat(usize),
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
    format: usize,
    lineup: LineUp,
    seed: u64,
    model: String,
    pace: Pace,
    scale: usize,
    polls: Polls,
    floor: u32,
    message: Option<String>,
}

impl Lobby {
    /// The lobby with these to choose from; lots are drawn by `seed`, and each further one by the next number.
    pub fn new(data: LobbyData, seed: u64) -> Self {
        Self {
            model: data.models.first().cloned().unwrap_or_default(),
            data,
            screen: Screen::Motions,
            filter: String::new(),
            at: 0,
            row: 0,
            motion: None,
            format: 0,
            lineup: LineUp::default(),
            seed,
            pace: Pace::default(),
            scale: 3,
            polls: Polls::default(),
            floor: 0,
            message: None,
        }
    }

    /// What has been found of models, or how to get one. What was typed at Model stays.
    pub fn found(&mut self, models: Vec<String>, notice: Option<String>) {
        if self.model.is_empty() {
            self.model = models.first().cloned().unwrap_or_default();
        }
        self.data.models = models;
        self.data.notice = notice;
        self.data.search = Search::Done;
    }

    /// There is no model, and one can be fetched when the house is opened.
    pub fn found_nothing(&mut self) {
        self.found(Vec::new(), None);
        self.data.search = Search::Nothing;
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
        if control && matches!(key.code, KeyCode::Char('u')) {
            self.filter.clear();
            self.at = 0;
            return None;
        }
        match self.screen {
            Screen::Motions => return self.motions_key(key),
            Screen::Settings => return self.settings_key(key),
            Screen::Personas { seat } => self.personas_key(key, seat),
            Screen::Debates => return self.debates_key(key),
        }
        None
    }

    /// Takes a paste, where something can be typed.
    pub fn on_paste(&mut self, text: &str) {
        self.message = None;
        let text = sanitize_line(text);
        match self.screen {
            Screen::Settings if self.current() == Row::Model => self.model.push_str(&text),
            Screen::Settings => {}
            Screen::Motions | Screen::Personas { .. } | Screen::Debates => {
                self.filter.push_str(&text);
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
                .map(|(id, name, role)| format!("{id} {name} {role}"))
                .collect(),
            Screen::Debates => self
                .data
                .debates
                .iter()
                .map(|(id, motion, when, status)| format!("{id} {motion} {when} {status}"))
                .collect(),
            Screen::Settings => Vec::new(),
        };
        texts
            .into_iter()
            .enumerate()
            .filter(|(_, text)| holds(text.clone()))
            .map(|(at, _)| at)
            .collect()
    }

    /// Moving and filtering are the same in every list. Says whether the key was for that.
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
            KeyCode::Char(c) => {
                self.filter.push_str(&sanitize_line(&c.to_string()));
                self.at = 0;
            }
            _ => return false,
        }
        true
    }

    /// What was typed, as a motion of one's own; shown below the list it filters.
    fn own(&self) -> Option<&str> {
        let own = self.filter.trim();
        (!own.is_empty()).then_some(own)
    }

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

    fn debates_key(&mut self, key: KeyEvent) -> Option<LobbyChoice> {
        let listed = self.listed();
        let chosen = listed
            .get(self.at)
            .and_then(|at| self.data.debates.get(*at));
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => {
                let (id, _, _, status) = chosen?;
                // What is over can only be watched again.
                let over = ["completed", "adjourned", "closed"].contains(&status.as_str());
                let id = id.clone();
                return Some(if over {
                    LobbyChoice::Replay(id)
                } else {
                    LobbyChoice::Resume(id)
                });
            }
            KeyCode::Char('r') if control => {
                return chosen.map(|(id, ..)| LobbyChoice::Replay(id.clone()));
            }
            KeyCode::Tab | KeyCode::BackTab => self.go(Screen::Motions),
            KeyCode::Esc if self.filter.is_empty() => self.go(Screen::Motions),
            _ => {
                self.list_key(key, listed.len().saturating_sub(1));
            }
        }
        None
    }

    fn rows() -> Vec<Row> {
        let mut rows = vec![Row::Open, Row::Motion, Row::Format];
        rows.extend((0..SEATS).map(Row::Seat));
        rows.extend([Row::Model, Row::Pace, Row::Scale, Row::Polls, Row::Floor]);
        rows
    }

    fn current(&self) -> Row {
        Self::rows().get(self.row).copied().unwrap_or(Row::Open)
    }

    fn settings_key(&mut self, key: KeyEvent) -> Option<LobbyChoice> {
        let last = Self::rows().len() - 1;
        let row = self.current();
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.row = self.row.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => {
                self.row = if self.row < last { self.row + 1 } else { 0 }
            }
            KeyCode::Left => self.change(row, Step::Back),
            KeyCode::Right => self.change(row, Step::On),
            KeyCode::Esc => self.go(Screen::Motions),
            KeyCode::Enter => match row {
                Row::Motion => self.go(Screen::Motions),
                Row::Seat(seat) => self.go(Screen::Personas { seat }),
                Row::Open => return self.open(),
                Row::Model => self.row = 0,
                Row::Format | Row::Pace | Row::Scale | Row::Polls | Row::Floor => {
                    self.change(row, Step::On);
                }
            },
            KeyCode::Backspace if row == Row::Model => {
                self.model.pop();
            }
            KeyCode::Char(c) if row == Row::Model => {
                self.model.push_str(&sanitize_line(&c.to_string()));
            }
            KeyCode::Char('l') => self.draw(),
            KeyCode::Char('s') if self.lineup.is_empty() => {
                self.message =
                    Some("The line-up is drawn when the house opens; l draws it now.".to_owned());
            }
            KeyCode::Char('s') => self.lineup.swap(),
            KeyCode::Char('q') => return Some(LobbyChoice::Quit),
            _ => {}
        }
        None
    }

    fn draw(&mut self) {
        if !self.lineup.is_empty() {
            self.seed = self.seed.wrapping_add(1);
        }
        self.lineup = LineUp::drawn(self.data.personas.len(), self.seed);
        if self.lineup.is_empty() {
            self.message = Some(format!(
                "There are fewer than {SEATS} personas to draw from."
            ));
        }
    }

    fn change(&mut self, row: Row, step: Step) {
        match row {
            Row::Format => self.format = step.around(self.format, self.data.formats.len()),
            Row::Model => {
                let at = self
                    .data
                    .models
                    .iter()
                    .position(|model| *model == self.model);
                let next = at.map_or(0, |at| step.around(at, self.data.models.len()));
                if let Some(model) = self.data.models.get(next) {
                    self.model.clone_from(model);
                }
            }
            Row::Pace => {
                self.pace = match step {
                    Step::On => self.pace.faster(),
                    Step::Back => self.pace.slower(),
                };
            }
            Row::Scale => self.scale = step.within(self.scale, SCALES.len()),
            Row::Polls => {
                const POLLS: [Polls; 3] = [Polls::Off, Polls::Ends, Polls::EachSpeech];
                let at = POLLS.iter().position(|polls| *polls == self.polls);
                let next = step.around(at.unwrap_or(0), POLLS.len());
                self.polls = POLLS.get(next).copied().unwrap_or_default();
            }
            Row::Floor => {
                let most = MOST_FLOOR_SPEECHES as usize + 1;
                self.floor = step.within(self.floor as usize, most) as u32;
            }
            Row::Open | Row::Motion | Row::Seat(_) => {}
        }
    }

    fn personas_key(&mut self, key: KeyEvent, seat: usize) {
        let listed = self.listed();
        match key.code {
            KeyCode::Enter => {
                let Some(persona) = listed.get(self.at).copied() else {
                    return;
                };
                if self.lineup.is_empty() {
                    self.draw();
                }
                match self.lineup.set(seat, persona) {
                    Ok(()) => self.go(Screen::Settings),
                    Err(held) => {
                        let name = self
                            .data
                            .personas
                            .get(persona)
                            .map_or("", |(_, name, _)| name.as_str());
                        self.message =
                            Some(format!("{name} already speaks as {}.", seat_name(held)));
                    }
                }
            }
            KeyCode::Esc if self.filter.is_empty() => self.go(Screen::Settings),
            KeyCode::Tab => self.go(Screen::Settings),
            _ => {
                self.list_key(key, listed.len().saturating_sub(1));
            }
        }
    }

    fn open(&mut self) -> Option<LobbyChoice> {
        let Some((format, ..)) = self.data.formats.get(self.format) else {
            self.message = Some("There is no format to debate in.".to_owned());
            return None;
        };
        let model = self.model.trim();
        if model.is_empty() && self.data.search == Search::On {
            self.message = Some("Still looking for a model: one moment.".to_owned());
            return None;
        }
        if model.is_empty() && self.data.models.is_empty() && self.data.notice.is_some() {
            self.message = Some(
                "There is no model to speak; type its name at Model, or see above.".to_owned(),
            );
            return None;
        }
        let side = |from: usize| -> Vec<String> {
            (from..from + A_SIDE)
                .filter_map(|seat| self.data.personas.get(self.lineup.get(seat)?))
                .map(|(id, ..)| id.clone())
                .collect()
        };
        Some(LobbyChoice::Open(Setup {
            motion: self.motion.clone()?,
            format: format.clone(),
            prop: side(0),
            opp: side(A_SIDE),
            model: (!model.is_empty()).then(|| model.to_owned()),
            pace: self.pace,
            scale: SCALES.get(self.scale).copied().unwrap_or(1.0),
            polls: self.polls,
            floor_speeches: self.floor,
            seed: (!self.lineup.is_empty()).then_some(self.seed),
        }))
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

fn seat_name(seat: usize) -> String {
    if seat < A_SIDE {
        format!("Proposition {}", seat + 1)
    } else {
        format!("Opposition {}", seat - A_SIDE + 1)
    }
}

#[cfg(test)]
mod tests;
