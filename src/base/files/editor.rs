//! The editor that a person has chosen in the environment.

/// The variables that name it, the first one first.
const VARIABLES: [&str; 2] = ["VISUAL", "EDITOR"];
/// The editor where none is named: every Unix has it.
const USUAL: &str = "vi";

/// The editor with its arguments, as a person would type it: `VISUAL`, else `EDITOR`, else `vi`.
pub fn editor() -> String {
    of(|name| std::env::var(name).ok())
}

fn of(variable: impl Fn(&str) -> Option<String>) -> String {
    let mut named = VARIABLES.into_iter().filter_map(variable);
    named
        .find(|value| !value.trim().is_empty())
        .unwrap_or_else(|| USUAL.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
