//! What the chamber is opened with: the person's choices, and what can be done from it outside of the screen; and the ways
//! in which it is left.

use std::{pin::Pin, sync::Arc};

use crate::{
    debate::opening::Launch,
    effect::{FileForm, FollowUpDraft, NextStep, OtherModel},
    eval::CorpusQueries,
    keymap::Keymap,
    ui::ThemeStyles,
};

/// The person's choices for the screen.
#[derive(Debug, Default)]
pub struct ScreenOptions {
    /// Themes, the chosen one first.
    pub looks: Vec<ThemeStyles>,
    /// The keys in force.
    pub keymap: Keymap,
    /// Whether nothing is to move that need not.
    pub reduced_motion: bool,
    /// The corpora that the debate is measured against, where speakers have any.
    pub corpora: Option<Corpora>,
    /// What is said to the viewer first: why what was wanted could not be had.
    pub said: Option<String>,
    /// How the debate is written down as a file; where it can be, it is asked after the debate what comes next.
    pub write_down: Option<WriteDown>,
    /// What is told to the viewer first, where nothing is said.
    pub told: Option<String>,
    /// Words that are searched for in the transcript from the first.
    pub search: Option<String>,
    /// The question that was begun before the debate was taken up for it.
    pub begun: Option<FollowUpDraft>,
    /// How it is known of another model whether it can be had; without it, the debate is let go of at once.
    pub look_up: Option<LookUp>,
}

/// Looks whether another model can be had for a debate that was opened with these flags, or says why it cannot.
#[derive(Clone)]
pub struct LookUp(pub Arc<dyn Fn(Launch, OtherModel) -> Looking + Send + Sync>);

/// The look for a model, under way.
pub type Looking = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;

impl std::fmt::Debug for LookUp {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("LookUp")
    }
}

/// Writes the debate down as a file, and says where; or why it could not be.
#[derive(Clone)]
pub struct WriteDown(pub Arc<dyn Fn(FileForm) -> Result<String, String> + Send + Sync>);

impl std::fmt::Debug for WriteDown {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("WriteDown")
    }
}

/// The queries of measures to corpora, from beside the screen.
pub type Corpora = Arc<dyn CorpusQueries + Send + Sync>;

/// The way in which the chamber was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChamberExit {
    /// The debate is over, or it was a replay.
    Over,
    /// The viewer left; the debate can be resumed, or goes on in another process.
    Left,
    /// The debate is over and is to be held again, taught by its verdict.
    Refine,
    /// The debate is not over, and is to be gone on with by another model.
    GoOnWith(OtherModel),
    /// The debate is over, and this comes next.
    Next(NextStep),
    /// A signal ended it; the debate can be resumed.
    Interrupted,
}
