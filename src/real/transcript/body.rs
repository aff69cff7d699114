//! The speeches of a transcript.

use std::collections::BTreeMap;

use super::{
    SHOWN,
    label::{self, Label},
    names::{self, Meant, Names},
};
use crate::{
    bounds,
    fault::FileFault,
    form::{RealDebate, RealTurn},
    text::{count_words, cut::shortened},
};

/// The speeches that were read.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    pub(super) turns: Vec<RealTurn>,
    /// The line on which each turn begins.
    pub(super) lines: Vec<usize>,
    /// The number of stage directions that were left out.
    pub(super) left_out: usize,
}

/// The kind of a line.
enum Line<'a> {
    /// Nothing: a paragraph ends.
    Blank,
    /// The heading of a phase.
    Phase(&'a str),
    /// A speaker who begins, or goes on under their name.
    Speech(String, Label<'a>),
    /// More of what is being said.
    Text,
}

/// Reads the speeches. Roles that stand behind names are kept with the people.
pub(super) fn read(
    lines: &[(usize, &str)],
    debate: &mut RealDebate,
    faults: &mut Vec<FileFault>,
) -> Spoken {
    seat_moderator(lines, debate);
    let names = Names::of(debate);
    let unknown = unknown(lines, &names, faults);
    let mut spoken = Spoken::default();
    let mut phase: Option<String> = None;
    let mut fresh = true;
    for (number, line) in lines {
        match kind(line, &names, &unknown) {
            Line::Blank => fresh = true,
            Line::Phase(name) => {
                phase = Some(name.to_owned());
                fresh = true;
            }
            Line::Speech(speaker, label) => {
                give_role(debate, &speaker, label.role);
                let (text, left_out) = label::without_directions(label.rest);
                spoken.left_out += left_out;
                let goes_on = spoken.turns.last().is_some_and(|turn| {
                    turn.speaker == speaker && (phase.is_none() || turn.phase == phase)
                });
                if !goes_on {
                    spoken.lines.push(*number);
                    spoken.turns.push(RealTurn {
                        speaker,
                        text: String::new(),
                        phase: phase.clone(),
                        minutes: None,
                        at_seconds: label.at,
                        interjections: Vec::new(),
                    });
                }
                add(&mut spoken, &text, true);
                fresh = false;
            }
            Line::Text => {
                let (text, left_out) = label::without_directions(line);
                spoken.left_out += left_out;
                if spoken.turns.is_empty() {
                    if !text.trim().is_empty() {
                        faults.push(nobodys(*number, &text));
                    }
                } else {
                    add(&mut spoken, &text, fresh);
                    fresh = false;
                }
            }
        }
    }
    drop_silent(&mut spoken);
    spoken
}

/// Whether a line begins with the name of somebody, or with what is meant as one.
pub(super) fn names_anybody(lines: &[(usize, &str)], debate: &RealDebate) -> bool {
    let names = Names::of(debate);
    let is_somebody = |line: &str| {
        let label = label::label(line).filter(|_| label::phase(line).is_none());
        label.is_some_and(|label| {
            names.meant(label.name) != Meant::Nobody || names::nameless(label.name).is_some()
        })
    };
    lines.iter().any(|(_, line)| is_somebody(line))
        || unknown(lines, &names, &mut Vec::new())
            .values()
            .any(|is_name| *is_name)
}

fn nobodys(number: usize, text: &str) -> FileFault {
    FileFault::new(format!(
        "this line belongs to nobody: \"{}\"",
        shortened(text.trim(), SHOWN)
    ))
    .at(number)
    .hint("put it in brackets to leave it out, or a name and a colon before it")
}

/// Whoever is called the moderator and has no other name is one.
fn seat_moderator(lines: &[(usize, &str)], debate: &mut RealDebate) {
    if debate.moderator.is_some() {
        return;
    }
    let names = Names::of(debate);
    let mut labels = lines.iter().filter_map(|(_, line)| label::label(line));
    debate.moderator = labels.find_map(|label| match names.meant(label.name) {
        Meant::Nobody => names::nameless(label.name),
        Meant::One(_) | Meant::Several(_) => None,
    });
}

/// Decides for each name that nobody has whether it is meant as one. Those that are become faults.
///
/// A name is meant where it is like one that somebody has, is all capitals, has two words or more, has a time or a
/// role, or begins several lines. What is left is a single word before a colon, as in "Firstly: …".
fn unknown<'a>(
    lines: &[(usize, &'a str)],
    names: &Names,
    faults: &mut Vec<FileFault>,
) -> BTreeMap<&'a str, bool> {
    let mut found: BTreeMap<&str, Vec<(usize, bool)>> = BTreeMap::new();
    for (number, line) in lines {
        let Some(label) = label::label(line).filter(|_| label::phase(line).is_none()) else {
            continue;
        };
        let marked = label.at.is_some() || label.role.is_some();
        match names.meant(label.name) {
            Meant::One(_) => {}
            Meant::Several(all) => faults.push(
                FileFault::new(format!("\"{}\" may be {}", label.name, all.join(" or ")))
                    .at(*number)
                    .hint("write the full name before the colon"),
            ),
            Meant::Nobody => found.entry(label.name).or_default().push((*number, marked)),
        }
    }
    let mut meant = BTreeMap::new();
    for (name, lines) in found {
        // No more of them are told of.
        if faults.len() > bounds::FAULTS {
            break;
        }
        let near = names.near(name);
        let is_name = !near.is_empty()
            || lines.len() > 1
            || lines.iter().any(|(_, marked)| *marked)
            || count_words(name) > 1
            || label::is_shouted(name);
        meant.insert(name, is_name);
        if let Some((first, _)) = lines.first().filter(|_| is_name) {
            let more = match lines.len() {
                1 => String::new(),
                many => format!(" ({many} lines)"),
            };
            let like = if near.is_empty() {
                String::new()
            } else {
                format!("; did you mean {}?", near.join(" or "))
            };
            faults.push(
                FileFault::new(format!("there is no speaker \"{name}\"{more}{like}"))
                    .at(*first)
                    .hint(
                        "name everybody who speaks: --for, --against, --moderator, and --floor for the audience",
                    ),
            );
        }
    }
    meant
}

fn kind<'a>(line: &'a str, names: &Names, unknown: &BTreeMap<&str, bool>) -> Line<'a> {
    if line.trim().is_empty() {
        return Line::Blank;
    }
    if let Some(name) = label::phase(line) {
        return Line::Phase(name);
    }
    let Some(label) = label::label(line) else {
        return Line::Text;
    };
    match names.meant(label.name) {
        Meant::One(speaker) => Line::Speech(speaker, label),
        // It has been told of; its words are not the speaker's before.
        Meant::Several(_) => Line::Speech(label.name.to_owned(), label),
        Meant::Nobody if unknown.get(label.name) == Some(&true) => {
            Line::Speech(label.name.to_owned(), label)
        }
        Meant::Nobody => Line::Text,
    }
}

