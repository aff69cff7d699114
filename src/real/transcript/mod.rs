//! Plain transcripts: "NAME: text", with a few lines above that say what is debated and who is on which side.
//!
//! A speech goes on over paragraphs until another name stands at the beginning of a line. A name may have a time before
//! it (`[00:01:02]`) and a role behind it (`(economist)`), may be in capitals, bold, or only the surname. Headings (`#
//! Opening`, `== Opening ==`, `Phase: Opening`) begin a phase. Stage directions in brackets are left out, and counted.
//! Captions whose speakers are named are such a transcript, too; where nobody is named, a text is a running one.

mod body;
mod head;
mod label;
mod names;
mod running;

pub use names::is_same_person;

use super::{
    captions, check,
    fault::{Faults, FileFault},
    form::{FLOOR, Imported, RealDebate, RealPerson, RealSpeaker, usual_sides},
    running::{RunningText, Utterance},
    votes_file::VotesFile,
};
use crate::{
    debate::real::RealVotes,
    text::sanitize::{sanitize, sanitize_line},
};

/// Bytes of a line that stand in a message.
const SHOWN: usize = 80;

/// The facts given beside a transcript, which come before what the transcript says of itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Given {
    /// The motion that was debated.
    pub motion: Option<String>,
    /// The speakers for the motion, each as "Name" or "Name (role)".
    pub ayes: Vec<String>,
    /// The speakers against the motion.
    pub noes: Vec<String>,
    /// The speakers from the floor.
    pub floor: Vec<String>,
    /// The person who leads the debate.
    pub moderator: Option<String>,
    /// The votes before, as "32/18/50": for, against, undecided.
    pub before: Option<String>,
    /// The votes after.
    pub after: Option<String>,
    /// The source of the transcript.
    pub source: Option<String>,
    /// The date of the debate.
    pub date: Option<String>,
    /// The terms under which the transcript may be used.
    pub licence: Option<String>,
    /// A file of votes, for debates of which neither these facts nor the transcript say any.
    pub votes_file: VotesFile,
    /// The votes of this debate in that file.
    pub votes: RealVotes,
}

impl Given {
    /// The facts as they are about the file of that name, and whether the file of votes has it.
    #[must_use]
    pub fn of_file(&self, name: &str) -> (Self, bool) {
        let votes = self.votes_file.of(name);
        let of_file = Self {
            votes_file: VotesFile::default(),
            votes: votes.unwrap_or_default(),
            ..self.clone()
        };
        (of_file, votes.is_some())
    }
}

/// A text in which nobody is named, for a model to tell who speaks; `None` of any other.
pub(super) fn running(text: &str, given: &Given) -> Option<Result<RunningText, Faults>> {
    let mut head = head::Head::of(given);
    let mut faults = Vec::new();
    let of = |head: &mut head::Head, faults: &mut Vec<FileFault>| {
        faults.append(&mut head.take_wrong());
        debate_of(head, faults)
    };
    if captions::are(text) {
        let debate = of(&mut head, &mut faults);
        let said = heard(text, &debate);
        if captions::lines(&said).is_some() {
            return None;
        }
        if let Err(faults) = Faults::unless_empty(faults) {
            return Some(Err(faults.without_lines()));
        }
        return Some(running::of_captions(&said, debate));
    }
    let text = sanitize(text);
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let body = head.read_above(&lines, &mut faults);
    let debate = of(&mut head, &mut faults);
    let rest = lines.get(body..).unwrap_or_default();
    if body::names_anybody(rest, &debate) || !running::has_words(rest) {
        return None;
    }
    if let Err(faults) = Faults::unless_empty(faults) {
        return Some(Err(faults));
    }
    Some(running::of_lines(rest, debate))
}

/// The paragraphs of captions of that debate: a name of its people is one wherever it stands before a colon.
fn heard(text: &str, debate: &RealDebate) -> Vec<captions::Heard> {
    let names = names::Names::of(debate);
    captions::heard(text, |said| names.one(said).is_some())
}

/// Reads a transcript.
///
/// # Errors
/// Everything that is wrong with it: what is missing (with the flag that says it), names that nobody has (with the
/// nearest), lines that belong to nobody.
pub(super) fn read(text: &str, given: &Given) -> Result<Imported, Faults> {
    let mut head = head::Head::of(given);
    let mut faults = Vec::new();
    if let Some(running) = running(text, given) {
        return running.and_then(|_| Err(unsplit()));
    }
    if captions::are(text) {
        let debate = debate_of(&head, &mut faults);
        let said = heard(text, &debate);
        let lines = captions::lines(&said).unwrap_or_default();
        let lines: Vec<(usize, &str)> = lines.iter().map(|(at, line)| (*at, &**line)).collect();
        faults.append(&mut head.take_wrong());
        // Lines of captions are no lines of the file.
        return spoken(&lines, debate, faults).map_err(Faults::without_lines);
    }
    let text = sanitize(text);
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let body = head.read(&lines, &mut faults);
    let debate = debate_of(&head, &mut faults);
    let rest = lines.get(body..).unwrap_or_default();
    spoken(rest, debate, faults)
}

