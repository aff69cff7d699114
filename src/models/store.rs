//! The folder of the models that are there: each in a folder of its own, with a few lines about it beside its
//! files. What is being fetched is in another folder and comes here whole, by a rename.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use reqwest::Url;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

use super::{
    entry::{ModelEntry, ModelFile, ModelKind},
    names,
};
use crate::{
    config::Dirs,
    files::{self, FileLock},
};

/// The folder, among the data.
const FOLDER: &str = "models";
/// The model that makes vectors when nobody names one.
const USUAL_EMBEDDER: &str = "minilm";
/// The folder of what is being fetched or copied. No model can have this name.
pub(super) const COMING: &str = ".coming";
/// Bytes that the lines about a model may have.
const MOST_ABOUT: u64 = 1 << 20;

/// A model that is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Installed {
    /// The name of the model.
    pub name: String,
    /// Other names of the model.
    pub aliases: Vec<String>,
    /// The kind of model: what it is good for.
    pub kind: ModelKind,
    /// The file; of several the one with the weights.
    pub path: PathBuf,
    /// The size of the file.
    pub bytes: u64,
    /// The other files, in the same folder.
    pub beside: Vec<ModelFile>,
    /// The parts behind the first that the file was made of, if it came in parts.
    pub parts: Vec<ModelFile>,
    /// The SHA-256 of the file.
    pub sha256: String,
    /// The SHA-256 of the file as it came, where it was converted.
    pub original_sha256: Option<String>,
    /// The name by which `profiles.toml` knows it; empty for one that embeds.
    pub profile: String,
    /// The tokens that are used of its context.
    pub context: u32,
    /// The source that the model came from.
    pub from: String,
    /// The time at which the model came, as in RFC 3339.
    pub since: String,
}

impl Installed {
    /// Whether it is the model of this entry, byte for byte as it came.
    pub fn is(&self, entry: &ModelEntry) -> bool {
        let original = self.original_sha256.as_ref().unwrap_or(&self.sha256);
        let rest = if self.parts.is_empty() {
            &self.beside
        } else {
            &self.parts
        };
        *original == entry.main.sha256 && *rest == entry.beside
    }

    /// The size of all its files.
    pub fn size(&self) -> u64 {
        let beside = self.beside.iter().map(|file| file.bytes);
        beside.fold(self.bytes, u64::saturating_add)
    }
}

/// The lines about a model.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct About {
    pub(super) name: String,
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    #[serde(default)]
    pub(super) kind: ModelKind,
    pub(super) file: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
    pub(super) original_sha256: Option<String>,
    pub(super) profile: String,
    pub(super) context: u32,
    pub(super) from: String,
    pub(super) since: String,
    // Tables come last in TOML.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) beside: Vec<ModelFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) parts: Vec<ModelFile>,
}

/// The folder of the models that are there.
#[derive(Debug, Clone)]
pub struct Store {
    dirs: Dirs,
    folder: PathBuf,
    free_disk: Option<u64>,
    memory: Option<u64>,
    /// A hub, and the token that is shown to it and to nobody else.
    token: Option<(Url, SecretString)>,
}

impl Store {
    /// The store among the data. Nothing is made yet.
    pub fn new(dirs: &Dirs) -> Self {
        Self {
            dirs: dirs.clone(),
            folder: dirs.data.join(FOLDER),
            free_disk: None,
            memory: None,
            token: None,
        }
    }

    /// A store that fetches with a token from a hub, which alone is shown it.
    #[must_use]
    pub(super) fn with_token(mut self, hub: &Url, token: SecretString) -> Self {
        self.token = Some((hub.clone(), token));
        self
    }

    /// The token for that address, if it is the hub's own.
    pub(super) fn token(&self, address: &Url) -> Option<&SecretString> {
        let (hub, token) = self.token.as_ref()?;
        let is_own = hub.origin() == address.origin() && hub.origin().is_tuple();
        is_own.then_some(token)
    }

    /// A store that takes the disk to have this much room, in bytes, whatever it has.
    #[must_use]
    pub fn with_free_disk(mut self, bytes: u64) -> Self {
        self.free_disk = Some(bytes);
        self
    }

    /// A store that takes the machine to have this much memory, in bytes, all of it free, whatever it has.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// The folders of the program.
    pub(super) fn dirs(&self) -> &Dirs {
        &self.dirs
    }

