//! The keys of servers that the program keeps for its user: a file beside the configuration that nobody else can read.
//! The keyrings of systems are left alone: what talks to them takes a library of the system, or a bus of its own.

use std::{collections::BTreeMap, fs, io::Read as _, io::Write as _, path::Path};

use secrecy::{ExposeSecret as _, SecretString};
use serde::Deserialize;

use crate::{
    Dirs, Provider,
    catalog::Problem,
    error::Failure,
    exposed::is_open_to_others,
    files::{self, NotRead},
    llm::{
        openai::{BaseUrl, usable_key},
        secrets::Secrets,
    },
    text::shown,
};

/// The name of the file, in the folder of the configuration.
pub const KEYS: &str = "keys.toml";
/// The longest such file, in bytes.
const MOST: u64 = 64 << 10;
/// The first lines of the file.
const HEAD: &str = "# Keys of servers of models, by the address of the server or the name of its provider. Hustings wrote \
                    them down;\n# only you can read this file. What the environment and config.toml say goes before it.\n\n";

/// Keys by the address of a server, or by the name of a provider. They are never shown.
#[derive(Debug, Clone, Default)]
pub struct StoredKeys {
    keys: BTreeMap<String, SecretString>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Lines {
    keys: BTreeMap<String, SecretString>,
}

impl StoredKeys {
    /// The keys in a folder's file, none where there is no file.
    ///
    /// # Errors
    /// Others than its owner can read the file, it cannot be read, or it is none of keys. No word of it is repeated.
    pub fn read(folder: &Path) -> Result<Self, Box<Problem>> {
        let path = folder.join(KEYS);
        let shown = shown::path(&path);
        let problem = |line: Option<usize>, message: &str, expected: &str| {
            let mut problem = Problem::of_file(&shown, message, expected);
            problem.line = line;
            Box::new(problem)
        };
        let failed = |error: NotRead| {
            problem(
                None,
                &error.to_string(),
                "put it right, or take it away and enter the keys again",
            )
        };
        let (file, _) = match files::open_up_to(&path, MOST) {
            Ok(opened) => opened,
            Err(NotRead::NotThere) => return Ok(Self::default()),
            Err(error) => return Err(failed(error)),
        };
        let about = file.metadata().map_err(|error| failed(error.into()))?;
        if is_open_to_others(&about) {
            return Err(problem(
                None,
                "others can read this file, and it holds keys",
                &format!("chmod 600 {shown}"),
            ));
        }
        let mut text = String::new();
        file.take(MOST)
            .read_to_string(&mut text)
            .map_err(|error| failed(error.into()))?;
        let lines: Lines = toml::from_str(&text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let before = text.get(..at).unwrap_or_default();
            problem(
                Some(before.matches('\n').count() + 1),
                "this is no file of keys",
                "expected [keys], and below it \"ADDRESS\" = \"KEY\"",
            )
        })?;
        let mut keys = BTreeMap::new();
        for (place, key) in lines.keys {
            let Some(key) = usable_key(key.expose_secret()) else {
                return Err(problem(
                    None,
                    "one of its keys cannot be sent as a key",
                    "expected visible ASCII characters",
                ));
            };
            keys.insert(normal(&place), key);
        }
        Ok(Self { keys })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is one for a provider.
    pub fn has(&self, provider: &Provider) -> bool {
        self.of(provider).is_some()
    }

    fn of(&self, provider: &Provider) -> Option<&SecretString> {
        let of_address = self.keys.get(provider.base_url.whole());
        of_address.or_else(|| self.keys.get(&provider.name))
    }

    /// Gives a provider that has no key the one that is kept for its address, or under its name.
    pub fn give_key(&self, provider: &mut Provider) {
        if provider.key.is_some() {
            return;
        }
        if let Some(key) = self.of(provider) {
            provider.key = Some(key.clone());
            provider.key_is_stored = true;
            provider.key_variable = None;
        }
    }

    /// All of them: none is in the text of any server.
    pub fn secrets(&self) -> Secrets {
        let all = self.keys.values();
        all.fold(Secrets::default(), |all, key| {
            all.and(&Secrets::new(Some(key.expose_secret()), []))
        })
    }

