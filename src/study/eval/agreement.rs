//! Agreement of a judge's readings: of one model that was asked several times with itself, and of several models with
//! each other.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    definition::Measure,
    materials::{Answers, Stand},
};

/// The agreement of the readings that a measure is made of.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReadingAgreement {
    /// The agreement of each model that was asked more than once with itself, by its label.
    pub repeats: BTreeMap<String, Alike>,
    /// The agreement of several models: each with what it gave most often, or on average where readings are numbers.
    pub models: Option<Alike>,
}

/// The agreement of several readings of the same things.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Alike {
    /// The number of things that were read at least twice.
    pub things: usize,
    /// The share of pairs of readings of the same thing that are equal.
    pub equal: f64,
    /// Krippendorff's alpha; absent where all readings of all things are equal, so that chance explains as much.
    pub alpha: Option<f64>,
}

/// Whether one reading is nearer to another than to a third.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// Readings are equal or not.
    Nominal,
    /// Readings are numbers, and differ by so much.
    Interval,
}

impl Scale {
    fn of(measure: Measure) -> Self {
        if [
            Measure::PositionAccuracy,
            Measure::PositionCoverage,
            Measure::PointTimelyJudge,
            Measure::TurningPoint,
            Measure::Climax,
        ]
        .contains(&measure)
        {
            Self::Nominal
        } else {
            Self::Interval
        }
    }

    fn distance(self, one: f64, other: f64) -> f64 {
        match self {
            Self::Nominal if is_equal(one, other) => 0.0,
            Self::Nominal => 1.0,
            Self::Interval => (one - other).powi(2),
        }
    }

    /// One reading for several of one model.
    fn middle(self, readings: &[f64]) -> f64 {
        let count = |one: f64| {
            readings
                .iter()
                .filter(|other| is_equal(one, **other))
                .count()
        };
        match self {
            // Of equals the first.
            Self::Nominal => {
                let all = readings.iter().copied().rev();
                all.max_by_key(|one| count(*one)).unwrap_or_default()
            }
            Self::Interval => readings.iter().sum::<f64>() / readings.len() as f64,
        }
    }
}

