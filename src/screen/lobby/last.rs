//! The choices of the last debate, with which the lobby begins; and the same debate again.

use super::{Lobby, LobbyChoice, MotionChoice, Screen};
use crate::{catalog::Motion, setup::ChosenSettings};

impl Lobby {
    /// Takes over the settings of the last debate, as far as they can still be had. Its seed is its own.
    pub(super) fn begin_with(&mut self, last: &ChosenSettings) {
        let model = std::mem::take(&mut self.model);
        self.take_settings(&ChosenSettings {
            seed: None,
            ..last.clone()
        });
        // Which one there is, is known later.
        self.model = model;
    }

    /// Sets what these settings have, and leaves all else as it is usually; of a format that there is not, its rows stay
    /// as usual.
    pub(super) fn take_settings(&mut self, settings: &ChosenSettings) {
        let ids = self.data.formats.iter();
        let format = match &settings.format {
            Some(format) => ids.map(|(id, _)| id).position(|id| id == format),
            None => Some(0),
        };
        if let Some(format) = format {
            self.format = format;
        }
        self.set = settings.clone();
        self.seat();
        if format.is_some() {
            self.set.rounds = settings.rounds;
            self.set.order = settings.order;
        } else {
            self.set.floor_speeches = None;
        }
        if let Some(model) = &settings.model {
            self.model.clone_from(model);
        }
        if let Some(seed) = settings.seed {
            self.seed = seed;
        }
        self.number = None;
        let is_there = |id: &String| self.data.themes.iter().any(|(one, _)| one == id);
        if !self.set.theme.as_ref().is_some_and(is_there) {
            self.set.theme = None;
        }
    }

    /// Chooses the model with which the lobby was left, or that of the last debate, where it can be had and nobody has named
    /// another.
    pub(super) fn choose_last_model(&mut self) {
        let data = &self.data;
        let before = data.left.iter().chain(&data.last);
        let mut models = before.filter_map(|last| last.settings.model.as_ref());
        let is_there =
            |model: &&String| data.models.contains(model) || data.configured.contains(model);
        if let Some(model) = models.find(is_there).cloned() {
            self.model = model;
        }
    }

    /// Sets up the last debate once more: its motion, its people and its settings.
    pub(super) fn same_again(&mut self) -> Option<LobbyChoice> {
        let Some(last) = self.data.last.clone() else {
            self.say("No debate was started here before.");
            return None;
        };
        let Some(motion) = last.motion else {
            self.say("Of the last debate only the settings are known, which stand here already.");
            return None;
        };
        let is_known = self.data.motions.iter().any(|(id, ..)| *id == motion);
        if !is_known && !Motion::is_sentence(&motion) {
            self.say("The motion of the last debate is not there any more.");
            return None;
        }
        self.begin_with(&last.settings);
        self.choose_last_model();
        self.take_choice(if is_known {
            MotionChoice::Id(motion)
        } else {
            MotionChoice::Own(motion)
        });
        let missing = self.seat_again(&last.sides);
        self.go(Screen::Settings);
        self.row = 0;
        self.say(if missing {
            "The last debate again; anyone who is no longer there is replaced by lot."
        } else {
            "The last debate again: enter starts it."
        });
        self.look_again()
    }

    /// Seats the people of an earlier debate; whether some of them are not there.
    pub(super) fn seat_again(&mut self, sides: &[Vec<String>]) -> bool {
        self.lineup.leave_all();
        self.drawn = false;
        for (at, people) in sides.iter().enumerate() {
            if let Some(side) = self.sides().get(at).cloned()
                && !people.is_empty()
            {
                self.lineup.resize(at, &side, people.len());
            }
        }
        let personas = &self.data.personas;
        let mut missing = false;
        let mut first = 0;
        for (at, people) in sides.iter().enumerate() {
            for (number, id) in people.iter().enumerate() {
                match personas.iter().position(|one| one.id == *id) {
                    Some(persona) if number < self.lineup.of_side(at) => {
                        self.lineup.set(first + number, persona);
                    }
                    Some(_) | None => missing = true,
                }
            }
            first += self.lineup.of_side(at);
        }
        missing
    }
}
