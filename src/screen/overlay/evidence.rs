//! Evidence: a text or a file for both sides, and where it comes from.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        effect::ScreenEffect,
        hint::{Hint, hints},
        parts,
        style::Styles,
        widgets::{self, Focus},
    },
    Draft, DraftOf, Overlay, OverlayOutcome, PathCompletion,
    editor::{Editor, Shape},
    path,
};
use crate::debate::command::{Command, Halt};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Text,
    Source,
    File,
}

struct Evidence {
    text: Editor,
    source: Editor,
    file: Editor,
    /// Names that what stands in the field of the file could go on with.
    fitting: Vec<String>,
    field: Field,
    complaint: Option<&'static str>,
}

/// The editor for evidence, with what was left in it.
pub fn evidence(draft: Option<Draft>) -> Box<dyn Overlay> {
    let left = draft.map(|draft| (draft.text, draft.source, draft.file));
    let (text, source, file) = left.unwrap_or_default();
    let line =
        |placeholder: &str, text: &str| Editor::new(Shape::Line, placeholder).with_text(text);
    Box::new(Evidence {
        text: Editor::new(Shape::Prose, "Type or paste what all speakers should know…")
            .with_text(&text),
        source: line("where it comes from (may be empty)", &source),
        file: line("a text, HTML, PDF, EPUB or SRT file", &file),
        fitting: Vec::new(),
        field: if file.is_empty() {
            Field::Text
        } else {
            Field::File
        },
        complaint: None,
    })
}

impl Evidence {
    fn editor(&mut self) -> &mut Editor {
        match self.field {
            Field::Text => &mut self.text,
            Field::Source => &mut self.source,
            Field::File => &mut self.file,
        }
    }

    fn submit(&mut self) -> OverlayOutcome {
        let source = self.source.text().trim().to_owned();
        match (self.text.is_blank(), self.file.is_blank()) {
            (false, true) => OverlayOutcome::Send(Command::Evidence {
                text: self.text.text().trim().to_owned(),
                source,
                places: Vec::new(),
            }),
            (true, false) => OverlayOutcome::Do(ScreenEffect::Read {
                path: self.path(),
                source,
            }),
            (true, true) => {
                self.field = Field::Text;
                self.complain("There is neither a text nor a file yet to hand in.")
            }
            (false, false) => {
                self.field = Field::File;
                self.complain("There is a text and a file: empty one of the fields.")
            }
        }
    }

    fn complain(&mut self, why: &'static str) -> OverlayOutcome {
        self.complaint = Some(why);
        OverlayOutcome::Stay
    }

    fn path(&self) -> String {
        self.file.text().trim().to_owned()
    }

    fn focus(&mut self, field: Field) -> OverlayOutcome {
        self.field = field;
        OverlayOutcome::Stay
    }
}

impl Overlay for Evidence {
    fn title(&self) -> &'static str {
        "Evidence"
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.complaint = None;
        self.fitting.clear();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, self.field) {
            (KeyCode::Esc, _) => OverlayOutcome::Close,
            (KeyCode::Char('c'), _) if control => OverlayOutcome::Close,
            (KeyCode::Char('s'), _) if control => self.submit(),
            (KeyCode::Char('e'), _) if control => {
                OverlayOutcome::Do(ScreenEffect::Edit(self.text.text()))
            }
            (KeyCode::Char('o'), _) if control => self.focus(Field::File),
            (KeyCode::Enter, Field::Source | Field::File) => self.submit(),
            (KeyCode::Tab, Field::File) if !self.file.is_blank() => {
                OverlayOutcome::Do(ScreenEffect::Complete(self.path()))
            }
            (KeyCode::Tab | KeyCode::Down, Field::Source) | (KeyCode::BackTab, Field::Text) => {
                self.focus(Field::File)
            }
            (KeyCode::Tab, Field::Text) | (KeyCode::BackTab | KeyCode::Up, Field::File) => {
                self.focus(Field::Source)
            }
            (KeyCode::BackTab | KeyCode::Up, Field::Source) | (KeyCode::Tab, Field::File) => {
                self.focus(Field::Text)
            }
            _ => {
                self.editor().on_key(key);
                OverlayOutcome::Stay
            }
        }
    }

    fn hints(&self) -> Vec<Hint> {
        let tab = match self.field {
            Field::Text => "source",
            Field::Source => "file",
            Field::File if self.file.is_blank() => "text",
            Field::File => "complete the path",
        };
        // In a text it begins a new line.
        let hand_in = match self.field {
            Field::Text => "ctrl-s",
            Field::Source | Field::File => "enter",
        };
        let mut keys = hints([
            (hand_in, "hand in"),
            ("tab", tab),
            ("esc", self.text.leaves()),
            ("ctrl-e", "editor"),
        ]);
        // Elsewhere it is a step away.
        if self.field == Field::Text {
            keys.insert(3, Hint::new("ctrl-o", "file"));
        }
        keys
    }

    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        self.complaint = None;
        self.fitting.clear();
        match path::dropped(text) {
            // Where a text stands already, a path belongs to it.
            Some(path) if self.text.is_blank() => {
                self.file.set_text(&path);
                self.field = Field::File;
            }
            Some(_) | None => self.editor().paste(text),
        }
        OverlayOutcome::Stay
    }

    fn set_text(&mut self, text: &str) {
        self.text.set_text(text.trim_end());
    }

    fn completed(&mut self, completion: PathCompletion) {
        if completion.fitting.is_empty() {
            self.complaint = Some("No file and no folder begins like that.");
            return;
        }
        // Whoever typed on meanwhile knows better.
        if !completion.path.starts_with(&self.path()) {
            return;
        }
        self.file.set_text(&completion.path);
        if completion.fitting.len() > 1 {
            self.fitting = completion.fitting;
        }
    }

    fn draft(&self) -> Option<Draft> {
        if self.text.is_blank() && self.source.is_blank() && self.file.is_blank() {
            return None;
        }
        Some(Draft {
            of: DraftOf::Evidence,
            text: self.text.text(),
            source: self.source.text(),
            file: self.path(),
            seat: None,
            halt: Halt::Beside,
        })
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let place = widgets::centred(
            area,
            area.width.saturating_sub(8).clamp(40, 96),
            area.height.saturating_sub(4).clamp(12, 30),
        );
        let inner = widgets::popup(self.title(), place, buf, styles);
        let text_height = inner.height.saturating_sub(6);
        let [text, source, file] = parts::rows(inner, [text_height, 3, 3]);
        let focus = |field| Focus::when(self.field == field);
        let (on_text, on_source, on_file) =
            (focus(Field::Text), focus(Field::Source), focus(Field::File));
        let inside = parts::boxed("Text", &self.text.size(), on_text, text, buf, styles);
        self.text.render(inside, buf, styles, on_text);
        let inside = parts::boxed("Source", "", on_source, source, buf, styles);
        self.source.render(inside, buf, styles, on_source);
        let names = self.fitting.join("  ");
        let names = widgets::fit(&names, usize::from(file.width).saturating_sub(6));
        let inside = parts::boxed("File", &names, on_file, file, buf, styles);
        self.file.render(inside, buf, styles, on_file);
        let complaint = self.complaint.unwrap_or_default();
        parts::complaint(complaint, place, buf, styles);
    }
}