    /// The folder of the store.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Every model that is there whole, by name.
    pub fn installed(&self) -> Vec<Installed> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut found: Vec<Installed> = entries
            .filter_map(|entry| whole(&entry.ok()?.path()))
            .collect();
        found.sort_by(|a, b| a.name.cmp(&b.name));
        found
    }

    /// The model of that name or alias, if it is there whole; case does not count.
    pub fn find(&self, name: &str) -> Option<Installed> {
        let installed = self.installed();
        let named = |model: &&Installed| names::same(&model.name, name);
        let nicknamed =
            |model: &&Installed| model.aliases.iter().any(|alias| names::same(alias, name));
        let found = installed.iter().find(named);
        found.or_else(|| installed.iter().find(nicknamed)).cloned()
    }

    /// The model of exactly that name, if it is there whole; case does not count.
    pub fn named(&self, name: &str) -> Option<Installed> {
        let mut installed = self.installed().into_iter();
        installed.find(|model| names::same(&model.name, name))
    }

    /// Removes a model, and whatever is there of one that was being fetched. Gives the bytes that are free
    /// again; `None` where there was nothing. `name` is a plain name, not an alias.
    ///
    /// # Errors
    /// Another process is fetching it, or the disk does not let it go.
    pub fn remove(&self, name: &str) -> Result<Option<u64>, io::Error> {
        if !names::is_plain(name) {
            return Ok(None);
        }
        let (place, coming) = (self.place(name), self.coming(name));
        if !place.exists() && !coming.exists() {
            return Ok(None);
        }
        let _lock = self.lock(name)?;
        let mut freed = 0;
        for folder in [coming, place] {
            if folder.exists() {
                freed += size_of(&folder, &|_| true);
                fs::remove_dir_all(&folder)?;
            }
        }
        Ok(Some(freed))
    }

    /// The number of bytes that have come of a model that is not there whole.
    pub fn half_made(&self, name: &str) -> u64 {
        size_of(&self.coming(name), &|path| {
            let kind = path.extension().unwrap_or_default();
            kind == "part" || kind == "whl"
        })
    }

    /// The folder of a model that is there.
    pub(super) fn place(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The folder of what there is of a model that is on its way.
    pub(super) fn coming(&self, name: &str) -> PathBuf {
        self.folder.join(COMING).join(name)
    }

    /// The right to bring or remove a model. The kind of error is [`io::ErrorKind::WouldBlock`] where another
    /// process has it.
    pub(super) fn lock(&self, name: &str) -> io::Result<FileLock> {
        let folder = self.folder.join(COMING);
        fs::create_dir_all(&folder)?;
        FileLock::take(&folder.join(format!("{}.lock", name.to_ascii_lowercase())))
    }

    /// The free room on the disk, where that can be known.
    pub(super) fn free_disk(&self) -> Option<u64> {
        let existing = self.folder.ancestors().find(|folder| folder.exists());
        self.free_disk
            .or_else(|| fs4::available_space(existing?).ok())
    }

    /// Every model that is there whole and can have a part in a debate, by name.
    pub fn writers(&self) -> Vec<Installed> {
        let mut installed = self.installed();
        installed.retain(|one| one.kind == ModelKind::Writes);
        installed
    }

    /// The model that is used when nobody names one: the largest that writes, which is the most able.
    pub fn usual(&self) -> Option<Installed> {
        self.writers().into_iter().max_by_key(|one| one.bytes)
    }

    /// The model that embeds when nobody names one: `minilm`, or else the first by name.
    pub fn usual_embedder(&self) -> Option<Installed> {
        let mut installed = self.installed();
        installed.retain(|one| one.kind == ModelKind::Embeds);
        let usual = |one: &&Installed| names::same(&one.name, USUAL_EMBEDDER);
        let found = installed.iter().find(usual).or_else(|| installed.first());
        found.cloned()
    }

    /// The free memory, where that can be known.
    pub fn free_memory(&self) -> Option<u64> {
        self.memory.or_else(super::memory::available)
    }

    /// The memory of the machine, where that can be known.
    pub(super) fn memory(&self) -> Option<u64> {
        self.memory.or_else(super::memory::total)
    }

    /// Writes the lines about a model beside its file, which is in `folder` already, and brings the folder to
    /// its place. Until the last step nothing of it is to be seen there.
    pub(super) fn settle(&self, folder: &Path, about: &About) -> Result<Installed, io::Error> {
        let text = toml::to_string(about).map_err(io::Error::other)?;
        let path = folder.join(names::ABOUT);
        fs::write(&path, text)?;
        File::open(&path)?.sync_all()?;
        let place = self.place(&about.name);
        if place.exists() {
            fs::remove_dir_all(&place)?;
        }
        fs::rename(folder, &place)?;
        sync_folder(&self.folder);
        whole(&place).ok_or_else(|| io::Error::other("the model is not there after all"))
    }
}

/// Brings a rename to the disk, where the system can do that.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        // Without it the rename is done all the same, a little later.
        let _ = File::open(folder).and_then(|file| file.sync_all());
    }
}

