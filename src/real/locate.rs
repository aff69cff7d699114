//! The place of a field in a JSON text: the text is read once more, and the reading stops there.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

/// The way to a value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Place(Vec<Step>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Key(String),
    At(usize),
}

impl Place {
    /// The place of the whole text.
    pub(super) fn root() -> Self {
        Self::default()
    }

    /// A field of it.
    #[must_use]
    pub(super) fn key(&self, name: &str) -> Self {
        self.then(Step::Key(name.to_owned()))
    }

    /// An entry of it, from 0.
    #[must_use]
    pub(super) fn at(&self, position: usize) -> Self {
        self.then(Step::At(position))
    }

    fn then(&self, step: Step) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }

    /// The line, from 1, on which the value begins; `None` where there is no such value.
    pub(super) fn line(&self, json: &str) -> Option<usize> {
        let mut reader = serde_json::Deserializer::from_str(json);
        let found = Seek(&self.0).deserialize(&mut reader).err()?;
        (found.line() > 0).then(|| found.line())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(name) if at == 0 => f.write_str(name)?,
                Step::Key(name) => write!(f, ".{name}")?,
                Step::At(position) => write!(f, "[{position}]")?,
            }
        }
        Ok(())
    }
}

/// Fails at the end of its way, so that the error has the line.
struct Seek<'a>(&'a [Step]);

impl<'de> DeserializeSeed<'de> for Seek<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        match self.0.first() {
            None => Err(D::Error::custom("here")),
            Some(_) => reader.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Seek<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match self.0.split_first() {
                Some((Step::Key(wanted), rest)) if *wanted == name => {
                    map.next_value_seed(Seek(rest))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((Step::At(wanted), rest)) = self.0.split_first() else {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(());
        };
        for _ in 0..*wanted {
            if list.next_element::<IgnoredAny>()?.is_none() {
                return Ok(());
            }
        }
        list.next_element_seed(Seek(rest)).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_found_on_its_line() {
        let json = "{\n \"a\": 1,\n \"turns\": [\n  {\"x\": \"}\"},\n  {\"x\": 2,\n   \"speaker\":\n     \"B\"\n  }\n ]\n}";
        let turns = Place::root().key("turns");
        for (place, line, told) in [
            (Place::root().key("a"), Some(2), "a"),
            (turns.clone(), Some(3), "turns"),
            (turns.at(0), Some(4), "turns[0]"),
            (turns.at(1).key("speaker"), Some(7), "turns[1].speaker"),
            (turns.at(2).key("speaker"), None, "turns[2].speaker"),
            (Place::root().key("none"), None, "none"),
        ] {
            assert_eq!((place.line(json), place.to_string().as_str()), (line, told));
        }
    }
}
