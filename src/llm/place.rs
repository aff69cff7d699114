//! Places in a schema, for whoever goes through a value of it: whole, or while it comes.

use serde_json::Value;

use crate::shape::{MAY_BE_EMPTY, READ_APART};

/// A place in a schema, as far as the schema says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a>(Option<&'a Value>);

impl<'a> Place<'a> {
    /// The whole schema.
    pub(super) fn of(schema: &'a Value) -> Self {
        Self(Some(schema))
    }

    /// The place of which the schema says nothing.
    pub(super) fn nowhere() -> Self {
        Self(None)
    }

    /// The place under this name.
    pub(super) fn property(self, name: &str) -> Self {
        let properties = self.0.and_then(|schema| schema.get("properties"));
        Self(properties.and_then(|all| all.get(name)))
    }

    /// The names of what stands there.
    pub(super) fn names(self) -> Vec<&'a str> {
        let properties = self
            .0
            .and_then(|schema| schema.get("properties")?.as_object());
        properties.map_or_else(Vec::new, |all| all.keys().map(String::as_str).collect())
    }

    /// The place of each entry of a list.
    pub(super) fn entry(self) -> Self {
        Self(self.0.and_then(|schema| schema.get("items")))
    }

    /// The values that there are to choose from.
    pub(super) fn choices(self) -> Option<&'a [Value]> {
        let values = self.0?.get("enum")?.as_array()?;
        Some(values)
    }

    /// The kind of value, where there is one.
    pub(super) fn kind(self) -> Option<&'a str> {
        self.0?.get("type")?.as_str()
    }

    /// All kinds of value that may stand there; none where the schema says nothing of them.
    pub(super) fn kinds(self) -> Vec<&'a str> {
        match self.0.and_then(|schema| schema.get("type")) {
            Some(Value::String(kind)) => vec![kind],
            Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a text may stand there.
    pub(super) fn takes_text(self) -> bool {
        self.kinds().contains(&"string")
    }

    /// Whether it is a text, and nothing else.
    pub(super) fn is_text(self) -> bool {
        self.kind() == Some("string")
    }

    /// Whether a text may say nothing there.
    pub(super) fn may_be_empty(self) -> bool {
        self.has(MAY_BE_EMPTY)
    }

    /// Whether what stands there is read entry by entry.
    pub(super) fn is_read_apart(self) -> bool {
        self.has(READ_APART)
    }

    fn has(self, mark: &str) -> bool {
        let mark = self.0.and_then(|schema| schema.get(mark));
        mark.and_then(Value::as_bool).unwrap_or_default()
    }

    /// Whether there may be nothing in its place.
    pub(super) fn may_be_absent(self) -> bool {
        let kinds = self.0.and_then(|schema| schema.get("type")?.as_array());
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"))
    }

    /// A bound of that name.
    pub(super) fn bound(self, name: &str) -> Option<usize> {
        usize::try_from(self.0?.get(name)?.as_u64()?).ok()
    }
}
