//! The keys of the desk, for the line below.

use super::Desk;
use crate::{
    by_hand::AnswerForm,
    hint::{Hint, hints},
};

impl Desk {
    /// The keys of the desk, the most important first.
    pub(crate) fn hints(&self) -> Vec<Hint> {
        let mut told = Vec::new();
        if self.point.is_some() {
            told.extend(hints([
                ("ctrl-y", "take the point"),
                ("ctrl-x", "wave it down"),
            ]));
        }
        if self.asked.is_some() {
            told.extend(match self.form() {
                AnswerForm::Speech => hints([("enter", "say it"), ("ctrl-d", "end the speech")]),
                AnswerForm::Work if self.has_form() => hints([
                    ("ctrl-d", "hand it in"),
                    ("tab", "next field"),
                    ("ctrl-e", "editor"),
                ]),
                AnswerForm::Work => hints([("ctrl-d", "hand it in"), ("enter", "new line")]),
                AnswerForm::Text => hints([("enter", "answer"), ("ctrl-e", "editor")]),
                AnswerForm::Vote { .. } if self.vote.is_none() => hints([("↑↓", "choose a vote")]),
                AnswerForm::Vote { .. } => hints([("enter", "cast it"), ("↑↓", "vote")]),
                AnswerForm::Point => Vec::new(),
            });
        }
        told.extend(hints([
            ("esc", "other keys"),
            ("ctrl-o", "hand over"),
            ("pgup", "scroll"),
        ]));
        told
    }
}
