//! What has come of models that are not there whole: from where, and how much.

use std::{fs, path::Path};

use super::{
    entry::{ModelEntry, ModelSource},
    hub::HubReference,
    names,
    store::{COMING, Store},
};
use crate::{files, text::mask::masked};

/// The file with the address that a file on its way is from.
pub(super) const ADDRESS: &str = "hub.url";
/// Bytes that an address may have.
const MOST_NOTE: u64 = 64 << 10;

/// A model of which something has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// The name that it will have.
    pub name: String,
    /// The bytes that have come.
    pub bytes: u64,
    /// The address that it comes from, where one is known, with no key in it.
    pub from: Option<String>,
}

impl Unfinished {
    /// Whether it is of that model of a hub.
    pub fn is_of(&self, reference: &HubReference) -> bool {
        let folder = format!("/{}/{}/resolve/", reference.owner, reference.repository);
        let from = self.from.as_deref().unwrap_or_default();
        from.to_ascii_lowercase()
            .contains(&folder.to_ascii_lowercase())
    }
}

impl Store {
    /// The models that are on their way, by name; those that are there whole are not among them.
    pub fn unfinished(&self) -> Vec<Unfinished> {
        let Ok(entries) = fs::read_dir(self.folder().join(COMING)) else {
            return Vec::new();
        };
        let name = |entry: fs::DirEntry| entry.file_name().into_string().ok();
        let mut found: Vec<Unfinished> = entries
            .filter_map(|entry| name(entry.ok()?).filter(|name| names::is_plain(name)))
            .map(|name| Unfinished {
                bytes: self.half_made(&name),
                from: address_of(&self.coming(&name)).map(|from| masked(&from).into_owned()),
                name,
            })
            .filter(|one| one.bytes > 0 && self.named(&one.name).is_none())
            .collect();
        found.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        found
    }

    /// The address that what has come under the name of a model is from, where that is another file than the model's.
    pub(super) fn stranger(&self, entry: &ModelEntry) -> Option<String> {
        let from = address_of(&self.coming(&entry.name))?;
        let is_known = entry.sources.iter().any(|source| {
            matches!(source.of_file(&entry.main.file), ModelSource::Hub { hub } if hub == from)
        });
        (!is_known).then(|| masked(&from).into_owned())
    }
}

/// The address that the file that is on its way in that folder is from.
pub(super) fn address_of(folder: &Path) -> Option<String> {
    files::text(&folder.join(ADDRESS), MOST_NOTE).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, config::Dirs};

    #[test]
    fn what_has_come_is_listed_and_told_from_what_comes_from_elsewhere() {
        let home = tempfile::tempdir().unwrap();
        let store = Store::new(&Dirs::under(home.path()));
        let mut entry = Catalogue::load(&Dirs::under(home.path()))
            .unwrap()
            .default_entry()
            .clone();
        entry.name = "tiny-q8_0".to_owned();
        entry.sources = vec![ModelSource::Hub {
            hub: "https://h/some/Tiny/resolve/main/{file}".to_owned(),
        }];
        let folder = store.coming(&entry.name);
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(store.coming("empty")).unwrap();
        fs::write(folder.join("hub.part"), [0; 9]).unwrap();
        let told = |of: &str| {
            let at = format!("https://h/{of}/resolve/main/{}", entry.main.file);
            fs::write(folder.join(ADDRESS), &at).unwrap();
            crate::plan_lines(&entry, &store).pop().unwrap()
        };
        let own = told("some/Tiny");
        assert!(own.contains("9 bytes have come already"), "{own}");
        let other = told("other/Tiny");
        assert!(
            other.contains("https://h/other/Tiny") && other.contains("replaced"),
            "{other}"
        );
        let all = store.unfinished();
        let [one] = all.as_slice() else {
            panic!("{all:?}")
        };
        assert_eq!((one.name.as_str(), one.bytes), ("tiny-q8_0", 9));
        let is_of = |name: &str| one.is_of(&HubReference::of(name).unwrap().unwrap());
        assert!(is_of("hf:Other/tiny") && !is_of("hf:some/Tiny"));
    }
}
