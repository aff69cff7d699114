//! The loading screen: it is there before a model is looked for, says what is waited
//! for, and can be left.

use std::future::Future;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{layout::Constraint, text::Line};
use tokio::sync::mpsc;

use crate::{
    error::Failure,
    tui::{
        app::Signals,
        style::{StyleRole, Styles},
        terminal::Screen,
    },
};

use super::input::{self, Input, is_control};

/// The capacity for messages that were told and are not yet shown.
pub(super) const MESSAGES: usize = 16;
/// Cells of a line.
const WIDTH: u16 = 60;

/// A screen with nothing on it yet but what is waited for.
#[derive(Debug)]
pub(super) struct LoadingScreen {
    pub(super) screen: Screen,
    pub(super) signals: Signals,
    pub(super) styles: Styles,
    /// The words for what is waited for.
    waits_for: String,
}

impl LoadingScreen {
    /// Takes the terminal and says so.
    pub(super) fn enter(signals: Signals, styles: Styles) -> Result<Self, Failure> {
        let mut loading = Self::of(Screen::enter()?, signals, styles);
        loading.draw()?;
        Ok(loading)
    }

    /// Creates the loading screen on a terminal that somebody has taken already; nothing is drawn.
    pub(super) fn of(screen: Screen, signals: Signals, styles: Styles) -> Self {
        Self {
            screen,
            signals,
            styles,
            waits_for: "looking for the models …".to_owned(),
        }
    }

    /// Says what is waited for from now on.
    pub(super) fn say(&mut self, what: &str) -> Result<(), Failure> {
        what.clone_into(&mut self.waits_for);
        self.draw()
    }

    /// Waits for `work`; `None` where the viewer, or a signal, does not want to.
    pub(super) async fn wait<T>(
        &mut self,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<Option<T>, Failure> {
        let (_, told) = mpsc::channel(MESSAGES);
        self.wait_told(work, told).await
    }

    /// Waits for `work`, and says what is waited for as that is told.
    pub(super) async fn wait_told<T>(
        &mut self,
        work: impl Future<Output = Result<T, Failure>>,
        mut told: mpsc::Receiver<String>,
    ) -> Result<Option<T>, Failure> {
        tokio::pin!(work);
        loop {
            let heard = tokio::select! {
                biased;
                heard = input::next(&mut self.screen, &mut self.signals) => heard?,
                Some(what) = told.recv() => {
                    self.say(&what)?;
                    continue;
                }
                done = &mut work => return done.map(Some),
            };
            match heard {
                Input::End => return Ok(None),
                Input::Key(key) if leaves(key) => return Ok(None),
                Input::Key(_) | Input::Paste(_) | Input::Other => self.draw()?,
            }
        }
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let (text, title, dim) = (
            self.styles.get(StyleRole::Text),
            self.styles.get(StyleRole::Title),
            self.styles.get(StyleRole::Dim),
        );
        let waits_for = self.waits_for.as_str();
        self.screen.draw(|frame| {
            let whole = frame.area();
            frame.buffer_mut().set_style(whole, text);
            let width = whole.width.min(WIDTH);
            let told = textwrap::wrap(waits_for, usize::from(width.max(1)));
            let mut lines = vec![Line::styled("Hustings", title)];
            lines.extend(told.into_iter().map(|line| Line::styled(line, dim)));
            lines.extend([Line::default(), Line::styled("q leaves", dim)]);
            let rows = u16::try_from(lines.len()).unwrap_or(u16::MAX);
            let area = frame
                .area()
                .centered(Constraint::Max(width), Constraint::Max(rows));
            let text = ratatui::text::Text::from(lines).centered();
            frame.render_widget(text, area);
        })
    }
}

fn leaves(key: KeyEvent) -> bool {
    is_control(key, 'c') || matches!(key.code, KeyCode::Esc | KeyCode::Char('q'))
}
