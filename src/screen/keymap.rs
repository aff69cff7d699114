//! Keys. One table gives an action its keys, its help and its word on the status line; nothing else in the
//! program knows a key of the chamber. The user's own keys lie over the table. What an action does is not
//! decided here.

mod action;
mod table;

use std::{collections::BTreeMap, fmt};

use crokey::{KeyCombination, OneToThree};
use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::hint::Hint;
use crate::{
    catalog::nearest::nearest,
    text::{mask::masked_names, shown::given},
};

pub use action::Action;
pub use table::{Context, KeyBinding, ROWS};

/// A line of the help, made from a row of the key table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpRow {
    /// The keys as people read them: "space", "j / ↓".
    pub keys: String,
    /// The action of the keys.
    pub help: &'static str,
}

/// A fault in the user's keys.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// There is no such action.
    #[error("there is no action \"{}\"{}", given(.name), suggestion(.nearest.as_deref()))]
    NoSuchAction {
        /// The name that was written.
        name: String,
        /// The name that may have been meant.
        nearest: Option<&'static str>,
    },
    /// A key that is none.
    #[error(
        "\"{}\" is no key (for \"{name}\"); write it like \"space\", \"shift-g\" or \"ctrl-b\"",
        masked_names(.key)
    )]
    NoKey {
        /// The name of the action.
        name: &'static str,
        /// The key that was written.
        key: String,
    },
    /// Two actions want the same key.
    #[error("\"{key}\" is asked for by both \"{one}\" and \"{other}\"")]
    Conflict {
        /// The key, as the file has it.
        key: String,
        /// The name of the first action.
        one: &'static str,
        /// The name of the other action.
        other: &'static str,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}

/// The faults in the user's keys, each with the action for which it was written.
pub fn faults(own: &BTreeMap<String, String>) -> Vec<(String, KeyError)> {
    let errors = Keymap::with(own).err().unwrap_or_default();
    let with_action = |error: KeyError| {
        let action = match &error {
            KeyError::NoSuchAction { name, .. } => name.as_str(),
            KeyError::NoKey { name, .. } => name,
            KeyError::Conflict { other, .. } if own.contains_key(*other) => other,
            KeyError::Conflict { one, .. } => one,
        };
        (action.to_owned(), error)
    };
    errors.into_iter().map(with_action).collect()
}

/// The keys in force.
#[derive(Clone)]
pub struct Keymap {
    keys: Vec<(Chord, &'static KeyBinding)>,
}

impl fmt::Debug for Keymap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keymap")
            .field("keys", &self.keys.len())
            .finish()
    }
}

impl Default for Keymap {
    fn default() -> Self {
        Self::with(&BTreeMap::new()).unwrap_or(Self { keys: Vec::new() })
    }
}

