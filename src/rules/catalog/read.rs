//! Reading: from the bytes of one file to a checked value, or to everything that is wrong with it.

use std::{path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use super::{
    FileKind, Persona,
    check::{Check, Context, FieldPart, Findings},
    document::{Field, TomlDocument, Unread},
    kind::known,
    mend::{self, Fault},
    problem::{Problem, few, split},
    shape,
};
use crate::{
    bounds,
    files::{self, NotRead},
};

/// No file of the catalog is longer; something else was put there by mistake.
const MOST_BYTES: u64 = 4 << 20;

/// The text of a file on disk.
pub(super) fn text_of(path: &Path) -> Result<Arc<str>, Vec<Problem>> {
    let shown = path.display().to_string();
    let bytes = files::bytes(path, MOST_BYTES).map_err(|error| {
        let expected = match &error {
            NotRead::Folder => "expected a TOML file; a folder needs another name",
            NotRead::Special(_) => "expected a TOML file",
            NotRead::TooLong { .. } => "expected less; something else was put there by mistake",
            NotRead::NotThere | NotRead::NotText { .. } | NotRead::Io(_) => {
                "put it right or take it away"
            }
        };
        let message = if let NotRead::Io(error) = &error {
            format!("this file cannot be read: {}", files::why(error))
        } else {
            error.to_string()
        };
        vec![Problem::of_file(&shown, message, expected)]
    })?;
    decoded(&shown, &bytes)
}

/// The text in some bytes, without the mark that some editors put before it.
pub(super) fn decoded(shown: &str, bytes: &[u8]) -> Result<Arc<str>, Vec<Problem>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(error) => {
            let source: Arc<str> = String::from_utf8_lossy(bytes).into();
            let at = error.valid_up_to();
            let end = at + char::REPLACEMENT_CHARACTER.len_utf8();
            Err(vec![Problem::at(
                shown,
                &source,
                at..end,
                "",
                "this file is not UTF-8 text",
                "expected text saved as UTF-8",
            )])
        }
    }
}

/// A text that has not the shape of its type: everything that is wrong with that, and values that have the rest right,
/// to be asked what else is wrong.
#[derive(Debug)]
pub struct Misshapen<T> {
    /// The problems with the shape.
    pub problems: Vec<Problem>,
    /// The rest, where it can be told apart, with one thing or another in the place of what is wrong. For nothing but
    /// questions.
    pub mended: Vec<T>,
    faults: Vec<Fault>,
}

