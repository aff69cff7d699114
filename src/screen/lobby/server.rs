//! The form for a server, as the lobby leads to it and goes on from it.

use crossterm::event::KeyEvent;

use super::{
    Lobby, LobbyChoice, ModelSearch, Screen,
    form::{FormOutcome, FormPage},
};

impl Lobby {
    /// Opens the form, perhaps with an address.
    pub(super) fn go_to_form(&mut self, address: Option<&str>) {
        let from = match &self.screen {
            Screen::Motions => Screen::Motions,
            Screen::Motion
            | Screen::Settings
            | Screen::Personas { .. }
            | Screen::Card
            | Screen::Parts
            | Screen::Models { .. }
            | Screen::Server
            | Screen::Making
            | Screen::Presets => Screen::Settings,
        };
        // What was typed among the motions stays.
        let filter = std::mem::take(&mut self.filter);
        let at = self.at;
        // So does what was entered before, but for another address.
        let before = self.form.take();
        let is_for = |form: &FormPage| address.is_none_or(|one| form.entered.address == one);
        let form = before.filter(is_for);
        self.form = Some(form.unwrap_or_else(|| FormPage::new(address, &self.data.kept)));
        self.form_from = Some(from);
        self.screen = Screen::Server;
        self.names_model = false;
        if self.form_from == Some(Screen::Motions) {
            (self.filter, self.at) = (filter, at);
        }
    }

    /// Opens the form for a server.
    pub fn enter_server(&mut self) {
        self.go_to_form(None);
    }

    /// Takes a key of the form.
    pub(super) fn type_server(&mut self, key: KeyEvent) -> Option<LobbyChoice> {
        let form = self.form.as_mut()?;
        match form.on_key(key) {
            FormOutcome::Stay => None,
            FormOutcome::Try => Some(LobbyChoice::TryServer(form.entered.clone())),
            FormOutcome::StopTrying => Some(LobbyChoice::StopTrying),
            FormOutcome::Keep if form.is_blank() => {
                self.say("Enter the address of a server first.");
                None
            }
            FormOutcome::Keep => Some(LobbyChoice::KeepServer(form.entered.clone())),
            FormOutcome::Leave => {
                self.leave_form();
                if self.form.as_ref().is_some_and(FormPage::is_blank) {
                    self.form = None;
                } else {
                    self.say("Not saved; what you entered is kept until you leave: ctrl-k goes on with it.");
                }
                None
            }
        }
    }

    fn leave_form(&mut self) {
        self.screen = self.form_from.take().unwrap_or(Screen::Settings);
    }

    /// Says what is under way while a server is tried out.
    pub fn server_is_asked(&mut self, what: &str) {
        if let Some(form) = &mut self.form {
            form.is_at(what);
        }
    }

    /// The server that was entered has answered: its model, and all that it lists.
    pub fn server_answered(&mut self, model: &str, models: Vec<String>) {
        if let Some(form) = &mut self.form {
            form.answered(model, models);
        }
    }

    /// The server that was entered has not answered, or could not be kept: why, and what to do.
    pub fn server_failed(&mut self, why: &str) {
        if let Some(form) = &mut self.form {
            form.failed(why);
        }
    }

    /// The server that was entered is kept, and its model is the one to ask, looked for from now on; `told` says where.
    pub fn server_kept(&mut self, model: &str, told: String) {
        self.leave_form();
        self.form = None;
        model.clone_into(&mut self.model);
        self.data.models.clear();
        self.data.notice = None;
        self.data.search = ModelSearch::On;
        self.say(told);
    }
}
