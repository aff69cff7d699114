//! What of the map is shown: all of it, or what has come to something, or what one speaker has said.

use super::shown::{ShownMap, ShownNode};
use crate::debate::ids::Seat;

/// A filter by what has become of claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum StatusFilter {
    /// Everything.
    #[default]
    All,
    /// Claims that stand so far.
    Standing,
    /// Claims that have no answer yet.
    Unanswered,
    /// Claims that the other side has granted.
    Conceded,
}

impl StatusFilter {
    /// The next one.
    pub(super) fn next(self) -> Self {
        match self {
            Self::All => Self::Standing,
            Self::Standing => Self::Unanswered,
            Self::Unanswered => Self::Conceded,
            Self::Conceded => Self::All,
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Standing => "standing",
            Self::Unanswered => "unanswered",
            Self::Conceded => "conceded",
        }
    }

    fn takes(self, node: &ShownNode) -> bool {
        match self {
            Self::All => true,
            Self::Standing => node.course.stands,
            Self::Unanswered => node.course.is_unanswered,
            Self::Conceded => node.course.is_conceded,
        }
    }
}

/// A filter of the map.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MapFilter {
    /// By what has become of claims.
    pub(super) status: StatusFilter,
    /// By who said it; `None` for everybody.
    pub(super) speaker: Option<Seat>,
}

/// How a node is shown under a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// It is what is looked for.
    Meant,
    /// It stands above or below something that is looked for.
    Beside,
    /// It is left out.
    Hidden,
}

impl MapFilter {
    /// Whether all is shown.
    pub(super) fn is_off(&self) -> bool {
        *self == Self::default()
    }

    fn takes(&self, node: &ShownNode) -> bool {
        let is_by = self.speaker.as_ref().is_none_or(|seat| seat == &node.seat);
        is_by && self.status.takes(node)
    }

    /// How each node is shown: what is meant, with what it answers and what answers it.
    pub(super) fn sights(&self, map: &ShownMap) -> Vec<Sight> {
        let mut sights: Vec<Sight> = map
            .nodes
            .iter()
            .map(|node| {
                if self.takes(node) {
                    Sight::Meant
                } else {
                    Sight::Hidden
                }
            })
            .collect();
        if self.is_off() {
            return sights;
        }
        // Nodes stand behind those above them, so that one way down and one way up are enough.
        for at in 0..sights.len() {
            let above = map.parent(at).and_then(|above| sights.get(above)).copied();
            if let Some(sight) = sights.get_mut(at)
                && *sight == Sight::Hidden
                && above.is_some_and(|above| above != Sight::Hidden)
            {
                *sight = Sight::Beside;
            }
        }
        for at in (0..sights.len()).rev() {
            let is_seen = sights.get(at).is_some_and(|sight| *sight != Sight::Hidden);
            let above = map.parent(at).filter(|_| is_seen);
            if let Some(above) = above.and_then(|above| sights.get_mut(above))
                && *above == Sight::Hidden
            {
                *above = Sight::Beside;
            }
        }
        sights
    }

    /// The next speaker, or everybody behind the last; with a step back the one before.
    pub(super) fn turn_speaker(&mut self, map: &ShownMap, forward: bool) {
        let seats: Vec<&Seat> = map.speakers.iter().map(|(seat, _)| seat).collect();
        // Everybody stands before the first.
        let now = self.speaker.as_ref();
        let now = now.and_then(|seat| seats.iter().position(|one| *one == seat));
        let now = now.map_or(0, |at| at + 1);
        let of = seats.len() + 1;
        let next = if forward { now + 1 } else { now + of - 1 } % of;
        let chosen = next.checked_sub(1).and_then(|at| seats.get(at));
        self.speaker = chosen.map(|seat| (*seat).clone());
    }

    /// The filter in words; empty where all is shown.
    pub(super) fn describe(&self, map: &ShownMap) -> String {
        let mut told = Vec::new();
        if self.status != StatusFilter::All {
            told.push(self.status.word().to_owned());
        }
        if let Some(seat) = &self.speaker {
            let mut speakers = map.speakers.iter();
            let name = speakers.find(|(one, _)| one == seat);
            told.push(name.map_or_else(|| seat.to_string(), |(_, name)| name.clone()));
        }
        told.join(" · ")
    }
}
