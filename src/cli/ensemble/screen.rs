//! The landscape of an ensemble on the screen, until the viewer leaves.

use super::super::{
    Host,
    input::{self, Input},
    loading::LoadingScreen,
    screen,
};
use crate::{
    ensemble::EnsembleReport,
    error::{Exit, Failure},
    tui::landscape::LandscapeScreen,
};

/// Refuses, before anything is held, to show it where there is no screen.
pub(super) fn check() -> Result<(), Failure> {
    screen::check_or("ensemble FOLDER")
}

/// Shows it.
pub(super) async fn show(host: &Host, report: &EnsembleReport) -> Result<Exit, Failure> {
    check()?;
    let mut loading = screen::enter(host)?;
    let mut landscape = LandscapeScreen::new(report.clone());
    let LoadingScreen {
        screen,
        signals,
        styles,
        ..
    } = &mut loading;
    loop {
        screen.draw(|frame| landscape.render(frame.area(), frame.buffer_mut(), styles))?;
        match input::next(screen, signals).await? {
            Input::Key(key) if landscape.on_key(key) => return Ok(Exit::Done),
            Input::Key(_) | Input::Paste(_) | Input::Other => {}
            Input::End => return Ok(Exit::Interrupted),
        }
    }
}
