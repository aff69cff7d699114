//! What of an answer stands outside the objects that were read: courtesies, or another answer that was begun there.

use super::lenient::strings::is_mark;

/// What stands around objects, with a line break in the place of each.
#[derive(Debug, Default)]
pub(super) struct Outside(String);

impl Outside {
    /// Adds what stands before the next object, or behind the last.
    pub(super) fn push_str(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Whether a list is begun there.
    pub(super) fn has_list(&self) -> bool {
        self.0.contains('[')
    }

    /// Whether an answer is begun there that could not be read: brackets with texts in them, or one of these names before
    /// what it may say.
    pub(super) fn begins_another(&self, names: &[&str]) -> bool {
        let text = self.0.as_str();
        let is_object = |(at, _): (usize, &str)| {
            let inner = text.get(at + 1..).unwrap_or_default();
            let inner = inner.split_once('}').map_or(inner, |(inner, _)| inner);
            inner.contains(|letter| is_mark(letter) && letter != '\'')
        };
        let is_list = |(at, _): (usize, &str)| {
            let inner = text.get(at + 1..).unwrap_or_default().trim_start();
            inner.starts_with(is_mark)
        };
        text.match_indices('{').any(is_object)
            || text.match_indices('[').any(is_list)
            || text.lines().any(|line| begins_with(line, names))
    }
}

/// Whether a line begins with one of these names, in whatever letters and marks, and a sign that something is given to it.
fn begins_with(line: &str, names: &[&str]) -> bool {
    let line = line.trim_start_matches(|first: char| !first.is_alphanumeric());
    let line = line.to_lowercase();
    names.iter().any(|name| {
        let name = name.to_lowercase();
        let spaced = name.replace('_', " ");
        [name.as_str(), spaced.as_str()].iter().any(|name| {
            let rest = line.strip_prefix(name).unwrap_or_default();
            let is_sign = |first: char| matches!(first, ':' | '：' | '=' | '>');
            rest.trim_start_matches(|first: char| !first.is_alphanumeric() && !is_sign(first))
                .starts_with(is_sign)
        })
    })
}
