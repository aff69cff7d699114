//! From a text to a checked debate, or to everything that is wrong with it.

use super::{
    check,
    fault::{Fault, Faults},
    form::RealDebate,
    transcript::{self, Given},
};
use crate::text::sanitize::sanitize_line;

/// A debate that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The debate.
    pub debate: RealDebate,
    /// What the reader did that a person should know, a sentence each.
    pub notes: Vec<String>,
}

/// Reads a debate: JSON where the text begins with a brace, a transcript otherwise. `given` says what a transcript does
/// not.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn read(text: &str, given: &Given) -> Result<Imported, Faults> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Faults::one(Fault::new("the file is empty")));
    }
    if text.contains('\0') {
        return Err(Faults::one(
            Fault::new("this is not a text").hint("save it as plain text, in UTF-8"),
        ));
    }
    if !text.trim_start().starts_with('{') {
        return transcript::read(text, given);
    }
    if *given != Given::default() {
        return Err(Faults::one(
            Fault::new("--motion, --for and the like are for transcripts")
                .hint("leave them out: this file is JSON and says it itself"),
        ));
    }
    let debate = json(text)?;
    Ok(Imported {
        debate,
        notes: Vec::new(),
    })
}

fn json(text: &str) -> Result<RealDebate, Faults> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let debate: RealDebate = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = error.path().to_string();
        let inner = error.inner();
        let (line, message) = (inner.line(), inner.to_string());
        // The line stands in front.
        let message = message
            .rsplit_once(" at line ")
            .map_or(message.as_str(), |(message, _)| message);
        let mut fault = Fault::new(sanitize_line(message))
            .at(line)
            .hint("`hustings schema debate` prints what a file may say");
        if field != "." {
            fault.field = sanitize_line(&field);
        }
        Faults::one(fault)
    })?;
    reader.end().map_err(|error| {
        Faults::one(Fault::new("something follows the end of the object").at(error.line()))
    })?;
    let debate = debate.clean();
    let faults = check::check(&debate)
        .into_iter()
        .map(|(place, fault)| Fault {
            line: place.line(text),
            field: place.to_string(),
            ..fault
        })
        .collect();
    Faults::unless_empty(faults)?;
    Ok(debate)
}
