//! Settings of a batch that would do nothing. What stands in `[options]` is for every debate, and does something where
//! one of them has a use for it; what a single debate says of itself is for that one.

use std::collections::{BTreeMap, BTreeSet};

use hustings_rules::setup::{Idle, Setting};

use super::file::DebateSettings;

/// The effect that the settings in `[options]` have had so far.
#[derive(Debug, Default)]
pub(super) struct IdleSettings {
    /// Settings that do something in one debate at least.
    used: BTreeSet<Setting>,
    /// Settings that do nothing in a debate, with the reason that the first such one has.
    idle: BTreeMap<Setting, String>,
}

impl IdleSettings {
    /// Takes in what would do nothing in a debate of this format, whose own settings are `own`. Gives of these what
    /// would do nothing in it, with the reason.
    pub(super) fn add(
        &mut self,
        format: &str,
        own: &DebateSettings,
        idle: &[Idle],
    ) -> Vec<(Setting, String)> {
        let mut of_its_own = Vec::new();
        for setting in Setting::ALL {
            let found = idle.iter().find(|one| one.setting == setting);
            let why = found.map(|one| format!("the format {format} {}", one.why));
            match (why, own.has(setting)) {
                (Some(why), true) => of_its_own.push((setting, why)),
                (Some(why), false) => {
                    self.idle.entry(setting).or_insert(why);
                }
                (None, true) => {}
                (None, false) => {
                    self.used.insert(setting);
                }
            }
        }
        of_its_own
    }

    /// The settings that would do nothing in any debate, with the reason that the first debate has.
    pub(super) fn everywhere(mut self) -> BTreeMap<Setting, String> {
        self.idle.retain(|setting, _| !self.used.contains(setting));
        self.idle
    }
}
