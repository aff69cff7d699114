//! Faults of a file, and their places.

use std::fmt;

use crate::bounds;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileFault {
    /// The line of the file, from 1, where one can be named.
    pub line: Option<usize>,
    /// The field, such as `turns[3].speaker`. Empty where there is none.
    pub field: String,
    /// The fault, in words.
    pub message: String,
    /// The advice on what to do next. Empty where the message says it.
    pub hint: String,
}

impl FileFault {
    /// A fault of the whole file.
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// The fault, in that line.
    #[must_use]
    pub(super) fn at(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// The fault, with what to do next.
    #[must_use]
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.field.is_empty() {
            write!(f, "`{}`: ", self.field)?;
        }
        f.write_str(&self.message)
    }
}

/// Everything that is wrong with a file, in the order of its lines, up to what somebody reads; never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct Faults(pub Vec<FileFault>);

impl Faults {
    /// A list of one fault.
    pub(super) fn one(fault: FileFault) -> Self {
        Self(vec![fault])
    }

    /// An error with these faults, where there are any.
    pub(super) fn unless_empty(mut faults: Vec<FileFault>) -> Result<(), Self> {
        if faults.is_empty() {
            return Ok(());
        }
        faults.sort_by_key(|fault| fault.line);
        if faults.len() > bounds::FAULTS {
            faults.truncate(bounds::FAULTS);
            faults.push(Self::more());
        }
        Err(Self(faults))
    }

    /// The faults, without the lines that they are in: these are not the file's.
    pub(super) fn without_lines(mut self) -> Self {
        for fault in &mut self.0 {
            fault.line = None;
        }
        self
    }

    /// A fault that stands for those of which nobody is told.
    fn more() -> FileFault {
        FileFault::new("and there is more of this kind").hint("put these right first")
    }

    /// The advice on what to do next, each thing once.
    pub fn hints(&self) -> Vec<&str> {
        let mut hints: Vec<&str> = Vec::new();
        for fault in &self.0 {
            if !fault.hint.is_empty() && !hints.contains(&fault.hint.as_str()) {
                hints.push(&fault.hint);
            }
        }
        hints
    }
}
