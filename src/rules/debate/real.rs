//! A real debate, which people held: where it comes from, and how the house voted then.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::answer::Vote;
use crate::{bounds, catalog::WinsBy, text::upper_first};

/// How a house stood at one moment, in members or in per cent: only shares are computed from it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HouseCount {
    /// For the motion; 0 or more.
    #[serde(rename = "for")]
    #[schemars(range(min = bounds::VOTES.least, max = bounds::VOTES.most))]
    pub ayes: f64,
    /// Against it; 0 or more.
    #[serde(rename = "against")]
    #[schemars(range(min = bounds::VOTES.least, max = bounds::VOTES.most))]
    pub noes: f64,
    /// Neither; 0 or more.
    #[serde(default)]
    #[schemars(range(min = bounds::VOTES.least, max = bounds::VOTES.most))]
    pub undecided: f64,
}

impl HouseCount {
    /// Everybody who was counted.
    pub fn total(self) -> f64 {
        self.ayes + self.noes + self.undecided
    }

    /// The three shares of everybody, in points: from 0 to 100 each, 100 together. All 0 where nobody was counted.
    pub fn shares(self) -> [f64; 3] {
        let total = self.total();
        let share = |part: f64| {
            if total > 0.0 {
                100.0 * part / total
            } else {
                0.0
            }
        };
        [share(self.ayes), share(self.noes), share(self.undecided)]
    }

    /// The lead of the ayes in points of everybody, from -100 to 100.
    pub fn lead(self) -> f64 {
        let [ayes, noes, _] = self.shares();
        ayes - noes
    }

    /// The share of the ayes among those who took a side, in points from 0 to 100; `None` where nobody did.
    pub fn decided(self) -> Option<f64> {
        let cast = self.ayes + self.noes;
        (cast > 0.0).then(|| 100.0 * self.ayes / cast)
    }

    /// The three numbers as people write them.
    pub fn describe(self) -> String {
        format!(
            "for {}, against {}, undecided {}",
            number(self.ayes),
            number(self.noes),
            number(self.undecided)
        )
    }
}

fn number(n: f64) -> String {
    let text = format!("{n:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// A swing of no more points than this is none: means of counts are not exact.
const STILL: f64 = 1e-9;

/// The side that a swing of so many points favours: the ayes, the noes, or neither.
pub fn gaining(points: f64) -> Option<Vote> {
    match points {
        by if by > STILL => Some(Vote::Aye),
        by if by < -STILL => Some(Vote::No),
        _ => None,
    }
}

/// A swing in percentage points, for people: "a swing of 3.5 points to the Noes".
pub fn describe_swing(points: f64) -> String {
    let whom = match gaining(points) {
        Some(Vote::Aye) => "Ayes",
        Some(Vote::No) => "Noes",
        Some(Vote::Undecided) | None => return "no swing".to_owned(),
    };
    format!("a swing of {} points to the {whom}", number(points.abs()))
}

/// The votes of a real house, as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RealVotes {
    /// Before the debate.
    pub before: Option<HouseCount>,
    /// The count after the debate.
    pub after: Option<HouseCount>,
}

impl RealVotes {
    /// The number of points by which the lead of the ayes grew: from -200 to 200, negative for a swing to the noes.
    /// `None` where one of the counts is not known.
    pub fn swing(&self) -> Option<f64> {
        Some(self.after?.lead() - self.before?.lead())
    }

    /// Whether the motion was carried under this rule; a tie is not carried. `None` where a count that the rule needs
    /// is not known.
    pub fn carried(&self, wins_by: WinsBy) -> Option<bool> {
        match wins_by {
            WinsBy::Votes => Some(self.after?.lead() > 0.0),
            WinsBy::Swing => Some(self.swing()? > 0.0),
        }
    }
}

/// Marks a debate as one that people held.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Real {
    /// The SHA-256 of what was imported, in hexadecimal: by it the same debate is known again.
    pub hash: String,
    /// The source of the debate.
    #[serde(default)]
    pub source: String,
    /// The date on which the debate was held, as its file has it: "2019-11-21".
    #[serde(default)]
    pub date: String,
    /// The terms under which the text may be used.
    #[serde(default)]
    pub licence: String,
    /// The votes of the house then.
    #[serde(default)]
    pub votes: RealVotes,
}

