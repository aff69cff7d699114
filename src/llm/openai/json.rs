//! JSON as servers write it. What the standard forbids and everybody can tell the meaning of is read all the same: half
//! of a surrogate pair, bare control characters in strings, NaN, numbers beyond all range, and a key that comes a
//! second time with nothing or with more. What is cut or is something else is an error: it is never guessed how a text
//! would have gone on.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Deserializer, Map, Value};

use super::unread::has_words;
use crate::text::json_escape::unit;

/// The values in a text, one after the other.
///
/// # Errors
/// Something in it is no JSON, even read leniently.
pub(super) fn read(text: &str) -> Result<Vec<Value>, serde_json::Error> {
    values(text).or_else(|_| values(&mended(text)))
}

fn values(text: &str) -> Result<Vec<Value>, serde_json::Error> {
    let values = Deserializer::from_str(text).into_iter::<Lossless>();
    values
        .map(|value| value.map(|Lossless(value)| value))
        .collect()
}

/// A value in which no word is lost to a key that comes twice.
struct Lossless(Value);

impl<'de> Deserialize<'de> for Lossless {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(LosslessVisitor).map(Self)
    }
}

struct LosslessVisitor;

impl<'de> Visitor<'de> for LosslessVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Lossless(value)) = all.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut all: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some((name, Lossless(value))) = all.next_entry::<String, Lossless>()? {
            put(&mut fields, name, value).map_err(A::Error::custom)?;
        }
        Ok(fields.into())
    }
}

/// Names of what may be words of an answer: of two such texts under one name neither is dropped.
const WORDED: [&str; 4] = ["content", "text", "output_text", "response"];

/// Puts a value under its name. What stands there already stays, with all that may be words in it: lists go on, objects
/// are made one, and what says nothing takes nothing away.
///
/// # Errors
/// Words stand under the name that would be lost.
fn put(fields: &mut Map<String, Value>, name: String, value: Value) -> Result<(), &'static str> {
    let Some(before) = fields.get_mut(&name) else {
        fields.insert(name, value);
        return Ok(());
    };
    let says_nothing = value.is_null() || value == "";
    match (before, value) {
        // The same again.
        (before, value) if *before == value => {}
        (Value::Array(all), Value::Array(more)) => all.extend(more),
        (Value::Object(all), Value::Object(more)) => {
            for (name, value) in more {
                put(all, name, value)?;
            }
        }
        (Value::String(before), _) if says_nothing && !before.is_empty() => {}
        (Value::Array(_) | Value::Object(_), _) if says_nothing => {}
        (Value::String(before), _) if !before.is_empty() && WORDED.contains(&name.as_str()) => {
            return Err("words stand twice under one name");
        }
        (before @ (Value::Array(_) | Value::Object(_)), _) if has_words(before, false) => {
            return Err("words stand under a name that has something else, too");
        }
        (before, value) => *before = value,
    }
    Ok(())
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
    match escape(rest) {
        Some((length, true)) => as_it_is(length),
        Some((length, false)) => (length, UNREADABLE.into()),
        None => as_it_is(1 + rest.chars().nth(1).map_or(0, char::len_utf8)),
    }
}

/// The stand-in for half of a character.
const UNREADABLE: &str = "\\ufffd";

/// The escape at the beginning, with its second half where it has one: how many bytes it has, and whether it is a whole
/// character.
fn escape(text: &str) -> Option<(usize, bool)> {
    Some(match unit(text)? {
        0xd800..=0xdbff => match text.get(6..).and_then(unit) {
            Some(0xdc00..=0xdfff) => (12, true),
            _ => (6, false),
        },
        0xdc00..=0xdfff => (6, false),
        _ => (6, true),
    })
}

/// The first half of a character at the end of a string, where it is the only one: as it is written.
pub(super) fn half(text: &str) -> Option<String> {
    let mut halves = escapes(text).filter(|(at, unit)| {
        let behind = text.get(at + 6..).unwrap_or_default();
        (0xd800..=0xdbff).contains(unit) && behind.starts_with('"')
    });
    let (at, _) = halves.next()?;
    let only = halves.next().is_none();
    text.get(at..at + 6).filter(|_| only).map(str::to_owned)
}

/// The text with this first half of a character put before the second, at the beginning of a string in it; `None` where
/// there is none, or more than one.
pub(super) fn joined(half: &str, text: &str) -> Option<String> {
    let mut halves = escapes(text).filter(|(at, unit)| {
        let before = text.get(..*at).unwrap_or_default();
        (0xdc00..=0xdfff).contains(unit) && before.ends_with('"')
    });
    let (at, _) = halves.next()?;
    let only = halves.next().is_none();
    let (before, behind) = text.split_at_checked(at).filter(|_| only)?;
    Some([before, half, behind].concat())
}

/// The text with each escape of half a character as one of the character that stands for what cannot be read, in
/// strings or not: where those are is not known of what a model says.
pub(crate) fn whole_characters(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut from = 0;
    let mut read = 0;
    for (at, _) in escapes(text) {
        let found = text.get(at..).filter(|_| at >= read).and_then(escape);
        let Some((length, is_whole)) = found else {
            continue;
        };
        read = at + length;
        if !is_whole {
            out.push_str(text.get(from..at).unwrap_or_default());
            out.push_str(UNREADABLE);
            from = read;
        }
    }
    if from == 0 {
        return text.into();
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out.into()
}

/// The escapes `\uXXXX` of a text, and where they stand.
fn escapes(text: &str) -> impl Iterator<Item = (usize, u16)> {
    let found = text.match_indices("\\u");
    found.filter_map(|(at, _)| {
        let (before, rest) = text.split_at_checked(at)?;
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        unit(rest)
            .filter(|_| backslashes % 2 == 0)
            .map(|unit| (at, unit))
    })
}

/// The beginning of the rest, between strings: how many bytes of it, and what stands for them.
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
                r#"{"c": "x", "c": "", "d": "", "d": "y", "e": "z", "e": null, "f": 1, "f": 2}"#,
                json!([{"c": "x", "d": "y", "e": "z", "f": 2}]),
            ),
            (
                r#"{"a": [{"content": "x"}], "a": [], "b": {}, "b": {"text": "y"}, "c": ["z"], "c": null}"#,
                json!([{"a": [{"content": "x"}], "b": {"text": "y"}, "c": ["z"]}]),
            ),
            (
                r#"{"a": [1], "a": [2], "b": {"c": {"d": "x"}}, "b": {"c": {"e": "y"}, "f": 1}}"#,
                json!([{"a": [1, 2], "b": {"c": {"d": "x", "e": "y"}, "f": 1}}]),
            ),
            (
                r#"{"a": ["x"], "a": ["x"], "n": {"m": 1}, "n": {"m": 2}}"#,
                json!([{"a": ["x"], "n": {"m": 2}}]),
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
            r#"{"content": "x", "content": "y"}"#,
            r#"{"delta": {"content": "x"}, "delta": {"content": "y"}}"#,
            r#"{"content": "x", "content": ["y"]}"#,
            r#"{"choices": [{"content": "some words"}], "choices": 1}"#,
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
