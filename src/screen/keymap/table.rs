//! The key table: for every action its keys, its help and its word on the status line.

use super::action::Action;

/// The context in which an action makes sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Context {
    /// The key counts always.
    Always,
    /// While a debate runs or is paused, live or replayed.
    Going,
    /// While a live debate runs or is paused.
    Live,
    /// The same, and once a debate has come to its end, live or replayed.
    Asking,
    /// Once the verdict is there, live or replayed.
    Over,
    /// In a replay.
    Replay,
    /// Once a simulated debate has come to its end, live or replayed.
    Completed,
    /// While a live debate runs or is paused, and somebody is still to speak to evidence.
    Evidence,
    /// While a live debate runs or is paused, and a speech is still to come in which points of information are taken.
    Points,
    /// While there is more to come than the transcript shows.
    Behind,
    /// Once the definitions of a side were taken down.
    Defined,
    /// In a debate that has a house, or of which the votes of a real one are known.
    Housed,
    /// Once a call to a model has failed.
    Failed,
    /// While something is searched for.
    Searching,
    /// While a person is asked for something.
    AskedByHand,
    /// In a live debate in which a person has a seat.
    Seated,
    /// Where there is a debate to be seen beside this one: that it parts from, or that parts from it.
    Beside,
    /// While another debate is open.
    Paired,
    /// Where a debate can be written to a file.
    Shared,
}

/// A row of the key table.
#[derive(Debug, Clone, Copy)]
pub struct KeyBinding {
    /// The action of the keys.
    pub action: Action,
    /// The word for the user's own keys.
    pub name: &'static str,
    /// The keys, as crokey writes them.
    pub keys: &'static [&'static str],
    /// The action in words, for the help.
    pub help: &'static str,
    /// The action in a word for the status line; empty where there is no room for it there.
    pub hint: &'static str,
    /// The context in which the action makes sense.
    pub context: Context,
}

const fn row(
    action: Action,
    name: &'static str,
    keys: &'static [&'static str],
    context: Context,
    hint: &'static str,
    help: &'static str,
) -> KeyBinding {
    KeyBinding {
        action,
        name,
        keys,
        help,
        hint,
        context,
    }
}

