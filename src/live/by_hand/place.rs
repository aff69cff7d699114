//! The fields of a form in words for whoever fills it in: what is wrong with an answer is told to models by its place in
//! their JSON, which no person has seen.

use serde_json::Value;

/// A field, with the part of the form in which it stands: `"Reason" of PRO-1`.
pub(super) fn named(name: &str, part: Option<&str>) -> String {
    let field = format!("\"{}\"", label(name));
    match part {
        Some(part) => format!("{field} of {}", label(part)),
        None => field,
    }
}

/// What is wrong with an answer of that schema, with the names of its fields in the place of their paths.
pub(super) fn in_words(schema: &Value, wrong: &str) -> String {
    let mut words = String::new();
    // What stands between two such marks is a path, if the schema has it.
    for (at, piece) in wrong.split('`').enumerate() {
        match field_at(schema, piece).filter(|_| at % 2 == 1) {
            Some(field) => words += &field,
            None if at % 2 == 1 => words += &named(piece, None),
            None => words += piece,
        }
    }
    words.replace("missing field ", "nothing stands in ")
}

/// The field to which a path leads, `marks.PRO-1.fallacies[2].words`; of the entries of a list the list is named.
fn field_at(schema: &Value, path: &str) -> Option<String> {
    let (mut at, mut rest) = (schema, path);
    let mut part = None;
    loop {
        // A name may have a dot in it: the longest one that fits is meant.
        let fits = properties(at).filter_map(|(name, field)| {
            let behind = rest.strip_prefix(name.as_str())?;
            let ends = behind.is_empty() || behind.starts_with(['.', '[']);
            ends.then_some((name, field, behind))
        });
        let (name, field, behind) = fits.max_by_key(|(name, _, _)| name.len())?;
        match behind.strip_prefix('.') {
            Some(below) => (at, rest, part) = (field, below, Some(name.as_str())),
            None => return Some(named(name, part)),
        }
    }
}

/// The line of a filled-in form, from 0, of which something wrong is told: that of the field which is named, in the part that
/// is named, or the line that is quoted. The longest name that fits is meant.
pub fn line_of(form: &str, wrong: &str) -> Option<usize> {
    let mut part: Option<&str> = None;
    let mut best: Option<(usize, usize)> = None;
    for (at, line) in form.lines().map(str::trim).enumerate() {
        if let Some(heading) = line.strip_prefix('#') {
            part = Some(heading.trim_start_matches('#').trim());
        }
        let called = line.split([':', '(']).next().unwrap_or(line).trim();
        let alone = format!("\"{called}\"");
        let within = part.map(|part| format!("{alone} of {part}"));
        let quoted = format!("\"{line}\"");
        let told = [Some(alone), within, Some(quoted)].into_iter().flatten();
        let fits = told.filter(|told| told.len() > 2 && wrong.contains(told.as_str()));
        let longest = fits.map(|told| told.len()).max();
        // The first of two that fit as well is meant.
        if let Some(long) = longest.filter(|long| best.is_none_or(|(_, known)| *long > known)) {
            best = Some((at, long));
        }
    }
    best.map(|(at, _)| at)
}

/// The fields of an object, in the order in which they are asked for.
pub(super) fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let fields = schema.get("properties").and_then(Value::as_object);
    fields.into_iter().flatten()
}

/// The name of a field for people: `key_insight` as "Key insight".
pub(super) fn label(name: &str) -> String {
    let plain = name.replace('_', " ");
    let mut letters = plain.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_line_of_a_refused_field_is_found() {
        let form = "## PRO-1\nReason: \nLogic (1 to 10): x\n## PRO-10\nReason: \n# In all\nKey insight: \n";
        for (wrong, line) in [
            ("\"Reason\" of PRO-1 says nothing", Some(1)),
            ("\"Reason\" of PRO-10 says nothing", Some(4)),
            ("\"Logic\" of PRO-1 is \"x\"; it must be a number", Some(2)),
            ("nothing stands in \"Key insight\"", Some(6)),
            ("the form has no part \"PRO-2\"", None),
        ] {
            assert_eq!(line_of(form, wrong), line, "{wrong}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_by_the_names_that_the_form_has() {
        let marks =
            json!({"properties": {"reason": {"type": "string"}, "fallacies": {"type": "array"}}});
        let schema = json!({"properties": {
            "marks": {"properties": {"PRO-1": marks, "J. S. Mill": marks}},
            "key_insight": {"type": "string"},
        }});
        for (wrong, told) in [
            (
                "`marks.PRO-1.reason` says nothing; words are needed there",
                "\"Reason\" of PRO-1 says nothing; words are needed there",
            ),
            (
                "`marks.J. S. Mill.fallacies[1].words` must be a text",
                "\"Fallacies\" of J. S. Mill must be a text",
            ),
            (
                "missing field `key_insight`",
                "nothing stands in \"Key insight\"",
            ),
            ("`no_such_field` is missing", "\"No such field\" is missing"),
            ("It must be one of: a, b", "It must be one of: a, b"),
        ] {
            assert_eq!(in_words(&schema, wrong), told);
        }
    }
}
