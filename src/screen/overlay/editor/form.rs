//! A form in the field: its headings, its notes and the names of its fields are not typed over, for what is broken of them
//! is read as something else.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Editor;
use crate::text::sanitize::sanitize;

/// The beginnings of lines that are no fields.
const NO_FIELD: [char; 2] = ['>', '#'];

impl Editor {
    /// Puts a form into the field, all of it to be seen, with the cursor in the first field that is empty.
    pub(crate) fn set_form(&mut self, text: &str) {
        self.set_text("");
        if !text.is_empty() {
            self.area.insert_str(sanitize(text));
            let last = self.area.lines().len().saturating_sub(1);
            self.jump(last, 0);
            self.goes_to_next_field();
        }
    }

    /// Puts the cursor behind what stands in a line, from 0.
    pub(crate) fn goes_to_line(&mut self, row: usize) {
        let line = self.area.lines().get(row);
        if let Some(column) = line.map(|line| line.chars().count()) {
            self.jump(row, column);
        }
    }

    /// Puts the cursor behind the colon of the next field of a form that is empty, from the top again behind the last.
    pub(crate) fn goes_to_next_field(&mut self) {
        let lines = self.area.lines();
        let (row, _) = self.cursor();
        let is_empty = |line: &String| {
            let line = line.trim_end();
            line.ends_with(':') && !line.starts_with(NO_FIELD) && !line.starts_with('-')
        };
        let all = || lines.iter().enumerate();
        let next = all().skip(row + 1).chain(all().take(row + 1));
        let field = next
            .filter(|(_, line)| is_empty(line))
            .map(|(row, line)| (row, line.chars().count()))
            .next();
        if let Some((row, column)) = field {
            self.jump(row, column);
        }
    }

    /// Takes a key in a form that was `blank` at first. What is typed in a line that is no field goes into the next field;
    /// what would break a line of the form is not done.
    pub(crate) fn on_form_key(&mut self, blank: &str, key: KeyEvent) {
        let was_whole = self.is_whole(blank);
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_typed = matches!(key.code, KeyCode::Char(_)) && !control;
        if was_whole && (is_typed || key.code == KeyCode::Enter) && self.is_on_no_field() {
            self.goes_to_next_field();
            if key.code == KeyCode::Enter {
                return;
            }
        }
        self.on_key(key);
        if !was_whole || self.is_whole(blank) {
            return;
        }
        if control && matches!(key.code, KeyCode::Char('z' | '_' | '7')) {
            self.area.redo();
        } else {
            self.area.undo();
        }
    }

    fn is_on_no_field(&self) -> bool {
        let (row, _) = self.cursor();
        let line = self.area.lines().get(row);
        line.is_some_and(|line| line.starts_with(NO_FIELD))
    }

    /// Whether every line of the blank form still stands, in its order; behind the name of a field there may be more.
    fn is_whole(&self, blank: &str) -> bool {
        let mut lines = self.area.lines().iter().map(|line| line.trim_end());
        let mut wanted = blank
            .lines()
            .map(str::trim_end)
            .filter(|one| !one.is_empty());
        wanted.all(|one| {
            lines.any(|line| line == one || (!one.starts_with(NO_FIELD) && line.starts_with(one)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Shape, *};

    const BLANK: &str = "# Marks\n> Reason: Why, in a sentence.\nReason: \nLogic (1 to 10): ";

    fn press(editor: &mut Editor, code: KeyCode, with: KeyModifiers) {
        editor.on_form_key(BLANK, KeyEvent::new(code, with));
    }

    #[test]
    fn no_key_breaks_a_form_and_what_is_typed_is_in_a_field() {
        let plain = KeyModifiers::NONE;
        for (row, column, code, with) in [
            (1, 5, KeyCode::Enter, plain),
            (1, 5, KeyCode::Char('u'), KeyModifiers::CONTROL),
            (1, 5, KeyCode::Char('k'), KeyModifiers::CONTROL),
            (1, 5, KeyCode::Backspace, plain),
            (0, 2, KeyCode::Delete, plain),
            (2, 0, KeyCode::Backspace, plain),
            (2, 0, KeyCode::Char('x'), plain),
            (2, 3, KeyCode::Enter, plain),
            (2, 8, KeyCode::Delete, plain),
            (2, 8, KeyCode::Char('z'), KeyModifiers::CONTROL),
        ] {
            let mut editor = Editor::new(Shape::Prose, "");
            editor.set_form(BLANK);
            editor.jump(row, column);
            press(&mut editor, code, with);
            assert_eq!(editor.text(), BLANK, "{code:?} at {row}, {column}");
        }
        // On a note, what is typed goes into the field below it, where it can be taken back.
        let mut editor = Editor::new(Shape::Prose, "");
        editor.set_form(BLANK);
        editor.jump(1, 5);
        for letter in "It is so.".chars() {
            press(&mut editor, KeyCode::Char(letter), plain);
        }
        press(&mut editor, KeyCode::Enter, plain);
        press(&mut editor, KeyCode::Char('!'), plain);
        let typed = BLANK.replace("Reason: \n", "Reason: It is so.\n!\n");
        assert_eq!(editor.text(), typed);
        press(&mut editor, KeyCode::Backspace, plain);
        press(&mut editor, KeyCode::Backspace, plain);
        assert_eq!(editor.text(), typed.replace("\n!", ""));
    }
}
