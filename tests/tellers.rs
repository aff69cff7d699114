//! The tellers of a debate: the transcript pane, Markdown and text say the same. Every word of every block of the document
//! is in each of them, for debates of every format.

#![cfg(feature = "tui")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are part of it")]

use crate::common;
use crate::samples;

use std::collections::BTreeSet;

use common::{FORMATS, world::short_debate};
use hustings::{
    blocks::{
        Block, Builder, Document, Interjection, InterjectionOutcome, ItemKind, Section,
        SectionItem, SectionPart, Speech, SpeechPart, Tone,
    },
    debate::{
        DebateState,
        event::{Event, Record},
    },
    export::{Notes, markdown},
    headless::Text,
    text::sentence::sentences,
    tui::{
        style::{ColorSupport, Styles},
        transcript::RowCache,
    },
};

/// Wide enough for every table, so that nothing is cut for want of room.
const WIDE: usize = 400;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Teller {
    Pane,
    Text,
    Markdown,
}

/// What blocks have to say, and which kinds of them have been seen.
struct Words<'a> {
    teller: Teller,
    state: &'a DebateState,
    told: Vec<String>,
    kinds: BTreeSet<String>,
}

impl Words<'_> {
    fn say(&mut self, words: impl AsRef<str>) {
        self.told.push(words.as_ref().to_owned());
    }

    fn saw(&mut self, kind: impl std::fmt::Debug) {
        self.kinds.insert(format!("{kind:?}"));
    }

    fn remark(&mut self, remark: &hustings::blocks::Remark) {
        // Text tells what comes of a thing when it comes; the pane has a sign for a turn that is not over.
        if remark.tone != Tone::Open || self.teller == Teller::Markdown {
            self.say(&remark.text);
        }
    }

    fn block(&mut self, block: &Block<'_>) {
        match block {
            Block::Phase(name) => {
                self.saw("phase");
                self.say(name);
            }
            Block::Speech(speech) => self.speech(speech),
            Block::Interjection(aside) => self.aside(aside),
            Block::Poll(poll) => {
                self.saw("poll");
                self.say(&poll.label);
                poll.counts.iter().for_each(|one| {
                    self.say(&one.label);
                    self.say(&one.words);
                });
                self.say(&poll.silent);
            }
            Block::Notice(text) => {
                self.saw("notice");
                self.say(text);
            }
            Block::Chosen(one) => {
                self.saw("chosen");
                let told = format!("{}{}{}{}", one.before, one.name, one.after, one.reason);
                self.say(told);
            }
            Block::Section(section) => self.section(section),
        }
    }

    fn speech(&mut self, speech: &Speech<'_>) {
        let turn = speech.turn;
        // What speaks at once is told by text when it stands.
        if self.teller == Teller::Text && turn.is_struck() && self.state.is_simultaneous(turn) {
            speech.remarks.iter().for_each(|one| self.remark(one));
            return;
        }
        self.saw("speech");
        for one in [
            speech.banner,
            &speech.name,
            &speech.place,
            &speech.what,
            &speech.again,
        ] {
            self.say(one);
        }
        if !turn.is_struck() {
            self.say(&speech.length);
            self.say(&speech.time);
        }
        for piece in &speech.pieces {
            match piece {
                // What happens beside may stand between any two sentences.
                SpeechPart::Said(text) => sentences(text).into_iter().for_each(|one| self.say(one)),
                SpeechPart::Work(parts) => parts.iter().for_each(|part| self.part(part)),
                // Nobody hears it in a text of what was said at once.
                SpeechPart::Bell(_)
                    if self.teller == Teller::Text && self.state.is_simultaneous(turn) => {}
                SpeechPart::Bell(text) | SpeechPart::Folded(text) => {
                    self.saw("bell");
                    self.say(text);
                }
                SpeechPart::Interjection(aside) => self.aside(aside),
            }
        }
        speech.sources.iter().for_each(|one| self.say(one));
        speech.remarks.iter().for_each(|one| self.remark(one));
    }

    fn aside(&mut self, aside: &Interjection<'_>) {
        self.saw(aside.kind);
        self.say(&aside.label);
        self.say(&aside.text);
        self.say(aside.source);
        match &aside.outcome {
            InterjectionOutcome::None => {}
            InterjectionOutcome::Told(remark) if self.teller == Teller::Pane => {
                self.say(&remark.text);
            }
            InterjectionOutcome::Told(remark) => self.remark(remark),
            InterjectionOutcome::Answered { name, text, .. } => {
                self.saw("answered");
                self.say(name);
                self.say(text);
            }
        }
    }

    fn section(&mut self, section: &Section<'_>) {
        self.saw(section.role);
        self.say(&section.title);
        self.say(&section.subtitle);
        section.parts.iter().for_each(|part| self.part(part));
    }

    fn part(&mut self, part: &SectionPart<'_>) {
        match part {
            // Text has told the result when it was declared.
            SectionPart::Line(remark)
                if self.teller == Teller::Text && remark.tone == Tone::Strong => {}
            SectionPart::Line(remark) => self.remark(remark),
            SectionPart::Row(facts) => facts.iter().for_each(|one| self.say(one)),
            SectionPart::Prose(title, text) => {
                self.say(title);
                self.say(text);
            }
            SectionPart::Quote(_, text) => self.say(text),
            SectionPart::List(title, items) => {
                self.say(title);
                for one in items {
                    self.say(one);
                }
            }
            SectionPart::Facts(facts) => facts.iter().for_each(|fact| {
                self.say(&fact.label);
                self.say(&fact.text);
            }),
            SectionPart::Meters(all) => all.iter().for_each(|one| {
                self.say(&one.label);
                self.say(&one.words);
            }),
            SectionPart::Items(kind, items) => {
                self.saw(kind);
                for item in items {
                    self.item(*kind, item);
                }
            }
            SectionPart::Table(table) => {
                table.heads.iter().for_each(|one| self.say(one));
                let cells = table.rows.iter().flat_map(|(_, row)| row);
                cells.for_each(|one| self.say(one));
            }
            SectionPart::Rounds(rounds) => {
                rounds.moments.iter().for_each(|one| self.say(one));
                for (_, row) in rounds.table().rows {
                    self.say(row.first().unwrap());
                    self.say(row.last().unwrap());
                }
            }
        }
    }

    fn item(&mut self, kind: ItemKind, item: &SectionItem<'_>) {
        self.say(&item.label);
        self.say(&item.text);
        item.status.iter().for_each(|one| self.say(&one.text));
        item.tags.iter().for_each(|one| self.say(&one.text));
        for (at, meter) in item.meters.iter().enumerate() {
            // A bar behind a name is its total.
            if !(self.teller == Teller::Pane && kind == ItemKind::Marks && at == 0) {
                self.say(&meter.label);
            }
            self.say(&meter.words);
        }
        self.say(item.moved().unwrap_or_default());
        for note in &item.notes {
            self.say(&note.label);
            self.say(&note.text);
        }
    }
}

