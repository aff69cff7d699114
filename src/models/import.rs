//! Takes a GGUF file that somebody has into the store: checked, copied, converted.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{
    catalogue::Catalogue,
    entry::{ModelEntry, ModelKind},
    finish::{self, Came, Sum},
    gguf::{self, Facts, FileError},
    names,
    progress::{PullProgress, Teller},
    pull_error::{Halt, PullError},
    size::human,
    store::{Installed, Store},
};
use crate::files;

/// The file that is being copied.
const PART: &str = "import.part";
/// The tokens that are used of a context, where the model has as many.
const CONTEXT: u32 = 8_192;
/// The context where the model does not say its own, in tokens.
const UNSAID: u32 = 2_048;
/// The most bytes that are copied at once.
const BLOCK: usize = 1 << 20;

/// Takes a file into the store. Its name is made of the file's where none is given. A file that is there already
/// is given back at once. To drop the future stops it as `cancel` does.
///
/// # Errors
/// Why it was not taken; nothing of it stays then.
pub async fn import(
    path: &Path,
    name: Option<&str>,
    catalogue: &Catalogue,
    store: &Store,
    progress: mpsc::Sender<PullProgress>,
    cancel: CancellationToken,
) -> Result<Installed, PullError> {
    let cancel = cancel.child_token();
    let _stops_with_us = cancel.clone().drop_guard();
    let work = Import {
        path: path.to_owned(),
        name: name.map(str::to_owned),
        catalogue: catalogue.clone(),
        store: store.clone(),
        teller: Teller::new(progress, cancel),
    };
    let done = tokio::task::spawn_blocking(move || work.run()).await;
    match done {
        Ok(Ok(installed)) => Ok(installed),
        Ok(Err(Halt::Failed(error))) => Err(error),
        Ok(Err(Halt::Stopped)) => Err(PullError::GivenUp),
        Err(error) => Err(PullError::Disk {
            path: path.to_owned(),
            doing: "imported",
            error: io::Error::other(error),
        }),
    }
}

struct Import {
    path: PathBuf,
    name: Option<String>,
    catalogue: Catalogue,
    store: Store,
    teller: Teller,
}

impl Import {
    fn run(&self) -> Result<Installed, Halt> {
        let facts = gguf::check(&self.path)?;
        self.memory(&facts)?;
        let sha256 = finish::hash(&self.path, &self.teller)?;
        let known = self.catalogue.with_hash(&sha256);
        let name = self.name(known)?;
        if let Some(there) = self.store.named(&name) {
            let original = there.original_sha256.as_ref().unwrap_or(&there.sha256);
            return if *original == sha256 || there.sha256 == sha256 {
                Ok(there)
            } else {
                Err(PullError::Taken { name }.into())
            };
        }
        let lock = self.store.lock(&name);
        let _lock = lock.map_err(|error| {
            if error.kind() == io::ErrorKind::WouldBlock {
                Halt::from(PullError::Busy { name: name.clone() })
            } else {
                Halt::disk(self.store.folder(), "written")(error)
            }
        })?;
        finish::room(&self.store, facts.file_bytes, "the copy of the model")?;
        let coming = self.store.coming(&name);
        fs::create_dir_all(&coming).map_err(Halt::disk(&coming, "made"))?;
        let part = coming.join(PART);
        let done = self.copy(&part, &sha256).and_then(|()| {
            let came = self.came(part.clone(), name, sha256, &facts, known);
            finish::finish(came, &self.store, &self.teller)
        });
        if done.is_err() {
            // What there is of a pull of the same name stays.
            let _ = fs::remove_file(&part);
            let _ = fs::remove_dir(&coming);
        }
        done
    }

    /// Whether the machine can ever run it, and a word where it cannot now.
    fn memory(&self, facts: &Facts) -> Result<(), Halt> {
        gguf::check_memory(&self.path, facts, self.store.memory())?;
        if let Some(free) = self.store.free_memory()
            && free < facts.memory()
        {
            self.teller.tell(PullProgress::Note(format!(
                "it needs about {} of memory to run, and {} are free now",
                human(facts.memory()),
                human(free)
            )));
        }
        Ok(())
    }

    fn name(&self, known: Option<&ModelEntry>) -> Result<String, PullError> {
        if let Some(name) = &self.name {
            return if names::is_plain(name) {
                Ok(name.clone())
            } else {
                Err(PullError::Name {
                    given: crate::text::shown::named(name),
                })
            };
        }
        if let Some(entry) = known {
            return Ok(entry.name.clone());
        }
        let stem = self.stem();
        names::made_of(&stem).ok_or_else(|| PullError::Name {
            given: crate::text::shown::named(&stem),
        })
    }

    fn stem(&self) -> String {
        let stem = self.path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }

