//! The arguments of a speech, as they were taken down: its claims, each with its reason and its evidence, its tone and
//! its devices.

use super::{Overlay, section_page::SectionPage};
use crate::{
    blocks::Builder,
    debate::{DebateState, state::Turn},
};

/// The page with the arguments of a turn; `None` where nothing was taken down, because the turn is not over yet or was
/// handed in as arguments.
pub fn argued(state: &DebateState, turn: &Turn) -> Option<Box<dyn Overlay>> {
    let section = Builder::of(state).argued(turn)?;
    Some(Box::new(SectionPage::of(&section, 'w')))
}
