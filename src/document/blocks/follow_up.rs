//! What was asked after the end, and what was answered: behind everything else, under a heading of its own.

use std::borrow::Cow;

use super::{Block, Builder, Interjection, InterjectionKind, InterjectionOutcome, Remark, Tone};
use crate::debate::{
    follow_up::{FollowUp, FollowUpProgress},
    ids::{FollowUpId, Seat},
};

/// The heading of what was asked after the end.
const HEADING: &str = "Questions afterwards";

impl<'a> Builder<'a> {
    /// A question that was put after the end, the first of them under the heading.
    pub(super) fn follow_up(self, id: FollowUpId) -> Vec<Block<'a>> {
        let Some(item) = self.state.follow_up(id) else {
            return Vec::new();
        };
        let heading = (id.index() == 0).then_some(Block::Phase(HEADING));
        let asked = Block::Interjection(self.asked_afterwards(item));
        heading.into_iter().chain([asked]).collect()
    }

    /// A question that was put after the end, with what came of it.
    pub(crate) fn asked_afterwards(self, item: &'a FollowUp) -> Interjection<'a> {
        Interjection {
            kind: InterjectionKind::Question,
            from: Seat::gallery(),
            label: format!("Question to {}", self.name_within(&item.seat)),
            text: Cow::Borrowed(&item.text),
            source: "",
            outcome: self.came_of_follow_up(item),
        }
    }

    /// The outcome of a question that was put after the end.
    pub(crate) fn came_of_follow_up(self, item: &'a FollowUp) -> InterjectionOutcome<'a> {
        let told = |tone, text: String| InterjectionOutcome::Told(Remark { tone, text });
        let said = item.answer.trim();
        match &item.progress {
            FollowUpProgress::Answered => self.answered_afterwards(item, said),
            FollowUpProgress::Put if self.state.is_answering(item.id) => {
                if said.is_empty() {
                    told(Tone::Open, "An answer is awaited.".to_owned())
                } else {
                    self.answered_afterwards(item, said)
                }
            }
            FollowUpProgress::Put if !said.is_empty() => {
                let name = self.name(&item.seat);
                told(
                    Tone::Open,
                    format!(
                        "{name} began: “{said}” The answer broke off there; it is begun anew with the next question."
                    ),
                )
            }
            FollowUpProgress::Put => told(Tone::Open, "It waits for an answer.".to_owned()),
            FollowUpProgress::Failed { reason } => {
                let reason = reason.trim().trim_end_matches('.');
                let text = if said.is_empty() {
                    let name = self.name_within(&item.seat);
                    format!("No answer could be had from {name}: {reason}. It can be asked again.")
                } else {
                    let name = self.name(&item.seat);
                    format!(
                        "{name} began: “{said}” The answer broke off there: {reason}. It can be asked again."
                    )
                };
                told(Tone::Warning, text)
            }
        }
    }

    /// The answer, with the model where it is not the one that the debate was held with.
    fn answered_afterwards(self, item: &'a FollowUp, text: &'a str) -> InterjectionOutcome<'a> {
        let name = self.name(&item.seat);
        let held_with = self.state.model_of(&item.seat);
        let is_other = held_with.is_some_and(|held_with| {
            !item.model.is_empty() && !held_with.is_empty() && held_with != item.model
        });
        InterjectionOutcome::Answered {
            seat: item.seat.clone(),
            name: if is_other {
                format!("{name}, by {}", item.model)
            } else {
                name
            },
            text,
        }
    }
}
