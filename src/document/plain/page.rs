//! Blocks as lines of text: what stands beside a speech is set in, and a table that does not fit becomes sentences.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr as _;

use super::wrap::Wrap;
use crate::{
    blocks::{
        Gauge, Interjection, InterjectionOutcome, ItemKind, PollBlock, Section, SectionItem,
        SectionKind, SectionPart, Speech, SpeechPart, Table, Tone,
    },
    export::columns::{self, Align},
    text::sanitize::{sanitize, sanitize_line},
};

/// The indentation of what is beside a speech.
const BESIDE: usize = 4;
/// The indentation, behind a line, of what belongs to it.
const BEHIND: usize = 2;

/// The page that is written on.
#[derive(Debug)]
pub(crate) struct Page<W> {
    out: Wrap<W>,
    /// Whether something has ended from which what follows stands apart: a phase's name, a speech, a section, a count.
    is_apart: bool,
}

impl<W: Write> Page<W> {
    /// Onto `out`, in lines of `width` columns.
    pub(crate) fn new(out: W, width: usize) -> Self {
        Self {
            out: Wrap::new(out, width),
            is_apart: false,
        }
    }

    /// The lines that parts of a section are laid out in here.
    pub(crate) fn lines_of(&self, parts: &[SectionPart<'_>]) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        let mut page = Page::new(&mut lines, self.out.width());
        page.parts(parts, 0)?;
        page.end()?;
        let text = String::from_utf8_lossy(&lines);
        Ok(text.lines().map(str::to_owned).collect())
    }

    /// Lines that are laid out already.
    pub(crate) fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        self.apart()?;
        self.out.end_line()?;
        lines.iter().try_for_each(|line| self.out.line(line))
    }

    /// More of a running text.
    pub(crate) fn push(&mut self, text: &str) -> io::Result<()> {
        self.apart()?;
        self.out.push(text, 0)
    }

