//! A debate without a screen: every record goes to a [`Sink`], scripted interventions stand in for a viewer.
//! It owns the public JSON lines and the running transcript; what happens is the engine's.
//!
//! Nobody is there to press a key, so what waits for one is settled here. A scripted pause ends after its
//! `for_ms`; a question that halts the debate lets it go on once it is answered; a limit, or a model that
//! cannot be had, ends the run, and the debate can be resumed.

mod convert;
pub mod interventions;
pub mod jsonl;
mod lines;
mod mapper;
mod parts;
mod run;
mod scored;
mod text;
mod wrap;

use std::io;

use crate::debate::event::Record;

pub use interventions::Script;
pub use lines::Lines;
pub use mapper::Mapper;
pub use run::{Wait, Waiting, run};
pub use text::Text;

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
