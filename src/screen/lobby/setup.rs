//! The data that the lobby is given, and the choices that it yields.

use serde::{Deserialize, Serialize};

use super::{card_form::CardForm, form::ServerForm};
use crate::{
    catalog::{Format, Persona},
    debate::{command::Pace, ids::Seat},
    setup::{ChosenSettings, InventedSpeaker},
    text::counted,
};

/// A person who can speak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LobbySpeaker {
    /// The id of the persona.
    pub id: String,
    /// The full name.
    pub name: String,
    /// The role of the person, in a few words.
    pub role: String,
    /// The description of the person, in a paragraph.
    pub about: String,
    /// The number of passages of what they wrote and said that are there to speak from.
    pub passages: u64,
    /// Whether works of theirs can be fetched.
    pub has_works: bool,
}

impl LobbySpeaker {
    /// As their card has it.
    pub fn of(id: &str, card: &Persona) -> Self {
        Self {
            id: id.to_owned(),
            name: card.name.clone(),
            role: card.role.clone(),
            about: card.biography.trim().to_owned(),
            passages: 0,
            has_works: !card.works.is_empty(),
        }
    }

    /// The speaker, with so many passages to speak from.
    #[must_use]
    pub fn with_passages(mut self, passages: u64) -> Self {
        self.passages = passages;
        self
    }

    /// What there is, or could be, for them to speak from; nothing where there is no more to say.
    pub(super) fn about_corpus(&self) -> Option<String> {
        match self.passages {
            0 if self.has_works => Some(format!(
                "What they wrote can be fetched: `hustings corpus pull {}`.",
                self.id
            )),
            0 => None,
            passages => Some(format!(
                "They speak from {} of what they wrote and said.",
                counted(passages, "passage", "passages")
            )),
        }
    }

    /// A speaker who was invented for the motion: what they think of it stands first.
    pub(super) fn invented(cast: &InventedSpeaker) -> Self {
        let mut person = Self::of(&cast.id, &cast.card);
        if let Some(first) = cast.card.positions.first() {
            person.about = format!("{}\n\n{}", first.position.trim(), person.about);
        }
        person
    }
}

/// The data of the lobby: all that there is to choose from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LobbyData {
    /// Motions: id, text, topic, background.
    pub motions: Vec<(String, String, String, String)>,
    /// Everybody who can be seated.
    pub personas: Vec<LobbySpeaker>,
    /// Formats with their ids. The first one is chosen to begin with.
    pub formats: Vec<(String, Format)>,
    /// Models that were found. The first one is chosen to begin with.
    pub models: Vec<String>,
    /// Whether models are still being looked for.
    pub search: ModelSearch,
    /// The notice that the person should see before anything else, such as how to get a model.
    pub notice: Option<String>,
    /// The pace where none was chosen before.
    pub pace: Pace,
    /// The choices of the last debate that was opened in the lobby.
    pub last: Option<LastChoice>,
    /// Models of servers in the settings that were not asked for their lists.
    pub configured: Vec<String>,
    /// Themes: id and name.
    pub themes: Vec<(String, String)>,
    /// The number of members who can sit in an audience.
    pub members: usize,
    /// The limits that the settings have, on cost and on tokens.
    pub limits: (Option<f64>, Option<u64>),
    /// The presets, by their names.
    pub presets: Vec<LobbyPreset>,
    /// The choices with which the lobby was left before a debate was opened, where it was.
    pub left: Option<LastChoice>,
    /// Where a server and its key are kept, in words.
    pub kept: String,
}

/// A preset, as its file is.
#[derive(Debug, Clone, PartialEq)]
pub struct LobbyPreset {
    /// The name of the preset.
    pub name: String,
    /// The settings of the preset; `None` where its file cannot be read.
    pub settings: Option<ChosenSettings>,
    /// The fault in the file, with its place, where there is one.
    pub fault: Option<String>,
}

/// A debate that was opened in the lobby before, or set up and left: what was chosen for it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct LastChoice {
    /// The id of the motion, or the sentence.
    pub motion: Option<String>,
    /// Ids of the personas of each side; empty where they were drawn by lot. An empty id is a seat that is left to the lot.
    pub sides: Vec<Vec<String>>,
    /// The settings of the debate.
    pub settings: ChosenSettings,
}

/// Whether models are still being looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ModelSearch {
    /// Models are being looked for.
    On,
    /// All that can be found has been found.
    #[default]
    Done,
    /// There is none; whoever opens the house is asked whether to fetch one.
    Nothing,
}

/// The choice of a motion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MotionChoice {
    /// The motion of that id.
    Id(String),
    /// A sentence of one's own.
    Own(String),
}

/// A debate to be opened.
#[derive(Debug, Clone, PartialEq)]
pub struct Setup {
    /// The motion that is debated.
    pub motion: MotionChoice,
    /// Ids of the personas of each side, in the order of the format's sides; empty where they are to be drawn by lot.
    pub sides: Vec<Vec<String>>,
    /// The speakers who were invented for the motion and are in no file, each in their seat.
    pub cast: Vec<InventedSpeaker>,
    /// The seat that whoever is at the screen takes, where they take one.
    pub own_seat: Option<Seat>,
    /// Its settings.
    pub settings: ChosenSettings,
    /// The seed by which the line-up was drawn, if it was.
    pub seed: Option<u64>,
}

/// The person's choice.
#[derive(Debug, Clone, PartialEq)]
pub enum LobbyChoice {
    /// Open this debate.
    Open(Setup),
    /// Ask a model for people to speak in it: so many a side, drawn by the seed of the setup. The lobby is told of them
    /// by [`Lobby::invented`](super::Lobby::invented).
    Invent(Setup, Vec<usize>),
    /// Look for models once more. The lobby is told of them by [`Lobby::found`](super::Lobby::found).
    Look,
    /// Ask no more.
    Stop,
    /// Save settings as a preset of that name; one that is there is replaced.
    SavePreset(String, Box<ChosenSettings>),
    /// Give a preset another name.
    RenamePreset(String, String),
    /// Take a preset away.
    DeletePreset(String),
    /// Try a server out. The lobby is told by [`Lobby::server_answered`](super::Lobby::server_answered) or
    /// [`Lobby::server_failed`](super::Lobby::server_failed).
    TryServer(ServerForm),
    /// Stop trying.
    StopTrying,
    /// Keep a server and its key.
    KeepServer(ServerForm),
    /// Have a card written. The lobby is told by [`Lobby::card_made`](super::Lobby::card_made) or
    /// [`Lobby::card_failed`](super::Lobby::card_failed).
    Make(CardForm),
    /// Stop writing it.
    StopMaking,
    /// Keep these people as persona files.
    Keep(Vec<InventedSpeaker>),
    /// To the debates that were held before.
    Library,
    /// To leave the program.
    Quit,
}
