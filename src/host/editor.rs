//! The user's own editor on a file of theirs.

use std::path::Path;

use tokio::process::Command;

use crate::{
    error::Failure,
    files,
    text::shown::{self, given},
};

/// Opens a file in the user's editor, which has the terminal until it ends. The file is theirs, and stays as the editor
/// leaves it.
///
/// # Errors
/// The editor cannot be started, or ends as one does that has failed.
pub async fn edit(path: &Path) -> Result<(), Failure> {
    begun(&files::editor(), path).await
}

async fn begun(editor: &str, path: &Path) -> Result<(), Failure> {
    let named = given(editor);
    let file = shown::path(path);
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let ended = Command::new(program).args(words).arg(path).status().await;
    let status = ended.map_err(|error| {
        Failure::input(format!("{named} cannot be started: {}", files::why(&error))).hint(format!(
            "set VISUAL or EDITOR to the command of your editor, or open {file} in it yourself"
        ))
    })?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{named} ended with {status}, and {file} is as it left it"
    ))
    .hint("`hustings check` says whether anything is wrong with it"))
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use super::*;

    #[cfg(unix)]
    #[tokio::test]
    async fn an_editor_of_several_words_is_begun_and_what_it_ends_with_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a file.toml");
        std::fs::write(&path, "one\n").unwrap();
        begun("cp /dev/null", &path).await.unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
        let failed = begun("false", &path).await.unwrap_err();
        assert!(failed.message.contains("exit status: 1"), "{failed}");
        let nowhere = begun("no-such-editor -w", &path).await.unwrap_err();
        let told = nowhere.to_string();
        assert!(
            told.contains("no-such-editor -w cannot be started"),
            "{told}"
        );
        assert!(told.contains("EDITOR"), "{told}");
    }
}
