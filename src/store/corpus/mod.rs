//! The corpora of personas, what each wrote and said: read from files, cut into passages, kept in one SQLite file, and
//! found again by words and by meaning.
//!
//! ```text
//!  files ──read──▶ documents ──passage──▶ passages ──library──▶ file ──find──▶ the passages that fit
//!                                            │                    ▲
//!                                            └──── embedding ─────┘  (an embedder's vectors, where there is one)
//! ```
//!
//! `read` and `passage` are pure. `ingest` walks folders; `library` and its neighbours own the file. Who asks for what
//! during a debate is the engine's business. `handed` reads a file that a viewer hands in: it is in no library, and its
//! passages are ranked in memory.

mod embedding;
mod error;
mod find;
mod fuse;
mod handed;
mod ingest;
mod library;
mod naming;
mod near;
pub mod passage;
pub mod rank;
pub mod read;
mod schema;
mod stems;
mod style;
mod summary;
mod tagged;
#[cfg(test)]
mod tests;
mod window;

pub use embedding::{EmbedError, embed_missing};
pub use error::CorpusError;
pub use find::{Hit, PassageQuery, find_by};
pub use handed::{Handed, NotHanded, documents, hand_in};
pub use ingest::{Added, IngestProgress, Labels, add};
pub use library::Library;
pub use naming::placed;
pub use schema::FILE;
pub use stems::Stems;
pub use style::SAMPLES;
pub use summary::{CorpusSource, CorpusSummary};
pub use tagged::TagFilter;