impl<T> Misshapen<T> {
    /// A text that is no document.
    pub(super) fn whole(problems: Vec<Problem>) -> Self {
        Self {
            problems,
            mended: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Everything: what is wrong with the shape, and what `meaning` finds wrong with the rest, whatever stands in the
    /// place of that.
    pub fn all(self, meaning: impl Fn(&T) -> Vec<Problem>) -> Vec<Problem> {
        let mut problems = self.problems;
        // The numbers in what is said may be of what was put there; and what a fault is a part of may be wrong by it alone.
        let is_same = |one: &Problem, other: &Problem| {
            let is_alike = one.expected == other.expected;
            is_told(one, other) || (is_alike && !mend::holds(&one.field, &self.faults))
        };
        let more = common_by(self.mended.iter().map(meaning), is_same).into_iter();
        problems.extend(more.filter(|one| !mend::follows(&one.field, &self.faults)));
        few(problems)
    }
}

/// The problems that several values have in common.
pub fn common(of_each: impl Iterator<Item = Vec<Problem>>) -> Vec<Problem> {
    common_by(of_each, is_told)
}

/// Whether the same is said of a place.
fn is_told(one: &Problem, other: &Problem) -> bool {
    one.message == other.message
}

fn common_by(
    mut of_each: impl Iterator<Item = Vec<Problem>>,
    is_same: impl Fn(&Problem, &Problem) -> bool,
) -> Vec<Problem> {
    let mut common = of_each.next().unwrap_or_default();
    for other in of_each {
        if common.is_empty() {
            break;
        }
        let is_in = |one: &Problem| {
            let mut others = other.iter().filter(|other| other.field == one.field);
            others.any(|other| is_same(one, other))
        };
        common.retain(is_in);
    }
    common
}

/// The value of a text, where its shape is right.
pub(super) fn value_of<T: DeserializeOwned>(
    kind: FileKind,
    shown: &str,
    source: &Arc<str>,
) -> Result<T, Misshapen<T>> {
    shaped(known(kind), shown, source)
}

/// A file beside the catalog, read as those of the catalog are: filtered, and every fault of its shape told.
///
/// # Errors
/// Everything that is wrong with its shape, with its places.
pub fn read_toml<T: DeserializeOwned + JsonSchema>(
    shown: &str,
    source: &Arc<str>,
) -> Result<T, Misshapen<T>> {
    shaped(&schemars::schema_for!(T).to_value(), shown, source)
}

/// Reads a file beside the catalog into the value that `made` makes of lines of the right shape, noting what else is
/// wrong with them.
///
/// # Errors
/// Everything that is wrong with the file, with its places.
pub fn read_into<L: DeserializeOwned + JsonSchema, T>(
    shown: &str,
    source: &Arc<str>,
    made: impl Fn(&L, &mut Findings) -> T,
) -> Result<T, Vec<Problem>> {
    let made = |lines: &L| {
        let mut findings = Findings::default();
        let value = made(lines, &mut findings);
        (value, located(shown, source, findings))
    };
    let lines =
        read_toml(shown, source).map_err(|wrong: Misshapen<L>| wrong.all(|lines| made(lines).1))?;
    let (value, problems) = made(&lines);
    if problems.is_empty() {
        Ok(value)
    } else {
        Err(problems)
    }
}

fn shaped<T: DeserializeOwned>(
    schema: &Value,
    shown: &str,
    source: &Arc<str>,
) -> Result<T, Misshapen<T>> {
    let (mut document, errors) = match TomlDocument::parse(source) {
        Ok(document) => (document, Vec::new()),
        Err(errors) => (TomlDocument::recovered(source), errors),
    };
    let told = errors
        .iter()
        .map(|error| Problem::of_toml(shown, source, error));
    let mut problems: Vec<Problem> = told.collect();
    if !TomlDocument::are_duplicates(&errors) {
        return Err(Misshapen::whole(few(problems)));
    }
    let mut faults = shape::faults(schema, document.table());
    if faults.is_empty() && problems.is_empty() {
        document.clean();
        match document.read() {
            Ok(value) => return Ok(value),
            Err(error) => faults.push(fault(schema, source, &error)),
        }
    }
    // Whoever is not told of all of these need not be told what else there is.
    let mended = if faults.len() <= bounds::FAULTS {
        mended(schema, source, &mut faults)
    } else {
        Vec::new()
    };
    faults.sort_by_key(|fault| fault.span.start);
    let told = faults.iter().take(bounds::FAULTS + 1).map(|fault| {
        Problem::at(
            shown,
            source,
            fault.span.clone(),
            fault.field.to_string(),
            &fault.message,
            &fault.expected,
        )
    });
    problems.extend(told);
    Err(Misshapen {
        problems: few(problems),
        mended,
        faults,
    })
}

/// The values of a text, with its faults mended in one way or another. What is only found out while a value is made is
/// a fault like all others.
fn mended<T: DeserializeOwned>(schema: &Value, source: &str, faults: &mut Vec<Fault>) -> Vec<T> {
    let names = mend::names(TomlDocument::recovered(source).table());
    let one = |faults: &[Fault], number| {
        let mut document = TomlDocument::recovered(source);
        mend::mend(&mut document, faults, &names, number).ok()?;
        document.clean();
        Some(document.read())
    };
    let first = loop {
        match one(faults, 0) {
            None => return Vec::new(),
            Some(Ok(first)) => break first,
            Some(Err(error)) => {
                let more = fault(schema, source, &error);
                let at = more.field.to_string();
                let is_of = |known: &&mut Fault| mend::lies_in(&at, &known.field.to_string());
                if let Some(known) = faults.iter_mut().find(is_of) {
                    // What was put there is not right either.
                    if !known.mends.is_empty() {
                        known.mends.remove(0);
                    }
                } else if faults.len() <= bounds::FAULTS {
                    faults.push(more);
                } else {
                    return Vec::new();
                }
            }
        }
    };
    let others =
        (1..mend::documents(faults, &names)).filter_map(|number| one(faults, number)?.ok());
    [first].into_iter().chain(others).collect()
}

/// The fault of a text of which no value can be made, though it has the shape of one.
fn fault(schema: &Value, source: &str, error: &Unread) -> Fault {
    let mut field = Field::root();
    let mut is_known = true;
    for step in error.path() {
        field = match step {
            Segment::Map { key } => field.key(key),
            Segment::Seq { index } => field.at(*index),
            Segment::Enum { .. } | Segment::Unknown => {
                is_known = false;
                break;
            }
        };
    }
    let said = error.inner().to_string();
    let (message, expected) = split(&said);
    Fault {
        span: TomlDocument::recovered(source).span(&field),
        message: message.to_owned(),
        expected: expected.to_owned(),
        mends: if is_known {
            mend::instead_at(schema, field.steps())
        } else {
            Vec::new()
        },
        field,
    }
}

/// The value of a text that is right in shape and in meaning, known under `id`.
pub(super) fn checked<T: DeserializeOwned + Check>(
    (kind, id): (FileKind, &str),
    shown: &str,
    source: &Arc<str>,
    context: &Context,
) -> Result<T, Vec<Problem>> {
    let meaning = |value: &T| meaning_of(value, id, shown, source, context);
    let value = value_of(kind, shown, source).map_err(|wrong| wrong.all(meaning))?;
    let problems = meaning(&value);
    if problems.is_empty() {
        Ok(value)
    } else {
        Err(problems)
    }
}

/// A persona that somebody has written, as good as one from a file. `id` is what the file would be called.
///
/// # Errors
/// Everything that is wrong with the text, with its places.
pub fn persona_of(id: &str, text: &str) -> Result<Persona, Vec<Problem>> {
    let shown = format!("{id}.toml");
    let source: Arc<str> = text.into();
    checked(
        (FileKind::Persona, id),
        &shown,
        &source,
        &Context::default(),
    )
}

/// The problems with the meaning of a value whose shape is right.
pub(super) fn meaning_of<T: Check>(
    value: &T,
    id: &str,
    shown: &str,
    source: &Arc<str>,
    context: &Context,
) -> Vec<Problem> {
    let mut findings = Findings::default();
    value.check(id, context, &mut findings);
    located(shown, source, findings)
}

/// Findings with the places where they stand.
pub fn located(shown: &str, source: &Arc<str>, findings: Findings) -> Vec<Problem> {
    if findings.is_empty() {
        return Vec::new();
    }
    // The places are looked up in a second pass, so that the types need not carry where they came from.
    let document = TomlDocument::recovered(source);
    let mut placed: Vec<_> = findings
        .into_vec()
        .into_iter()
        .map(|finding| {
            let span = match finding.part {
                FieldPart::Name => document.name_span(&finding.field),
                FieldPart::Value => document.span(&finding.field),
            };
            (span, finding)
        })
        .collect();
    placed.sort_by_key(|(span, _)| span.start);
    let told = placed
        .into_iter()
        .take(bounds::FAULTS + 1)
        .map(|(span, finding)| {
            let field = finding.field.to_string();
            Problem::at(
                shown,
                source,
                span,
                field,
                finding.message,
                finding.expected,
            )
        });
    few(told.collect())
}

#[cfg(test)]
mod tests;
