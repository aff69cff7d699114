//! The division: counting, winner, margin and swing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    answer::{DirectVerdict, SpeakerAssessment, Vote},
    ids::Seat,
};
use crate::catalog::WinsBy;

/// How many members are where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// For the motion.
    pub ayes: u32,
    /// Against it.
    pub noes: u32,
    /// Neither.
    pub undecided: u32,
}

impl Tally {
    /// Counts votes.
    pub fn of(votes: impl IntoIterator<Item = Vote>) -> Self {
        let mut tally = Self::default();
        for vote in votes {
            match vote {
                Vote::Aye => tally.ayes += 1,
                Vote::No => tally.noes += 1,
                Vote::Undecided => tally.undecided += 1,
            }
        }
        tally
    }

    /// By how many the Ayes lead; negative where the Noes do.
    pub fn lead(self) -> i32 {
        signed(self.ayes) - signed(self.noes)
    }

    /// Everyone counted.
    pub fn total(self) -> u32 {
        self.ayes + self.noes + self.undecided
    }
}

fn signed(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// How clearly the house has spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Margin {
    /// A lead of less than 15 % of the votes cast, or one that a single member's change of mind undoes.
    Narrow,
    /// Between the two.
    Clear,
    /// A lead of half of the votes cast or more: three votes to one.
    Landslide,
}

impl Margin {
    /// The margin of a count. Undecided members are not votes cast.
    pub fn of(tally: Tally) -> Self {
        let cast = f64::from(tally.ayes + tally.noes);
        let lead = f64::from(tally.lead().abs());
        // With an odd house the smallest lead is one vote, with an even one two: one change of mind undoes either.
        if lead <= 2.0 || lead < 0.15 * cast {
            Self::Narrow
        } else if lead >= 0.5 * cast {
            Self::Landslide
        } else {
            Self::Clear
        }
    }

    /// The word on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Narrow => "narrow",
            Self::Clear => "clear",
            Self::Landslide => "landslide",
        }
    }
}

/// One member's way through the evening.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanelVote {
    /// Who.
    pub member: String,
    /// Before; absent where no ballot could be had.
    pub before: Option<Vote>,
    /// After; absent likewise.
    pub after: Option<Vote>,
    /// Why, after.
    pub reason: String,
}

/// The result of the division.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DivisionResult {
    /// The motion.
    pub motion: String,
    /// The name of the side that won. A tie goes to the Opposition: the motion is not carried.
    pub winner: String,
    /// Votes for, after the debate.
    pub ayes: u32,
    /// Votes against, after the debate.
    pub noes: u32,
    /// Members who had not made up their mind before the debate.
    pub undecided_before: u32,
    /// The count before the debate.
    pub before: Tally,
    /// By how many votes the lead of the Ayes grew from before to after; negative is a swing to the Noes.
    pub swing: i32,
    /// How clear it is.
    pub margin: Margin,
    /// What it was won by.
    #[serde(default)]
    pub wins_by: WinsBy,
    /// Every member.
    pub panel_votes: Vec<PanelVote>,
    /// How many ballots after the debate could not be had.
    pub abstentions: u32,
    /// The median member's vote; absent where no verdict could be had.
    pub direct_vote: Option<Vote>,
    /// The two or three fundamental disagreements.
    pub core_tensions: Vec<String>,
    /// The turning points.
    pub decisive_moments: Vec<String>,
    /// The rebuttals that did most damage.
    pub most_damaging_rebuttals: Vec<String>,
    /// The best argument of the Proposition.
    pub strongest_argument_prop: String,
    /// The best argument of the Opposition.
    pub strongest_argument_opp: String,
    /// Who won the room.
    pub most_compelling_speaker: String,
    /// Who fell short.
    pub weakest_link: String,
    /// How each speaker did.
    pub speaker_performances: Vec<SpeakerAssessment>,
    /// What each seat could do better.
    pub feedback: BTreeMap<String, Vec<String>>,
    /// The reasoning in a paragraph.
    pub analysis: String,
}

/// What is counted, and who is called what.
#[derive(Debug)]
pub struct Count<'a> {
    /// The motion.
    pub motion: &'a str,
    /// The names of the side for the motion and of the side against it.
    pub sides: (&'a str, &'a str),
    /// Every member's ballots.
    pub panel: Vec<PanelVote>,
    /// What the division is won by.
    pub wins_by: WinsBy,
    /// The median member's verdict, if it could be had.
    pub verdict: Option<&'a DirectVerdict>,
    /// How the speakers did, in the order of the line-up; without those that could not be had.
    pub assessments: Vec<(&'a Seat, &'a SpeakerAssessment)>,
}

/// Whether the side for the motion has won. By votes: more ayes than noes. By swing: the ayes have gained more votes
/// since the first ballots than the noes have. A tie is not carried.
fn carried(wins_by: WinsBy, before: Tally, after: Tally) -> bool {
    match wins_by {
        WinsBy::Votes => after.ayes > after.noes,
        WinsBy::Swing => after.lead() > before.lead(),
    }
}

