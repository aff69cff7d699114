//! A document with its faults mended, so that it can be asked what else is wrong with it. Nothing of a mended document
//! is ever used: whoever wrote the file is told everything at once, and that is all.
//!
//! What was meant nobody knows, so whatever could stand in the place of a fault does so in one of several documents.
//! What is wrong with all of them does not come from the fault.

use std::{borrow::Cow, ops::Range};

use serde_json::Value;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    check::is_plain_name,
    document::{Field, Step, TomlDocument},
    schema::{choices, required, resolved, types, words},
};

/// The most documents that are made of one.
const MOST: usize = 48;
/// The longest text of which a part may be a name, in bytes.
const NAME: usize = 24;
/// The greatest depth to which tables are made up.
const DEEP: usize = 4;
/// A fault of shape.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The path of the field.
    pub(super) field: Field,
    /// The place of the value in the text, in bytes.
    pub(super) span: Range<usize>,
    /// The fault, in words.
    pub(super) message: String,
    /// The expectation that the value fails.
    pub(super) expected: String,
    /// The mends that could stand there instead; none where no mend is known.
    pub(super) mends: Vec<Mend>,
}

/// A mend: what stands in the place of a fault while the rest is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mend {
    /// Nothing.
    Leave,
    /// The same value, under this name.
    Name(String),
    /// The given value, as TOML has it.
    Put(String),
    /// A text: any, or a name that the rest of the document has somewhere.
    Text,
    /// The first so many entries of the list.
    Shorten(u64),
    /// The same value, as the only entry of a list.
    Wrap,
}

/// The mends for a value of the type `schema`, within the schema `root`.
pub(super) fn instead(root: &Value, schema: &Value, is_needed: bool) -> Vec<Mend> {
    let left = (!is_needed).then_some(Mend::Leave);
    let is_list = types(resolved(root, schema)).contains(&"array");
    let wrapped = is_list.then_some(Mend::Wrap);
    let is_text = |value: &String| value == TEXT;
    let values = values(root, schema, 0).into_iter().map(|value| {
        if is_text(&value) {
            Mend::Text
        } else {
            Mend::Put(value)
        }
    });
    left.into_iter().chain(values).chain(wrapped).collect()
}

/// A text like any other, as TOML has it.
const TEXT: &str = "\"x\"";
/// Texts like any other, one of which fits whatever it is held against.
const TEXTS: [&str; 2] = ["x", "*"];

/// Values of a type, as TOML has them: every word of which it may be one, both ends of its range, of a table one with
/// each of what its fields may be.
fn values(root: &Value, schema: &Value, depth: usize) -> Vec<String> {
    let schema = resolved(root, schema);
    let words = words(schema);
    if !words.is_empty() {
        return words.iter().map(|word| format!("\"{word}\"")).collect();
    }
    if depth > DEEP {
        return Vec::new();
    }
    if let Some(choices) = choices(schema) {
        let all = choices.iter();
        return all
            .flat_map(|choice| values(root, choice, depth + 1))
            .collect();
    }
    let end = |end: &str, usual: &str| {
        let number = schema.get(end).map(Value::to_string);
        number.unwrap_or_else(|| usual.to_owned())
    };
    let of_type = |name: &str| match name {
        "string" => vec![TEXT.to_owned()],
        "boolean" => vec!["false".to_owned(), "true".to_owned()],
        // Of many seats all that are spoken of can be told: what is told is of the first document.
        "integer" | "number" => vec![end("maximum", "1"), end("minimum", "0")],
        "array" => {
            let entry = schema.get("items");
            let entries = entry.map_or_else(Vec::new, |entry| values(root, entry, depth + 1));
            let one = entries.into_iter().map(|entry| format!("[{entry}]"));
            ["[]".to_owned()].into_iter().chain(one).collect()
        }
        "object" => tables(root, schema, depth + 1),
        _ => Vec::new(),
    };
    types(schema).into_iter().flat_map(of_type).collect()
}

