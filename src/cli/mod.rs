//! (being built)

pub mod catalog;
mod layout;
