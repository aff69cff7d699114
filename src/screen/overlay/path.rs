//! Paths as they are typed and dropped.

use crate::corpus::read::is_readable_name;

/// The completion of a path that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PathCompletion {
    /// The typed path, with as much more as is clear.
    pub path: String,
    /// The names that begin so, folders with a slash; more than one where it is not clear.
    pub fitting: Vec<String>,
}

/// The path in a text that was pasted, where it is nothing but that: terminals paste the path of a file that is dropped
/// on them, as a shell would want it. Only names that can be read are taken for one.
pub(super) fn dropped(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains('\n') {
        return None;
    }
    let path = if text.starts_with("file://") {
        let file = reqwest::Url::parse(text).ok()?.to_file_path().ok()?;
        file.into_os_string().into_string().ok()?
    } else {
        unquoted(text)
    };
    let begins = path.starts_with('/') || path.starts_with("~/");
    (begins && is_readable_name(&path)).then_some(path)
}

/// Without the marks of a shell.
fn unquoted(text: &str) -> String {
    for quote in ['\'', '"'] {
        let inner = text
            .strip_prefix(quote)
            .and_then(|text| text.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner.to_owned();
        }
    }
    let mut path = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        path.extend(if letter == '\\' {
            letters.next()
        } else {
            Some(letter)
        });
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_dropped_is_a_path_and_a_text_is_none() {
        for (text, path) in [
            ("/tmp/a b.txt", Some("/tmp/a b.txt")),
            ("'/tmp/a b.txt' ", Some("/tmp/a b.txt")),
            ("\"/tmp/a.pdf\"", Some("/tmp/a.pdf")),
            (r"/tmp/a\ b\(1\).epub", Some("/tmp/a b(1).epub")),
            ("file:///tmp/a%20b.md\n", Some("/tmp/a b.md")),
            ("~/talk.srt", Some("~/talk.srt")),
            ("file:///tmp/a%2", None),
            ("/tmp/picture.png", None),
            ("notes.txt", None),
            ("/tmp/a.txt\n/tmp/b.txt", None),
            ("The road is long. See notes.txt", None),
            ("", None),
        ] {
            assert_eq!(dropped(text).as_deref(), path, "{text}");
        }
    }
}
