//! The viewer's own editor on a file of its own. The terminal must have been handed over before.

use std::io::Write;

use tempfile::NamedTempFile;
use tokio::process::{Child, Command};

/// An editor at work. To drop it ends the editor.
pub(super) struct Editing {
    file: NamedTempFile,
    child: Child,
    name: String,
}

impl Editing {
    /// Begins with that text.
    pub(super) fn begin(text: &str) -> Result<Self, String> {
        let name = ["VISUAL", "EDITOR"]
            .into_iter()
            .find_map(|name| {
                std::env::var(name)
                    .ok()
                    .filter(|value| !value.trim().is_empty())
            })
            .unwrap_or_else(|| "vi".to_owned());
        let mut file = tempfile::Builder::new()
            .prefix("hustings-")
            .suffix(".md")
            .tempfile()
            .and_then(|mut file| writeln!(file, "{text}").map(|()| file))
            .map_err(|error| format!("no file for the editor: {error}"))?;
        file.flush()
            .map_err(|error| format!("no file for the editor: {error}"))?;
        let mut words = name.split_whitespace();
        let child = Command::new(words.next().unwrap_or("vi"))
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
        std::fs::read(self.file.path())
            .map(|bytes| String::from_utf8_lossy(&bytes).trim_end().to_owned())
            .map_err(|error| format!("the text cannot be read back: {error}"))
    }
}
