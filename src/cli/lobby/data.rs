//! What the lobby has to show: the catalog, and the choices of the last debate.

use crate::{
    cli::Host,
    files::{self, Existing},
    host::setup::USUAL_FORMAT,
    tui::lobby::{LobbyData, LobbySettings, LobbySpeaker, ModelSearch},
};

/// The entries of the catalog, as the lobby shows them.
pub(super) fn data(host: &Host) -> LobbyData {
    let catalog = &host.catalog;
    let mut formats: Vec<_> = catalog.formats().collect();
    formats.sort_by_key(|entry| entry.id != USUAL_FORMAT);
    LobbyData {
        motions: catalog
            .motions()
            .map(|entry| {
                let motion = &entry.value;
                let topic = motion.topic.name().to_owned();
                (
                    entry.id.clone(),
                    motion.motion.clone(),
                    topic,
                    motion.background.trim().to_owned(),
                )
            })
            .collect(),
        personas: catalog
            .personas()
            .map(|entry| LobbySpeaker::of(&entry.id, &entry.value))
            .collect(),
        formats: formats
            .into_iter()
            .map(|entry| (entry.id.clone(), entry.value.clone()))
            .collect(),
        models: Vec::new(),
        search: ModelSearch::On,
        notice: None,
        pace: host.settings.pace.unwrap_or_default(),
        last: last_choices(host),
    }
}

/// The file with the choices of the last debate, in the folder of what the program knows of itself.
const LAST: &str = "lobby.toml";
/// It is never longer; something else was put there by mistake.
const MOST_BYTES: u64 = 1 << 16;

/// The choices of the last debate. A file that cannot be read is as good as none: it is written anew with the next one.
fn last_choices(host: &Host) -> Option<LobbySettings> {
    let text = files::text(&host.dirs.state.join(LAST), MOST_BYTES).ok()?;
    toml::from_str(&text).ok()
}

/// Keeps the choices of a debate that is opened for the next one; that they could not be kept is no reason to stop.
pub(super) fn keep_choices(host: &Host, choices: &LobbySettings) {
    let kept = toml::to_string(choices)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            let path = host.dirs.state.join(LAST);
            std::fs::create_dir_all(&host.dirs.state).map_err(|error| error.to_string())?;
            files::write(&path, Existing::Replace, |out| {
                out.write_all(text.as_bytes())
            })
            .map_err(|error| error.failure(&path).message)
        });
    if let Err(why) = kept {
        tracing::warn!("the choices of the lobby could not be kept: {why}");
    }
}