/// Adds words to the last turn: as a paragraph of their own, or to the one that is under way.
fn add(spoken: &mut Spoken, text: &str, fresh: bool) {
    let text = text.trim();
    let Some(turn) = spoken.turns.last_mut().filter(|_| !text.is_empty()) else {
        return;
    };
    if !turn.text.is_empty() {
        turn.text.push_str(if fresh { "\n\n" } else { " " });
    }
    turn.text.push_str(text);
}

fn give_role(debate: &mut RealDebate, name: &str, role: Option<&str>) {
    let Some(role) = role else { return };
    let roles = debate
        .speakers
        .iter_mut()
        .map(|one| (&one.name, &mut one.role))
        .chain(
            debate
                .moderator
                .iter_mut()
                .map(|one| (&one.name, &mut one.role)),
        );
    for (known, kept) in roles {
        if known == name && kept.is_empty() {
            role.clone_into(kept);
        }
    }
}

/// A turn of which only stage directions are left was no turn; whoever speaks before and behind it goes on.
fn drop_silent(spoken: &mut Spoken) {
    let turns = std::mem::take(&mut spoken.turns);
    let lines = std::mem::take(&mut spoken.lines);
    for (turn, line) in turns.into_iter().zip(lines) {
        if turn.text.is_empty() {
            continue;
        }
        match spoken.turns.last_mut() {
            Some(last) if last.speaker == turn.speaker && last.phase == turn.phase => {
                last.text.push_str("\n\n");
                last.text.push_str(&turn.text);
            }
            _ => {
                spoken.turns.push(turn);
                spoken.lines.push(line);
            }
        }
    }
}
