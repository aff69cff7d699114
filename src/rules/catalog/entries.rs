//! Entries of one kind in the order of their ids, and what to say of a name that none of them has.

use std::{collections::BTreeMap, fmt, path::PathBuf};

use super::{FileKind, nearest};
use crate::error::Failure;

/// The origin of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// An entry that is compiled in.
    BuiltIn,
    /// A file of the user's.
    User(PathBuf),
}

/// One thing to choose.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogEntry<T> {
    /// The name of its file without the ending.
    pub id: String,
    /// The origin of the entry.
    pub origin: Origin,
    /// The value read from the file.
    pub value: T,
}

/// The reason why a name stands for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Why {
    /// A name that stands for nothing.
    NotThere { nearest: Vec<String> },
    /// The beginning of several.
    Ambiguous { ids: Vec<String> },
    /// A file of that name exists and has problems.
    Broken { file: String },
}

/// A name that stands for nothing in the catalog. It turns into a [`Failure`] with hints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// The kind of entry that was looked for.
    pub kind: FileKind,
    /// The name, as it was given, made fit to be shown.
    pub asked: String,
    why: Why,
}

impl Unknown {
    /// The ids that may have been meant, best first.
    pub fn suggestions(&self) -> &[String] {
        match &self.why {
            Why::NotThere { nearest } => nearest,
            Why::Ambiguous { ids } => ids,
            Why::Broken { .. } => &[],
        }
    }

    /// Whether there is nothing of that name, not even a file with problems.
    pub(super) fn is_not_there(&self) -> bool {
        matches!(self.why, Why::NotThere { .. })
    }

    /// Hints at what to do next, one line each.
    pub fn hints(&self) -> Vec<String> {
        let mut hints = Vec::new();
        match &self.why {
            Why::NotThere { nearest } if !nearest.is_empty() => {
                hints.push(format!("did you mean {}?", either(nearest)));
            }
            Why::Broken { .. } => {
                hints.push("`hustings check` shows what is wrong with it".to_owned());
            }
            Why::NotThere { .. } | Why::Ambiguous { .. } => {}
        }
        let (command, plural) = (self.kind.command(), self.kind.plural());
        hints.push(format!("`{command}` lists the {plural}"));
        if self.kind == FileKind::Motion {
            hints.push(
                "a motion of your own is a sentence in quotes: \"This House Believes that …\""
                    .to_owned(),
            );
        }
        hints
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, asked) = (self.kind, &self.asked);
        match &self.why {
            Why::NotThere { .. } if asked.is_empty() => write!(f, "no {kind} was named"),
            Why::NotThere { .. } => write!(f, "there is no {kind} `{asked}`"),
            Why::Ambiguous { ids } => {
                write!(f, "`{asked}` could be {}", either(ids))
            }
            Why::Broken { file } => write!(f, "the {kind} `{asked}` has problems, in {file}"),
        }
    }
}

impl std::error::Error for Unknown {}

impl From<Unknown> for Failure {
    fn from(unknown: Unknown) -> Self {
        unknown
            .hints()
            .into_iter()
            .fold(Self::input(unknown.to_string()), Self::hint)
    }
}

fn either(ids: &[String]) -> String {
    let quoted: Vec<String> = ids.iter().map(|id| format!("`{id}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// All entries of one kind.
#[derive(Debug, Clone)]
pub(super) struct Entries<T> {
    kind: FileKind,
    by_id: BTreeMap<String, CatalogEntry<T>>,
    /// Ids of files that cannot be used, with the file's name.
    broken: BTreeMap<String, String>,
}

impl<T> Entries<T> {
    pub(super) fn new(kind: FileKind, broken: BTreeMap<String, String>) -> Self {
        Self {
            kind,
            by_id: BTreeMap::new(),
            broken,
        }
    }

    pub(super) fn insert(&mut self, entry: CatalogEntry<T>) {
        self.by_id.insert(entry.id.clone(), entry);
    }

    pub(super) fn insert_broken(&mut self, id: String, file: String) {
        self.broken.insert(id, file);
    }

    pub(super) fn len(&self) -> usize {
        self.by_id.len()
    }

    pub(super) fn get(&self, id: &str) -> Option<&CatalogEntry<T>> {
        self.by_id.get(id)
    }

    pub(super) fn get_mut(&mut self, id: &str) -> Option<&mut CatalogEntry<T>> {
        self.by_id.get_mut(id)
    }

    /// The entries in the order of their ids.
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &CatalogEntry<T>> {
        self.by_id.values()
    }

    /// The entry of that id, or else the one for which `names` gives that name; case does not count.
    pub(super) fn named<'a>(
        &'a self,
        asked: &str,
        names: impl Fn(&'a T) -> Vec<&'a str>,
    ) -> Result<&'a CatalogEntry<T>, Unknown> {
        let asked = crate::text::shown::named(asked);
        let lower = asked.to_lowercase();
        if let Some(entry) = self.get(&lower) {
            return Ok(entry);
        }
        let mut found = self.iter().filter(|entry| {
            names(&entry.value)
                .iter()
                .any(|name| name.to_lowercase() == lower)
        });
        match (found.next(), found.next()) {
            (Some(entry), None) => Ok(entry),
            (Some(first), Some(second)) => Err(self.ambiguous(
                &asked,
                [first, second].into_iter().chain(found).map(|e| &e.id),
            )),
            (None, _) => Err(self.unknown(&asked, names)),
        }
    }

    /// The only entry whose id begins like that; `None` where none does.
    pub(super) fn beginning(&self, asked: &str) -> Result<Option<&CatalogEntry<T>>, Unknown> {
        let lower = asked.to_lowercase();
        let found: Vec<&CatalogEntry<T>> = self
            .iter()
            .filter(|entry| !lower.is_empty() && entry.id.starts_with(&lower))
            .collect();
        match found.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            several => Err(self.ambiguous(asked, several.iter().map(|entry| &entry.id))),
        }
    }

    fn ambiguous<'a>(&self, asked: &str, ids: impl Iterator<Item = &'a String>) -> Unknown {
        Unknown {
            kind: self.kind,
            asked: asked.to_owned(),
            why: Why::Ambiguous {
                ids: ids.cloned().collect(),
            },
        }
    }

    fn unknown<'a>(&'a self, asked: &str, names: impl Fn(&'a T) -> Vec<&'a str>) -> Unknown {
        let why = match self.broken.get(&asked.to_lowercase()) {
            Some(file) => Why::Broken { file: file.clone() },
            None => Why::NotThere {
                nearest: self.nearest(asked, names),
            },
        };
        Unknown {
            kind: self.kind,
            asked: asked.to_owned(),
            why,
        }
    }

    fn nearest<'a>(&'a self, asked: &str, names: impl Fn(&'a T) -> Vec<&'a str>) -> Vec<String> {
        let owners: Vec<(&str, &str)> = self
            .iter()
            .flat_map(|entry| {
                let id = entry.id.as_str();
                std::iter::once(id)
                    .chain(names(&entry.value))
                    .map(move |name| (name, id))
            })
            .collect();
        let mut ids: Vec<String> = Vec::new();
        for near in nearest::nearest(asked, owners.iter().map(|(name, _)| *name)) {
            let owner = owners.iter().find(|(name, _)| *name == near);
            if let Some((_, id)) = owner
                && !ids.iter().any(|known| known == id)
            {
                ids.push((*id).to_owned());
            }
        }
        ids
    }
}
