//! The screen: the terminal guard, keys, view state, layout, panes, the transcript and what lies over them.
//! It folds the same events as everybody else and asks for things with commands; it decides nothing about
//! the debate.

use hustings_base::{error, panics, text};
use hustings_live::engine;
#[cfg(test)]
use hustings_real as real;
use hustings_rules::{catalog, debate};
use hustings_store::corpus;
use hustings_study::{assign, eval, refine};

pub mod app;
pub mod frame;
pub mod keymap;
pub mod layout;
pub mod lobby;
pub mod overlay;
pub mod panes;
pub mod refined;
pub mod replay;
pub mod shot;
#[cfg(test)]
mod stage;
#[cfg(test)]
#[allow(unreachable_pub, reason = "as of the stage that it stands on")]
mod stages;
pub mod style;
pub mod terminal;
pub mod transcript;
pub mod ui;
pub mod update;
pub mod view;
pub mod welcome;
pub mod who;
pub mod widgets;

#[cfg(test)]
mod tests;
