//! What comes from outside while a screen is up that is no debate yet: keys, a paste, another size, a signal.
//! Whoever is stopped as in the shell is stopped here.

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};

use crate::{
    error::Failure,
    tui::{
        app::{Signal, Signals},
        terminal::Screen,
    },
};

/// What has come.
#[derive(Debug)]
pub(super) enum Heard {
    /// A key.
    Key(KeyEvent),
    /// A text from the clipboard.
    Paste(String),
    /// Something that the next frame shows, such as another size.
    Other,
    /// A signal ends the program, or the terminal has gone.
    End,
}

/// Waits for the next thing. Nothing is lost where the wait is given up.
///
/// # Errors
/// Where the terminal cannot be had again after a stop.
pub(super) async fn hear(screen: &mut Screen, signals: &mut Signals) -> Result<Heard, Failure> {
    let input = tokio::select! {
        biased;
        signal = signals.next() => match signal {
            Signal::End => return Ok(Heard::End),
            Signal::Stop => None,
        },
        input = screen.input() => Some(input),
    };
    Ok(match input {
        Some(Some(Input::Key(key))) if !is_control(key, 'z') => Heard::Key(key),
        Some(Some(Input::Key(_))) | None => {
            screen.suspend()?;
            Heard::Other
        }
        Some(Some(Input::Paste(text))) => Heard::Paste(text),
        Some(Some(_)) => Heard::Other,
        Some(None) => Heard::End,
    })
}

/// Whether a key is a letter with Ctrl.
pub(super) fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}
