//! What is kept: the journal, the corpora, and the room for more. Nothing is made that is not there.

use std::{fs, path::Path};

use super::diagnosis::{Area, Diagnosis};
use crate::{
    config::Dirs,
    corpus::{self, CorpusError, Library},
    database::DatabaseError,
    error::Failure,
    files,
    journal::{self, Journal, JournalError},
    models::human,
    text::{counted, shown},
};

/// With less room than this a debate may break off, in bytes.
const TOO_LITTLE: u64 = 16 << 20;
/// With less room than this it is soon full, in bytes.
const LITTLE: u64 = 512 << 20;

/// Looks whether the journal can be read and written, and at what is in it.
pub fn journal(dirs: &Dirs) -> Vec<Diagnosis> {
    let area = Area::Journal;
    let file = dirs.data.join(journal::FILE);
    let shown = shown::path(&file);
    if !file.exists() {
        return vec![refused(area, &file).unwrap_or_else(|| {
            let message = format!("there are no debates yet; {shown} is made with the first");
            Diagnosis::ok(area, message)
        })];
    }
    let tally = match Journal::tally(&dirs.data) {
        Ok(tally) => tally,
        Err(error) => {
            let is_unread = matches!(error, JournalError::NotReadable { .. });
            return vec![wrong(area, &file, error.into(), is_unread)];
        }
    };
    let debates = counted(tally.debates, "debate", "debates");
    let size = human(size_of(&file));
    let mut found = vec![Diagnosis::ok(area, format!("{shown}: {debates}, {size}"))];
    if tally.unfinished > 0 {
        let message = match tally.unfinished {
            1 => "1 debate is not over".to_owned(),
            many => format!("{many} debates are not over"),
        };
        let advice = "`hustings list --status unfinished` lists them, and `hustings resume ID` goes on with one";
        found.push(Diagnosis::note(area, message, advice));
    }
    found.extend(refused(area, &file));
    found
}

/// Looks at the corpora: whether they can be read, whether they are whole, and whether the model that embeds has seen all
/// of them. `embedder` is its label, where there is one.
pub fn corpora(dirs: &Dirs, embedder: Option<&str>) -> Vec<Diagnosis> {
    let area = Area::Corpora;
    let file = dirs.data.join(corpus::FILE);
    let summaries = match Library::look_in(&dirs.data) {
        Ok(None) => Ok(Vec::new()),
        Ok(Some(library)) => library.summaries(),
        Err(error) => Err(error),
    };
    let summaries = match summaries {
        Ok(summaries) => summaries,
        Err(error) => {
            let is_unread = matches!(
                error,
                CorpusError::Database(DatabaseError::NotReadable { .. })
            );
            return vec![wrong(area, &file, error.into(), is_unread)];
        }
    };
    let refused = refused(area, &file).filter(|_| file.exists());
    if let (Some(refused), []) = (&refused, summaries.as_slice()) {
        return vec![refused.clone()];
    }
    if summaries.is_empty() {
        let message = "none; `hustings corpus add PERSONA FILE` begins one";
        return vec![Diagnosis::ok(area, message)];
    }
    let passages: u64 = summaries.iter().map(|one| one.passages).sum();
    let message = format!(
        "{}: {} with {}, {}",
        shown::path(&file),
        counted(summaries.len() as u64, "persona", "personas"),
        counted(passages, "passage", "passages"),
        human(size_of(&file))
    );
    let mut found = vec![Diagnosis::ok(area, message)];
    found.extend(refused);
    for one in summaries.iter().filter(|one| one.unfinished > 0) {
        let sources = counted(one.unfinished, "source", "sources");
        let message = format!("{}: {sources} not read to the end", one.persona);
        let advice = format!(
            "`hustings corpus list {}` says which; add them again to go on",
            one.persona
        );
        found.push(Diagnosis::note(area, message, advice));
    }
    if let Some(label) = embedder {
        let seen = summaries.iter().flat_map(|one| &one.embedded);
        let seen = seen.filter(|(model, _)| model == label);
        let seen: u64 = seen.map(|(_, count)| count).sum();
        if seen < passages {
            let missing = counted(passages - seen, "passage", "passages");
            let message = format!("{missing} cannot be found by meaning with {label}");
            found.push(Diagnosis::note(area, message, "hustings corpus embed"));
        }
    }
    found
}

/// Looks how much room there is for what is kept.
pub fn disk(dirs: &Dirs) -> Vec<Diagnosis> {
    let area = Area::Disk;
    let Some(free) = files::free_space(&dirs.data) else {
        return Vec::new();
    };
    vec![room(area, free, &shown::path(&dirs.data))]
}

