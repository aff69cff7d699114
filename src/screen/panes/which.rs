//! The panes at the right: a format without points of information has its arguments there, or the order of its phases;
//! one without an audience has its judges or its moderator.

use crate::{
    catalog::{Format, Task, Verdict},
    debate::DebateState,
    text::upper_first,
};

/// The upper pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upper {
    /// Points of information.
    Points,
    /// The arguments and their ends.
    Arguments,
    /// The phases: done, on, to come.
    Order,
}

/// The lower pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lower {
    /// The tally of the house.
    House,
    /// The judges and their scores.
    Judges,
    /// The pane of the moderator.
    Moderator,
    /// The phase that is on.
    Phase,
}

fn format(state: &DebateState) -> Option<&Format> {
    Some(&state.opening.as_deref()?.format)
}

impl Upper {
    /// The upper pane of this debate.
    pub fn of(state: &DebateState) -> Self {
        let Some(format) = format(state) else {
            return Self::Points;
        };
        let phases = || format.phases.iter();
        let turns = || phases().flat_map(|phase| &phase.turns);
        if phases().any(|phase| phase.points_of_information.is_some()) {
            Self::Points
        } else if turns().any(|turn| turn.task == Task::Arguments) {
            Self::Arguments
        } else {
            Self::Order
        }
    }

    /// The word on its tab.
    pub fn word(self) -> &'static str {
        match self {
            Self::Points => "Points",
            Self::Arguments => "Arguments",
            Self::Order => "Order",
        }
    }

    /// The title of the pane.
    pub fn title(self) -> &'static str {
        match self {
            Self::Points => "Points of information",
            Self::Arguments => "Arguments",
            Self::Order => "Running order",
        }
    }
}

impl Lower {
    /// The lower pane of this debate.
    pub fn of(state: &DebateState) -> Self {
        let Some(opening) = state.opening.as_deref() else {
            return Self::House;
        };
        if opening.format.verdict == Verdict::Division || !opening.audience.is_empty() {
            Self::House
        } else if !opening.judges.is_empty() {
            Self::Judges
        } else if opening.moderator.is_some() {
            Self::Moderator
        } else {
            Self::Phase
        }
    }

    /// The word on its tab: the title of the pane without its article.
    pub fn word(self, state: &DebateState) -> String {
        let title = self.title(state);
        upper_first(title.strip_prefix("The ").unwrap_or(&title))
    }

    /// The title of the pane.
    pub fn title(self, state: &DebateState) -> String {
        match self {
            Self::House => "The house".to_owned(),
            Self::Judges => "The bench".to_owned(),
            Self::Moderator => {
                let named = format(state).and_then(|format| format.moderator.clone());
                named.unwrap_or_else(|| "The moderator".to_owned())
            }
            Self::Phase => "The phase".to_owned(),
        }
    }
}
