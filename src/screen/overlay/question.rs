//! A question to a speaker, now or at the next break: who, and what.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        hint::{Hint, hints},
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
    },
    Draft, DraftOf, Overlay, OverlayOutcome,
    chooser::{Chooser, Chosen},
    editor::{Editor, Shape},
};
use crate::debate::{
    command::{Command, Halt},
    participants::within,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Ask,
    Clarify,
    /// A question once the debate is over.
    FollowUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Speaker,
    Text,
}

/// The overlays that put a question: now, and at the next break.
pub(super) struct Question {
    kind: Kind,
    chooser: Chooser,
    text: Editor,
    halt: Halt,
    /// Whether there is a debate to halt, and it does not wait already.
    halts: bool,
    field: Field,
    complaint: Option<&'static str>,
}

impl Question {
    pub(super) fn new(kind: Kind, chooser: Chooser, draft: Option<Draft>) -> Self {
        let placeholder = match kind {
            Kind::Ask | Kind::FollowUp => "Your question…",
            Kind::Clarify => "What should be made clear…",
        };
        // With a draft, or where nobody has to be named, the typing comes first.
        let field = if draft.is_some() || kind == Kind::Clarify {
            Field::Text
        } else {
            Field::Speaker
        };
        let (text, halt) = draft.map_or((String::new(), Halt::Beside), |draft| {
            (draft.text, draft.halt)
        });
        Self {
            kind,
            chooser,
            text: Editor::new(Shape::Line, placeholder).with_text(&text),
            halt,
            halts: kind == Kind::Ask,
            field,
            complaint: None,
        }
    }

    /// The same, of a debate that waits already.
    pub(super) fn without_halt(self) -> Self {
        Self {
            halts: false,
            halt: Halt::Beside,
            ..self
        }
    }

    fn submit(&mut self) -> OverlayOutcome {
        if self.text.is_blank() {
            self.field = Field::Text;
            self.complaint = Some("There is no question yet.");
            return OverlayOutcome::Stay;
        }
        let text = self.text.text().trim().to_owned();
        let seat = self.chooser.seat().cloned();
        match (self.kind, seat) {
            (Kind::Clarify, seat) => OverlayOutcome::Send(Command::Clarify { seat, text }),
            (Kind::Ask | Kind::FollowUp, Some(seat)) => OverlayOutcome::Send(Command::Ask {
                seat,
                text,
                halt: self.halt,
            }),
            (Kind::Ask | Kind::FollowUp, None) => {
                self.complaint = Some("Nobody speaks in this debate yet.");
                OverlayOutcome::Stay
            }
        }
    }

    fn speaker_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        match self.chooser.on_key(key) {
            Chosen::Done => self.field = Field::Text,
            Chosen::Words(words) => {
                self.field = Field::Text;
                // As they were typed: a paste would lose the space at the end.
                for c in words.chars() {
                    self.text.on_key(KeyEvent::from(KeyCode::Char(c)));
                }
            }
            Chosen::NotMine if matches!(key.code, KeyCode::Esc) => return OverlayOutcome::Close,
            Chosen::NotMine if matches!(key.code, KeyCode::BackTab) => self.field = Field::Text,
            Chosen::Going | Chosen::NotMine => {}
        }
        OverlayOutcome::Stay
    }

    fn toggle(&self, styles: &Styles) -> Line<'static> {
        let option = |halt: Halt, text: &'static str| {
            let (mark, role) = if self.halt == halt {
                ("● ", StyleRole::Emphasis)
            } else {
                ("○ ", StyleRole::Dim)
            };
            Span::styled(format!("{mark}{text}"), styles.get(role))
        };
        Line::from(vec![
            option(Halt::Beside, "without pausing"),
            Span::raw(" "),
            option(Halt::Halting, "pause the debate"),
        ])
    }
}

