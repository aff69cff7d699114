//! Effects that the screen wants done outside of it.

use crate::{
    debate::{ids::Seat, what_if::WhatIf},
    engine::Order,
};

/// Something to be done outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScreenEffect {
    /// Hand this to the engine, and say how that went.
    Send(Order),
    /// Put this on the clipboard.
    Copy(String),
    /// Hand the terminal to the editor with this text.
    Edit(String),
    /// Back to the shell for a while.
    Suspend,
    /// Draw everything again.
    Redraw,
    /// Leaves the chamber.
    Leave,
    /// Leaves the chamber, and the seat that was taken at this terminal to its persona.
    LeaveToPersona,
    /// Read this file, to be handed in with that source.
    Read {
        /// The path of the file, as it was typed.
        path: String,
        /// The source of the evidence, as it was typed.
        source: String,
    },
    /// Look how this path could go on.
    Complete(String),
    /// Measure the debate as it stands, and say what came of it.
    Measure,
    /// Leave the chamber to hold the debate again.
    Refine,
    /// Look whether this other model can be had, and say so: nothing is let go of before that is known.
    LookUp(OtherModel),
    /// Leave the chamber to go on with the debate with another model.
    GoOnWith(OtherModel),
    /// Leave the chamber of a debate that is over, or replayed, for something else.
    Next(NextStep),
    /// Look for the debate that this one parts from, or that parts from it, to be seen beside it.
    Beside,
    /// Write the debate down as a file.
    WriteDown(FileForm),
    /// Do this to the replay.
    Play(Play),
}

/// Another model with which a debate is gone on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherModel {
    /// The seat that it is for; for everything where absent.
    pub seat: Option<Seat>,
    /// The name, as it was typed.
    pub model: String,
}

/// What can come after a debate that is over, or out of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextStep {
    /// It is played again.
    Replay,
    /// It is held once more, by another seed.
    Anew,
    /// It is held once more, with the sides exchanged.
    SidesExchanged,
    /// Another one goes on from a place in it.
    Branch(Box<BranchStep>),
    /// The other one of the debates that are open.
    Other,
    /// Those who took part are asked; first this, where somebody has begun a question.
    Ask(Option<FollowUpDraft>),
    /// The lobby.
    Lobby,
}

/// A question that was begun before somebody was there to put it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowUpDraft {
    /// The seat of whoever is meant, where somebody is.
    pub seat: Option<Seat>,
    /// The words so far.
    pub text: String,
}

/// A branch that is begun from the chamber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BranchStep {
    /// The number of the last record that the two have in common.
    pub at: u64,
    /// The thing that is otherwise from there on; another draw where there is none.
    pub change: Option<WhatIf>,
    /// What becomes of the debate that it parts from, where that runs here.
    pub meanwhile: Meanwhile,
}

/// What becomes of a debate that runs while another one is on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Meanwhile {
    /// It is paused.
    #[default]
    Waits,
    /// It goes on.
    GoesOn,
}

impl Meanwhile {
    /// The other choice.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Waits => Self::GoesOn,
            Self::GoesOn => Self::Waits,
        }
    }
}

/// The form in which a debate is written down from the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// A document to read.
    Document,
    /// A page for a browser, which plays the debate.
    Page,
}

/// An action on a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Play {
    /// Play or wait.
    Toggle,
    /// The next faster speed.
    Faster,
    /// The next slower speed.
    Slower,
    /// To the next speech.
    Next,
    /// To the speech before.
    Previous,
    /// To the next phase.
    NextPhase,
    /// To the phase before.
    PreviousPhase,
    /// To the end of the next sentence.
    NextSentence,
    /// To the end of the sentence before.
    PreviousSentence,
    /// As it was held, or as one reads.
    Rhythm,
    /// A little ahead.
    Ahead,
    /// A little back.
    Back,
    /// To a place on the line of time: that cell, from 0, of so many.
    To {
        /// The cell.
        cell: u16,
        /// The number of cells.
        of: u16,
    },
}
