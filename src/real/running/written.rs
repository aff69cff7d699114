//! A split text as a transcript that people can put right, and read again.

use std::fmt::Write as _;

use super::joined::{SplitCut, SplitText};
use crate::{
    captions::time,
    form::{FLOOR, RealDebate, RealPerson},
};

/// The mark before what is noted of a cut.
const CUT: &str = "[Cut: ";
const DOUBT: &str = "[Doubtful: ";

impl SplitText {
    /// The transcript, with a note in brackets above every cut: how sure it is, and who else it may be.
    pub fn written(&self) -> String {
        let mut out = head(&self.text().debate);
        let cuts = self.cuts();
        let mut cuts = cuts.iter().peekable();
        for (at, (utterance, speaker, begins, heading)) in self.told().enumerate() {
            // Writing to a string cannot fail.
            if let Some(heading) = heading {
                let _ = write!(out, "\n\n# {heading}");
            }
            let cut = cuts.next_if(|cut| cut.utterance == at);
            if let Some(cut) = cut {
                let _ = write!(out, "\n\n{}", noted(cut));
            }
            let text = &utterance.text;
            if begins || cut.is_some() {
                let at = utterance.at.map(|at| format!("[{}] ", time(at)));
                let gap = if cut.is_some() { "\n" } else { "\n\n" };
                let _ = write!(out, "{gap}{}{speaker}: {text}", at.unwrap_or_default());
            } else {
                let gap = if utterance.is_fresh { "\n\n" } else { " " };
                let _ = write!(out, "{gap}{text}");
            }
        }
        out.push('\n');
        out
    }
}

fn noted(cut: &SplitCut) -> String {
    let mark = if cut.is_doubtful() { DOUBT } else { CUT };
    let perhaps = cut.perhaps.as_ref();
    let perhaps = perhaps.map_or_else(String::new, |name| format!(", perhaps {name}"));
    format!("{mark}{:.0} %{perhaps}]", cut.sure * 100.0)
}

/// The lines above the first speech.
fn head(debate: &RealDebate) -> String {
    let person = |name: &str, role: &str| {
        if role.is_empty() {
            name.to_owned()
        } else {
            format!("{name} ({role})")
        }
    };
    let side = |id: &str| -> String {
        let of = debate.speakers.iter().filter(|one| one.side == id);
        let of: Vec<String> = of.map(|one| person(&one.name, &one.role)).collect();
        of.join(", ")
    };
    let chair = |one: &RealPerson| person(&one.name, &one.role);
    let count = |count: Option<crate::debate::real::HouseCount>| {
        count.map_or_else(String::new, |count| {
            format!("{}/{}/{}", count.ayes, count.noes, count.undecided)
        })
    };
    let lines = [
        ("Motion", debate.motion.clone()),
        ("For", side("for")),
        ("Against", side("against")),
        (
            "Moderator",
            debate.moderator.as_ref().map(chair).unwrap_or_default(),
        ),
        ("Floor", side(FLOOR)),
        ("Before", count(debate.votes.before)),
        ("After", count(debate.votes.after)),
        ("Source", debate.source.clone()),
        ("Date", debate.date.clone()),
        ("Licence", debate.licence.clone()),
    ];
    let lines = lines.iter().filter(|(_, value)| !value.is_empty());
    let lines: Vec<String> = lines
        .map(|(key, value)| format!("{key}: {value}"))
        .collect();
    lines.join("\n")
}

/// A transcript as somebody has put it right, without the notes on cuts.
pub fn reviewed(text: &str) -> String {
    let is_note = |line: &&str| {
        let line = line.trim();
        (line.starts_with(CUT) || line.starts_with(DOUBT)) && line.ends_with(']')
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_note(line)).collect();
    lines.join("\n")
}
