//! Names and numbers by which the parts of a debate are known. Plain newtypes: no meaning beyond identity,
//! except for [`Seat`], whose text says where in the format it is.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the list of such things that the state keeps.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The number that the next one gets when `len` are there already.
            pub fn next(len: usize) -> Self {
                Self(u32::try_from(len).unwrap_or(u32::MAX))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

number!(
    /// A turn, counted from 0 in the order in which turns began.
    TurnId
);
number!(
    /// A point of information, counted from 0 in the order in which they were offered.
    PoiId
);
number!(
    /// Something the viewer handed in or asked, counted from 0.
    InterventionId
);
number!(
    /// A follow-up, counted from 0 in the order in which they were put.
    FollowUpId
);
number!(
    /// A call to a model, counted from 0 in the order in which they were begun.
    CallId
);

/// Ties a command to the event that answers it. The front end that sends the command chooses it;
/// 0 is kept for what no front end asked for (a scripted intervention, the house itself).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct CommandId(pub u64);

impl CommandId {
    /// The command that nobody typed: the house acting by its own rules.
    pub const HOUSE: Self = Self(0);
}

/// The identity of one debate: a UUID of version 7, so that sorting by id is sorting by time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DebateId(pub String);

impl DebateId {
    /// The last eight characters: the random end of the id, short enough to type and, unlike the
    /// beginning, different for debates opened in the same minute.
    pub fn short(&self) -> &str {
        let start = self.0.char_indices().rev().nth(7).map_or(0, |(i, _)| i);
        self.0.get(start..).unwrap_or(&self.0)
    }
}

impl fmt::Display for DebateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A place in the format: `prop.1`, `opp.3`, `chair`, `audience.4`, `gallery`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(String);

impl Seat {
    /// The name of the seat from which the viewer speaks.
    const GALLERY: &str = "gallery";
    const AUDIENCE: &str = "audience";
    const HOUSE: &str = "house";
    const MODERATOR: &str = "moderator";
    const CHAIR: &str = "chair";
    const JUDGE: &str = "judge";

    /// The seat `number` (from 1) of `side`.
    pub fn new(side: &str, number: usize) -> Self {
        Self(format!("{side}.{number}"))
    }

    /// A seat as it stands in a file or on the command line.
    pub fn named(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// Audience member `number`, from 1.
    pub fn audience(number: usize) -> Self {
        Self::new(Self::AUDIENCE, number)
    }

    /// The seat of the viewer.
    pub fn gallery() -> Self {
        Self(Self::GALLERY.to_owned())
    }

    /// The house as a whole: the median member who gives the direct verdict.
    pub fn house() -> Self {
        Self(Self::HOUSE.to_owned())
    }

    /// The seat of the moderator, who leads formats that have one.
    pub fn moderator() -> Self {
        Self(Self::MODERATOR.to_owned())
    }

    /// The seat of whoever puts the question of the debate, and does nothing else.
    pub fn chair() -> Self {
        Self(Self::CHAIR.to_owned())
    }

    /// Judge `number`, from 1.
    pub fn judge(number: usize) -> Self {
        Self::new(Self::JUDGE, number)
    }

    /// Whether the moderator sits here.
    pub fn is_moderator(&self) -> bool {
        self.0 == Self::MODERATOR
    }

    /// Whether the Chair sits here.
    pub fn is_chair(&self) -> bool {
        self.0 == Self::CHAIR
    }

    /// Whether a judge sits here.
    pub fn is_judge(&self) -> bool {
        self.group() == Self::JUDGE
    }

    /// Whether it is the house as a whole.
    pub fn is_house(&self) -> bool {
        self.0 == Self::HOUSE
    }

    /// Whether a model answers from the seat with no persona of its own: whoever judges, or moderates.
    pub fn has_no_persona(&self) -> bool {
        self.is_judge() || self.is_house() || self.is_moderator() || self.is_chair()
    }

    /// Whether the viewer sits here.
    pub fn is_gallery(&self) -> bool {
        self.0 == Self::GALLERY
    }

    /// Whether an audience member sits here.
    pub fn is_audience(&self) -> bool {
        self.group() == Self::AUDIENCE
    }

    /// The part before the dot: the side for a speaker, or the whole name where there is no dot.
    pub fn group(&self) -> &str {
        self.0
            .split_once('.')
            .map_or(self.0.as_str(), |(side, _)| side)
    }

    /// The number after the dot, from 1.
    pub fn number(&self) -> Option<usize> {
        self.0.split_once('.').and_then(|(_, n)| n.parse().ok())
    }

    /// The seat as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_says_its_side_and_its_number() {
        let seat = Seat::new("opp", 2);
        assert_eq!(seat.as_str(), "opp.2");
        assert_eq!((seat.group(), seat.number()), ("opp", Some(2)));
        assert_eq!(
            (Seat::gallery().group(), Seat::gallery().number()),
            ("gallery", None)
        );
        assert!(Seat::audience(3).is_audience());
    }

    #[test]
    fn a_short_id_is_the_random_end() {
        let id = DebateId("0190a5e2-7b1c-7def-8abc-0123456789ab".into());
        assert_eq!(id.short(), "456789ab");
        assert_eq!(DebateId("abc".into()).short(), "abc");
    }
}
