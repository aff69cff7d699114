//! The debate itself: its words, its events, its state and its rules. Pure: no clock, no I/O, no runtime.
//!
//! ```text
//!  Input ──▶ decide(&state, input) ──▶ events ──▶ journal ──▶ state.apply(record)
//!                        └──────────▶ effects ──▶ driver ──▶ Input …
//! ```

pub mod acknowledged;
mod agenda;
pub mod agreement;
mod alone;
pub mod annotated;
pub mod annotation;
pub mod annotation_count;
pub mod answer;
mod answerable;
mod apply;
pub mod argument_map;
pub mod ask;
pub mod blind;
mod branch;
pub mod branch_change;
pub mod calls;
pub mod command;
pub mod correction;
pub mod decide;
pub mod decisive;
pub mod defined;
pub mod definitions;
pub mod delivery;
pub mod division;
pub mod event;
mod families;
pub mod follow_up;
pub mod granted;
pub mod grants;
pub mod guidance;
pub mod house_agreement;
pub mod house_swing;
pub mod ids;
pub mod leans;
pub mod ledger;
pub mod looks;
pub mod missing;
mod models_heard;
pub mod named;
pub mod neutrality;
pub mod notice;
pub mod opening;
pub mod outage;
pub mod outcome;
pub mod participants;
mod parts;
pub mod passage;
mod people;
pub mod person;
mod pieces;
pub mod plan;
pub mod polling;
mod queries;
mod reader;
pub mod real;
pub mod referee;
pub mod rehearsal;
pub mod report_looks;
pub mod reversal;
pub mod risers;
pub mod score_looks;
pub mod scores;
mod seed_lots;
pub mod shifts;
pub mod side_by_side;
pub mod sink;
pub mod sources;
mod spend_limits;
pub mod state;
mod taken_up;
pub mod terminals;
pub mod three_verdicts;
pub mod trace;
mod turn;
mod unchecked;
pub mod votes;
pub mod what_if;
pub mod written;

pub use agenda::Agenda;
pub use apply::MAX_FAILURES;
pub use state::DebateState;
