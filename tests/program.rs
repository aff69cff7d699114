//! The program as scripts see it: whole debates against a server on loopback, from the command line to the
//! exit code.
#![allow(
    clippy::unwrap_used,
    clippy::format_collect,
    reason = "a test that fails may panic, and need not be fast"
)]

use crate::common;

#[path = "program/attacks.rs"]
mod attacks;
#[path = "program/auto.rs"]
mod auto;
#[path = "program/branch.rs"]
mod branch;
#[path = "program/catalog.rs"]
mod catalog;
#[path = "program/check.rs"]
mod check;
#[path = "program/config.rs"]
mod config;
#[path = "program/corpus.rs"]
mod corpus;
#[path = "program/debates.rs"]
mod debates;
#[path = "program/dragging.rs"]
mod dragging;
#[path = "program/earlier.rs"]
mod earlier;
#[path = "program/empty_answers.rs"]
mod empty_answers;
#[path = "program/ensemble.rs"]
mod ensemble;
#[path = "program/entered.rs"]
mod entered;
#[path = "program/eval.rs"]
mod eval;
#[path = "program/faults.rs"]
mod faults;
#[path = "program/files.rs"]
mod files;
#[path = "program/flags.rs"]
mod flags;
#[path = "program/follow_ups.rs"]
mod follow_ups;
#[path = "program/formats.rs"]
mod formats;
#[path = "program/grounded.rs"]
mod grounded;
#[path = "program/judge.rs"]
mod judge;
#[path = "program/keys.rs"]
mod keys;
#[path = "program/library.rs"]
mod library;
#[path = "program/limits.rs"]
mod limits;
#[path = "program/mcp.rs"]
mod mcp;
#[path = "program/names.rs"]
mod names;
#[path = "program/no_model.rs"]
mod no_model;
#[path = "program/one_folder.rs"]
mod one_folder;
#[path = "program/outages.rs"]
mod outages;
#[path = "program/person.rs"]
mod person;
#[path = "program/polls.rs"]
mod polls;
#[path = "program/privacy.rs"]
mod privacy;
#[path = "program/real.rs"]
mod real;
#[path = "program/refine.rs"]
mod refine;
#[path = "program/refusals.rs"]
mod refusals;
#[path = "program/room.rs"]
mod room;
#[path = "program/sent_prompts.rs"]
mod sent_prompts;
#[path = "program/shown.rs"]
mod shown;
#[path = "program/sides.rs"]
mod sides;
#[path = "program/signals.rs"]
mod signals;
#[path = "program/storm.rs"]
mod storm;
#[path = "program/trial.rs"]
mod trial;
#[path = "program/verdict.rs"]
mod verdict;
#[path = "program/watch.rs"]
mod watch;
#[path = "program/works.rs"]
mod works;
