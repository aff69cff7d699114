//! Texts of records, filtered: what a journal from elsewhere holds, or one that a version has written which let through
//! more, is shown without what nobody sees.

use serde_json::Value;

use crate::{debate::event::Event, text::sanitize::sanitize_piece};

/// The event of a record's body. Where a text of it holds what nobody sees, it is filtered; what this version has written
/// is read as it was written.
pub(super) fn event(body: &str) -> serde_json::Result<Event> {
    // What JSON escapes is a line break, or a character that no text has.
    if !body.contains("\\u") && (body.is_ascii() || sanitize_piece(body) == body) {
        return serde_json::from_str(body);
    }
    let mut value: Value = serde_json::from_str(body)?;
    clean(&mut value);
    serde_json::from_value(value)
}

/// Filters every text of a value, and every name of a field. A text may be a piece of a speech.
pub(super) fn clean(value: &mut Value) {
    let is_plain = |text: &str| {
        text.bytes()
            .all(|byte| byte == b'\n' || (b' '..=b'~').contains(&byte))
    };
    match value {
        Value::String(text) => {
            if !is_plain(text) {
                *text = sanitize_piece(text);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(clean),
        Value::Object(fields) => {
            if fields.keys().all(|key| is_plain(key)) {
                fields.values_mut().for_each(clean);
            } else {
                let old = std::mem::take(fields);
                fields.extend(old.into_iter().map(|(key, mut value)| {
                    clean(&mut value);
                    (sanitize_piece(&key), value)
                }));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sanitize::sanitize;

    fn read(text: &str) -> String {
        let body = format!("{{\"event\":\"notice\",\"text\":\"{text}\"}}");
        let read = serde_json::to_value(event(&body).unwrap()).unwrap();
        read["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn what_nobody_sees_is_filtered_however_it_is_written() {
        for (text, kept) in [
            ("a caf\u{e9} \u{2014} \u{201c}so\u{201d}", "a café — “so”"),
            ("a\u{ad}b\u{115f}c\u{e0041}d", "abcd"),
            ("a\u{200b}b\u{200d}c", "abc"),
            ("a\\u00adb\\u202ec", "abc"),
            ("a\\u001b[2Jb", "ab"),
            ("two\\nlines", "two\nlines"),
        ] {
            assert_eq!(read(text), kept, "{text}");
        }
    }

    proptest::proptest! {
        /// A text that was filtered, and journaled in pieces.
        #[test]
        fn what_was_written_is_read_as_it_was_written(
            letters in proptest::collection::vec(
                proptest::sample::select(vec![
                    'a', ' ', '\u{e9}', '\u{200c}', '\u{200d}', '\u{fe0f}', '\u{645}', '\u{1f468}', '\u{915}', '\u{180b}', '\u{ad}',
                ]),
                0..24,
            ),
            at in 0..24_usize,
        ) {
            let text = sanitize(&letters.into_iter().collect::<String>());
            let cut = text.char_indices().nth(at).map_or(text.len(), |(at, _)| at);
            let (before, behind) = text.split_at(cut);
            proptest::prop_assert_eq!(read(before) + &read(behind), text);
        }
    }
}
