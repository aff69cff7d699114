//! The presets of the user, as the lobby shows them: read with what is wrong with each, and followed while it is open.

use super::{Session, follower::Follower};
use crate::{cli::Host, config::presets::Presets, error::Failure, tui::lobby::LobbyPreset};

/// The presets as they are, with what is wrong with each.
pub(super) fn all(host: &Host) -> Vec<LobbyPreset> {
    let presets = Presets::of(&host.dirs);
    let names = presets.names().into_iter();
    names
        .map(|name| {
            let problems = host.preset_problems(&name);
            let fault = problems.first().map(|problem| {
                let place = match problem.line {
                    Some(line) => format!("line {line}: "),
                    None => String::new(),
                };
                let expected = match problem.expected.as_str() {
                    "" => String::new(),
                    expected => format!("; {expected}"),
                };
                format!("{place}{}{expected}.", problem.message)
            });
            LobbyPreset {
                settings: presets.read(&name).ok(),
                fault,
                name,
            }
        })
        .collect()
}

/// Follows them, each time that their files have changed.
pub(super) fn follow(host: &Host) -> Follower<Vec<LobbyPreset>> {
    let host = host.clone();
    let files = Presets::of(&host.dirs);
    let mut stamps = files.stamps();
    Follower::begin(move || {
        let now = files.stamps();
        let is_new = std::mem::replace(&mut stamps, now) != stamps;
        is_new.then(|| all(&host))
    })
}

impl Session<'_> {
    /// Tells the lobby which presets there are now, and what came of changing them.
    pub(super) fn presets_changed(&mut self, done: Result<(), Failure>, told: String) {
        self.lobby.presets(all(self.host));
        self.lobby.say(match done {
            Ok(()) => told,
            Err(failure) => failure.message,
        });
    }
}
