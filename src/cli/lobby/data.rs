//! What the lobby has to show: the catalog, and the choices of the last debate.

use super::presets;
use crate::{
    cli::Host,
    config::{FILE, KEYS},
    files::{self, Existing},
    host::setup::{ChosenSettings, USUAL_FORMAT},
    text::shown,
    tui::lobby::{LastChoice, LobbyData, LobbySpeaker, ModelSearch, MotionChoice, Setup},
};

/// The entries of the catalog, as the lobby shows them.
pub(super) fn data(host: &Host) -> LobbyData {
    let catalog = &host.catalog;
    let mut formats: Vec<_> = catalog.formats().collect();
    formats.sort_by_key(|entry| entry.id != USUAL_FORMAT);
    let corpora = host.passages_by_persona();
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
            .map(|entry| {
                let passages = corpora.get(&entry.id).copied().unwrap_or_default();
                LobbySpeaker::of(&entry.id, &entry.value).with_passages(passages)
            })
            .collect(),
        formats: formats
            .into_iter()
            .map(|entry| (entry.id.clone(), entry.value.clone()))
            .collect(),
        models: Vec::new(),
        search: ModelSearch::On,
        notice: None,
        pace: host.settings.pace.unwrap_or_default(),
        last: last_choice(host),
        configured: configured(host),
        themes: catalog
            .themes()
            .map(|entry| (entry.id.clone(), entry.value.name.clone()))
            .collect(),
        members: catalog.members().count(),
        limits: (
            host.settings.limits.max_cost,
            host.settings.limits.max_tokens,
        ),
        presets: presets::all(host),
        left: read(host, LEFT),
        kept: kept(host),
    }
}

/// The file with the choices of the last debate, in the folder of what the program knows of itself.
const LAST: &str = "lobby.toml";
/// The file with the choices with which the lobby was left before a debate was opened, beside it.
const LEFT: &str = "lobby-left.toml";
/// They are never longer; something else was put there by mistake.
const MOST_BYTES: u64 = 1 << 16;

/// The models of the providers in the settings, by their names there.
fn configured(host: &Host) -> Vec<String> {
    let providers = host.settings.providers.iter();
    let models = providers.flat_map(|one| {
        let models = one.models.iter();
        models.map(move |model| format!("{}:{model}", one.name))
    });
    models.map(|label| shown::given(&label)).collect()
}

/// Where a server and a key are kept that are entered in the lobby.
fn kept(host: &Host) -> String {
    let folder = &host.dirs.config;
    let (config, keys) = (
        shown::path(&folder.join(FILE)),
        shown::path(&folder.join(KEYS)),
    );
    format!(
        "Saving puts the server into {config}, and the key into {keys}: as plain text, in a file that only you can read. \
         The system's keyring is not used. A key in the environment (`key_env`) goes before it."
    )
}

/// The choices of the last debate. A file that cannot be read is as good as none: it is written anew with the next one.
fn last_choice(host: &Host) -> Option<LastChoice> {
    let text = files::text(&host.dirs.state.join(LAST), MOST_BYTES).ok()?;
    // Before there was more to be known of it, the settings alone were kept.
    match toml::from_str::<ChosenSettings>(&text) {
        Ok(settings) => Some(LastChoice {
            settings,
            ..LastChoice::default()
        }),
        Err(_) => read(host, LAST),
    }
}

/// Choices in a file beside the state. One that cannot be read is as good as none.
fn read(host: &Host, file: &str) -> Option<LastChoice> {
    let text = files::text(&host.dirs.state.join(file), MOST_BYTES).ok()?;
    toml::from_str(&text).ok()
}

/// Keeps the choices of a debate that is opened for the next one, and forgets those that were left before.
pub(super) fn keep_choices(host: &Host, choices: &LastChoice) {
    keep(host, LAST, choices);
    let left = host.dirs.state.join(LEFT);
    if left.is_file()
        && let Err(error) = std::fs::remove_file(&left)
    {
        tracing::warn!("the choices that were left could not be forgotten: {error}");
    }
}

/// Keeps the choices with which the lobby is left before a debate is opened.
pub(super) fn keep_left(host: &Host, choices: &LastChoice) {
    keep(host, LEFT, choices);
}

/// Keeps choices in a file; that they could not be kept is no reason to stop.
fn keep(host: &Host, file: &str, choices: &LastChoice) {
    let kept = toml::to_string(choices)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            let path = host.dirs.state.join(file);
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

/// The choices for a debate, as they are kept. Who was invented for it is in no file, and not known again; a seed is for
/// one debate.
pub(super) fn last_of(setup: &Setup) -> LastChoice {
    let motion = match &setup.motion {
        MotionChoice::Id(text) | MotionChoice::Own(text) => text.clone(),
    };
    LastChoice {
        motion: Some(motion),
        sides: setup.sides.clone(),
        settings: ChosenSettings {
            seed: None,
            ..setup.settings.clone()
        },
    }
}
