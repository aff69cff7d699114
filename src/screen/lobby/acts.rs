//! What the keys of the lobby lead to, wherever one is: what is taken, and the way back.

use super::{Lobby, LobbyChoice, PAGE, Screen, Step, keys::LobbyAction, row::Row};

impl Lobby {
    /// Does what a key is for; `asked` says whether the key before was the same and asked whether to.
    pub(super) fn act(&mut self, action: LobbyAction, asked: bool) -> Option<LobbyChoice> {
        match action {
            LobbyAction::Quit => return self.quit(asked),
            LobbyAction::QuitAtOnce => return Some(LobbyChoice::Quit),
            LobbyAction::Help => self.open_help(),
            LobbyAction::Choose => return self.choose(),
            LobbyAction::Back => self.back(),
            LobbyAction::Switch => return self.switch(),
            LobbyAction::Up => self.step(Step::Back),
            LobbyAction::Down => self.step(Step::On),
            LobbyAction::PageUp => self.at = self.at.saturating_sub(PAGE),
            LobbyAction::PageDown => self.at = (self.at + PAGE).min(self.last()),
            LobbyAction::TextUp | LobbyAction::TextDown if self.beside.is_unseen() => {
                self.open_about();
            }
            LobbyAction::TextUp => self.beside.step(Step::Back),
            LobbyAction::TextDown => self.beside.step(Step::On),
            LobbyAction::Top => self.go_to_end(Step::Back),
            LobbyAction::Bottom => self.go_to_end(Step::On),
            LobbyAction::Less => self.change(self.current(), Step::Back),
            LobbyAction::More => self.change(self.current(), Step::On),
            LobbyAction::Look => return self.look_again(),
            LobbyAction::Again => return self.same_again(),
            LobbyAction::Draw => self.draw(),
            LobbyAction::Sit => self.sit(),
            LobbyAction::Swap => self.swap(),
            LobbyAction::Invent if !asked => {
                self.asks_to = Some(action);
                self.say(self.about_inventing());
            }
            LobbyAction::Invent => return self.invent(),
            LobbyAction::Edit
                if self.screen == Screen::Motions || self.current() == Row::Motion =>
            {
                self.edit_motion();
            }
            LobbyAction::Edit => self.edit(),
            LobbyAction::Keep => return self.keep(),
            LobbyAction::TakeOver => self.take_card(),
            LobbyAction::Presets => self.go_to_presets(),
            LobbyAction::SavePreset => self.save_preset(),
            LobbyAction::Rename => self.rename_preset(),
            LobbyAction::Delete => return self.delete_preset(asked),
            LobbyAction::Server => self.go_to_form(None),
            LobbyAction::Make => self.go_to_making(),
            LobbyAction::Erase => self.erase(),
            LobbyAction::Clear => self.erase_all(),
            // It stands for the letters.
            LobbyAction::Type | LobbyAction::Try => {}
        }
        None
    }

    /// Leaves, unless somebody would be lost who was invented and is in no file; all else is remembered.
    fn quit(&mut self, asked: bool) -> Option<LobbyChoice> {
        if asked || self.cast.is_empty() || self.is_cast_kept {
            return Some(LobbyChoice::Quit);
        }
        self.asks_to = Some(LobbyAction::Quit);
        self.say("q again leaves, and those who were invented are gone; w keeps them as files.");
        None
    }

    fn switch(&mut self) -> Option<LobbyChoice> {
        match self.screen {
            Screen::Motions => return Some(LobbyChoice::Library),
            Screen::Motion
            | Screen::Settings
            | Screen::Personas { .. }
            | Screen::Card
            | Screen::Parts
            | Screen::Models { .. }
            | Screen::Server
            | Screen::Making
            | Screen::Presets => self.go(Screen::Settings),
        }
        None
    }

    /// Takes what is marked.
    fn choose(&mut self) -> Option<LobbyChoice> {
        if self.naming.is_some() {
            return self.take_name();
        }
        match self.screen {
            Screen::Motion => return self.take_motion(),
            Screen::Parts => self.choose_part(),
            Screen::Models { .. } => self.choose_model(),
            Screen::Presets => self.choose_preset(),
            Screen::Motions => {
                self.choose_motion();
                // One may have been started since it was looked for in vain.
                if self.screen == Screen::Settings {
                    return self.look_again();
                }
            }
            Screen::Personas { seat } => self.choose_persona(seat),
            Screen::Settings => return self.choose_row(),
            Screen::Card | Screen::Server | Screen::Making => {}
        }
        None
    }

    /// Goes back: drops what was typed first, and then the screen.
    fn back(&mut self) {
        if let Some(naming) = self.naming.take() {
            self.left_name = Some(naming);
            return;
        }
        if !self.filter.is_empty() && self.screen != Screen::Motion {
            let is_own = self.screen == Screen::Motions
                && self.listed().is_empty()
                && self.typed_motion().is_some();
            let written = self.written_so_far().map(str::to_owned);
            self.clear();
            if is_own {
                self.written = written;
                self.at = self.last();
                self.say("The motion that you typed stays here, at the end of the list.");
            }
            return;
        }
        match self.screen {
            // Whoever goes back once too often has not chosen to leave.
            Screen::Motions => self.say("This is the first screen. ctrl-c leaves."),
            Screen::Settings => self.go_to_motion(),
            Screen::Personas { .. } | Screen::Parts | Screen::Presets => self.go(Screen::Settings),
            Screen::Models { .. } => self.leave_models(),
            Screen::Motion => self.leave_motion(),
            Screen::Card => self.leave_card(),
            Screen::Server | Screen::Making => {}
        }
    }
}
