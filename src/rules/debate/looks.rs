//! The looks at the direct verdict, and what they come to; those at a judge's report are in `report_looks`. A judge who looks twice, with the teams exchanged, and names
//! another winner has judged a place, or the debate was really close: the verdict is contested, and counts for neither.

use serde::{Deserialize, Serialize};

use super::answer::Vote;

/// The order in which teams are numbered and listed for a judge.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum TeamOrder {
    /// The order of the format.
    #[default]
    AsSeated,
    /// The last one first.
    Exchanged,
}

impl TeamOrder {
    /// Both orders.
    pub const ALL: [Self; 2] = [Self::AsSeated, Self::Exchanged];

    /// This order, or the other one.
    #[must_use]
    pub fn exchanged_if(self, is_exchanged: bool) -> Self {
        match (self, is_exchanged) {
            (order, false) => order,
            (Self::AsSeated, true) => Self::Exchanged,
            (Self::Exchanged, true) => Self::AsSeated,
        }
    }
}

/// The vote on which all looks agree; `None` where they do not, or there is none.
pub fn agreed(votes: &[Vote]) -> Option<Vote> {
    let first = votes.first()?;
    votes.iter().all(|vote| vote == first).then_some(*first)
}

/// Whether looks have named different winners.
pub fn is_contested(votes: &[Vote]) -> bool {
    !votes.is_empty() && agreed(votes).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_that_disagree_are_contested_and_settle_nothing() {
        use Vote::{Aye, No};
        for (votes, vote, contested) in [
            (&[][..], None, false),
            (&[Aye], Some(Aye), false),
            (&[No, No], Some(No), false),
            (&[Aye, No], None, true),
            (&[No, Aye], None, true),
        ] {
            assert_eq!(
                (agreed(votes), is_contested(votes)),
                (vote, contested),
                "{votes:?}"
            );
        }
    }
}
