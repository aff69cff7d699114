//! Files that a person has something written into. A regular file is there whole or not at all; what is no regular
//! file, a pipe or a device, is written through and stays what it is.

use std::{
    fs::{self, OpenOptions, Permissions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use super::handle;
use crate::{error::Failure, text::shown};

/// Somebody who reads from a pipe is waited for so long.
const READER: Duration = Duration::from_secs(10);
/// A chain of links is followed so far.
const MOST_LINKS: usize = 40;

/// Whether a file that is there may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// The file is replaced.
    Replace,
    /// The file stays as it is, and that is an error.
    Keep,
}

/// The reason nothing was written, as the end of a sentence that names the file.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// There is a file already, which is to be kept.
    #[error("it is there already")]
    IsThere,
    /// The path is a folder.
    #[error("it is a folder")]
    Folder,
    /// There is no such folder to write it in.
    #[error("there is no folder {}", shown::path(.0))]
    NoFolder(PathBuf),
    /// The disk is full, or what is written to takes no more.
    #[error("the disk is full")]
    NoSpace,
    /// The system will not have it, or `content` has failed.
    #[error("{}", super::why(.0))]
    Io(io::Error),
}

impl NotWritten {
    /// The failure for a person who named that file, with what to do next.
    pub fn failure(&self, path: &Path) -> Failure {
        let path = shown::path(path);
        match self {
            Self::IsThere => {
                Failure::input(format!("{path} is there already")).hint("Give another name.")
            }
            Self::Folder => {
                Failure::input(format!("{path} is a folder")).hint("Give the name of a file in it.")
            }
            Self::NoFolder(_) => Failure::input(format!("{path} cannot be written: {self}"))
                .hint("Make the folder first, or give the name of a file in one that is there."),
            Self::NoSpace | Self::Io(_) => Failure::internal(format!(
                "{path} cannot be written: {self}"
            ))
            .hint(
                "Check that the folder exists, that you may write in it, and that there is room.",
            ),
        }
    }
}

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "kinds of errors that are none of ours"
)]
impl From<io::Error> for NotWritten {
    fn from(error: io::Error) -> Self {
        if super::is_full(&error) {
            return Self::NoSpace;
        }
        match error.kind() {
            io::ErrorKind::AlreadyExists => Self::IsThere,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ => Self::Io(error),
        }
    }
}

/// The kind of thing at a path.
enum Place {
    /// Nothing, so far.
    New(PathBuf),
    /// A regular file, with what its owner has allowed.
    Regular(PathBuf, Permissions),
    /// A pipe, a device, a socket: nothing that could be replaced without taking it away.
    Special,
    /// A file that the process was started with, by its number: `/dev/stdout`, `/dev/fd/3`. Others write to it as well.
    Handle(u32),
}

/// Opens what is no regular file. Somebody who reads from a pipe is waited for so long: without end nobody would know
/// what for, and no signal would be heard.
fn through(path: &Path, patience: Duration) -> io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let mut asked = options.clone();
        asked.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
        let until = Instant::now() + patience;
        // Held until it is open again, so that whoever reads is told of no end.
        let _reached = loop {
            match asked.open(path) {
                Err(error) if error.raw_os_error() == Some(libc::ENXIO) => {
                    if Instant::now() >= until {
                        return Err(io::Error::other("nobody reads from the pipe"));
                    }
                    thread::sleep(Duration::from_millis(20));
                }
                other => break other?,
            }
        };
        options.open(path)
    }
    #[cfg(not(unix))]
    options.open(path)
}

/// Whether writing to a path puts a file in the place of another one.
pub fn replaces(path: &Path) -> bool {
    matches!(place(path), Ok(Place::Regular(..)))
}

/// Writes what `content` gives into a file: whole or not at all where it is regular. A link is followed, and stays.
/// What is there and is no regular file, or is open already (`/dev/stdout`), is written through, whatever `existing`
/// says: nothing of it is lost.
///
/// # Errors
/// The file is there already and is to be kept, it is a folder, or it cannot be written.
pub fn write(
    path: &Path,
    existing: Existing,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), NotWritten> {
    let (target, permissions) = match place(path)? {
        Place::Special => {
            let file = through(path, READER)?;
            return Ok(filled(file, content).map(drop)?);
        }
        Place::Handle(number) => return Ok(filled(handle::open(number, path)?, content).map(drop)?),
        Place::Regular(..) if existing == Existing::Keep => return Err(NotWritten::IsThere),
        Place::Regular(target, permissions) => (target, Some(permissions)),
        Place::New(target) => (target, None),
    };
    let folder = target
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    // As a new file usually is; a temporary file is for its owner alone.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // What the system says of it names the temporary file, which nobody has asked for.
    let file = builder.tempfile_in(folder).map_err(|error| {
        if error.kind() == io::ErrorKind::NotFound {
            return NotWritten::NoFolder(folder.to_owned());
        }
        let said = error.raw_os_error().or_else(|| {
            let inner = error.get_ref()?.source()?.downcast_ref::<io::Error>()?;
            inner.raw_os_error()
        });
        said.map_or(error, io::Error::from_raw_os_error).into()
    })?;
    let file = filled(file, content)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    let kept = match existing {
        Existing::Replace => file.persist(&target),
        Existing::Keep => file.persist_noclobber(&target),
    };
    Ok(kept.map(drop).map_err(|error| error.error)?)
}

