//! The fold: the one place where state changes. It never fails, never blocks and does no I/O; an event that
//! makes no sense in the present state (a foreign or damaged journal) changes as little as possible.

mod agenda;
mod calls;
mod debate;
mod follow_ups;
mod interventions;
mod judges;
mod outage;
mod outcomes;
mod points;
mod terminals;
mod turns;
mod votes;

use super::{
    event::Record,
    state::{DebateState, TranscriptEntry},
};
use crate::events_of;

/// The number of failures in a row, with nothing more to show for them, after which a speaker counts as unreachable.
pub const MAX_FAILURES: u32 = 3;

impl DebateState {
    /// The state that a sequence of records leaves behind.
    pub fn fold<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut state = Self::default();
        for record in records {
            state.apply(record);
        }
        state
    }

    /// Takes one record in.
    pub fn apply(&mut self, record: &Record) {
        self.next_seq = record.seq.saturating_add(1);
        self.at_ms = record.at_ms;
        let touched = match &record.event {
            events_of!(debate) => self.take_in_debate(record),
            events_of!(turns) => self.take_in_turn(record),
            events_of!(points) => self.take_in_point(record),
            events_of!(votes) => self.take_in_vote(record),
            events_of!(judges) => self.take_in_judges(record),
            events_of!(interventions) => self.take_in_intervention(record),
            events_of!(calls) => self.take_in_call(record),
        };
        self.look_at(touched);
        self.note_parting();
    }

    /// Something that the viewer should know.
    fn notice(&mut self, text: String) {
        let index = self.notices.len();
        let floor = self.floor().map(|turn| (turn.id, turn.position()));
        match floor {
            // What the Chair says in the middle of a speech stands there, and not behind the answer to it.
            Some((turn, at)) => self.with_turn(turn, |turn| turn.notices.push((at, index))),
            None => self.entries.push(TranscriptEntry::Notice(index)),
        }
        self.notices.push(text);
    }
}
