//! The variation of a debate that is one run of an ensemble: what is otherwise in it than in the other runs. It is part of
//! the opening, so that the record of each run says what varied, and a run is replayed and taken up again like every
//! other debate. Who takes which seat, and who sits in the house, stands in the opening anyway. How it is drawn is
//! decided elsewhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::Seat;

/// The variation of one run of an ensemble.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Variation {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The number of the run in its epoch, from 1. A run and its control have the same number, and the same lots.
    pub run: u32,
    /// Whether it is held without coaching in an epoch in which speakers are coached.
    pub is_control: bool,
    /// The lot by which passages are drawn from a pool that is larger than what is given; the best ones where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passages: Option<u64>,
    /// The lot by which the house is drawn; the seed of the debate where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<u64>,
    /// The emphasis of each speaker, by seat: what they are to lay most weight on.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub emphasis: BTreeMap<Seat, String>,
    /// The coaching of those speakers who are free to change, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub coaching: BTreeMap<Seat, Coaching>,
}

/// The coaching of a speaker: what became of the arguments of their side in the runs before. All texts come from models
/// and are to be shown inside a fence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Coaching {
    /// The number of runs that it is drawn from.
    pub runs: u32,
    /// The lines of their side that stood.
    pub stood: Vec<CoachedLine>,
    /// The lines of their side that fell, with what was said against them.
    pub fell: Vec<CoachedLine>,
    /// The lines of their side that nobody has ever answered.
    pub unanswered: Vec<CoachedLine>,
    /// The lines of the other side that nobody has ever answered.
    pub owed: Vec<CoachedLine>,
}

/// A line of argument, and how often it went so.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CoachedLine {
    /// The claim that says most of the line, as it was made in one of the runs.
    pub claim: String,
    /// The number of runs in which it went so.
    pub times: u32,
    /// The number of runs in which it was made.
    pub of: u32,
    /// The answer that did most against it; empty where there was none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub answer: String,
}

impl Variation {
    /// Whether somebody is coached.
    pub fn is_coached(&self) -> bool {
        !self.coaching.is_empty()
    }

    /// The variation without the words of its coaching, which follow from the runs before: what tells runs apart is whom
    /// it is given.
    #[must_use]
    pub fn settled(&self) -> Self {
        let seats = self.coaching.keys().cloned();
        Self {
            coaching: seats.map(|seat| (seat, Coaching::default())).collect(),
            ..self.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_settled_says_who_is_coached_and_not_with_which_words() {
        let coached = |claim: &str| {
            let line = CoachedLine {
                claim: claim.to_owned(),
                ..CoachedLine::default()
            };
            let coaching = Coaching {
                stood: vec![line],
                ..Coaching::default()
            };
            Variation {
                epoch: 2,
                run: 3,
                coaching: [(Seat::named("prop.2"), coaching)].into(),
                ..Variation::default()
            }
        };
        assert_eq!(coached("one").settled(), coached("another").settled());
        assert!(coached("one").settled().is_coached());
        assert_ne!(coached("one").settled(), Variation::default());
    }
}
