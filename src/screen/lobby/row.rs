//! The rows of the settings: the groups in which they stand, what enter does in each, and which take a number.

/// A row of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    Open,
    Motion,
    Format,
    /// The number of speakers on a side, where it is open.
    Seats(usize),
    Seat(usize),
    /// The seat that whoever is at the screen takes.
    OwnSeat,
    Model,
    Rounds,
    /// The order of turns in rounds.
    Order,
    Scale,
    Pace,
    /// Whether speakers have what they wrote.
    Corpora,
    Seed,
    Audience,
    Polls,
    /// The number of members who are polled in one call.
    PolledTogether,
    Floor,
    Judges,
    /// The number of times that a verdict is asked for.
    JudgePasses,
    Referee,
    MaxCost,
    MaxTokens,
    /// The models of sides, roles and seats.
    OtherModels,
    /// A server or a key that is to be entered.
    Server,
    Theme,
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
    /// What was typed in the row is done with; where nothing was, the models are listed.
    Model,
    /// The parts that can have models of their own are listed.
    Parts,
    /// A server is entered.
    Server,
    /// The next value is taken, as by an arrow.
    Change,
}

impl Row {
    pub(super) fn on_enter(self) -> EnterAction {
        match self {
            Self::Open => EnterAction::Open,
            Self::Motion => EnterAction::Motions,
            Self::Seat(seat) => EnterAction::Personas { seat },
            Self::Model => EnterAction::Model,
            Self::OtherModels => EnterAction::Parts,
            Self::Server => EnterAction::Server,
            Self::Format
            | Self::Seats(_)
            | Self::OwnSeat
            | Self::Rounds
            | Self::Order
            | Self::Scale
            | Self::Corpora
            | Self::Seed
            | Self::Audience
            | Self::Polls
            | Self::PolledTogether
            | Self::Floor
            | Self::Judges
            | Self::JudgePasses
            | Self::Referee
            | Self::MaxCost
            | Self::MaxTokens
            | Self::Pace
            | Self::Theme => EnterAction::Change,
        }
    }

    /// The heading of the group that begins with this row among others; the first group needs none.
    pub(super) fn group(self) -> &'static str {
        match self {
            Self::Open
            | Self::Motion
            | Self::Format
            | Self::Seats(_)
            | Self::Seat(_)
            | Self::OwnSeat
            | Self::Rounds
            | Self::Order
            | Self::Scale
            | Self::Model
            | Self::Pace
            | Self::Corpora
            | Self::Seed => "",
            Self::Audience
            | Self::Polls
            | Self::PolledTogether
            | Self::Floor
            | Self::Judges
            | Self::JudgePasses
            | Self::Referee => "House and judges",
            Self::MaxCost | Self::MaxTokens => "Limits",
            Self::OtherModels | Self::Server => "Models",
            Self::Theme => "Look",
        }
    }

    /// Whether a number can be typed in it.
    pub(super) fn takes_number(self) -> bool {
        match self {
            Self::Rounds
            | Self::Scale
            | Self::Seed
            | Self::Audience
            | Self::PolledTogether
            | Self::Floor
            | Self::Judges
            | Self::JudgePasses
            | Self::MaxCost
            | Self::MaxTokens => true,
            Self::Open
            | Self::Motion
            | Self::Format
            | Self::Seats(_)
            | Self::Seat(_)
            | Self::OwnSeat
            | Self::Order
            | Self::Corpora
            | Self::Polls
            | Self::Referee
            | Self::Model
            | Self::OtherModels
            | Self::Server
            | Self::Pace
            | Self::Theme => false,
        }
    }

    /// Whether a letter belongs to a number in it.
    pub(super) fn takes(self, letter: char) -> bool {
        let is_part = match self {
            Self::Scale | Self::MaxCost => letter == '.',
            // 500k, 2M.
            Self::MaxTokens => matches!(letter, '.' | 'k' | 'K' | 'm' | 'M'),
            Self::Open
            | Self::Motion
            | Self::Format
            | Self::Seats(_)
            | Self::Seat(_)
            | Self::OwnSeat
            | Self::Rounds
            | Self::Order
            | Self::Corpora
            | Self::Seed
            | Self::Audience
            | Self::Polls
            | Self::PolledTogether
            | Self::Floor
            | Self::Judges
            | Self::JudgePasses
            | Self::Referee
            | Self::Model
            | Self::OtherModels
            | Self::Server
            | Self::Pace
            | Self::Theme => false,
        };
        self.takes_number() && (letter.is_ascii_digit() || is_part)
    }
}
