//! The keys of the lobby: one table in which they are looked up, and of which the line below and the help are made.

use crossterm::event::KeyEvent;

use super::{
    super::keymap::{Chord, HelpRow},
    Screen,
};

/// Something that a key of the lobby does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LobbyAction {
    /// Takes what is marked, or does what its row says.
    Choose,
    Up,
    Down,
    PageUp,
    PageDown,
    Top,
    Bottom,
    /// One line up in the text beside the list, or below the rows.
    TextUp,
    /// One line down in the text beside the list, or below the rows.
    TextDown,
    /// The value before of a row of the settings.
    Less,
    /// The next value of a row of the settings.
    More,
    /// To the other list, or back from one.
    Switch,
    /// Looks for models again.
    Look,
    /// Draws who speaks by lot.
    Draw,
    /// Has a model invent who speaks.
    Invent,
    /// Opens the card of somebody who was invented.
    Edit,
    /// Keeps those who were invented as files.
    Keep,
    /// Exchanges the sides.
    Swap,
    /// Takes a changed card.
    TakeOver,
    /// Letters, which are no keys of the table.
    Type,
    Erase,
    Clear,
    Back,
    Help,
    Quit,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct LobbyBinding {
    /// Keys, as crokey writes them, with what each does; the first for each action is told.
    pub(super) keys: &'static [(&'static str, LobbyAction)],
    /// The screens of the lobby on which the row counts.
    pub(super) on: &'static [Place],
    /// A word for the line below; empty where there is no room for it there.
    pub(super) hint: &'static str,
    /// The actions in words, for the help.
    pub(super) help: &'static str,
}

/// A screen of the lobby, whatever is on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Motions,
    Settings,
    Personas,
    Card,
}

impl Place {
    pub(super) fn of(screen: Screen) -> Self {
        match screen {
            Screen::Motions => Self::Motions,
            Screen::Settings => Self::Settings,
            Screen::Personas { .. } => Self::Personas,
            Screen::Card => Self::Card,
        }
    }
}

use LobbyAction::{
    Back, Bottom, Choose, Clear, Down, Draw, Edit, Erase, Help, Invent, Keep, Less, Look, More,
    PageDown, PageUp, Quit, Swap, Switch, TakeOver, TextDown, TextUp, Top, Type, Up,
};
use Place::{Card, Motions, Personas, Settings};

const LISTS: &[Place] = &[Motions, Personas];

const fn row(
    keys: &'static [(&'static str, LobbyAction)],
    on: &'static [Place],
    hint: &'static str,
    help: &'static str,
) -> LobbyBinding {
    LobbyBinding {
        keys,
        on,
        hint,
        help,
    }
}