/// Tables with all that one must have.
fn tables(root: &Value, schema: &Value, depth: usize) -> Vec<String> {
    let field = |name: &str| {
        let of_field = schema.get("properties").and_then(|all| all.get(name));
        of_field.map_or_else(Vec::new, |one| values(root, one, depth))
    };
    let fields: Vec<(&str, Vec<String>)> = required(schema)
        .into_iter()
        .map(|name| (name, field(name)))
        .collect();
    let many = fields.iter().map(|(_, values)| values.len());
    if many.clone().any(|many| many == 0) {
        return Vec::new();
    }
    (0..many.max().unwrap_or(1))
        .map(|number| {
            let fields = fields.iter().filter_map(|(name, values)| {
                let value = values.get(number % values.len())?;
                Some(format!("{name} = {value}"))
            });
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        })
        .collect()
}

/// The mends for a fault at the place `steps` that no schema tells of.
pub(super) fn instead_at(root: &Value, steps: &[Step]) -> Vec<Mend> {
    let mut schema = root;
    let mut is_needed = true;
    for step in steps {
        let here = resolved(root, schema);
        let kinds = choices(here).map_or_else(|| vec![here], |all| all.iter().collect());
        let mut kinds = kinds.into_iter().map(|kind| resolved(root, kind));
        let found = match step {
            Step::Key(key) => kinds.find_map(|kind| {
                let known = kind.get("properties").and_then(|all| all.get(key));
                let any = kind.get("additionalProperties");
                is_needed = required(kind).contains(&key.as_str());
                known.or(any.filter(|any| any.is_object()))
            }),
            Step::Index(_) => {
                is_needed = true;
                kinds.find_map(|kind| kind.get("items"))
            }
        };
        let Some(found) = found else {
            return Vec::new();
        };
        schema = found;
    }
    instead(root, schema, is_needed)
}

/// The texts of the document that could be names, and their parts that could: `prop` of `prop.1`.
pub(super) fn names(table: &DeTable<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for (_, value) in table {
        names_in(value.get_ref(), &mut found);
    }
    found
}

fn names_in(value: &DeValue<'_>, found: &mut Vec<String>) {
    match value {
        DeValue::String(text) if text.len() <= NAME => {
            for name in text.split([' ', '.']).filter(|name| is_plain_name(name)) {
                if found.len() < MOST && !found.iter().any(|one| one == name) {
                    found.push(name.to_owned());
                }
            }
        }
        DeValue::Array(list) => list.iter().for_each(|one| names_in(one.get_ref(), found)),
        DeValue::Table(table) => table
            .values()
            .for_each(|one| names_in(one.get_ref(), found)),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Boolean(_)
        | DeValue::Datetime(_) => {}
    }
}

/// The number of documents that it takes for each mend of each fault to be in one.
pub(super) fn documents(faults: &[Fault], names: &[String]) -> usize {
    let many = faults.iter().map(|fault| all(fault, names).count());
    many.max().unwrap_or(1).min(MOST)
}

/// The mends of a fault, one by one.
fn all<'f>(fault: &'f Fault, names: &'f [String]) -> impl Iterator<Item = (&'f Mend, &'f str)> {
    fault.mends.iter().flat_map(move |mend| {
        let names: &[String] = if *mend == Mend::Text { names } else { &[] };
        let names = names.iter().map(String::as_str);
        let texts = if *mend == Mend::Text {
            TEXTS.as_slice()
        } else {
            &["x"]
        };
        let texts = texts.iter().copied().chain(names);
        texts.map(move |text| (mend, text))
    })
}

