//! Objects in which each name stands once. Of a name that stands twice, with something else each time, nobody knows what
//! was meant, and JSON by itself would take the last: the answer is asked for again. In the outermost object an entry of
//! several fields is left out then, and whoever needs it asks for it alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value};

/// The outermost object of an answer, and whether an entry was left out of it.
pub(crate) struct Outermost(pub(crate) Map<String, Value>, pub(crate) bool);

impl<'de> Deserialize<'de> for Outermost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = deserializer.deserialize_map(Entries)?;
        let (all, is_doubled) = of(entries).map_err(D::Error::custom)?;
        Ok(Self(all, is_doubled))
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some((name, Inner(value))) = entries.next_entry()? {
            all.push((name, value));
        }
        Ok(all)
    }
}

/// A value within the outermost object.
struct Inner(Value);

impl<'de> Deserialize<'de> for Inner {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(InnerVisitor).map(Self)
    }
}

struct InnerVisitor;

impl<'de> Visitor<'de> for InnerVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Inner(value)) = entries.next_element()? {
            all.push(value);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Value, A::Error> {
        let entries = Entries.visit_map(entries)?;
        unique(entries).map(Value::Object).map_err(A::Error::custom)
    }
}

/// The outermost object of these entries, and whether one was left out.
///
/// # Errors
/// A name stands twice, with something else each time that is no object.
pub(super) fn of(mut entries: Vec<(String, Value)>) -> Result<(Map<String, Value>, bool), String> {
    let mut first = BTreeMap::new();
    let mut doubled = BTreeSet::new();
    for (name, value) in &entries {
        let before: &mut &Value = first.entry(name).or_insert(value);
        if before.is_object() && value.is_object() && *before != value {
            doubled.insert(name.clone());
        }
    }
    entries.retain(|(name, _)| !doubled.contains(name));
    Ok((unique(entries)?, !doubled.is_empty()))
}

/// An object of these entries.
///
/// # Errors
/// A name stands twice, with something else each time.
pub(super) fn unique(entries: Vec<(String, Value)>) -> Result<Map<String, Value>, String> {
    let mut all = Map::new();
    for (name, value) in entries {
        if all.get(&name).is_some_and(|before| *before != value) {
            return Err(format!(
                "`{name}` stands in it twice, with something else each time"
            ));
        }
        all.insert(name, value);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_says_two_things_is_left_out_or_refused() {
        let read = |text: &str| {
            let read: Result<Outermost, _> = serde_json::from_str(text);
            read.map(|Outermost(all, _)| Value::Object(all)).ok()
        };
        for (text, expected) in [
            (
                r#"{"a": {"vote": "aye"}, "b": {"vote": "no"}}"#,
                Some(json!({"a": {"vote": "aye"}, "b": {"vote": "no"}})),
            ),
            (
                r#"{"a": {"vote": "aye"}, "a": {"vote": "no"}, "b": {"vote": "no"}}"#,
                Some(json!({"b": {"vote": "no"}})),
            ),
            (
                r#"{"a": {"vote": "aye"}, "a": {"vote": "aye"}}"#,
                Some(json!({"a": {"vote": "aye"}})),
            ),
            (
                r#"{"a": {"vote": "aye"}, "a": {"vote": "no"}, "a": {"vote": "aye"}}"#,
                Some(json!({})),
            ),
            (
                r#"{"reason": "one", "reason": "one"}"#,
                Some(json!({"reason": "one"})),
            ),
            (r#"{"reason": "one", "reason": "two"}"#, None),
            (r#"{"list": [{"claim": "one", "claim": "two"}]}"#, None),
            (
                r#"{"list": [1, -1, 1.5, true, null, "a", {"b": []}]}"#,
                Some(json!({"list": [1, -1, 1.5, true, null, "a", {"b": []}]})),
            ),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
