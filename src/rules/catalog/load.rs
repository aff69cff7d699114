//! Reads the folders: those compiled in, then the user's over them. A bad file is a problem and hides no other.

mod profiles;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use rust_embed::RustEmbed;
use serde::de::DeserializeOwned;

use super::{
    Catalog, CatalogEntry, FileKind, Origin,
    check::{Check, Context, is_plain_name},
    entries::Entries,
    problem::Problem,
    read::{self, Misshapen},
    styles,
};

#[derive(RustEmbed)]
#[folder = "../../motions/"]
struct Motions;

#[derive(RustEmbed)]
#[folder = "../../personas/"]
struct Personas;

#[derive(RustEmbed)]
#[folder = "../../formats/"]
struct Formats;

#[derive(RustEmbed)]
#[folder = "../../themes/"]
struct Themes;

/// A file whose shape is right.
struct Read<T> {
    id: String,
    origin: Origin,
    shown: String,
    source: Arc<str>,
    value: T,
}

/// The files of one kind that could be read, and those that could not.
struct ReadFiles<T> {
    read: Vec<Read<T>>,
    /// Files whose shape is wrong, to be asked what else is.
    misshapen: Vec<(Read<()>, Misshapen<T>)>,
    /// Ids of files that are there and cannot be used, with the file's name.
    broken: BTreeMap<String, String>,
    /// The number of problems of other kinds that were there before.
    since: usize,
}

impl Catalog {
    /// Everything there is to choose from: what is compiled in, overlaid by the user's folder where there is
    /// one (`motions/`, `personas/`, `personas/audience/`, `formats/` and `themes/` in it; all may be absent).
    /// A file with a problem is left out; where it would have replaced a built-in one, that one stays.
    pub fn load(user: Option<&Path>) -> (Self, Vec<Problem>) {
        let mut loader = Loader {
            user,
            problems: Vec::new(),
        };
        let mut context = Context::default();
        let motions = loader.files(FileKind::Motion);
        let motions = loader.checked(FileKind::Motion, motions, &context);
        let personas = loader.files(FileKind::Persona);
        let mut personas = loader.checked(FileKind::Persona, personas, &context);
        loader.problems.extend(styles::lay(user, &mut personas));
        let members = loader.files(FileKind::Member);
        let members = loader.checked(FileKind::Member, members, &context);
        context.members = members.len();
        let formats = loader.files(FileKind::Format);
        let formats = loader.checked(FileKind::Format, formats, &context);
        let themes: ReadFiles<super::Theme> = loader.files(FileKind::Theme);
        context.themes = themes
            .read
            .iter()
            .map(|read| (read.id.clone(), read.value.clone()))
            .collect();
        let themes = loader.checked(FileKind::Theme, themes, &context);
        let catalog = Self {
            motions,
            personas,
            members,
            formats,
            themes,
        };
        (catalog, loader.problems)
    }
}

struct Loader<'a> {
    user: Option<&'a Path>,
    problems: Vec<Problem>,
}

