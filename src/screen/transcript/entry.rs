//! An entry of the debate as rows.

use ratatui::text::Line;

use super::{
    beside,
    ink::{Ink, role},
    interjection,
    paragraphs::text,
    section, speech,
    wrap::TranscriptRow,
};
use crate::{
    blocks::{Block, Builder},
    catalog::Task,
    debate::{DebateState, state::TranscriptEntry},
    style::StyleRole,
};

/// The rows of an entry, with an empty one behind. None for what stands elsewhere.
pub(super) fn rows(ink: Ink<'_>, entry: TranscriptEntry) -> Vec<TranscriptRow> {
    let mut rows = Vec::new();
    for block in Builder::on_screen(ink.state).entry(entry) {
        match &block {
            Block::Phase(name) => rows.extend(phase_rows(ink, name)),
            Block::Speech(speech) => {
                let band = beside::rows(ink, speech.turn);
                rows.extend(band.unwrap_or_else(|| speech::rows(ink, speech)));
            }
            Block::Interjection(interjection) => rows.extend(interjection::rows(ink, interjection)),
            Block::Poll(poll) => {
                // It is taken beside the next speech, and belongs to this one.
                if !rows.is_empty() {
                    rows.push(TranscriptRow::default());
                }
                rows.extend(section::poll(ink, poll));
            }
            Block::Notice(text) => rows.extend(speech::notice(ink, text)),
            Block::Remark(remark) => {
                rows.extend(text(ink, &remark.text, role(remark.tone)));
            }
            Block::Chosen(chosen) => rows.extend(section::chosen(ink, chosen)),
            Block::Section(section) => rows.extend(section::rows(ink, section)),
        }
    }
    if !rows.is_empty() && !is_asked(ink.state, entry) {
        rows.push(TranscriptRow::default());
    }
    rows
}

/// Whether it is a question that was put: its answer stands right below it.
fn is_asked(state: &DebateState, entry: TranscriptEntry) -> bool {
    let TranscriptEntry::Turn(id) = entry else {
        return false;
    };
    state
        .turn(id)
        .is_some_and(|turn| turn.task == Task::Question && turn.is_ended())
}

fn phase_rows(ink: Ink<'_>, name: &str) -> Vec<TranscriptRow> {
    let title = format!(" {name} ");
    let dashes = ink.width.saturating_sub(crate::widgets::width(&title));
    let left = (dashes / 2).min(3);
    vec![TranscriptRow::new(Line::from(vec![
        ink.span("─".repeat(left), StyleRole::Border),
        ink.span(crate::widgets::fit(&title, ink.width), StyleRole::Title),
        ink.span("─".repeat(dashes - left), StyleRole::Border),
    ]))]
}
