//! A debate that nobody watches: every record goes to a [`Sink`](crate::debate::sink::Sink), scripted interventions stand in for a viewer.
//!
//! Nobody is there to press a key, so what waits for one is settled here. A scripted pause ends after its
//! `for_ms`; a question that halts the debate lets it go on once it is answered; a limit, or a model that
//! cannot be had, ends the run, and the debate can be resumed.

pub mod interventions;
mod person;
mod run;
mod wait;

pub use interventions::Script;
pub use person::PersonLines;
pub use run::run;
pub use wait::{Wait, Waiting};
