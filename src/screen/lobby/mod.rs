//! The lobby: the first screen, where a debate is set up.
//!
//! ```text
//! ```
//!
//! Pure: keys change the state and may yield a [`LobbyChoice`]; it reads no files and asks no model.

mod beside;
mod card;
mod estimate;
mod help;
mod hints;
mod keys;
mod last;
mod lineup;
mod people;
mod row;
mod settings;
mod setup;
mod typing;
mod view;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use setup::{
    LobbyChoice, LobbyData, LobbySettings, LobbySpeaker, ModelSearch, MotionChoice, Setup,
};

use super::overlay::{HelpPage, Overlay as _, OverlayOutcome};
use crate::{
    catalog::{Motion, TurnOrder},
    debate::{command::Pace, opening::Polls},
    setup::InventedSpeaker,
};
use beside::TextBeside;
use card::CardEditor;
use estimate::SetupEstimate;
use keys::{LobbyAction, Place};
use lineup::LineUp;
use row::Row;

/// Said while models are looked for again.
const LOOKING: &str = "Looking for a model once more …";
/// Models that are named where another one was asked for in vain.
const NAMED: usize = 3;
/// Lines by which a list is paged.
const PAGE: usize = 10;
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
    /// Whether the key that has people invented was pressed just now: a second press asks the model.
    asks_to_invent: bool,
    /// The words for what a model is at.
    waits_for: Option<String>,
    seed: u64,
    model: String,
    /// Whether the name of the model is being typed; what stood there before gives way to the first letter.
    names_model: bool,
    pace: Pace,
    scale: usize,
    polls: Polls,
    floor: u32,
    rounds: Option<u32>,
    order: Option<TurnOrder>,
    /// The figures of the debate as it is set up.
    estimate: SetupEstimate,
    message: Option<String>,
    /// The help, where it lies over the screen.
    help: Option<HelpPage>,
    /// How far the text beside the list, or below the rows, is read.
    beside: TextBeside,
}

impl Lobby {
    /// The lobby with these to choose from; lots are drawn by `seed`, and each further one by the next number.
    pub fn new(data: LobbyData, seed: u64) -> Self {
        let mut lobby = Self {
            model: data.models.first().cloned().unwrap_or_default(),
            data,
            names_model: false,
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
            asks_to_invent: false,
            waits_for: None,
            seed,
            pace: Pace::default(),
            scale: 3,
            polls: Polls::default(),
            floor: 0,
            rounds: None,
            order: None,
            estimate: SetupEstimate::default(),
            message: None,
            help: None,
            beside: TextBeside::default(),
        };
        lobby.pace = lobby.data.pace;
        lobby.seat();
        if let Some(last) = lobby.data.last.clone() {
            lobby.begin_with(&last);
        }
        lobby
    }

    /// Takes in the models that were found, or the notice on how to get one. What was typed at Model stays.
    pub fn found(&mut self, models: Vec<String>, notice: Option<String>) {
        let is_open = self.model.is_empty();
        if is_open {
            self.model = models.first().cloned().unwrap_or_default();
        }
        if self.message.as_deref() == Some(LOOKING) {
            // The notice may be the one that stands there already.
            let again = notice.is_some();
            self.message = again.then(|| "No model was found this time either.".to_owned());
        }
        self.data.models = models;
        if is_open {
            self.choose_last_model();
        }
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
        if let Some(help) = &mut self.help {
            if help.on_key(key) == OverlayOutcome::Close {
                self.help = None;
            }
            return None;
        }
        let asked = std::mem::take(&mut self.asks_to_invent);
        let action = keys::action(Place::of(self.screen), key);
        if self.waits_for.is_some() {
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            return match (action, key.code) {
                (Some(LobbyAction::Quit), _) if control => Some(LobbyChoice::Quit),
                (_, KeyCode::Esc | KeyCode::Char('q')) => Some(LobbyChoice::Stop),
                _ => None,
            };
        }
        if let Some(letter) = self.typed(key) {
            self.type_in(letter);
            return None;
        }
        if let Some(action) = action {
            return self.act(action, asked);
        }
        if let Some(card) = &mut self.card {
            card.on_key(key);
        }
        None
    }

    /// Says why the house could not be opened. Of a model that is not among those that were found, these are told, the
    /// names most like it first.
    pub fn refuse(&mut self, why: &str) {
        let found = self.names_like(self.model.trim());
        let is_known = self.data.models.contains(&self.model);
        if is_known || found.is_empty() {
            self.say(why);
            return;
        }
        let more = match found.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let named: Vec<&str> = found.into_iter().take(NAMED).collect();
        let why = why.trim_end_matches('.').to_owned();
        self.say(format!("{why}. Found: {}{more}.", named.join(", ")));
    }

    /// The models that were found, those that are most like a name first.
    fn names_like(&self, name: &str) -> Vec<&str> {
        let mut names: Vec<&str> = self.data.models.iter().map(String::as_str).collect();
        names.sort_by_cached_key(|known| strsim::damerau_levenshtein(name, known));
        names
    }

