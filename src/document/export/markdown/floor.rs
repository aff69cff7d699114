//! What stands beside speeches: evidence, questions, requests and polls.

use std::borrow::Cow;

use super::{
    Page, count,
    escape::{inline, paragraphs},
};
use crate::debate::{
    DebateState,
    sources::{LONG_EVIDENCE, handed_in},
    state::{Intervention, Matter, Progress},
    votes::Poll,
};

/// What a viewer brought in, and what came of it.
pub(super) fn intervention(page: &mut Page, state: &DebateState, item: &Intervention) {
    let whom = item.seat.as_ref().map(|seat| inline(&state.name(seat)));
    let to = whom
        .as_ref()
        .map_or_else(String::new, |name| format!(" to {name}"));
    let what = match &item.matter {
        Matter::Evidence { source, .. } if source.trim().is_empty() => {
            "**Evidence from the gallery**".to_owned()
        }
        Matter::Evidence { source, .. } => {
            format!("**Evidence from the gallery** (source: {})", inline(source))
        }
        Matter::Question { halt: _ } => format!("**Question from the gallery{to}**"),
        Matter::Clarification => format!("**To be made clear{to}**"),
        Matter::GalleryPoint => "**The gallery waits to rise**".to_owned(),
    };
    let mut parts = vec![format!("{what}: {}", paragraphs(&shown(item)).join("\n\n"))];
    match (&item.progress, &item.matter) {
        (
            Progress::Done {
                answer: Some(answer),
            },
            _,
        ) => parts.push(format!(
            "**{}**: {}",
            whom.as_deref().unwrap_or("Answer"),
            paragraphs(answer).join("\n\n")
        )),
        (Progress::Failed { reason }, _) => {
            parts.push(format!("*No answer could be had: {}.*", inline(reason)));
        }
        (Progress::Queued, Matter::GalleryPoint) => {
            parts.push("*The moment did not come.*".to_owned());
        }
        (Progress::Queued | Progress::Put, _) => parts.push("*Not answered yet.*".to_owned()),
        (Progress::Done { answer: None }, _) => {}
    }
    page.quote(&parts);
}

/// What was brought in. Of a book that was handed in the beginning: it is no part of what was said.
fn shown(item: &Intervention) -> Cow<'_, str> {
    match item.matter {
        Matter::Evidence { words, .. } if words > LONG_EVIDENCE => Cow::Owned(format!(
            "{}\n\n({words} words in all; speakers were given the passages that fit.)",
            handed_in(&item.text)
        )),
        _ => Cow::Borrowed(&item.text),
    }
}

/// A poll in one line.
pub(super) fn poll(page: &mut Page, poll: &Poll) {
    let silent = poll.votes().values().filter(|vote| vote.is_none()).count();
    let silent = if silent > 0 {
        format!(", {silent} without an answer")
    } else {
        String::new()
    };
    page.block(format!("*The house now: {}{silent}.*", count(poll.tally())));
}
