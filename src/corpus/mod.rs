//! What a person has written and said: files read as documents, documents split into passages.
//!
//! Reading and splitting are pure: bytes in, values out.

pub mod passage;
pub mod read;
