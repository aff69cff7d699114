//! The screen while the house is being opened: it is there before a model is looked for, says what is waited
//! for, and can be left.

use std::future::Future;

use crossterm::event::{Event as Input, EventStream, KeyCode, KeyEvent, KeyModifiers};
use futures_util::StreamExt;
use ratatui::{layout::Constraint, text::Line};

use crate::{
    error::Failure,
    tui::{
        app::{Signal, Signals},
        style::Role,
        style::Styles,
        terminal::Screen,
    },
};

/// A screen with nothing on it yet but what is waited for.
#[derive(Debug)]
pub(super) struct Curtain {
    pub(super) screen: Screen,
    pub(super) signals: Signals,
    pub(super) styles: Styles,
}

impl Curtain {
    /// Takes the terminal and says so.
    pub(super) fn raise(styles: Styles) -> Result<Self, Failure> {
        let signals = Signals::listen()?;
        let mut curtain = Self {
            screen: Screen::enter()?,
            signals,
            styles,
        };
        curtain.draw()?;
        Ok(curtain)
    }

    /// Waits for `work`; `None` where the viewer, or a signal, does not want to.
    pub(super) async fn wait<T>(
        &mut self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<Option<T>, Failure> {
        let mut keys = EventStream::new();
        tokio::pin!(work);
        loop {
            let stops = tokio::select! {
                biased;
                signal = self.signals.next() => match signal {
                    Signal::End => return Ok(None),
                    Signal::Stop => true,
                },
                input = keys.next() => match input {
                    Some(Ok(Input::Key(key))) if leaves(key) => return Ok(None),
                    Some(Ok(Input::Key(key))) => is_suspend(key),
                    Some(Ok(_)) => false,
                    Some(Err(_)) | None => return Ok(None),
                },
                done = &mut work => return done.map(Some),
            };
            if stops {
                drop(keys);
                self.screen.suspend()?;
                keys = EventStream::new();
            }
            self.draw()?;
        }
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let (title, dim) = (self.styles.get(Role::Title), self.styles.get(Role::Dim));
        self.screen.draw(|frame| {
            let lines = vec![
                Line::styled("Opening the house", title),
                Line::styled("looking for the models …", dim),
                Line::default(),
                Line::styled("q leaves", dim),
            ];
            let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
            let area = frame
                .area()
                .centered(Constraint::Max(40), Constraint::Max(rows));
            frame.render_widget(ratatui::text::Text::from(lines).centered(), area);
        })
    }
}

fn leaves(key: KeyEvent) -> bool {
    is_control(key, 'c') || matches!(key.code, KeyCode::Esc | KeyCode::Char('q'))
}

/// Whether a key stops the program as in the shell.
pub(super) fn is_suspend(key: KeyEvent) -> bool {
    is_control(key, 'z')
}

fn is_control(key: KeyEvent, letter: char) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char(letter)
}
