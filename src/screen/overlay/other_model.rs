//! The question with which other model a debate is to be gone on with that waits for one, and for whom.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{
        effect::{OtherModel, ScreenEffect},
        hint::{Hint, hints},
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
        wrapping,
    },
    Overlay, OverlayOutcome,
    editor::{Editor, Shape},
};
use crate::{
    debate::{DebateState, event::PausedBy, ids::Seat, participants::within, state::DebateStatus},
    text::upper_first,
};

/// What can be typed.
const NAMES: &str = "A name on the same server, PROVIDER:NAME as in config.toml, or embedded:NAME for one that runs in \
                     the program.";

struct OtherModelBox {
    text: Editor,
    /// Whose model cannot be had: the seat, and the name within a sentence. Nobody where the seat is not one that can
    /// have a model of its own.
    whose: Option<(Seat, String)>,
    is_for_all: bool,
    /// The model that is looked for, until it is known whether it can be had.
    awaited: Option<OtherModel>,
    complaint: String,
}

/// The question; `None` where the debate waits for nobody's model.
pub fn other_model(state: &DebateState) -> Option<Box<dyn Overlay>> {
    let (DebateStatus::Paused(PausedBy::Unreachable { seat, .. }), Some(opening)) =
        (&state.status, state.opening.as_deref())
    else {
        return None;
    };
    let model = opening.seated().find(|(one, _)| *one == seat);
    let model = model.map(|(_, model)| model);
    let whose = model.map(|_| (seat.clone(), within(state.name(seat))));
    // Where all have the same, all are without it.
    let is_own = model.is_some_and(|model| opening.seated().any(|(_, other)| other != model));
    Some(Box::new(OtherModelBox {
        text: Editor::new(Shape::Line, "the name of a model"),
        is_for_all: !is_own,
        whose,
        awaited: None,
        complaint: String::new(),
    }))
}

impl OtherModelBox {
    fn submit(&mut self) -> OverlayOutcome {
        let model = self.text.text().trim().to_owned();
        if model.is_empty() {
            "There is no name yet.".clone_into(&mut self.complaint);
            return OverlayOutcome::Stay;
        }
        let whose = self.whose.as_ref().filter(|_| !self.is_for_all);
        let other = OtherModel {
            seat: whose.map(|(seat, _)| seat.clone()),
            model,
        };
        if self.awaited.as_ref() == Some(&other) {
            return OverlayOutcome::Stay;
        }
        self.awaited = Some(other.clone());
        OverlayOutcome::Do(ScreenEffect::LookUp(other))
    }

    /// What is said at the foot of the box.
    fn said(&self) -> &str {
        if self.awaited.is_some() {
            "looking for the model …"
        } else {
            &self.complaint
        }
    }

    fn toggle(&self, styles: &Styles) -> Line<'static> {
        let option = |is_chosen: bool, text: String| {
            let (mark, role) = if is_chosen {
                ("● ", StyleRole::Emphasis)
            } else {
                ("○ ", StyleRole::Dim)
            };
            Span::styled(format!("{mark}{text}"), styles.get(role))
        };
        let mut spans = Vec::new();
        if let Some((_, name)) = &self.whose {
            spans.push(option(!self.is_for_all, format!("for {name}")));
            spans.push(Span::raw("  "));
        }
        spans.push(option(self.is_for_all, "for everything".to_owned()));
        Line::from(spans)
    }
}

impl Overlay for OtherModelBox {
    fn title(&self) -> &'static str {
        "Go on with another model"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.complaint.clear();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return OverlayOutcome::Close,
            KeyCode::Char('c') if control => return OverlayOutcome::Close,
            KeyCode::Char('s') if control => return self.submit(),
            KeyCode::Enter => return self.submit(),
            KeyCode::Tab | KeyCode::BackTab if self.whose.is_some() => {
                self.awaited = None;
                self.is_for_all = !self.is_for_all;
            }
            _ => {
                self.awaited = None;
                self.text.on_key(key);
            }
        }
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        let mut keys = hints([("enter", "go on"), ("esc", "close")]);
        if self.whose.is_some() {
            keys.insert(1, Hint::new("tab", "for whom"));
        }
        keys
    }

    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        self.complaint.clear();
        self.awaited = None;
        self.text.paste(text);
        OverlayOutcome::Stay
    }

    fn set_text(&mut self, text: &str) {
        self.text.set_text(text);
    }

    fn looked_up(&mut self, model: &OtherModel, found: Result<(), String>) -> OverlayOutcome {
        // Another name was typed meanwhile.
        if self.awaited.as_ref() != Some(model) {
            return OverlayOutcome::Stay;
        }
        self.awaited = None;
        match found {
            Ok(()) => OverlayOutcome::Do(ScreenEffect::GoOnWith(model.clone())),
            Err(why) => {
                self.complaint = upper_first(&why);
                OverlayOutcome::Stay
            }
        }
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let width = area.width.saturating_sub(4).clamp(40, 64);
        let told = wrapping::rows(NAMES, usize::from(width.saturating_sub(4)));
        let rows = told.len() as u16;
        let place = widgets::centred(area, width, 6 + rows);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let [text, names, toggle] = parts::rows(inner, [3, rows, 1]);
        let inside = parts::boxed("model", "", Focus::On, text, buf, styles);
        self.text.render(inside, buf, styles, Focus::On);
        for (y, line) in (names.y..names.bottom()).zip(&told) {
            let row = Rect::new(names.x + 1, y, names.width.saturating_sub(1), 1);
            let line = Line::styled(line.as_ref(), styles.get(StyleRole::Dim));
            widgets::line(&line, row, buf);
        }
        let row = Rect::new(
            toggle.x + 1,
            toggle.y,
            toggle.width.saturating_sub(1),
            toggle.height,
        );
        widgets::line(&self.toggle(styles), row, buf);
        parts::complaint(self.said(), place, buf, styles);
    }
}