    /// Ends the line that is being written.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.out.end_line()
    }

    /// An empty line.
    pub(crate) fn gap(&mut self) -> io::Result<()> {
        self.is_apart = false;
        self.out.line("")
    }

    /// The empty line that is due before what follows.
    fn apart(&mut self) -> io::Result<()> {
        if self.is_apart {
            return self.gap();
        }
        Ok(())
    }

    /// Writes what stands beside a speech.
    pub(crate) fn beside(&mut self, text: &str) -> io::Result<()> {
        self.at(text, BESIDE)
    }

    /// A text on lines of its own.
    pub(super) fn at(&mut self, text: &str, indent: usize) -> io::Result<()> {
        self.apart()?;
        self.out.block(&sanitize(text), indent)
    }

    /// Writes a text with further lines set in behind the first.
    fn hung(&mut self, text: &str, indent: usize) -> io::Result<()> {
        self.apart()?;
        let text = sanitize(text);
        self.out.hung(&text, indent, indent + BEHIND)
    }

    /// The name of a phase.
    pub(crate) fn phase(&mut self, name: &str) -> io::Result<()> {
        self.gap()?;
        let name = sanitize_line(name);
        self.out.block(&format!("== {name} =="), 0)?;
        self.stand_apart();
        Ok(())
    }

    /// Writes who speaks, where and what; and what the turn is, where the debate ends with it.
    pub(crate) fn heading(&mut self, speech: &Speech<'_>) -> io::Result<()> {
        self.gap()?;
        self.out.block(&sanitize_line(&speech.heading()), 0)?;
        if speech.banner.is_empty() {
            return Ok(());
        }
        self.out.block(speech.banner, BEHIND)
    }

    /// A turn with all that happened in it.
    pub(super) fn speech(&mut self, speech: &Speech<'_>) -> io::Result<()> {
        self.heading(speech)?;
        // Nobody sees here that words are crossed out.
        if speech.turn.is_struck() {
            self.length(speech)?;
        }
        for piece in &speech.pieces {
            match piece {
                SpeechPart::Said(text) => {
                    self.push(&plain(text))?;
                    self.end()?;
                }
                SpeechPart::Work(parts) => self.parts(parts, 0)?,
                SpeechPart::Bell(text) | SpeechPart::Folded(text) => self.beside(text)?,
                SpeechPart::Notice(text) => self.beside(text)?,
                SpeechPart::Interjection(interjection) => self.interjection(interjection)?,
            }
        }
        if !speech.turn.is_struck() {
            self.length(speech)?;
        }
        self.came_of(speech, |_| true)?;
        self.stand_apart();
        Ok(())
    }

    /// Something has ended: what follows stands apart from it.
    pub(crate) fn stand_apart(&mut self) {
        self.is_apart = true;
    }

    /// Writes how long a turn was.
    pub(crate) fn length(&mut self, speech: &Speech<'_>) -> io::Result<()> {
        match speech.length().as_str() {
            "" => Ok(()),
            length => self.beside(&format!("({length})")),
        }
    }

    /// Writes what a turn rests on, how it ended, and what is ruled, as far as it is to be told here.
    pub(crate) fn came_of(
        &mut self,
        speech: &Speech<'_>,
        is_told: impl Fn(Tone) -> bool,
    ) -> io::Result<()> {
        for source in &speech.sources {
            self.beside(source)?;
        }
        let remarks = speech.remarks.iter().filter(|one| is_told(one.tone));
        remarks
            .map(|one| &one.text)
            .try_for_each(|text| self.beside(text))
    }

    /// Something beside the speeches, and what came of it.
    pub(super) fn interjection(&mut self, aside: &Interjection<'_>) -> io::Result<()> {
        self.beside(&interjected(aside))?;
        outcome(&aside.outcome).map_or(Ok(()), |text| self.beside(&text))
    }

    /// A section under its title.
    pub(crate) fn section(&mut self, section: &Section<'_>) -> io::Result<()> {
        match section.role {
            SectionKind::Motion => {
                self.at(&section.title, 0)?;
                self.parts(&section.parts, 0)?;
            }
            SectionKind::Ending => {
                self.gap()?;
                self.ending(section, |_| true)?;
            }
            SectionKind::LineUp
            | SectionKind::Assessment
            | SectionKind::Report
            | SectionKind::Scores
            | SectionKind::Judges
            | SectionKind::Rounds
            | SectionKind::Trace
            | SectionKind::Agreed
            | SectionKind::Shifts
            | SectionKind::Briefing
            | SectionKind::Finding
            | SectionKind::Division
            | SectionKind::Verdict
            | SectionKind::Annotation
            | SectionKind::Speakers
            | SectionKind::Swing
            | SectionKind::Ballots
            | SectionKind::HouseThen
            | SectionKind::Definitions
            | SectionKind::ClaimsAndRebuttals
            | SectionKind::Argued
            | SectionKind::Notes
            | SectionKind::Calls => {
                self.gap()?;
                self.out.block(&sanitize_line(&section.heading()), BEHIND)?;
                self.parts(&section.parts, BESIDE)?;
            }
        }
        self.stand_apart();
        Ok(())
    }

    /// Writes how the debate ended, in one paragraph, as far as it is to be told here.
    pub(crate) fn ending(
        &mut self,
        section: &Section<'_>,
        is_told: impl Fn(Tone) -> bool,
    ) -> io::Result<()> {
        let lines = section.parts.iter().filter_map(|part| {
            let SectionPart::Line(remark) = part else {
                return None;
            };
            is_told(remark.tone).then_some(remark.text.as_str())
        });
        let lines: Vec<&str> = lines.collect();
        self.at(&lines.join(" "), 0)
    }

    /// Writes a poll.
    pub(crate) fn poll(&mut self, poll: &PollBlock) -> io::Result<()> {
        self.gap()?;
        self.out.block(&sanitize_line(&poll.label), BEHIND)?;
        self.meters(&poll.counts, BESIDE)?;
        if !poll.silent.is_empty() {
            self.at(&poll.silent, BESIDE)?;
        }
        self.stand_apart();
        Ok(())
    }

    /// The parts of a section or of what was handed in.
    pub(crate) fn parts(&mut self, parts: &[SectionPart<'_>], indent: usize) -> io::Result<()> {
        parts.iter().try_for_each(|part| self.part(part, indent))
    }

    fn part(&mut self, part: &SectionPart<'_>, indent: usize) -> io::Result<()> {
        match part {
            SectionPart::Line(remark) => self.at(&remark.text, indent),
            SectionPart::Row(facts) => self.at(&facts.join(", "), indent),
            SectionPart::Prose(title, text) => {
                let text = plain(text);
                self.at(&labelled(title, &text), indent)
            }
            SectionPart::Quote(_, text) => self.at(&format!("“{text}”"), indent),
            SectionPart::List(title, items) => {
                self.at(title, indent)?;
                let mut items = items.iter().map(|item| format!("- {item}"));
                items.try_for_each(|item| self.hung(&item, indent))
            }
            SectionPart::Facts(facts) => facts
                .iter()
                .try_for_each(|one| self.at(&labelled(&one.label, &one.text), indent)),
            SectionPart::Meters(all) => self.meters(all, indent),
            SectionPart::Items(kind, items) => items
                .iter()
                .try_for_each(|item| self.item(*kind, item, indent)),
            SectionPart::Table(table) => self.table(table, indent),
            SectionPart::Rounds(rounds) => self.table(&rounds.table(), indent),
        }
    }

    fn meters(&mut self, all: &[Gauge], indent: usize) -> io::Result<()> {
        self.apart()?;
        let cells = all.iter().map(|one| one.label.width()).max();
        let cells = cells.unwrap_or(0);
        all.iter().try_for_each(|one| {
            let label = sanitize_line(&one.label);
            let pad = cells.saturating_sub(label.width());
            let words = sanitize_line(&one.words);
            self.out
                .line(&format!("{:indent$}{label}{:pad$}  {words:>5}", "", ""))
        })
    }

    fn item(&mut self, kind: ItemKind, item: &SectionItem<'_>, indent: usize) -> io::Result<()> {
        let status = item.status.as_ref().map(|status| status.text.as_str());
        if kind == ItemKind::LineUp {
            let notes = item.notes.iter().map(|note| &*note.text);
            let told: Vec<&str> = [&*item.text]
                .into_iter()
                .chain(notes)
                .chain(status)
                .collect();
            return self.hung(&labelled(&item.label, &told.join(", ")), indent);
        }
        // What somebody has said ends as it likes: what came of it stands before it.
        let (label, behind) = if item.text.is_empty() {
            (item.label.clone(), status)
        } else {
            let both = [Some(item.label.as_str()), status].into_iter().flatten();
            let both: Vec<&str> = both.filter(|one| !one.is_empty()).collect();
            (both.join(", "), None)
        };
        let (total, meters) = match (kind, item.meters.split_first()) {
            (ItemKind::Marks, Some((total, rest))) => (Some(total), rest),
            _ => (None, item.meters.as_slice()),
        };
        let total = total.map(|total| {
            let moved = item.moved();
            let moved = moved.map_or_else(String::new, |moved| format!(" ({moved})"));
            format!("{} {}{moved}", total.label, total.words)
        });
        let told = [(!item.text.is_empty()).then_some(&*item.text)];
        let told = told.into_iter().chain([total.as_deref(), behind]);
        let told: Vec<&str> = told.flatten().collect();
        self.at(&labelled(&label, &told.join(", ")), indent)?;
        let tags: Vec<&str> = item.tags.iter().map(|tag| tag.text.as_str()).collect();
        let meters = meters
            .iter()
            .map(|one| format!("{} {}", one.label, one.words));
        let meters: Vec<String> = meters.collect();
        for row in [tags.join(", "), meters.join(", ")] {
            if !row.is_empty() {
                self.at(&row, indent + BEHIND)?;
            }
        }
        item.notes.iter().try_for_each(|note| {
            let text = format!("{}{}{}", note.mark(), note.lead(), note.text);
            if note.mark().is_empty() {
                self.at(&text, indent + BEHIND)
            } else {
                self.hung(&text, indent + BEHIND)
            }
        })
    }

    /// In columns where they fit; else each row is a sentence.
    fn table(&mut self, table: &Table, indent: usize) -> io::Result<()> {
        self.apart()?;
        let room = self.out.width().saturating_sub(indent);
        let fits = |lines: &String| lines.lines().all(|line| line.width() <= room);
        let heads = [&table.heads, &table.short].into_iter();
        let heads = heads.filter(|heads| !heads.is_empty());
        if let Some(lines) = heads.map(|heads| in_columns(heads, table)).find(fits) {
            let mut lines = lines.lines().map(|line| format!("{:indent$}{line}", ""));
            return lines.try_for_each(|line| self.out.line(&line));
        }
        if let Some(lines) = with_long_names(table, room) {
            return lines
                .into_iter()
                .try_for_each(|line| self.out.line(&format!("{:indent$}{line}", "")));
        }
        table.rows.iter().try_for_each(|(_, row)| {
            let mut cells = table.heads.iter().zip(row);
            let label = cells.next().map_or("", |(_, label)| label.as_str());
            let cells: Vec<String> = cells.map(|(head, cell)| format!("{head} {cell}")).collect();
            self.at(&labelled(label, &cells.join(", ")), indent)
        })
    }
}