impl Keymap {
    /// The table with the user's keys over it: action names and keys, several separated by spaces. Keys
    /// given for an action replace all of the table's.
    ///
    /// # Errors
    /// Every problem that was found.
    pub fn with(own: &BTreeMap<String, String>) -> Result<Self, Vec<KeyError>> {
        let mut errors: Vec<KeyError> = own
            .keys()
            .filter(|name| !ROWS.iter().any(|row| row.name == name.as_str()))
            .map(|name| KeyError::NoSuchAction {
                name: name.clone(),
                nearest: nearest(name, ROWS.iter().map(|row| row.name))
                    .first()
                    .copied(),
            })
            .collect();
        let mut keys: Vec<(Chord, &'static KeyBinding)> = Vec::new();
        for row in ROWS {
            let texts: Vec<&str> = match own.get(row.name) {
                Some(text) => text.split_whitespace().collect(),
                None => row.keys.to_vec(),
            };
            for text in texts {
                let Some(chord) = Chord::parse(text) else {
                    errors.push(KeyError::NoKey {
                        name: row.name,
                        key: text.to_owned(),
                    });
                    continue;
                };
                match keys.iter().find(|(taken, _)| *taken == chord) {
                    Some((_, taken)) if taken.action != row.action => {
                        errors.push(KeyError::Conflict {
                            key: chord.to_string(),
                            one: taken.name,
                            other: row.name,
                        });
                    }
                    Some(_) => {}
                    None => keys.push((chord, row)),
                }
            }
        }
        if errors.is_empty() {
            Ok(Self { keys })
        } else {
            Err(errors)
        }
    }

    /// The action of a key, if it has any. Releases do nothing.
    pub fn action(&self, event: KeyEvent) -> Option<Action> {
        if event.kind == KeyEventKind::Release {
            return None;
        }
        let chord = Chord::of(event.code, event.modifiers);
        self.keys
            .iter()
            .find(|(key, _)| *key == chord)
            .map(|(_, row)| row.action)
    }

    /// The rows with the keys in force, for the help: those whose context `has` says yes to.
    pub fn help(&self, has: impl Fn(Context) -> bool) -> Vec<HelpRow> {
        ROWS.iter()
            .filter(|row| has(row.context))
            .map(|row| HelpRow {
                keys: self.keys_of(row.action).join(" / "),
                help: row.help,
            })
            .filter(|row| !row.keys.is_empty())
            .collect()
    }

    /// The rows of what makes sense where `fits` says so, with the keys in force.
    pub(crate) fn rows(
        &self,
        fits: impl Fn(Context) -> bool,
    ) -> impl Iterator<Item = (&'static KeyBinding, String)> {
        let rows = ROWS.iter().filter(move |row| fits(row.context));
        rows.map(|row| (row, self.keys_of(row.action).join(" / ")))
    }

    /// First keys and words for the status line, of what makes sense where `fits` says so.
    pub fn hints(&self, fits: impl Fn(Context) -> bool) -> Vec<(&'static KeyBinding, Hint)> {
        ROWS.iter()
            .filter(|row| !row.hint.is_empty() && fits(row.context))
            .filter_map(|row| {
                let key = self.keys_of(row.action).into_iter().next()?;
                let hint = Hint::new(key, row.hint);
                Some((
                    row,
                    // Where help is, and how to leave, everything else can be found out.
                    if matches!(row.action, Action::Help | Action::Quit) {
                        hint.always()
                    } else if row.action == Action::Palette {
                        hint.after_first()
                    } else {
                        hint
                    },
                ))
            })
            .collect()
    }

    /// The first key of an action as people read it; empty where it has none.
    pub(crate) fn key_of(&self, action: Action) -> String {
        self.keys_of(action).into_iter().next().unwrap_or_default()
    }

    fn keys_of(&self, action: Action) -> Vec<String> {
        self.keys
            .iter()
            .filter(|(_, row)| row.action == action)
            .map(|(chord, _)| chord.to_string())
            .collect()
    }
}

/// The names of all actions, those that are most like another name first.
pub fn names_by_likeness(name: &str) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = ROWS.iter().map(|row| row.name).collect();
    names.sort_by_cached_key(|known| strsim::damerau_levenshtein(name, known));
    names
}

/// A key with its modifiers, brought to one form: terminals disagree about whether `G` is a capital, a
/// small letter with shift, or both, and send `Ctrl-L` as a raw control character or as a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chord {
    code: KeyCode,
    modifiers: KeyModifiers,
}

impl Chord {
    #[expect(clippy::wildcard_enum_match_arm, reason = "keys that are as they are")]
    pub(crate) fn of(code: KeyCode, modifiers: KeyModifiers) -> Self {
        let mut modifiers =
            modifiers & (KeyModifiers::SHIFT | KeyModifiers::CONTROL | KeyModifiers::ALT);
        let code = match code {
            KeyCode::Char(c @ '\u{1}'..='\u{1a}') if !matches!(c, '\t' | '\r' | '\n') => {
                modifiers |= KeyModifiers::CONTROL;
                KeyCode::Char(char::from(c as u8 - 1 + b'a'))
            }
            KeyCode::Char('\r' | '\n') => KeyCode::Enter,
            KeyCode::Char('\t') => KeyCode::Tab,
            KeyCode::Char(c) if c.is_uppercase() => {
                modifiers |= KeyModifiers::SHIFT;
                KeyCode::Char(c.to_lowercase().next().unwrap_or(c))
            }
            KeyCode::Char(c) if !c.is_lowercase() && c != ' ' => {
                // How a sign is typed is the keyboard's affair.
                modifiers -= KeyModifiers::SHIFT;
                KeyCode::Char(c)
            }
            KeyCode::Tab if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            other => other,
        };
        if code == KeyCode::BackTab {
            modifiers |= KeyModifiers::SHIFT;
        }
        Self { code, modifiers }
    }

