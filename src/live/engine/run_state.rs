//! The state of a run, beside that of the debate: the calls under way, what they report, and what is remembered of the
//! models.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use tokio::sync::mpsc;

use crate::{candidates::Meaning, llm::gate::Permit};

use super::{
    clock::Clock, delivery::ReadingClock, note::Note, prefixes::Prefixes, room::CallKind,
    running::Calls,
};

/// Notes of calls that may wait for the driver.
const NOTES: usize = 256;

/// The state of a run. Nothing of it outlives the process: a debate is taken up again from its journal alone.
pub(super) struct RunState {
    pub(super) clock: Clock,
    pub(super) running: Calls,
    pub(super) notes: (mpsc::Sender<Note>, mpsc::Receiver<Note>),
    /// Contexts of models that turned out to be smaller than their profiles say, by label.
    pub(super) contexts: BTreeMap<String, u32>,
    /// The prompts that turned out to be too long for a model: the size of the shortest of a kind, in characters, and
    /// why it cannot be asked.
    pub(super) too_long: BTreeMap<CallKind, (usize, String)>,
    pub(super) prefixes: Prefixes,
    /// The number of speeches that were condensed when the viewer was last told of it.
    pub(super) condensed: u32,
    /// The number of those that were left out, when the viewer was last told of that.
    pub(super) left_out: u32,
    /// The reasons why prompts of the user's could not be filled: each is told once.
    pub(super) unfilled: BTreeSet<String>,
    /// The clock of the written turn that is read out.
    pub(super) reading: ReadingClock,
    /// The notes of calls that came while the debate was paused, taken in, in this order, when the debate goes on.
    pub(super) held: VecDeque<Note>,
    /// The permits of calls whose ends have been taken in, held until those that wait for one are looked through.
    pub(super) permits: Vec<Permit>,
    /// Nothing is released before: an answer that came as a whole takes its time to be heard.
    pub(super) hold_until_ms: u64,
    /// What tells how near texts are in meaning, for whoever chooses between several answers.
    pub(super) meaning: Meaning,
}

impl RunState {
    /// The state of a run that begins, at `at_ms` of the debate's time.
    pub(super) fn at(at_ms: u64, meaning: Meaning) -> Self {
        Self {
            clock: Clock::from(at_ms),
            running: Calls::default(),
            notes: mpsc::channel(NOTES),
            contexts: BTreeMap::new(),
            too_long: BTreeMap::new(),
            prefixes: Prefixes::default(),
            condensed: 0,
            left_out: 0,
            unfilled: BTreeSet::new(),
            reading: ReadingClock::default(),
            held: VecDeque::new(),
            permits: Vec::new(),
            hold_until_ms: 0,
            meaning,
        }
    }
}
