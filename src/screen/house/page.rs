//! The page of the house: which member is chosen, which count is shown, what is looked at, and what keys do. It is drawn by
//! `view`.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::{Position, Rect};

use super::{hall::DrawnHall, signs::Signs, told::HouseTold};
use crate::{
    debate::DebateState,
    hint::{Hint, hints},
    keymap::Action,
    overlay::OverlayOutcome,
    text::sanitize::sanitize_line,
};

/// The question that is proposed to a member.
const PROPOSED: &str = "What would change your mind?";

/// What of the page is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum HouseView {
    /// The hall, and what there is room for beside it.
    #[default]
    Hall,
    /// The chosen member alone.
    Member,
    /// The swing alone.
    Swing,
}

/// The page as it was drawn last.
#[derive(Debug, Clone, Default)]
pub(super) struct DrawnPage {
    pub(super) hall: DrawnHall,
    /// The columns of the chart, each with its count.
    pub(super) counts: Vec<(Rect, usize)>,
    /// Rows of text there are, and rows that are shown.
    pub(super) rows: usize,
    pub(super) shown: usize,
}

/// The page of the house.
#[derive(Debug, Default)]
pub(crate) struct HousePage {
    pub(super) told: HouseTold,
    /// The member who is chosen, by place in the audience.
    pub(super) selected: usize,
    /// The count that is shown; the one that stands where there is none.
    pub(super) count: Option<usize>,
    pub(super) view: HouseView,
    /// The part of a name that is typed.
    pub(super) typed: Option<String>,
    pub(super) signs: Signs,
    /// The first row of a text that is longer than the page.
    pub(super) top: usize,
    pub(super) drawn: DrawnPage,
}

impl HousePage {
    /// The page of a debate, with these signs.
    pub(crate) fn of(state: &DebateState, signs: Signs) -> Self {
        let mut page = Self {
            signs,
            ..Self::default()
        };
        page.take_in(state);
        page
    }

    /// Takes in how the debate stands. Who is chosen stays chosen.
    pub(super) fn take_in(&mut self, state: &DebateState) {
        self.told.follow(state);
        let last = self.told.members().saturating_sub(1);
        self.selected = self.selected.min(last);
        // A replay may have gone back to before the count.
        self.count = self.count.filter(|at| self.counts().contains(at));
    }

    /// Whether there is a house to be seen.
    pub(super) fn has_house(&self) -> bool {
        self.told.members() > 0
    }

    /// The counts that count, by position.
    fn counts(&self) -> Vec<usize> {
        self.told.swing.line().map(|(at, _)| at).collect()
    }

    /// The count that is shown, by position.
    pub(super) fn shown(&self) -> Option<usize> {
        self.count.or_else(|| self.told.swing.current())
    }

    /// The place of the count that is shown among those that count, from 1, and how many there are.
    pub(super) fn place(&self) -> (usize, usize) {
        let counts = self.counts();
        let at = counts.iter().position(|at| Some(*at) == self.shown());
        (at.map_or(0, |at| at + 1), counts.len())
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub(super) fn key(&mut self, key: KeyEvent) -> OverlayOutcome {
        if self.typed.is_some() {
            self.type_name(key);
            return OverlayOutcome::Stay;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => OverlayOutcome::Close,
                _ => OverlayOutcome::Stay,
            };
        }
        match key.code {
            KeyCode::Char('v' | 'q') => return OverlayOutcome::Close,
            KeyCode::Esc if self.view == HouseView::Hall => return OverlayOutcome::Close,
            KeyCode::Char(' ') => return OverlayOutcome::Act(Action::TogglePause),
            _ if !self.has_house() => {}
            KeyCode::Esc => self.look_at(HouseView::Hall),
            KeyCode::Enter => self.look_at_or_back(HouseView::Member),
            KeyCode::Char('s') => self.look_at_or_back(HouseView::Swing),
            KeyCode::Char('a') => return self.ask(),
            KeyCode::Char('/') => self.typed = Some(String::new()),
            KeyCode::Char('x') => self.signs = self.signs.other(),
            KeyCode::Char('[') => self.step_count(-1),
            KeyCode::Char(']') => self.step_count(1),
            KeyCode::Char('f') => self.count = None,
            KeyCode::Tab => self.step_member(1),
            KeyCode::BackTab => self.step_member(-1),
            KeyCode::Char('n') => self.step_moved(1),
            KeyCode::Char('N') => self.step_moved(-1),
            _ if self.view != HouseView::Hall => self.scroll(key.code),
            KeyCode::Left | KeyCode::Char('h') => self.go((-1, 0)),
            KeyCode::Right | KeyCode::Char('l') => self.go((1, 0)),
            KeyCode::Up | KeyCode::Char('k') => self.go((0, -1)),
            KeyCode::Down | KeyCode::Char('j') => self.go((0, 1)),
            KeyCode::Home | KeyCode::Char('g') => self.select_nth(0),
            KeyCode::End | KeyCode::Char('G') => self.select_nth(usize::MAX),
            _ => {}
        }
        OverlayOutcome::Stay
    }

