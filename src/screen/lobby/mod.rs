//! The lobby: the first screen, where a debate is set up.
//!
//! ```text
//! ```
//!
//! Pure: keys change the state and may yield a [`LobbyChoice`]; it reads no files and asks no model.

mod acts;
mod beside;
mod card;
mod card_form;
mod estimate;
mod form;
mod help;
mod hints;
mod keys;
mod last;
mod left;
mod lineup;
mod making;
mod motion;
mod page;
mod parts;
mod people;
mod presets;
mod row;
mod server;
mod settings;
mod setup;
mod steps;
mod typing;
mod values;
mod view;

use std::collections::BTreeMap;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

pub use card_form::CardForm;
pub use form::ServerForm;
pub use setup::{
    LastChoice, LobbyChoice, LobbyData, LobbyPreset, LobbySpeaker, ModelSearch, MotionChoice, Setup,
};

use super::overlay::{HelpPage, Overlay as _, OverlayOutcome};
use crate::{
    catalog::Motion,
    debate::{command::Pace, ids::Seat},
    setup::{ChosenSettings, InventedSpeaker},
};
use beside::TextBeside;
use card::CardEditor;
use estimate::SetupEstimate;
use form::FormPage;
use keys::{LobbyAction, Place};
use lineup::LineUp;
use making::MakingPage;
use motion::MotionField;
use parts::ModelPart;
use presets::Naming;
use steps::TypedNumber;

