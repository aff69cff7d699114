//! The division: counting, winner, margin and swing.

use std::{cmp::Ordering, collections::BTreeMap};

use serde::{Deserialize, Serialize};

use super::{
    answer::{DirectVerdict, SpeakerAssessment, Vote},
    ids::Seat,
    looks,
};
use crate::catalog::WinsBy;

/// The number of members who are for the motion, against it and neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Votes for the motion.
    pub ayes: u32,
    /// Votes against the motion.
    pub noes: u32,
    /// Members who voted neither aye nor no.
    pub undecided: u32,
}

impl Tally {
    /// The count of these votes.
    pub fn of(votes: impl IntoIterator<Item = Vote>) -> Self {
        let mut tally = Self::default();
        for vote in votes {
            *tally.of_mut(vote) += 1;
        }
        tally
    }

    /// The number of members who voted so.
    pub(super) fn of_mut(&mut self, vote: Vote) -> &mut u32 {
        match vote {
            Vote::Aye => &mut self.ayes,
            Vote::No => &mut self.noes,
            Vote::Undecided => &mut self.undecided,
        }
    }

    /// The number of votes by which the Ayes lead; negative where the Noes do.
    pub fn lead(self) -> i32 {
        signed(self.ayes) - signed(self.noes)
    }

    /// The number of members who are counted.
    pub fn total(self) -> u32 {
        self.ayes + self.noes + self.undecided
    }
}

fn signed(n: u32) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

/// The clarity with which the house has spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Margin {
    /// A lead of less than 15 % of the votes cast, or one that a single member's change of mind undoes.
    Narrow,
    /// A lead between narrow and landslide.
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

/// The two votes of a member.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PanelVote {
    /// The name of the member.
    pub member: String,
    /// The vote before the debate; absent where no ballot could be had.
    pub before: Option<Vote>,
    /// The vote after the debate; absent where no ballot could be had.
    pub after: Option<Vote>,
    /// The reason of the vote after the debate.
    pub reason: String,
}

/// The result of the division.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DivisionResult {
    /// The motion that the house has divided on.
    pub motion: String,
    /// The name of the side that won. A tie goes to the Opposition: the motion is not carried. Absent where it is
    /// undecided, for want of the ballots that decide.
    pub winner: Option<String>,
    /// Votes for, after the debate.
    pub ayes: u32,
    /// Votes against, after the debate.
    pub noes: u32,
    /// Members who had not made up their mind before the debate.
    pub undecided_before: u32,
    /// The count before the debate.
    pub before: Tally,
    /// The number of votes by which the lead of the Ayes grew from before to after, among those whose ballots came in
    /// both times; negative is a swing to the Noes. Absent where there are none.
    pub swing: Option<i32>,
    /// The clarity of the result; absent where no ballot came in.
    pub margin: Option<Margin>,
    /// The measure by which the division was won.
    #[serde(default)]
    pub wins_by: WinsBy,
    /// The votes of every member, in the order of the audience.
    pub panel_votes: Vec<PanelVote>,
    /// The number of members who voted for neither after the debate.
    pub abstentions: u32,
    /// The number of ballots after the debate that could not be had.
    #[serde(default)]
    pub lost: u32,
    /// The median member's vote; absent where no verdict could be had, and where it is contested.
    pub direct_vote: Option<Vote>,
    /// The vote of each look at the verdict, the second with the teams exchanged. Empty in journals of before there
    /// were looks, and where no verdict could be had.
    #[serde(default)]
    pub direct_looks: Vec<Vote>,
    /// The two or three fundamental disagreements.
    pub core_tensions: Vec<String>,
    /// The turning points.
    pub decisive_moments: Vec<String>,
    /// The rebuttals that did most damage.
    pub most_damaging_rebuttals: Vec<String>,
    /// The claims that nobody of the other side answered or challenged, each with whose it was. Empty in journals of
    /// before the verdict was asked for them.
    #[serde(default)]
    pub unchallenged: Vec<String>,
    /// The best argument of the Proposition.
    pub strongest_argument_prop: String,
    /// The best argument of the Opposition.
    pub strongest_argument_opp: String,
    /// The speaker who won the room.
    pub most_compelling_speaker: String,
    /// The speaker who fell short.
    pub weakest_link: String,
    /// The assessments of the speakers.
    pub speaker_performances: Vec<SpeakerAssessment>,
    /// The notes on what each seat could do better.
    pub feedback: BTreeMap<String, Vec<String>>,
    /// The reasoning in a paragraph.
    pub analysis: String,
}

