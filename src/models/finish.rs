//! The last steps of every model that comes: its hash, whether it can be run, its conversion, and the rename
//! that makes it one that is there. All of it blocks.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{
    entry::{ModelFile, ModelKind},
    gguf,
    progress::{PullProgress, Teller},
    pull_error::{Halt, PullError},
    store::{About, Installed, Store},
};
use crate::files;

/// The most bytes that are read at once.
const BLOCK: usize = 1 << 20;
/// The place where a model is put together, in the folder of those that are on their way.
const READY: &str = "ready";

/// A file that has come whole, and what is known of it.
#[derive(Debug)]
pub(super) struct Came {
    /// The file. It is moved away.
    pub(super) part: PathBuf,
    /// The SHA-256 of the file, in small hexadecimal digits.
    pub(super) sha256: String,
    /// The name that the file is to have in the store.
    pub(super) file: String,
    /// The model's name.
    pub(super) name: String,
    /// Other names of the model.
    pub(super) aliases: Vec<String>,
    /// The name by which `profiles.toml` knows it.
    pub(super) profile: String,
    /// The tokens that are used of its context.
    pub(super) context: u32,
    /// The source that the file came from.
    pub(super) from: String,
    /// The kind of model: what it is good for.
    pub(super) kind: ModelKind,
    /// The other files, each with where it is now. They are moved away, too.
    pub(super) beside: Vec<(PathBuf, ModelFile)>,
}

/// The SHA-256 of a file, in small hexadecimal digits.
pub(super) fn hash(path: &Path, teller: &Teller) -> Result<String, Halt> {
    let disk = Halt::disk(path, "read");
    let (mut file, total) = files::open(path).map_err(|error| disk(error.into_io()))?;
    let mut sum = Sum::default();
    let mut block = vec![0; BLOCK];
    loop {
        teller.go_on()?;
        let read = file.read(&mut block).map_err(Halt::disk(path, "read"))?;
        let Some(some) = block.get(..read).filter(|some| !some.is_empty()) else {
            return Ok(sum.finish());
        };
        sum.add(some);
        teller.tell(PullProgress::Checking {
            done: sum.bytes,
            total,
        });
    }
}

/// A SHA-256 that grows.
#[derive(Default)]
pub(super) struct Sum {
    sum: Sha256,
    pub(super) bytes: u64,
}

impl Sum {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.sum.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    pub(super) fn finish(self) -> String {
        let digits = |byte: u8| {
            [byte >> 4, byte & 15].map(|four| char::from_digit(four.into(), 16).unwrap_or('0'))
        };
        self.sum.finalize().into_iter().flat_map(digits).collect()
    }
}

/// Brings a file to its place, if it can be run.
pub(super) fn finish(came: Came, store: &Store, teller: &Teller) -> Result<Installed, Halt> {
    let coming = store.coming(&came.name);
    let ready = coming.join(READY);
    if ready.exists() {
        fs::remove_dir_all(&ready).map_err(Halt::disk(&ready, "removed"))?;
    }
    // What comes in parts is checked when it is whole.
    let in_parts = came.kind == ModelKind::Writes && !came.beside.is_empty();
    if came.kind == ModelKind::Writes && !in_parts {
        gguf::check(&came.part)?;
    }
    fs::create_dir_all(&ready).map_err(Halt::disk(&ready, "made"))?;
    let file = ready.join(&came.file);
    let done = match came.kind {
        ModelKind::Writes => {
            let rest = came.beside.iter().map(|(path, _)| path.clone());
            let parts = std::iter::once(came.part.clone()).chain(rest).collect();
            converted(parts, &file, store, teller)
        }
        ModelKind::Embeds => Ok(None),
    };
    let sha256 = match done {
        Ok(Some(sha256)) => sha256,
        Ok(None) => {
            fs::rename(&came.part, &file).map_err(Halt::disk(&file, "written"))?;
            came.sha256.clone()
        }
        Err(halt) => {
            // What has come stays; half of a conversion is of no use.
            let _ = fs::remove_dir_all(&ready);
            return Err(halt);
        }
    };
    let length = synced(&file)?;
    let (rest, parts) = if in_parts {
        let parts = came.beside.into_iter().map(|(_, known)| known);
        (Vec::new(), parts.collect())
    } else {
        (came.beside, Vec::new())
    };
    let mut beside = Vec::new();
    for (part, known) in rest {
        let file = ready.join(&known.file);
        fs::rename(&part, &file).map_err(Halt::disk(&file, "written"))?;
        synced(&file)?;
        beside.push(known);
    }
    let about = About {
        name: came.name,
        aliases: came.aliases,
        kind: came.kind,
        beside,
        parts,
        file: came.file,
        bytes: length,
        original_sha256: Some(came.sha256).filter(|original| *original != sha256),
        sha256,
        profile: came.profile,
        context: came.context,
        from: came.from,
        since: crate::clock::now().to_string(),
    };
    let installed = store
        .settle(&ready, &about)
        .map_err(Halt::disk(store.folder(), "written"))?;
    // Should it stay, `hustings model remove` takes it along.
    let _ = fs::remove_dir_all(&coming);
    Ok(installed)
}

/// Brings a file to the disk. Gives its length.
fn synced(file: &Path) -> Result<u64, Halt> {
    let synced = File::open(file).and_then(|file| file.sync_all().and_then(|()| file.metadata()));
    Ok(synced.map_err(Halt::disk(file, "written"))?.len())
}

/// The hash of the file that was made of these; `None` where there is one with nothing to convert.
#[cfg(feature = "embedded")]
fn converted(
    from: Vec<PathBuf>,
    to: &Path,
    store: &Store,
    teller: &Teller,
) -> Result<Option<String>, Halt> {
    use super::convert::{self, Part};

    let part = |path: PathBuf| {
        let layout = gguf::layout(&path)?;
        Ok::<_, gguf::FileError>(Part { path, layout })
    };
    let parts: Vec<Part> = from.into_iter().map(part).collect::<Result<_, _>>()?;
    if !convert::is_needed(&parts) {
        return Ok(None);
    }
    room(store, convert::size(&parts), "the converted model")?;
    convert::convert(&parts, to, teller)?;
    gguf::check(to)?;
    hash(to, teller).map(Some)
}

/// Nothing here runs models, and so nothing is converted for it.
#[cfg(not(feature = "embedded"))]
fn converted(_: Vec<PathBuf>, _: &Path, _: &Store, _: &Teller) -> Result<Option<String>, Halt> {
    Ok(None)
}

/// Whether there is room for so many bytes, where that can be known.
pub(super) fn room(store: &Store, needed: u64, what: &'static str) -> Result<(), PullError> {
    match store.free_disk() {
        Some(free) if free < needed => Err(PullError::Space {
            place: store.folder().to_owned(),
            what,
            needed,
            free,
        }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_sha256sum() {
        let mut sum = Sum::default();
        sum.add(b"a");
        sum.add(b"bc");
        assert_eq!(
            sum.finish(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