    /// Does what a key is for; `asked` says whether the key before was the same and asked whether to.
    fn act(&mut self, action: LobbyAction, asked: bool) -> Option<LobbyChoice> {
        match action {
            LobbyAction::Quit => return Some(LobbyChoice::Quit),
            LobbyAction::Help => self.open_help(),
            LobbyAction::Choose => return self.choose(),
            LobbyAction::Back => self.back(),
            LobbyAction::Switch => match self.screen {
                Screen::Motions => return Some(LobbyChoice::Library),
                Screen::Settings | Screen::Personas { .. } | Screen::Card => {
                    self.go(Screen::Settings);
                }
            },
            LobbyAction::Up => self.step(Step::Back),
            LobbyAction::Down => self.step(Step::On),
            LobbyAction::PageUp => self.at = self.at.saturating_sub(PAGE),
            LobbyAction::PageDown => self.at = (self.at + PAGE).min(self.last()),
            LobbyAction::TextUp | LobbyAction::TextDown if self.beside.is_unseen() => {
                self.open_about();
            }
            LobbyAction::TextUp => self.beside.step(Step::Back),
            LobbyAction::TextDown => self.beside.step(Step::On),
            LobbyAction::Top => self.at = 0,
            LobbyAction::Bottom => self.at = self.last(),
            LobbyAction::Less => self.change(self.current(), Step::Back),
            LobbyAction::More => self.change(self.current(), Step::On),
            LobbyAction::Look => return self.look_again(),
            LobbyAction::Draw => self.draw(),
            LobbyAction::Swap => self.swap(),
            LobbyAction::Invent if !asked => {
                self.asks_to_invent = true;
                self.say(self.about_inventing());
            }
            LobbyAction::Invent => return self.invent(),
            LobbyAction::Edit => self.edit(),
            LobbyAction::Keep => return self.keep(),
            LobbyAction::TakeOver => self.take_card(),
            LobbyAction::Erase if self.screen == Screen::Settings => {
                if self.current() == Row::Model {
                    self.names_model = true;
                    self.model.pop();
                } else if let Row::Seat(seat) = self.current() {
                    self.lineup.leave(seat);
                }
            }
            LobbyAction::Erase => {
                self.filter.pop();
                self.at = 0;
            }
            LobbyAction::Clear if self.screen == Screen::Settings => {
                if self.current() == Row::Model {
                    self.names_model = true;
                    self.model.clear();
                } else if let Row::Seat(_) = self.current() {
                    self.lineup.leave_all();
                }
            }
            LobbyAction::Clear => self.clear(),
            // It stands for the letters.
            LobbyAction::Type => {}
        }
        None
    }

    /// Takes what is marked.
    fn choose(&mut self) -> Option<LobbyChoice> {
        match self.screen {
            Screen::Motions => {
                self.choose_motion();
                // One may have been started since it was looked for in vain.
                if self.screen == Screen::Settings {
                    return self.look_again();
                }
            }
            Screen::Personas { seat } => self.choose_persona(seat),
            Screen::Settings => return self.choose_row(),
            Screen::Card => {}
        }
        None
    }

    /// Goes back: drops what was typed first, and then the screen.
    fn back(&mut self) {
        if !self.filter.is_empty() {
            self.clear();
            return;
        }
        match self.screen {
            // Whoever goes back once too often has not chosen to leave.
            Screen::Motions => self.say("This is the first screen. ctrl-c leaves."),
            Screen::Settings => self.go_to_motion(),
            Screen::Personas { .. } => self.go(Screen::Settings),
            Screen::Card => self.leave_card(),
        }
    }

    /// Goes back to the motions, to the one that is chosen: one's own stands there as it was typed.
    pub(super) fn go_to_motion(&mut self) {
        self.go(Screen::Motions);
        match &self.motion {
            Some(MotionChoice::Own(own)) => {
                self.filter.clone_from(own);
                self.at = self.last();
            }
            Some(MotionChoice::Id(id)) => {
                let known = self.data.motions.iter().position(|(one, ..)| one == id);
                self.at = known.unwrap_or_default();
            }
            None => {}
        }
    }

    fn clear(&mut self) {
        self.filter.clear();
        self.at = 0;
    }

    /// The position of the last entry of the list on the screen.
    fn last(&self) -> usize {
        let own = usize::from(self.screen == Screen::Motions && self.own().is_some());
        (self.listed().len() + own).saturating_sub(1)
    }

    /// A list ends; the rows of the settings go round.
    fn step(&mut self, step: Step) {
        if self.screen == Screen::Settings {
            self.row = step.around(self.row, self.rows().len());
            self.names_model = false;
        } else {
            self.at = step.within(self.at, self.last() + 1);
        }
    }

    fn go(&mut self, screen: Screen) {
        self.screen = screen;
        self.names_model = false;
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
            Screen::Settings | Screen::Card => Vec::new(),
        };
        texts
            .into_iter()
            .enumerate()
            .filter(|(_, text)| holds(text.clone()))
            .map(|(at, _)| at)
            .collect()
    }

    /// Whether there is nothing on the list.
    fn is_empty(&self) -> bool {
        self.listed().is_empty() && (self.screen != Screen::Motions || self.own().is_none())
    }

    /// The typed words as a motion of one's own; shown below the list that they filter. A single word is none: it would
    /// be taken for an id.
    fn own(&self) -> Option<&str> {
        Some(self.filter.trim()).filter(|own| Motion::is_sentence(own))
    }

    fn choose_motion(&mut self) {
        let listed = self.listed();
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
