//! The lines above the first speech: what is debated, who speaks for which side, how the house voted.

use super::{Given, label, people};
use crate::{
    counts::counts,
    dates,
    debate::real::{HouseCount, RealVotes},
    fault::FileFault,
    form::RealPerson,
    text::{count_words, cut::shortened},
};

/// Bytes of a line that stand in a message.
const SHOWN: usize = 80;

/// The facts said above the first speech, and beside the transcript.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) motion: String,
    pub(super) ayes: Vec<RealPerson>,
    pub(super) noes: Vec<RealPerson>,
    pub(super) floor: Vec<RealPerson>,
    pub(super) moderator: Option<RealPerson>,
    pub(super) before: Option<HouseCount>,
    pub(super) after: Option<HouseCount>,
    pub(super) source: String,
    pub(super) date: String,
    pub(super) licence: String,
    /// The votes of a file of votes.
    pub(super) votes: RealVotes,
    /// Counts and dates of flags that cannot be read.
    wrong: Vec<FileFault>,
}

/// A name has no more words.
const NAME_WORDS: u32 = 6;

/// The kind of text that the lines stand above.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Above {
    Speeches,
    RunningText,
}

impl Head {
    /// Takes in what is said beside the transcript.
    pub(super) fn of(given: &Given) -> Self {
        let text = |one: &Option<String>| one.as_deref().unwrap_or_default().trim().to_owned();
        let mut head = Self {
            motion: text(&given.motion),
            ayes: given.ayes.iter().flat_map(|one| people(one)).collect(),
            noes: given.noes.iter().flat_map(|one| people(one)).collect(),
            floor: given.floor.iter().flat_map(|one| people(one)).collect(),
            moderator: people(&text(&given.moderator)).into_iter().next(),
            source: text(&given.source),
            licence: text(&given.licence),
            votes: given.votes,
            ..Self::default()
        };
        match dates::read(&text(&given.date)) {
            Ok(date) => head.date = date,
            Err(wrong) => head.wrong.push(FileFault::new(format!("--date: {wrong}"))),
        }
        for (flag, said, to) in [
            ("--before", &given.before, &mut head.before),
            ("--after", &given.after, &mut head.after),
        ] {
            match said.as_deref().map(counts) {
                Some(Ok(count)) => *to = Some(count),
                Some(Err(wrong)) => head.wrong.push(FileFault::new(format!("{flag}: {wrong}"))),
                None => {}
            }
        }
        head
    }

    /// Takes out what is wrong with the facts beside the transcript.
    pub(super) fn take_wrong(&mut self) -> Vec<FileFault> {
        std::mem::take(&mut self.wrong)
    }

    /// Reads the lines above the first speech, and gives how many they are.
    pub(super) fn read(&mut self, lines: &[(usize, &str)], faults: &mut Vec<FileFault>) -> usize {
        faults.append(&mut self.wrong);
        self.lines(lines, faults, Above::Speeches)
    }

    /// Reads the lines above a running text, which the first line begins that says nothing of the debate.
    pub(super) fn read_above(
        &mut self,
        lines: &[(usize, &str)],
        faults: &mut Vec<FileFault>,
    ) -> usize {
        self.lines(lines, faults, Above::RunningText)
    }

    fn lines(
        &mut self,
        lines: &[(usize, &str)],
        faults: &mut Vec<FileFault>,
        above: Above,
    ) -> usize {
        for (at, (number, line)) in lines.iter().enumerate() {
            let (said, _) = label::without_directions(line);
            let said = said.trim();
            if said.is_empty() {
                continue;
            }
            if label::phase(said).is_some() {
                return at;
            }
            let known = said
                .split_once(':')
                .is_some_and(|(key, value)| self.line(*number, (key, value), faults));
            if known {
                continue;
            }
            if label::label(line).is_some() || above == Above::RunningText {
                return at;
            }
            faults.push(
                FileFault::new(format!(
                    "this line belongs to nobody: \"{}\"",
                    shortened(said, SHOWN)
                ))
                .at(*number)
                .hint("put it in brackets to leave it out, or a name and a colon before it"),
            );
        }
        lines.len()
    }

    /// Takes a line in, where it says something of the debate.
    fn line(
        &mut self,
        number: usize,
        (key, value): (&str, &str),
        faults: &mut Vec<FileFault>,
    ) -> bool {
        let key = key.trim().trim_matches('*').to_lowercase();
        let value = value.trim().trim_start_matches('*').trim();
        let set = |to: &mut String| {
            if to.is_empty() {
                value.clone_into(to);
            }
        };
        let join = |to: &mut Vec<RealPerson>| {
            if to.is_empty() {
                *to = people(value);
            }
        };
        match key.as_str() {
            "motion" => set(&mut self.motion),
            "source" => set(&mut self.source),
            "date" if self.date.is_empty() => match dates::read(value) {
                Ok(date) => self.date = date,
                Err(wrong) => faults.push(FileFault::new(wrong).at(number)),
            },
            "date" => {}
            "licence" | "license" => set(&mut self.licence),
            "for" => join(&mut self.ayes),
            "against" => join(&mut self.noes),
            "floor" => join(&mut self.floor),
            // Whoever has nothing but this name may begin to speak under it.
            "moderator" if is_name(value) => {
                if self.moderator.is_none() {
                    self.moderator = people(value).into_iter().next();
                }
            }
            "before" | "after" => {
                let to = if key == "before" {
                    &mut self.before
                } else {
                    &mut self.after
                };
                match counts(value) {
                    Ok(count) => *to = to.or(Some(count)),
                    Err(wrong) => faults.push(FileFault::new(wrong).at(number)),
                }
            }
            _ => return false,
        }
        true
    }
}

fn is_name(value: &str) -> bool {
    let (name, _) = label::parted(value);
    // "Yes." is a short speech.
    !name.ends_with(['.', '!', '?'])
        && (1..=NAME_WORDS).contains(&count_words(name))
        && label::is_name(name)
}