impl Loader<'_> {
    fn files<T: DeserializeOwned>(&mut self, kind: FileKind) -> ReadFiles<T> {
        let mut files = ReadFiles {
            read: Vec::new(),
            misshapen: Vec::new(),
            broken: BTreeMap::new(),
            since: self.problems.len(),
        };
        for (id, shown, text) in built_in(kind) {
            self.put(&mut files, kind, id, Origin::BuiltIn, shown, text);
        }
        for (id, path) in self.user_files(kind) {
            let shown = path.display().to_string();
            let text = if is_plain_name(&id) {
                read::text_of(&path)
            } else {
                Err(vec![Problem::of_file(
                    &shown,
                    format!("`{id}` cannot be the id of a {kind}"),
                    "expected a file name of small letters, digits and hyphens, then `.toml`",
                )])
            };
            self.put(&mut files, kind, id, Origin::User(path), shown, text);
        }
        files
    }

    fn put<T: DeserializeOwned>(
        &mut self,
        files: &mut ReadFiles<T>,
        kind: FileKind,
        id: String,
        origin: Origin,
        shown: String,
        text: Result<Arc<str>, Vec<Problem>>,
    ) {
        let source = match text {
            Ok(source) => source,
            Err(problems) => {
                let replaced = files.read.iter().any(|other| other.id == id);
                self.report(kind, &id, replaced, problems);
                files.broken.insert(id, shown);
                return;
            }
        };
        match read::value_of(kind, &shown, &source) {
            Ok(value) => files.read.push(Read {
                id,
                origin,
                shown,
                source,
                value,
            }),
            Err(wrong) => {
                files.broken.insert(id.clone(), shown.clone());
                let read = Read {
                    id,
                    origin,
                    shown,
                    source,
                    value: (),
                };
                files.misshapen.push((read, wrong));
            }
        }
    }

    fn checked<T: Check>(
        &mut self,
        kind: FileKind,
        files: ReadFiles<T>,
        context: &Context,
    ) -> Entries<T> {
        let mut filled = Entries::new(kind, files.broken);
        for read in files.read {
            let problems =
                read::meaning_of(&read.value, &read.id, &read.shown, &read.source, context);
            if problems.is_empty() {
                filled.insert(CatalogEntry {
                    id: read.id,
                    origin: read.origin,
                    value: read.value,
                });
            } else {
                self.report(kind, &read.id, filled.get(&read.id).is_some(), problems);
                filled.insert_broken(read.id, read.shown);
            }
        }
        for (read, wrong) in files.misshapen {
            let meaning =
                |value: &T| read::meaning_of(value, &read.id, &read.shown, &read.source, context);
            let replaced = filled.get(&read.id).is_some();
            self.report(kind, &read.id, replaced, wrong.all(meaning));
        }
        // File by file, whatever was found out first.
        if let Some(found) = self.problems.get_mut(files.since..) {
            found.sort_by(|one, other| one.file.cmp(&other.file));
        }
        filled
    }

    /// Keeps the problems of one file; the last of them says what follows.
    fn report(&mut self, kind: FileKind, id: &str, replaced: bool, mut problems: Vec<Problem>) {
        if let Some(last) = problems.pop() {
            self.problems.append(&mut problems);
            self.problems.push(last.note(if replaced {
                format!("the built-in {kind} `{id}` is used instead")
            } else {
                format!("the {kind} `{id}` cannot be used until this is put right")
            }));
        }
    }

    /// The user's files of that kind by id, in the order of their names.
    fn user_files(&mut self, kind: FileKind) -> Vec<(String, PathBuf)> {
        let Some(folder) = self.user.map(|user| user.join(kind.folder())) else {
            return Vec::new();
        };
        let mut paths = BTreeSet::new();
        let listed = fs::read_dir(&folder).and_then(|entries| {
            for entry in entries {
                paths.insert(entry?.path());
            }
            Ok(())
        });
        match listed {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => self.problems.push(Problem::of_file(
                folder.display().to_string(),
                format!("this folder cannot be read: {}", crate::files::why(&error)),
                format!("expected a folder of {} as TOML files", kind.plural()),
            )),
        }
        let mut found = Vec::new();
        for path in paths {
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            // What editors leave beside a file while it is open.
            if name.starts_with('.') {
                continue;
            }
            if let Some(id) = name.strip_suffix(".toml") {
                found.push((id.to_owned(), path));
            } else if let Some(id) = meant(&name).filter(|_| path.is_file()) {
                self.problems.push(Problem::of_file(
                    path.display().to_string(),
                    "nobody reads a file of this name",
                    format!("expected a name that ends in `.toml`, such as `{id}.toml`"),
                ));
            }
        }
        found
    }
}

/// The id of a file that was meant to be read and has the wrong ending: none, one that is nearly right, or another
/// behind the right one.
fn meant(name: &str) -> Option<&str> {
    let Some((id, ending)) = name.rsplit_once('.') else {
        return Some(name);
    };
    let small = ending.to_ascii_lowercase();
    if small.len() >= 3 && small.chars().all(|c| "toml".contains(c)) {
        return Some(id);
    }
    id.strip_suffix(".toml").filter(|_| ending == "txt")
}

/// A built-in file: its id, how it is shown, its text.
type BuiltIn = (String, String, Result<Arc<str>, Vec<Problem>>);

fn built_in(kind: FileKind) -> Vec<BuiltIn> {
    match kind {
        FileKind::Motion => embedded::<Motions>(kind, ""),
        FileKind::Persona => embedded::<Personas>(kind, ""),
        FileKind::Member => embedded::<Personas>(kind, "audience/"),
        FileKind::Format => embedded::<Formats>(kind, ""),
        FileKind::Theme => embedded::<Themes>(kind, ""),
        FileKind::Profiles => Vec::new(),
    }
}

fn embedded<E: RustEmbed>(kind: FileKind, below: &str) -> Vec<BuiltIn> {
    let mut files: Vec<BuiltIn> = E::iter()
        .filter_map(|path| {
            let id = path.strip_prefix(below)?.strip_suffix(".toml")?;
            if id.contains('/') {
                return None;
            }
            let shown = format!("built-in {}/{id}.toml", kind.folder());
            let text = read::decoded(&shown, &E::get(&path)?.data);
            Some((id.to_owned(), shown, text))
        })
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_whose_ending_is_a_slip_is_named_and_other_files_are_let_be() {
        let user = tempfile::tempdir().unwrap();
        let folder = user.path().join("motions");
        fs::create_dir_all(folder.join("folder")).unwrap();
        let slips = ["a.tml", "b.TOML", "c.tolm", "d.toml.txt", "e"];
        let others = ["README.md", "f.toml~", "g.toml.bak", ".h.tml", "notes.txt"];
        for name in slips.iter().chain(&others) {
            fs::write(folder.join(name), "text = \"x\"").unwrap();
        }
        let (_, problems) = Catalog::load(Some(user.path()));
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), slips.len(), "{told:?}");
        for (told, (name, id)) in told.iter().zip(slips.iter().zip(["a", "b", "c", "d", "e"])) {
            assert!(told.contains(name), "{name}: {told}");
            assert!(told.contains(&format!("`{id}.toml`")), "{id}: {told}");
        }
    }
}
