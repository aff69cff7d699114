//! Room on a disk: how the lack of it is recognised, whoever reports it, and what it is called.

use std::{fs::OpenOptions, io, path::Path};

use crate::text::shown;

/// Less than this is no room: a new database wants a page, the head of its log, and 32 KiB for the index of the log.
const ROOM: u64 = 64 * 1024;

/// The signal by which the system tells whoever writes beyond the longest file that it allows. Where it is not caught, it
/// ends the program.
#[cfg(unix)]
pub const TOO_LONG_SIGNAL: i32 = libc::SIGXFSZ;

/// Whether the system says that the disk, or the share of it that one may use, is full.
pub fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

/// The bytes that are left where a file or a folder lies or would lie; `None` where that cannot be known.
pub fn free_space(path: &Path) -> Option<u64> {
    let mut ancestors = path.ancestors();
    fs4::available_space(ancestors.find(|folder| folder.is_dir())?).ok()
}

/// Whether hardly anything is left where a file lies or would lie. For errors that do not say why: SQLite has one for
/// whatever goes wrong with the index of its log. Where files of the system itself lie, there is no room to speak of.
pub fn is_without_room(file: &Path) -> bool {
    let folder = file
        .ancestors()
        .skip(1)
        .find(|folder| folder.is_dir())
        .unwrap_or(Path::new("."));
    let is_disk = fs4::total_space(folder).is_ok_and(|all| all > 0);
    is_disk && fs4::available_space(folder).is_ok_and(|left| left < ROOM)
}

/// Whether the system allows no file where this one lies to be longer than it is: `ulimit -f`, or a file system that counts
/// in 32 bits. For errors that do not say why. What is made for this takes no room, and is gone at once.
pub fn is_at_its_longest(file: &Path) -> bool {
    let Some(folder) = file.parent() else {
        return false;
    };
    let Ok(length) = file.metadata().map(|file| file.len()) else {
        return false;
    };
    let longer = tempfile::tempfile_in(folder)
        .and_then(|longer| longer.set_len(length.saturating_add(ROOM)));
    longer.is_err_and(|error| error.kind() == io::ErrorKind::FileTooLarge)
}

/// The system's reason for refusing to have a file written, in plain words; `None` where it would not refuse. For
/// errors that do not say it: nothing is written, and what is made for this is gone at once.
pub fn refusal(file: &Path) -> Option<String> {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let tried = if file.exists() {
        OpenOptions::new().append(true).open(file).map(drop)
    } else {
        Ok(())
    };
    let tried = tried.and_then(|()| tempfile::tempfile_in(folder).map(drop));
    tried.err().map(|error| why(&error))
}

/// The same where the folders of the file need not be there yet, and would be made.
pub fn refusal_of_new(file: &Path) -> Option<String> {
    let mut folders = file.ancestors().skip(1);
    let there = folders.find(|folder| folder.exists() || folder.as_os_str().is_empty())?;
    if file.parent() == Some(there) {
        return refusal(file);
    }
    // Whatever is made there first: any name does.
    refusal(&there.join("new"))
}

/// The reason that the system gives for an error, in plain words and without its numbers, as the end of a sentence that
/// names the file.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "kinds of errors that are none of ours"
)]
pub fn why(error: &io::Error) -> String {
    let said = error.to_string();
    let unnumbered = shown::unnumbered(&said);
    // It may be wrapped, by whoever adds the path.
    let is_of_system = error.raw_os_error().is_some() || unnumbered.len() < said.len();
    let plain = match error.kind() {
        _ if is_full(error) => "the disk is full",
        _ if !is_of_system => return said,
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::NotADirectory => "a part of the path is no folder",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::AlreadyExists => "something else of that name is in the way",
        io::ErrorKind::FileTooLarge => "the file would be longer than the system allows",
        io::ErrorKind::InvalidFilename => "the system takes no such name",
        // Within a sentence.
        _ => return lower(&unnumbered),
    };
    plain.to_owned()
}

/// With a small letter at the beginning, but for abbreviations.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => {
            format!("{}{}", first.to_lowercase(), chars.as_str())
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_is_told_in_the_words_of_the_system_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.db");
        assert_eq!(refusal(&file), None);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        std::fs::write(&file, "kept").unwrap();
        assert_eq!(refusal(&file), None);
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
        let nowhere = refusal(&dir.path().join("gone/a.db"));
        assert_eq!(nowhere.as_deref(), Some("there is no such file or folder"));
        assert_eq!(refusal(dir.path()).as_deref(), Some("it is a folder"));
        assert_eq!(refusal_of_new(&dir.path().join("not/yet/a.db")), None);
        let under_a_file = refusal_of_new(&file.join("in/b.db"));
        assert_eq!(
            under_a_file.as_deref(),
            Some("a part of the path is no folder")
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_the_system_says_is_told_in_plain_words() {
        // EACCES, EROFS, ENOTDIR, EEXIST, EFBIG; ELOOP and EIO as the system puts them.
        for (number, told) in [
            (13, "permission denied"),
            (30, "the disk is read-only"),
            (20, "a part of the path is no folder"),
            (17, "something else of that name is in the way"),
            (27, "the file would be longer than the system allows"),
            (40, "too many levels of symbolic links"),
            (5, "input/output error"),
        ] {
            assert_eq!(why(&io::Error::from_raw_os_error(number)), told);
        }
        let own = io::Error::other("what we say ourselves");
        assert_eq!(why(&own), "what we say ourselves");
    }

    #[test]
    fn a_full_disk_has_one_name_whoever_reports_it() {
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            assert!(is_full(&kind.into()));
            assert_eq!(why(&kind.into()), "the disk is full");
        }
        // ENOSPC and EDQUOT, as Linux numbers them.
        #[cfg(target_os = "linux")]
        for number in [28, 122] {
            assert_eq!(
                why(&io::Error::from_raw_os_error(number)),
                "the disk is full"
            );
        }
        let denied = io::Error::from(io::ErrorKind::PermissionDenied);
        assert!(!is_full(&denied) && !why(&denied).contains("full"));
    }

    #[test]
    fn a_file_that_may_grow_is_not_at_its_longest() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("journal.db");
        assert!(!is_at_its_longest(&file), "it is not there");
        std::fs::write(&file, "kept").unwrap();
        assert!(!is_at_its_longest(&file));
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn room_is_looked_for_where_the_file_would_lie() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("not/yet/there/journal.db");
        let left = fs4::available_space(dir.path()).unwrap();
        assert_eq!(is_without_room(&file), left < ROOM);
        #[cfg(target_os = "linux")]
        assert!(!is_without_room(Path::new("/proc/self/mem")));
    }
}
