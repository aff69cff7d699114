//! The choices of the last debate, with which the lobby begins.

use super::{Lobby, SCALES, setup::LobbySettings};

impl Lobby {
    /// Takes over the choices of the last debate, as far as they can still be had.
    pub(super) fn begin_with(&mut self, last: &LobbySettings) {
        self.pace = last.pace;
        let scale = SCALES
            .iter()
            .position(|scale| (scale - last.scale).abs() < 1e-9);
        self.scale = scale.unwrap_or(self.scale);
        self.polls = last.polls;
        let format = self
            .data
            .formats
            .iter()
            .position(|(id, _)| *id == last.format);
        let Some(format) = format else {
            return;
        };
        self.format = format;
        self.seat();
        self.floor = last.floor_speeches;
        self.rounds = last.rounds;
        self.order = last.order;
    }

    /// Chooses the model of the last debate, where it is among those that were found and nobody has named another.
    pub(super) fn choose_last_model(&mut self) {
        let last = self.data.last.as_ref().and_then(|last| last.model.as_ref());
        if let Some(model) = last.filter(|model| self.data.models.contains(model)) {
            self.model.clone_from(model);
        }
    }
}