/// The votes and verdicts that are counted, and who is called what.
#[derive(Debug)]
pub struct DivisionCount<'a> {
    /// The motion that the house divides on.
    pub motion: &'a str,
    /// The names of the side for the motion and of the side against it.
    pub sides: (&'a str, &'a str),
    /// Every member's ballots.
    pub panel: Vec<PanelVote>,
    /// The measure by which the division is won.
    pub wins_by: WinsBy,
    /// The median member's verdict in each look that could be had.
    pub verdicts: Vec<&'a DirectVerdict>,
    /// The assessments of the speakers, in the order of the line-up; without those that could not be had.
    pub assessments: Vec<(&'a Seat, &'a SpeakerAssessment)>,
}

/// The number of ballots that are missing, in words.
pub fn lost_ballots(lost: u32) -> String {
    match lost {
        1 => "one ballot was lost".to_owned(),
        lost => format!("{lost} ballots were lost"),
    }
}

/// A division that nobody has won, for people, with the reason that [`DivisionResult::outcome`] gives.
pub fn undecided(why: &str) -> String {
    format!("undecided: {why}")
}

impl DivisionResult {
    /// The side that won, with the margin where it is won by votes; or why nobody has.
    pub fn outcome(&self) -> Result<(&str, Option<Margin>), &'static str> {
        match (&self.winner, self.lost_all()) {
            (Some(winner), false) => Ok((winner, self.margin)),
            (_, true) => Err("no ballot came in"),
            (None, false) => Err("no member's ballots came in both before and after the debate"),
        }
    }

    /// The result in a few words, for people: "Opposition, 9 to 4, clear", "Opposition, by a swing of 3", or why nobody has
    /// won. The votes of the side that won come first.
    pub fn describe(&self) -> String {
        let (most, least) = (self.ayes.max(self.noes), self.ayes.min(self.noes));
        match (self.outcome(), self.wins_by, self.swing) {
            (Err(why), ..) => undecided(why),
            (Ok((winner, _)), WinsBy::Swing, Some(by)) if by != 0 => {
                format!("{winner}, by a swing of {}", by.unsigned_abs())
            }
            (Ok((winner, _)), WinsBy::Swing, _) => format!("{winner}, no swing"),
            (Ok((winner, Some(margin))), WinsBy::Votes, _) => {
                format!("{winner}, {most} to {least}, {}", margin.word())
            }
            (Ok((winner, None)), WinsBy::Votes, _) => format!("{winner}, {most} to {least}"),
        }
    }

    /// Whether the motion is carried, by the rule of the format; `None` where the ballots that decide did not come in.
    pub(crate) fn is_carried(&self) -> Option<bool> {
        let after = Tally {
            ayes: self.ayes,
            noes: self.noes,
            undecided: self.abstentions,
        };
        let is_decided = !self.lost_all();
        is_decided.then(|| carried(self.wins_by, after, self.swing))?
    }

    /// The side that most of the votes after the debate are for, undecided where there are as many on either side; `None`
    /// where the ballots that decide did not come in.
    pub fn vote_of_house(&self) -> Option<Vote> {
        self.is_carried()?;
        Some(match self.ayes.cmp(&self.noes) {
            Ordering::Greater => Vote::Aye,
            Ordering::Less => Vote::No,
            Ordering::Equal => Vote::Undecided,
        })
    }

    /// Whether the two looks at the verdict have named different winners: it counts for neither side.
    pub fn is_contested(&self) -> bool {
        looks::is_contested(&self.direct_looks)
    }

    /// The swing, for people: "a swing of 4 votes to the Noes". `None` where it is not known.
    pub fn describe_swing(&self) -> Option<String> {
        let (by, whom) = match self.swing? {
            0 => return Some("no swing".to_owned()),
            by if by > 0 => (by.unsigned_abs(), "Ayes"),
            by => (by.unsigned_abs(), "Noes"),
        };
        let votes = if by == 1 { "vote" } else { "votes" };
        Some(format!("a swing of {by} {votes} to the {whom}"))
    }

    /// Whether no ballot came in after the debate. Asked of the ballots: older journals name a winner all the same.
    pub fn lost_all(&self) -> bool {
        let cast = |vote: &PanelVote| vote.after.is_some();
        self.ayes + self.noes == 0 && !self.panel_votes.iter().any(cast)
    }
}