    /// The press of the key.
    #[cfg(test)]
    pub(crate) fn event(self) -> KeyEvent {
        KeyEvent::new(self.code, self.modifiers)
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        if let (Some(c), None) = (letters.next(), letters.next()) {
            return Some(Self::of(KeyCode::Char(c), KeyModifiers::NONE));
        }
        let key: KeyCombination = text.parse().ok()?;
        match key.codes {
            OneToThree::One(code) => Some(Self::of(code, key.modifiers)),
            OneToThree::Two(..) | OneToThree::Three(..) => None,
        }
    }
}

impl fmt::Display for Chord {
    #[expect(clippy::wildcard_enum_match_arm, reason = "keys that are as they are")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut modifiers = self.modifiers;
        let key = match self.code {
            KeyCode::Char(' ') => "space".to_owned(),
            KeyCode::Char(c) if modifiers.contains(KeyModifiers::SHIFT) => {
                modifiers -= KeyModifiers::SHIFT;
                c.to_uppercase().to_string()
            }
            KeyCode::Char(c) => c.to_string(),
            KeyCode::Up => "↑".to_owned(),
            KeyCode::Down => "↓".to_owned(),
            KeyCode::Left => "←".to_owned(),
            KeyCode::Right => "→".to_owned(),
            KeyCode::PageUp => "pgup".to_owned(),
            KeyCode::PageDown => "pgdn".to_owned(),
            KeyCode::BackTab => "tab".to_owned(),
            // As dialogs write them, whose keys are no one's own.
            other => format!("{other}").to_lowercase(),
        };
        for (modifier, word) in [
            (KeyModifiers::CONTROL, "ctrl-"),
            (KeyModifiers::ALT, "alt-"),
            (KeyModifiers::SHIFT, "shift-"),
        ] {
            if modifiers.contains(modifier) {
                f.write_str(word)?;
            }
        }
        f.write_str(&key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs
            .iter()
            .map(|(name, keys)| ((*name).to_owned(), (*keys).to_owned()))
            .collect()
    }

    fn press(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
        KeyEvent::new(code, modifiers)
    }

    #[test]
    fn the_book_names_every_action() {
        let page = include_str!("../../docs/src/watching.md");
        for row in ROWS {
            let name = format!("`{}`", row.name);
            assert!(page.contains(&name), "{name}");
        }
    }

