//! Room on a disk: how the lack of it is recognised, whoever reports it, and what it is called.

use std::{io, path::Path};

/// Less than this is no room: a new database wants a page, the head of its log, and 32 KiB for the index of the log.
const ROOM: u64 = 64 * 1024;

/// Whether the system says that the disk, or the share of it that one may use, is full.
pub fn is_full(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded
    )
}

/// Whether hardly anything is left where a file lies or would lie. For errors that do not say why: SQLite has one for
/// whatever goes wrong with the index of its log.
pub fn is_without_room(file: &Path) -> bool {
    let folder = file
        .ancestors()
        .skip(1)
        .find(|folder| folder.is_dir())
        .unwrap_or(Path::new("."));
    fs4::available_space(folder).is_ok_and(|left| left < ROOM)
}

/// Why something could not be written, as the end of a sentence that names it.
pub fn why(error: &io::Error) -> String {
    if is_full(error) {
        "the disk is full".to_owned()
    } else {
        error.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn room_is_looked_for_where_the_file_would_lie() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("not/yet/there/journal.db");
        let left = fs4::available_space(dir.path()).unwrap();
        assert_eq!(is_without_room(&file), left < ROOM);
    }
}
