//! Regular files, and no more of them than their reader takes.
//!
//! A named pipe would be waited for without end, and a device read without end. So what is no regular file is refused,
//! first by its name, so that a device is not even touched, and then once more on the open handle: what is read is what
//! was looked at.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io::{self, Read as _},
    path::Path,
};

/// The reason a file is not read, as the end of a sentence that names the file.
#[derive(Debug, thiserror::Error)]
pub enum NotRead {
    /// There is nothing of that name.
    #[error("there is no such file")]
    NotThere,
    /// The path is a folder.
    #[error("this is a folder, and a file is wanted")]
    Folder,
    /// The path is a named pipe, a socket or a device.
    #[error("this is {0}, and only regular files are read")]
    Special(&'static str),
    /// The file is longer than what reads it takes.
    #[error("this file is too long: {} at the most", size(*most))]
    TooLong {
        /// Bytes that its reader takes.
        most: u64,
    },
    /// The file is to be text, and is none.
    #[error("line {line}: this is not UTF-8 text")]
    NotText {
        /// The line with the first wrong byte, from 1.
        line: usize,
    },
    /// The system will not have it.
    #[error("{}", describe(.0))]
    Io(io::Error),
}

impl NotRead {
    /// The error that the system gave, or would have given.
    pub fn into_io(self) -> io::Error {
        match self {
            Self::Io(error) => error,
            Self::NotThere => io::Error::new(io::ErrorKind::NotFound, self.to_string()),
            Self::Folder => io::Error::new(io::ErrorKind::IsADirectory, self.to_string()),
            Self::TooLong { .. } => io::Error::new(io::ErrorKind::FileTooLarge, self.to_string()),
            Self::Special(_) | Self::NotText { .. } => {
                io::Error::new(io::ErrorKind::InvalidInput, self.to_string())
            }
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "kinds of errors that are none of ours"
)]
impl From<io::Error> for NotRead {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotThere,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ => Self::Io(error),
        }
    }
}

/// Opens a regular file, or what a link to one leads to; gives it with its length in bytes. Never blocks.
///
/// # Errors
/// It is not there, is no regular file, or may not be read.
pub fn open(path: &Path) -> Result<(File, u64), NotRead> {
    is_regular(&fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        // Should a pipe have taken its place since: it is opened at once, and refused below.
        options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    }
    let file = options.open(path)?;
    let about = file.metadata()?;
    is_regular(&about)?;
    Ok((file, about.len()))
}

/// The same for whoever takes `most` bytes and no more: with just so many it is opened.
///
/// # Errors
/// As for [`open`]; and it has more bytes.
pub fn open_up_to(path: &Path, most: u64) -> Result<(File, u64), NotRead> {
    let (file, length) = open(path)?;
    if length > most {
        return Err(NotRead::TooLong { most });
    }
    Ok((file, length))
}

/// Whether a file is a regular one, or a link to one; whoever opens it otherwise than by [`open`] asks first.
///
/// # Errors
/// It is not there, or is no regular file.
pub fn regular(path: &Path) -> Result<(), NotRead> {
    is_regular(&fs::metadata(path)?)
}

/// The bytes of a regular file, of which there may be `most`.
///
/// # Errors
/// As for [`open`]; and it has more bytes. No more than those are read.
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, NotRead> {
    let (file, length) = open_up_to(path, most)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    // It may be longer than it says: a file of the kernel's, or one that is being written.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(NotRead::TooLong { most });
    }
    Ok(bytes)
}

/// The text of a regular file, which may have `most` bytes, without the mark that some editors put before it.
///
/// # Errors
/// As for [`bytes`]; and it is no UTF-8.
pub fn text(path: &Path, most: u64) -> Result<String, NotRead> {
    let mut bytes = bytes(path, most)?;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let read = error.as_bytes();
        let sound = read.get(..error.utf8_error().valid_up_to());
        let breaks = sound
            .unwrap_or_default()
            .iter()
            .filter(|byte| **byte == b'\n');
        NotRead::NotText {
            line: breaks.count() + 1,
        }
    })
}

fn is_regular(about: &Metadata) -> Result<(), NotRead> {
    if about.is_file() {
        return Ok(());
    }
    if about.is_dir() {
        return Err(NotRead::Folder);
    }
    Err(NotRead::Special(kind(about)))
}

/// The kind of a file that is neither regular nor a folder.
fn kind(about: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = about.file_type();
        if kind.is_fifo() {
            return "a named pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    let _ = about;
    "a device"
}

fn describe(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::PermissionDenied {
        "it may not be read".to_owned()
    } else {
        super::why(error)
    }
}

fn size(bytes: u64) -> String {
    const MEGABYTE: u64 = 1024 * 1024;
    if bytes < MEGABYTE {
        format!("{bytes} bytes")
    } else {
        format!("{} MB", bytes / MEGABYTE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_to_its_last_byte_and_no_longer_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, b"\xef\xbb\xbf12345").unwrap();
        assert_eq!(text(&path, 8).unwrap(), "12345");
        assert_eq!(bytes(&path, 8).unwrap().len(), 8);
        let long = bytes(&path, 7).unwrap_err();
        assert_eq!(
            long.to_string(),
            "this file is too long: 7 bytes at the most"
        );
        assert!(matches!(bytes(dir.path(), 9), Err(NotRead::Folder)));
        assert!(matches!(
            bytes(&dir.path().join("b"), 9),
            Err(NotRead::NotThere)
        ));
        fs::write(&path, b"one\ntwo \xff\n").unwrap();
        assert!(matches!(text(&path, 99), Err(NotRead::NotText { line: 2 })));
    }

    #[cfg(unix)]
    #[test]
    fn pipes_sockets_and_devices_are_refused_at_once_and_links_are_followed() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = crate::files::tests::pipe_in(dir.path());
        let socket = dir.path().join("socket");
        let _bound = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        for (path, what) in [
            (pipe.as_path(), "a named pipe"),
            (socket.as_path(), "a socket"),
            (Path::new("/dev/zero"), "a device"),
        ] {
            let refused = bytes(path, 1 << 20).unwrap_err().to_string();
            assert_eq!(
                refused,
                format!("this is {what}, and only regular files are read")
            );
            let link = dir.path().join("link");
            std::os::unix::fs::symlink(path, &link).unwrap();
            assert!(matches!(open(&link), Err(NotRead::Special(_))), "{what}");
            fs::remove_file(link).unwrap();
        }
        let link = dir.path().join("link");
        fs::write(dir.path().join("a"), "text").unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        assert_eq!(text(&link, 9).unwrap(), "text");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_says_nothing_of_its_length_is_read_no_further_than_it_may() {
        let memory = Path::new("/proc/meminfo");
        assert_eq!(fs::metadata(memory).unwrap().len(), 0);
        assert!(!bytes(memory, 1 << 20).unwrap().is_empty());
        assert!(matches!(
            bytes(memory, 10),
            Err(NotRead::TooLong { most: 10 })
        ));
    }
}
