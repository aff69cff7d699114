//! A point of information from the gallery: short, and counted.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        hint::{Hint, hints},
        labels, parts,
        style::{StyleRole, Styles},
        widgets::{self, Focus},
        wrapping,
    },
    Draft, DraftOf, Overlay, OverlayOutcome,
    editor::{Editor, Shape},
};
use crate::catalog::TurnOrder;
use crate::debate::{
    DebateState,
    command::{Command, Halt},
    ids::Seat,
    risers::PointsClosed,
};
use crate::text::counted;

struct Point {
    /// The seat that was taken at this terminal, in a debate that runs elsewhere: nobody rises from the gallery there.
    own: Option<Seat>,
    text: Editor,
    limit: Option<u32>,
    /// The seat of the person who rises, where one may; the gallery's where none does.
    from: Option<Seat>,
    /// Whoever would hear it now.
    to: Option<String>,
    /// Whoever would have heard it last.
    meant: Option<String>,
    /// Why nobody may rise now, and when somebody may; empty where one may.
    closed: String,
    complaint: Option<Cow<'static, str>>,
}

/// A point of information, with what was left in it.
pub fn point(state: &DebateState, draft: Option<Draft>, own: Option<&Seat>) -> Box<dyn Overlay> {
    let floor = state.floor();
    let rules = floor.and_then(|turn| state.poi_rules(turn));
    let most = state.plan.phases.iter().filter_map(|phase| phase.points);
    let limit = rules.map(|rules| rules.max_words);
    let text = draft.map_or_else(String::new, |draft| draft.text);
    Box::new(Point {
        own: own.cloned(),
        text: Editor::new(Shape::Line, "On that point…").with_text(&text),
        limit: limit.or_else(|| most.map(|rules| rules.max_words).max()),
        from: state.person_who_may_rise(own).cloned(),
        to: heard_by(state),
        meant: heard_by(state),
        closed: closed(state),
        complaint: None,
    })
}

/// Why nobody may rise now, and when somebody may; empty where one may.
fn closed(state: &DebateState) -> String {
    let why = match state.floor() {
        None => "Nobody has the floor.".to_owned(),
        Some(turn) => match state.points_closed(turn) {
            None => return String::new(),
            Some(PointsClosed::First { words }) => {
                let time = labels::spoken(state, words);
                return format!("The first {time} of a speech is protected: it is put after that.");
            }
            Some(PointsClosed::Last { words }) => {
                let time = labels::spoken(state, words);
                format!("The last {time} of a speech is protected.")
            }
            Some(PointsClosed::Taken { most }) => {
                let name = labels::short(state, &turn.seat);
                let points = counted(most, "point", "points");
                format!("{name} has taken {points}, the most in one speech.")
            }
            Some(PointsClosed::Offered { most }) => {
                let points = counted(most, "point", "points");
                format!("{points} may be offered in one speech, and no more.")
            }
            Some(PointsClosed::Never) => "No points are taken in this speech.".to_owned(),
        },
    };
    let then = match next(state) {
        Some(name) => format!("It waits for the speech of {name}."),
        None if state.next_open_to_points().is_some() => {
            "It waits for the next speech in which points are taken.".to_owned()
        }
        None => "No later speech takes points either.".to_owned(),
    };
    format!("{why} {then}")
}

/// The name of whoever is the next in whose speech points are taken, where that is known.
fn next(state: &DebateState) -> Option<String> {
    let slot = state.next_open_to_points()?;
    let phases = &state.opening.as_deref()?.format.phases;
    let order = phases.get(slot.phase as usize)?.order;
    (order != TurnOrder::JudgeSelected).then(|| state.name(&slot.seat))
}

/// The name of whoever would hear a point that is handed in now; `None` between speeches, and where this speech takes no
/// more points.
fn heard_by(state: &DebateState) -> Option<String> {
    let turn = state.floor().filter(|turn| state.are_points_left(turn))?;
    Some(state.speaker_in(turn))
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
        if self.own.is_some() && self.from.is_none() {
            self.complaint = Some("You may not rise at this moment: wait until you may.".into());
            return OverlayOutcome::Stay;
        }
        let text = self.text.text().trim().to_owned();
        OverlayOutcome::Send(match self.from.clone() {
            Some(seat) => Command::Rise { seat, text },
            None => Command::GalleryPoint { text },
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
        self.closed = closed(state);
        self.from = state.person_who_may_rise(self.own.as_ref()).cloned();
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
        let width = area.width.saturating_sub(4).clamp(40, 64);
        let closed = wrapping::rows(&self.closed, usize::from(width.saturating_sub(4)));
        let closed: Vec<_> = closed.into_iter().filter(|line| !line.is_empty()).collect();
        let told = closed.len() as u16;
        let place = widgets::centred(area, width, 8 + told);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let rows = [inner.height.saturating_sub(1 + told), told, 1];
        let [text, why, count] = parts::rows(inner, rows);
        for (y, line) in (why.y..why.bottom()).zip(&closed) {
            let row = Rect::new(why.x + 1, y, why.width.saturating_sub(1), 1);
            let line = Line::styled(line.as_ref(), styles.get(StyleRole::Notice));
            widgets::line(&line, row, buf);
        }
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
        parts::complaint(complaint, place, buf, styles);
    }
}