/// Mends every fault in one of the ways in which it can be. Nothing is to be asked of a document where one cannot: what
/// is missing of it is missed everywhere.
///
/// # Errors
/// There is a fault that cannot be mended.
pub(super) fn mend<'i>(
    document: &mut TomlDocument<'i>,
    faults: &'i [Fault],
    names: &'i [String],
    number: usize,
) -> Result<(), ()> {
    for fault in faults {
        let ways = all(fault, names).count().max(1);
        let (mend, name) = all(fault, names).nth(number % ways).ok_or(())?;
        let table = document.table_mut();
        let (last, above) = fault.field.steps().split_last().ok_or(())?;
        if let Mend::Shorten(most) = mend {
            let most = usize::try_from(*most).map_err(|_| ())?;
            let value = follow(table, fault.field.steps()).ok_or(())?;
            let DeValue::Array(entries) = value.get_mut() else {
                return Err(());
            };
            let all = std::mem::replace(entries, [].into_iter().collect());
            *entries = all.into_iter().take(most).collect();
            continue;
        }
        let value = match mend {
            Mend::Put(text) => Some(DeValue::parse(text).map_err(|_| ())?),
            Mend::Text => Some(Spanned::new(0..0, DeValue::String(Cow::Borrowed(name)))),
            Mend::Leave | Mend::Name(_) | Mend::Shorten(_) | Mend::Wrap => None,
        };
        let Step::Key(key) = last else {
            // Whatever stands behind it has to stay where it is.
            let place = follow(table, fault.field.steps()).ok_or(())?;
            *place = match value {
                Some(value) => value,
                None if *mend == Mend::Wrap => wrapped(place.clone()),
                None => return Err(()),
            };
            continue;
        };
        let table = match follow(table, above).map(Spanned::get_mut) {
            Some(DeValue::Table(table)) => table,
            None if above.is_empty() => document.table_mut(),
            Some(_) | None => return Err(()),
        };
        let before = table.remove(key.as_str());
        let key = if let Mend::Name(name) = mend {
            name
        } else {
            key
        };
        let value = match mend {
            Mend::Name(_) => before,
            Mend::Wrap => before.map(wrapped),
            Mend::Leave | Mend::Put(_) | Mend::Text | Mend::Shorten(_) => value,
        };
        if let Some(value) = value {
            table.insert(Spanned::new(0..0, Cow::Borrowed(key.as_str())), value);
        }
    }
    Ok(())
}

/// A list of one entry.
fn wrapped(entry: Spanned<DeValue<'_>>) -> Spanned<DeValue<'_>> {
    let span = entry.span();
    Spanned::new(span, DeValue::Array([entry].into_iter().collect()))
}

/// Whether a fault of meaning only follows from a fault of shape: it is told of the same place, or of one in it; or of
/// the table that has a field of which nobody knows what was meant, and which may be the one that is missed.
pub(super) fn follows(finding: &str, faults: &[Fault]) -> bool {
    faults.iter().any(|fault| {
        let place = fault.field.to_string();
        let is_unknown = fault.mends == [Mend::Leave];
        let name = place.strip_prefix(finding).filter(|_| is_unknown);
        let is_of_table = name.is_some_and(|name| name.rfind(['.', '[']) == Some(0));
        is_of_table || lies_in(finding, &place)
    })
}

/// Whether a fault lies in a place.
pub(super) fn holds(place: &str, faults: &[Fault]) -> bool {
    let mut faults = faults.iter();
    faults.any(|fault| lies_in(&fault.field.to_string(), place))
}

/// Whether a place is another one, or lies in it.
pub(super) fn lies_in(inner: &str, outer: &str) -> bool {
    inner
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The value at the end of these steps.
fn follow<'t, 'i>(
    table: &'t mut DeTable<'i>,
    steps: &[Step],
) -> Option<&'t mut Spanned<DeValue<'i>>> {
    let (Step::Key(first), rest) = steps.split_first()? else {
        return None;
    };
    let mut found = table.get_mut(first.as_str())?;
    for step in rest {
        found = match (step, found.get_mut()) {
            (Step::Key(key), DeValue::Table(table)) => table.get_mut(key.as_str())?,
            (Step::Index(index), DeValue::Array(list)) => list.get_mut(*index)?,
            (Step::Key(_) | Step::Index(_), _) => return None,
        };
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_lies_in_itself_and_in_what_holds_it() {
        for (inner, outer, lies) in [
            ("a", "a", true),
            ("a.b", "a", true),
            ("a[0].b", "a", true),
            ("ab", "a", false),
            ("a", "a.b", false),
        ] {
            assert_eq!(lies_in(inner, outer), lies, "{inner} {outer}");
        }
    }
}