impl Real {
    /// The words for what the house did then, a line for each thing that is known.
    pub fn describe(&self) -> Vec<String> {
        let count = |when: &str, count: Option<HouseCount>| {
            count.map(|count| format!("{when}: {}", count.describe()))
        };
        let swing = self.votes.swing().map(describe_swing);
        let fate = self.votes.carried(WinsBy::Votes).map(|carried| {
            let fate = if carried {
                "the motion was carried"
            } else {
                "the motion fell"
            };
            fate.to_owned()
        });
        let counts = [
            count("Before", self.votes.before),
            count("After", self.votes.after),
        ];
        let outcome: Vec<String> = [fate, swing].into_iter().flatten().collect();
        let outcome =
            (!outcome.is_empty()).then(|| format!("{}.", upper_first(&outcome.join(", "))));
        counts.into_iter().chain([outcome]).flatten().collect()
    }

    /// The source and the date, in one line. Empty where nothing is known.
    pub fn origin(&self) -> String {
        let known = [self.source.as_str(), self.date.as_str()];
        let known: Vec<&str> = known.into_iter().filter(|text| !text.is_empty()).collect();
        known.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn votes(before: [f64; 3], after: [f64; 3]) -> RealVotes {
        let count = |[ayes, noes, undecided]: [f64; 3]| HouseCount {
            ayes,
            noes,
            undecided,
        };
        RealVotes {
            before: Some(count(before)),
            after: Some(count(after)),
        }
    }

    #[test]
    fn a_swing_is_in_points_whatever_was_counted() {
        // 32/18/50 in per cent and the same house of 200 in members.
        let percent = votes([32.0, 18.0, 50.0], [45.0, 49.0, 6.0]);
        let members = votes([64.0, 36.0, 100.0], [90.0, 98.0, 12.0]);
        for one in [percent, members] {
            // (45 - 49) - (32 - 18) = -18.
            assert!((one.swing().unwrap() + 18.0).abs() < 1e-9);
            assert_eq!(one.carried(WinsBy::Votes), Some(false));
            assert_eq!(one.carried(WinsBy::Swing), Some(false));
        }
        let minority = votes([10.0, 70.0, 20.0], [40.0, 60.0, 0.0]);
        assert_eq!(minority.carried(WinsBy::Votes), Some(false));
        assert_eq!(minority.carried(WinsBy::Swing), Some(true));
        let tie = votes([40.0, 40.0, 20.0], [50.0, 50.0, 0.0]);
        assert_eq!(tie.carried(WinsBy::Votes), Some(false));
        assert_eq!(tie.carried(WinsBy::Swing), Some(false));
        let half = RealVotes {
            before: None,
            ..minority
        };
        assert_eq!(half.carried(WinsBy::Swing), None);
    }

    #[test]
    fn the_house_then_is_told_as_far_as_it_is_known() {
        let mut real = Real {
            hash: String::new(),
            source: "The hall".into(),
            date: "1911-05-02".into(),
            licence: String::new(),
            votes: votes([32.0, 18.0, 50.0], [45.5, 49.0, 5.5]),
        };
        assert_eq!(
            real.describe(),
            [
                "Before: for 32, against 18, undecided 50",
                "After: for 45.5, against 49, undecided 5.5",
                "The motion fell, a swing of 17.5 points to the Noes.",
            ]
        );
        real.votes = RealVotes::default();
        assert!(real.describe().is_empty());
        assert_eq!(real.origin(), "The hall, 1911-05-02");
    }
}