fn is_equal(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// The readings of one answer to everything, by measure and thing.
fn readings(answers: &Answers) -> ReadThings {
    let mut found = ReadThings::new();
    let mut put = |measure, thing: String, value: f64| {
        found.entry(measure).or_default().insert(thing, value);
    };
    for (seat, (against, score)) in &answers.style {
        if let Ok(score) = score {
            put(against.measure(), seat.to_string(), f64::from(*score));
        }
    }
    for (seat, stands) in &answers.positions {
        for (at, stand) in stands.iter().flatten().enumerate() {
            let value = match stand {
                Stand::Agrees => 0.0,
                Stand::Contradicts => 1.0,
                Stand::Neither => 2.0,
            };
            for measure in [Measure::PositionAccuracy, Measure::PositionCoverage] {
                put(measure, format!("{seat} {at}"), value);
            }
        }
    }
    for (point, met) in &answers.points {
        if let Ok(met) = met {
            put(Measure::PointAnswered, point.0.to_string(), met.worth());
        }
    }
    for (turn, speech) in &answers.speeches {
        if let Ok(speech) = speech {
            put(Measure::Answering, turn.0.to_string(), speech.worth());
        }
    }
    for (point, read) in &answers.offered {
        if let Ok(read) = read {
            let thing = point.0.to_string();
            put(Measure::PointSharpJudge, thing.clone(), read.sharp.worth());
            put(Measure::PointTimelyJudge, thing, read.moment.place());
        }
    }
    if let Some(Ok(arc)) = &answers.arc {
        for (turn, tension) in &arc.tension {
            let value = f64::from(*tension);
            put(Measure::TensionRise, turn.0.to_string(), value);
        }
        for (measure, turn) in [
            (Measure::TurningPoint, arc.turn),
            (Measure::Climax, arc.climax),
        ] {
            let value = turn.map_or(-1.0, |turn| f64::from(turn.0));
            put(measure, String::new(), value);
        }
    }
    found
}

/// What an answer to everything has read: a number of each thing, by measure.
type ReadThings = BTreeMap<Measure, BTreeMap<String, f64>>;

/// The agreement of several answers to everything, by measure; empty where there is one.
pub(super) fn of(runs: &[&Answers]) -> BTreeMap<Measure, ReadingAgreement> {
    let mut by_model: BTreeMap<&str, Vec<ReadThings>> = BTreeMap::new();
    for run in runs {
        let own = by_model.entry(run.model.as_str()).or_default();
        own.push(readings(run));
    }
    let agreement = |measure: Measure| {
        let scale = Scale::of(measure);
        let mut repeats = BTreeMap::new();
        let mut middles: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (model, runs) in &by_model {
            let mut things: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
            for (thing, value) in runs.iter().filter_map(|run| run.get(&measure)).flatten() {
                things.entry(thing).or_default().push(*value);
            }
            for (thing, values) in &things {
                let middle = scale.middle(values);
                middles.entry(thing).or_default().push(middle);
            }
            let own: Vec<Vec<f64>> = things.into_values().collect();
            if let Some(alike) = alike(&own, scale) {
                repeats.insert((*model).to_owned(), alike);
            }
        }
        let middles: Vec<Vec<f64>> = middles.into_values().collect();
        let models = alike(&middles, scale);
        let is_known = models.is_some() || !repeats.is_empty();
        is_known.then_some((measure, ReadingAgreement { repeats, models }))
    };
    Measure::all().filter_map(agreement).collect()
}

/// How far readings agree, given by thing; `None` where nothing was read twice.
///
/// Krippendorff's alpha compares how far readings of one thing differ with how far any two readings differ: with `n`
/// readings in things that were read at least twice, `mᵤ` of the thing `u`, and `δ²` the squared distance of two
/// readings (nominal: 0 if they are equal, else 1):
///
/// ```text
/// Dₒ = Σᵤ Σᵢ≠ⱼ δ²(vᵤᵢ, vᵤⱼ) / (mᵤ − 1) / n
/// Dₑ = Σ over all pairs of δ² / (n (n − 1))
/// α  = 1 − Dₒ / Dₑ
/// ```
///
/// 1: they agree; 0: as by chance. It takes things that some readings are missing of.
///
/// Source: K. Krippendorff, "Content Analysis: An Introduction to Its Methodology", 2nd edition (2004), chapter 11.
fn alike(things: &[Vec<f64>], scale: Scale) -> Option<Alike> {
    let things: Vec<&Vec<f64>> = things.iter().filter(|one| one.len() > 1).collect();
    let all: Vec<f64> = things.iter().copied().flatten().copied().collect();
    if all.is_empty() {
        return None;
    }
    let (mut pairs, mut equal, mut observed) = (0_usize, 0_usize, 0.0);
    for values in &things {
        let mut apart = 0.0;
        each_pair(values, |one, other| {
            pairs += 1;
            equal += usize::from(is_equal(one, other));
            apart += 2.0 * scale.distance(one, other);
        });
        observed += apart / (values.len() - 1) as f64;
    }
    let mut expected = 0.0;
    each_pair(&all, |one, other| {
        expected += 2.0 * scale.distance(one, other);
    });
    let count = all.len() as f64;
    let (observed, expected) = (observed / count, expected / (count * (count - 1.0)));
    Some(Alike {
        things: things.len(),
        equal: equal as f64 / pairs as f64,
        alpha: (expected > 0.0).then(|| 1.0 - observed / expected),
    })
}

/// Each two of some values, once.
fn each_pair(values: &[f64], mut with: impl FnMut(f64, f64)) {
    for (at, one) in values.iter().enumerate() {
        for other in values.iter().skip(at + 1) {
            with(*one, *other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alpha_is_that_of_the_literature() {
        // The example of Krippendorff's book, with readings that are missing: 0.743 for categories, 0.849 for numbers.
        let things: [&[u8]; 12] = [
            &[1, 1, 1],
            &[2, 2, 3, 2],
            &[3, 3, 3, 3],
            &[3, 3, 3, 3],
            &[2, 2, 2, 2],
            &[1, 2, 3, 4],
            &[4, 4, 4, 4],
            &[1, 1, 2, 1],
            &[2, 2, 2, 2],
            &[5, 5, 5],
            &[1, 1],
            &[3],
        ];
        let things = things.map(|one| one.iter().copied().map(f64::from).collect::<Vec<f64>>());
        let nominal = alike(&things, Scale::Nominal).unwrap();
        assert_eq!(nominal.things, 11);
        assert!((nominal.alpha.unwrap() - 0.743).abs() < 1e-3, "{nominal:?}");
        let interval = alike(&things, Scale::Interval).unwrap();
        assert!(
            (interval.alpha.unwrap() - 0.849).abs() < 1e-3,
            "{interval:?}"
        );
    }

    #[test]
    fn what_is_always_the_same_agrees_and_has_no_alpha() {
        let found = alike(&[vec![1.0, 1.0], vec![1.0, 1.0]], Scale::Nominal).unwrap();
        assert_eq!((found.equal, found.alpha), (1.0, None));
        assert_eq!(alike(&[vec![1.0], vec![]], Scale::Nominal), None);
        for (scale, values, middle) in [
            (Scale::Nominal, &[2.0, 5.0, 5.0][..], 5.0),
            (Scale::Nominal, &[2.0, 5.0], 2.0),
            (Scale::Interval, &[2.0, 5.0], 3.5),
        ] {
            assert!((scale.middle(values) - middle).abs() < f64::EPSILON);
        }
    }
}
