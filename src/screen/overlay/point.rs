//! A point of information from the gallery: short, and counted.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        hint::{Hint, hints},
        parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
    },
    Draft, DraftOf, Overlay, OverlayOutcome,
    editor::{Editor, Shape},
};
use crate::debate::{
    DebateState,
    command::{Command, Halt},
};
use crate::text::counted;

struct Point {
    text: Editor,
    limit: Option<u32>,
    /// Whoever would hear it now.
    to: Option<String>,
    /// Whoever would have heard it last.
    meant: Option<String>,
    complaint: Option<Cow<'static, str>>,
}

/// A point of information, with what was left in it.
pub fn point(state: &DebateState, draft: Option<Draft>) -> Box<dyn Overlay> {
    let floor = state.floor();
    let rules = floor.and_then(|turn| state.poi_rules(turn));
    let most = state.plan.phases.iter().filter_map(|phase| phase.points);
    let limit = rules.map(|rules| rules.max_words);
    let text = draft.map_or_else(String::new, |draft| draft.text);
    Box::new(Point {
        text: Editor::new(Shape::Line, "On that point…").with_text(&text),
        limit: limit.or_else(|| most.map(|rules| rules.max_words).max()),
        to: heard_by(state),
        meant: heard_by(state),
        complaint: None,
    })
}

/// The name of whoever would hear a point that is handed in now; `None` between speeches, and where this speech takes no
/// more points.
fn heard_by(state: &DebateState) -> Option<String> {
    let turn = state.floor().filter(|turn| state.are_points_left(turn))?;
    Some(state.name(&turn.seat))
}

impl Point {
    fn is_long(&self) -> bool {
        self.limit.is_some_and(|limit| self.text.words() > limit)
    }

    fn submit(&mut self) -> OverlayOutcome {
        if self.text.is_blank() {
            self.complaint = Some("There is no point yet.".into());
            return OverlayOutcome::Stay;
        }
        if self.is_long() {
            self.complaint = Some("Too long for a point of information: shorten it.".into());
            return OverlayOutcome::Stay;
        }
        OverlayOutcome::Send(Command::GalleryPoint {
            text: self.text.text().trim().to_owned(),
        })
    }
}

impl Overlay for Point {
    fn title(&self) -> &'static str {
        "Point of information"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.complaint = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return OverlayOutcome::Close,
            KeyCode::Char('c') if control => return OverlayOutcome::Close,
            KeyCode::Char('s') if control => return self.submit(),
            KeyCode::Enter => return self.submit(),
            _ => self.text.on_key(key),
        }
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        hints([("enter", "rise"), ("esc", self.text.leaves())])
    }

    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        self.complaint = None;
        self.text.paste(text);
        OverlayOutcome::Stay
    }

    fn set_text(&mut self, text: &str) {
        self.text.set_text(text);
    }

    /// The floor goes on from one to the next while somebody types.
    fn follow(&mut self, state: &DebateState) {
        let before = std::mem::replace(&mut self.to, heard_by(state));
        match (before, &self.to) {
            (Some(before), None) if state.floor().is_some() => {
                self.complaint = Some(format!("{before} takes no more points.").into());
            }
            (_, Some(now)) => {
                if let Some(before) = self.meant.replace(now.clone())
                    && before != *now
                {
                    let text = format!("{before} has finished; {now} has the floor.");
                    self.complaint = Some(text.into());
                }
            }
            (_, None) => {}
        }
    }

    fn draft(&self) -> Option<Draft> {
        if self.text.is_blank() {
            return None;
        }
        Some(Draft {
            of: DraftOf::Point,
            text: self.text.text(),
            source: String::new(),
            file: String::new(),
            seat: None,
            halt: Halt::Beside,
        })
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let place = widgets::centred(area, area.width.saturating_sub(4).clamp(40, 64), 8);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let [text, count] = parts::rows(inner, [inner.height.saturating_sub(1), 1]);
        let title = self.to.as_deref().map_or_else(
            || "to the next speaker who takes points".to_owned(),
            |name| format!("to {name}"),
        );
        let title = widgets::fit(&title, usize::from(text.width.saturating_sub(6)));
        let inside = parts::boxed(&title, "", Focus::On, text, buf, styles);
        self.text.render(inside, buf, styles, Focus::On);
        let words = self.text.words();
        let (counted, role) = match self.limit {
            Some(limit) if words > limit => (format!("{words} of {limit} words"), StyleRole::Error),
            Some(limit) => (format!("{words} of {limit} words"), StyleRole::Dim),
            None => (counted(words, "word", "words"), StyleRole::Dim),
        };
        let counted = Line::styled(counted, styles.get(role)).right_aligned();
        ratatui::widgets::Widget::render(counted, count, buf);
        let complaint = self.complaint.as_deref().unwrap_or_default();
        parts::edge(complaint, StyleRole::Warning, place, buf, styles);
    }
}
