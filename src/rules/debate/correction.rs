//! The correction of a speaker who has drifted from the person that they are: more of what they wrote and held than
//! everybody else is given, and more each time that a verdict finds them adrift. How much there is of it is said here
//! and nowhere else; what it is, is drawn from the debate before and from the corpus, and is part of the opening.
//!
//! | level | passages for a turn | samples of the corpus | positions set forth | positions on the card |
//! | --- | --- | --- | --- | --- |
//! | 0: nobody found them adrift | 10, later 8 | none | none | as many as the model's profile has |
//! | 1 | 4 more | 2 | 4 | twice as many |
//! | 2 | 8 more | 4 | 6 | three times as many |
//! | each further one | 4 more | 2 more | 2 more | as many more |
//!
//! Source: `exhibition-pipeline`, Phase 4, "Persona correction": the prompt "is reinforced with additional grounding
//! material".

use serde::{Deserialize, Serialize};

use crate::catalog::{Position, Sample};

/// The passages that each level adds to those of a turn.
const PASSAGES: usize = 4;
/// The samples of the corpus that each level adds to those of the card.
const SAMPLES: usize = 2;
/// The positions that are set forth at the first level, and those that each further one adds.
const POSITIONS: (usize, usize) = (4, 2);

/// The level of a correction: how many verdicts in a chain of iterations have found the speaker adrift.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CorrectionLevel(pub u32);

impl CorrectionLevel {
    /// Whether there is nothing to correct.
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The next level.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    fn times(self, each: usize) -> usize {
        (self.0 as usize).saturating_mul(each)
    }

    /// The passages that a turn is given beside the usual ones.
    pub fn more_passages(self) -> usize {
        self.times(PASSAGES)
    }

    /// The samples of the corpus that are shown beside those of the card.
    pub fn more_samples(self) -> usize {
        self.times(SAMPLES)
    }

    /// The positions that are set forth.
    pub fn set_forth(self) -> usize {
        let (first, each) = POSITIONS;
        match self.0.checked_sub(1) {
            None => 0,
            Some(more) => first.saturating_add((more as usize).saturating_mul(each)),
        }
    }

    /// The positions on the card, of which a model's profile has so many.
    pub fn on_card(self, usual: usize) -> usize {
        usual.saturating_add(self.times(usual))
    }
}

/// The correction of one speaker.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Correction {
    /// The level of the correction.
    pub level: CorrectionLevel,
    /// The positions of the card on which the speeches before did not rest, those that bear on the motion first.
    pub positions: Vec<Position>,
    /// The signature phrases of the card that were not heard.
    pub unheard: Vec<String>,
    /// Passages of the corpus that show how the person wrote; empty where there is no corpus.
    pub samples: Vec<Sample>,
}

impl Correction {
    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_has_more_of_everything() {
        let amounts = |level: u32| {
            let level = CorrectionLevel(level);
            [
                level.more_passages(),
                level.more_samples(),
                level.set_forth(),
                level.on_card(6),
            ]
        };
        assert_eq!(amounts(0), [0, 0, 0, 6]);
        assert_eq!(amounts(1), [4, 2, 4, 12]);
        assert_eq!(amounts(2), [8, 4, 6, 18]);
        for level in 0..8 {
            let pairs = amounts(level).into_iter().zip(amounts(level + 1));
            assert!(pairs.into_iter().all(|(less, more)| less < more), "{level}");
        }
        assert_eq!(CorrectionLevel(u32::MAX).next(), CorrectionLevel(u32::MAX));
    }
}
