//! The rows of the settings, and what enter does in each.

/// A row of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    Open,
    Motion,
    Format,
    /// The number of speakers on a side, where it is open.
    Seats(usize),
    Seat(usize),
    Rounds,
    /// The order of turns in rounds.
    Order,
    Model,
    Pace,
    Scale,
    Polls,
    Floor,
}

/// What enter does in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EnterAction {
    /// The debate is begun.
    Open,
    /// The motions are listed.
    Motions,
    /// The personas for a seat are listed.
    Personas { seat: usize },
    /// What was typed in the row is done with.
    Done,
    /// The next value is taken, as by an arrow.
    Change,
}

impl Row {
    pub(super) fn on_enter(self) -> EnterAction {
        match self {
            Self::Open => EnterAction::Open,
            Self::Motion => EnterAction::Motions,
            Self::Seat(seat) => EnterAction::Personas { seat },
            Self::Model => EnterAction::Done,
            Self::Format
            | Self::Seats(_)
            | Self::Rounds
            | Self::Order
            | Self::Pace
            | Self::Scale
            | Self::Polls
            | Self::Floor => EnterAction::Change,
        }
    }
}
