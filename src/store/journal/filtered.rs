//! Texts of records, filtered: what a journal from elsewhere holds, or one that was written by a version which let through
//! more, must not reach a terminal.

use serde_json::Value;

use crate::{debate::event::Event, text::sanitize::sanitize};

/// The event of a record's body. Where a text of it holds what nobody sees, it is filtered.
pub(super) fn event(body: &str) -> serde_json::Result<Event> {
    // What JSON escapes is a line break, or a character that no text has.
    if body.is_ascii() && !body.contains("\\u") || !body.contains("\\u") && sanitize(body) == body {
        return serde_json::from_str(body);
    }
    let mut value: Value = serde_json::from_str(body)?;
    clean(&mut value);
    serde_json::from_value(value)
}

/// Filters every text of a value, and every name of a field.
pub(super) fn clean(value: &mut Value) {
    match value {
        Value::String(text) => {
            if !text
                .bytes()
                .all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte))
            {
                *text = sanitize(text);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(fields) => {
            if fields.keys().all(|key| sanitize(key) == *key) {
                fields.values_mut().for_each(clean);
            } else {
                let old = std::mem::take(fields);
                fields.extend(old.into_iter().map(|(key, mut value)| {
                    clean(&mut value);
                    (sanitize(&key), value)
                }));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_filtered_however_it_is_written() {
        for (text, kept) in [
            ("a caf\u{e9} \u{2014} \u{201c}so\u{201d}", "a café — “so”"),
            ("a\u{ad}b\u{115f}c\u{e0041}d", "abcd"),
            ("a\\u00adb\\u202ec", "abc"),
            ("a\\u001b[2Jb", "ab"),
            ("two\\nlines", "two\nlines"),
        ] {
            let body = format!("{{\"event\":\"notice\",\"text\":\"{text}\"}}");
            let expected = Event::Notice {
                text: kept.to_owned(),
            };
            assert_eq!(event(&body).unwrap(), expected, "{text}");
        }
    }
}
