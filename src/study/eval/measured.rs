//! A value that was measured, by what, or why there is none. What could not be measured is never 0.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::{by::By, definition::Measure};
use crate::debate::ids::Seat;

/// The outcome of measuring.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// A value, and how it was come by.
    Is {
        /// The value, within the range of the measure's definition.
        value: f64,
        /// The number of things measured: claims, points, speakers …
        of: usize,
        /// The way in which it was measured.
        by: By,
    },
    /// No value, and why.
    Not {
        /// The reason, for people; it can stand after a colon.
        why: String,
    },
}

impl Measured {
    /// The mean of some numbers; of none, why there is none.
    pub fn mean(numbers: &[f64], by: By, why: &str) -> Self {
        if numbers.is_empty() {
            return Self::not(why);
        }
        Self::Is {
            value: numbers.iter().sum::<f64>() / numbers.len() as f64,
            of: numbers.len(),
            by,
        }
    }

    /// The share of `some` among `of`; where `of` is 0, no value, for the reason `why`.
    pub fn share(some: usize, of: usize, by: By, why: &str) -> Self {
        if of == 0 {
            return Self::not(why);
        }
        let value = some as f64 / of as f64;
        Self::Is { value, of, by }
    }

    /// Nothing, and why.
    pub fn not(why: impl Into<String>) -> Self {
        Self::Not { why: why.into() }
    }

    /// The value, where there is one.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Is { value, .. } => Some(*value),
            Self::Not { .. } => None,
        }
    }
}

impl Serialize for Measured {
    /// Always the same fields: `value`, `of`, `by`, `model`, `why`; null where there is nothing to say.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Flat<'a> {
            value: Option<f64>,
            of: usize,
            by: Option<&'a str>,
            model: Option<&'a str>,
            why: Option<&'a str>,
        }
        let flat = match self {
            Self::Is { value, of, by } => Flat {
                value: Some(*value),
                of: *of,
                by: Some(by.word()),
                model: by.model(),
                why: None,
            },
            Self::Not { why } => Flat {
                value: None,
                of: 0,
                by: None,
                model: None,
                why: Some(why),
            },
        };
        flat.serialize(serializer)
    }
}

/// A measure of one debate: in all, and by speaker where it is theirs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasureResult {
    /// The measure that was taken.
    pub measure: Measure,
    /// The measure of the debate.
    pub total: Measured,
    /// The measure of each speaker; empty where it is of the debate alone.
    pub speakers: BTreeMap<Seat, Measured>,
}

impl MeasureResult {
    /// Whether the value counts as good; `None` where there is none, or where none is better than another.
    pub fn is_good(&self) -> Option<bool> {
        match &self.total {
            Measured::Is { value, by, .. } => self.measure.definition().good(by).holds(*value),
            Measured::Not { .. } => None,
        }
    }

    /// A measure of the debate alone.
    pub fn whole(measure: Measure, total: Measured) -> Self {
        Self {
            measure,
            total,
            speakers: BTreeMap::new(),
        }
    }

    /// A share of each speaker's things, and of all of them together: `counts` has for each speaker how many of how
    /// many, or why they have none. `none` says why there is nothing in all where they have no reason in common.
    pub fn shares(
        measure: Measure,
        by: &By,
        counts: BTreeMap<Seat, Result<(usize, usize), String>>,
        none: &str,
    ) -> Self {
        let (mut some, mut of) = (0, 0);
        let mut reasons = Vec::new();
        let mut speakers = BTreeMap::new();
        for (seat, count) in counts {
            let measured = match count {
                Ok((own, all)) => {
                    some += own;
                    of += all;
                    if all == 0 {
                        reasons.push(none.to_owned());
                    }
                    Measured::share(own, all, by.clone(), none)
                }
                Err(why) => {
                    reasons.push(why.clone());
                    Measured::not(why)
                }
            };
            speakers.insert(seat, measured);
        }
        Self {
            measure,
            total: Measured::share(some, of, by.clone(), shared(&reasons, none)),
            speakers,
        }
    }

    /// A value of each speaker, and their mean: a speaker without one has said why.
    pub fn means(measure: Measure, speakers: BTreeMap<Seat, Measured>, none: &str) -> Self {
        let mut values = Vec::new();
        let mut how = None;
        let mut reasons = Vec::new();
        for one in speakers.values() {
            match one {
                Measured::Is { value, by, .. } => {
                    values.push(*value);
                    how.get_or_insert_with(|| by.clone());
                }
                Measured::Not { why } => reasons.push(why.clone()),
            }
        }
        Self {
            measure,
            total: Measured::mean(&values, how.unwrap_or(By::Count), shared(&reasons, none)),
            speakers,
        }
    }
}

/// The reason that several have, or `none` where each has their own.
fn shared<'a>(reasons: &'a [String], none: &'a str) -> &'a str {
    let count = |reason: &String| reasons.iter().filter(|one| *one == reason).count();
    let several = |reason: &&String| count(reason) > 1 || reasons.len() == 1;
    let most = reasons.iter().filter(several).max_by_key(|one| count(one));
    most.map_or(none, String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_all_things_together_and_not_of_the_speakers_shares() {
        let counts = [
            (Seat::new("prop", 1), Ok((1, 1))),
            (Seat::new("opp", 1), Ok((1, 3))),
            (Seat::new("opp", 2), Err("no corpus for Smith".to_owned())),
        ];
        let reading =
            MeasureResult::shares(Measure::GroundingRate, &By::Words, counts.into(), "none");
        // Two of four; the mean of 1 and 1/3 would be 2/3.
        assert_eq!(
            reading.total,
            Measured::Is {
                value: 0.5,
                of: 4,
                by: By::Words
            }
        );
        assert_eq!(
            reading.speakers[&Seat::new("opp", 2)],
            Measured::not("no corpus for Smith")
        );
    }

    #[test]
    fn who_could_have_had_some_and_has_none_gives_a_reason_too() {
        let first = || Err("nobody had spoken before".to_owned());
        let counts = [
            (Seat::new("prop", 1), first()),
            (Seat::new("opp", 1), Ok((0, 0))),
            (Seat::new("prop", 2), Ok((0, 0))),
        ];
        let reading =
            MeasureResult::shares(Measure::Engagement, &By::Count, counts.into(), "no claims");
        assert_eq!(reading.total, Measured::not("no claims"));
        assert_eq!(
            reading.speakers[&Seat::new("prop", 1)],
            Measured::not("nobody had spoken before")
        );
    }

    #[test]
    fn the_reason_of_all_is_that_of_several() {
        let reasons = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        for (all, expected) in [
            (&["a", "b", "b"][..], "b"),
            (&["no corpus for A", "no corpus for B"], "none"),
            (&["a"], "a"),
            (&[], "none"),
        ] {
            assert_eq!(shared(&reasons(all), "none"), expected, "{all:?}");
        }
    }

    #[test]
    fn what_nobody_has_is_not_nothing() {
        let counts = [(Seat::new("prop", 1), Err("no corpus".to_owned()))];
        let reading =
            MeasureResult::shares(Measure::GroundingRate, &By::Words, counts.into(), "none");
        assert_eq!(reading.total, Measured::not("no corpus"));
        let json = serde_json::to_value(&reading).unwrap();
        assert_eq!(json["measure"], "grounding_rate");
        assert_eq!(json["total"]["value"], serde_json::Value::Null);
        assert_eq!(json["total"]["why"], "no corpus");
    }
}
