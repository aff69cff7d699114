//! The verdicts on a debate, side by side: by opinion (the judge's), by the house, and by annotation (the count of claims
//! and rebuttals). Whom each favours, and whether they come to the same.

use super::{answer::Vote, looks, state::DebateState};
use crate::catalog::{Stance, Verdict};

/// What one verdict comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Favoured<'a> {
    /// The side that it favours, by its id.
    Side(&'a str),
    /// Neither: it is contested, or both have the same.
    Neither,
}

/// The verdicts, each where there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreeVerdicts<'a> {
    /// The verdict by opinion.
    pub opinion: Option<Favoured<'a>>,
    /// The verdict by the house: the side that most of the votes after the debate are for.
    pub house: Option<Favoured<'a>>,
    /// The verdict by annotation.
    pub annotation: Option<Favoured<'a>>,
}

impl<'a> ThreeVerdicts<'a> {
    /// The verdicts that there are.
    pub fn given(&self) -> impl Iterator<Item = Favoured<'a>> + use<'a> {
        let all = [self.opinion, self.house, self.annotation];
        all.into_iter().flatten()
    }

    /// Whether all that there are come to the same; `None` where there are not two of them.
    pub fn agree(&self) -> Option<bool> {
        let mut given = self.given();
        let first = given.next()?;
        let second = given.next()?;
        Some(first == second && given.all(|one| one == first))
    }
}

impl DebateState {
    /// The verdicts on the debate, as far as they are known.
    pub fn three_verdicts(&self) -> ThreeVerdicts<'_> {
        let count = self.annotation_count().filter(|count| !count.is_empty());
        let annotation = count.map(|count| count.ahead().map_or(Favoured::Neither, Favoured::Side));
        ThreeVerdicts {
            opinion: self.favoured_by_judges(),
            house: self.favoured_by_house(),
            annotation,
        }
    }

    fn favoured_by_judges(&self) -> Option<Favoured<'_>> {
        match self.opening.as_deref()?.format.verdict {
            Verdict::Division => {
                let votes = self.verdict_votes();
                let first = votes.first()?;
                let is_contested = looks::is_contested(&votes);
                Some(self.side_of_vote(if is_contested {
                    Vote::Undecided
                } else {
                    *first
                }))
            }
            Verdict::Judge => {
                let scores = self
                    .scores
                    .as_ref()
                    .filter(|scores| scores.sides.len() > 1)?;
                let leader = scores.leader();
                Some(leader.map_or(Favoured::Neither, |side| Favoured::Side(&side.id)))
            }
            Verdict::Synthesis | Verdict::Summary | Verdict::None => None,
        }
    }

    fn favoured_by_house(&self) -> Option<Favoured<'_>> {
        let vote = self.division.as_ref()?.vote_of_house()?;
        Some(self.side_of_vote(vote))
    }

    /// The side that asks for a vote.
    fn side_of_vote(&self, vote: Vote) -> Favoured<'_> {
        let stance = match vote {
            Vote::Aye => Stance::For,
            Vote::No => Stance::Against,
            Vote::Undecided => return Favoured::Neither,
        };
        let opening = self.opening.as_deref();
        let mut sides = opening.into_iter().flat_map(|one| &one.format.sides);
        let side = sides.find(|side| side.stance == stance);
        side.map_or(Favoured::Neither, |side| Favoured::Side(&side.id))
    }
}
