//! The presets: settings of debates under names, which are chosen, saved, renamed and taken away.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Clear, Widget as _},
};

use super::{
    super::{
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
    },
    Lobby, LobbyChoice, Screen,
    keys::LobbyAction,
};
use crate::{
    setup::{ChosenSettings, preset_name_fault},
    text::upper_first,
};

/// A name that is being typed, and what it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Naming {
    pub(super) text: String,
    /// The preset that is to be called so; without one the settings are saved under it.
    pub(super) renames: Option<String>,
    /// Whether it was said that a preset of that name is there, and would be written over.
    replaces: bool,
}

impl Naming {
    /// Draws the field over what is on the screen.
    pub(super) fn render(&self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let width = area.width.min(54);
        let height = area.height.min(3);
        let place = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(place, buf);
        let title = if self.renames.is_some() {
            "Another name for the preset"
        } else {
            "Save these settings as"
        };
        let inner = parts::boxed(title, "", Focus::On, place, buf, styles);
        let text = widgets::fit(&self.text, usize::from(inner.width).saturating_sub(2));
        let line = Line::from(vec![
            Span::styled(format!(" {text}"), styles.get(StyleRole::Text)),
            Span::styled("▌", styles.get(StyleRole::Key)),
        ]);
        widgets::line(&line, inner, buf);
    }
}

impl Lobby {
    /// Takes in the presets as they are now.
    pub fn presets(&mut self, presets: Vec<(String, ChosenSettings)>) {
        self.data.presets = presets;
        let last = self.data.presets.len().saturating_sub(1);
        if self.screen == Screen::Presets {
            self.at = self.at.min(last);
        }
    }

    pub(super) fn go_to_presets(&mut self) {
        self.go(Screen::Presets);
        let held = self.preset.as_deref();
        let at = self
            .data
            .presets
            .iter()
            .position(|(name, _)| Some(name.as_str()) == held);
        self.at = at.unwrap_or(0);
    }

    fn marked_preset(&self) -> Option<&(String, ChosenSettings)> {
        self.data.presets.get(*self.listed().get(self.at)?)
    }

    /// Sets what the preset that is marked has; all else is as usual.
    pub(super) fn choose_preset(&mut self) {
        let Some((name, settings)) = self.marked_preset().cloned() else {
            return;
        };
        self.take_settings(&settings);
        self.go(Screen::Settings);
        self.row = 0;
        self.say(format!("These are the settings of “{name}”."));
        self.preset = Some(name);
    }

    /// Begins to type the name under which the settings are saved.
    pub(super) fn save_preset(&mut self) {
        self.naming = Some(Naming {
            text: self.preset.clone().unwrap_or_default(),
            renames: None,
            replaces: false,
        });
    }

    /// Begins to type another name for the preset that is marked.
    pub(super) fn rename_preset(&mut self) {
        if let Some((name, _)) = self.marked_preset() {
            self.naming = Some(Naming {
                text: name.clone(),
                renames: Some(name.clone()),
                replaces: false,
            });
        }
    }

    /// Takes the preset that is marked away, the second time that it is asked for.
    pub(super) fn delete_preset(&mut self, asked: bool) -> Option<LobbyChoice> {
        let (name, _) = self.marked_preset()?;
        let name = name.clone();
        if asked {
            if self.preset.as_ref() == Some(&name) {
                self.preset = None;
            }
            return Some(LobbyChoice::DeletePreset(name));
        }
        self.asks_to = Some(LobbyAction::Delete);
        self.say(format!("d again deletes the preset “{name}”."));
        None
    }

    /// Takes the name that was typed.
    pub(super) fn take_name(&mut self) -> Option<LobbyChoice> {
        let naming = self.naming.clone()?;
        let name = naming.text.trim().to_owned();
        if let Some(fault) = preset_name_fault(&name) {
            self.say(format!("{}.", upper_first(&fault)));
            return None;
        }
        if let Some(from) = naming.renames {
            self.naming = None;
            if self.preset.as_ref() == Some(&from) {
                self.preset = Some(name.clone());
            }
            return (from != name).then_some(LobbyChoice::RenamePreset(from, name));
        }
        let is_there = self.data.presets.iter().any(|(one, _)| *one == name);
        if is_there && !naming.replaces {
            if let Some(naming) = &mut self.naming {
                naming.replaces = true;
            }
            self.say(format!(
                "There is a preset “{name}”: enter again replaces it."
            ));
            return None;
        }
        self.naming = None;
        self.preset = Some(name.clone());
        let settings = Box::new(self.settings_as_set());
        Some(LobbyChoice::SavePreset(name, settings))
    }

    /// Another letter of the name.
    pub(super) fn name_letter(&mut self, letters: &str) {
        if let Some(naming) = &mut self.naming {
            naming.text.push_str(letters);
            naming.replaces = false;
        }
    }

    /// Takes a letter of the name back, or all of it.
    pub(super) fn erase_name(&mut self, all: bool) {
        if let Some(naming) = &mut self.naming {
            naming.replaces = false;
            if all {
                naming.text.clear();
            } else {
                naming.text.pop();
            }
        }
    }

    /// The settings of a preset in a line.
    pub(super) fn preset_told(settings: &ChosenSettings) -> String {
        let mut told: Vec<String> = settings.format.iter().cloned().collect();
        told.extend(settings.model.clone());
        if settings.names_other_models() {
            told.push("other models".to_owned());
        }
        told.extend(settings.scale.map(|scale| format!("×{scale}")));
        told.extend(settings.pace.map(|pace| pace.word().to_owned()));
        told.join(" · ")
    }
}
