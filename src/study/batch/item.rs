//! One debate of a batch: everything that is settled about it, the id that comes of that, and which machine runs it.

use std::str::FromStr;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::file::{DebateSettings, ModelChoices};
use crate::{bounds, debate::variation::Variation};

/// The length of the id in hexadecimal digits of the hash: with a million items in a batch the chance that two are
/// alike is one in thirty-seven million.
const DIGITS: usize = 16;

/// A debate of a batch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BatchItem {
    /// The name of the line-up; no part of what is settled.
    #[serde(skip)]
    pub line_up: String,
    /// The id of the motion's file, or the motion.
    pub motion: String,
    /// The id of the format.
    pub format: String,
    /// The ids of who speaks on each side; empty where they are drawn by lot.
    pub sides: Vec<Vec<String>>,
    /// The ids of who speaks, in the order of the seats; empty where `sides` says it.
    pub speakers: Vec<String>,
    /// Every random choice comes from it.
    pub seed: u64,
    /// The number of the repeat, from 1.
    pub repeat: u32,
    /// The settings of the debate.
    pub options: DebateSettings,
    /// The models of the debate.
    pub models: ModelChoices,
    /// What is otherwise in it, where it is one run of an ensemble.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variation: Option<Variation>,
}

impl BatchItem {
    /// The id: the beginning of the SHA-256 of everything that is settled, as JSON. What a file does not say is not in
    /// it, so settings that are added to the program later change no id.
    pub fn id(&self) -> String {
        let item = Self {
            variation: self.variation.as_ref().map(Variation::settled),
            ..self.clone()
        };
        let settled = serde_json::to_vec(&item).unwrap_or_default();
        let mut digits = crate::text::hex(&Sha256::digest(settled));
        digits.truncate(DIGITS);
        digits
    }
}

/// A part of the items: every `of`th, beginning with the `number`th. Together the shards are everything, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1 to `of`.
    number: usize,
    of: usize,
}

impl Shard {
    /// The items of this shard, in their order.
    pub fn of<T>(self, items: Vec<T>) -> Vec<T> {
        items
            .into_iter()
            .skip(self.number - 1)
            .step_by(self.of)
            .collect()
    }

    /// The shard's name in the name of a file: `3-of-16`.
    pub fn label(self) -> String {
        format!("{}-of-{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/');
        let numbers = parts.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) && bounds::SHARDS.holds(of as u64) => {
                Ok(Self { number, of })
            }
            _ => Err(format!(
                "expected a part of the whole, such as 3/16, of {} at the most",
                bounds::SHARDS.most
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn item() -> BatchItem {
        BatchItem {
            line_up: "by lot".into(),
            motion: "ban-private-cars".into(),
            format: "exhibition".into(),
            sides: Vec::new(),
            speakers: Vec::new(),
            seed: 1,
            repeat: 1,
            options: DebateSettings::default(),
            models: ModelChoices::default(),
            variation: None,
        }
    }

    #[test]
    fn an_id_is_what_is_settled_and_nothing_else() {
        let one = item();
        // Should this change, every batch that is under way somewhere would begin anew.
        assert_eq!(one.id(), "345b876edc001e34");
        let renamed = BatchItem {
            line_up: "other".into(),
            ..item()
        };
        assert_eq!(renamed.id(), one.id());
        let others = [
            BatchItem { seed: 2, ..item() },
            BatchItem {
                repeat: 2,
                ..item()
            },
            BatchItem {
                options: DebateSettings {
                    scale: Some(0.5),
                    ..DebateSettings::default()
                },
                ..item()
            },
            BatchItem {
                models: ModelChoices {
                    model: Some("m".into()),
                    ..ModelChoices::default()
                },
                ..item()
            },
            BatchItem {
                speakers: vec!["smith".into()],
                ..item()
            },
        ];
        let mut ids: Vec<String> = others.iter().map(BatchItem::id).collect();
        ids.push(one.id());
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), 6);
    }

    #[test]
    fn a_shard_is_one_of_so_many() {
        assert_eq!("3/16".parse::<Shard>().unwrap().label(), "3-of-16");
        for wrong in ["0/3", "4/3", "3", "a/b", "1/0", "/"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn shards_are_disjoint_and_complete(count in 0_usize..200, of in 1_usize..20) {
            let mut all: Vec<usize> = (1..=of)
                .flat_map(|number| Shard { number, of }.of((0..count).collect::<Vec<usize>>()))
                .collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }
}
