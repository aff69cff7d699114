//! Reading: from a text to a checked debate, or to everything that is wrong with it.

use super::{
    check, dates,
    fault::{Faults, FileFault},
    form::{self, Imported, RealDebate},
    running::RunningText,
    shape,
    transcript::{self, Given},
    votes_file::VotesFile,
};
use crate::{
    debate::real::RealVotes,
    text::{cut::shortened, shown},
};

/// Bytes of a message, and of the name of a field.
const SHOWN: usize = 600;

/// Reads a debate: JSON where the text begins with a brace, a transcript otherwise. `given` says what a transcript does
/// not.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn read(text: &str, given: &Given) -> Result<Imported, Faults> {
    let text = text_of(text)?;
    if !text.trim_start().starts_with('{') {
        return transcript::read(text, given);
    }
    let beside = Given {
        votes: RealVotes::default(),
        votes_file: VotesFile::default(),
        ..given.clone()
    };
    if beside != Given::default() {
        return Err(Faults::one(
            FileFault::new("--motion, --for and the like are for transcripts")
                .hint("leave them out: this file is JSON and says it itself"),
        ));
    }
    let mut debate = json(text)?;
    debate.votes.before = debate.votes.before.or(given.votes.before);
    debate.votes.after = debate.votes.after.or(given.votes.after);
    Ok(Imported {
        debate,
        notes: Vec::new(),
    })
}

/// The text of a file in which nobody is named, for a model to tell who speaks; `None` of any other. `given` says what it
/// does not.
pub fn running(text: &str, given: &Given) -> Option<Result<RunningText, Faults>> {
    let text = text_of(text).ok()?;
    if text.trim_start().starts_with('{') {
        return None;
    }
    transcript::running(text, given)
}

/// The text of a file, where it is one.
fn text_of(text: &str) -> Result<&str, Faults> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Faults::one(FileFault::new("the file is empty")));
    }
    if text.contains('\0') {
        return Err(Faults::one(
            FileFault::new("this is not a text").hint("save it as plain text, in UTF-8"),
        ));
    }
    Ok(text)
}

fn json(text: &str) -> Result<RealDebate, Faults> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let debate: RealDebate = serde_path_to_error::deserialize(&mut reader)
        .map_err(|error| misshapen(text, &error.path().to_string(), error.inner()))?;
    reader.end().map_err(|error| {
        Faults::one(FileFault::new("something follows the end of the object").at(error.line()))
    })?;
    let mut debate = debate.clean();
    // What cannot be read is told of with its line, below.
    if let Ok(date) = dates::read(&debate.date) {
        debate.date = date;
    }
    let faults = check::check(&debate)
        .into_iter()
        .map(|(place, fault)| FileFault {
            line: place.line(text),
            field: place.to_string(),
            ..fault
        })
        .collect();
    Faults::unless_empty(faults)?;
    Ok(debate)
}

/// The faults of a text that is no such object: all of them, where it is JSON at all.
fn misshapen(text: &str, field: &str, error: &serde_json::Error) -> Faults {
    const HINT: &str = "`hustings schema debate` prints what a file may say";
    let found = serde_json::from_str(text).map(|value| shape::faults(&form::schema(), &value));
    let faults: Vec<FileFault> = found
        .unwrap_or_default()
        .into_iter()
        .map(|(place, message)| FileFault {
            line: place.line(text),
            field: shortened(&shown::named(&place.to_string()), SHOWN),
            message: shortened(&shown::line(&message), SHOWN),
            hint: HINT.to_owned(),
        })
        .collect();
    if let Err(faults) = Faults::unless_empty(faults) {
        return faults;
    }
    let (line, message) = (error.line(), error.to_string());
    // The line stands in front.
    let message = message
        .rsplit_once(" at line ")
        .map_or(message.as_str(), |(message, _)| message);
    let mut fault = FileFault::new(shortened(&shown::line(message), SHOWN))
        .at(line)
        .hint(HINT);
    if field != "." {
        fault.field = shortened(&shown::named(field), SHOWN);
    }
    Faults::one(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_shape_is_told_at_once_with_its_line() {
        let text = r#"{
 "motion": 5,
 "turnz": [],
 "speakers": [
  {"name": 7, "side": "for"},
  {"side": "against", "seat": 1.5}
 ],
 "turns": [
  {"speaker": "A"},
  "hello"
 ]
}"#;
        let faults = read(text, &Given::default()).unwrap_err();
        let told: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "line 2: `motion`: this is a number; expected a text",
                "line 3: `turnz`: there is no such field; did you mean `turns`?",
                "line 5: `speakers[0].name`: this is a number; expected a text",
                "line 6: `speakers[1].seat`: this is a number; expected a whole number",
                "line 6: `speakers[1]`: the field `name` is missing",
                "line 9: `turns[0]`: the field `text` is missing",
                "line 10: `turns[1]`: this is a text; expected an object",
            ]
        );
        let broken = read("{\"motion\": ", &Given::default()).unwrap_err();
        assert_eq!(broken.0.len(), 1, "{broken}");
    }
}
