//! Checks of a file's meaning, beyond its shape. Each kind has its own file; this one owns how faults are collected.

mod format;
mod motion;
mod persona;
mod profiles;
mod theme;

use std::collections::BTreeMap;

use super::{Theme, document::Field};
use crate::bounds;

/// The part of a field that a fault is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldPart {
    /// The field's name.
    Name,
    /// The field's value.
    Value,
}

/// A fault of meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CheckFinding {
    /// The path of the field.
    pub(super) field: Field,
    /// The part of the field that the fault is in.
    pub(super) part: FieldPart,
    /// The fault, in words.
    pub(super) message: String,
    /// The expectation that the field fails.
    pub(super) expected: String,
}

/// The circumstances that a file is checked against, besides itself.
#[derive(Debug, Default)]
pub(super) struct Context {
    /// The number of audience members that can be drawn.
    pub(super) members: usize,
    /// The themes that can be inherited from, built-in ones overlaid by the user's.
    pub(super) themes: BTreeMap<String, Theme>,
}

/// The faults of one file.
#[derive(Debug, Default)]
pub struct Findings(Vec<CheckFinding>);

impl Findings {
    /// All that was found.
    pub(super) fn into_vec(self) -> Vec<CheckFinding> {
        self.0
    }

    /// The number of findings.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes what is wrong with a place, and what was expected there.
    pub fn add(&mut self, field: Field, message: impl Into<String>, expected: impl Into<String>) {
        self.note((field, FieldPart::Value), message.into(), expected.into());
    }

    /// Notes what is wrong with the name of a place, and what was expected in its place.
    pub fn add_name(
        &mut self,
        field: Field,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) {
        self.note((field, FieldPart::Name), message.into(), expected.into());
    }

    fn note(&mut self, (field, part): (Field, FieldPart), message: String, expected: String) {
        self.0.push(CheckFinding {
            field,
            part,
            message,
            expected,
        });
    }

    /// A text that must say something.
    fn text(&mut self, field: Field, text: &str) {
        self.filled(field, text, bounds::TEXT);
    }

    fn filled(&mut self, field: Field, text: &str, most: usize) {
        if text.is_empty() {
            self.add(field, "this is empty", "expected some words");
        } else if text.len() > most && text.chars().count() > most {
            self.add(
                field,
                format!("this has {} characters", text.chars().count()),
                format!("expected {most} at the most"),
            );
        }
    }

    /// A text that must say something on one line, because it is shown in a line or a cell.
    fn line(&mut self, field: Field, text: &str) {
        if text.contains('\n') {
            self.add(
                field,
                "this has several lines",
                "expected a text on one line",
            );
        } else {
            self.filled(field, text, bounds::LINE);
        }
    }

    /// A list that may not hold more than anybody reads.
    fn entries(&mut self, field: &Field, count: usize) {
        if count > bounds::ENTRIES {
            self.add(
                field.clone(),
                format!("this list has {count} entries"),
                format!("expected {} at the most", bounds::ENTRIES),
            );
        }
    }

    /// A list that must hold something, each item a text of one line.
    fn lines(&mut self, field: &Field, lines: &[String]) {
        if lines.is_empty() {
            self.add(field.clone(), "this list is empty", "expected one or more");
        }
        self.entries(field, lines.len());
        for (index, line) in lines.iter().enumerate() {
            self.line(field.at(index), line);
        }
    }
}

/// A value whose meaning can be checked beyond its shape.
pub(super) trait Check {
    /// Adds what is wrong with it, known under `id`.
    fn check(&self, id: &str, context: &Context, findings: &mut Findings);
}

/// Whether a name can stand in a seat, on a command line and in a file name without being mistaken.
pub fn is_plain_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
}
