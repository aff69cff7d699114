//! Reads the folders: those compiled in, then the user's over them. A bad file is a problem and hides no other.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use rust_embed::RustEmbed;
use serde::de::DeserializeOwned;

use super::{
    Catalog, Entry, Kind, Origin,
    check::{Check, Context, is_plain_name},
    problem::Problem,
    read::{self, Misshapen},
    shelf::Shelf,
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
struct Pile<T> {
    read: Vec<Read<T>>,
    /// Those whose shape is wrong, to be asked what else is.
    misshapen: Vec<(Read<()>, Misshapen<T>)>,
    /// Ids of files that are there and cannot be used, with the file's name.
    broken: BTreeMap<String, String>,
    /// How many problems of other kinds there were before.
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
        let motions = loader.pile(Kind::Motion);
        let motions = loader.shelve(Kind::Motion, motions, &context);
        let personas = loader.pile(Kind::Persona);
        let mut personas = loader.shelve(Kind::Persona, personas, &context);
        loader.problems.extend(styles::lay(user, &mut personas));
        let members = loader.pile(Kind::Member);
        let members = loader.shelve(Kind::Member, members, &context);
        context.members = members.len();
        let formats = loader.pile(Kind::Format);
        let formats = loader.shelve(Kind::Format, formats, &context);
        let themes: Pile<super::Theme> = loader.pile(Kind::Theme);
        context.themes = themes
            .read
            .iter()
            .map(|read| (read.id.clone(), read.value.clone()))
            .collect();
        let themes = loader.shelve(Kind::Theme, themes, &context);
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
    fn pile<T: DeserializeOwned>(&mut self, kind: Kind) -> Pile<T> {
        let mut pile = Pile {
            read: Vec::new(),
            misshapen: Vec::new(),
            broken: BTreeMap::new(),
            since: self.problems.len(),
        };
        for (id, shown, text) in built_in(kind) {
            self.put(&mut pile, kind, id, Origin::BuiltIn, shown, text);
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
            self.put(&mut pile, kind, id, Origin::User(path), shown, text);
        }
        pile
    }

    fn put<T: DeserializeOwned>(
        &mut self,
        pile: &mut Pile<T>,
        kind: Kind,
        id: String,
        origin: Origin,
        shown: String,
        text: Result<Arc<str>, Vec<Problem>>,
    ) {
        let source = match text {
            Ok(source) => source,
            Err(problems) => {
                let replaced = pile.read.iter().any(|other| other.id == id);
                self.report(kind, &id, replaced, problems);
                pile.broken.insert(id, shown);
                return;
            }
        };
        match read::value_of(kind, &shown, &source) {
            Ok(value) => pile.read.push(Read {
                id,
                origin,
                shown,
                source,
                value,
            }),
            Err(wrong) => {
                pile.broken.insert(id.clone(), shown.clone());
                let read = Read {
                    id,
                    origin,
                    shown,
                    source,
                    value: (),
                };
                pile.misshapen.push((read, wrong));
            }
        }
    }

    fn shelve<T: Check>(&mut self, kind: Kind, pile: Pile<T>, context: &Context) -> Shelf<T> {
        let mut filled = Shelf::new(kind, pile.broken);
        for read in pile.read {
            let problems =
                read::meaning_of(&read.value, &read.id, &read.shown, &read.source, context);
            if problems.is_empty() {
                filled.insert(Entry {
                    id: read.id,
                    origin: read.origin,
                    value: read.value,
                });
            } else {
                self.report(kind, &read.id, filled.get(&read.id).is_some(), problems);
                filled.insert_broken(read.id, read.shown);
            }
        }
        for (read, wrong) in pile.misshapen {
            let meaning =
                |value: &T| read::meaning_of(value, &read.id, &read.shown, &read.source, context);
            let replaced = filled.get(&read.id).is_some();
            self.report(kind, &read.id, replaced, wrong.all(meaning));
        }
        // File by file, whatever was found out first.
        if let Some(found) = self.problems.get_mut(pile.since..) {
            found.sort_by(|one, other| one.file.cmp(&other.file));
        }
        filled
    }

    /// Keeps the problems of one file; the last of them says what follows.
    fn report(&mut self, kind: Kind, id: &str, replaced: bool, mut problems: Vec<Problem>) {
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
    fn user_files(&mut self, kind: Kind) -> Vec<(String, PathBuf)> {
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
        paths
            .into_iter()
            .filter_map(|path| {
                let name = path.file_name()?.to_string_lossy().into_owned();
                let id = name.strip_suffix(".toml")?;
                // What editors leave beside a file while it is open.
                (!id.starts_with('.')).then(|| (id.to_owned(), path.clone()))
            })
            .collect()
    }
}

/// A built-in file: its id, how it is shown, its text.
type BuiltIn = (String, String, Result<Arc<str>, Vec<Problem>>);

fn built_in(kind: Kind) -> Vec<BuiltIn> {
    match kind {
        Kind::Motion => embedded::<Motions>(kind, ""),
        Kind::Persona => embedded::<Personas>(kind, ""),
        Kind::Member => embedded::<Personas>(kind, "audience/"),
        Kind::Format => embedded::<Formats>(kind, ""),
        Kind::Theme => embedded::<Themes>(kind, ""),
        Kind::Profiles => Vec::new(),
    }
}

fn embedded<E: RustEmbed>(kind: Kind, below: &str) -> Vec<BuiltIn> {
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
