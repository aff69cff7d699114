//! The viewer's own editor on a file of its own. The terminal must have been handed over before.

use std::{io::Write, path::Path};

use tempfile::NamedTempFile;
use tokio::process::{Child, Command};

use crate::files;

/// Nobody types more than that.
const MOST_BYTES: u64 = 1024 * 1024;

/// An editor at work. To drop it ends the editor.
pub(super) struct Editing {
    file: NamedTempFile,
    child: Child,
    name: String,
}

impl Editing {
    /// Begins with that text.
    pub(super) fn begin(text: &str) -> Result<Self, String> {
        let name = files::editor();
        let mut file = tempfile::Builder::new()
            .prefix("hustings-")
            .suffix(".md")
            .tempfile()
            .and_then(|mut file| writeln!(file, "{text}").map(|()| file))
            .map_err(|error| format!("no file for the editor: {error}"))?;
        file.flush()
            .map_err(|error| format!("no file for the editor: {error}"))?;
        let mut words = files::editor_words(&name).into_iter();
        let child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .arg(file.path())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{name} cannot be started: {error}; set $EDITOR"))?;
        Ok(Self { file, child, name })
    }

    /// Waits for its end and gives the text.
    pub(super) async fn done(&mut self) -> Result<String, String> {
        let status = self
            .child
            .wait()
            .await
            .map_err(|error| format!("{} was lost: {error}", self.name))?;
        if !status.success() {
            return Err(format!(
                "{} ended with {status}: the text is as it was",
                self.name
            ));
        }
        read_back(self.file.path())
    }
}

/// The text in a file that an editor has left.
fn read_back(path: &Path) -> Result<String, String> {
    files::bytes(path, MOST_BYTES)
        .map(|bytes| String::from_utf8_lossy(&bytes).trim_end().to_owned())
        .map_err(|error| format!("the text cannot be read back: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_back_than_anybody_types_and_nothing_that_does_not_end() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("text");
        std::fs::write(&path, b"so \xff it is\n\n").unwrap();
        assert_eq!(read_back(&path).unwrap(), "so \u{fffd} it is");
        std::fs::File::create(&path)
            .unwrap()
            .set_len(MOST_BYTES + 1)
            .unwrap();
        let refused = read_back(&path).unwrap_err();
        assert!(refused.contains("too long"), "{refused}");
        #[cfg(unix)]
        {
            let refused = read_back(Path::new("/dev/null")).unwrap_err();
            assert!(refused.contains("a device"), "{refused}");
        }
    }
}
