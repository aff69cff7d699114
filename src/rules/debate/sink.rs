//! A sink of records: what tells of a debate while it runs.

use std::io;

use super::event::Record;

/// The destination of records. Each is written out before the next is taken.
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
