//! The situation of the chamber, by the state of the debate, the replay and the search: whether the keys of a context
//! do something.

use super::which::Upper;
use crate::{
    debate::{
        DebateState,
        event::{CloseReason, PausedBy},
        ids::Seat,
        state::DebateStatus,
    },
    keymap::Context,
    replay::{Playback, Speed},
    transcript::{Scroll, TextSearch},
};

/// The process that runs a debate which is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunBy {
    /// Another process, with its id where it could be told.
    Process(Option<u32>),
    /// None any more.
    Nobody,
    /// None any more, and the debate was deleted: it has to be restored before anybody can resume it.
    Deleted,
}

/// The mode of the chamber: whether its debate happens now or is played again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChamberMode {
    /// A debate that happens now, and is steered from here.
    Live,
    /// A debate that another process holds, or has left: it is watched and not steered.
    Followed(RunBy),
    /// A debate that is played again: whether time passes in it, and how fast.
    Replay(Playback, Speed),
}

impl ChamberMode {
    /// Whether a debate is played again.
    pub const fn is_replay(self) -> bool {
        matches!(self, Self::Replay(..))
    }

    /// Whether the debate is steered from here.
    pub const fn is_live(self) -> bool {
        matches!(self, Self::Live)
    }

    /// Whether a debate is watched that nobody runs now.
    pub fn is_left(self) -> bool {
        matches!(self, Self::Followed(RunBy::Nobody | RunBy::Deleted))
    }
}

/// The parts of the chamber that decide which keys do something.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The state of the debate.
    pub state: &'a DebateState,
    /// Live or replayed.
    pub mode: ChamberMode,
    /// The place in the transcript.
    pub scroll: Scroll,
    /// The search, if there is any.
    pub search: Option<&'a TextSearch>,
    /// Whether whoever leaves a debate that is over is asked what comes next.
    pub asks_what_next: bool,
    /// Whether there is a debate to be seen beside this one.
    pub has_beside: bool,
    /// Whether another debate is open.
    pub is_paired: bool,
    /// The seat that was taken at this terminal, in a debate that runs elsewhere.
    pub own_seat: Option<&'a Seat>,
}

impl Situation<'_> {
    /// Whether keys of that context can still do something in such a chamber, in a debate of this format.
    pub fn has(self, context: Context) -> bool {
        let is_replay = self.mode.is_replay();
        let is_on = self.mode.is_live() && !self.state.is_closed();
        let is_seated = self.is_seated();
        match context {
            Context::Going => is_replay || is_on,
            Context::Always | Context::Over | Context::Behind | Context::Searching => true,
            // What people said is not said again.
            Context::Completed => {
                let opening = self.state.opening.as_deref();
                opening.is_none_or(|one| one.real.is_none())
            }
            // Who all sit at one table define nothing for a side.
            Context::Defined => {
                let opening = self.state.opening.as_deref();
                opening.is_none_or(|one| one.real.is_none() && one.format.sides.len() > 1)
            }
            Context::Housed => {
                let opening = self.state.opening.as_deref();
                opening.is_none_or(|one| !one.audience.is_empty() || one.real.is_some())
            }
            Context::Live | Context::Evidence => is_on,
            Context::Asking => {
                let opening = self.state.opening.as_deref();
                let is_real = opening.is_some_and(|one| one.real.is_some());
                is_on || self.asks_what_next && !is_real
            }
            Context::Points => (is_on || is_seated) && Upper::of(self.state) == Upper::Points,
            Context::AskedByHand | Context::Seated => is_on && self.state.has_people() || is_seated,
            Context::Replay => is_replay,
            Context::Failed => self.state.has_failures(),
            Context::Beside => self.has_beside,
            Context::Paired => self.is_paired,
            Context::Shared => self.asks_what_next,
        }
    }

    /// Whether the debate waits for a model that could not be had.
    pub fn waits_for_model(self) -> bool {
        match &self.state.status {
            DebateStatus::Paused(PausedBy::Unreachable { .. }) => true,
            DebateStatus::Unopened
            | DebateStatus::Running
            | DebateStatus::Paused(_)
            | DebateStatus::Closed(_) => false,
        }
    }

    /// Whether somebody sits at this terminal in a debate that runs elsewhere.
    pub fn is_seated(self) -> bool {
        self.own_seat.is_some() && !self.mode.is_left() && !self.state.is_closed()
    }

    /// Whether to leave is to be asked what comes next: at the end of a debate, or of its replay.
    pub fn leads_on(self) -> bool {
        let is_at_end = match self.mode {
            ChamberMode::Live | ChamberMode::Followed(_) => true,
            ChamberMode::Replay(playback, _) => playback == Playback::Ended,
        };
        self.asks_what_next && is_at_end && self.state.is_closed()
    }

    /// Whether actions of that context make sense now.
    pub fn fits(self, context: Context) -> bool {
        let Self { state, mode, .. } = self;
        if !self.has(context) {
            return false;
        }
        match context {
            Context::Always
            | Context::Replay
            | Context::Failed
            | Context::Housed
            | Context::Beside
            | Context::Paired
            | Context::Shared => true,
            Context::Going => mode.is_replay() || !state.is_closed(),
            Context::Live | Context::Seated => !state.is_closed(),
            Context::Asking => {
                let is_on = mode.is_live() && !state.is_closed();
                is_on || self.asks_what_next && state.takes_follow_ups()
            }
            Context::Evidence => !state.is_closed() && state.is_evidence_of_use(),
            Context::Points => !state.is_closed() && state.are_points_to_come(),
            Context::Over => {
                state.is_closed() || state.division.is_some() || state.scores.is_some()
            }
            Context::Completed => state.status == DebateStatus::Closed(CloseReason::Completed),
            Context::Behind => !state.is_closed() && self.scroll != Scroll::Follow,
            Context::Defined => state.definitions_taken().next().is_some(),
            Context::Searching => self.search.is_some(),
            Context::AskedByHand => state.asked_at(self.own_seat).next().is_some(),
        }
    }
}
