//! Adaptation by place in the order of speakers: whether those who come third to sixth answer more than the second, who
//! has one to answer. Only first turns count, so that a second speech of somebody is not held against a first.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    adaptation::Before,
    by::By,
    definition::Measure,
    materials::Answers,
    measured::{MeasureResult, Measured},
    said::{self, SpokenClaim},
    uptake::Uptake,
};
use crate::debate::{DebateState, ids::Seat, ids::TurnId};

/// The place with which later ones are compared, and the last of those.
const SECOND: usize = 2;
const LAST: usize = 6;

/// The first turn of a speaker, by the place of that speaker in the order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OrderFigures {
    /// The place in the order in which speakers first had the floor, from 1.
    pub place: usize,
    /// The seat of the speaker.
    pub seat: Seat,
    /// The id of the turn.
    pub turn: TurnId,
    /// The share of its claims that engage others; absent where nobody had been heard or no claim was taken down.
    pub engages: Option<f64>,
    /// The share of earlier speakers whom it names.
    pub names: Option<f64>,
    /// The share of its sentences that take up what others had said.
    pub takes_up: Option<f64>,
    /// The judge's reading of whether it answers, from 0 to 1; over several readings their mean.
    pub answers: Option<f64>,
}

/// The first turn of each speaker, in order.
pub(super) fn figures(
    state: &DebateState,
    before: &BTreeMap<u32, Before<'_>>,
    claims: &[SpokenClaim<'_>],
    uptake: &[Uptake],
    runs: &[&Answers],
) -> Vec<OrderFigures> {
    let mut found: Vec<OrderFigures> = Vec::new();
    for turn in said::turns(state) {
        if found.iter().any(|one| one.seat == turn.seat) {
            continue;
        }
        let heard = before.get(&turn.id.0).filter(|one| !one.is_empty());
        let own: Vec<bool> = heard.map_or_else(Vec::new, |heard| {
            let own = claims.iter().filter(|claim| claim.turn.id == turn.id);
            own.map(|claim| heard.is_engaged_by(claim)).collect()
        });
        let engages = own.iter().filter(|engages| **engages).count();
        let readings: Vec<f64> = runs
            .iter()
            .filter_map(|run| Some(run.speeches.get(&turn.id)?.as_ref().ok()?.worth()))
            .collect();
        found.push(OrderFigures {
            place: found.len() + 1,
            seat: turn.seat.clone(),
            turn: turn.id,
            engages: Measured::share(engages, own.len(), By::Count, "").value(),
            names: heard.map(|heard| heard.share_named(&said::text(turn))),
            takes_up: uptake
                .iter()
                .find(|one| one.turn == turn.id)
                .and_then(|one| one.share),
            answers: Measured::mean(&readings, By::Count, "").value(),
        });
    }
    found
}

/// Whether later speakers take up more than the second.
pub(super) fn uptake_later(order: &[OrderFigures]) -> MeasureResult {
    let total = later(
        order,
        |one| one.takes_up,
        By::Words,
        "the turn has no sentence that could take anything up",
    );
    MeasureResult::whole(Measure::UptakeLater, total)
}

/// Whether later speakers answer more than the second, as a judge reads it: by what was measured of all turns.
pub(super) fn answering_later(order: &[OrderFigures], all: Option<&Measured>) -> MeasureResult {
    let unread = "the second speaker's turn, or every later one, was not read";
    let total = match all {
        Some(Measured::Is { by, .. }) => later(order, |one| one.answers, by.clone(), unread),
        Some(Measured::Not { why }) => Measured::not(why.clone()),
        None => Measured::not(unread),
    };
    MeasureResult::whole(Measure::AnsweringLater, total)
}

fn later(
    order: &[OrderFigures],
    value: impl Fn(&OrderFigures) -> Option<f64>,
    by: By,
    unread: &str,
) -> Measured {
    let has_heard = |one: &&OrderFigures| one.names.is_some();
    let Some(second) = order
        .iter()
        .find(|one| one.place == SECOND)
        .filter(has_heard)
    else {
        return Measured::not("the second speaker had heard nobody");
    };
    let after: Vec<&OrderFigures> = order
        .iter()
        .filter(|one| (SECOND + 1..=LAST).contains(&one.place))
        .filter(has_heard)
        .collect();
    if after.is_empty() {
        return Measured::not("nobody had the floor for the first time after the second speaker");
    }
    let values: Vec<f64> = after.into_iter().filter_map(&value).collect();
    let (Some(second), false) = (value(second), values.is_empty()) else {
        return Measured::not(unread);
    };
    Measured::Is {
        value: values.iter().sum::<f64>() / values.len() as f64 - second,
        of: values.len() + 1,
        by,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Materials, Report, tests::sample};

    #[test]
    fn the_second_speaker_is_what_later_ones_are_compared_with() {
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "Horses starve in winter.", &[]);
        debate.speech("opp.1", "Horses starve everywhere. Bread costs money.", &[]);
        let report = Report::of(&debate.state, &Materials::default());
        let reading = report.reading(Measure::UptakeLater);
        let nobody = "nobody had the floor for the first time after the second speaker";
        assert_eq!(reading.total, Measured::not(nobody));
        debate.speech(
            "prop.2",
            "Bread costs money, and horses starve in winter.",
            &[],
        );
        // A second speech is not held against a first.
        debate.speech("opp.2", "I sing.", &[]);
        let report = Report::of(&debate.state, &Materials::default());
        let places: Vec<(usize, Option<f64>)> = report
            .order
            .iter()
            .map(|one| (one.place, one.takes_up))
            .collect();
        assert_eq!(
            places,
            [(1, None), (2, Some(0.5)), (3, Some(1.0)), (4, None)]
        );
        let reading = report.reading(Measure::UptakeLater);
        assert_eq!(reading.total.value(), Some(0.5));
    }
}
