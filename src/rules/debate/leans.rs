//! The leans on the motion before a word is said: which way judges and members of the house leaned, going by the motion
//! alone, and what each judge found in the end. Where the house casts ballots before the debate, those are its lean.
//!
//! They are told beside the verdict, and stand in no prompt: neither who debates nor who judges knows of them.

use super::{
    answer::Vote,
    ask::When,
    decide,
    division::Tally,
    ids::Seat,
    looks,
    report_looks::ReportLooks,
    score_looks::ScoreLooks,
    scores::{Judgement, Scores},
    state::DebateState,
};
use crate::catalog::{Stance, Verdict};

/// The lean of a judge beside what the judge found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeLean<'a> {
    /// The seat of the judge; the house's for whoever gave the direct verdict.
    pub seat: &'a Seat,
    /// The way in which the judge leaned before a word was said: for the motion, against it, or neither way.
    pub lean: Vote,
    /// The side that the judge found for in the end, undecided where it was neither; `None` before it is known.
    pub found: Option<Vote>,
}

impl JudgeLean<'_> {
    /// Whether the judge found for the side leaned to before; `None` where there was no lean, or neither was found for.
    pub fn stayed(&self) -> Option<bool> {
        let found = self.found.filter(|found| *found != Vote::Undecided)?;
        (self.lean != Vote::Undecided).then_some(self.lean == found)
    }
}

impl DebateState {
    /// The leans of the judges that could be had, with what each found.
    pub fn judge_leans(&self) -> Vec<JudgeLean<'_>> {
        let judges = self.leans.iter().filter(|(seat, _)| !seat.is_audience());
        let leans = judges.filter_map(|(seat, lean)| {
            Some(JudgeLean {
                seat,
                lean: (*lean)?,
                found: self.found_by(seat),
            })
        });
        leans.collect()
    }

    /// The leans of the house: its ballots before the debate, or what its members were asked where they cast none.
    /// `None` where nobody was asked, or nobody answered.
    pub fn house_lean(&self) -> Option<Tally> {
        let ballots = self.ballot_tally(When::Before);
        let members = self.leans.iter().filter(|(seat, _)| seat.is_audience());
        let tally = if ballots.total() > 0 {
            ballots
        } else {
            Tally::of(members.filter_map(|(_, vote)| *vote))
        };
        (tally.total() > 0).then_some(tally)
    }

    /// The name of a judge whose lean was asked for: whoever gives the direct verdict has no seat of their own.
    pub fn leaning_name(&self, seat: &Seat) -> String {
        if *seat == Seat::house() {
            "The judge".to_owned()
        } else {
            self.name(seat)
        }
    }

    /// Whether a lean is still to come: the house says nothing of its verdict before.
    pub(super) fn is_lean_awaited(&self) -> bool {
        self.leans.len() < self.plan.leaning()
    }

    fn found_by(&self, judge: &Seat) -> Option<Vote> {
        let opening = self.opening.as_deref()?;
        if *judge == Seat::house() {
            let votes = self.verdict_votes();
            let is_contested = looks::is_contested(&votes);
            let first = votes.first().copied();
            return first.map(|first| if is_contested { Vote::Undecided } else { first });
        }
        if opening.format.verdict != Verdict::Judge {
            return None;
        }
        let rubric = opening.format.rubric.as_ref()?;
        let mut judged = self.judgements.iter().filter(|(seat, _)| seat == judge);
        let report: &Judgement = judged.find_map(|(_, judged)| judged.given())?;
        let items = decide::items(self, opening, rubric.of);
        let looks = self.report_looks.get(judge).and_then(ReportLooks::both);
        let scores = Scores {
            looks: looks.and_then(|both| ScoreLooks::of(rubric, &items, &[both])),
            ..Scores::of(rubric, &items, &[&report.marks])?
        };
        let leader = scores.leader().map(|side| side.id.as_str());
        let of_side = |id: &str| opening.format.side(id).map(|side| side.stance);
        let of_seat = |id: &str| opening.stance(&Seat::named(id));
        let stance = leader.and_then(|id| of_side(id).or_else(|| of_seat(id)));
        Some(match stance {
            Some(Stance::For) => Vote::Aye,
            Some(Stance::Against) => Vote::No,
            Some(Stance::Nuanced | Stance::Own) | None => Vote::Undecided,
        })
    }
}
