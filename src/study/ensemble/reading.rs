//! The reading of a run that is over: whom each verdict favours, and every claim with what became of it. It goes by the
//! argument map, which every format has.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::catalog::Stance;
use crate::debate::{
    DebateState,
    argument_map::{ArgumentMap, EdgeKind, MapNode, NodeKind},
    ids::Seat,
    outcome::ArgumentStatus,
    scores::Standing,
    state::Turn,
    three_verdicts::Favoured,
    variation::Variation,
};

/// The reading of a run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunReading {
    /// The name of the run: `1.3`, the third of the first epoch; `2.3c` is held as its control.
    pub run: String,
    /// The id of the debate.
    pub debate: String,
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The number of the run in its epoch, from 1.
    pub number: u32,
    /// Whether somebody was coached.
    pub is_coached: bool,
    /// Whom the verdict by opinion favours: the id of a side, empty for neither; absent where there is none.
    pub verdict: Option<String>,
    /// Whom the house favours.
    pub house: Option<String>,
    /// Whom the count of claims and rebuttals favours.
    pub annotation: Option<String>,
    /// The support of each side, from 0 to 1: its share of the votes of the house; where nobody voted, 1, 0 or a half by
    /// the verdict by opinion, or else by annotation.
    pub support: BTreeMap<String, f64>,
    /// The claims that were made.
    pub claims: Vec<RunClaim>,
}

/// A claim of a run, and what became of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunClaim {
    /// The id of the side that made it.
    pub side: String,
    /// The name of whoever made it.
    pub by: String,
    /// The words of the claim.
    pub text: String,
    /// Whether somebody of another side has spoken after it.
    pub is_answerable: bool,
    /// Whether another side has answered it.
    pub is_answered: bool,
    /// Whether it stood: the judges say so, or, where nobody judged it, nobody answered it or its own side had the last
    /// word on it.
    pub stood: bool,
    /// What was said against it: by whom, and in which words.
    pub answers: Vec<(String, String)>,
}

impl RunReading {
    /// Reads a run that is over; `None` where it was not opened as a run of an ensemble.
    pub fn of(state: &DebateState) -> Option<Self> {
        let opening = state.opening.as_deref()?;
        let variation = opening.variation.as_ref()?;
        let verdicts = state.three_verdicts();
        let favoured = |one: Option<Favoured<'_>>| {
            one.map(|one| match one {
                Favoured::Side(side) => side.to_owned(),
                Favoured::Neither => String::new(),
            })
        };
        let mut reading = Self {
            run: name(variation),
            debate: opening.debate.0.clone(),
            epoch: variation.epoch,
            number: variation.run,
            is_coached: variation.is_coached(),
            verdict: favoured(verdicts.opinion),
            house: favoured(verdicts.house),
            annotation: favoured(verdicts.annotation),
            support: BTreeMap::new(),
            claims: claims(state),
        };
        reading.support = support(state, &reading);
        Some(reading)
    }
}

fn name(variation: &Variation) -> String {
    let control = if variation.is_control { "c" } else { "" };
    format!("{}.{}{control}", variation.epoch, variation.run)
}

fn support(state: &DebateState, reading: &RunReading) -> BTreeMap<String, f64> {
    let Some(opening) = state.opening.as_deref() else {
        return BTreeMap::new();
    };
    let sides = opening.format.sides.iter();
    let votes = state.division.as_ref();
    let cast = votes.map(|one| (f64::from(one.ayes), f64::from(one.noes)));
    let cast = cast.filter(|(ayes, noes)| ayes + noes > 0.0);
    let decided = reading.verdict.as_ref().or(reading.annotation.as_ref());
    let of_side = |(id, stance): (&String, Stance)| match (cast, stance) {
        (Some((ayes, noes)), Stance::For) => Some(ayes / (ayes + noes)),
        (Some((ayes, noes)), Stance::Against) => Some(noes / (ayes + noes)),
        (Some(_), Stance::Nuanced | Stance::Own) => None,
        (None, _) => decided.map(|favoured| match favoured.as_str() {
            "" => 0.5,
            favoured if favoured == id => 1.0,
            _ => 0.0,
        }),
    };
    sides
        .filter_map(|side| Some((side.id.clone(), of_side((&side.id, side.stance))?)))
        .collect()
}

fn claims(state: &DebateState) -> Vec<RunClaim> {
    let map = state.argument_map();
    let mut against: Vec<Vec<usize>> = vec![Vec::new(); map.nodes.len()];
    for edge in &map.edges {
        if matches!(edge.kind, EdgeKind::Answers | EdgeKind::PointAgainst)
            && let Some(answers) = against.get_mut(edge.to)
        {
            answers.push(edge.from);
        }
    }
    let nodes = map.nodes.iter().zip(&against);
    nodes
        .filter_map(|(node, answers)| claim(state, (&map, answers), node))
        .collect()
}

fn claim(
    state: &DebateState,
    (map, answers): (&ArgumentMap, &[usize]),
    node: &MapNode,
) -> Option<RunClaim> {
    let opening = state.opening.as_deref()?;
    opening.speaker(&node.seat)?;
    // What is said to answer a claim belongs to that one's theme, and has none of its own.
    if node.kind != NodeKind::Claim || !node.how.is_empty() {
        return None;
    }
    let status = node.status?;
    let made = state.turn(node.turn?)?;
    let opposes = |seat: &Seat| opening.oppose(&node.seat, seat);
    let later = |turn: &&Turn| {
        turn.id > made.id && !turn.is_struck() && turn.task.is_on_record() && opposes(&turn.seat)
    };
    let is_answered = status != ArgumentStatus::Untouched;
    let said = answers.iter().filter_map(|at| map.nodes.get(*at));
    // A point that was waved down has answered nothing.
    let said = said.filter(|one| is_answered && opposes(&one.seat));
    Some(RunClaim {
        side: node.seat.group().to_owned(),
        by: opening.name(&node.seat),
        text: node.text.clone(),
        is_answerable: state.turns.iter().any(|turn| later(&turn)),
        is_answered,
        stood: stood(status, node.standing),
        answers: said
            .map(|one| (opening.name(&one.seat), one.text.clone()))
            .collect(),
    })
}

fn stood(status: ArgumentStatus, standing: Option<Standing>) -> bool {
    match (standing, status) {
        (Some(Standing::Upheld | Standing::PartiallyUpheld), _)
        | (
            Some(Standing::Uncertain) | None,
            ArgumentStatus::Untouched | ArgumentStatus::Answered,
        ) => true,
        (Some(Standing::Refuted), _)
        | (Some(Standing::Uncertain) | None, ArgumentStatus::Granted | ArgumentStatus::TakenUp) => {
            false
        }
    }
}