    /// A click chooses the member whose sign it is, or the count whose column.
    pub(super) fn click(&mut self, at: Position) {
        let seat = self.drawn.hall.seats.iter().find(|seat| seat.at == at);
        let count = self
            .drawn
            .counts
            .iter()
            .find(|(place, _)| place.contains(at));
        if let Some(member) = seat.and_then(|seat| seat.members.first()) {
            self.select(*member);
        } else if let Some((_, count)) = count {
            self.count = Some(*count);
        }
    }

    /// The keys that do something now, the most important first.
    pub(super) fn keys(&self) -> Vec<Hint> {
        if self.typed.is_some() {
            return hints([
                ("type", "a name"),
                ("enter", "choose"),
                ("tab", "next"),
                ("esc", "end"),
            ]);
        }
        if !self.has_house() {
            return hints([("esc", "close")]);
        }
        let close = if self.view == HouseView::Hall {
            "close"
        } else {
            "back"
        };
        let mut keys = match self.view {
            HouseView::Hall => hints([
                ("←↑↓→", "choose"),
                ("a", "ask"),
                ("esc", close),
                ("enter", "more"),
                ("[ ]", "counts"),
                ("n", "who moved"),
                ("/", "find"),
                ("s", "swing"),
                ("x", self.other_signs()),
            ]),
            HouseView::Member => hints([
                ("tab", "next"),
                ("a", "ask"),
                ("esc", close),
                ("↑↓", "scroll"),
                ("n", "who moved"),
                ("/", "find"),
            ]),
            HouseView::Swing => hints([("[ ]", "counts"), ("esc", close), ("↑↓", "scroll")]),
        };
        if self.count.is_some() {
            keys.insert(3.min(keys.len()), Hint::new("f", "latest"));
        }
        keys
    }

