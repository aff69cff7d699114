//! Files that people name: what is read of them, and how they are written.
//!
//! Owns what may be opened and how much of it is read; what stands in a file is its reader's. Every file that is read
//! for a person goes through [`open`], [`bytes`] or [`text`], every one that is written through [`write()`].

mod read;
mod room;
mod write;

pub use read::{NotRead, bytes, open, text};
pub use room::{is_full, is_without_room, why};
pub use write::{Existing, NotWritten, write};
