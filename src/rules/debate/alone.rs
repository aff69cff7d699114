//! A speech by itself: the debate as whoever reads one speech of it and nothing else has it.

use super::{DebateState, ids::TurnId, state::Extraction};
use crate::text::count_words;

impl DebateState {
    /// The debate with this speech alone, and of it only this text.
    #[must_use]
    pub fn alone(&self, turn: TurnId, text: &str) -> Self {
        let mut state = self.clone();
        state.agenda.heard.retain(|one| *one == turn);
        state.entries.retain(|entry| entry.turn() == Some(turn));
        if let Some(turn) = state.turns.iter_mut().find(|one| one.id == turn) {
            text.clone_into(&mut turn.text);
            turn.words = count_words(text);
            turn.points.clear();
            turn.arguments = Extraction::None;
        }
        state
    }
}
