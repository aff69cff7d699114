//! The verdict on the arguments beside the division: whether the house went with it, and by how much. Pure arithmetic.

use serde::Serialize;

use super::{answer::Vote, division::DivisionResult};

/// The agreement of the house with the verdict on the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct HouseAgreement {
    /// The vote of the first look at the verdict.
    pub verdict: Vote,
    /// Whether the looks at the verdict name different winners: then the house can agree with none.
    pub contested: bool,
    /// The side that most of the votes after the debate are for; undecided where there are as many on either side.
    /// Formats that are won by what has moved may be won by the other side: that says nothing of what the house holds.
    pub house: Vote,
    /// Votes after the debate that were cast as the first look was.
    pub with: u32,
    /// Votes for and against after the debate.
    pub cast: u32,
}

impl HouseAgreement {
    /// The agreement of a division; `None` where no verdict takes a side, or the house has not decided.
    pub fn of(result: &DivisionResult) -> Option<Self> {
        let verdict = *result
            .direct_looks
            .first()
            .or(result.direct_vote.as_ref())?;
        let with = match verdict {
            Vote::Aye => result.ayes,
            Vote::No => result.noes,
            Vote::Undecided => return None,
        };
        let house = result.vote_of_house()?;
        Some(Self {
            verdict,
            contested: result.is_contested(),
            house,
            with,
            cast: result.ayes.saturating_add(result.noes),
        })
    }

    /// Whether both come to the same; `None` where the verdict is contested, or the house evenly divided.
    pub fn agrees(&self) -> Option<bool> {
        let is_settled = !self.contested && self.house != Vote::Undecided;
        is_settled.then_some(self.verdict == self.house)
    }

    /// The share of the votes cast that went with the first look, from 0 to 1; `None` where none was cast.
    pub fn share(&self) -> Option<f64> {
        (self.cast > 0).then(|| f64::from(self.with) / f64::from(self.cast))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::WinsBy,
        debate::{
            answer::DirectVerdict,
            division::{DivisionCount, PanelVote},
        },
    };
    use Vote::{Aye, No, Undecided};

    fn divided(looks: &[Vote], votes: &[(Vote, Vote)], wins_by: WinsBy) -> DivisionResult {
        let verdicts = looks.iter().map(|vote| DirectVerdict {
            core_tensions: vec![],
            strongest_argument_prop: String::new(),
            strongest_argument_opp: String::new(),
            decisive_moments: vec![],
            most_damaging_rebuttals: vec![],
            unchallenged: vec![],
            most_compelling_speaker: String::new(),
            weakest_link: String::new(),
            analysis: String::new(),
            vote: *vote,
        });
        let verdicts: Vec<DirectVerdict> = verdicts.collect();
        let panel = votes.iter().map(|(before, after)| PanelVote {
            member: String::new(),
            before: Some(*before),
            after: Some(*after),
            reason: String::new(),
        });
        DivisionCount {
            motion: "This House would sit",
            sides: ("Proposition", "Opposition"),
            panel: panel.collect(),
            wins_by,
            verdicts: verdicts.iter().collect(),
            assessments: vec![],
        }
        .declare()
    }

    #[test]
    fn the_house_agrees_or_not_and_by_how_much() {
        // Three of four for the motion, which two of four were before.
        let votes = [(Aye, Aye), (Aye, Aye), (No, Aye), (No, No)];
        let of = |looks: &[Vote]| HouseAgreement::of(&divided(looks, &votes, WinsBy::Votes));
        let with = of(&[Aye, Aye]).unwrap();
        assert_eq!((with.agrees(), with.share()), (Some(true), Some(0.75)));
        let against = of(&[No]).unwrap();
        assert_eq!(
            (against.agrees(), against.share()),
            (Some(false), Some(0.25))
        );
        let contested = of(&[Aye, No]).unwrap();
        assert_eq!((contested.agrees(), contested.share()), (None, Some(0.75)));
        assert_eq!((of(&[]), of(&[Undecided])), (None, None));
    }

    #[test]
    fn the_house_holds_what_most_of_it_votes_for_whatever_wins_in_its_format() {
        // Two of three for the motion, which all were before: the other side wins by what has moved.
        let votes = [(Aye, Aye), (Aye, Aye), (Aye, No)];
        let house = |wins_by| {
            let result = divided(&[Aye], &votes, wins_by);
            HouseAgreement::of(&result).map(|one| (one.house, one.agrees()))
        };
        assert_eq!(house(WinsBy::Votes), Some((Aye, Some(true))));
        assert_eq!(house(WinsBy::Swing), Some((Aye, Some(true))));
        let even = divided(&[Aye], &[(Aye, Aye), (No, No)], WinsBy::Votes);
        let even = HouseAgreement::of(&even).unwrap();
        assert_eq!((even.house, even.agrees()), (Undecided, None));
        let nobody = divided(&[Aye], &[], WinsBy::Votes);
        assert_eq!(HouseAgreement::of(&nobody), None, "no ballot came in");
    }
}