    #[test]
    fn the_table_parses_has_no_conflict_and_every_action_once() {
        let map = Keymap::with(&BTreeMap::new()).unwrap();
        let wanted: usize = ROWS.iter().map(|row| row.keys.len()).sum();
        assert_eq!(map.keys.len(), wanted);
        for (at, row) in ROWS.iter().enumerate() {
            assert!(
                !ROWS
                    .iter()
                    .skip(at + 1)
                    .any(|other| other.action == row.action || other.name == row.name),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn a_key_is_known_however_the_terminal_sends_it() {
        let map = Keymap::default();
        let table = [
            (KeyCode::Char('G'), KeyModifiers::NONE, Some(Action::Bottom)),
            (
                KeyCode::Char('G'),
                KeyModifiers::SHIFT,
                Some(Action::Bottom),
            ),
            (
                KeyCode::Char('g'),
                KeyModifiers::SHIFT,
                Some(Action::Bottom),
            ),
            (KeyCode::Char('g'), KeyModifiers::NONE, Some(Action::Top)),
            (
                KeyCode::Char('\u{c}'),
                KeyModifiers::NONE,
                Some(Action::Redraw),
            ),
            (
                KeyCode::Char('l'),
                KeyModifiers::CONTROL,
                Some(Action::Redraw),
            ),
            (KeyCode::Char('?'), KeyModifiers::SHIFT, Some(Action::Help)),
            (KeyCode::Char('?'), KeyModifiers::NONE, Some(Action::Help)),
            (
                KeyCode::BackTab,
                KeyModifiers::SHIFT,
                Some(Action::PrevPane),
            ),
            (KeyCode::Tab, KeyModifiers::SHIFT, Some(Action::PrevPane)),
            (KeyCode::Tab, KeyModifiers::NONE, Some(Action::NextPane)),
            (
                KeyCode::Char(' '),
                KeyModifiers::NONE,
                Some(Action::TogglePause),
            ),
            (KeyCode::Char('g'), KeyModifiers::ALT, None),
            (KeyCode::Char('ß'), KeyModifiers::NONE, None),
        ];
        for (code, modifiers, action) in table {
            assert_eq!(
                map.action(press(code, modifiers)),
                action,
                "{code:?} {modifiers:?}"
            );
        }
        let mut release = press(KeyCode::Char('q'), KeyModifiers::NONE);
        release.kind = KeyEventKind::Release;
        assert_eq!(map.action(release), None);
    }

    #[test]
    fn the_user_s_keys_replace_those_of_the_table_and_show_in_the_help() {
        let map = Keymap::with(&own(&[("pause", "P ctrl-o")])).unwrap();
        assert_eq!(
            map.action(press(KeyCode::Char(' '), KeyModifiers::NONE)),
            None
        );
        assert_eq!(
            map.action(press(KeyCode::Char('P'), KeyModifiers::SHIFT)),
            Some(Action::TogglePause)
        );
        assert!(
            map.help(|_| true)
                .iter()
                .any(|row| row.keys == "P / ctrl-o" && row.help.contains("pause"))
        );
        assert_eq!(map.key_of(Action::TogglePause), "P");
    }

    #[test]
    fn every_problem_is_reported_with_both_actions() {
        let errors =
            Keymap::with(&own(&[("folow", "x"), ("pause", "e"), ("copy", "hyper-y")])).unwrap_err();
        let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "there is no action \"folow\"; did you mean \"follow\"?",
                "\"e\" is asked for by both \"pause\" and \"evidence\"",
                "\"hyper-y\" is no key (for \"copy\"); write it like \"space\", \"shift-g\" or \"ctrl-b\"",
            ]
        );
    }

    #[test]
    fn the_book_lists_the_keys_of_the_table() {
        let page = include_str!("../../docs/src/watching.md");
        let (_, section) = page.split_once("\n## Keys\n").unwrap();
        let section = section.split("\n## ").next().unwrap();
        let rows = section
            .lines()
            .filter(|line| line.starts_with("| ") && !line.starts_with("| ---"));
        let mut listed = Vec::new();
        for cell in rows.skip(1).filter_map(|row| row.split('|').nth(1)) {
            for key in cell.split([' ', ',']).filter(|key| !key.is_empty()) {
                match key {
                    "arrows" => listed.extend(["up", "down"].map(Chord::parse)),
                    _ if key.len() > 1 => listed.push(Chord::parse(&key.to_lowercase())),
                    _ => listed.push(Chord::parse(key)),
                }
            }
        }
        let map = Keymap::default();
        for key in &listed {
            let is_bound = map.keys.iter().any(|(chord, _)| Some(*chord) == *key);
            assert!(is_bound, "{key:?} does nothing");
        }
        for row in ROWS {
            let is_told = row
                .keys
                .iter()
                .any(|key| listed.contains(&Chord::parse(key)));
            let needs_no_telling = row.hint.is_empty() || row.context == Context::Replay;
            assert!(is_told || needs_no_telling, "{} is not told", row.name);
        }
    }
}
