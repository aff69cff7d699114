//! A TOML text as a tree that knows where everything stands, and the names of the places in it.
//! It knows nothing of what the files mean.

use std::{borrow::Cow, fmt, ops::Range};

use serde::de::DeserializeOwned;
use serde_json::Value;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::brackets;
use crate::text::sanitize::sanitize;

/// The number of syntax faults reported at the most: later ones mostly follow from the first.
const FAULTS_OF_SYNTAX: usize = 5;

/// The parser's message for a name that stands there twice.
const DUPLICATE: &str = "duplicate key";

/// One step from a table or a list to what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Index(usize),
}

/// A place in a document: `phases[1].turns[0].seats`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Field(Vec<Step>);

impl Field {
    /// The path of the document itself.
    pub fn root() -> Self {
        Self::default()
    }

    /// The place at the top under `key`.
    pub fn of(key: &str) -> Self {
        Self::root().key(key)
    }

    /// The place below this one under `key`.
    pub fn key(&self, key: &str) -> Self {
        self.with(Step::Key(key.to_owned()))
    }

    /// The place below this one at position `index`, from 0.
    pub fn at(&self, index: usize) -> Self {
        self.with(Step::Index(index))
    }

    /// The way to it.
    pub(super) fn steps(&self) -> &[Step] {
        &self.0
    }

    fn with(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if position == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// The reason why no value of a type could be made, with the path of the field.
pub(super) type Unread = serde_path_to_error::Error<serde_json::Error>;

/// A parsed text.
#[derive(Debug)]
pub struct TomlDocument<'i> {
    root: Spanned<DeTable<'i>>,
}

impl<'i> TomlDocument<'i> {
    /// Parses a text; the first faults that the parser can tell apart are reported.
    pub fn parse(source: &'i str) -> Result<Self, Vec<toml::de::Error>> {
        let (root, mut errors) = DeTable::parse_recoverable(source);
        if errors.is_empty() {
            return Ok(Self { root });
        }
        errors.sort_by_key(|error| error.span().map(|span| span.start));
        // A bracket that is missing, or one too many, makes everything behind it look wrong.
        errors.truncate(if brackets::are_balanced(source) {
            FAULTS_OF_SYNTAX
        } else {
            1
        });
        Err(errors)
    }

    /// Parses as much of a text as can be told apart, whatever is wrong with it. A name that stands there twice has its
    /// first value.
    pub fn recovered(source: &'i str) -> Self {
        let (root, _) = DeTable::parse_recoverable(source);
        Self { root }
    }

    /// Whether all that is wrong is names that stand there twice: what else there is can be told apart.
    pub(super) fn are_duplicates(errors: &[toml::de::Error]) -> bool {
        errors.iter().all(|error| error.message() == DUPLICATE)
    }

    /// The root table.
    pub(super) fn table(&self) -> &DeTable<'i> {
        self.root.get_ref()
    }

    /// The root table, to be changed.
    pub(super) fn table_mut(&mut self) -> &mut DeTable<'i> {
        self.root.get_mut()
    }

    /// The span of a place's name; of the place itself, where the name is missing or the place has none.
    pub(super) fn name_span(&self, field: &Field) -> Range<usize> {
        let name = field.0.split_last().and_then(|(last, above)| {
            let Step::Key(name) = last else { return None };
            let table = self.table_at(&Field(above.to_vec()))?;
            let (key, _) = table.get_key_value(name.as_str())?;
            Some(key.span())
        });
        name.unwrap_or_else(|| self.span(field))
    }

    /// The span of a place; where the place is missing, of what should have held it.
    pub fn span(&self, field: &Field) -> Range<usize> {
        self.along(field).last().map_or(0..0, Spanned::span)
    }

    /// The table at a place.
    fn table_at(&self, field: &Field) -> Option<&DeTable<'i>> {
        match field.0.len().checked_sub(1) {
            Some(last) => self.along(field).nth(last)?.get_ref().as_table(),
            None => Some(self.root.get_ref()),
        }
    }

    /// The string at a place, as it was written: nothing is filtered in the name of a file that is to be opened.
    pub fn string(&self, field: &Field) -> Option<&str> {
        let last = field.0.len().checked_sub(1)?;
        self.along(field).nth(last)?.get_ref().as_str()
    }

    /// The values on the way to a place, one for each step, as far as they are there.
    fn along<'a>(&'a self, field: &Field) -> impl Iterator<Item = &'a Spanned<DeValue<'i>>> {
        let mut table = Some(self.root.get_ref());
        let mut value: Option<&DeValue<'i>> = None;
        field.0.iter().map_while(move |step| {
            let found: &Spanned<DeValue<'i>> = match step {
                Step::Key(key) => table?.get(key.as_str())?,
                Step::Index(index) => value?.as_array()?.get(*index)?,
            };
            value = Some(found.get_ref());
            table = found.get_ref().as_table();
            Some(found)
        })
    }

    /// The names in the table at a place; none where there is no table.
    pub fn names(&self, field: &Field) -> Vec<String> {
        let names = self.table_at(field).into_iter().flat_map(DeTable::keys);
        names.map(|name| name.get_ref().to_string()).collect()
    }

    /// Filters every string for the terminal and takes the white space off its ends.
    pub(super) fn clean(&mut self) {
        clean_table(self.root.get_mut());
    }

    /// A value of a type. All types are read from values of JSON, because a copy of serde's code is made for each type
    /// and each thing that it is read from; the places are looked up by the field.
    ///
    /// # Errors
    /// What is wrong, with the path of the field.
    pub(super) fn read<T: DeserializeOwned>(self) -> Result<T, Unread> {
        serde_path_to_error::deserialize(value_of_table(self.root.into_inner()))
    }
}

