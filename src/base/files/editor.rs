//! The editor that a person has chosen in the environment.

/// The variables that name it, the first one first.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];
/// The editor where none is named: every Unix has it.
pub const USUAL_EDITOR: &str = "vi";

/// The editor with its arguments, as a person would type it: `VISUAL`, else `EDITOR`, else `vi`.
pub fn editor() -> String {
    of(|name| std::env::var(name).ok())
}

/// The words of such a command, as a shell would part them: a quoted one may have spaces in it. The first one is the
/// program.
pub fn editor_words(editor: &str) -> Vec<String> {
    let plain = || editor.split_whitespace().map(str::to_owned).collect();
    // Where paths are written with it, a backslash quotes nothing.
    if cfg!(windows) {
        return plain();
    }
    // A quotation mark alone is a letter like others.
    shell_words::split(editor).unwrap_or_else(|_| plain())
}

fn of(variable: impl Fn(&str) -> Option<String>) -> String {
    let mut named = VARIABLES.into_iter().filter_map(variable);
    named
        .find(|value| !value.trim().is_empty())
        .unwrap_or_else(|| USUAL_EDITOR.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_command_is_parted_as_a_shell_parts_it() {
        for (typed, words) in [
            ("code --wait", vec!["code", "--wait"]),
            (
                "'/opt/my editor/ed' -c \"set ft=toml\"",
                vec!["/opt/my editor/ed", "-c", "set ft=toml"],
            ),
            ("/opt/my\\ editor/ed", vec!["/opt/my editor/ed"]),
            ("ed 'open", vec!["ed", "'open"]),
        ] {
            assert_eq!(editor_words(typed), words, "{typed}");
        }
    }

    #[test]
    fn the_first_variable_that_says_something_counts() {
        let with = |visual: &str, editor: &str| {
            of(|name| Some(if name == "VISUAL" { visual } else { editor }.to_owned()))
        };
        assert_eq!(with("code --wait", "nano"), "code --wait");
        assert_eq!(with("  ", "nano"), "nano");
        assert_eq!(of(|_| None), "vi");
    }
}
