//! Evidence: a text for both sides, and where it comes from.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        style::Styles,
        widgets::{self, Focus},
    },
    Draft, DraftOf, Overlay, OverlayOutcome, Submission,
    editor::{Editor, Shape},
    parts,
};
use crate::debate::command::Halt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Text,
    Source,
}

struct Evidence {
    text: Editor,
    source: Editor,
    field: Field,
    complaint: Option<&'static str>,
}

/// The editor for evidence, with what was left in it.
pub fn evidence(draft: Option<Draft>) -> Box<dyn Overlay> {
    let (text, source) = draft.map_or_else(Default::default, |draft| (draft.text, draft.source));
    Box::new(Evidence {
        text: Editor::new(Shape::Prose, "Type or paste what both sides should know…")
            .with_text(&text),
        source: Editor::new(Shape::Line, "where it comes from (may be empty)").with_text(&source),
        field: Field::Text,
        complaint: None,
    })
}

impl Evidence {
    fn editor(&mut self) -> &mut Editor {
        match self.field {
            Field::Text => &mut self.text,
            Field::Source => &mut self.source,
        }
    }

    fn submit(&mut self) -> OverlayOutcome {
        if self.text.is_blank() {
            self.field = Field::Text;
            self.complaint = Some("There is no text yet to hand in.");
            return OverlayOutcome::Stay;
        }
        OverlayOutcome::Submit(Submission::Evidence {
            text: self.text.text().trim().to_owned(),
            source: self.source.text().trim().to_owned(),
        })
    }
}

impl Overlay for Evidence {
    fn title(&self) -> &'static str {
        "Evidence"
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.complaint = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return OverlayOutcome::Close,
            KeyCode::Char('c') if control => return OverlayOutcome::Close,
            KeyCode::Char('s') if control => return self.submit(),
            KeyCode::Char('e') if control => {
                return OverlayOutcome::Submit(Submission::Edit(self.text.text()));
            }
            KeyCode::Enter if self.field == Field::Source => return self.submit(),
            KeyCode::Tab | KeyCode::BackTab => {
                self.field = match self.field {
                    Field::Text => Field::Source,
                    Field::Source => Field::Text,
                };
            }
            KeyCode::Up if self.field == Field::Source => self.field = Field::Text,
            _ => self.editor().on_key(key),
        }
        OverlayOutcome::Stay
    }

    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        self.complaint = None;
        self.editor().paste(text);
        OverlayOutcome::Stay
    }

    fn set_text(&mut self, text: &str) {
        self.text.set_text(text.trim_end());
    }

    fn draft(&self) -> Option<Draft> {
        if self.text.is_blank() && self.source.is_blank() {
            return None;
        }
        Some(Draft {
            of: DraftOf::Evidence,
            text: self.text.text(),
            source: self.source.text(),
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
        let text_height = inner.height.saturating_sub(4);
        let [text, source, footer] = parts::rows(inner, [text_height, 3, 1]);
        let focus = |field| Focus::when(self.field == field);
        let (on_text, on_source) = (focus(Field::Text), focus(Field::Source));
        let inside = parts::boxed("Text", &self.text.size(), on_text, text, buf, styles);
        self.text.render(inside, buf, styles, on_text);
        let inside = parts::boxed("Source", "", on_source, source, buf, styles);
        self.source.render(inside, buf, styles, on_source);
        let keys = [
            ("ctrl-s", "hand in"),
            ("esc", "keep for later"),
            ("tab", "source"),
            ("ctrl-e", "your editor"),
        ];
        parts::footer(self.complaint, &keys, footer, buf, styles);
    }
}
