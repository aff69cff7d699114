//! What has come of a text, and what its server said of it: enough to know later whether it still has the same.

use std::path::{Path, PathBuf};

use reqwest::{Response, header};
use sha2::{Digest, Sha256};
use tokio::fs;

use crate::{files, pull_error::Halt, text::hex};

/// The file that holds what has come.
const PART: &str = "text.part";
/// The hash of the address that it came from, which may have a key in it, and the stamp of the text.
const NOTE: &str = "text.note";
/// Bytes that the note may have.
const MOST_NOTE: u64 = 4 << 10;

/// What has come of a text.
pub(super) struct Partial {
    /// The file that holds what has come.
    pub(super) file: PathBuf,
    note: PathBuf,
    /// The SHA-256 of the address.
    address: String,
    /// The bytes that have come.
    pub(super) have: u64,
    /// The bytes of the whole, where the server said it.
    pub(super) total: Option<u64>,
    /// The sign by which the server knows this version of the text. Without one nothing can be taken up.
    pub(super) stamp: Option<String>,
}

impl Partial {
    /// What there is in a folder from an earlier try at the same address.
    pub(super) async fn of(folder: &Path, address: &str) -> Self {
        let (file, note) = (folder.join(PART), folder.join(NOTE));
        let address = hex(&Sha256::digest(address.as_bytes()));
        let said = files::text(&note, MOST_NOTE).unwrap_or_default();
        let stamp = match said.split_once('\n') {
            Some((of, stamp)) if of == address && !stamp.is_empty() => Some(stamp.to_owned()),
            Some(_) | None => None,
        };
        let length = fs::metadata(&file).await.map_or(0, |about| about.len());
        Self {
            have: if stamp.is_some() { length } else { 0 },
            total: None,
            file,
            note,
            address,
            stamp,
        }
    }

    /// Nothing of it counts.
    pub(super) fn begin_anew(&mut self) {
        (self.have, self.total, self.stamp) = (0, None, None);
    }

    /// Nothing of it is kept.
    pub(super) async fn forget(&mut self) {
        self.begin_anew();
        let _ = fs::remove_file(&self.file).await;
        let _ = fs::remove_file(&self.note).await;
    }

    /// Keeps what a server says of the text that it is about to send.
    pub(super) async fn note(&mut self, response: &Response) -> Result<(), Halt> {
        let said = |name| response.headers().get(name)?.to_str().ok();
        // A weak one says only that the text means the same.
        let tag = said(header::ETAG).filter(|tag| !tag.starts_with("W/"));
        self.stamp = tag
            .or_else(|| said(header::LAST_MODIFIED))
            .map(str::to_owned);
        let note = format!(
            "{}\n{}",
            self.address,
            self.stamp.as_deref().unwrap_or_default()
        );
        fs::write(&self.note, note)
            .await
            .map_err(Halt::disk(&self.note, "written"))
    }
}