/// Said while models are looked for again.
const LOOKING: &str = "Looking for a model once more …";
/// Models that are named where another one was asked for in vain.
const NAMED: usize = 3;
/// Lines by which a list is paged.
const PAGE: usize = 10;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Screen {
    Motions,
    /// The field for a motion of one's own.
    Motion,
    Settings,
    Personas {
        seat: usize,
    },
    /// The card of somebody who was invented.
    Card,
    /// The parts that can have models of their own.
    Parts,
    /// The models to choose from for a part.
    Models {
        part: ModelPart,
    },
    /// The form for a server.
    Server,
    /// The form for a card that a model writes.
    Making,
    Presets,
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
    /// The seat that whoever is at the screen takes.
    own_seat: Option<Seat>,
    /// Whether the line-up was drawn, or its people chosen, by `seed`.
    drawn: bool,
    /// The speakers who were invented, in the order in which they stand at the end of the personas.
    cast: Vec<InventedSpeaker>,
    card: Option<CardEditor>,
    /// What the lobby has just asked whether to do: the same key once more does it.
    asks_to: Option<LobbyAction>,
    /// The words for what a model is at.
    waits_for: Option<String>,
    seed: u64,
    model: String,
    /// Whether the name of the model is being typed; what stood there before gives way to the first letter.
    names_model: bool,
    /// What is set beside the format and the model; what would do nothing in the format waits here.
    set: ChosenSettings,
    /// The number that is typed in the row that is marked.
    number: Option<TypedNumber>,
    /// The part that was marked in the list of parts, where the models were listed from there.
    part_at: Option<usize>,
    motion_field: Option<MotionField>,
    /// What was written in the field and left, by the words that it was begun with.
    motion_drafts: BTreeMap<String, String>,
    /// The motion of one's own that was written last: it stays at the end of the motions.
    written: Option<String>,
    /// The form for a server; it stays as it was left until it is kept.
    form: Option<FormPage>,
    /// The form for a card that a model writes; it stays as it was left until the card is written.
    making: Option<MakingPage>,
    /// Where the form was opened.
    form_from: Option<Screen>,
    /// The preset that was chosen or saved last.
    preset: Option<String>,
    naming: Option<Naming>,
    /// The name that was being typed when it was left.
    left_name: Option<Naming>,
    /// The choices as they were before anybody changed any.
    begun: LastChoice,
    /// Whether those who were invented are kept as files.
    is_cast_kept: bool,
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
            own_seat: None,
            drawn: false,
            cast: Vec::new(),
            card: None,
            asks_to: None,
            waits_for: None,
            seed,
            set: ChosenSettings::default(),
            number: None,
            part_at: None,
            motion_field: None,
            motion_drafts: BTreeMap::new(),
            written: None,
            form: None,
            making: None,
            form_from: None,
            preset: None,
            naming: None,
            left_name: None,
            begun: LastChoice::default(),
            is_cast_kept: false,
            estimate: SetupEstimate::default(),
            message: None,
            help: None,
            beside: TextBeside::default(),
        };
        lobby.seat();
        if let Some(last) = lobby.data.last.clone() {
            lobby.begin_with(&last.settings);
        }
        if let Some(left) = lobby.data.left.clone() {
            lobby.go_on_with(&left);
        }
        lobby.begun = lobby.choices();
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
        if is_open {
            // Nobody has chosen that one.
            self.begun.settings.model = self.settings_as_set().model;
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
        let asked = self.asks_to.take();
        let action = keys::action(self.place(), key);
        if self.waits_for.is_some() {
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            return match (action, key.code) {
                (Some(LobbyAction::QuitAtOnce), _) if control => Some(LobbyChoice::Quit),
                (_, KeyCode::Esc | KeyCode::Char('q')) => Some(LobbyChoice::Stop),
                _ => None,
            };
        }
        if let Some(letter) = self.typed(key) {
            self.type_in(letter);
            return None;
        }
        // The forms take their keys themselves.
        let is_for_form = !matches!(action, Some(LobbyAction::Help | LobbyAction::QuitAtOnce));
        if self.screen == Screen::Server && is_for_form {
            return self.type_server(key);
        }
        if self.screen == Screen::Making && is_for_form {
            return self.type_making(key);
        }
        if let Some(action) = action {
            return self.act(action, asked == Some(action));
        }
        self.type_motion(key);
        if let Some(card) = &mut self.card {
            card.on_key(key);
        }
        None
    }

    /// The screen that is on, for its keys.
    fn place(&self) -> Place {
        if self.naming.is_some() {
            return Place::Name;
        }
        match self.screen {
            Screen::Motions => Place::Motions,
            Screen::Motion => Place::Motion,
            Screen::Settings => Place::Settings,
            Screen::Personas { .. } => Place::Personas,
            Screen::Card => Place::Card,
            Screen::Parts => Place::Parts,
            Screen::Models { .. } => Place::Models,
            Screen::Server => Place::Server,
            Screen::Making => Place::Making,
            Screen::Presets => Place::Presets,
        }
    }

    /// The pace that was chosen, or that of the settings.
    fn pace(&self) -> Pace {
        self.set.pace.unwrap_or(self.data.pace)
    }

    /// The id of the theme that was chosen, where one was.
    pub fn theme(&self) -> Option<&str> {
        self.set.theme.as_deref()
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
        let own = self.screen == Screen::Motions && self.own().is_some();
        let own = usize::from(own || self.named_model().is_some());
        (self.listed().len() + own).saturating_sub(1)
    }

    /// A list ends; the rows of the settings go round.
    fn step(&mut self, step: Step) {
        if self.screen == Screen::Settings {
            self.end_number();
            self.row = step.around(self.row, self.rows().len());
            self.names_model = false;
        } else {
            self.at = step.within(self.at, self.last() + 1);
        }
    }

    /// To the first of a list or the rows, or to the last.
    fn go_to_end(&mut self, step: Step) {
        let is_first = step == Step::Back;
        if self.screen == Screen::Settings {
            self.end_number();
            self.row = if is_first {
                0
            } else {
                self.rows().len().saturating_sub(1)
            };
            self.names_model = false;
        } else {
            self.at = if is_first { 0 } else { self.last() };
        }
    }

    fn go(&mut self, screen: Screen) {
        self.screen = screen;
        self.names_model = false;
        self.number = None;
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
        let texts: Vec<String> = match &self.screen {
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
            Screen::Parts => self
                .parts()
                .iter()
                .map(|part| self.part_name(part))
                .collect(),
            Screen::Models { part } => self.offered(part),
            Screen::Presets => {
                let presets = self.data.presets.iter();
                presets.map(|one| one.name.clone()).collect()
            }
            Screen::Motion | Screen::Settings | Screen::Card | Screen::Server | Screen::Making => {
                Vec::new()
            }
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
        let is_typed = match self.screen {
            Screen::Motions => self.own().is_some(),
            Screen::Models { .. } => self.named_model().is_some(),
            Screen::Motion
            | Screen::Settings
            | Screen::Personas { .. }
            | Screen::Card
            | Screen::Parts
            | Screen::Server
            | Screen::Making
            | Screen::Presets => false,
        };
        self.listed().is_empty() && !is_typed
    }

    /// The typed words as a motion of one's own; shown below the list that they filter. A single word is none: it would
    /// be taken for an id.
    fn typed_motion(&self) -> Option<&str> {
        Some(self.filter.trim()).filter(|own| Motion::is_sentence(own))
    }

    /// The motion of one's own at the end of the list: what is typed, or what was written before, where that has the words
    /// of the filter.
    fn own(&self) -> Option<&str> {
        self.typed_motion().or_else(|| {
            let written = self.written.as_deref()?;
            let lower = written.to_lowercase();
            let filter = self.filter.to_lowercase();
            let mut words = filter.split_whitespace();
            words.all(|word| lower.contains(word)).then_some(written)
        })
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
        if let Some(chosen) = chosen {
            self.take_choice(chosen);
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