    fn came(
        &self,
        part: PathBuf,
        name: String,
        sha256: String,
        facts: &Facts,
        known: Option<&ModelEntry>,
    ) -> Came {
        let from = format!("imported from {}", crate::text::shown::path(&self.path));
        if let Some(entry) = known {
            let own = names::same(&entry.name, &name);
            return Came {
                part,
                sha256,
                kind: entry.kind,
                beside: Vec::new(),
                file: entry.main.file.clone(),
                name,
                aliases: if own {
                    entry.aliases.clone()
                } else {
                    Vec::new()
                },
                profile: entry.profile.clone(),
                context: entry.context,
                from,
            };
        }
        Came {
            part,
            sha256,
            kind: ModelKind::Writes,
            beside: Vec::new(),
            file: format!(
                "{}.gguf",
                names::made_of(&self.stem()).unwrap_or_else(|| name.clone())
            ),
            name,
            aliases: Vec::new(),
            profile: profile(&self.stem(), facts),
            context: facts.context.unwrap_or(UNSAID).clamp(256, CONTEXT),
            from,
        }
    }

    /// Copies the file, which must still be the one whose hash was taken.
    fn copy(&self, to: &Path, expected: &str) -> Result<(), Halt> {
        let disk = Halt::disk(&self.path, "read");
        let (mut source, total) = files::open(&self.path).map_err(|error| disk(error.into_io()))?;
        let mut target = File::create(to).map_err(Halt::disk(to, "written"))?;
        let mut sum = Sum::default();
        let mut block = vec![0; BLOCK];
        loop {
            self.teller.go_on()?;
            let read = source
                .read(&mut block)
                .map_err(Halt::disk(&self.path, "read"))?;
            let Some(some) = block.get(..read).filter(|some| !some.is_empty()) else {
                break;
            };
            target.write_all(some).map_err(Halt::disk(to, "written"))?;
            sum.add(some);
            let done = sum.bytes;
            self.teller.tell(PullProgress::Bytes { done, total });
        }
        let got = sum.finish();
        if got == expected {
            return Ok(());
        }
        Err(Halt::from(FileError::Hash {
            path: self.path.clone(),
            expected: expected.to_owned(),
            got,
        }))
    }
}

/// The words by which `profiles.toml` may know the model: the name of its file, and what the file says of itself where
/// the name says too little.
fn profile(stem: &str, facts: &Facts) -> String {
    let mut parts = vec![stem.to_owned()];
    if let Some(name) = &facts.name
        && !stem.to_lowercase().contains(&name.to_lowercase())
    {
        parts.push(name.replace(' ', "-"));
    }
    if !says_size(&parts.join("-").to_lowercase()) {
        parts.push(size(facts.parameters).to_owned());
    }
    crate::text::sanitize::sanitize_line(&parts.join("-").to_lowercase())
}

/// Whether a name says how large the model is: a number with a `b` or `m` behind it.
fn says_size(name: &str) -> bool {
    let mut words = name.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.'));
    words.any(|word| {
        let number = word.strip_suffix(['b', 'm']).unwrap_or_default();
        number.parse::<f32>().is_ok_and(f32::is_finite)
            && number.ends_with(|c: char| c.is_ascii_digit())
    })
}

/// The sizes that profiles speak of, in millions of numbers up to which a model is taken for one.
const SIZES: [(u64, &str); 12] = [
    (200, "135m"),
    (420, "360m"),
    (750, "0.5b"),
    (1_300, "1b"),
    (1_650, "1.5b"),
    (1_900, "1.7b"),
    (2_700, "2b"),
    (3_600, "3b"),
    (5_500, "4b"),
    (7_700, "7b"),
    (11_000, "8b"),
    (20_000, "14b"),
];

fn size(parameters: u64) -> &'static str {
    SIZES
        .iter()
        .find(|(millions, _)| parameters <= millions * 1_000_000)
        .map_or("32b", |(_, label)| label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(name: Option<&str>, parameters: u64) -> Facts {
        Facts {
            architecture: "llama".to_owned(),
            name: name.map(str::to_owned),
            context: None,
            layers: None,
            file_bytes: 0,
            tensors: 0,
            parameters,
            quantisations: std::collections::BTreeSet::new(),
            has_tokenizer: true,
            tokenizer_model: None,
            tokenizer_pre: None,
            has_template: true,
        }
    }

    #[test]
    fn a_model_is_known_by_its_name_or_else_by_its_size() {
        let table = [
            (
                "Qwen2.5-7B-Instruct-Q4_K_M",
                None,
                7_600,
                "qwen2.5-7b-instruct-q4_k_m",
            ),
            ("model", Some("Llama 3.2 1B"), 1_200, "model-llama-3.2-1b"),
            ("model", None, 494, "model-0.5b"),
            ("model", None, 134, "model-135m"),
            ("model", None, 70_000, "model-32b"),
            ("m-11b", None, 10_700, "m-11b"),
        ];
        for (stem, name, millions, expected) in table {
            assert_eq!(profile(stem, &facts(name, millions * 1_000_000)), expected);
        }
    }
}
