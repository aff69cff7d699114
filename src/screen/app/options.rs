//! What the chamber is opened with: the person's choices, and what is read, written or looked up for it elsewhere.

use std::{pin::Pin, sync::Arc};

use super::leaving::LeftOpen;
use crate::{
    beside_page::OtherDebate,
    debate::opening::Launch,
    desk::DeskDrafts,
    effect::{FileForm, FollowUpDraft, OtherModel},
    eval::CorpusQueries,
    keymap::Keymap,
    overlay::Candidates,
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
    /// The people who can be put in a seat of a branch.
    pub candidates: Candidates,
    /// The reading of the debate that is seen beside this one, where there is any.
    pub beside: Option<ReadOther>,
    /// Whether that is what the viewer wants to see first.
    pub opens_beside: bool,
    /// Whether another debate is open.
    pub is_paired: bool,
    /// Where a running debate is left that the viewer leaves for a branch of it, or for the other one.
    pub left_open: Option<LeftOpen>,
    /// What was typed at desks before, and not handed in.
    pub desk: DeskDrafts,
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

/// Reads the debate that is seen beside the one of the chamber; or says why that cannot be.
#[derive(Clone)]
pub struct ReadOther(pub Arc<dyn Fn() -> Result<OtherDebate, String> + Send + Sync>);

impl std::fmt::Debug for ReadOther {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("ReadOther")
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
