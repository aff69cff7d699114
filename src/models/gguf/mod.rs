//! What is in a GGUF file, read with care.

mod error;

pub use error::FileError;
