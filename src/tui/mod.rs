//! (being built)
pub mod replay;
pub mod shot;
