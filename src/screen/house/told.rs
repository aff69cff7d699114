//! The house as the page holds it: the swing, with the words for its counts and its movements, made anew where the debate
//! has gone on.

use std::sync::Arc;

use crate::{
    blocks::Builder,
    debate::{
        DebateState,
        house_swing::{CountMoment, HouseSwing, VoteMovement},
        opening::Opening,
        real::{Real, RealVotes},
    },
};

/// What of a state decides how its house is told: where none of it has changed, nothing is made anew.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Stamp {
    debate: String,
    polls: usize,
    taken: usize,
    votes: usize,
    ballots: usize,
    is_declared: bool,
}

impl Stamp {
    fn of(state: &DebateState) -> Self {
        let opening = state.opening.as_deref();
        Self {
            debate: opening.map_or_else(String::new, |opening| opening.debate.0.clone()),
            polls: state.polls.len(),
            taken: state.polls.iter().filter(|poll| poll.taken).count(),
            votes: state.polls.iter().map(|poll| poll.votes().len()).sum(),
            ballots: state.ballots.len(),
            is_declared: state.division.is_some(),
        }
    }
}

/// A count with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ToldCount {
    /// The name of the count: "after Adam Smith".
    pub(super) when: String,
    /// The name where there is little room: "Smith".
    pub(super) short: String,
    /// What the house had heard: "after Adam Smith's speech".
    pub(super) heard: String,
}

/// A movement with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ToldMovement {
    pub(super) movement: VoteMovement,
    pub(super) words: String,
}

/// The house with its words.
#[derive(Debug, Clone, Default)]
pub(super) struct HouseTold {
    stamp: Option<Stamp>,
    pub(super) opening: Option<Arc<Opening>>,
    pub(super) swing: HouseSwing,
    pub(super) counts: Vec<ToldCount>,
    pub(super) movements: Vec<ToldMovement>,
    /// Whom the reasons at the division name.
    pub(super) credited: Option<String>,
    /// How far the count is that is under way.
    pub(super) progress: Option<String>,
    /// What the debate has in place of a house.
    pub(super) instead: Option<String>,
    /// The votes of the real house, where people held the debate.
    pub(super) then: Option<RealVotes>,
    /// What is told of them.
    pub(super) told_then: Vec<String>,
}

impl HouseTold {
    /// Takes in how the debate stands.
    pub(super) fn follow(&mut self, state: &DebateState) {
        let stamp = Stamp::of(state);
        if self.stamp.as_ref() == Some(&stamp) {
            return;
        }
        let builder = Builder::on_screen(state);
        let swing = state.house_swing();
        let counts = swing.points.iter().map(|point| ToldCount {
            when: builder.counted_when(point),
            short: builder.counted_shortly(point),
            heard: builder.heard_before(point),
        });
        let counts: Vec<ToldCount> = counts.collect();
        let movements = swing.movements().into_iter().map(|movement| ToldMovement {
            words: builder.movement(&swing, &movement),
            movement,
        });
        let progress = swing.under_way().and_then(|at| {
            let (point, told) = (swing.points.get(at)?, counts.get(at)?);
            let what = match point.moment {
                CountMoment::Before | CountMoment::Division => "ballots",
                CountMoment::After(_) => "votes",
            };
            let (heard, all) = (point.heard, swing.records.len());
            Some(format!("{}: {heard} of {all} {what} are in", told.when))
        });
        let real = state.opening.as_deref().and_then(|one| one.real.as_ref());
        *self = Self {
            stamp: Some(stamp),
            opening: state.opening.clone(),
            movements: movements.collect(),
            credited: builder.credited(&swing),
            progress,
            instead: builder.without_house(),
            then: real.map(|real| real.votes),
            told_then: real.map(Real::describe).unwrap_or_default(),
            counts,
            swing,
        };
    }

    /// The number of members.
    pub(super) fn members(&self) -> usize {
        self.swing.records.len()
    }

    /// The name of a member.
    pub(super) fn name(&self, member: usize) -> &str {
        let opening = self.opening.as_deref();
        let listener = opening.and_then(|opening| opening.audience.get(member));
        listener.map_or("", |listener| listener.card.name.as_str())
    }
}
