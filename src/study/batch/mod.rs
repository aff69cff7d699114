//! Many debates: a file of motions, formats, line-ups, seeds and repeats, unrolled into a list whose items are known by
//! what they settle; the numbers that are drawn from each debate; and what they come to together, with intervals.
//! It runs nothing and reads no file: `cli::batch` does.

mod file;
mod fitting;
mod idle;
mod item;
mod measure;
mod reader;
mod summary;
mod unroll;

pub use file::{DebateSettings, File, LineUp, ModelChoices, schema};
pub use item::{BatchItem, Shard};
pub use measure::{BatchRow, ItemStatus, Measures, Number, Usual, csv};
pub use reader::Settled;

/// What reads a batch, for other files that name debates.
pub(crate) mod checks {
    pub(crate) use super::{fitting::Own, reader::Reader};
}
pub use summary::{BatchSummary, Group, summary};
pub use unroll::{Unrolled, read};
