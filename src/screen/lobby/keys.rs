//! The keys of the lobby: one table in which they are looked up, and of which the line below and the help are made.

use crossterm::event::KeyEvent;

use super::super::keymap::{Chord, HelpRow};

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
    /// Sets up the last debate once more.
    Again,
    /// Draws who speaks by lot.
    Draw,
    /// Has a model invent who speaks.
    Invent,
    /// Opens the words of the motion, or the card of somebody who was invented.
    Edit,
    /// Keeps those who were invented as files.
    Keep,
    /// Puts whoever is at the screen into the seat that is marked, or takes them out of it.
    Sit,
    /// Exchanges the sides.
    Swap,
    /// Takes a changed card.
    TakeOver,
    /// Lists the presets.
    Presets,
    SavePreset,
    /// Gives a preset another name.
    Rename,
    /// Takes a preset away.
    Delete,
    /// Opens the form for a server.
    Server,
    /// Tries the server out that was entered.
    Try,
    /// Opens the form for a card that a model writes.
    Make,
    /// Letters, which are no keys of the table.
    Type,
    Erase,
    Clear,
    Back,
    Help,
    /// Leaves, unless something would be lost.
    Quit,
    /// Leaves whatever is lost.
    QuitAtOnce,
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
    /// The field for a motion of one's own.
    Motion,
    Settings,
    Personas,
    Card,
    /// The parts that can have models of their own.
    Parts,
    Models,
    /// The form for a server.
    Server,
    /// The form for a card that a model writes.
    Making,
    Presets,
    /// The name of a preset that is typed.
    Name,
}

use LobbyAction::{
    Again, Back, Bottom, Choose, Clear, Delete, Down, Draw, Edit, Erase, Help, Invent, Keep, Less,
    Look, Make, More, PageDown, PageUp, Quit, QuitAtOnce, Rename, SavePreset, Sit, Swap, Switch,
    TakeOver, TextDown, TextUp, Top, Type, Up,
};
use Place::{
    Card, Making, Models, Motion, Motions, Name, Parts, Personas, Presets, Server, Settings,
};

