//! The outermost object of an answer. An entry of several fields whose name stands in it twice, with something else each
//! time, is left out: nobody knows which was meant, and whoever needs it asks again. JSON by itself takes the last.

use std::{collections::BTreeSet, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Map, Value};

/// The object.
pub(super) struct Outermost(pub(super) Map<String, Value>);

impl<'de> Deserialize<'de> for Outermost {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries).map(Self)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut all = Vec::new();
        while let Some(entry) = entries.next_entry::<String, Value>()? {
            all.push(entry);
        }
        Ok(of(all))
    }
}

/// The object of these entries.
pub(super) fn of(entries: Vec<(String, Value)>) -> Map<String, Value> {
    let mut all = Map::new();
    let mut doubled = BTreeSet::new();
    for (name, value) in entries {
        let before = all.insert(name.clone(), value);
        let again = before.zip(all.get(&name));
        if again.is_some_and(|(one, other)| one.is_object() && *other != one) {
            doubled.insert(name);
        }
    }
    all.retain(|name, _| !doubled.contains(name));
    all
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_that_says_two_things_is_left_out() {
        for (text, read) in [
            (
                r#"{"a": {"vote": "aye"}, "b": {"vote": "no"}}"#,
                json!({"a": {"vote": "aye"}, "b": {"vote": "no"}}),
            ),
            (
                r#"{"a": {"vote": "aye"}, "a": {"vote": "no"}, "b": {"vote": "no"}}"#,
                json!({"b": {"vote": "no"}}),
            ),
            (
                r#"{"a": {"vote": "aye"}, "a": {"vote": "aye"}}"#,
                json!({"a": {"vote": "aye"}}),
            ),
            (
                r#"{"a": {"vote": "aye"}, "a": {"vote": "no"}, "a": {"vote": "aye"}}"#,
                json!({}),
            ),
            // Of texts the last counts, as ever.
            (
                r#"{"reason": "one", "reason": "two"}"#,
                json!({"reason": "two"}),
            ),
        ] {
            let Outermost(all) = serde_json::from_str(text).unwrap();
            assert_eq!(Value::Object(all), read, "{text}");
        }
    }
}
