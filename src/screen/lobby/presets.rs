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
    Lobby, LobbyChoice, LobbyPreset, Screen,
    keys::LobbyAction,
};
use crate::{setup::preset_name_fault, text::upper_first};

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
        buf.set_style(place, styles.get(StyleRole::Text));
        let title = if self.renames.is_some() {
            "Another name for the preset"
        } else {
            "Save these settings as"
        };
        let inner = parts::boxed(title, "", Focus::On, place, buf, styles);
        let text = widgets::fit_end(&self.text, usize::from(inner.width).saturating_sub(2));
        let line = Line::from(vec![
            Span::styled(format!(" {text}"), styles.get(StyleRole::Text)),
            Span::styled("▌", styles.get(StyleRole::Key)),
        ]);
        widgets::line(&line, inner, buf);
    }
}

impl Lobby {
    /// Whether these are the presets as they are listed.
    pub fn has_presets(&self, presets: &[LobbyPreset]) -> bool {
        self.data.presets == presets
    }

    /// Takes in the presets as they are now; the one that is marked stays so.
    pub fn presets(&mut self, presets: Vec<LobbyPreset>) {
        let marked = self.marked_preset().map(|one| one.name.clone());
        let marked = marked.filter(|_| self.screen == Screen::Presets);
        self.data.presets = presets;
        if self.screen == Screen::Presets {
            let last = self.data.presets.len().saturating_sub(1);
            self.mark_preset(marked.as_deref());
            self.at = self.at.min(last);
        }
    }

    /// Takes in presets that somebody has changed beside the program, and says which.
    pub fn presets_changed(&mut self, presets: Vec<LobbyPreset>) {
        let find = |all: &[LobbyPreset], name: &str| -> Option<LobbyPreset> {
            all.iter().find(|one| one.name == name).cloned()
        };
        let mut told = Vec::new();
        for one in &presets {
            let name = &one.name;
            let what = match find(&self.data.presets, name) {
                Some(before) if before == *one => continue,
                Some(_) => "has changed",
                None => "is new",
            };
            told.push(match (&one.fault, &self.preset) {
                (Some(fault), _) => format!("The preset “{name}” {what}: {fault}"),
                (None, Some(held)) if held == name => {
                    format!("The preset “{name}” {what}; p and enter take it as it is now.")
                }
                (None, _) => format!("The preset “{name}” {what}."),
            });
        }
        let gone = self.data.presets.iter();
        let gone = gone.filter(|one| find(&presets, &one.name).is_none());
        told.extend(gone.map(|one| format!("The preset “{}” is gone.", one.name)));
        self.presets(presets);
        // Whoever is reading something else goes on reading.
        if self.message.is_none() {
            self.say(told.join(" "));
        }
    }

    pub(super) fn go_to_presets(&mut self) {
        self.go(Screen::Presets);
        let held = self.preset.clone();
        self.mark_preset(held.as_deref());
    }

    /// Marks the preset of that name, where there is one.
    fn mark_preset(&mut self, name: Option<&str>) {
        let mut presets = self.data.presets.iter();
        let at = presets.position(|one| Some(one.name.as_str()) == name);
        self.at = at.unwrap_or(self.at);
    }

    pub(super) fn marked_preset(&self) -> Option<&LobbyPreset> {
        self.data.presets.get(*self.listed().get(self.at)?)
    }

    /// Sets what the preset that is marked has; all else is as usual.
    pub(super) fn choose_preset(&mut self) {
        let Some(preset) = self.marked_preset().cloned() else {
            return;
        };
        let name = preset.name;
        let Some(settings) = preset.settings else {
            let fault = preset.fault.unwrap_or_default();
            self.say(format!("The preset “{name}” cannot be read: {fault}"));
            return;
        };
        self.take_settings(&settings);
        self.go(Screen::Settings);
        self.row = 0;
        self.say(match preset.fault {
            Some(fault) => {
                format!("These are the settings of “{name}”, as far as they go: {fault}")
            }
            None => format!("These are the settings of “{name}”."),
        });
        self.preset = Some(name);
    }

    /// Begins to type the name under which the settings are saved.
    pub(super) fn save_preset(&mut self) {
        self.begin_naming(self.preset.clone().unwrap_or_default(), None);
    }

    /// Begins to type a name, or goes on with the one that was left before.
    fn begin_naming(&mut self, text: String, renames: Option<String>) {
        let left = self.left_name.take();
        self.naming = left.filter(|left| left.renames == renames).or(Some(Naming {
            text,
            renames,
            replaces: false,
        }));
    }

    /// Begins to type another name for the preset that is marked.
    pub(super) fn rename_preset(&mut self) {
        if let Some(name) = self.marked_preset().map(|one| one.name.clone()) {
            self.begin_naming(name.clone(), Some(name));
        }
    }

    /// Takes the preset that is marked away, the second time that it is asked for.
    pub(super) fn delete_preset(&mut self, asked: bool) -> Option<LobbyChoice> {
        let name = self.marked_preset()?.name.clone();
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
        let is_there = self.data.presets.iter().any(|one| one.name == name);
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

    /// A preset in a line: what it sets, or that something is wrong with it.
    pub(super) fn preset_told(preset: &LobbyPreset) -> String {
        let Some(settings) = &preset.settings else {
            return "cannot be read".to_owned();
        };
        if preset.fault.is_some() {
            return "something is wrong in it".to_owned();
        }
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
