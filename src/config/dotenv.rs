//! A file of variables beside the configuration: keys that are not to stand in a shell's profile. It is read where nobody
//! but its owner can read it.

use std::{collections::BTreeMap, io::Read as _, path::Path};

use crate::{
    catalog::Problem,
    exposed::is_open_to_others,
    files::{self, NotRead},
    text::shown,
};

/// The name of the file, in the folder of the configuration.
pub(super) const FILE: &str = ".env";
/// The longest such file, in bytes.
const MOST: u64 = 64 << 10;

/// The variables in a file, none where there is no file.
///
/// # Errors
/// Others can read the file, it cannot be read, or a line of it is no variable. No word of it is repeated.
pub(super) fn variables(path: &Path) -> Result<BTreeMap<String, String>, Box<Problem>> {
    let shown = shown::path(path);
    let problem = |line: Option<usize>, message: &str, expected: &str| {
        let mut problem = Problem::of_file(&shown, message, expected);
        problem.line = line;
        Box::new(problem)
    };
    let failed = |error: NotRead| {
        let expected = "put it right, or take it away: the variables of the environment do as well";
        problem(None, &error.to_string(), expected)
    };
    let (file, _) = match files::open_up_to(path, MOST) {
        Ok(opened) => opened,
        Err(NotRead::NotThere) => return Ok(BTreeMap::new()),
        Err(error) => return Err(failed(error)),
    };
    let about = file.metadata().map_err(|error| failed(error.into()))?;
    if is_open_to_others(&about) {
        return Err(problem(
            None,
            "others can read this file, and it may hold keys",
            &format!("chmod 600 {shown}"),
        ));
    }
    let mut text = String::new();
    file.take(MOST)
        .read_to_string(&mut text)
        .map_err(|error| failed(error.into()))?;
    parsed(&text).map_err(|line| {
        problem(
            Some(line),
            "this is no variable",
            "expected NAME=VALUE; a value with spaces, `$` or `#` stands in single quotes",
        )
    })
}

/// The variables of a text, or the number of the first line that is none.
fn parsed(text: &str) -> Result<BTreeMap<String, String>, usize> {
    let text = text.trim_start_matches('\u{feff}');
    let mut found = BTreeMap::new();
    for variable in dotenvy::from_read_iter(text.as_bytes()) {
        let (name, value) = variable.map_err(|error| {
            // What is wrong with a line is told with the line, which may be a key.
            let wrong = if let dotenvy::Error::LineParse(line, _) = &error {
                line.trim()
            } else {
                ""
            };
            let mut lines = text.lines();
            lines
                .position(|line| !line.trim().is_empty() && wrong.contains(line.trim()))
                .map_or(1, |at| at + 1)
        })?;
        found.insert(name, value);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_read_and_what_is_none_is_told_by_its_line() {
        let text = "# keys\nOPENAI_API_KEY=sk-hunter2\nexport OTHER_KEY='a b$c#d'\n\nEMPTY=\n";
        let found = parsed(text).unwrap();
        let found: Vec<(&str, &str)> = found
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(
            found,
            [
                ("EMPTY", ""),
                ("OPENAI_API_KEY", "sk-hunter2"),
                ("OTHER_KEY", "a b$c#d"),
            ]
        );
        for (text, line) in [
            ("A=b\n\nsk hunter2\n", 3),
            ("sk-hunter2-without-a-name", 1),
            ("A=b\nB='open\n", 2),
        ] {
            assert_eq!(parsed(text), Err(line), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_refused_and_no_word_of_one_is_repeated() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert_eq!(variables(&path).unwrap(), BTreeMap::new());
        let write = |text: &str, mode: u32| {
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            variables(&path)
        };
        for mode in [0o644, 0o640, 0o620, 0o601] {
            let refused = write("A_KEY=sk-hunter2\n", mode).unwrap_err().to_string();
            assert!(refused.contains("chmod 600"), "{refused}");
        }
        let read = write("A_KEY=sk-hunter2\n", 0o600).unwrap();
        assert_eq!(read["A_KEY"], "sk-hunter2");
        let wrong = write("A=b\nsk hunter2\n", 0o600).unwrap_err().to_string();
        assert!(
            wrong.contains(".env:2:") && !wrong.contains("hunter2"),
            "{wrong}"
        );
    }
}
