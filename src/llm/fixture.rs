//! What tests of other crates need of this one.

pub use crate::openai::fixture::read_body;
