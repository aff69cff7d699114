//! The card of somebody who was invented, as the text that it would be in a file.

use crossterm::event::KeyEvent;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        overlay::editor::{Editor, Shape},
        parts,
        style::Styles,
        widgets::Focus,
    },
    Lobby, Screen,
};
use crate::catalog::persona_of;

/// A card being changed.
#[derive(Debug)]
pub(super) struct CardEditor {
    /// The persona of the card, by position in the list.
    persona: usize,
    editor: Editor,
    before: String,
}

impl CardEditor {
    pub(super) fn new(persona: usize, text: &str) -> Self {
        let mut editor = Editor::new(Shape::Prose, "").with_text(text.trim_end());
        editor.jump(0, 0);
        Self {
            persona,
            before: editor.text(),
            editor,
        }
    }

    /// Takes a key that is for the text.
    pub(super) fn on_key(&mut self, key: KeyEvent) {
        self.editor.on_key(key);
    }

    /// Takes a paste.
    pub(super) fn paste(&mut self, text: &str) {
        self.editor.paste(text);
    }

    pub(super) fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let size = self.editor.size();
        let inner = parts::boxed("Their card", &size, Focus::On, area, buf, styles);
        self.editor.render(inner, buf, styles, Focus::On);
    }
}

impl Lobby {
    pub(super) fn leave_card(&mut self) {
        let Some(card) = &mut self.card else {
            self.screen = Screen::Settings;
            return;
        };
        // What was typed goes only where that was said twice.
        if card.editor.text() == card.before {
            self.close_card();
        } else {
            card.before = card.editor.text();
            self.say("Not saved: ctrl-s saves, esc again discards.");
        }
    }

    pub(super) fn take_card(&mut self) {
        let Some(card) = &mut self.card else {
            return;
        };
        let persona = card.persona;
        let id = self.data.personas.get(persona).map(|one| one.id.as_str());
        match persona_of(id.unwrap_or_default(), &card.editor.text()) {
            Ok(read) => {
                self.change_card(persona, read);
                self.close_card();
            }
            Err(problems) => {
                let Some(first) = problems.first() else {
                    return;
                };
                let place = (first.line.unwrap_or(1), first.column.unwrap_or(1));
                card.editor.jump(place.0 - 1, place.1 - 1);
                let field = if first.field.is_empty() {
                    String::new()
                } else {
                    format!("{}: ", first.field)
                };
                self.message = Some(format!(
                    "Line {}: {field}{}; {}",
                    place.0, first.message, first.expected
                ));
            }
        }
    }

    fn close_card(&mut self) {
        self.card = None;
        self.screen = Screen::Settings;
    }
}