impl Count<'_> {
    /// Declares the result.
    pub fn declare(self) -> DivisionResult {
        let before = Tally::of(self.panel.iter().filter_map(|member| member.before));
        let after = Tally::of(self.panel.iter().filter_map(|member| member.after));
        let verdict = self.verdict.cloned();
        let feedback = self
            .assessments
            .iter()
            .map(|(seat, one)| (seat.as_str().to_owned(), one.feedback.clone()))
            .collect();
        let abstentions = self
            .panel
            .iter()
            .filter(|m| !matches!(m.after, Some(Vote::Aye | Vote::No)))
            .count();
        DivisionResult {
            motion: self.motion.to_owned(),
            winner: if carried(self.wins_by, before, after) {
                self.sides.0
            } else {
                self.sides.1
            }
            .to_owned(),
            ayes: after.ayes,
            noes: after.noes,
            undecided_before: before.undecided,
            before,
            swing: after.lead() - before.lead(),
            margin: Margin::of(after),
            wins_by: self.wins_by,
            panel_votes: self.panel,
            abstentions: u32::try_from(abstentions).unwrap_or(u32::MAX),
            direct_vote: verdict.as_ref().map(|v| v.vote),
            core_tensions: verdict
                .as_ref()
                .map(|v| v.core_tensions.clone())
                .unwrap_or_default(),
            decisive_moments: verdict
                .as_ref()
                .map(|v| v.decisive_moments.clone())
                .unwrap_or_default(),
            most_damaging_rebuttals: verdict
                .as_ref()
                .map(|v| v.most_damaging_rebuttals.clone())
                .unwrap_or_default(),
            strongest_argument_prop: verdict
                .as_ref()
                .map(|v| v.strongest_argument_prop.clone())
                .unwrap_or_default(),
            strongest_argument_opp: verdict
                .as_ref()
                .map(|v| v.strongest_argument_opp.clone())
                .unwrap_or_default(),
            most_compelling_speaker: verdict
                .as_ref()
                .map(|v| v.most_compelling_speaker.clone())
                .unwrap_or_default(),
            weakest_link: verdict
                .as_ref()
                .map(|v| v.weakest_link.clone())
                .unwrap_or_default(),
            analysis: verdict
                .as_ref()
                .map(|v| v.analysis.clone())
                .unwrap_or_default(),
            speaker_performances: self
                .assessments
                .into_iter()
                .map(|(_, one)| one.clone())
                .collect(),
            feedback,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(ayes: u32, noes: u32) -> Tally {
        Tally {
            ayes,
            noes,
            undecided: 0,
        }
    }

    #[test]
    fn margins_are_told_apart() {
        let table = [
            (7, 6, Margin::Narrow),
            (6, 6, Margin::Narrow),
            (0, 0, Margin::Narrow),
            (7, 5, Margin::Narrow),
            (8, 5, Margin::Clear),
            (9, 4, Margin::Clear),
            (10, 3, Margin::Landslide),
            (0, 13, Margin::Landslide),
            (53, 48, Margin::Narrow),
            (60, 41, Margin::Clear),
            (76, 25, Margin::Landslide),
            (1, 0, Margin::Narrow),
            (3, 0, Margin::Landslide),
        ];
        for (ayes, noes, margin) in table {
            assert_eq!(Margin::of(tally(ayes, noes)), margin, "{ayes} to {noes}");
        }
    }

    #[test]
    fn the_swing_is_the_growth_of_the_lead_and_a_tie_is_not_carried() {
        let member = |before, after| PanelVote {
            member: String::new(),
            before,
            after,
            reason: String::new(),
        };
        let result = Count {
            motion: "This House would sit",
            sides: ("Proposition", "Opposition"),
            panel: vec![
                member(Some(Vote::No), Some(Vote::Aye)),
                member(Some(Vote::Undecided), Some(Vote::No)),
                member(None, None),
            ],
            wins_by: WinsBy::Votes,
            verdict: None,
            assessments: vec![],
        }
        .declare();
        assert_eq!(
            (
                result.ayes,
                result.noes,
                result.undecided_before,
                result.abstentions
            ),
            (1, 1, 1, 1)
        );
        assert_eq!(
            result.swing, 1,
            "the Ayes trailed by one before and are level after"
        );
        assert_eq!(result.winner, "Opposition");
        assert_eq!(result.margin, Margin::Narrow);
    }

    #[test]
    fn where_the_swing_wins_a_minority_that_moved_more_people_has_won() {
        let tally = |ayes, noes| Tally {
            ayes,
            noes,
            undecided: 20 - ayes - noes,
        };
        for (before, after, votes, swing) in [
            ((2, 10), (8, 12), false, true),
            ((10, 2), (12, 8), true, false),
            ((5, 5), (7, 7), false, false),
            ((5, 5), (8, 7), true, true),
            ((9, 1), (10, 2), true, false),
        ] {
            let (before, after) = (tally(before.0, before.1), tally(after.0, after.1));
            assert_eq!(
                carried(WinsBy::Votes, before, after),
                votes,
                "{before:?} {after:?}"
            );
            assert_eq!(
                carried(WinsBy::Swing, before, after),
                swing,
                "{before:?} {after:?}"
            );
        }
    }
}
