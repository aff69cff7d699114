//! Excerpts of a debate, for whoever reads it bit by bit: what has happened since they last looked, some of its turns, and
//! what it came to.

use std::{
    cell::RefCell,
    io::{self, Write},
    ops::Range,
};

use serde_json::{Map, Value};

use crate::{
    blocks::{Block, Builder, Document, Notes, Section, SectionKind},
    debate::{
        DebateState,
        event::Record,
        sink::Sink,
        state::{TranscriptEntry, Turn},
    },
    export,
    headless::Text,
    text::sentence::is_at_end,
};

/// Columns of the running text.
const WIDTH: usize = 100;

/// The account of what has happened in a debate since a certain record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    /// The running text, as it is written while a debate runs.
    pub text: String,
    /// The number of the first record that is not told.
    pub next: u64,
    /// Whether there are more records, for which there was no room.
    pub is_cut: bool,
}

impl Since {
    /// The account of `records` from number `from` on, whole sentences. It ends with the record by which it has `most` bytes.
    /// Where `goes_on` says that more will come, it ends with the last sentence that is whole so far.
    ///
    /// # Errors
    /// None of the system: it is written into memory.
    pub fn of(records: &[Record], from: u64, most: usize, goes_on: bool) -> io::Result<Self> {
        let ends = sentence_ends(records, from);
        let last = ends.last().copied().filter(|_| goes_on);
        let last = last.unwrap_or(if goes_on { from } else { u64::MAX });
        let written = RefCell::new(Vec::new());
        let mut text = Text::new(Page(&written), WIDTH);
        let mut next = from;
        let mut is_cut = false;
        for record in records {
            if record.seq < from {
                text.catch_up(record);
                continue;
            }
            if record.seq >= last {
                break;
            }
            if written.borrow().len() >= most && ends.binary_search(&record.seq).is_ok() {
                is_cut = true;
                break;
            }
            text.record(record)?;
            next = record.seq + 1;
        }
        text.break_off()?;
        drop(text);
        let text = String::from_utf8_lossy(&written.into_inner()).into_owned();
        Ok(Self { text, next, is_cut })
    }
}

/// The numbers of the records, from that one on, before which nobody is in the middle of a sentence; with the number of the
/// record to come, where nobody is now.
fn sentence_ends(records: &[Record], from: u64) -> Vec<u64> {
    let mut state = DebateState::default();
    let mut ends = Vec::new();
    for record in records {
        state.apply(record);
        let is_whole = || state.floor().is_none_or(|turn| is_at_end(&turn.text));
        if record.seq >= from && is_whole() {
            ends.push(record.seq + 1);
        }
    }
    ends
}

/// The page that a running text is written on, of which can be told how full it is.
struct Page<'a>(&'a RefCell<Vec<u8>>);

impl Write for Page<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A turn that the house has heard, or hears now.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnExcerpt<'a> {
    /// The number of the turn among those that the house hears, from 1.
    pub number: usize,
    /// The turn itself.
    pub turn: &'a Turn,
    /// The name of its phase.
    pub phase: &'a str,
    /// All that was said in it, points of information and questions too, in Markdown.
    pub text: String,
}

/// The turns of those numbers, counted from 1 among those that the house hears, as lists and searches count them; and the
/// number of the next one, where there is one already.
pub fn turns(state: &DebateState, numbers: Range<usize>) -> (Vec<TurnExcerpt<'_>>, Option<usize>) {
    let builder = Builder::of(state);
    let heard = state.speeches().filter(|turn| !turn.is_empty());
    let numbered = heard.map(|turn| (state.plan.nth_heard(turn.slot), turn));
    let mut next: Option<usize> = None;
    let mut excerpts = Vec::new();
    for (number, turn) in numbered {
        if number >= numbers.end {
            next = Some(next.map_or(number, |next| next.min(number)));
        }
        if !numbers.contains(&number) {
            continue;
        }
        let phase = state.plan.phases.get(turn.phase as usize);
        excerpts.push(TurnExcerpt {
            number,
            turn,
            phase: phase.map_or("", |phase| &phase.name),
            text: export::blocks(&builder.entry(TranscriptEntry::Turn(turn.id))),
        });
    }
    (excerpts, next)
}

/// What a debate came to, in Markdown: how it ended and what is missing, the division, the verdict, scores and reports.
pub fn result(state: &DebateState) -> String {
    let document = Document::of(state, Notes::LeftOut);
    let is_told = |block: &&Block<'_>| match block {
        Block::Section(section) => is_of_result(section),
        Block::Phase(_)
        | Block::Speech(_)
        | Block::Interjection(_)
        | Block::Poll(_)
        | Block::Notice(_)
        | Block::Remark(_)
        | Block::Chosen(_) => false,
    };
    let all = document.head.iter().chain(&document.proceedings);
    export::blocks(all.filter(is_told))
}

fn is_of_result(section: &Section<'_>) -> bool {
    match section.role {
        SectionKind::Motion
        | SectionKind::Ending
        | SectionKind::Report
        | SectionKind::Scores
        | SectionKind::Judges
        | SectionKind::Rounds
        | SectionKind::Briefing
        | SectionKind::Division
        | SectionKind::Verdict
        | SectionKind::Annotation
        | SectionKind::Speakers
        | SectionKind::HouseThen
        | SectionKind::Swing
        | SectionKind::Agreed
        | SectionKind::Shifts => true,
        SectionKind::LineUp
        | SectionKind::Assessment
        | SectionKind::Trace
        | SectionKind::Finding
        | SectionKind::Ballots
        | SectionKind::Definitions
        | SectionKind::ClaimsAndRebuttals
        | SectionKind::Argued
        | SectionKind::Notes
        | SectionKind::Calls => false,
    }
}

/// The fields of the document in JSON that tell what a debate came to.
const OF_RESULT: [&str; 12] = [
    "debate",
    "status",
    "duration_ms",
    "verdict",
    "verdict_contested",
    "division",
    "house_agreement",
    "verdicts",
    "scores",
    "judgements",
    "grants",
    "missing",
];

/// What a debate came to, as fields of the whole debate in JSON; those of which there is nothing are left out.
///
/// # Errors
/// None of the system: it is written into memory.
pub fn result_fields(state: &DebateState) -> io::Result<Map<String, Value>> {
    let mut written = Vec::new();
    export::json(state, &[], (&[], None), &mut written)?;
    let Value::Object(mut all) = serde_json::from_slice(&written)? else {
        return Ok(Map::new());
    };
    let mut fields = Map::new();
    for name in OF_RESULT {
        let found = all.remove(name);
        let is_empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
        if let Some(value) = found.filter(|value| !value.is_null() && !is_empty(value)) {
            fields.insert(name.to_owned(), value);
        }
    }
    if let Some(Value::Object(totals)) = all.remove("totals") {
        let wanted = [
            "calls",
            "failed",
            "prompt_tokens",
            "completion_tokens",
            "cost",
        ];
        let totals = totals.into_iter();
        let totals = totals.filter(|(name, _)| wanted.contains(&name.as_str()));
        fields.insert("totals".to_owned(), Value::Object(totals.collect()));
    }
    Ok(fields)
}
