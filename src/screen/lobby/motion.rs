//! The field for a motion of one's own.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        overlay::editor::{Editor, Shape},
        parts,
        style::Styles,
        widgets::Focus,
    },
    Lobby, LobbyChoice, MotionChoice, Screen,
};
use crate::{catalog::Motion, text::sanitize::sanitize_line};

/// A motion being written.
#[derive(Debug)]
pub(super) struct MotionField {
    editor: Editor,
    /// The words that it was begun with.
    before: String,
    /// Whether it was begun from the settings, where whoever leaves is back.
    from_settings: bool,
}

impl MotionField {
    pub(super) fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let size = self.editor.size();
        let inner = parts::boxed("Your motion", &size, Focus::On, area, buf, styles);
        self.editor.render(inner, buf, styles, Focus::On);
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.editor.paste(&sanitize_line(text));
    }
}

impl Lobby {
    /// Opens the field with the words that stand there, or as it was left when it was opened with them before.
    pub(super) fn edit_motion(&mut self) {
        let from_settings = self.screen == Screen::Settings;
        let text = if from_settings {
            self.motion_text()
        } else if let Some(typed) = self.typed_motion() {
            typed.to_owned()
        } else {
            // One of the list is not begun with: whoever writes at once would write behind it.
            let is_listed = self.listed().get(self.at).is_some();
            let own = self.own().filter(|_| !is_listed);
            own.unwrap_or(&self.filter).to_owned()
        };
        let placeholder = "This House Would …";
        let editor = Editor::new(Shape::Line, placeholder).with_text(&text);
        let before = editor.text();
        let draft = self.motion_drafts.get(&before).cloned();
        if draft.is_some() {
            self.say("This is what you wrote before.");
        }
        let editor = match draft {
            Some(draft) => editor.with_text(&draft),
            None => editor,
        };
        self.motion_field = Some(MotionField {
            editor,
            before,
            from_settings,
        });
        self.screen = Screen::Motion;
    }

    /// Takes a key that is for the text.
    pub(super) fn type_motion(&mut self, key: KeyEvent) {
        if let Some(field) = &mut self.motion_field
            && key.code != KeyCode::Enter
        {
            field.editor.on_key(key);
        }
    }

    /// Takes the motion as it stands there.
    pub(super) fn take_motion(&mut self) -> Option<LobbyChoice> {
        let text = self.motion_field.as_ref()?.editor.text().trim().to_owned();
        if !Motion::is_sentence(&text) {
            self.say("A motion of your own is a sentence, such as: This House Would ban cars.");
            return None;
        }
        let known = self
            .data
            .motions
            .iter()
            .find(|(_, known, ..)| *known == text);
        self.take_choice(match known {
            Some((id, ..)) => MotionChoice::Id(id.clone()),
            None => MotionChoice::Own(text),
        });
        if let Some(field) = self.motion_field.take() {
            self.motion_drafts.remove(&field.before);
        }
        self.row = 0;
        self.go(Screen::Settings);
        self.look_again()
    }

    /// Leaves the field; what was written in it is there again when it is opened with the same words.
    pub(super) fn leave_motion(&mut self) {
        let Some(field) = self.motion_field.take() else {
            self.go(Screen::Motions);
            return;
        };
        let text = field.editor.text();
        let is_kept = text != field.before && !text.trim().is_empty();
        let key = if field.from_settings { "e" } else { "ctrl-e" };
        if is_kept {
            self.motion_drafts.insert(field.before, text);
            self.say(format!(
                "Not taken; what you wrote is kept: {key} goes on with it."
            ));
        } else {
            self.motion_drafts.remove(&field.before);
        }
        self.screen = if field.from_settings {
            Screen::Settings
        } else {
            Screen::Motions
        };
    }
}
