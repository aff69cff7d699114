//! Files and folders for their owner alone: copies of what is kept lie in places that all users of a machine share.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

use tempfile::TempDir;

/// A new folder in a place, which goes with the handle.
///
/// # Errors
/// It cannot be made there.
pub fn private_folder(prefix: &str, place: &Path) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(prefix).tempdir_in(place)
}

/// A new file, to be written.
///
/// # Errors
/// It is there already, or cannot be made.
pub fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
