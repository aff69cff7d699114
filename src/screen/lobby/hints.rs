//! The keys that the lobby tells on the line below: those of its table that do something now, by what that is called
//! now.

use super::{
    super::{hint::Hint, overlay::Overlay as _},
    Lobby, ModelSearch, Screen,
    form::{FormPage, FormRow},
    keys::{self, LobbyAction, LobbyBinding},
    making::{MakingPage, MakingRow},
    row::{EnterAction, Row},
};

impl Lobby {
    /// The keys that do something now, the most important first.
    pub(super) fn hints(&self) -> Vec<Hint> {
        if let Some(help) = &self.help {
            return help.hints();
        }
        let told = keys::rows(self.place()).filter_map(|row| {
            let action = row.action()?;
            let word = self.word(action, row.hint);
            let hint = Hint::new(self.key_of(row, action), word);
            let hint = if action == LobbyAction::Help {
                hint.always()
            } else {
                hint
            };
            (!word.is_empty()).then_some(hint)
        });
        told.collect()
    }

    /// The key that is told for an action; while a question is typed, its mark is no key.
    fn key_of(&self, row: &LobbyBinding, action: LobbyAction) -> String {
        if action == LobbyAction::Help && self.types('?') {
            return "f1".to_owned();
        }
        if action == LobbyAction::TextUp && self.beside.is_unseen() {
            // Both open the whole text.
            return row.last_key();
        }
        row.first_keys()
    }

    /// The word for an action now; nothing where the action does nothing. What enter and the arrows do depends on the
    /// row.
    fn word(&self, action: LobbyAction, usual: &'static str) -> &'static str {
        if self.is_idle(action) {
            return "";
        }
        match (action, self.marked()) {
            (LobbyAction::Choose, Some(Row::Open)) => "start",
            (LobbyAction::Choose, Some(Row::Model)) if self.names_model => "done",
            (LobbyAction::Choose, Some(Row::Model)) => "list them",
            (LobbyAction::Choose, None) if self.screen == Screen::Server => {
                match self.form.as_ref().map(FormPage::row) {
                    Some(FormRow::Try) => "test",
                    Some(FormRow::Keep) => "save",
                    Some(FormRow::Address | FormRow::Key | FormRow::Model) | None => usual,
                }
            }
            (LobbyAction::Choose, None)
                if self.screen == Screen::Making
                    && self.making.as_ref().map(MakingPage::row) == Some(MakingRow::Make) =>
            {
                "write it"
            }
            (LobbyAction::Back, _) if self.is_asking_server() || self.is_making() => "stop",
            (LobbyAction::Back, _) if self.naming.is_some() => "cancel",
            (LobbyAction::Invent, _) if !self.cast.is_empty() => "invent others",
            (LobbyAction::TextUp, _) if self.beside.is_unseen() => "about",
            (LobbyAction::Back, _) if self.is_filtered() => "clear",
            _ => usual,
        }
    }

    /// The row of the settings that is marked, where they are on the screen.
    fn marked(&self) -> Option<Row> {
        (self.screen == Screen::Settings && self.naming.is_none()).then(|| self.current())
    }

    /// Whether something is typed that is taken back first.
    fn is_filtered(&self) -> bool {
        !self.filter.is_empty()
            && !matches!(
                self.screen,
                Screen::Server | Screen::Making | Screen::Motion
            )
    }

    /// Whether the server that was entered is being asked.
    fn is_asking_server(&self) -> bool {
        self.form.as_ref().is_some_and(FormPage::is_asking)
    }

    /// Whether there is another value to change to.
    fn can_change(&self, row: Row) -> bool {
        match row.on_enter() {
            EnterAction::Open
            | EnterAction::Personas { .. }
            | EnterAction::Parts
            | EnterAction::Server => false,
            EnterAction::Motions => self.usual_motion().is_some(),
            EnterAction::Model => self.data.models.iter().any(|model| *model != self.model),
            EnterAction::Change => row != Row::Format || self.data.formats.len() > 1,
        }
    }

    /// Whether an action does nothing now, or what another key is told for.
    fn is_idle(&self, action: LobbyAction) -> bool {
        let row = self.marked();
        // In that row letters are its name.
        let is_typed = row == Some(Row::Model);
        match action {
            LobbyAction::Choose => match row {
                // Of a change, the arrows say it.
                Some(row) => row.on_enter() == EnterAction::Change,
                None if self.naming.is_some() => false,
                None => match self.screen {
                    Screen::Motion | Screen::Server => self.is_asking_server(),
                    Screen::Making => self.is_making(),
                    Screen::Motions
                    | Screen::Settings
                    | Screen::Personas { .. }
                    | Screen::Card
                    | Screen::Parts
                    | Screen::Models { .. }
                    | Screen::Presets => self.is_empty(),
                },
            },
            LobbyAction::Look => !self.found_no_model(),
            LobbyAction::Less | LobbyAction::More => row.is_some_and(|row| !self.can_change(row)),
            LobbyAction::Type => row.is_some_and(|row| row != Row::Model),
            LobbyAction::Draw => is_typed || !self.cast.is_empty(),
            LobbyAction::Edit if row == Some(Row::Motion) => false,
            LobbyAction::Edit => row.is_some() && (is_typed || self.cast.is_empty()),
            LobbyAction::Keep => is_typed || self.cast.is_empty(),
            // There is one: it is in the help.
            LobbyAction::Server => {
                !self.found_no_model() && self.data.search != ModelSearch::Nothing
            }
            LobbyAction::Again => self
                .data
                .last
                .as_ref()
                .is_none_or(|last| last.motion.is_none()),
            LobbyAction::Rename | LobbyAction::Delete => self.data.presets.is_empty(),
            // While the server is asked, or a card written, that is only stopped.
            LobbyAction::Try => self.is_asking_server(),
            LobbyAction::TakeOver => self.is_asking_server() || self.is_making(),
            LobbyAction::Sit => !matches!(row, Some(Row::Seat(_))),
            LobbyAction::Swap => is_typed || self.lineup.is_drawn_later(),
            LobbyAction::Invent | LobbyAction::Presets | LobbyAction::Quit => is_typed,
            // Where all of the text is seen, there is nothing to read on.
            LobbyAction::TextUp | LobbyAction::TextDown => !self.beside.scrolls(),
            LobbyAction::Up
            | LobbyAction::Down
            | LobbyAction::PageUp
            | LobbyAction::PageDown
            | LobbyAction::Top
            | LobbyAction::Bottom
            | LobbyAction::Switch
            | LobbyAction::SavePreset
            | LobbyAction::Make
            | LobbyAction::QuitAtOnce
            | LobbyAction::Erase
            | LobbyAction::Clear
            | LobbyAction::Back
            | LobbyAction::Help => false,
        }
    }
}
