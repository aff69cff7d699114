//! JSON as servers write it. What the standard forbids and everybody can tell the meaning of is read all the same: half of
//! a surrogate pair, bare control characters in strings, NaN, and numbers beyond all range. What is cut or is something
//! else is an error: it is never guessed how a text would have gone on.

use std::borrow::Cow;

use serde_json::{Deserializer, Value};

/// The values in a text, one after the other.
///
/// # Errors
/// Something in it is no JSON, even read leniently.
pub(super) fn read(text: &str) -> Result<Vec<Value>, serde_json::Error> {
    values(text).or_else(|_| values(&mended(text)))
}

fn values(text: &str) -> Result<Vec<Value>, serde_json::Error> {
    Deserializer::from_str(text).into_iter().collect()
}

/// The text with what is harmless put right.
pub(super) fn mended(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    let mut in_string = false;
    while let Some(first) = rest.chars().next() {
        let (length, put) = if in_string {
            in_a_string(rest, first)
        } else {
            outside(rest, first)
        };
        // One behind a backslash has been taken together with it.
        in_string ^= first == '"';
        out.push_str(&put);
        rest = rest.get(length..).unwrap_or_default();
    }
    out
}

/// The beginning of the rest, within a string: how many bytes of it, and what stands for them.
fn in_a_string(rest: &str, first: char) -> (usize, Cow<'_, str>) {
    let as_it_is = |length: usize| (length, rest.get(..length).unwrap_or_default().into());
    if first.is_control() && first.is_ascii() {
        let escaped = format!("\\u{:04x}", u32::from(first));
        return (first.len_utf8(), escaped.into());
    }
    if first != '\\' {
        return as_it_is(first.len_utf8());
    }
    match unit(rest) {
        Some(0xd800..=0xdbff) => match unit(rest.get(6..).unwrap_or_default()) {
            Some(0xdc00..=0xdfff) => as_it_is(12),
            _ => (6, "\\ufffd".into()),
        },
        Some(0xdc00..=0xdfff) => (6, "\\ufffd".into()),
        Some(_) => as_it_is(6),
        None => as_it_is(1 + rest.chars().nth(1).map_or(0, char::len_utf8)),
    }
}

/// The code unit that an escape `\uXXXX` at the beginning stands for.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let are_digits = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u16::from_str_radix(digits, 16).ok().filter(|_| are_digits)
}

/// The same between strings.
fn outside(rest: &str, first: char) -> (usize, Cow<'_, str>) {
    let of_a_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let length = rest
        .find(|c: char| !of_a_word(c))
        .unwrap_or(rest.len())
        .max(first.len_utf8());
    let word = rest.get(..length).unwrap_or_default();
    let put = match word {
        "NaN" | "Infinity" | "+Infinity" | "-Infinity" | "inf" | "-inf" => "null",
        _ if first == '-' && is_beyond_range(word) => "-1e308",
        _ if first.is_ascii_digit() && is_beyond_range(word) => "1e308",
        _ => word,
    };
    (length, put.into())
}

fn is_beyond_range(word: &str) -> bool {
    word.parse().is_ok_and(|number: f64| number.is_infinite())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_servers_write_is_read() {
        let table = [
            (r#"{"a": 1}"#, json!([{"a": 1}])),
            (r#"{"a": 1} {"b": 2}"#, json!([{"a": 1}, {"b": 2}])),
            ("", json!([])),
            (
                r#""cut \ud83d, rest \ude00, whole \ud83d\ude00""#,
                json!(["cut \u{fffd}, rest \u{fffd}, whole 😀"]),
            ),
            (r#""\ud83d\ud83d\ude00""#, json!(["\u{fffd}😀"])),
            (r#""\ud83dx\\ud83d""#, json!(["\u{fffd}x\\ud83d"])),
            (r#""\uD800""#, json!(["\u{fffd}"])),
            ("\"tab\tnul\0line\n\"", json!(["tab\tnul\0line\n"])),
            (
                "[NaN, -Infinity, 1e999, -1e999, 5]",
                json!([[null, null, 1e308, -1e308, 5]]),
            ),
            (
                r#"{"NaN": "1e999 \" Infinity"}"#,
                json!([{"NaN": "1e999 \" Infinity"}]),
            ),
            (
                r#"{"n": NaN, "é": "\ud800é"}"#,
                json!([{"n": null, "é": "\u{fffd}é"}]),
            ),
        ];
        for (text, expected) in table {
            assert_eq!(json!(read(text).unwrap()), expected, "{text}");
        }
        let deep = "[".repeat(100_000);
        for text in [
            "oops",
            r#"{"a": "cut"#,
            r#"{"a": "\ud83"#,
            r#""\x""#,
            "{'a': 1}",
            &deep,
        ] {
            assert!(read(text).is_err(), "{}", text.get(..8).unwrap_or(text));
        }
    }

    proptest! {
        #[test]
        fn what_is_right_stays_as_it_is(text in "[\\PC\"\\\\\u{0}\u{1f600}]{0,20}", number: f64) {
            prop_assume!(number.is_finite());
            let value = json!({"text": text, "number": number});
            let written = value.to_string();
            prop_assert_eq!(mended(&written), written.clone());
            prop_assert_eq!(read(&written).unwrap(), vec![value]);
        }

        #[test]
        fn nothing_makes_it_panic(text in "[\\PC\"\\\\u0-9a-fA-FdD{}:,\n\u{0}-]{0,40}") {
            let _ = read(&text);
        }
    }
}
