//! The count of claims and rebuttals as programs read it, and the verdicts side by side: in the public lines, and in the
//! whole debate as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::debate::{
    DebateState,
    annotation_count::{AnnotationCount, POINTS, PointTable, SideCount},
    answer::Vote,
    division::Tally,
    leans::JudgeLean,
    three_verdicts::{Favoured, ThreeVerdicts},
};

/// A claim with its points.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CountedClaimLine {
    /// The number of the first turn in which the words stand.
    pub turn: u32,
    /// The words of the claim.
    pub words: String,
    /// What it rests on: `evidence`, `principle` or `assertion`.
    pub kind: &'static str,
    /// Whether it says something definite that could be checked.
    pub specific: bool,
    /// Whether the other side had no speech left to answer it.
    pub unanswerable: bool,
    /// The points of the claim.
    pub points: f64,
}

/// A rebuttal with its points.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CountedRebuttalLine {
    /// The number of the turn in which the words stand.
    pub turn: u32,
    /// The words of the rebuttal.
    pub words: String,
    /// The number of the turn in which the words stand that are answered.
    pub answered_turn: u32,
    /// The words that are answered.
    pub answers: String,
    /// Whether it meets the logic of what it answers.
    pub meets_logic: bool,
    /// Whether it says something that its side had not said before.
    pub new: bool,
    /// Whether what it answers stands less firmly after it.
    pub undermines: bool,
    /// The points of the rebuttal.
    pub points: f64,
}

/// The count of a side.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SideCountLine {
    /// The id of the side.
    pub id: String,
    /// The name of the side.
    pub name: String,
    /// The points of the side: the sum of all of its claims and rebuttals.
    pub points: f64,
    /// The claims of the side.
    pub claims: Vec<CountedClaimLine>,
    /// What the side said against the other.
    pub rebuttals: Vec<CountedRebuttalLine>,
}

/// The count of claims and rebuttals: the verdict by annotation.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AnnotationLine {
    /// The sides, in the order of the format.
    pub sides: Vec<SideCountLine>,
    /// The id of the side that is ahead; null where both are level.
    pub ahead: Option<String>,
    /// By how many points one side has more than the other.
    pub lead: f64,
    /// Up to which lead the sides are level.
    pub margin: f64,
    /// Entries of the list that were left out: not said in these words by that side, said before what is answered, or
    /// listed twice.
    pub left_out: u32,
    /// The numbers that the points are made with.
    pub table: PointTable,
}

/// The verdicts by opinion, by the house and by annotation, side by side.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct VerdictsLine {
    /// The id of the side that the judges favour, or `neither`; null where there is no such verdict.
    pub opinion: Option<String>,
    /// The id of the side that most of the votes after the debate are for, or `neither`; null where there is none.
    pub house: Option<String>,
    /// The id of the side that is ahead by claims and rebuttals, or `neither`; null where there is none.
    pub annotation: Option<String>,
    /// Whether all that there are come to the same; null where there are not two.
    pub agree: Option<bool>,
    /// Which way each judge leaned before the debate, and what the judge found; empty where none was asked.
    pub judge_leans: Vec<JudgeLeanLine>,
    /// Which way the members of the house leaned before the debate; null where nobody was asked.
    pub house_lean: Option<HouseLeanLine>,
}

/// The lean of a judge on the motion alone, before a word was said.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct JudgeLeanLine {
    /// The seat of the judge; `house` for whoever gives the direct verdict.
    pub judge: String,
    /// The name of the judge.
    pub name: String,
    /// `aye`, `no` or `undecided`.
    pub lean: &'static str,
    /// The vote that the judge's verdict comes to, `undecided` where it is for neither side; null before it is known.
    pub found: Option<&'static str>,
    /// Whether the judge found for the side leaned to before; null where there was no lean, or neither was found for.
    pub stayed: Option<bool>,
}

/// The leans of the house before the debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HouseLeanLine {
    /// Members who leaned towards the motion.
    pub ayes: u32,
    /// Members who leaned against it.
    pub noes: u32,
    /// Members who leaned neither way.
    pub undecided: u32,
}

