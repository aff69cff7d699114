//! The data that the lobby is given, and the choices that it yields.

use serde::{Deserialize, Serialize};

use crate::{
    catalog::{Format, Persona, TurnOrder},
    debate::{command::Pace, opening::Polls},
    setup::InventedSpeaker,
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
}

impl LobbySpeaker {
    /// As their card has it.
    pub fn of(id: &str, card: &Persona) -> Self {
        Self {
            id: id.to_owned(),
            name: card.name.clone(),
            role: card.role.clone(),
            about: card.biography.trim().to_owned(),
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
    /// The settings of the last debate that was opened in the lobby.
    pub last: Option<LobbySettings>,
}

/// The settings with which a debate is opened; the lobby begins with those of the last one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LobbySettings {
    /// The id of the format.
    pub format: String,
    /// The model; absent where the configuration decides.
    pub model: Option<String>,
    /// The pace at the beginning.
    pub pace: Pace,
    /// Speeches are this many times as long as the format says.
    pub scale: f64,
    /// The times at which the audience is polled.
    pub polls: Polls,
    /// The number of members of the audience who speak from the floor.
    pub floor_speeches: u32,
    /// The number of rounds, where it was chosen.
    pub rounds: Option<u32>,
    /// The order of turns in rounds, where it was chosen.
    pub order: Option<TurnOrder>,
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
    /// Its settings.
    pub settings: LobbySettings,
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
    /// Keep these people as persona files.
    Keep(Vec<InventedSpeaker>),
    /// To the debates that were held before.
    Library,
    /// To leave the program.
    Quit,
}
