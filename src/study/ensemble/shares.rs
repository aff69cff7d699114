//! How often each verdict favours which side over the runs: whether the outcome is robust or a coin flip.

use serde::{Deserialize, Serialize};

use super::reading::RunReading;
use crate::interval::{Interval, wilson};

/// A kind of verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictKind {
    /// The verdict by opinion.
    Verdict,
    /// The house.
    House,
    /// The count of claims and rebuttals.
    Annotation,
}

impl VerdictKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Verdict, Self::House, Self::Annotation];

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verdict => "the direct verdict",
            Self::House => "the house",
            Self::Annotation => "the annotation",
        }
    }

    fn of(self, run: &RunReading) -> Option<&str> {
        let favoured = match self {
            Self::Verdict => &run.verdict,
            Self::House => &run.house,
            Self::Annotation => &run.annotation,
        };
        favoured.as_deref()
    }
}

/// How sure it is whom a verdict favours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeCertainty {
    /// The interval of the side that is ahead lies above a half.
    Robust,
    /// It holds a half: the runs cannot tell the outcome from a coin flip.
    CoinFlip,
    /// There are no runs to go by, or no side is ever favoured.
    Unknown,
}

/// How often a verdict favours each side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VerdictShares {
    /// The kind of verdict.
    pub verdict: VerdictKind,
    /// The runs that have such a verdict.
    pub runs: usize,
    /// The runs in which it favours neither side.
    pub neither: usize,
    /// The sides, in the order of the format.
    pub sides: Vec<SideShare>,
    /// How sure it is.
    pub certainty: OutcomeCertainty,
}

/// The runs in which a verdict favours a side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SideShare {
    /// The id of the side.
    pub side: String,
    /// The number of runs.
    pub runs: usize,
    /// Their share of the runs in which it favours one side, with Wilson's interval of 95 %; absent where there are none.
    pub share: Option<Interval>,
}

/// The shares of each verdict that there is in some run; of sides by their ids. Runs in which somebody was coached do not
/// count: they tell what coaching does.
pub(super) fn shares(runs: &[RunReading], sides: &[&str]) -> Vec<VerdictShares> {
    let of = |verdict: VerdictKind| {
        let free = runs.iter().filter(|run| !run.is_coached);
        let found: Vec<&str> = free.filter_map(|run| verdict.of(run)).collect();
        let neither = found.iter().filter(|one| one.is_empty()).count();
        let decided = found.len() - neither;
        let side = |id: &&str| {
            let runs = found.iter().filter(|one| *one == id).count();
            SideShare {
                side: (*id).to_owned(),
                runs,
                share: wilson(runs, decided),
            }
        };
        let sides: Vec<SideShare> = sides.iter().map(side).collect();
        let low = |one: &SideShare| one.share.and_then(|share| share.low);
        let is_robust = sides.iter().filter_map(low).any(|low| low > 0.5);
        VerdictShares {
            verdict,
            runs: found.len(),
            neither,
            certainty: match (decided, is_robust) {
                (0, _) => OutcomeCertainty::Unknown,
                (_, true) => OutcomeCertainty::Robust,
                (_, false) => OutcomeCertainty::CoinFlip,
            },
            sides,
        }
    };
    let all = VerdictKind::ALL.into_iter().map(of);
    all.filter(|one| one.runs > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(verdict: &str, is_coached: bool) -> RunReading {
        RunReading {
            verdict: Some(verdict.to_owned()),
            is_coached,
            ..RunReading::default()
        }
    }

    #[test]
    fn an_outcome_is_robust_where_its_interval_lies_above_a_half() {
        let of = |prop: usize, opp: usize, neither: usize| {
            let all = [("prop", prop), ("opp", opp), ("", neither)];
            let runs = all
                .iter()
                .flat_map(|(side, count)| vec![run(side, false); *count]);
            shares(&runs.collect::<Vec<_>>(), &["prop", "opp"]).remove(0)
        };
        let found = of(9, 1, 2);
        assert_eq!((found.runs, found.neither), (12, 2));
        assert_eq!(
            (found.sides[0].runs, found.sides[0].share.unwrap().n),
            (9, 10)
        );
        assert_eq!(found.certainty, OutcomeCertainty::Robust);
        assert_eq!(of(6, 4, 0).certainty, OutcomeCertainty::CoinFlip);
        assert_eq!(
            of(2, 0, 0).certainty,
            OutcomeCertainty::CoinFlip,
            "two are too few"
        );
        assert_eq!(of(0, 10, 0).certainty, OutcomeCertainty::Robust);
        assert_eq!(of(0, 0, 3).certainty, OutcomeCertainty::Unknown);
    }

    #[test]
    fn runs_with_coaching_and_verdicts_that_are_not_there_do_not_count() {
        let runs = [run("prop", false), run("opp", true)];
        let found = shares(&runs, &["prop", "opp"]);
        assert_eq!((found.len(), found[0].runs), (1, 1));
        assert!(shares(&[], &["prop"]).is_empty());
    }
}
