//! Opens a debate on a model that says what it is told to, and gives back everything that happens.

use std::{path::Path, sync::Arc};

use hustings_base::error::Failure;
use hustings_host::{Host, patience::Watched};
use hustings_llm::roster::Roster;
use hustings_llm::scripted::{Scripted, ScriptedAnswer};
use hustings_rules::debate::{ask::Purpose, command::Pace, event::Record, opening::Referee};

const MOTION: &str = "This House Believes that tolls are fair";
const SAID: &str = "A toll pays for the road, and spares the poor.";
/// The answer where a model is asked what a speech argued.
const ARGUED: &str = r#"{"opening": "", "closing": "", "tone": "", "key_rhetorical_moves": [], "arguments": [
    {"claim": "It pays for the road.", "reasoning": "Roads cost.", "is_rebuttal": false},
    {"claim": "It spares the poor.", "reasoning": "They walk.", "is_rebuttal": false}]}"#;

pub(crate) async fn debate(folder: &Path) -> Result<Vec<Arc<Record>>, Failure> {
    // Settings, catalog, corpora and journal: whatever of them is in the folder, and what is built in.
    let host = Host::in_folder(folder)?;
    let model = Scripted::new("scripted", |request| {
        let is_list = request.purpose == Purpose::Extract;
        ScriptedAnswer::text(if is_list { ARGUED } else { SAID })
    });
    let roster = Roster::of(Arc::new(model));
    let mut choice = host.choice(MOTION, "roundtable", Watched::by_nobody(None));
    (choice.options.pace, choice.options.referee) = (Pace::Instant, Referee::Code);
    let opening = host.opening(choice, &roster)?;
    let mut handle = host.open(&host.journal()?, opening, roster)?;
    let mut records = Vec::new();
    while let Some(record) = handle.updates.recv().await {
        records.push(record);
    }
    Ok(records)
}