    /// Keeps the key for a server's address, beside those that are kept already, in a file that its owner alone can read
    /// from its first byte on.
    ///
    /// # Errors
    /// The file that is there cannot be read, or none can be written.
    pub fn keep(dirs: &Dirs, address: &BaseUrl, key: &SecretString) -> Result<(), Failure> {
        let mut kept = Self::read(&dirs.config).map_err(|problem| {
            let place = problem.place();
            Failure::input(format!("{place}: {}", problem.message)).hint(problem.expected)
        })?;
        kept.keys.insert(address.whole().to_owned(), key.clone());
        let mut table = toml::Table::new();
        for (place, key) in &kept.keys {
            table.insert(place.clone(), key.expose_secret().into());
        }
        let text = toml::to_string(&BTreeMap::from([("keys", table)]))
            .map_err(|_| Failure::internal("the keys cannot be written as TOML"))?;
        let path = dirs.config.join(KEYS);
        let failed = |error: &std::io::Error| {
            let shown = shown::path(&path);
            Failure::internal(format!("{shown} cannot be written: {}", files::why(error)))
                .hint("check that you may write in that folder, and that there is room")
        };
        fs::create_dir_all(&dirs.config).map_err(|error| failed(&error))?;
        // A file of this kind is its owner's alone as soon as it is there.
        let mut file = tempfile::Builder::new()
            .prefix(".keys")
            .tempfile_in(&dirs.config)
            .map_err(|error| failed(&error))?;
        file.write_all(HEAD.as_bytes())
            .and_then(|()| file.write_all(text.as_bytes()))
            .and_then(|()| file.as_file().sync_all())
            .map_err(|error| failed(&error))?;
        file.persist(&path).map_err(|error| failed(&error.error))?;
        Ok(())
    }
}

/// The normal spelling of an address; the name of a provider as it is.
fn normal(place: &str) -> String {
    if place.contains("://")
        && let Ok(address) = BaseUrl::from(place).normal()
    {
        return address.whole().to_owned();
    }
    place.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(folder: &Path) -> Dirs {
        let dirs = Dirs::under(folder);
        let keep = |address: &str, key: &str| {
            StoredKeys::keep(&dirs, &address.into(), &SecretString::from(key)).unwrap();
        };
        keep("https://a.example/v1", "sk-hunter2");
        keep("https://b.example/v1", "sk-hunter3");
        keep("https://a.example/v1", "sk-hunter4");
        dirs
    }

    #[test]
    fn a_key_goes_to_its_address_alone_and_behind_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let dirs = kept(folder.path());
        let keys = StoredKeys::read(&dirs.config).unwrap();
        assert_eq!(keys.len(), 2);
        let key = |name: &str, address: &str, own: Option<&str>| {
            let mut provider = Provider::at(name, address);
            provider.key = own.map(SecretString::from);
            keys.give_key(&mut provider);
            let key = provider.key.map(|key| key.expose_secret().to_owned());
            (key, provider.key_is_stored)
        };
        let of = |key: &str, stored| (Some(key.to_owned()), stored);
        assert_eq!(
            key("x", "https://a.example/v1", None),
            of("sk-hunter4", true)
        );
        assert_eq!(key("x", "https://c.example/v1", None), (None, false));
        assert_eq!(
            key("x", "https://a.example/v1", Some("own")),
            of("own", false)
        );
        assert!(!format!("{keys:?}").contains("hunter"));
    }

    #[test]
    fn a_key_can_stand_under_the_name_of_its_provider() {
        let folder = tempfile::tempdir().unwrap();
        let dirs = kept(folder.path());
        let path = dirs.config.join(KEYS);
        // It stays its owner's alone.
        fs::write(
            &path,
            "[keys]\nnear = \"sk-1\"\n\"https://C.example/v1/\" = \"sk-2\"\n",
        )
        .unwrap();
        let keys = StoredKeys::read(&dirs.config).unwrap();
        for (name, address) in [("near", "http://h/v1"), ("far", "https://c.example/v1")] {
            let mut provider = Provider::at(name, address);
            keys.give_key(&mut provider);
            assert!(provider.key_is_stored, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_its_owners_alone_and_is_refused_where_it_is_not() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        assert!(StoredKeys::read(folder.path()).unwrap().is_empty());
        let dirs = kept(folder.path());
        let path = dirs.config.join(KEYS);
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
        for open in [0o644, 0o640, 0o620, 0o601] {
            fs::set_permissions(&path, fs::Permissions::from_mode(open)).unwrap();
            let told = StoredKeys::read(&dirs.config).unwrap_err().to_string();
            assert!(
                told.contains("chmod 600") && !told.contains("hunter"),
                "{told}"
            );
            let refused = StoredKeys::keep(&dirs, &"https://d/v1".into(), &"sk-5".into());
            assert!(
                refused.is_err(),
                "nothing is added to a file that others read"
            );
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(&path, "[keys]\nsk-hunter2\n").unwrap();
        let told = StoredKeys::read(&dirs.config).unwrap_err().to_string();
        assert!(
            told.contains("keys.toml:") && !told.contains("hunter"),
            "{told}"
        );
        let left = fs::read_dir(&dirs.config).unwrap().count();
        assert_eq!(left, 1, "nothing lies beside it");
    }
}
