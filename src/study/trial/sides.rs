//! Planted speeches, of which it is known for what they argue, and how many of them a check of sides tells.

use serde::{Deserialize, Serialize};

use crate::{
    catalog::{Claims, Stance},
    error::Failure,
};

const FILE: &str = include_str!("sides.toml");

/// A speech of which it is known for what it argues.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlantedSpeech {
    /// The two claims.
    pub claims: Claims,
    /// For which of them it argues.
    pub argues: Stance,
    /// Its words.
    pub text: String,
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Planted {
    motions: Vec<PlantedMotion>,
}

/// The speeches on one motion.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlantedMotion {
    prop: String,
    opp: String,
    r#for: Vec<String>,
    against: Vec<String>,
}

/// The planted speeches.
///
/// # Errors
/// The file is not sound, and the program is broken.
pub fn planted_speeches() -> Result<Vec<PlantedSpeech>, Failure> {
    let read: Planted =
        toml::from_str(FILE).map_err(|error| Failure::internal(format!("sides.toml: {error}")))?;
    let all = read.motions.into_iter().flat_map(|motion| {
        let claims = Claims {
            prop: motion.prop,
            opp: motion.opp,
        };
        let speech = move |(argues, text)| PlantedSpeech {
            claims: claims.clone(),
            argues,
            text,
        };
        let own = motion.r#for.into_iter().map(|text| (Stance::For, text));
        let other = motion.against.into_iter();
        own.chain(other.map(|text| (Stance::Against, text)))
            .map(speech)
    });
    Ok(all.collect())
}

/// What a check of sides made of the planted speeches.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SidesReport {
    /// The model that was asked.
    pub model: String,
    /// Whether it told how likely answers are, and was asked for numbers.
    pub by_likelihoods: bool,
    /// Speeches that were read for the wrong side.
    pub wrong: usize,
    /// Those of them that were found.
    pub found: usize,
    /// Speeches that were read for the right side.
    pub right: usize,
    /// Those of them that were struck all the same.
    pub struck: usize,
    /// Checks of which nothing came.
    pub failed: usize,
    /// The beginnings of those that were missed, and of those that were struck.
    pub mistakes: Vec<String>,
}

/// What became of one speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideOutcome {
    /// It counts as one of its side.
    Cleared,
    /// It was ruled to argue for the other side.
    Struck,
    /// Nobody could say.
    Failed,
}

impl SidesReport {
    /// Takes in what became of a speech that came from this side.
    pub fn take_in(&mut self, speech: &PlantedSpeech, from: Stance, outcome: SideOutcome) {
        let is_right = from == speech.argues;
        let is_struck = match outcome {
            SideOutcome::Cleared => false,
            SideOutcome::Struck => true,
            SideOutcome::Failed => {
                self.failed += 1;
                return;
            }
        };
        let (all, counted) = if is_right {
            (&mut self.right, &mut self.struck)
        } else {
            (&mut self.wrong, &mut self.found)
        };
        *all += 1;
        *counted += usize::from(is_struck);
        if is_struck == is_right {
            let what = if is_right { "struck" } else { "missed" };
            let words: Vec<&str> = speech.text.split_whitespace().take(8).collect();
            self.mistakes.push(format!("{what}: {} …", words.join(" ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn as_many_are_planted_for_a_motion_as_against() {
        let all = planted_speeches().unwrap();
        let count = |stance| all.iter().filter(|one| one.argues == stance).count();
        assert_eq!([count(Stance::For), count(Stance::Against)], [10, 10]);
        let texts: BTreeSet<&str> = all.iter().map(|one| &*one.text).collect();
        assert_eq!(texts.len(), all.len());
        for one in &all {
            assert!(one.claims.prop != one.claims.opp && one.claims.prop.ends_with('.'));
        }
    }

    #[test]
    fn what_is_missed_and_what_is_struck_are_told_apart() {
        let all = planted_speeches().unwrap();
        let speech = &all[0];
        let (own, other) = (Stance::For, Stance::Against);
        let mut report = SidesReport::default();
        for (from, outcome) in [
            (own, SideOutcome::Cleared),
            (own, SideOutcome::Struck),
            (other, SideOutcome::Struck),
            (other, SideOutcome::Cleared),
            (other, SideOutcome::Failed),
        ] {
            report.take_in(speech, from, outcome);
        }
        let counts = [
            report.wrong,
            report.found,
            report.right,
            report.struck,
            report.failed,
        ];
        assert_eq!(counts, [2, 1, 2, 1, 1]);
        let kinds: Vec<&str> = report
            .mistakes
            .iter()
            .filter_map(|one| one.split_once(':'))
            .map(|(kind, _)| kind)
            .collect();
        assert_eq!(kinds, ["struck", "missed"]);
    }
}