fn value_of_table(table: DeTable<'_>) -> Value {
    let fields = table.into_iter();
    fields
        .map(|(name, value)| (name.into_inner().into_owned(), value_of(value.into_inner())))
        .collect()
}

fn value_of(value: DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.into_owned()),
        DeValue::Integer(number) => {
            let (text, radix) = (number.as_str(), number.radix());
            i64::from_str_radix(text, radix).map_or_else(|_| float(text), Value::from)
        }
        DeValue::Float(number) => float(number.as_str()),
        DeValue::Boolean(is) => Value::Bool(is),
        DeValue::Datetime(date) => Value::String(date.to_string()),
        DeValue::Array(list) => list
            .into_iter()
            .map(|item| value_of(item.into_inner()))
            .collect(),
        DeValue::Table(table) => value_of_table(table),
    }
}

/// A number that has no place among whole ones.
fn float(text: &str) -> Value {
    Value::from(text.parse::<f64>().unwrap_or(f64::NAN))
}

fn clean_table(table: &mut DeTable<'_>) {
    for (_, value) in table.iter_mut() {
        clean_value(value.get_mut());
    }
}

fn clean_value(value: &mut DeValue<'_>) {
    match value {
        DeValue::String(text) => {
            let harmless = |byte: &u8| *byte == b'\n' || (b' '..=b'~').contains(byte);
            let trimmed = text.trim();
            if trimmed.len() != text.len() || !text.bytes().all(|byte| harmless(&byte)) {
                let cleaned = sanitize(trimmed).trim().to_owned();
                *text = Cow::Owned(cleaned);
            }
        }
        DeValue::Array(list) => {
            for item in list.iter_mut() {
                clean_value(item.get_mut());
            }
        }
        DeValue::Table(table) => clean_table(table),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_and_a_missing_one_points_at_its_holder() {
        let source = "a = 1\n[[phases]]\nid = \"x\"\nturns = [{ seats = \"nobody\" }]\n";
        let document = TomlDocument::parse(source).unwrap();
        let turn = Field::of("phases").at(0).key("turns").at(0);
        assert_eq!(turn.key("seats").to_string(), "phases[0].turns[0].seats");
        assert_eq!(&source[document.span(&turn.key("seats"))], "\"nobody\"");
        assert_eq!(
            &source[document.span(&turn.key("minutes"))],
            "{ seats = \"nobody\" }"
        );
        assert_eq!(
            &source[document.span(&Field::of("phases").at(0).key("name"))],
            "[[phases]]"
        );
    }

    #[test]
    fn strings_are_filtered_wherever_they_stand() {
        let source = "a = \"x\\u001b[2Jy \"\nb = [{ c = \"\\u202ez\" }]\n";
        let mut document = TomlDocument::parse(source).unwrap();
        document.clean();
        assert_eq!(document.table()["a"].get_ref().as_str(), Some("xy"));
        let inner = document.table()["b"].get_ref()[0].get_ref()["c"].get_ref();
        assert_eq!(inner.as_str(), Some("z"));
    }

    #[test]
    fn several_errors_of_syntax_are_reported_and_not_all_that_follow() {
        assert!(
            TomlDocument::parse("a = \nb = 1\nc = = 2\n")
                .unwrap_err()
                .len()
                >= 2
        );
        let many = format!("a = {}", "[".repeat(1_000));
        let told = TomlDocument::parse(&many).unwrap_err();
        assert_eq!(told.len(), 1, "one bracket after the other is not closed");
        let brace = "a = [\n  {b = 1},\n  {b = 2,\n  {b = 3},\n]\nc = 1\nc = 2\n";
        assert_eq!(TomlDocument::parse(brace).unwrap_err().len(), 1);
        let lines = "a = x\n".repeat(9);
        let told = TomlDocument::parse(&lines).unwrap_err();
        assert_eq!(told.len(), FAULTS_OF_SYNTAX);
    }
}
