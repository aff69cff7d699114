//! The parts of the screen that have looks of their own, and how they look where no theme says anything.

use ratatui::style::Modifier;

use super::Look;

/// The role of a piece of the screen, for its looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StyleRole {
    /// Text to be read.
    Text,
    /// Text that stands back: counts, models, hints.
    Dim,
    /// The title of a pane.
    Title,
    /// The frame of a pane.
    Border,
    /// The frame of the pane that the keys go to.
    BorderFocus,
    /// The line above: motion, format, phase.
    Header,
    /// The line below.
    Status,
    /// A key that can be pressed.
    Key,
    /// The side of the Proposition.
    Prop,
    /// The side of the Opposition.
    Opp,
    /// The house and its audience.
    House,
    /// The name of a speaker.
    Speaker,
    /// Whoever has the floor.
    Live,
    /// A point of information.
    Poi,
    /// A point that was taken.
    Accepted,
    /// A point that was waved down.
    Declined,
    /// The answer to a point.
    Answer,
    /// Evidence handed in.
    Evidence,
    /// A question from the gallery.
    Question,
    /// A notice of the house to the viewer.
    Notice,
    /// The bell that was rung.
    Bell,
    /// Votes for the motion.
    Ayes,
    /// Votes against the motion.
    Noes,
    /// Votes for neither.
    Undecided,
    /// Something that needs attention.
    Warning,
    /// Something that failed.
    Error,
    /// The word Paused.
    Paused,
    /// The entry or the words that are chosen or found.
    Selection,
    /// Words that were ruled out of order.
    Struck,
    /// A quotation in a text.
    Quote,
    /// A stressed word.
    Emphasis,
    /// The place where typing goes.
    Cursor,
    /// The address of a link.
    Link,
}

impl StyleRole {
    /// All roles, in the order of the variants.
    pub const ALL: [Self; 33] = [
        Self::Text,
        Self::Dim,
        Self::Title,
        Self::Border,
        Self::BorderFocus,
        Self::Header,
        Self::Status,
        Self::Key,
        Self::Prop,
        Self::Opp,
        Self::House,
        Self::Speaker,
        Self::Live,
        Self::Poi,
        Self::Accepted,
        Self::Declined,
        Self::Answer,
        Self::Evidence,
        Self::Question,
        Self::Notice,
        Self::Bell,
        Self::Ayes,
        Self::Noes,
        Self::Undecided,
        Self::Warning,
        Self::Error,
        Self::Paused,
        Self::Selection,
        Self::Struck,
        Self::Quote,
        Self::Emphasis,
        Self::Cursor,
        Self::Link,
    ];

    /// Whether there is text in it, and not lines alone.
    pub(super) fn is_read(self) -> bool {
        !matches!(self, Self::Border | Self::BorderFocus)
    }

    /// The word that theme files use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Dim => "dim",
            Self::Title => "title",
            Self::Border => "border",
            Self::BorderFocus => "border-focus",
            Self::Header => "header",
            Self::Status => "status",
            Self::Key => "key",
            Self::Prop => "prop",
            Self::Opp => "opp",
            Self::House => "house",
            Self::Speaker => "speaker",
            Self::Live => "live",
            Self::Poi => "poi",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Answer => "answer",
            Self::Evidence => "evidence",
            Self::Question => "question",
            Self::Notice => "notice",
            Self::Bell => "bell",
            Self::Ayes => "ayes",
            Self::Noes => "noes",
            Self::Undecided => "undecided",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Paused => "paused",
            Self::Selection => "selection",
            Self::Struck => "struck",
            Self::Quote => "quote",
            Self::Emphasis => "emphasis",
            Self::Cursor => "cursor",
            Self::Link => "link",
        }
    }

    #[expect(clippy::match_same_arms, reason = "a table: one row a role")]
    /// The looks where no theme says otherwise: a dark ground with the terminal's own text colour.
    pub(super) fn default_look(self) -> Look {
        let plain = Look::NONE;
        match self {
            Self::Text => plain,
            Self::Dim => plain.fg("#8a8f98").add(Modifier::DIM),
            Self::Title => plain.fg("#d7dae0").add(Modifier::BOLD),
            Self::Border => plain.fg("#4b5260").add(Modifier::DIM),
            Self::BorderFocus => plain.fg("#c9a86a"),
            Self::Header => plain.fg("#f0e6d2").add(Modifier::BOLD),
            Self::Status => plain.fg("#9aa1ac"),
            Self::Key => plain.fg("#e0b564").add(Modifier::BOLD),
            Self::Prop => plain.fg("#6fb0e8"),
            Self::Opp => plain.fg("#e58a7b"),
            Self::House => plain.fg("#b99ae0"),
            Self::Speaker => plain.add(Modifier::BOLD),
            Self::Live => plain.fg("#8fd07f").add(Modifier::BOLD),
            Self::Poi => plain.fg("#e6c76a"),
            Self::Accepted => plain.fg("#8fd07f"),
            Self::Declined => plain.fg("#a08c8c").add(Modifier::DIM),
            Self::Answer => plain.fg("#cfe3c4"),
            Self::Evidence => plain.fg("#6fcabd"),
            Self::Question => plain.fg("#d59be0"),
            Self::Notice => plain.fg("#9aa7c0").add(Modifier::ITALIC),
            Self::Bell => plain.fg("#e6c76a").add(Modifier::BOLD),
            Self::Ayes => plain.fg("#6fb0e8").add(Modifier::BOLD),
            Self::Noes => plain.fg("#e58a7b").add(Modifier::BOLD),
            Self::Undecided => plain.fg("#8a8f98"),
            Self::Warning => plain.fg("#e6c76a").add(Modifier::BOLD),
            Self::Error => plain.fg("#ff6b68").add(Modifier::BOLD),
            Self::Paused => plain
                .fg("#e6c76a")
                .add(Modifier::BOLD)
                .add(Modifier::REVERSED),
            Self::Selection => plain.add(Modifier::REVERSED),
            Self::Struck => plain
                .fg("#7d7478")
                .add(Modifier::CROSSED_OUT)
                .add(Modifier::DIM),
            Self::Quote => plain.fg("#c9c2ae").add(Modifier::ITALIC),
            Self::Emphasis => plain.add(Modifier::BOLD),
            Self::Cursor => plain.add(Modifier::REVERSED),
            Self::Link => plain.fg("#7fb4d8").add(Modifier::UNDERLINED),
        }
    }

    /// The modifier by which a role is told apart even without colours.
    pub(super) fn without_colour(self) -> Modifier {
        match self {
            Self::Title
            | Self::Header
            | Self::Key
            | Self::Speaker
            | Self::Live
            | Self::BorderFocus
            | Self::Bell
            | Self::Ayes
            | Self::Accepted
            | Self::Emphasis
            | Self::Warning => Modifier::BOLD,
            Self::Error | Self::Paused => Modifier::BOLD.union(Modifier::REVERSED),
            Self::Selection | Self::Cursor => Modifier::REVERSED,
            Self::Dim | Self::Border | Self::Declined | Self::Undecided => Modifier::DIM,
            Self::Struck => Modifier::DIM.union(Modifier::CROSSED_OUT),
            Self::Poi | Self::Evidence | Self::Question | Self::Link => Modifier::UNDERLINED,
            Self::Text
            | Self::Status
            | Self::Prop
            | Self::Opp
            | Self::House
            | Self::Answer
            | Self::Notice
            | Self::Noes
            | Self::Quote => Modifier::empty(),
        }
    }
}
