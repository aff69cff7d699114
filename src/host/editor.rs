//! The user's own editor on a file of theirs.

use std::{
    io::{self, IsTerminal as _},
    path::Path,
};

use tokio::process::Command;

use crate::{
    error::Failure,
    files,
    text::shown::{self, given},
};

/// Refuses to begin the editor that is there where none is named, without a terminal for it: one to read, and one to write
/// where that is so. One that somebody has named may do without.
///
/// # Errors
/// As said.
pub fn has_its_terminal(is_one_to_write: bool) -> Result<(), Failure> {
    let is_terminal = is_one_to_write && io::stdin().is_terminal();
    can_begin(&files::editor(), is_terminal)
}

fn can_begin(editor: &str, is_terminal: bool) -> Result<(), Failure> {
    if is_terminal || editor != files::USUAL_EDITOR {
        return Ok(());
    }
    Err(
        Failure::input(format!("{editor} needs a terminal, and this is not one")).hint(
            "say it in a terminal, or set VISUAL or EDITOR to an editor with a window of its own",
        ),
    )
}

/// Opens a file in the user's editor, which has the terminal until it ends. The file is theirs, and stays as the editor
/// leaves it.
///
/// # Errors
/// The editor cannot be started, ends as one does that has failed, or has taken the file away.
pub async fn edit(path: &Path) -> Result<(), Failure> {
    begun(&files::editor(), path).await
}

async fn begun(editor: &str, path: &Path) -> Result<(), Failure> {
    let named = given(editor);
    let file = shown::path(path);
    let mut words = files::editor_words(editor).into_iter();
    let program = words.next().unwrap_or_default();
    let ended = Command::new(program).args(words).arg(path).status().await;
    let status = ended.map_err(|error| {
        Failure::input(format!("{named} cannot be started: {}", files::why(&error))).hint(format!(
            "set VISUAL or EDITOR to the command of your editor, or open {file} in it yourself"
        ))
    })?;
    if !path.exists() {
        return Err(
            Failure::input(format!("{file} is gone: {named} has taken it away"))
                .hint("`hustings config init` writes a new one"),
        );
    }
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
        begun("cp '/dev/null'", &path).await.unwrap();
        let failed = begun("false", &path).await.unwrap_err();
        assert!(failed.message.contains("exit status: 1"), "{failed}");
        let nowhere = begun("no-such-editor -w", &path).await.unwrap_err();
        let told = nowhere.to_string();
        assert!(
            told.contains("no-such-editor -w cannot be started"),
            "{told}"
        );
        assert!(told.contains("EDITOR"), "{told}");
        let gone = begun("rm", &path).await.unwrap_err();
        assert!(gone.message.contains("is gone"), "{gone}");
    }

    #[cfg(unix)]
    #[test]
    fn the_usual_editor_is_not_begun_without_a_terminal() {
        assert!(can_begin("vi", false).is_err());
        assert!(can_begin("vi", true).is_ok() && can_begin("sed -i s/a/b/", false).is_ok());
    }
}
