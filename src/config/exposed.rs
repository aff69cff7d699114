//! A file that others than its owner can read, and that holds a key.

use std::{
    fs::{self, Metadata},
    path::Path,
};

use crate::{
    catalog::{Field, Problem, TomlDocument},
    text::shown,
};

/// The problem of a configuration that others can read and that holds a key or a header of a provider. It is read all
/// the same: whoever held debates with it yesterday holds them today. No word of it is repeated.
pub fn exposed_key(path: &Path, text: &str) -> Option<Problem> {
    let about = fs::metadata(path).ok()?;
    if !is_open_to_others(&about) {
        return None;
    }
    let document = TomlDocument::recovered(text);
    let first = secrets(&document)
        .into_iter()
        .map(|field| document.span(&field).start)
        .min()?;
    let path = shown::path(path);
    let mut problem = Problem::of_file(
        &path,
        "others can read this file, and it holds a key",
        format!("chmod 600 {path}"),
    );
    let before = text.get(..first).unwrap_or_default();
    problem.line = Some(before.matches('\n').count() + 1);
    Some(problem)
}

/// The fields that hold secrets, whatever else is wrong with their providers.
fn secrets(document: &TomlDocument<'_>) -> Vec<Field> {
    let providers = Field::of("providers");
    let mut found = Vec::new();
    for provider in document.names(&providers) {
        let here = providers.key(&provider);
        if document.names(&here).iter().any(|name| name == "key") {
            found.push(here.key("key"));
        }
        let headers = here.key("headers");
        let names = document.names(&headers);
        found.extend(names.iter().map(|name| headers.key(name)));
    }
    found
}

/// Whether anybody but the owner of a file may read it or write to it.
#[cfg(unix)]
pub(super) fn is_open_to_others(about: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    about.mode() & 0o077 != 0
}

/// Elsewhere the folder of the configuration is the user's own.
#[cfg(not(unix))]
pub(super) fn is_open_to_others(_: &Metadata) -> bool {
    false
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_key_that_others_can_read_is_told_with_its_line_and_never_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config.toml");
        let told = |text: &str, mode: u32| {
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            exposed_key(&path, text).map(|problem| problem.to_string())
        };
        let key = "pace = \"live\"\n[providers.a]\nkey = \"sk-hunter2\"\n";
        for mode in [0o644, 0o640, 0o620, 0o601] {
            let told = told(key, mode).unwrap();
            assert!(told.contains("config.toml:3"), "{told}");
            assert!(
                told.contains("chmod 600") && !told.contains("hunter2"),
                "{told}"
            );
        }
        assert_eq!(told(key, 0o600), None);
        let header =
            "[providers.a]\nbase_url = \"http://h/v1\"\nheaders = { X-Key = \"hunter2\" }\n";
        assert!(told(header, 0o644).unwrap().contains("config.toml:3"));
        let none = "[providers.a]\nbase_url = \"http://h/v1\"\nkey_env = \"A_KEY\"\n";
        assert_eq!(told(none, 0o644), None);
    }
}
