//! The document as plain text, for a terminal: how its blocks are laid out. What is said is said by the blocks. Whoever
//! tells a debate while it runs ([`crate::headless`]) writes on the same page.

mod map;
mod page;
mod study_page;
mod wrap;

use std::io::{self, Write};

pub use map::argument_map;
pub(crate) use page::{Page, interjected, outcome, plain};
pub use study_page::study_text;
pub use wrap::Wrap;

use crate::{
    blocks::{Block, Builder, Document, InterjectionOutcome, Notes, SectionPart, running},
    debate::{DebateState, follow_up::FollowUp},
};

/// The whole debate onto `out`, in lines of `width` columns. A debate that is not over gives what there is.
///
/// # Errors
/// What the system says.
pub fn text<W: Write>(state: &DebateState, notes: Notes, out: W, width: usize) -> io::Result<()> {
    let mut page = Page::new(out, width);
    if state.opening.is_none() {
        page.at(running::NOTHING_YET, 0)?;
        return page.end();
    }
    let document = Document::of(state, notes);
    let blocks = document.head.iter().chain(&document.proceedings);
    blocks
        .chain(&document.annex)
        .try_for_each(|block| tell(&mut page, block))?;
    page.end()
}

/// The house of a debate over the whole of it, onto `out`, in lines of `width` columns: its counts, what moved it, each
/// member's votes with the reasons; or what the debate has in place of a house.
///
/// # Errors
/// What the system says.
pub fn house<W: Write>(state: &DebateState, out: W, width: usize) -> io::Result<()> {
    let mut page = Page::new(out, width);
    let builder = Builder::of(state);
    if let Some(opening) = state.opening.as_deref() {
        page.at(&opening.motion.motion, 0)?;
    }
    let sections = builder.house();
    if sections.is_empty() {
        page.gap()?;
        page.at(&builder.without_votes(), 0)?;
    }
    let then = builder.house_then();
    let sections = sections.into_iter().map(Block::Section);
    sections
        .chain(then)
        .try_for_each(|block| tell(&mut page, &block))?;
    page.end()
}

/// The words for a question after the end that has no answer; `None` of one that has.
pub fn not_answered(state: &DebateState, item: &FollowUp) -> Option<String> {
    if let InterjectionOutcome::Told(remark) = Builder::of(state).came_of_follow_up(item) {
        Some(remark.text)
    } else {
        None
    }
}

/// A block as lines of `width` columns, without the empty ones before it.
pub(crate) fn block_lines(block: &Block<'_>, width: usize) -> io::Result<Vec<String>> {
    written(width, |page| tell(page, block))
}

/// Parts of a section as lines of `width` columns.
pub(crate) fn part_lines(parts: &[SectionPart<'_>], width: usize) -> io::Result<Vec<String>> {
    written(width, |page| page.parts(parts, 0))
}

fn written(
    width: usize,
    write: impl FnOnce(&mut Page<&mut Vec<u8>>) -> io::Result<()>,
) -> io::Result<Vec<String>> {
    let mut written = Vec::new();
    let mut page = Page::new(&mut written, width);
    write(&mut page)?;
    page.end()?;
    let text = String::from_utf8_lossy(&written);
    let lines = text.trim_start_matches('\n').lines();
    Ok(lines.map(str::to_owned).collect())
}

fn tell<W: Write>(page: &mut Page<W>, block: &Block<'_>) -> io::Result<()> {
    match block {
        Block::Phase(name) => page.phase(name),
        Block::Speech(speech) => page.speech(speech),
        Block::Interjection(interjection) => page.interjection(interjection),
        Block::Poll(poll) => page.poll(poll),
        Block::Notice(text) => page.beside(text),
        Block::Remark(remark) => page.beside(&remark.text),
        Block::Chosen(chosen) => page.beside(&chosen.describe()),
        Block::Section(section) => page.section(section),
    }
}
