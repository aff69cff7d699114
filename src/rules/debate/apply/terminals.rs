//! People who sit down in seats at terminals of their own, and leave them.

use std::sync::Arc;

use crate::debate::{
    ids::Seat,
    notice,
    person::TerminalPresence,
    state::{DebateState, InterventionProgress},
};

impl DebateState {
    /// Somebody sits down at a terminal of their own.
    pub(super) fn seat_at_terminal(&mut self, seat: &Seat, name: &str) {
        let before = self.name(seat);
        let spoke = self.has_spoken(seat) && before != name;
        if let Some(opening) = self.opening.as_mut().map(Arc::make_mut) {
            opening.seat_person(seat, name);
        }
        self.handed_over.remove(seat);
        if before != name {
            for turn in self.turns.iter_mut().filter(|turn| turn.seat == *seat) {
                turn.spoken_as.get_or_insert_with(|| before.clone());
            }
            for point in self.points.iter_mut().filter(|point| point.from == *seat) {
                point.raised_as.get_or_insert_with(|| before.clone());
            }
            for item in &mut self.interventions {
                // What is not answered yet, the newcomer answers.
                let is_over = match item.progress {
                    InterventionProgress::Done { .. } | InterventionProgress::Failed { .. } => true,
                    InterventionProgress::Queued | InterventionProgress::Put => false,
                };
                if is_over && item.seat.as_ref() == Some(seat) {
                    item.asked_as.get_or_insert_with(|| before.clone());
                }
            }
        }
        let there = TerminalPresence::There;
        let is_back = self.terminals.insert(seat.clone(), there).is_some() && before == name;
        let before = spoke.then_some(before);
        let told = self.seat_told(seat);
        self.notice(if is_back {
            notice::seat_taken_again(&told, name)
        } else {
            notice::seat_taken(&told, name, before.as_deref())
        });
    }

    /// A terminal has gone.
    pub(super) fn leave_terminal(&mut self, seat: &Seat) {
        self.terminals.insert(seat.clone(), TerminalPresence::Gone);
        self.notice(notice::seat_left(&self.seat_told(seat), &self.name(seat)));
    }

    /// Whoever takes a debate up knows of no terminal: each that is there says so.
    pub(super) fn forget_terminals(&mut self) {
        for presence in self.terminals.values_mut() {
            *presence = TerminalPresence::Gone;
        }
    }
}
