//! Actions: what keys of the chamber do.

/// Something that a key of the chamber does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Leave; asks first while a debate runs.
    Quit,
    /// Pause or go on.
    TogglePause,
    /// Hand both sides a text.
    Evidence,
    /// Ask a speaker.
    Ask,
    /// Ask for something to be made clear at the next break.
    Clarify,
    /// Rise from the gallery, or from the seat of a person.
    GalleryPoint,
    /// Go on writing at the desk.
    Write,
    /// Hand a person's seat to its persona, or take it back.
    HandOver,
    /// One line up.
    Up,
    /// One line down.
    Down,
    /// One page up.
    PageUp,
    /// One page down.
    PageDown,
    /// To the beginning.
    Top,
    /// To the end.
    Bottom,
    /// To the next pane or tab.
    NextPane,
    /// To the pane or tab before.
    PrevPane,
    /// Follow what is being said.
    Follow,
    /// A faster pace.
    Faster,
    /// A slower pace.
    Slower,
    /// The passages that the turn on the screen rests on.
    Sources,
    /// The arguments of the turn on the screen.
    Argued,
    /// The definitions of each side.
    Definitions,
    /// The house: every member, and the swing.
    House,
    /// The argument map.
    Map,
    /// What failed, in full.
    Failures,
    /// Copy the turn on the screen.
    Copy,
    /// Write a page that plays the debate, and a clip of its decisive moment.
    Share,
    /// The next theme.
    Theme,
    /// The measures of a debate that is over.
    Measures,
    /// Show the help.
    Help,
    /// Whatever can be done now, by typing some letters of it.
    Palette,
    /// Search the transcript.
    Search,
    /// The next place found.
    NextMatch,
    /// The place found before.
    PrevMatch,
    /// The next speech.
    NextSpeech,
    /// The speech before.
    PrevSpeech,
    /// A little ahead in a replay.
    Ahead,
    /// A little back in a replay.
    Back,
    /// The next phase of a replay.
    NextPhase,
    /// The phase before in a replay.
    PrevPhase,
    /// The next sentence of a replay.
    NextSentence,
    /// The sentence before in a replay.
    PrevSentence,
    /// A replay as it was held, or as one reads.
    Rhythm,
    /// A branch of the debate from what is on the screen.
    Branch,
    /// The debate that this one parts from, or that parts from it, beside it.
    Beside,
    /// To the other one of the debates that are open.
    Other,
    /// Stop the debate for good; asks first.
    Adjourn,
    /// Draw everything again.
    Redraw,
    /// Leave the program waiting in the shell.
    Suspend,
    /// Hold the debate again, taught by its verdict; of one that was, see all of them.
    Refine,
    /// Give up what is being done: the search, the selection.
    Cancel,
}