fn filled<W: Write>(
    to: W,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<W> {
    let mut buffer = BufWriter::new(to);
    content(&mut buffer)?;
    buffer.into_inner().map_err(io::IntoInnerError::into_error)
}

fn place(path: &Path) -> Result<Place, NotWritten> {
    let steps = followed(path)?;
    if let Some(number) = steps.iter().find_map(|step| handle::number(step)) {
        return Ok(Place::Handle(number));
    }
    match fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(NotWritten::Folder),
        Ok(about) if about.is_file() => match fs::canonicalize(path) {
            Ok(target) => Ok(Place::Regular(target, about.permissions())),
            // A file that another process has open, and that has no name any more.
            Err(_) => Ok(Place::Special),
        },
        Ok(_) => Ok(Place::Special),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let end = steps.into_iter().next_back();
            Ok(Place::New(end.unwrap_or_else(|| path.to_owned())))
        }
        Err(error) => Err(error.into()),
    }
}

/// A path and where each link leads on to, as far as there are links.
fn followed(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut steps = Vec::new();
    let mut at = path.to_owned();
    while steps.len() < MOST_LINKS {
        let next = fs::read_link(&at).map(|to| at.parent().unwrap_or(Path::new("")).join(to));
        steps.push(at);
        let Ok(next) = next else {
            return Ok(steps);
        };
        at = next;
    }
    Err(io::Error::other("too many links lead to one another"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(path: &Path, existing: Existing, text: &str) -> Result<(), NotWritten> {
        write(path, existing, |out| out.write_all(text.as_bytes()))
    }

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.md");
        put(&path, Existing::Keep, "one").unwrap();
        assert!(matches!(
            put(&path, Existing::Keep, "two"),
            Err(NotWritten::IsThere)
        ));
        let broke = write(&path, Existing::Replace, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the journal is damaged"))
        });
        assert_eq!(broke.unwrap_err().to_string(), "the journal is damaged");
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        put(&path, Existing::Replace, "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        assert!(matches!(
            put(dir.path(), Existing::Replace, ""),
            Err(NotWritten::Folder)
        ));
        assert_eq!(
            fs::read_dir(dir.path()).unwrap().count(),
            1,
            "nothing is left behind"
        );
    }

    #[test]
    fn a_folder_that_is_not_there_is_named_and_no_temporary_file() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("gone");
        let refused = put(&folder.join("a.md"), Existing::Keep, "one").unwrap_err();
        let told = format!("there is no folder {}", folder.display());
        assert_eq!(refused.to_string(), told);
        let file = dir.path().join("file");
        fs::write(&file, "").unwrap();
        let refused = put(&file.join("a.md"), Existing::Keep, "one").unwrap_err();
        assert_eq!(refused.to_string(), "a part of the path is no folder");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_waits_without_end_for_a_reader_of_a_pipe() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = crate::files::tests::pipe_in(dir.path());
        let alone = through(&pipe, Duration::from_millis(40)).unwrap_err();
        assert_eq!(alone.to_string(), "nobody reads from the pipe");
        let read = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        let mut file = through(&pipe, Duration::from_secs(60)).unwrap();
        file.write_all(b"heard").unwrap();
        drop(file);
        assert_eq!(read.join().unwrap(), "heard");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_what_it_leads_to_is_replaced_as_it_was_allowed() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let dir = tempfile::tempdir().unwrap();
        let (real, link) = (dir.path().join("real"), dir.path().join("link"));
        fs::create_dir(dir.path().join("in")).unwrap();
        let far = dir.path().join("in/far");
        symlink("real", &link).unwrap();
        symlink("../link", &far).unwrap();
        // First it leads to nothing.
        put(&far, Existing::Keep, "one").unwrap();
        fs::set_permissions(&real, Permissions::from_mode(0o600)).unwrap();
        assert!(matches!(
            put(&link, Existing::Keep, "two"),
            Err(NotWritten::IsThere)
        ));
        put(&link, Existing::Replace, "three").unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&real).unwrap(), "three");
        assert_eq!(
            fs::metadata(&real).unwrap().permissions().mode() & 0o777,
            0o600
        );
        let (one, other) = (dir.path().join("one"), dir.path().join("other"));
        symlink(&one, &other).unwrap();
        symlink(&other, &one).unwrap();
        assert!(put(&one, Existing::Replace, "").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_through_and_stays_a_pipe() {
        use std::os::unix::fs::FileTypeExt as _;
        let dir = tempfile::tempdir().unwrap();
        let pipe = crate::files::tests::pipe_in(dir.path());
        for existing in [Existing::Keep, Existing::Replace] {
            let from = pipe.clone();
            let reader = std::thread::spawn(move || fs::read_to_string(from).unwrap());
            put(&pipe, existing, "through").unwrap();
            assert_eq!(reader.join().unwrap(), "through");
            assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_device_is_written_through_and_says_when_it_is_full() {
        use std::os::unix::fs::FileTypeExt as _;
        let full = Path::new("/dev/full");
        let refused = put(full, Existing::Replace, "text").unwrap_err();
        assert_eq!(refused.to_string(), "the disk is full");
        assert!(fs::metadata(full).unwrap().file_type().is_char_device());
        put(Path::new("/dev/null"), Existing::Keep, "text").unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_file_is_written_on_in() {
        use std::os::fd::AsRawFd as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("open");
        let mut open = fs::File::create(&path).unwrap();
        open.write_all(b"one ").unwrap();
        let own = PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd()));
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(&own, &link).unwrap();
        for (through, existing) in [(&own, Existing::Keep), (&link, Existing::Replace)] {
            assert!(!replaces(through));
            put(through, existing, "two ").unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "one two two ");
        assert!(replaces(&path));
    }
}