    fn other_signs(&self) -> &'static str {
        match self.signs {
            Signs::Shapes => "letters",
            Signs::Letters => "shapes",
        }
    }

    fn look_at(&mut self, view: HouseView) {
        self.view = view;
        self.top = 0;
    }

    fn look_at_or_back(&mut self, view: HouseView) {
        self.look_at(if self.view == view {
            HouseView::Hall
        } else {
            view
        });
    }

    fn ask(&self) -> OverlayOutcome {
        let record = self.told.swing.records.get(self.selected);
        record.map_or(OverlayOutcome::Stay, |record| OverlayOutcome::Ask {
            seat: record.seat.clone(),
            text: PROPOSED.to_owned(),
        })
    }

    fn select(&mut self, member: usize) {
        if self.selected != member && self.view == HouseView::Member {
            self.top = 0;
        }
        self.selected = member;
    }

    fn step_count(&mut self, by: isize) {
        let counts = self.counts();
        let at = counts.iter().position(|at| Some(*at) == self.shown());
        let to = at.and_then(|at| at.checked_add_signed(by));
        if let Some(to) = to.and_then(|to| counts.get(to)) {
            self.count = Some(*to).filter(|to| Some(*to) != self.told.swing.current());
            if self.view == HouseView::Swing {
                self.top = 0;
            }
        }
    }

    /// The next member as they sit, round the end.
    fn step_member(&mut self, by: isize) {
        let seating = self.told.swing.seating(self.shown());
        self.step_among(&seating, by);
    }

    /// The next member who has changed their vote up to what is shown; where nobody has, the next one.
    fn step_moved(&mut self, by: isize) {
        let shown = self.shown();
        let changes = &self.told.swing.changes;
        let has_moved = |member: &usize| {
            let mut of_member = changes.iter().filter(|change| change.member == *member);
            of_member.any(|change| Some(change.at) <= shown)
        };
        let seating = self.told.swing.seating(shown);
        // From where the chosen one sits.
        let among: Vec<usize> = seating
            .into_iter()
            .filter(|member| *member == self.selected || has_moved(member))
            .collect();
        self.step_among(&among, by);
    }

    fn step_among(&mut self, members: &[usize], by: isize) {
        let at = members.iter().position(|member| *member == self.selected);
        let count = isize::try_from(members.len()).unwrap_or(isize::MAX);
        let Some(at) = at
            .and_then(|at| isize::try_from(at).ok())
            .filter(|_| count > 0)
        else {
            return;
        };
        let to = usize::try_from((at + by).rem_euclid(count)).unwrap_or(0);
        if let Some(member) = members.get(to) {
            self.select(*member);
        }
    }

    fn select_nth(&mut self, nth: usize) {
        let seating = self.told.swing.seating(self.shown());
        let last = seating.len().saturating_sub(1);
        if let Some(member) = seating.get(nth.min(last)) {
            self.select(*member);
        }
    }

    /// To the nearest sign in that direction.
    fn go(&mut self, (right, down): (i32, i32)) {
        let seats = &self.drawn.hall.seats;
        let own = seats
            .iter()
            .find(|seat| seat.members.contains(&self.selected));
        let Some(from) = own.map(|seat| seat.at) else {
            return self.step_member(isize::try_from(right + down).unwrap_or(1));
        };
        let nearest = seats
            .iter()
            .filter_map(|seat| {
                let across = i32::from(seat.at.x) - i32::from(from.x);
                let below = i32::from(seat.at.y) - i32::from(from.y);
                let (ahead, aside) = if right == 0 {
                    // A row is as high as two columns are wide.
                    (2 * below * down, across.abs())
                } else {
                    (across * right, 2 * below.abs())
                };
                (ahead > 0).then_some((ahead + 2 * aside, seat))
            })
            .min_by_key(|(distance, _)| *distance);
        if let Some(member) = nearest.and_then(|(_, seat)| seat.members.first()) {
            self.select(*member);
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn scroll(&mut self, key: KeyCode) {
        let page = self.drawn.shown.saturating_sub(1).max(1);
        let last = self.drawn.rows.saturating_sub(self.drawn.shown);
        self.top = match key {
            KeyCode::Up | KeyCode::Char('k') => self.top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.top + 1,
            KeyCode::PageUp | KeyCode::Char('b') => self.top.saturating_sub(page),
            KeyCode::PageDown => self.top + page,
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            KeyCode::Left | KeyCode::Char('h') => return self.step_member(-1),
            KeyCode::Right | KeyCode::Char('l') => return self.step_member(1),
            _ => self.top,
        }
        .min(last);
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn type_name(&mut self, key: KeyEvent) {
        let Some(typed) = &mut self.typed else {
            return;
        };
        match key.code {
            KeyCode::Esc | KeyCode::Enter => {
                self.typed = None;
                return;
            }
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.typed = None;
                return;
            }
            KeyCode::Backspace => {
                if typed.pop().is_none() {
                    self.typed = None;
                }
                return;
            }
            KeyCode::Tab | KeyCode::Down => return self.find(1),
            KeyCode::Char(c) => typed.push_str(&match c {
                ' ' => " ".to_owned(),
                c => sanitize_line(&c.to_string()),
            }),
            _ => return,
        }
        self.find(0);
    }

    /// Chooses the first member from the chosen one on, or behind them, one word of whose name begins as typed.
    fn find(&mut self, behind: usize) {
        let typed = self.typed.as_deref().unwrap_or_default().to_lowercase();
        let typed = typed.trim_start();
        let members = self.told.members();
        if typed.is_empty() || members == 0 {
            return;
        }
        let is_named = |member: &usize| is_called(self.told.name(*member), typed);
        let mut order = (0..members).map(|step| (self.selected + behind + step) % members);
        if let Some(member) = order.find(is_named) {
            self.select(member);
        }
    }

    /// Whether nobody's name begins as typed.
    pub(super) fn finds_nobody(&self) -> bool {
        let typed = self
            .typed
            .as_deref()
            .unwrap_or_default()
            .trim()
            .to_lowercase();
        let mut members = 0..self.told.members();
        !typed.is_empty() && !members.any(|member| is_called(self.told.name(member), &typed))
    }
}

/// Whether a word of a name begins so; typed in small letters.
fn is_called(name: &str, typed: &str) -> bool {
    let name = name.to_lowercase();
    name.match_indices(typed).any(|(at, _)| {
        let before = name.get(..at).unwrap_or_default();
        !before.ends_with(char::is_alphanumeric)
    })
}
