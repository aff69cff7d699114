//! What was typed at desks and not handed in, kept beside the state from one program to the next.

use super::Host;
use crate::{
    files::{self, Existing},
    tui::desk::{DeskDrafts, KeptDraft},
};

/// The file.
const FILE: &str = "desk-drafts.json";
/// Bytes that it may have; a longer one is none of ours.
const MOST_BYTES: u64 = 8 << 20;

/// The drafts that are kept. A file that cannot be read is as good as none.
pub(super) fn read(host: &Host) -> Vec<KeptDraft> {
    let text = files::text(&host.dirs.state.join(FILE), MOST_BYTES).ok();
    let kept = text.and_then(|text| serde_json::from_str(&text).ok());
    kept.unwrap_or_default()
}

/// Keeps the drafts in the place of those that were there `before`; what another process has kept since stays. That they
/// could not be kept is no reason to stop.
pub(super) fn keep(host: &Host, before: &[KeptDraft], drafts: &DeskDrafts) {
    let path = host.dirs.state.join(FILE);
    let mut others = read(host);
    others.retain(|one| !before.contains(one));
    let mut drafts = drafts.kept();
    drafts.extend(others);
    if drafts.is_empty() {
        let _ = std::fs::remove_file(path);
        return;
    }
    let kept = serde_json::to_string(&drafts)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            std::fs::create_dir_all(&host.dirs.state).map_err(|error| error.to_string())?;
            files::write(&path, Existing::Replace, |out| {
                out.write_all(text.as_bytes())
            })
            .map_err(|error| error.failure(&path).message)
        });
    if let Err(why) = kept {
        tracing::warn!("what was typed at the desk could not be kept: {why}");
    }
}
