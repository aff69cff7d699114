//! The look for another model beside the screen: the debate is not let go of before it is known whether there is one.

use std::time::Instant;

use super::{App, LookUp};
use crate::update::{Msg, OtherModel, ScreenEffect};

impl App {
    /// Looks for another model beside the screen, in the place of one that is looked for; gives it back where there is
    /// nobody who could look.
    pub(super) fn look_for(&mut self, other: OtherModel) -> Option<OtherModel> {
        let opening = self.source.state().opening.as_deref();
        let (Some(LookUp(look)), Some(opening)) = (&self.look_up, opening) else {
            return Some(other);
        };
        let found = look(opening.launch.clone(), other.clone());
        let looking = tokio::spawn(async move { (other, found.await) });
        if let Some(before) = self.looking.replace(looking) {
            before.abort();
        }
        None
    }

    /// What came of the look.
    pub(super) fn looked_up(
        &mut self,
        looked_up: Option<(OtherModel, Result<(), String>)>,
    ) -> Vec<ScreenEffect> {
        self.frames.request(Instant::now());
        let told = looked_up.map(|(other, found)| self.update(Msg::LookedUp(&other, found)));
        told.unwrap_or_default()
    }
}
