//! Readings: what a judge's model finds of turns, of points and of the debate as a whole. They are a model's opinion,
//! and stand beside what code counts of the same.

use std::collections::BTreeMap;

use super::{
    by::By,
    definition::Measure,
    materials::{Answers, ArcReading, Judge},
    measured::{MeasureResult, Measured},
    said::{self, Voice},
    uptake::{place, rise},
};
use crate::debate::{
    DebateState,
    ids::{Seat, TurnId},
    state::Turn,
};

/// Turns and points that a judge is asked about one by one, the first ones first: each is a call.
pub(super) const MOST_READ: usize = 24;
/// Turns of a debate whose arc a judge is asked for: more are not told apart.
pub(super) const MOST_TURNS: usize = 60;
/// From the least tension that can be given to the most.
const SPAN: f64 = 4.0;

/// The reason why nothing was read of a debate with too few turns, or too many.
pub(super) fn no_arc(turns: usize) -> Option<String> {
    if turns < 3 {
        return Some("there were fewer than three turns".to_owned());
    }
    (turns > MOST_TURNS).then(|| format!("there were more than {MOST_TURNS} turns"))
}

/// The measures that a judge's answers come to; over several answers their means, by everybody who gave them.
pub(super) fn over(
    judge: &Judge,
    again: &[Answers],
    measured: impl Fn(&Judge) -> Vec<MeasureResult>,
) -> Vec<MeasureResult> {
    let again: Vec<Judge> = again.iter().cloned().map(Judge::Asked).collect();
    let runs: Vec<Vec<MeasureResult>> =
        std::iter::once(judge).chain(&again).map(measured).collect();
    let mut all = runs.into_iter();
    let first = all.next().unwrap_or_default();
    let rest: Vec<Vec<MeasureResult>> = all.collect();
    let joined = first.into_iter().enumerate().map(|(at, first)| {
        let others: Vec<&MeasureResult> = rest.iter().filter_map(|run| run.get(at)).collect();
        let same = |own: &Measured, seat: Option<&Seat>| {
            let others = others.iter().filter_map(|one| match seat {
                None => Some(&one.total),
                Some(seat) => one.speakers.get(seat),
            });
            middle(std::iter::once(own).chain(others))
        };
        MeasureResult {
            measure: first.measure,
            total: same(&first.total, None),
            speakers: first
                .speakers
                .iter()
                .map(|(seat, own)| (seat.clone(), same(own, Some(seat))))
                .collect(),
        }
    });
    joined.collect()
}

/// The mean of what several came to, of those that came to something; else why the first did not.
fn middle<'a>(all: impl Iterator<Item = &'a Measured>) -> Measured {
    let (mut values, mut most, mut models) = (Vec::new(), 0, Vec::<String>::new());
    let mut why = None;
    for one in all {
        match one {
            Measured::Is { value, of, by } => {
                values.push(*value);
                most = most.max(*of);
                let model = by.describe().to_owned();
                if !models.contains(&model) {
                    models.push(model);
                }
            }
            Measured::Not { .. } => {
                why.get_or_insert_with(|| one.clone());
            }
        }
    }
    if values.is_empty() {
        return why.unwrap_or_else(|| Measured::not(super::NOBODY));
    }
    Measured::Is {
        value: values.iter().sum::<f64>() / values.len() as f64,
        of: most,
        by: By::Judge(models.join(" and ")),
    }
}

/// The tension of each turn over all readings.
pub(super) fn tension(runs: &[&Answers]) -> BTreeMap<TurnId, f64> {
    let mut found: BTreeMap<TurnId, Vec<f64>> = BTreeMap::new();
    let arcs = runs
        .iter()
        .filter_map(|run| run.arc.as_ref()?.as_ref().ok());
    for (turn, tension) in arcs.flat_map(|arc| &arc.tension) {
        found.entry(*turn).or_default().push(f64::from(*tension));
    }
    let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
    let all = found.into_iter();
    all.map(|(turn, values)| (turn, mean(values))).collect()
}

/// Things of which each belongs to a speaker, and what it says that there are none.
pub(super) struct Things<'a, K> {
    /// The things, each with the seat of the speaker.
    pub(super) all: Vec<(&'a Seat, K)>,
    /// The reason why there is nothing to read at all.
    pub(super) none: &'a str,
    /// The reason why a speaker has none.
    pub(super) own_none: &'a dyn Fn(&Voice<'_>) -> String,
}