/// Whether the side for the motion has won; `None` where the ballots that decide did not come in. By votes: more ayes
/// than noes. By swing: the ayes have gained more votes since the first ballots than the noes have. A tie is not
/// carried.
fn carried(wins_by: WinsBy, after: Tally, swing: Option<i32>) -> Option<bool> {
    match wins_by {
        WinsBy::Votes => (after.total() > 0).then_some(after.ayes > after.noes),
        WinsBy::Swing => swing.map(|by| by > 0),
    }
}

/// The number of votes by which the lead of the Ayes grew, among those whose ballots came in both times: of the others
/// nobody knows whether they have moved.
fn swing(panel: &[PanelVote]) -> Option<i32> {
    let lead = |votes: &mut dyn Iterator<Item = Vote>| Tally::of(votes).lead();
    let both = || {
        panel
            .iter()
            .filter_map(|one| Some((one.before?, one.after?)))
    };
    both().next()?;
    let before = lead(&mut both().map(|(before, _)| before));
    Some(lead(&mut both().map(|(_, after)| after)) - before)
}

impl DivisionCount<'_> {
    /// Declares the result.
    pub fn declare(self) -> DivisionResult {
        let before = Tally::of(self.panel.iter().filter_map(|member| member.before));
        let after = Tally::of(self.panel.iter().filter_map(|member| member.after));
        let votes: Vec<Vote> = self.verdicts.iter().map(|verdict| verdict.vote).collect();
        // Looks differ in words even where they agree: what is told is the first.
        let verdict = self.verdicts.first().copied().cloned();
        let feedback = self
            .assessments
            .iter()
            .map(|(seat, one)| (seat.as_str().to_owned(), one.feedback.clone()))
            .collect();
        let lost = self.panel.iter().filter(|m| m.after.is_none()).count();
        let swing = swing(&self.panel);
        let winner = carried(self.wins_by, after, swing).map(|is_carried| {
            let (ayes, noes) = self.sides;
            if is_carried { ayes } else { noes }.to_owned()
        });
        DivisionResult {
            motion: self.motion.to_owned(),
            winner,
            ayes: after.ayes,
            noes: after.noes,
            undecided_before: before.undecided,
            before,
            swing,
            margin: (after.total() > 0).then(|| Margin::of(after)),
            wins_by: self.wins_by,
            panel_votes: self.panel,
            abstentions: after.undecided,
            lost: u32::try_from(lost).unwrap_or(u32::MAX),
            direct_vote: looks::agreed(&votes),
            direct_looks: votes,
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
            unchallenged: verdict
                .as_ref()
                .map(|v| v.unchallenged.clone())
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
        let result = DivisionCount {
            motion: "This House would sit",
            sides: ("Proposition", "Opposition"),
            panel: vec![
                member(Some(Vote::No), Some(Vote::Aye)),
                member(Some(Vote::Undecided), Some(Vote::No)),
                member(None, None),
            ],
            wins_by: WinsBy::Votes,
            verdicts: vec![],
            assessments: vec![],
        }
        .declare();
        assert_eq!(
            (
                result.ayes,
                result.noes,
                result.undecided_before,
                result.abstentions,
                result.lost
            ),
            (1, 1, 1, 0, 1)
        );
        assert_eq!(
            result.swing,
            Some(1),
            "the Ayes trailed by one before and are level after"
        );
        assert_eq!(result.outcome(), Ok(("Opposition", Some(Margin::Narrow))));
    }

    #[test]
    fn without_ballots_nobody_has_won_and_nobody_has_moved() {
        let declared = |wins_by, votes: &[(Option<Vote>, Option<Vote>)]| {
            DivisionCount {
                motion: "This House would sit",
                sides: ("Proposition", "Opposition"),
                panel: votes
                    .iter()
                    .map(|(before, after)| PanelVote {
                        member: String::new(),
                        before: *before,
                        after: *after,
                        reason: String::new(),
                    })
                    .collect(),
                wins_by,
                verdicts: vec![],
                assessments: vec![],
            }
            .declare()
        };
        for wins_by in [WinsBy::Votes, WinsBy::Swing] {
            let none = declared(wins_by, &[(Some(Vote::Aye), None), (None, None)]);
            assert_eq!((&none.winner, none.margin, none.swing), (&None, None, None));
            assert_eq!((none.abstentions, none.lost), (0, 2));
            assert_eq!(none.outcome(), Err("no ballot came in"));
        }
        // Ballots after, and none before.
        let after = [(None, Some(Vote::Aye)), (None, Some(Vote::Aye))];
        let by_votes = declared(WinsBy::Votes, &after);
        assert_eq!(by_votes.swing, None);
        assert_eq!(by_votes.winner.as_deref(), Some("Proposition"));
        let by_swing = declared(WinsBy::Swing, &after);
        assert_eq!((&by_swing.winner, by_swing.swing), (&None, None));
        assert!(
            by_swing
                .outcome()
                .unwrap_err()
                .contains("both before and after")
        );
        // One whose first ballot was lost has not moved.
        let one = [(None, Some(Vote::No)), (Some(Vote::No), Some(Vote::Aye))];
        assert_eq!(declared(WinsBy::Votes, &one).swing, Some(2));
        // A house of which every member is undecided has spoken.
        let undecided = declared(WinsBy::Votes, &[(None, Some(Vote::Undecided))]);
        assert_eq!((undecided.abstentions, undecided.lost), (1, 0));
        assert_eq!(undecided.winner.as_deref(), Some("Opposition"));
    }

    #[test]
    fn a_result_is_told_with_what_decided_it_and_the_votes_of_who_won_first() {
        use Vote::{Aye, No};

        let ballots = |from: Vote, to: Vote, count: usize| vec![(from, to); count];
        let declared = |wins_by, votes: Vec<(Vote, Vote)>| {
            let member = |(before, after)| PanelVote {
                member: String::new(),
                before: Some(before),
                after: Some(after),
                reason: String::new(),
            };
            DivisionCount {
                motion: "This House would sit",
                sides: ("Proposition", "Opposition"),
                panel: votes.into_iter().map(member).collect(),
                wins_by,
                verdicts: vec![],
                assessments: vec![],
            }
            .declare()
            .describe()
        };
        let moved = || {
            [
                ballots(Aye, Aye, 7),
                ballots(Aye, No, 2),
                ballots(No, No, 4),
            ]
            .concat()
        };
        assert_eq!(
            declared(WinsBy::Votes, moved()),
            "Proposition, 7 to 6, narrow"
        );
        assert_eq!(
            declared(WinsBy::Swing, moved()),
            "Opposition, by a swing of 4"
        );
        let still = [ballots(Aye, Aye, 4), ballots(No, No, 9)].concat();
        assert_eq!(
            declared(WinsBy::Votes, still.clone()),
            "Opposition, 9 to 4, clear"
        );
        assert_eq!(declared(WinsBy::Swing, still), "Opposition, no swing");
        assert_eq!(
            declared(WinsBy::Votes, vec![]),
            "undecided: no ballot came in"
        );
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
            let by = Some(after.lead() - before.lead());
            assert_eq!(
                carried(WinsBy::Votes, after, by),
                Some(votes),
                "{before:?} {after:?}"
            );
            assert_eq!(
                carried(WinsBy::Swing, after, by),
                Some(swing),
                "{before:?} {after:?}"
            );
        }
    }
}
