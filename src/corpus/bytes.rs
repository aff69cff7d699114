//! What stands in a file.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::read::MAX_FILE;

/// The bytes of a file, at most one more than [`MAX_FILE`]: what is longer is refused by its reader, and need not be in
/// memory for that.
pub(super) fn of_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let long = file.metadata()?.len();
    let most = MAX_FILE as u64 + 1;
    let mut bytes = Vec::with_capacity(usize::try_from(long.min(most)).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}