/// What a judge ranked side by side, beside the marks of the same judge.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RankingLine {
    /// The seat of the judge; `house` for whoever gives the direct verdict.
    pub judge: String,
    /// The name of the judge.
    pub name: String,
    /// The ids of arguments, or the seats of speakers, the best first.
    pub ranking: Vec<String>,
    /// The standard deviation of the marks; null where there are not two.
    pub deviation: Option<f64>,
    /// The highest of the marks less the lowest.
    pub range: Option<f64>,
    /// Kendall's tau-b between the marks and the ranking, from -1 to 1; null where all marks are the same.
    pub tau_b: Option<f64>,
}

/// The rankings of the judges.
pub(crate) fn rankings(state: &DebateState) -> Vec<RankingLine> {
    let all = state.side_by_side().into_iter();
    let lines = all.map(|one| RankingLine {
        judge: one.judge.to_string(),
        name: state.leaning_name(one.judge),
        ranking: one.ranking.to_vec(),
        deviation: one.spread.map(|spread| spread.deviation),
        range: one.spread.map(|spread| spread.range),
        tau_b: one.agreement,
    });
    lines.collect()
}

/// The count, once nothing more of it is asked for.
pub(crate) fn counted(state: &DebateState) -> Option<AnnotationLine> {
    let is_settled = state.unanswering_sides().is_empty();
    let count = state.annotation_count().filter(|_| is_settled)?;
    Some(line(state, &count))
}

/// The count as it is told.
fn line(state: &DebateState, count: &AnnotationCount<'_>) -> AnnotationLine {
    AnnotationLine {
        sides: count.sides.iter().map(|one| side(state, one)).collect(),
        ahead: count.ahead().map(str::to_owned),
        lead: count.lead(),
        margin: count.margin(),
        left_out: count.left_out,
        table: POINTS,
    }
}

fn side(state: &DebateState, side: &SideCount<'_>) -> SideCountLine {
    let claims = side.claims.iter().map(|one| {
        let listed = &one.claim.listed;
        CountedClaimLine {
            turn: one.claim.turn.0,
            words: listed.words.clone(),
            kind: listed.kind.word(),
            specific: listed.specific,
            unanswerable: one.is_unanswerable,
            points: one.points,
        }
    });
    let rebuttals = side.rebuttals.iter().map(|one| {
        let listed = &one.rebuttal.listed;
        CountedRebuttalLine {
            turn: one.rebuttal.turn.0,
            words: listed.words.clone(),
            answered_turn: one.rebuttal.answered_turn.0,
            answers: listed.answers.clone(),
            meets_logic: listed.meets_logic,
            new: listed.new,
            undermines: listed.undermines,
            points: one.points,
        }
    });
    SideCountLine {
        id: side.side.to_owned(),
        name: state.called(side.side),
        points: side.points(),
        claims: claims.collect(),
        rebuttals: rebuttals.collect(),
    }
}

/// The verdicts side by side.
pub(crate) fn verdicts(state: &DebateState) -> VerdictsLine {
    let verdicts = state.three_verdicts();
    let ThreeVerdicts {
        opinion,
        house,
        annotation,
    } = verdicts;
    let told = |one: Option<Favoured<'_>>| {
        one.map(|one| match one {
            Favoured::Side(id) => id.to_owned(),
            Favoured::Neither => "neither".to_owned(),
        })
    };
    VerdictsLine {
        opinion: told(opinion),
        house: told(house),
        annotation: told(annotation),
        agree: verdicts.agree(),
        judge_leans: state
            .judge_leans()
            .iter()
            .map(|one| lean(state, one))
            .collect(),
        house_lean: state.house_lean().map(|tally| {
            let Tally {
                ayes,
                noes,
                undecided,
            } = tally;
            HouseLeanLine {
                ayes,
                noes,
                undecided,
            }
        }),
    }
}

fn lean(state: &DebateState, one: &JudgeLean<'_>) -> JudgeLeanLine {
    JudgeLeanLine {
        judge: one.seat.to_string(),
        name: state.leaning_name(one.seat),
        lean: one.lean.word(),
        found: one.found.map(Vote::word),
        stayed: one.stayed(),
    }
}
