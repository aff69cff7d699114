//! Asks for several at once, and those that they stand for.

use super::Ask;
use crate::debate::ids::Seat;

impl Ask {
    /// The members of the audience who are asked at once; nobody where one is asked, or none.
    pub fn members(&self) -> &[Seat] {
        if let Self::Polls { members, .. } | Self::Leans { members } = self {
            members
        } else {
            &[]
        }
    }

    /// The asks that it stands for: of several at once, that of each, so that none of them is asked for beside it.
    pub fn each(&self) -> Vec<Self> {
        if let Self::Polls { members, after } = self {
            let alone = members.iter().map(|member| Self::Poll {
                member: member.clone(),
                after: *after,
            });
            alone.collect()
        } else if let Self::Assessments { seats } = self {
            let alone = seats.iter().map(|seat| Self::Assess { seat: seat.clone() });
            alone.collect()
        } else {
            vec![self.clone()]
        }
    }
}
