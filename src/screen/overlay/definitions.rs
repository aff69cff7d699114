//! The terms of the debate: what each side means by them, what it leaves out, and what is contested.

use super::{Overlay, section_page::SectionPage};
use crate::{blocks::Builder, debate::DebateState};

/// The page with the definitions of each side; `None` where none was taken down.
pub fn definitions(state: &DebateState) -> Option<Box<dyn Overlay>> {
    let section = Builder::of(state).definitions()?;
    Some(Box::new(SectionPage::of(&section, 'd')))
}
