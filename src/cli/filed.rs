//! `hustings tag` and `hustings note`: what people keep to a debate.

use super::{Host, out};
use crate::{
    error::{Exit, Failure},
    journal::{Tag, TagChange, note_of},
    text::{listed, sanitize::sanitize_line},
};

/// `hustings tag`.
pub(super) fn tag(
    host: &Host,
    named: &str,
    add: Vec<Tag>,
    remove: Vec<Tag>,
) -> Result<Exit, Failure> {
    let journal = host.journal()?;
    let debate = journal.find(named)?;
    if !(add.is_empty() && remove.is_empty()) {
        let change = TagChange { add, remove };
        journal.change_tags(std::slice::from_ref(&debate), &change)?;
    }
    let tags = journal.summary(&debate)?.tags;
    let short = debate.short();
    out::print(|out| {
        if tags.is_empty() {
            writeln!(out, "The debate {short} has no tags.")
        } else {
            writeln!(out, "The debate {short} is tagged {}.", listed(&tags))
        }
    })
}

/// `hustings note`.
pub(super) fn note(
    host: &Host,
    named: &str,
    text: &[String],
    clears: bool,
) -> Result<Exit, Failure> {
    let journal = host.journal()?;
    let debate = journal.find(named)?;
    let short = debate.short();
    if text.is_empty() && !clears {
        let note = journal.summary(&debate)?.note;
        return out::print(|out| match &note {
            Some(note) => writeln!(out, "{}", sanitize_line(note)),
            None => writeln!(out, "The debate {short} has no note."),
        });
    }
    let note = note_of(&text.join(" ")).map_err(|error| Failure::input(error.to_string()))?;
    if note.is_none() && !clears {
        return Err(Failure::input("there is nothing in the note")
            .hint("--clear takes the note of a debate away"));
    }
    journal.set_note(&debate, note.as_deref())?;
    let done = if clears {
        "has no note any more"
    } else {
        "has this note now"
    };
    out::print(|out| writeln!(out, "The debate {short} {done}."))
}