/// The mean of a judge's readings of things, in all and by speaker.
pub(super) fn mean<K: Copy>(
    measure: Measure,
    voices: &[Voice<'_>],
    judge: &Judge,
    things: &Things<'_, K>,
    read: impl Fn(&Answers, K) -> Option<Result<f64, String>>,
) -> MeasureResult {
    let mut values: BTreeMap<&Seat, Vec<f64>> = BTreeMap::new();
    let mut failed = None;
    let mut by = By::Count;
    match judge {
        Judge::NotAsked(why) => failed = Some(why.clone()),
        Judge::Asked(answers) => {
            by = By::Judge(answers.model.clone());
            for (seat, thing) in &things.all {
                match read(answers, *thing) {
                    Some(Ok(value)) => values.entry(*seat).or_default().push(value),
                    Some(Err(why)) => failed = Some(of_no_use(answers, &why)),
                    None => failed = failed.or_else(|| Some(not_asked(answers))),
                }
            }
        }
    }
    let why = match failed {
        Some(why) if !things.all.is_empty() => why,
        _ => things.none.to_owned(),
    };
    let of_voice = |voice: &Voice<'_>| {
        let has_some = things.all.iter().any(|(seat, _)| *seat == voice.seat());
        let measured = match values.get(voice.seat()) {
            Some(values) => Measured::mean(values, by.clone(), &why),
            None if has_some => Measured::not(why.clone()),
            None => Measured::not((things.own_none)(voice)),
        };
        (voice.seat().clone(), measured)
    };
    let all: Vec<f64> = values.values().flatten().copied().collect();
    MeasureResult {
        measure,
        speakers: voices.iter().map(of_voice).collect(),
        total: Measured::mean(&all, by, &why),
    }
}

fn of_no_use(answers: &Answers, why: &str) -> String {
    format!("{} gave nothing of use: {why}", answers.model)
}

fn not_asked(answers: &Answers) -> String {
    format!("{} was not asked", answers.model)
}

/// The turns before which others have spoken, that a judge is asked about.
pub(super) fn answering(state: &DebateState) -> impl Iterator<Item = &Turn> {
    said::turns(state)
        .filter(|turn| {
            let heard = state.heard_before(turn).into_iter();
            heard
                .filter(|one| !one.is_empty())
                .any(|one| one.seat != turn.seat && state.speaker(&one.seat).is_some())
        })
        .take(MOST_READ)
}

/// Whether turns answer what was said before them.
pub(super) fn answers(state: &DebateState, voices: &[Voice<'_>], judge: &Judge) -> MeasureResult {
    let things = Things {
        all: answering(state).map(|turn| (&turn.seat, turn.id)).collect(),
        none: super::UNHEARD_TURNS,
        own_none: &|voice| {
            if voice.turns.is_empty() {
                voice.silent()
            } else {
                super::UNHEARD_TURNS.to_owned()
            }
        },
    };
    let read = |answers: &Answers, turn: TurnId| {
        let one = answers.speeches.get(&turn)?;
        Some(one.as_ref().map(|one| one.worth()).map_err(Clone::clone))
    };
    mean(Measure::Answering, voices, judge, &things, read)
}

/// The arc as a judge reads it: the rise of tension, the place of the turn, the place of the climax.
pub(super) fn arc(state: &DebateState, judge: &Judge) -> [MeasureResult; 3] {
    let turns: Vec<TurnId> = said::turns(state).map(|turn| turn.id).collect();
    let read = match (no_arc(turns.len()), judge) {
        (Some(why), _) => Err(why),
        (None, Judge::NotAsked(why)) => Err(why.clone()),
        (None, Judge::Asked(answers)) => match &answers.arc {
            None => Err(not_asked(answers)),
            Some(Err(why)) => Err(of_no_use(answers, why)),
            Some(Ok(arc)) => Ok((arc, By::Judge(answers.model.clone()))),
        },
    };
    let of = |value: &dyn Fn(&ArcReading, By) -> Measured| match &read {
        Err(why) => Measured::not(why.clone()),
        Ok((arc, by)) => value(arc, by.clone()),
    };
    let at = |found: Option<TurnId>, by: By, none: &str| {
        let at = found.and_then(|found| turns.iter().position(|turn| *turn == found));
        at.map_or_else(|| Measured::not(none), |at| place(at, turns.len(), by))
    };
    let tension = of(&|arc, by| {
        let values = turns.iter().filter_map(|turn| arc.tension.get(turn));
        let values: Vec<f64> = values.copied().map(f64::from).collect();
        rise(&values, by, SPAN, "fewer than three turns were read")
    });
    let turn = of(&|arc, by| at(arc.turn, by, "the judge found no turn"));
    let climax = of(&|arc, by| at(arc.climax, by, "the judge found no climax"));
    [
        MeasureResult::whole(Measure::TensionRise, tension),
        MeasureResult::whole(Measure::TurningPoint, turn),
        MeasureResult::whole(Measure::Climax, climax),
    ]
}
