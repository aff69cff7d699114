//! Asks for several members of the audience at once, and those that they stand for.

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

    /// The asks that it stands for: of several members at once, that of each, so that none of them is asked for beside
    /// it.
    pub(in crate::debate) fn each(&self) -> Vec<Self> {
        let Self::Polls { members, after } = self else {
            return vec![self.clone()];
        };
        let alone = members.iter().map(|member| Self::Poll {
            member: member.clone(),
            after: *after,
        });
        alone.collect()
    }
}
