//! The tellers of a debate: the transcript pane, Markdown, the page for a browser, text and the running text say the same. Every word of every block
//! of the document is in each of them, for debates of every format: whole, with a space where it ends. And none of them has
//! words or marks that no block has.

#![cfg(feature = "tui")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are part of it")]

use crate::common;
use crate::samples;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use common::{FORMATS, world::short_debate};
use hustings::{
    blocks::{
        Block, Builder, Document, Interjection, InterjectionOutcome, ItemKind, Section,
        SectionItem, SectionPart, Speech, SpeechPart, Tone, captions,
    },
    debate::sink::Sink as _,
    debate::{
        DebateState,
        event::{Event, Record},
    },
    export::{Notes, briefing, html, markdown},
    headless::Text,
    plain,
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
    /// As it runs.
    Running,
    Text,
    Markdown,
    Page,
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
        // What runs tells what comes of a thing when it comes; the pane has a sign for a turn that is not over.
        let is_whole = matches!(self.teller, Teller::Markdown | Teller::Page | Teller::Text);
        if remark.tone != Tone::Open || is_whole {
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
                self.say(one.describe());
            }
            Block::Remark(remark) => {
                self.saw("remark");
                self.remark(remark);
            }
            Block::Section(section) => self.section(section),
        }
    }

    fn speech(&mut self, speech: &Speech<'_>) {
        let turn = speech.turn;
        // What speaks at once is told while it runs when it stands.
        if self.teller == Teller::Running && turn.is_struck() && self.state.is_simultaneous(turn) {
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
                    if self.teller == Teller::Running && self.state.is_simultaneous(turn) => {}
                SpeechPart::Bell(text) | SpeechPart::Folded(text) => {
                    self.saw("bell");
                    self.say(text);
                }
                SpeechPart::Notice(text) => self.say(text),
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
            // While it runs the result was told when it was declared.
            SectionPart::Line(remark)
                if self.teller == Teller::Running && remark.tone == Tone::Strong => {}
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

/// The words of a text one by one, however they are wrapped, framed and escaped: two that have run into one another are
/// another word.
fn words_of(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// The words with a space before, between and behind, so that one text can be looked for in another.
fn spaced(text: &str) -> String {
    format!(" {} ", words_of(text).join(" "))
}

/// Where marks that end something stand behind one another: ".," or ":.".
fn clashes(text: &str) -> BTreeSet<String> {
    const ENDS: [char; 6] = ['.', ',', ':', ';', '!', '?'];
    let marks = text.split(|c: char| !ENDS.contains(&c));
    let marks = marks.filter(|marks| marks.len() > 1);
    marks.map(str::to_owned).collect()
}

fn pane(state: &DebateState) -> String {
    let mut cache = RowCache::default();
    cache.ensure(state, WIDE, &Styles::plain(ColorSupport::True));
    let rows = cache.window(0, cache.len());
    let lines: Vec<String> = rows.map(|(.., row)| row.line.to_string()).collect();
    lines.join("\n")
}

fn running(records: &[Record]) -> String {
    let mut out = Vec::new();
    let mut text = Text::new(&mut out, WIDE);
    for record in records {
        text.record(record).unwrap();
    }
    text.finish().unwrap();
    drop(text);
    String::from_utf8(out).unwrap()
}

fn text(state: &DebateState) -> String {
    let mut out = Vec::new();
    plain::text(state, Notes::Shown, &mut out, WIDE).unwrap();
    String::from_utf8(out).unwrap()
}

/// The page for a browser as whoever reads it sees it: without its tags, its style and its script, and with a space where
/// a tag stood.
fn page(records: &[Record]) -> String {
    let page = html(records, Notes::Shown);
    let body = page.split_once("<body>").unwrap().1;
    let body = body.split_once("<script>").unwrap().0;
    // The argument map, which folds, stands on that page alone; `tests/export/map.rs` holds it.
    let map = body.split_once("<section class=\"section argument-map\"");
    let body = map.map_or(body, |(before, _)| before);
    // What is drawn stands in words beside it.
    let mut parts = body.split("<svg ");
    let mut seen = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        seen += part.split_once("</svg>").unwrap().1;
    }
    let mut text = String::new();
    for piece in seen.split('<') {
        text.push(' ');
        text += piece.split_once('>').map_or(piece, |(_, after)| after);
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    entities
        .into_iter()
        .fold(text, |text, (entity, is)| text.replace(entity, is))
}

/// The words of the blocks that a teller has to tell.
fn words_for(teller: Teller, state: &DebateState) -> Words<'_> {
    let mut words = Words {
        teller,
        state,
        told: Vec::new(),
        kinds: BTreeSet::new(),
    };
    let document = Document::of(state, Notes::Shown);
    match teller {
        // The head is in other panes.
        Teller::Pane => {
            let builder = Builder::on_screen(state);
            let blocks = state.entries.iter().flat_map(|one| builder.entry(*one));
            blocks.for_each(|block| words.block(&block));
        }
        // What a speech argued is known while the next is spoken, and nobody hears it there.
        Teller::Running => {
            let blocks = document.head.iter().chain(&document.proceedings);
            blocks.for_each(|block| words.block(block));
        }
        Teller::Text | Teller::Markdown | Teller::Page => {
            let blocks = document.head.iter().chain(&document.proceedings);
            let blocks = blocks.chain(&document.annex);
            blocks.for_each(|block| words.block(block));
        }
    }
    words
}

/// What is wrong with how a debate is told, and which kinds of blocks it has.
fn faults(records: &[Record]) -> (Vec<String>, BTreeSet<String>) {
    let state = DebateState::fold(records);
    let told = [
        (Teller::Pane, pane(&state)),
        (Teller::Running, running(records)),
        (Teller::Text, text(&state)),
        (Teller::Markdown, markdown(&state, Notes::Shown)),
        (Teller::Page, page(records)),
    ];
    let (mut faults, mut seen) = (Vec::new(), BTreeSet::new());
    for (teller, told) in told {
        let words = words_for(teller, &state);
        let all = spaced(&told);
        for one in &words.told {
            if !words_of(one).is_empty() && !all.contains(&spaced(one)) {
                faults.push(format!("{teller:?} does not say {one:?}"));
            }
        }
        let said = words.told.join("\n");
        for marks in clashes(&told).difference(&clashes(&said)) {
            faults.push(format!("{teller:?} joins by {marks:?}"));
        }
        let opening = state.opening.as_deref().unwrap();
        let models = opening.speakers.iter().flat_map(|one| words_of(&one.model));
        let heads = [ItemKind::LineUp, ItemKind::Trace, ItemKind::Ballots].map(ItemKind::heads);
        let heads = heads.iter().flatten().flat_map(|head| words_of(head));
        // Tags of HTML, which fold a section away, and what the table of contents is called.
        let besides = heads
            .chain(models)
            .chain(["details", "summary", "Contents", "Argument", "map"])
            // Only a page has charts, and what leads to another place of it.
            .chain(captions::ALL.into_iter().flat_map(words_of));
        let known: BTreeSet<&str> = words_of(&said).into_iter().chain(besides).collect();
        for own in words_of(&told) {
            // The lines of a chart have numbers; how the run goes is told by what runs alone.
            let is_number = own.chars().all(char::is_numeric);
            if !known.contains(own) && !is_number && teller != Teller::Running {
                faults.push(format!("{teller:?} alone says {own:?}"));
            }
        }
        seen.extend(words.kinds);
    }
    (faults, seen)
}

/// The sample, in which both judges have given a report.
fn two_reports() -> Vec<Record> {
    let mut records = samples::debate(samples::ID);
    let given = records.iter().find_map(|record| match &record.event {
        Event::JudgementGiven { judgement, .. } => Some(judgement.clone()),
        _ => None,
    });
    for record in &mut records {
        if let Event::JudgementUnusable { judge, again, .. } = &record.event {
            record.event = Event::JudgementGiven {
                judge: judge.clone(),
                again: *again,
                judgement: given.clone().unwrap(),
            };
        }
    }
    records
}

#[test]
fn what_one_teller_says_all_say() {
    let mut debates = vec![samples::debate(samples::ID), two_reports()];
    for id in FORMATS {
        debates
            .extend([Vec::new(), (0..=255).rev().collect()].map(|bytes| short_debate(id, bytes)));
    }
    let (mut all, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for records in debates {
        let (faults, kinds) = faults(&records);
        all.extend(faults);
        seen.extend(kinds);
    }
    assert!(all.is_empty(), "{all:#?}");
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
        "answered", "bell", "chosen", "notice", "phase", "poll", "remark", "speech",
    ];
    let others = others.map(|kind| format!("{kind:?}"));
    let kinds = kinds.map(str::to_owned).into_iter().chain(others);
    let missing: Vec<String> = kinds.filter(|kind| !seen.contains(kind)).collect();
    assert!(missing.is_empty(), "no debate has {missing:?}");
}

#[test]
fn every_word_of_a_briefing_is_laid_out() {
    for id in FORMATS {
        let records = short_debate(id, Vec::new());
        let state = DebateState::fold(&records);
        let (Some(document), Some(told)) = (Document::briefing(&state), briefing(&state)) else {
            continue;
        };
        let mut words = Words {
            teller: Teller::Markdown,
            state: &state,
            told: Vec::new(),
            kinds: BTreeSet::new(),
        };
        let blocks = document.head.iter().chain(&document.proceedings);
        blocks.for_each(|block| words.block(block));
        assert!(words.kinds.contains("Finding"), "{:?}", words.kinds);
        let all = spaced(&told);
        let unsaid = words.told.iter().filter(|one| !all.contains(&spaced(one)));
        let unsaid: Vec<&String> = unsaid.filter(|one| !words_of(one).is_empty()).collect();
        assert!(unsaid.is_empty(), "{id}: {unsaid:?}\n{told}");
    }
}

/// The files that lay debates out.
const LAY_OUT: [&str; 5] = [
    "src/document/export/markdown.rs",
    "src/document/headless/text",
    "src/document/headless/text.rs",
    "src/document/plain",
    "src/screen/transcript",
];
/// What may be said there: of the pane itself, and to machines.
const OWN: [&str; 13] = [
    "Transcript",
    " not found",
    " 1 place",
    " {n} places",
    " {}/{n} places",
    "from the end",
    "from the top",
    "from the top again",
    "from the bottom again",
    "… {} more lines",
    "<details>\\n<summary>{}</summary>",
    "</details>",
    // A reason of the public lines.
    "question",
];

fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let files = std::fs::read_dir(path).unwrap();
    files
        .flat_map(|file| sources(&file.unwrap().path()))
        .collect()
}

/// The strings of a source file that have a word in them, without those of its tests and of attributes.
fn strings_with_words(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.starts_with("//") && !line.starts_with("reason = "));
    let code = lines.collect::<Vec<_>>().join("\n").replace("\\\"", "");
    let strings = code.split('"').skip(1).step_by(2);
    let has_words = |text: &&str| {
        let mut bare = text.to_string();
        while let Some((before, rest)) = bare.split_once('{') {
            bare = format!(
                "{before} {}",
                rest.split_once('}').map_or("", |(_, after)| after)
            );
        }
        let mut words = bare.split(|c: char| !c.is_alphabetic());
        words.any(|word| word.chars().count() > 1)
    };
    strings.filter(has_words).map(str::to_owned).collect()
}

#[test]
fn tellers_have_no_words_of_their_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = LAY_OUT.iter().flat_map(|path| sources(&root.join(path)));
    let (mut own, mut seen) = (Vec::new(), BTreeSet::new());
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        for text in strings_with_words(&source) {
            match OWN.iter().find(|one| **one == text) {
                Some(known) => _ = seen.insert(*known),
                None => own.push(format!("{}: {text:?}", file.display())),
            }
        }
    }
    assert!(
        own.is_empty(),
        "words belong into document/blocks: {own:#?}"
    );
    assert_eq!(
        seen,
        OWN.into(),
        "what is not there any more needs no leave"
    );
}