const LISTS: &[Place] = &[Motions, Personas, Models, Parts, Presets];
/// The lists that are filtered by what is typed.
const FILTERED: &[Place] = &[Motions, Personas, Models];
const ELSEWHERE: &[Place] = &[
    Motion, Settings, Personas, Card, Parts, Models, Server, Making, Presets, Name,
];

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
        &[("enter", Choose)],
        &[Motion],
        "take it",
        "debate the motion as it stands there",
    ),
    row(
        &[("enter", Choose)],
        &[Parts],
        "choose",
        "choose the model of this part",
    ),
    row(
        &[("enter", Choose)],
        &[Models],
        "choose",
        "take this model; a name that is not in the list is typed",
    ),
    row(
        &[("enter", Choose)],
        &[Presets],
        "choose",
        "set everything as this preset has it",
    ),
    row(&[("enter", Choose)], &[Name], "take it", "take the name"),
    row(
        &[("enter", Choose)],
        &[Server],
        "next",
        "to the next field; test the connection, or save",
    ),
    row(
        &[("ctrl-t", LobbyAction::Try)],
        &[Server],
        "test",
        "test the connection",
    ),
    row(
        &[("ctrl-s", TakeOver)],
        &[Server],
        "save",
        "save the server and the key, and use them",
    ),
    row(
        &[("enter", Choose)],
        &[Making],
        "next",
        "to the next field; write the card",
    ),
    row(
        &[("ctrl-s", TakeOver)],
        &[Making],
        "write the card",
        "have the card written",
    ),
    row(
        &[("ctrl-n", Make)],
        &[Personas],
        "from texts",
        "have a model write a card from texts: a new persona, or that of whoever is marked",
    ),
    row(
        &[("ctrl-n", Make)],
        &[Settings],
        "",
        "have a model write the card of a persona from texts",
    ),
    row(
        &[("ctrl-r", Look)],
        &[Motions, Settings],
        "look for a model again",
        "look for a model again, where none was found",
    ),
    row(
        &[("ctrl-k", LobbyAction::Server)],
        &[Motions, Settings, Models],
        "key or server",
        "enter the address of a server and a key",
    ),
    row(
        &[("type", Type)],
        &[Motions],
        "filter, or your own",
        "filter the motions; a whole sentence is a motion of your own",
    ),
    row(
        &[("ctrl-a", Again)],
        &[Motions],
        "same again",
        "set up the last debate once more",
    ),
    row(
        &[("ctrl-e", Edit)],
        &[Motions],
        "",
        "write a motion of your own in a field, or change the words of this one",
    ),
    row(
        &[("tab", Switch), ("shift-backtab", Switch)],
        &[Motions],
        "library",
        "to the library: the debates that were held before",
    ),
    row(&[("type", Type)], &[Personas], "filter", "filter the list"),
    row(
        &[("type", Type)],
        &[Models],
        "filter, or a name",
        "filter the models; anything else is taken as a name",
    ),
    row(
        &[("type", Type)],
        &[Settings],
        "its name",
        "the name of a model in its row; a number; in a seat, who is to speak there",
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
        &[
            ("up", Up),
            ("down", Down),
            ("tab", Down),
            ("shift-backtab", Up),
        ],
        &[Server, Making],
        "move",
        "to the field above, to the field below",
    ),
    row(
        &[("left", Less), ("right", More)],
        &[Server],
        "",
        "at Model: the models that the server lists",
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
        &[("p", LobbyAction::Presets)],
        &[Settings],
        "presets",
        "settings under names: choose, save, rename, delete",
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
        "edit the words of the motion in its row; in a seat, the card of somebody who was invented",
    ),
    row(
        &[("w", Keep)],
        &[Settings],
        "keep",
        "keep those who were invented as files",
    ),
    row(
        &[("ctrl-y", Sit)],
        &[Settings],
        "",
        "in a seat: take it yourself, or leave it to the persona again",
    ),
    row(
        &[("s", Swap)],
        &[Settings],
        "swap",
        "swap the sides (at a single table, move everybody on by a seat)",
    ),
    row(
        &[("ctrl-s", SavePreset)],
        &[Settings],
        "",
        "save these settings as a preset",
    ),
    row(
        &[("s", SavePreset), ("ctrl-s", SavePreset)],
        &[Presets],
        "save these settings",
        "save the settings as they are now under a name",
    ),
    row(
        &[("r", Rename)],
        &[Presets],
        "rename",
        "give the preset another name",
    ),
    row(
        &[("d", Delete)],
        &[Presets],
        "delete",
        "delete the preset (pressed twice)",
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
        &[Motions, Settings, Personas, Models, Parts, Presets],
        "",
        "to the first, to the last",
    ),
    row(
        &[("backspace", Erase), ("ctrl-u", Clear)],
        FILTERED,
        "",
        "take back a letter of what was typed, or all of it",
    ),
    row(
        &[("backspace", Erase), ("ctrl-u", Clear)],
        &[Name],
        "",
        "take back a letter of the name, or all of it",
    ),
    row(
        &[("backspace", Erase), ("ctrl-u", Clear)],
        &[Parts],
        "as everything else",
        "take the model of this part away, or of all of them",
    ),
    row(
        &[("backspace", Erase), ("ctrl-u", Clear)],
        &[Settings],
        "",
        "take back a letter of the name of a model, or all of it; in a seat: leave this one to the lot, or all of them; \
         in other rows: as usual again",
    ),
    row(
        &[("tab", Switch)],
        &[Personas, Models, Parts, Presets],
        "",
        "back to the settings",
    ),
    row(
        &[("esc", Back)],
        &[Motions],
        "",
        "take back all that was typed",
    ),
    row(
        &[("esc", Back)],
        &[Personas, Models],
        "back",
        "clear what was typed; back where nothing is",
    ),
    row(
        &[("esc", Back)],
        &[Settings, Card, Motion, Parts, Presets, Server, Making, Name],
        "back",
        "back",
    ),
    row(
        &[("?", Help), ("f1", Help)],
        &[Motions, Settings, Personas, Parts, Models, Presets],
        "help",
        "this help",
    ),
    row(
        &[("f1", Help)],
        &[Card, Motion, Server, Making, Name],
        "help",
        "this help",
    ),
    row(
        &[("q", Quit)],
        &[Settings],
        "quit",
        "leave (pressed twice where people who were invented would be lost)",
    ),
    row(
        &[("ctrl-c", QuitAtOnce), ("ctrl-q", QuitAtOnce)],
        &[Motions],
        "quit",
        "leave",
    ),
    row(
        &[("ctrl-c", QuitAtOnce), ("ctrl-q", QuitAtOnce)],
        ELSEWHERE,
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