/// The refusal of a text in which nobody is named, by whoever asks no model.
fn unsplit() -> Faults {
    Faults::one(FileFault::new("it does not say who speaks: no name begins a line").hint(
        "import it: a model tells who says what (hustings import); or begin each speech with its speaker: NAME: text",
    ))
}

/// The debate that is spoken in these lines.
fn spoken(
    rest: &[(usize, &str)],
    mut debate: RealDebate,
    mut faults: Vec<FileFault>,
) -> Result<Imported, Faults> {
    let spoken = body::read(rest, &mut debate, &mut faults);
    debate.turns = spoken.turns;
    if faults.is_empty() && debate.turns.is_empty() {
        faults.push(
            FileFault::new("nobody says anything")
                .hint("a speech begins with its speaker at the beginning of a line: NAME: text"),
        );
    }
    let lines = &spoken.lines;
    if faults.is_empty() {
        faults.extend(check::check(&debate).into_iter().map(|(place, fault)| {
            let field = place.to_string();
            let turn = field
                .strip_prefix("turns[")
                .and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
            FileFault {
                line: turn.and_then(|turn| lines.get(turn).copied()),
                field: if turn.is_some() { String::new() } else { field },
                ..fault
            }
        }));
    }
    Faults::unless_empty(faults)?;
    let notes = notes(&debate, spoken.left_out);
    Ok(Imported {
        debate: debate.clean(),
        notes,
    })
}

fn left_out(directions: usize) -> String {
    match directions {
        1 => "One stage direction in brackets was left out.".to_owned(),
        many => format!("{many} stage directions in brackets were left out."),
    }
}

fn notes(debate: &RealDebate, left_out: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if left_out > 0 {
        notes.push(self::left_out(left_out));
    }
    for name in debate.names() {
        if !debate.turns.iter().any(|turn| turn.speaker == name) {
            notes.push(format!("{name} says nothing."));
        }
    }
    notes
}

/// The debate as its head has it, with no turns yet. What is missing is a fault.
fn debate_of(head: &head::Head, faults: &mut Vec<FileFault>) -> RealDebate {
    if head.motion.is_empty() {
        faults.push(FileFault::new("the motion is missing").hint(
            "say it with --motion \"This House …\", or in a line above the first speech: Motion: …",
        ));
    }
    for (people, what, flag, line) in [
        (&head.ayes, "for", "--for", "For"),
        (&head.noes, "against", "--against", "Against"),
    ] {
        if people.is_empty() {
            faults.push(
                FileFault::new(format!("it is not said who speaks {what} the motion")).hint(format!(
                    "say it with {flag} \"NAME, NAME\", or in a line above the first speech: {line}: NAME, NAME"
                )),
            );
        }
    }
    let of_side = |people: &[RealPerson], side: &'static str| -> Vec<RealSpeaker> {
        let one = |one: &RealPerson| RealSpeaker {
            name: one.name.clone(),
            side: side.to_owned(),
            seat: None,
            role: one.role.clone(),
            bio: String::new(),
        };
        people.iter().map(one).collect()
    };
    RealDebate {
        motion: head.motion.clone(),
        background: String::new(),
        sides: usual_sides(),
        speakers: [
            of_side(&head.ayes, "for"),
            of_side(&head.noes, "against"),
            of_side(&head.floor, FLOOR),
        ]
        .concat(),
        moderator: head.moderator.clone(),
        turns: Vec::new(),
        votes: RealVotes {
            before: head.before.or(head.votes.before),
            after: head.after.or(head.votes.after),
        },
        source: head.source.clone(),
        date: head.date.clone(),
        licence: head.licence.clone(),
    }
}

/// People in a list: names between commas, each with a role in parentheses if it has one.
fn people(list: &str) -> Vec<RealPerson> {
    let mut found = Vec::new();
    let mut depth = 0_u32;
    let mut one = String::new();
    for letter in list.chars().chain([',']) {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' | ';' if depth == 0 => {
                found.extend(person(&std::mem::take(&mut one)));
                continue;
            }
            _ => {}
        }
        one.push(letter);
    }
    // A parenthesis that never closes keeps the rest in one.
    found.extend(person(one.strip_suffix(',').unwrap_or(&one)));
    found
}

/// A name, with a role in parentheses if it has one.
fn person(text: &str) -> Option<RealPerson> {
    let text = sanitize_line(text);
    let (name, role) = label::parted(&text);
    (!name.is_empty()).then(|| RealPerson {
        name: name.to_owned(),
        role: role.unwrap_or_default().to_owned(),
        bio: String::new(),
    })
}

#[cfg(test)]
mod tests;