/// Letters and digits: what is left of words however they are wrapped, framed and escaped.
fn bare(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

fn pane(state: &DebateState) -> String {
    let mut cache = RowCache::default();
    cache.ensure(state, WIDE, &Styles::plain(ColorSupport::True));
    let rows = cache.window(0, cache.len());
    let lines: Vec<String> = rows.map(|(.., row)| row.line.to_string()).collect();
    lines.join("\n")
}

fn text(records: &[Record]) -> String {
    let mut out = Vec::new();
    Text::new(&mut out, WIDE).whole(records).unwrap();
    String::from_utf8(out).unwrap()
}

/// What a teller does not tell of the words of the blocks, and which kinds of blocks there are.
fn lacks(teller: Teller, state: &DebateState, told: &str) -> (Vec<String>, BTreeSet<String>) {
    let mut words = Words {
        teller,
        state,
        told: Vec::new(),
        kinds: BTreeSet::new(),
    };
    let document = Document::of(state);
    match teller {
        // The head is in other panes.
        Teller::Pane => {
            let builder = Builder::on_screen(state);
            let blocks = state.entries.iter().flat_map(|one| builder.entry(*one));
            blocks.for_each(|block| words.block(&block));
        }
        Teller::Text => {
            let blocks = document.head.iter().chain(&document.proceedings);
            blocks.for_each(|block| words.block(block));
        }
        Teller::Markdown => {
            let blocks = document.head.iter().chain(&document.proceedings);
            let blocks = blocks.chain(&document.annex);
            blocks.for_each(|block| words.block(block));
        }
    }
    let all = bare(told);
    words.told.retain(|one| !all.contains(&bare(one)));
    (words.told, words.kinds)
}

fn all_say_the_same(records: &[Record]) -> BTreeSet<String> {
    let state = DebateState::fold(records);
    let told = [
        (Teller::Pane, pane(&state)),
        (Teller::Text, text(records)),
        (Teller::Markdown, markdown(&state, Notes::Shown)),
    ];
    let mut seen = BTreeSet::new();
    for (teller, told) in told {
        let (lacking, kinds) = lacks(teller, &state, &told);
        assert!(
            lacking.is_empty(),
            "{teller:?} does not say {lacking:#?}:\n{told}"
        );
        seen.extend(kinds);
    }
    seen
}

/// The sample, in which both judges have given a report.
fn two_reports() -> Vec<Record> {
    let mut records = samples::debate(samples::ID);
    let given = records.iter().find_map(|record| match &record.event {
        Event::JudgementGiven { judgement, .. } => Some(judgement.clone()),
        _ => None,
    });
    for record in &mut records {
        if let Event::JudgementUnusable { judge, .. } = &record.event {
            record.event = Event::JudgementGiven {
                judge: judge.clone(),
                judgement: given.clone().unwrap(),
            };
        }
    }
    records
}

#[test]
fn what_one_teller_says_all_say() {
    let mut seen = all_say_the_same(&samples::debate(samples::ID));
    seen.extend(all_say_the_same(&two_reports()));
    for id in FORMATS {
        for bytes in [Vec::new(), (0..=255).rev().collect()] {
            seen.extend(all_say_the_same(&short_debate(id, bytes)));
        }
    }
    let kinds = [
        "Arguments",
        "Argued",
        "Assessment",
        "Ballots",
        "Briefing",
        "Calls",
        "Division",
        "Ending",
        "Evidence",
        "Judges",
        "LineUp",
        "Marks",
        "Motion",
        "Notes",
        "Point",
        "Question",
        "Replies",
        "Report",
        "Responses",
        "Rounds",
        "Scores",
        "Speakers",
        "Trace",
        "Verdict",
    ];
    let others = [
        "answered", "bell", "chosen", "notice", "phase", "poll", "speech",
    ];
    let others = others.map(|kind| format!("{kind:?}"));
    let kinds = kinds.map(str::to_owned).into_iter().chain(others);
    let missing: Vec<String> = kinds.filter(|kind| !seen.contains(kind)).collect();
    assert!(missing.is_empty(), "no debate has {missing:?}");
}