/// The keys of the lobby, in the order in which the help and the line below show them.
pub(super) const ROWS: &[LobbyBinding] = &[
    row(
        &[("enter", Choose)],
        &[Motions],
        "choose",
        "debate this motion",
    ),
    row(
        &[("enter", Choose)],
        &[Personas],
        "choose",
        "seat this persona",
    ),
    row(
        &[("enter", Choose)],
        &[Settings],
        "choose",
        "start the debate, or choose for the row that is marked",
    ),
    row(
        &[("ctrl-r", Look)],
        &[Motions, Settings],
        "look for a model again",
        "look for a model again, where none was found",
    ),
    row(
        &[("tab", Switch), ("shift-backtab", Switch)],
        &[Motions],
        "earlier debates",
        "to the library: the debates that were held before",
    ),
    row(
        &[("type", Type)],
        &[Motions],
        "filter, or your own",
        "filter the motions; a whole sentence is a motion of your own",
    ),
    row(&[("type", Type)], &[Personas], "filter", "filter the list"),
    row(
        &[("type", Type)],
        &[Settings],
        "its name",
        "the name of a model in its row; in a seat, who is to speak there",
    ),
    row(
        &[("up", Up), ("down", Down)],
        LISTS,
        "",
        "one line up, one line down",
    ),
    row(
        &[
            ("up", Up),
            ("down", Down),
            ("tab", Down),
            ("shift-backtab", Up),
        ],
        &[Settings],
        "move",
        "to the row above, to the row below",
    ),
    row(
        &[("left", Less), ("right", More)],
        &[Settings],
        "change",
        "change the value of the row",
    ),
    row(
        &[("pageup", TextUp), ("pagedown", TextDown)],
        &[Settings],
        "read on",
        "one line up, one line down in the text on the row; all of it, where it has no room",
    ),
    row(
        &[("l", Draw)],
        &[Settings],
        "shuffle",
        "pick speakers at random for the seats that you left open; press again for others",
    ),
    row(
        &[("a", Invent)],
        &[Settings],
        "invent speakers",
        "have a model invent people who fit the motion (pressed twice)",
    ),
    row(
        &[("e", Edit)],
        &[Settings],
        "edit",
        "edit the card of somebody who was invented",
    ),
    row(
        &[("w", Keep)],
        &[Settings],
        "keep",
        "keep those who were invented as files",
    ),
    row(
        &[("s", Swap)],
        &[Settings],
        "swap",
        "swap the sides (at a single table, move everybody on by a seat)",
    ),
    row(
        &[("ctrl-s", TakeOver)],
        &[Card],
        "take it over",
        "take the card as it stands",
    ),
    row(
        &[("pageup", PageUp), ("pagedown", PageDown)],
        LISTS,
        "",
        "ten lines up, ten lines down",
    ),
    row(
        &[("left", TextUp), ("right", TextDown)],
        &[Motions, Personas],
        "read on",
        "one line up, one line down in the text beside the list",
    ),
    row(
        &[("home", Top), ("end", Bottom)],
        LISTS,
        "",
        "to the first, to the last",
    ),
    row(
        &[("backspace", Erase), ("ctrl-u", Clear)],
        LISTS,
        "",
        "take back a letter of what was typed, or all of it",
    ),
    row(
        &[("backspace", Erase), ("ctrl-u", Clear)],
        &[Settings],
        "",
        "take back a letter of the name of a model, or all of it; in a seat: leave this one to the lot, or all of them",
    ),
    row(&[("tab", Switch)], &[Personas], "", "back to the settings"),
    row(
        &[("esc", Back)],
        &[Motions],
        "",
        "take back all that was typed",
    ),
    row(
        &[("esc", Back)],
        &[Personas],
        "back",
        "clear what was typed; back where nothing is",
    ),
    row(&[("esc", Back)], &[Settings, Card], "back", "back"),
    row(
        &[("?", Help), ("f1", Help)],
        &[Motions, Settings, Personas],
        "help",
        "this help",
    ),
    row(&[("f1", Help)], &[Card], "help", "this help"),
    row(
        &[("q", Quit), ("ctrl-c", Quit), ("ctrl-q", Quit)],
        &[Settings],
        "quit",
        "leave",
    ),
    row(
        &[("ctrl-c", Quit), ("ctrl-q", Quit)],
        &[Motions],
        "quit",
        "leave",
    ),
    row(
        &[("ctrl-c", Quit), ("ctrl-q", Quit)],
        &[Personas, Card],
        "",
        "leave",
    ),
];

/// The rows that count there.
pub(super) fn rows(place: Place) -> impl Iterator<Item = &'static LobbyBinding> {
    ROWS.iter().filter(move |row| row.on.contains(&place))
}

/// The action of a key in that place, if it has any.
pub(super) fn action(place: Place, key: KeyEvent) -> Option<LobbyAction> {
    let pressed = Chord::of(key.code, key.modifiers);
    rows(place)
        .flat_map(|row| row.keys)
        .find(|(key, _)| Chord::parse(key) == Some(pressed))
        .map(|(_, action)| *action)
}

impl LobbyBinding {
    /// The first action of the row.
    pub(super) fn action(&self) -> Option<LobbyAction> {
        self.keys.first().map(|(_, action)| *action)
    }

    /// The first key of each of its actions, as people read them.
    pub(super) fn first_keys(&self) -> String {
        let mut told: Vec<LobbyAction> = Vec::new();
        let mut keys = String::new();
        for (key, action) in self.keys {
            if !told.contains(action) {
                told.push(*action);
                let key = shown(key);
                // Arrows are told apart without anything between them.
                if !keys.is_empty() && key.chars().count() > 1 {
                    keys.push('/');
                }
                keys.push_str(&key);
            }
        }
        keys
    }

    /// The last of its keys, as people read it.
    pub(super) fn last_key(&self) -> String {
        self.keys
            .last()
            .map_or_else(String::new, |(key, _)| shown(key))
    }

    /// All of its keys, for the help.
    pub(super) fn help_row(&self) -> HelpRow {
        let keys: Vec<String> = self.keys.iter().map(|(key, _)| shown(key)).collect();
        HelpRow {
            keys: keys.join(" / "),
            help: self.help,
        }
    }
}

/// A key as people read it.
fn shown(key: &str) -> String {
    Chord::parse(key).map_or_else(|| key.to_owned(), |chord| chord.to_string())
}
