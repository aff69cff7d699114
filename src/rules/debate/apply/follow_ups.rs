//! Follow-ups: what was asked after the end, and what was answered.

use crate::debate::{
    event::{Event, Record},
    follow_up::{FollowUp, FollowUpProgress},
    ids::FollowUpId,
    state::{DebateState, TranscriptEntry},
};

impl DebateState {
    /// Takes in what was asked and answered after the end; all other events are none of its business.
    pub(super) fn take_in_follow_up(&mut self, record: &Record) {
        if let Event::FollowUpAsked {
            item,
            command,
            seat,
            text,
        } = &record.event
        {
            if !self.is_closed() || item.index() != self.follow_ups.len() {
                return;
            }
            self.follow_ups.push(FollowUp {
                id: *item,
                command: *command,
                seat: seat.clone(),
                text: text.clone(),
                answer: String::new(),
                progress: FollowUpProgress::Put,
                model: String::new(),
                at_ms: record.at_ms,
            });
            self.entries.push(TranscriptEntry::FollowUp(*item));
        } else if let Event::FollowUpSaid { item, text } = &record.event {
            self.with_follow_up(*item, |one| one.answer.push_str(text));
        } else if let Event::FollowUpAnswered { item, text } = &record.event {
            self.with_follow_up(*item, |one| {
                one.answer.clone_from(text);
                one.progress = FollowUpProgress::Answered;
            });
        } else if let Event::FollowUpFailed { item, reason } = &record.event {
            self.with_follow_up(*item, |one| {
                one.progress = FollowUpProgress::Failed {
                    reason: reason.clone(),
                };
            });
        }
    }

    /// A question is put to a model: what came of an earlier call for it is no part of the answer.
    pub(super) fn begin_follow_up(&mut self, item: FollowUpId) {
        self.with_follow_up(item, |one| one.answer.clear());
    }

    /// The model that has answered a question, or would have.
    pub(super) fn follow_up_by(&mut self, item: FollowUpId, model: &str) {
        self.with_follow_up(item, |one| model.clone_into(&mut one.model));
    }

    fn with_follow_up(&mut self, item: FollowUpId, change: impl FnOnce(&mut FollowUp)) {
        if let Some(one) = self.follow_ups.get_mut(item.index()) {
            change(one);
        }
    }
}
