//! A debate as lines on standard output, while it runs: the public JSON lines and the running transcript. Both are a
//! [`Sink`] of the run that nobody watches.
//!
//! [`Sink`]: crate::debate::sink::Sink

pub mod jsonl;
mod lines;
mod mapper;
mod parts;
mod text;

pub use lines::{JsonLinesWriter, record_of_line};
pub use mapper::Mapper;
pub use text::Text;
