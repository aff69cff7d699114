//! The document as plain text, for a terminal: how its blocks are laid out. What is said is said by the blocks. Whoever
//! tells a debate while it runs ([`crate::headless`]) writes on the same page.

mod page;
mod wrap;

use std::io::{self, Write};

pub(crate) use page::{Page, interjected, outcome, plain};
pub use wrap::Wrap;

use crate::{
    blocks::{Block, Builder, Document, InterjectionOutcome, Notes, running},
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

/// The words for a question after the end that has no answer; `None` of one that has.
pub fn not_answered(state: &DebateState, item: &FollowUp) -> Option<String> {
    if let InterjectionOutcome::Told(remark) = Builder::of(state).came_of_follow_up(item) {
        Some(remark.text)
    } else {
        None
    }
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
