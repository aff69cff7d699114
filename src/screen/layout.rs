//! The layout of the panes, given the size of the screen. Pure.

use ratatui::layout::{Constraint, Layout, Rect};

use super::panes::which::{Lower, Upper};
use crate::debate::DebateState;

/// The smallest screen on which something useful can be shown.
pub const LEAST: (u16, u16) = (40, 12);

/// From this size on everything is there, by tabs.
pub const BY_TABS: (u16, u16) = (80, 24);
/// From this size on everything is there at once.
pub const AT_ONCE: (u16, u16) = (120, 36);

/// Rows of the lower pane at the right, and of the panes beside which it has no more.
const LOWER: u16 = 10;
const TALL: u16 = 38;

/// A pane of the chamber.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pane {
    /// The pane of the transcript.
    #[default]
    Transcript,
    /// The pane of the speakers.
    Speakers,
    /// The upper one at the right.
    Upper,
    /// The lower one at the right.
    Lower,
}

impl Pane {
    /// Every pane, in the order of the tabs.
    pub const ALL: [Self; 4] = [Self::Transcript, Self::Speakers, Self::Upper, Self::Lower];

    /// The word on its tab.
    pub fn word(self, state: &DebateState) -> String {
        match self {
            Self::Transcript => "Transcript".to_owned(),
            Self::Speakers => "Speakers".to_owned(),
            Self::Upper => Upper::of(state).word().to_owned(),
            Self::Lower => Lower::of(state).word(state),
        }
    }

    /// The next in the order of the tabs, round the end.
    #[must_use]
    pub fn next(self) -> Self {
        self.step(1)
    }

    /// The one before, round the beginning.
    #[must_use]
    pub fn before(self) -> Self {
        self.step(Self::ALL.len() - 1)
    }

    fn step(self, by: usize) -> Self {
        let at = Self::ALL.iter().position(|pane| *pane == self);
        let to = (at.unwrap_or(0) + by) % Self::ALL.len();
        Self::ALL.get(to).copied().unwrap_or_default()
    }
}

/// The arrangement of panes and lines on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// All panes at once.
    Wide {
        /// The line above.
        header: Rect,
        /// The place of the speakers.
        speakers: Rect,
        /// The place of the transcript.
        transcript: Rect,
        /// Points of information.
        points: Rect,
        /// The place of the tally.
        house: Rect,
        /// The line below.
        status: Rect,
    },
    /// The transcript, and beside it the pane of the tab.
    Tabs {
        /// The line above.
        header: Rect,
        /// The names of the tabs.
        tabs: Rect,
        /// The place of the transcript.
        transcript: Rect,
        /// The pane of the tab.
        side: Rect,
        /// The line below.
        status: Rect,
    },
    /// A single pane.
    Small {
        /// The line above.
        header: Rect,
        /// The place of the pane.
        pane: Rect,
        /// The line below.
        status: Rect,
    },
    /// Too small for anything.
    TooSmall,
}

/// Whether a terminal of that size has the room. A replay keeps one of its rows for itself.
fn fits(area: Rect, terminal: (u16, u16)) -> bool {
    area.width >= terminal.0 && area.height + 1 >= terminal.1
}

/// Finds the places.
pub(crate) fn arrange(area: Rect) -> Arrangement {
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return Arrangement::TooSmall;
    }
    let [header, body, status] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
    ])
    .areas(area);
    if fits(area, AT_ONCE) {
        let side = (area.width / 4).clamp(28, 38);
        let [speakers, transcript, right] = Layout::horizontal([
            Constraint::Length(side),
            Constraint::Min(60),
            Constraint::Length(side + 4),
        ])
        .areas(body);
        // On a tall screen both have more room.
        let lower = LOWER + body.height.saturating_sub(TALL) / 2;
        let [points, house] =
            Layout::vertical([Constraint::Min(LOWER), Constraint::Length(lower)]).areas(right);
        return Arrangement::Wide {
            header,
            speakers,
            transcript,
            points,
            house,
            status,
        };
    }
    if fits(area, BY_TABS) {
        let [tabs, body] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(1)]).areas(body);
        let side = (area.width / 3).clamp(28, 38);
        let [transcript, side] =
            Layout::horizontal([Constraint::Min(48), Constraint::Length(side)]).areas(body);
        return Arrangement::Tabs {
            header,
            tabs,
            transcript,
            side,
            status,
        };
    }
    Arrangement::Small {
        header,
        pane: body,
        status,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_choose_the_arrangement_and_nothing_overlaps() {
        for width in 0..200 {
            for height in 0..60 {
                let area = Rect::new(0, 0, width, height);
                let (kind, places) = match arrange(area) {
                    Arrangement::Wide {
                        header,
                        speakers,
                        transcript,
                        points,
                        house,
                        status,
                    } => (0, vec![header, speakers, transcript, points, house, status]),
                    Arrangement::Tabs {
                        header,
                        tabs,
                        transcript,
                        side,
                        status,
                    } => (1, vec![header, tabs, transcript, side, status]),
                    Arrangement::Small {
                        header,
                        pane,
                        status,
                    } => (2, vec![header, pane, status]),
                    Arrangement::TooSmall => (3, vec![]),
                };
                let expected = match (width, height) {
                    (120.., 35..) => 0,
                    (80.., 23..) => 1,
                    (40.., 12..) => 2,
                    _ => 3,
                };
                assert_eq!(kind, expected, "{width}x{height}");
                let cells: u32 = places.iter().map(|place| place.area()).sum();
                assert!(kind == 3 || cells == area.area(), "{width}x{height}");
                for (at, one) in places.iter().enumerate() {
                    assert!(
                        places
                            .iter()
                            .skip(at + 1)
                            .all(|other| !one.intersects(*other))
                    );
                }
            }
        }
    }

    #[test]
    fn tabs_go_round() {
        assert_eq!(Pane::Lower.next(), Pane::Transcript);
        assert_eq!(Pane::Transcript.before(), Pane::Lower);
    }
}
