//! The hearing of turns that are read out or run at once: which written turn is read out, and which wait for others.

use super::{
    decide::is_read_as_far_as_can_be,
    delivery::WorkDraft,
    ids::{CallId, TurnId},
    state::{DebateState, Turn},
};
use crate::catalog::{Coordination, Display};

impl DebateState {
    /// The written turn that is read out, or will be as soon as more of it is written. One begun is read to its end, and
    /// of several that are written at once the first in order begins, whoever is done first: nothing is heard above what
    /// is on the screen already.
    pub fn reader(&self) -> Option<&Turn> {
        let open = || {
            let turns = self.agenda.turns.iter().filter_map(|turn| self.turn(*turn));
            let turns = turns.filter(|turn| turn.is_open() && turn.task.is_written());
            turns.filter(|turn| !self.is_private(turn))
        };
        let begun = open().find(|turn| turn.draft.is_some() && turn.words > 0);
        let next = || open().find(|turn| !self.is_held_back(turn));
        begun.or_else(|| {
            let has_words = |turn: &&Turn| turn.draft.as_ref().is_some_and(|one| one.words() > 0);
            next().filter(has_words)
        })
    }

    /// The turn that is read out, and how many words of its sentence are still to be said; `None` where nothing waits.
    pub fn to_be_read(&self) -> Option<(TurnId, u32)> {
        self.pace.words_per_minute().filter(|_| self.is_running())?;
        let turn = self.reader()?;
        let draft = turn.draft.as_ref()?;
        if is_read_as_far_as_can_be(self, turn, draft) {
            return None;
        }
        let left = draft.sentence_end(turn.words).saturating_sub(turn.words);
        (left > 0).then_some((turn.id, left))
    }

    /// The calls whose drafts can be read out next, in order: the reader's, where no more than `ahead` words of what is
    /// drafted are left to be said, or, where nobody reads, those of everybody who may begin.
    pub fn to_be_drafted(&self, ahead: u32) -> Vec<CallId> {
        if self.pace.words_per_minute().is_none() || !self.is_running() {
            return Vec::new();
        }
        let reader = self.reader().map(|turn| turn.id);
        let open = self.agenda.turns.iter().filter_map(|turn| self.turn(*turn));
        let wanted = open.filter(|turn| {
            let draft = turn.draft.as_ref();
            let drafted = draft.map_or(0, WorkDraft::words);
            // An argument may be waited for until it is known to be ended in time.
            let is_waited_for =
                draft.is_some_and(|draft| is_read_as_far_as_can_be(self, turn, draft));
            turn.is_open()
                && turn.task.is_written()
                && reader.is_none_or(|reader| reader == turn.id)
                && (is_waited_for || drafted <= turn.words.saturating_add(ahead))
                && !self.is_held_back(turn)
        });
        wanted
            .filter_map(|turn| self.speaking_call(turn.id))
            .collect()
    }

    /// Whether nothing is heard of a turn yet because its phase shows those that run at once together: first all of
    /// them are written, and then they are heard one after the other.
    pub fn is_held_back(&self, turn: &Turn) -> bool {
        if !self.is_shown_together(turn) {
            return false;
        }
        let under_way = || {
            let attempts = self.agenda.under_way.iter();
            attempts.filter_map(|slot| self.attempts_in(*slot).last())
        };
        let begun = under_way().find(|other| other.is_open() && other.words > 0);
        let next = begun.or_else(|| {
            let is_written = |other: &Turn| !other.is_open() || other.is_all_there();
            under_way()
                .all(is_written)
                .then(|| under_way().find(|other| other.is_open()))?
        });
        next.is_none_or(|next| next.id != turn.id)
    }

    /// Whether a turn is heard while others are, beside it.
    pub fn is_side_by_side(&self, turn: &Turn) -> bool {
        self.is_simultaneous(turn) && turn.task.is_spoken() && !self.is_shown_together(turn)
    }

    /// Whether a turn runs beside others with which it is shown together.
    pub(crate) fn is_shown_together(&self, turn: &Turn) -> bool {
        let plan = self.plan.phases.get(turn.phase as usize);
        let together = plan.is_some_and(|plan| {
            plan.coordination == Coordination::Simultaneous && plan.display == Display::Together
        });
        together && turn.task.is_on_record() && !self.is_private(turn)
    }
}