/// The model in a folder, if its files are as long as they should be.
fn whole(folder: &Path) -> Option<Installed> {
    let name = folder.file_name()?.to_str()?;
    if !names::is_plain(name) {
        return None;
    }
    let about: About =
        toml::from_str(&files::text(&folder.join(names::ABOUT), MOST_ABOUT).ok()?).ok()?;
    let is_whole = |file: &str, bytes: u64| {
        let there = fs::metadata(folder.join(file));
        names::is_plain(file) && there.is_ok_and(|there| there.is_file() && there.len() == bytes)
    };
    let mut beside = about.beside.iter();
    let whole = is_whole(&about.file, about.bytes)
        && beside.all(|other| is_whole(&other.file, other.bytes));
    whole.then(|| Installed {
        name: name.to_owned(),
        aliases: about.aliases,
        kind: about.kind,
        path: folder.join(&about.file),
        bytes: about.bytes,
        beside: about.beside,
        parts: about.parts,
        sha256: about.sha256,
        original_sha256: about.original_sha256,
        profile: about.profile,
        context: about.context,
        from: about.from,
        since: about.since,
    })
}

/// The bytes of all files in a folder that count.
fn size_of(folder: &Path, counts: &dyn Fn(&Path) -> bool) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    entries
        .filter_map(Result::ok)
        .map(|entry| match entry.metadata() {
            Ok(about) if about.is_dir() => size_of(&entry.path(), counts),
            Ok(about) if counts(&entry.path()) => about.len(),
            Ok(_) | Err(_) => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about(name: &str, bytes: u64) -> About {
        About {
            name: name.to_owned(),
            aliases: vec!["nick".to_owned()],
            kind: ModelKind::Writes,
            beside: Vec::new(),
            parts: Vec::new(),
            file: "m.gguf".to_owned(),
            bytes,
            sha256: "00".to_owned(),
            original_sha256: None,
            profile: "m-135m".to_owned(),
            context: 512,
            from: "a test".to_owned(),
            since: "2026-01-01T00:00:00Z".to_owned(),
        }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let home = tempfile::tempdir().unwrap();
        let store = Store::new(&Dirs::under(home.path()));
        (home, store)
    }

    fn bring(store: &Store, name: &str) -> Installed {
        let folder = store.coming(name).join("ready");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("m.gguf"), b"12345").unwrap();
        store.settle(&folder, &about(name, 5)).unwrap()
    }

    #[test]
    fn only_what_is_whole_is_there() {
        let (_home, store) = store();
        assert_eq!(store.installed(), []);
        let model = bring(&store, "Tiny");
        assert_eq!(store.installed(), std::slice::from_ref(&model));
        assert_eq!(store.find("tiny"), Some(model.clone()));
        assert_eq!(store.find("NICK"), Some(model.clone()));
        assert_eq!(store.find("other"), None);
        // A file that was cut is not a model, and can be replaced.
        fs::write(&model.path, b"123").unwrap();
        assert_eq!(store.installed(), []);
        assert_eq!(bring(&store, "Tiny"), model);
        // A folder without the lines is nothing.
        fs::create_dir_all(store.place("half")).unwrap();
        assert_eq!(store.installed().len(), 1);
    }

    #[test]
    fn a_model_that_embeds_is_whole_with_all_its_files_and_has_no_part_in_a_debate() {
        let (_home, store) = store();
        let embeds = |name: &str| {
            let folder = store.coming(name).join("ready");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("m.gguf"), b"12345").unwrap();
            fs::write(folder.join("tokenizer.json"), b"{}").unwrap();
            let mut about = about(name, 5);
            about.kind = ModelKind::Embeds;
            about.beside = vec![ModelFile {
                file: "tokenizer.json".to_owned(),
                bytes: 2,
                sha256: "11".to_owned(),
            }];
            store.settle(&folder, &about).unwrap()
        };
        let other = embeds("another");
        assert_eq!(other.size(), 7);
        assert_eq!(store.usual_embedder(), Some(other));
        let minilm = embeds("MiniLM");
        assert_eq!(store.usual_embedder(), Some(minilm.clone()));
        assert_eq!((store.usual(), store.writers()), (None, Vec::new()));
        let writer = bring(&store, "tiny");
        assert_eq!((store.usual(), store.writers().len()), (Some(writer), 1));
        assert_eq!(store.installed().len(), 3);
        fs::write(minilm.path.with_file_name("tokenizer.json"), b"{").unwrap();
        assert_eq!(store.find("minilm"), None);
        store.remove("MiniLM").unwrap();
        assert!(!store.place("MiniLM").exists());
    }

    #[test]
    fn a_model_is_removed_with_what_is_on_its_way() {
        let (_home, store) = store();
        bring(&store, "tiny");
        fs::create_dir_all(store.coming("tiny")).unwrap();
        fs::write(store.coming("tiny").join("hub.part"), b"123").unwrap();
        fs::write(store.coming("tiny").join("hub.url"), b"http://x").unwrap();
        assert_eq!(store.half_made("tiny"), 3);
        let held = store.lock("tiny").unwrap();
        assert_eq!(
            store.remove("tiny").unwrap_err().kind(),
            io::ErrorKind::WouldBlock
        );
        drop(held);
        assert!(store.remove("tiny").unwrap().unwrap() > 8);
        assert_eq!(store.remove("tiny").unwrap(), None);
        assert_eq!(store.remove("../..").unwrap(), None);
        assert!(store.folder().is_dir());
    }
}
