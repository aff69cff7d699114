//! Whether a text that has come is the one that was wanted: its size, its hash where that is known, and else what it
//! says of itself in its first pages. A server that has something else often sends a page that says so, with a good
//! conscience.

use std::{fs::File, io::Read, path::Path};

use sha2::{Digest, Sha256};

use super::{Halt, WantedText, Why, other_size};
use crate::text::{hex, quotes};

/// The bytes at the beginning in which the mark is looked for: a header, a title page and a table of contents.
const BEGINNING: u64 = 64 << 10;
/// Bytes that are read at once.
const PIECE: usize = 1 << 16;

/// Looks at it. What is wrong with the text is no error: another address may have the right one.
///
/// # Errors
/// The file cannot be read.
pub(super) fn look_at(path: &Path, wanted: &WantedText) -> Result<Result<(), Why>, Halt> {
    let wrong = || Halt::disk(path, "read");
    let mut file = File::open(path).map_err(wrong())?;
    let length = file.metadata().map_err(wrong())?.len();
    if !wanted.bytes.contains(&length) {
        return Ok(Err(other_size(&wanted.bytes, length)));
    }
    let mut beginning = Vec::new();
    let mut hash = Sha256::new();
    let mut piece = vec![0; PIECE];
    loop {
        let read = file.read(&mut piece).map_err(wrong())?;
        let Some(bytes) = piece.get(..read).filter(|bytes| !bytes.is_empty()) else {
            break;
        };
        hash.update(bytes);
        if (beginning.len() as u64) < BEGINNING {
            beginning.extend_from_slice(bytes);
        }
        if wanted.sha256.is_none() && beginning.len() as u64 >= BEGINNING {
            break;
        }
    }
    if let Some(expected) = &wanted.sha256 {
        let got = hex(&hash.finalize());
        if got != *expected {
            let expected = expected.clone();
            return Ok(Err(Why::Different { expected, got }));
        }
    }
    let beginning = String::from_utf8_lossy(&beginning);
    Ok(match &wanted.mark {
        Some(mark) if wanted.sha256.is_none() && !quotes(&beginning, mark) => Err(Why::Different {
            expected: format!("\"{mark}\" in its first pages"),
            got: "a text without that".to_owned(),
        }),
        Some(_) | None => Ok(()),
    })
}