/// A table in columns of which the longest names stand on lines of their own, above their numbers; `None` where the numbers
/// leave too little room for any.
fn with_long_names(table: &Table, room: usize) -> Option<Vec<String>> {
    let width_of = |row: &[String]| row.first().map_or(0, |name| name.width());
    let mut bare = table.clone();
    for (_, row) in &mut bare.rows {
        row.iter_mut().take(1).for_each(String::clear);
    }
    let numbers = in_columns(&table.short, &bare);
    let numbers = numbers.lines().map(str::width).max()?;
    let most = room.checked_sub(numbers)? + width_of(&table.short);
    let mut cut = table.clone();
    for (_, row) in &mut cut.rows {
        if width_of(row) > most {
            row.iter_mut().take(1).for_each(String::clear);
        }
    }
    let lines = in_columns(&table.short, &cut);
    let mut lines = lines.lines().map(str::to_owned);
    let mut laid = vec![lines.next()?];
    for ((_, row), line) in table.rows.iter().zip(lines) {
        let name = row.first().filter(|_| width_of(row) > most);
        laid.extend(name.map(|name| sanitize_line(name)));
        laid.push(line);
    }
    laid.iter().all(|line| line.width() <= room).then_some(laid)
}

/// A table of numbers, each row behind its name.
fn in_columns(heads: &[String], table: &Table) -> String {
    let clean = |row: &[String]| row.iter().map(|cell| sanitize_line(cell)).collect();
    let rows = table.rows.iter().map(|(_, row)| clean(row));
    let rows: Vec<Vec<String>> = [clean(heads)].into_iter().chain(rows).collect();
    let align = |at| if at == 0 { Align::Left } else { Align::Right };
    columns::aligned(align, &rows)
}

