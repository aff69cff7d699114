//! The choices with which the lobby is left before a debate is opened: whoever comes back finds them again.

use super::{LastChoice, Lobby, MotionChoice};
use crate::catalog::Motion;

impl Lobby {
    /// The choices, where they were changed and no debate was opened with them since.
    pub fn left_choices(&self) -> Option<LastChoice> {
        let choices = self.choices();
        (choices != self.begun).then_some(choices)
    }

    /// A debate was opened with the choices as they are.
    pub fn is_opened(&mut self) {
        self.begun = self.choices();
    }

    /// The choices as they stand. Whoever was invented is in no file, and their seats are left to the lot.
    pub(super) fn choices(&self) -> LastChoice {
        let motion = self.motion.as_ref().map(|motion| match motion {
            MotionChoice::Id(text) | MotionChoice::Own(text) => text.clone(),
        });
        let mut settings = self.settings_as_set();
        settings.pace = self.set.pace;
        LastChoice {
            // What was only typed is kept, too.
            motion: motion.or_else(|| self.written_so_far().map(str::to_owned)),
            sides: self.seated(),
            settings,
        }
    }

    /// The motion of one's own that is typed, and no filter of what there is, or that was written before.
    pub(super) fn written_so_far(&self) -> Option<&str> {
        let typed = self.typed_motion().filter(|_| self.listed().is_empty());
        typed.or(self.written.as_deref())
    }

    /// The ids of those who were chosen for the seats of each side; nobody where every seat is left to the lot.
    fn seated(&self) -> Vec<Vec<String>> {
        let usual = || self.sides().iter().map(|side| side.seats);
        let is_usual = usual().eq(self.lineup.sizes().iter().copied());
        if self.lineup.is_drawn_later() && is_usual {
            return Vec::new();
        }
        let at_hand = self.at_hand();
        let id = |seat: usize| {
            let at = self.lineup.get(seat).filter(|at| *at < at_hand);
            let person = at.and_then(|at| self.data.personas.get(at));
            person.map_or_else(String::new, |one| one.id.clone())
        };
        let mut seats = 0..;
        let sizes = self.lineup.sizes().iter();
        sizes
            .map(|size| seats.by_ref().take(*size).map(id).collect())
            .collect()
    }

    /// Goes on where the lobby was left.
    pub(super) fn go_on_with(&mut self, left: &LastChoice) {
        let model = std::mem::take(&mut self.model);
        self.take_settings(&left.settings);
        // Which one there is, is known later.
        self.model = model;
        self.seat_again(&left.sides);
        let Some(motion) = &left.motion else {
            return;
        };
        if self.data.motions.iter().any(|(id, ..)| id == motion) {
            self.motion = Some(MotionChoice::Id(motion.clone()));
            self.go_to_motion();
        } else if Motion::is_sentence(motion) {
            self.take_choice(MotionChoice::Own(motion.clone()));
            self.at = self.last();
        }
    }

    /// Takes a motion; one's own is listed from now on.
    pub(super) fn take_choice(&mut self, motion: MotionChoice) {
        if let MotionChoice::Own(own) = &motion {
            self.written = Some(own.clone());
        }
        self.motion = Some(motion);
    }
}