impl Overlay for Question {
    fn title(&self) -> &'static str {
        match self.kind {
            Kind::Ask => "Ask a speaker",
            Kind::Clarify => "Ask for clarification",
            Kind::FollowUp => "Ask anybody who took part",
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.complaint = None;
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return OverlayOutcome::Close,
                KeyCode::Char('s') => return self.submit(),
                KeyCode::Char('t') if self.halts => {
                    self.halt = match self.halt {
                        Halt::Halting => Halt::Beside,
                        Halt::Beside => Halt::Halting,
                    };
                    return OverlayOutcome::Stay;
                }
                _ => {}
            }
        }
        match (self.field, key.code) {
            (Field::Speaker, _) => return self.speaker_key(key),
            (Field::Text, KeyCode::Esc) => return OverlayOutcome::Close,
            (Field::Text, KeyCode::Enter) => return self.submit(),
            (Field::Text, KeyCode::Tab | KeyCode::BackTab) => self.field = Field::Speaker,
            (Field::Text, KeyCode::Up) if self.text.is_at_top() => self.field = Field::Speaker,
            (Field::Text, _) => self.text.on_key(key),
        }
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        let mut keys = match self.field {
            Field::Speaker if self.chooser.typed().is_empty() => hints([
                ("enter", "choose"),
                ("type", "a name, or the question"),
                ("esc", "close"),
                ("1-9", "by number"),
            ]),
            Field::Speaker => hints([("enter", "choose"), ("esc", "clear")]),
            Field::Text => hints([
                ("enter", "send"),
                ("tab", "speaker"),
                ("esc", self.text.leaves()),
            ]),
        };
        if self.halts {
            // What it would be set to.
            let word = match self.halt {
                Halt::Beside => "pause first",
                Halt::Halting => "no pause",
            };
            keys.insert(2, Hint::new("ctrl-t", word));
        }
        keys
    }

    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        self.complaint = None;
        self.field = Field::Text;
        self.text.paste(text);
        OverlayOutcome::Stay
    }

    fn set_text(&mut self, text: &str) {
        self.text.set_text(text);
    }

    fn draft(&self) -> Option<Draft> {
        if self.text.is_blank() {
            return None;
        }
        Some(Draft {
            of: match self.kind {
                Kind::Ask | Kind::FollowUp => DraftOf::Ask,
                Kind::Clarify => DraftOf::Clarify,
            },
            text: self.text.text(),
            source: String::new(),
            file: String::new(),
            seat: self.chooser.seat().cloned(),
            halt: self.halt,
        })
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let asks = self.halts;
        let wanted = self.chooser.len() as u16;
        let frames = 2 + u16::from(asks);
        let height = (wanted + 6 + frames).min(area.height);
        let place = widgets::centred(area, area.width.saturating_sub(4).clamp(40, 72), height);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let rest = inner.height.saturating_sub(u16::from(asks));
        // The question keeps a line at the least, and four where there is room.
        let text_height = rest.saturating_sub(wanted).clamp(3, 6);
        let list_height = rest.saturating_sub(text_height);
        let [list, text, toggle] = parts::rows(inner, [list_height, text_height, u16::from(asks)]);
        let focus = |field| Focus::when(self.field == field);
        self.chooser
            .render(list, buf, styles, focus(Field::Speaker));
        let title = match self.chooser.seat() {
            Some(_) => format!("to {}", within(self.chooser.name().to_owned())),
            None => "to the last speaker".to_owned(),
        };
        let title = widgets::fit(&title, usize::from(text.width.saturating_sub(6)));
        let on_text = focus(Field::Text);
        let inside = parts::boxed(&title, "", on_text, text, buf, styles);
        self.text.render(inside, buf, styles, on_text);
        if asks {
            widgets::line(&self.toggle(styles), toggle, buf);
        }
        match (self.complaint, self.chooser.typed()) {
            (Some(complaint), _) => {
                parts::complaint(complaint, place, buf, styles);
            }
            (None, "") => {}
            (None, typed) => {
                let typed = format!("{typed}▏");
                parts::edge(&typed, StyleRole::Key, place, buf, styles);
            }
        }
    }
}
