//! The tests that need no real model, as one program: what all of them stand on is compiled and linked once.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test that fails may panic"
)]

mod common;
mod samples;

mod attacks;
mod book;
mod bounds;
mod briefing;
mod catalog;
mod cli_journal;
mod config;
mod engine;
mod eval;
mod export;
mod formats;
mod growth;
mod headless_schema;
mod journal;
mod kill;
mod lasting;
mod layering;
mod llm_faults;
mod many;
mod models;
mod program;
mod promises;
mod prompts;
mod pty;
mod readers;
#[path = "core.rs"]
mod rules;
mod screens;
mod supply;
mod tellers;