/// Something beside the speeches, in a line.
pub(crate) fn interjected(aside: &Interjection<'_>) -> String {
    let source = match aside.source {
        "" => String::new(),
        source => format!(" ({source})"),
    };
    format!("{}{source}: {}", aside.label, aside.text)
}

/// The outcome of an interjection, in a line.
pub(crate) fn outcome(outcome: &InterjectionOutcome<'_>) -> Option<String> {
    match outcome {
        InterjectionOutcome::None => None,
        InterjectionOutcome::Told(remark) => Some(remark.text.clone()),
        InterjectionOutcome::Answered { name, text, .. } => Some(format!("{name}: {text}")),
    }
}

fn labelled(label: &str, text: &str) -> String {
    match (label, text) {
        ("", text) => text.to_owned(),
        (label, "") => label.to_owned(),
        (label, text) => format!("{label}: {text}"),
    }
}

/// Markdown is for those who render it: stress and the marks of headings go, and the items of lists stand apart.
pub(crate) fn plain(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let bare = line.trim_start_matches('#');
        if bare.starts_with(' ') {
            bare.trim_start()
        } else {
            line
        }
    });
    let lines: Vec<&str> = lines.collect();
    let text = lines.join("\n").replace('*', "");
    sanitize(&text.replace("\n- ", "\n\n- "))
}