/// The keys of the chamber, in the order in which the help and the status line show them.
pub const ROWS: &[KeyBinding] = &[
    row(
        Action::TogglePause,
        "pause",
        &["space"],
        Context::Going,
        "pause",
        "pause or resume the debate",
    ),
    row(
        Action::Write,
        "write",
        &["enter"],
        Context::AskedByHand,
        "write",
        "in your own seat: go on writing what is asked of you",
    ),
    row(
        Action::Follow,
        "follow",
        &["f"],
        Context::Behind,
        "follow",
        "follow what is being said",
    ),
    row(
        Action::Evidence,
        "evidence",
        &["e"],
        Context::Evidence,
        "evidence",
        "hand all speakers a piece of evidence",
    ),
    row(
        Action::Ask,
        "ask",
        &["a"],
        Context::Asking,
        "ask",
        "ask a speaker a question; after the verdict, anybody who took part",
    ),
    row(
        Action::GalleryPoint,
        "point",
        &["p"],
        Context::Points,
        "POI",
        "rise on a point of information, from your seat or the gallery",
    ),
    row(
        Action::Clarify,
        "clarify",
        &["c"],
        Context::Live,
        "clarify",
        "ask for a clarification at the next break",
    ),
    row(
        Action::HandOver,
        "hand-over",
        &["shift-h"],
        Context::Seated,
        "",
        "hand your own seat to its persona, or take it back",
    ),
    row(
        Action::Back,
        "back",
        &["left"],
        Context::Replay,
        "back",
        "ten seconds back in a replay",
    ),
    row(
        Action::Ahead,
        "ahead",
        &["right"],
        Context::Replay,
        "ahead",
        "ten seconds ahead in a replay",
    ),
    row(
        Action::Branch,
        "branch",
        &["b"],
        Context::Going,
        "branch",
        "what if? a debate of its own that goes on differently from here",
    ),
    row(
        Action::Other,
        "other",
        &["o"],
        Context::Paired,
        "other debate",
        "to the other one of the debates that are open; this one waits",
    ),
    row(
        Action::Beside,
        "beside",
        &["l"],
        Context::Beside,
        "side by side",
        "a branch beside the debate that it parts from, and what it changed",
    ),
    row(
        Action::Refine,
        "refine",
        &["r"],
        Context::Completed,
        "refine",
        "after the verdict: hold it again, each speaker taught by it",
    ),
    row(
        Action::Search,
        "search",
        &["/"],
        Context::Always,
        "search",
        "search the transcript",
    ),
    row(
        Action::NextMatch,
        "next-match",
        &["n"],
        Context::Searching,
        "next",
        "the next match",
    ),
    row(
        Action::PrevMatch,
        "previous-match",
        &["shift-n"],
        Context::Searching,
        "previous",
        "the previous match",
    ),
    row(
        Action::Measures,
        "measures",
        &["m"],
        Context::Over,
        "measures",
        "after the verdict: the debate in numbers",
    ),
    row(
        Action::Palette,
        "palette",
        &[":", "ctrl-p"],
        Context::Always,
        "more",
        "whatever can be done now, and the themes, found by typing",
    ),
    row(
        Action::Help,
        "help",
        &["?", "f1"],
        Context::Always,
        "help",
        "the keys, the signs and the rules of the debate",
    ),
    row(
        Action::Quit,
        "quit",
        &["q", "ctrl-c"],
        Context::Always,
        "quit",
        "leave; a debate that is not over can be resumed",
    ),
    row(
        Action::Up,
        "up",
        &["up", "k"],
        Context::Always,
        "",
        "one line up",
    ),
    row(
        Action::Down,
        "down",
        &["down", "j"],
        Context::Always,
        "",
        "one line down",
    ),
    row(
        Action::PageUp,
        "page-up",
        &["pageup", "ctrl-b"],
        Context::Always,
        "",
        "one page up",
    ),
    row(
        Action::PageDown,
        "page-down",
        &["pagedown", "ctrl-f"],
        Context::Always,
        "",
        "one page down",
    ),
    row(
        Action::Top,
        "top",
        &["g", "home"],
        Context::Always,
        "",
        "to the beginning",
    ),
    row(
        Action::Bottom,
        "bottom",
        &["shift-g", "end"],
        Context::Always,
        "",
        "to the end",
    ),
    row(
        Action::PrevSpeech,
        "previous-speech",
        &["["],
        Context::Always,
        "",
        "to the speech before",
    ),
    row(
        Action::NextSpeech,
        "next-speech",
        &["]"],
        Context::Always,
        "",
        "to the next speech",
    ),
    row(
        Action::PrevPhase,
        "previous-phase",
        &["{"],
        Context::Replay,
        "",
        "to the phase before in a replay",
    ),
    row(
        Action::NextPhase,
        "next-phase",
        &["}"],
        Context::Replay,
        "",
        "to the next phase of a replay",
    ),
    row(
        Action::PrevSentence,
        "previous-sentence",
        &[","],
        Context::Replay,
        "",
        "to the sentence before in a replay",
    ),
    row(
        Action::NextSentence,
        "next-sentence",
        &["."],
        Context::Replay,
        "",
        "to the next sentence of a replay",
    ),
    row(
        Action::Rhythm,
        "rhythm",
        &["h"],
        Context::Replay,
        "",
        "a replay as the debate was held, or as one reads",
    ),
    row(
        Action::NextPane,
        "next-pane",
        &["tab"],
        Context::Always,
        "",
        "to the next pane",
    ),
    row(
        Action::PrevPane,
        "previous-pane",
        &["shift-backtab"],
        Context::Always,
        "",
        "to the pane before",
    ),
    row(
        Action::Faster,
        "faster",
        &["+", "="],
        Context::Going,
        "",
        "a faster pace",
    ),
    row(
        Action::Slower,
        "slower",
        &["-"],
        Context::Going,
        "",
        "a slower pace",
    ),
    row(
        Action::Sources,
        "sources",
        &["s"],
        Context::Always,
        "",
        "the passages that the turn on the screen rests on",
    ),
    row(
        Action::Argued,
        "argued",
        &["w"],
        Context::Always,
        "",
        "what the turn on the screen argues, its tone and its devices",
    ),
    row(
        Action::Definitions,
        "definitions",
        &["d"],
        Context::Defined,
        "terms",
        "the terms: how each side defines them, and what is contested",
    ),
    row(
        Action::House,
        "house",
        &["v"],
        Context::Housed,
        "house",
        "the house: every member's votes and reasons, and the swing",
    ),
    row(
        Action::Map,
        "map",
        &["shift-m"],
        Context::Always,
        "",
        "the argument map: claims, what answers them, what became of them",
    ),
    row(
        Action::Failures,
        "failures",
        &["!"],
        Context::Failed,
        "what failed",
        "what failed, in full, and what can be done about it",
    ),
    row(
        Action::Copy,
        "copy",
        &["y"],
        Context::Always,
        "",
        "copy the turn on the screen",
    ),
    row(
        Action::Share,
        "share",
        &["shift-s"],
        Context::Shared,
        "",
        "share the debate as a page that plays it in a browser",
    ),
    row(
        Action::Theme,
        "theme",
        &["t"],
        Context::Always,
        "",
        "the next theme",
    ),
    row(
        Action::Adjourn,
        "adjourn",
        &["shift-x"],
        Context::Live,
        "",
        "adjourn: stop the debate for good",
    ),
    row(
        Action::Cancel,
        "cancel",
        &["esc"],
        Context::Searching,
        "end search",
        "end the search",
    ),
    row(
        Action::Redraw,
        "redraw",
        &["ctrl-l"],
        Context::Always,
        "",
        "draw everything again",
    ),
    row(
        Action::Suspend,
        "suspend",
        &["ctrl-z"],
        Context::Always,
        "",
        "back to the shell for a while (fg returns)",
    ),
];
