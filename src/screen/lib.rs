//! The screen: the terminal guard, keys, view state, layout, panes, the transcript and what lies over them.
//! It folds the same events as everybody else and asks for things with commands; it decides nothing about
//! the debate.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, error, files, panics, text};
use hustings_document::{beside, blocks, export, reading, shared};
use hustings_live::{by_hand, engine, own_seat};
#[cfg(test)]
use hustings_real as real;
use hustings_rules::{catalog, debate, setup};
use hustings_store::{corpus, journal};
use hustings_study::{eval, refine};

pub mod animation;
pub mod app;
pub mod ascii;
pub mod beside_page;
pub mod cast;
pub mod desk;
mod effect;
pub mod frame;
mod frames;
pub mod ground;
pub mod hint;
pub mod house;
pub mod keymap;
pub mod labels;
pub mod landscape;
mod late_answer;
pub mod layout;
pub mod library;
pub mod lobby;
mod map;
pub mod overlay;
pub mod panes;
mod parts;
pub mod refined;
pub mod replay;
mod replayed;
pub mod scrolling;
pub mod shot;
pub mod style;
pub mod terminal;
pub mod transcript;
pub mod ui;
pub mod update;
pub mod view;
pub mod welcome;
pub mod widgets;
mod wrapping;

#[cfg(test)]
mod tests;
