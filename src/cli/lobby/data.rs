//! What the lobby has to show: the catalog, and the debates of the journal.

use crate::{
    cli::{Host, journal::outcome},
    host::setup::USUAL_FORMAT,
    journal::{CompletionStatus, Journal},
    tui::lobby::{Earlier, LobbyData, LobbySpeaker, ModelSearch},
};

/// The entries of the catalog and the earlier debates, as the lobby shows them.
pub(super) fn data(host: &Host, journal: &Journal) -> LobbyData {
    let catalog = &host.catalog;
    let debates = journal.list().unwrap_or_default();
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
        debates: debates
            .into_iter()
            .map(|summary| {
                let when = jiff::Timestamp::from_millisecond(summary.opened_ms)
                    .map(|at| {
                        at.to_zoned(jiff::tz::TimeZone::system())
                            .strftime("%d %b %H:%M")
                            .to_string()
                    })
                    .unwrap_or_default();
                let outcome = match summary.iteration {
                    Some(iteration) => format!("iteration {iteration}: {}", outcome(&summary)),
                    None => outcome(&summary),
                };
                Earlier {
                    outcome,
                    over: summary.status != CompletionStatus::Unfinished,
                    id: summary.debate,
                    motion: summary.motion,
                    when,
                    format: summary.format,
                }
            })
            .collect(),
        models: Vec::new(),
        search: ModelSearch::On,
        notice: None,
    }
}
