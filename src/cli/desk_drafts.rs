//! What was typed at desks and not handed in, kept beside the state from one program to the next, and as it is typed.

use std::{convert::Infallible, path::Path, time::Duration};

use super::Host;
use crate::{
    files::{self, Existing},
    tui::desk::{DeskDrafts, KeptDraft},
};

/// The file.
const FILE: &str = "desk-drafts.json";
/// Bytes that it may have; a longer one is none of ours.
const MOST_BYTES: u64 = 8 << 20;
/// The time after which what was typed is kept: what a killed program loses, at the most.
const KEPT_EVERY: Duration = Duration::from_secs(2);

/// The drafts that are kept. A file that cannot be read is as good as none.
pub(super) fn read(host: &Host) -> Vec<KeptDraft> {
    read_in(&host.dirs.state)
}

fn read_in(folder: &Path) -> Vec<KeptDraft> {
    let text = files::text(&folder.join(FILE), MOST_BYTES).ok();
    let kept = text.and_then(|text| serde_json::from_str(&text).ok());
    kept.unwrap_or_default()
}

/// Keeps the drafts while they are typed, beside whoever waits for the keys, until it is dropped. `before` is what this
/// process has kept last.
pub(super) async fn keep_typed(
    host: &Host,
    before: &mut Vec<KeptDraft>,
    drafts: &DeskDrafts,
) -> Infallible {
    loop {
        tokio::time::sleep(KEPT_EVERY).await;
        if drafts.kept() == *before {
            continue;
        }
        let (folder, last, now) = (host.dirs.state.clone(), before.clone(), drafts.clone());
        let kept = tokio::task::spawn_blocking(move || keep_in(&folder, &last, &now));
        if let Ok(kept) = kept.await {
            *before = kept;
        }
    }
}

/// Keeps the drafts in the place of those that were there `before`; what another process has kept since stays. That they
/// could not be kept is no reason to stop.
pub(super) fn keep(host: &Host, before: &[KeptDraft], drafts: &DeskDrafts) {
    keep_in(&host.dirs.state, before, drafts);
}

/// The same in a folder. Gives the drafts that are this process's own.
fn keep_in(folder: &Path, before: &[KeptDraft], drafts: &DeskDrafts) -> Vec<KeptDraft> {
    let path = folder.join(FILE);
    let mut others = read_in(folder);
    others.retain(|one| !before.contains(one));
    let own = drafts.kept();
    let mut all = own.clone();
    all.extend(others);
    if all.is_empty() {
        let _ = std::fs::remove_file(path);
        return own;
    }
    let kept = serde_json::to_string(&all)
        .map_err(|error| error.to_string())
        .and_then(|text| {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            files::write(&path, Existing::Replace, |out| {
                out.write_all(text.as_bytes())
            })
            .map_err(|error| error.failure(&path).message)
        });
    if let Err(why) = kept {
        tracing::warn!("what was typed at the desk could not be kept: {why}");
    }
    own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::ids::{DebateId, Seat};

    fn draft(text: &str) -> KeptDraft {
        KeptDraft {
            debate: DebateId("d".into()),
            seat: Seat::named("prop.1"),
            title: "Your speech".to_owned(),
            text: text.to_owned(),
        }
    }

    #[test]
    fn what_is_kept_again_and_again_is_there_once_and_beside_that_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let other = KeptDraft {
            debate: DebateId("e".into()),
            ..draft("Of another process.")
        };
        keep_in(folder, &[], &DeskDrafts::of(vec![other.clone()]));
        let first = keep_in(folder, &[], &DeskDrafts::of(vec![draft("I begin")]));
        let second = keep_in(folder, &first, &DeskDrafts::of(vec![draft("I begin anew")]));
        assert_eq!(read_in(folder), [draft("I begin anew"), other.clone()]);
        keep_in(folder, &second, &DeskDrafts::default());
        assert_eq!(read_in(folder), [other]);
    }
}
