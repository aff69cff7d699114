//! A debate that nobody watches: every record goes to a [`Sink`], scripted interventions stand in for a viewer.
//!
//! Nobody is there to press a key, so what waits for one is settled here. A scripted pause ends after its
//! `for_ms`; a question that halts the debate lets it go on once it is answered; a limit, or a model that
//! cannot be had, ends the run, and the debate can be resumed.

pub mod interventions;
mod run;
mod wait;

use std::io;

use crate::debate::event::Record;

pub use interventions::Script;
pub use run::run;
pub use wait::{Wait, Waiting};

/// Where records go. Each is written out before the next is taken.
pub trait Sink {
    /// Takes in a record of an earlier process: it is known, and nothing is written.
    fn catch_up(&mut self, record: &Record);

    /// Writes what a record says.
    ///
    /// # Errors
    /// What the system says.
    fn record(&mut self, record: &Record) -> io::Result<()>;

    /// Writes what is left when no more records come.
    ///
    /// # Errors
    /// What the system says.
    fn finish(&mut self) -> io::Result<()>;
}