fn room(area: Area, free: u64, folder: &str) -> Diagnosis {
    let message = format!("{} free for {folder}", human(free));
    let advice = "free some space, or name a folder on another disk: HUSTINGS_HOME";
    if free < TOO_LITTLE {
        Diagnosis::fault(area, message, advice)
    } else if free < LITTLE {
        Diagnosis::note(area, message, advice)
    } else {
        Diagnosis::ok(area, message)
    }
}

/// A file of ours that cannot be used. What cannot be read may be no file at all.
fn wrong(area: Area, file: &Path, failure: Failure, is_unread: bool) -> Diagnosis {
    if !is_unread {
        return Diagnosis::of_failure(area, &failure);
    }
    let shown = shown::path(file);
    let advice = if file.is_file() {
        format!("chmod u+rw {shown}, or name another folder for everything: HUSTINGS_HOME")
    } else {
        format!("move {shown} away; a new one is made when something is kept")
    };
    Diagnosis::fault(area, failure.message, advice)
}

/// A file that could not be written.
fn refused(area: Area, file: &Path) -> Option<Diagnosis> {
    let shown = shown::path(file);
    let why = files::refusal_of_new(file)?;
    let message = format!("{shown} cannot be written: {why}");
    let is_read_only = fs::metadata(file).is_ok_and(|about| about.permissions().readonly());
    let first = if file.is_file() && is_read_only {
        format!("chmod u+w {shown}")
    } else {
        "make the folder writable".to_owned()
    };
    let advice = format!("{first}, or name another folder for everything: HUSTINGS_HOME");
    Some(Diagnosis::fault(area, message, advice))
}

/// The size of a database in bytes, with what has not been written back into it.
fn size_of(file: &Path) -> u64 {
    let mut beside = file.as_os_str().to_owned();
    beside.push("-wal");
    let length = |path: &Path| fs::metadata(path).map_or(0, |about| about.len());
    length(file) + length(Path::new(&beside))
}

#[cfg(test)]
mod tests {
    use super::{super::Health, *};

    #[test]
    fn nothing_is_made_where_nothing_is_kept_yet() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(&home.path().join("not/yet"));
        let found = [journal(&dirs), corpora(&dirs, None), disk(&dirs)].concat();
        assert!(found.iter().all(|one| one.advice.is_empty()), "{found:?}");
        assert_eq!(found.len(), 3);
        assert_eq!(std::fs::read_dir(home.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_is_empty_stays_empty_and_nothing_is_made_beside_it() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(home.path());
        fs::create_dir_all(&dirs.data).unwrap();
        for name in [journal::FILE, corpus::FILE] {
            fs::write(dirs.data.join(name), "").unwrap();
        }
        let found = [journal(&dirs), corpora(&dirs, None)].concat();
        assert!(
            found.iter().all(|one| one.health == Health::Ok),
            "{found:?}"
        );
        assert_eq!(fs::read_dir(&dirs.data).unwrap().count(), 2);
        for entry in fs::read_dir(&dirs.data).unwrap() {
            assert_eq!(entry.unwrap().metadata().unwrap().len(), 0);
        }
    }

    #[test]
    fn a_journal_is_counted_and_one_that_is_none_is_a_fault() {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(home.path());
        drop(Journal::open(&dirs.data).unwrap());
        let found = journal(&dirs);
        assert!(found[0].message.contains("0 debates"), "{found:?}");
        assert_eq!(found.len(), 1);
        std::fs::write(dirs.data.join(journal::FILE), "no database at all").unwrap();
        for file in ["journal.db-wal", "journal.db-shm"] {
            let _ = std::fs::remove_file(dirs.data.join(file));
        }
        let found = journal(&dirs);
        assert_eq!(found[0].health, Health::Fault, "{found:?}");
        assert!(!found[0].advice.is_empty());
        // A folder in the place of a file: told as `list` tells it, with what helps.
        let in_the_way = Dirs::under(&home.path().join("other"));
        for (name, look) in [
            (journal::FILE, journal as fn(&Dirs) -> Vec<Diagnosis>),
            (corpus::FILE, |dirs: &Dirs| corpora(dirs, None)),
        ] {
            fs::create_dir_all(in_the_way.data.join(name)).unwrap();
            let found = look(&in_the_way);
            assert!(
                found[0]
                    .message
                    .contains("cannot be read: this is a folder"),
                "{found:?}"
            );
            assert!(found[0].advice[0].starts_with("move "), "{found:?}");
        }
        // A file in the place of the folder.
        let dirs = Dirs::under(&dirs.data.join(journal::FILE));
        assert_eq!(journal(&dirs)[0].health, Health::Fault);
    }

    #[test]
    fn a_disk_that_is_nearly_full_is_told_before_it_is() {
        let health = |free| room(Area::Disk, free, "here").health;
        assert_eq!(health(1 << 40), Health::Ok);
        assert_eq!(health(100 << 20), Health::Note);
        assert_eq!(health(1 << 20), Health::Fault);
    }
}
