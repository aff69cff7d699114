//! The leans before the debate, beside the verdict: which way each judge leaned on the motion alone and what the judge
//! found, and which way the house leaned.

use super::{Builder, SectionPart, Tone, part::line};
use crate::{
    catalog::Verdict,
    debate::{answer::Vote, leans::JudgeLean},
};

impl<'a> Builder<'a> {
    /// The leans in a line each; nothing where nobody was asked.
    pub(super) fn leans(self) -> Vec<SectionPart<'a>> {
        let all = self.judges_leaned().into_iter().chain(self.house_leaned());
        all.map(|told| line(Tone::House, told)).collect()
    }

    /// The leans of the judges, a sentence each.
    pub(super) fn judges_leaned(self) -> Vec<String> {
        let judges = self.state.judge_leans();
        judges.iter().map(|one| self.leaned(one)).collect()
    }

    /// "The judge leaned to the Ayes before the debate, and found for the Noes."
    fn leaned(self, one: &JudgeLean<'_>) -> String {
        let name = self.state.leaning_name(one.seat);
        let leaned = self.leaned_to(one.lean);
        let found = match one.found {
            None => "",
            Some(vote) if self.is_divided() => match vote {
                Vote::Aye => ", and found for the Ayes",
                Vote::No => ", and found for the Noes",
                Vote::Undecided => ", and found for neither side",
            },
            Some(vote) => match vote {
                Vote::Aye => ", and found for the motion",
                Vote::No => ", and found against it",
                Vote::Undecided => ", and found for neither side",
            },
        };
        format!("{name} leaned {leaned} before the debate{found}.")
    }

    fn leaned_to(self, vote: Vote) -> &'static str {
        match vote {
            Vote::Aye if self.is_divided() => "to the Ayes",
            Vote::No if self.is_divided() => "to the Noes",
            Vote::Aye => "towards the motion",
            Vote::No => "against the motion",
            Vote::Undecided => "neither way",
        }
    }

    fn house_leaned(self) -> Option<String> {
        // What a house does that nobody judges is told by its own count.
        let is_asked = !self.state.leans.is_empty();
        let tally = self.state.house_lean().filter(|_| is_asked)?;
        let (ayes, noes) = (self.leaned_to(Vote::Aye), self.leaned_to(Vote::No));
        Some(format!(
            "Of the House {} leaned {ayes} then, {} {noes}, and {} neither way.",
            tally.ayes, tally.noes, tally.undecided
        ))
    }

    /// Whether the house divides, and so is spoken of Ayes and Noes.
    fn is_divided(self) -> bool {
        let opening = self.state.opening.as_deref();
        opening.is_some_and(|opening| opening.format.verdict == Verdict::Division)
    }
}
