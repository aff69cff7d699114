//! Names of models, of files in the store, and of packages: which can be used, and which are the same.

/// The name of the file in a model's folder that says what it is; none of its own files can have it.
pub(super) const ABOUT: &str = "about.toml";

/// No name is longer.
const LONGEST: usize = 96;

/// Whether a name is safe as the name of a folder or file everywhere, and as an argument.
pub(super) fn is_plain(name: &str) -> bool {
    let fits = (1..=LONGEST).contains(&name.len());
    let begins = name
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_alphanumeric());
    fits && begins && !name.ends_with('.') && name.bytes().all(is_allowed)
}

fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}

/// Whether two names stand for the same: some file systems do not tell capitals from small letters.
pub(super) fn same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// A name made of any text, with `-` for what a name cannot have; `None` where nothing is left.
pub(super) fn made_of(text: &str) -> Option<String> {
    let mut name = String::new();
    for c in text.chars() {
        let kept = u8::try_from(c).is_ok_and(is_allowed);
        if kept {
            name.push(c);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    name.truncate(LONGEST);
    let name = name
        .trim_start_matches(['.', '-', '_'])
        .trim_end_matches(['.', '-', '_']);
    is_plain(name).then(|| name.to_owned())
}

/// The packages that a line means: `name==version`, in which one `{1..22}` stands for every number in turn.
pub(super) fn packages(line: &str) -> Option<Vec<String>> {
    let Some((before, rest)) = line.split_once('{') else {
        return is_package(line).then(|| vec![line.to_owned()]);
    };
    let (range, after) = rest.split_once('}')?;
    let (first, last) = range.split_once("..")?;
    let (first, last): (u16, u16) = (first.parse().ok()?, last.parse().ok()?);
    let all: Vec<String> = (first..=last)
        .map(|number| format!("{before}{number}{after}"))
        .collect();
    let sound = !all.is_empty() && all.iter().all(|package| is_package(package));
    sound.then_some(all)
}

/// A pinned version of a package, and nothing that pip could take for an option, a path or an address.
fn is_package(text: &str) -> bool {
    let Some((name, version)) = text.split_once("==") else {
        return false;
    };
    let is_version = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'!');
    is_plain(name) && (1..=LONGEST).contains(&version.len()) && version.bytes().all(is_version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_as_folders_and_arguments() {
        for good in ["smollm2", "Qwen2.5-7B_x", "7b"] {
            assert!(is_plain(good), "{good}");
        }
        for bad in [
            "", ".hidden", "-rf", "a/b", "a b", "a\u{e9}", "a.", "..", "_x",
        ] {
            assert!(!is_plain(bad), "{bad}");
        }
        assert_eq!(made_of("My model (v2)").as_deref(), Some("My-model-v2"));
        assert_eq!(made_of("../../etc/passwd").as_deref(), Some("etc-passwd"));
        assert_eq!(made_of("日本"), None);
        assert!(same("Qwen", "qwen"));
    }

    #[test]
    fn a_range_stands_for_every_number_in_turn() {
        let parts = packages("part{9..11}==0.2.0").unwrap();
        assert_eq!(parts, ["part9==0.2.0", "part10==0.2.0", "part11==0.2.0"]);
        assert_eq!(packages("one==1").unwrap(), ["one==1"]);
        for bad in [
            "",
            "one",
            "one>=1",
            "--index-url==1",
            "a==1 -r x",
            "a@http://x==1",
            "part{2..1}==1",
            "part{1..}==1",
            "part{1..2==1",
            "a==",
        ] {
            assert_eq!(packages(bad), None, "{bad}");
        }
    }
}
