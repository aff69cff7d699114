//! Input of the screens that stand before a debate: keys, a paste, another size of the terminal, a signal. What stops a
//! program in the shell stops it here.

use crossterm::event::{
    Event as TerminalEvent, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind,
};

use crate::{
    error::Failure,
    tui::{
        app::{Signal, Signals},
        terminal::Screen,
    },
};

/// An input of such a screen.
#[derive(Debug)]
pub(super) enum Input {
    /// A key that was pressed.
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
pub(super) async fn next(screen: &mut Screen, signals: &mut Signals) -> Result<Input, Failure> {
    let input = loop {
        let input = tokio::select! {
            biased;
            signal = signals.next() => match signal {
                Signal::End => return Ok(Input::End),
                Signal::Stop => None,
            },
            input = screen.input() => Some(input),
        };
        match input {
            Some(Some(TerminalEvent::Mouse(mouse))) => {
                if let Some(key) = wheel(mouse) {
                    return Ok(Input::Key(key));
                }
            }
            input => break input,
        }
    };
    Ok(match input {
        Some(Some(TerminalEvent::Key(key))) if !is_control(key, 'z') => Input::Key(key),
        Some(Some(TerminalEvent::Key(_))) | None => {
            screen.suspend()?;
            Input::Other
        }
        Some(Some(TerminalEvent::Paste(text))) => Input::Paste(text),
        Some(Some(_)) => Input::Other,
        Some(None) => Input::End,
    })
}

/// The key that does what the wheel does.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what else a mouse does is for the chamber"
)]
fn wheel(mouse: MouseEvent) -> Option<KeyEvent> {
    let code = match mouse.kind {
        MouseEventKind::ScrollUp => KeyCode::Up,
        MouseEventKind::ScrollDown => KeyCode::Down,
        _ => return None,
    };
    Some(KeyEvent::new(code, KeyModifiers::NONE))
}

/// Whether a key is a letter with Ctrl.
pub(super) fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}
