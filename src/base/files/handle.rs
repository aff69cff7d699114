//! Files that the process has open already, named by a path: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

/// The number of an open file of this process, where that is what a path names: in `/proc/PID/fd` (`/dev/fd` leads
/// there), or in `/dev/fd` where that is a folder of its own.
pub(super) fn number(path: &Path) -> Option<u32> {
    let folder = fs::canonicalize(path.parent()?).ok()?;
    let own = Path::new("/proc").join(std::process::id().to_string());
    (folder == own.join("fd") || folder == Path::new("/dev/fd"))
        .then(|| path.file_name()?.to_str()?.parse().ok())?
}

/// An open file to write on in. What the process was given is shared with whoever gave it, and so is the place in it where
/// the next one writes; opened anew, that place would be the beginning.
pub(super) fn open(number: u32, path: &Path) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd as _;
        let given = match number {
            1 => Some(io::stdout().as_fd().try_clone_to_owned()?),
            2 => Some(io::stderr().as_fd().try_clone_to_owned()?),
            _ => None,
        };
        if let Some(given) = given {
            io::stdout().flush()?;
            return Ok(given.into());
        }
    }
    OpenOptions::new().append(true).open(path)
}
