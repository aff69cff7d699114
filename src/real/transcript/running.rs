//! A transcript without names as a running text.

use super::{RunningText, Utterance, label, names::Names};
use crate::{
    captions::Heard,
    check,
    fault::{Faults, FileFault},
    form::RealDebate,
    running::{of_captions as utterances_of_captions, of_paragraph},
    text,
};

/// Whether anything is said in these lines.
pub(super) fn has_words(lines: &[(usize, &str)]) -> bool {
    let said = |line: &str| text::has_words(&label::without_directions(line).0);
    lines.iter().any(|(_, line)| said(line))
}

/// The running text of captions of which some say who speaks and some do not.
pub(super) fn of_captions(heard: &[Heard], debate: RealDebate) -> Result<RunningText, Faults> {
    let mut text = sound(RunningText::new(debate, Vec::new()))?;
    let names = Names::of(&text.debate);
    let speaker = |said: &str| {
        let meant = names.one(said)?;
        text.names.iter().position(|name| *name == meant)
    };
    text.utterances = utterances_of_captions(heard, speaker);
    Ok(text)
}

/// The running text of lines, whose paragraphs stand apart and may have headings.
pub(super) fn of_lines(lines: &[(usize, &str)], debate: RealDebate) -> Result<RunningText, Faults> {
    let mut text = sound(RunningText::new(debate, Vec::new()))?;
    let mut reading = Reading::default();
    for (_, line) in lines {
        if let Some(phase) = label::phase(line) {
            reading.end();
            reading.phase = Some(phase.to_owned());
        } else {
            reading.line(line);
        }
    }
    reading.end();
    text.utterances = reading.utterances;
    if reading.left_out > 0 {
        text.notes.push(super::left_out(reading.left_out));
    }
    Ok(text)
}

/// Lines that become paragraphs.
#[derive(Debug, Default)]
struct Reading {
    paragraph: String,
    begins: bool,
    phase: Option<String>,
    utterances: Vec<Utterance>,
    left_out: usize,
}

impl Reading {
    fn line(&mut self, line: &str) {
        let (said, left_out) = label::without_directions(line);
        self.left_out += left_out;
        let said = said.trim();
        let begins = said.strip_prefix(">>");
        if said.is_empty() || begins.is_some() {
            self.end();
        }
        self.begins |= begins.is_some();
        let said = begins.map_or(said, |rest| rest.trim_start_matches(['>', ' ']));
        if !self.paragraph.is_empty() && !said.is_empty() {
            self.paragraph.push(' ');
        }
        self.paragraph.push_str(said);
    }

    fn end(&mut self) {
        let mut utterances = of_paragraph(&std::mem::take(&mut self.paragraph));
        if let Some(first) = utterances.first_mut() {
            first.begins = std::mem::take(&mut self.begins);
            first.phase = self.phase.take();
        }
        self.utterances.append(&mut utterances);
    }
}

/// The text, where all that is known of its debate is as it must be: its turns are to come.
fn sound(text: RunningText) -> Result<RunningText, Faults> {
    let faults = check::check(&text.debate).into_iter();
    let faults = faults.map(|(place, fault)| FileFault {
        field: place.to_string(),
        ..fault
    });
    let faults: Vec<FileFault> = faults.filter(|fault| fault.field != "turns").collect();
    Faults::unless_empty(faults)?;
    Ok(text)
}
