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
    /// Opens the field with the words that stand there.
    pub(super) fn edit_motion(&mut self) {
        let from_settings = self.screen == Screen::Settings;
        let text = match (from_settings, self.own()) {
            (true, _) => self.motion_text(),
            (false, Some(own)) => own.to_owned(),
            (false, None) => {
                let at = self.listed().get(self.at).copied();
                let motion = at.and_then(|at| self.data.motions.get(at));
                motion.map_or_else(|| self.filter.clone(), |(_, text, ..)| text.clone())
            }
        };
        let placeholder = "This House Would …";
        let editor = Editor::new(Shape::Line, placeholder).with_text(&text);
        self.motion_field = Some(MotionField {
            before: editor.text(),
            editor,
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
        self.motion = Some(match known {
            Some((id, ..)) => MotionChoice::Id(id.clone()),
            None => MotionChoice::Own(text),
        });
        self.motion_field = None;
        self.row = 0;
        self.go(Screen::Settings);
        self.look_again()
    }

    /// Leaves the field; what was typed goes only where that was said twice.
    pub(super) fn leave_motion(&mut self) {
        let Some(field) = &mut self.motion_field else {
            self.go(Screen::Motions);
            return;
        };
        let text = field.editor.text();
        if text != field.before {
            field.before = text;
            self.say("Not taken: enter takes it, esc again discards.");
            return;
        }
        let from_settings = field.from_settings;
        self.motion_field = None;
        if from_settings {
            self.screen = Screen::Settings;
        } else {
            self.screen = Screen::Motions;
        }
    }
}
