//! Blocks as lines of text: what stands beside a speech is set in, tables become sentences, so that all of it fits.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use crate::{
    blocks::{
        Gauge, Interjection, InterjectionOutcome, ItemKind, PollBlock, Section, SectionItem,
        SectionPart, Table, Tone,
    },
    headless::wrap::Wrap,
    text::sanitize::{sanitize, sanitize_line},
};

/// How far what is beside a speech is set in.
const BESIDE: usize = 4;

/// What is written on.
#[derive(Debug)]
pub(super) struct Page<W> {
    out: Wrap<W>,
    /// Whether a count was written last, from which what follows stands apart.
    counted: bool,
}

impl<W: Write> Page<W> {
    pub(super) fn new(out: Wrap<W>) -> Self {
        Self {
            out,
            counted: false,
        }
    }

    /// More of a running text.
    pub(super) fn push(&mut self, text: &str) -> io::Result<()> {
        self.out.push(text, 0)
    }

    /// Ends the line that is being written.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.out.end_line(0)
    }

    /// An empty line.
    pub(super) fn gap(&mut self) -> io::Result<()> {
        self.counted = false;
        self.out.line("")
    }

    /// A heading.
    pub(super) fn heading(&mut self, text: &str, indent: usize) -> io::Result<()> {
        self.out.block(&sanitize_line(text), indent)
    }

    /// What stands beside a speech.
    pub(super) fn beside(&mut self, text: &str) -> io::Result<()> {
        self.at(text, BESIDE)
    }

    fn at(&mut self, text: &str, indent: usize) -> io::Result<()> {
        self.out.end_line(0)?;
        if self.counted {
            self.gap()?;
        }
        self.out.block(&sanitize(text), indent)
    }

    /// The motion, at the top.
    pub(super) fn motion(&mut self, section: &Section<'_>) -> io::Result<()> {
        self.at(&section.title, 0)?;
        self.parts(&section.parts, 0)
    }

    /// How the debate ended: the last words. The result has been told; of a debate that is not over it is not yet known
    /// what is missing.
    pub(super) fn ending(&mut self, section: &Section<'_>, is_over: bool) -> io::Result<()> {
        let lines = section.parts.iter().filter_map(|part| {
            let SectionPart::Line(remark) = part else {
                return None;
            };
            (remark.tone != Tone::Strong).then_some(remark.text.as_str())
        });
        let lines: Vec<&str> = lines.take(if is_over { 3 } else { 1 }).collect();
        self.at(&lines.join(" "), 0)
    }

    /// A section under its title.
    pub(super) fn section(&mut self, section: &Section<'_>) -> io::Result<()> {
        self.gap()?;
        self.heading(&section.heading(), 2)?;
        self.parts(&section.parts, BESIDE)
    }

    /// A poll.
    pub(super) fn poll(&mut self, poll: &PollBlock) -> io::Result<()> {
        self.gap()?;
        self.heading(&poll.label, 2)?;
        self.meters(&poll.counts)?;
        if !poll.silent.is_empty() {
            self.out.line(&format!("    {}", poll.silent))?;
        }
        self.counted = true;
        Ok(())
    }

    /// The parts of a section or of what was handed in.
    pub(super) fn parts(&mut self, parts: &[SectionPart<'_>], indent: usize) -> io::Result<()> {
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
                items
                    .iter()
                    .try_for_each(|item| self.at(&format!("- {item}"), indent))
            }
            SectionPart::Facts(facts) => facts
                .iter()
                .try_for_each(|one| self.at(&labelled(&one.label, &one.text), indent)),
            SectionPart::Meters(all) => self.meters(all),
            SectionPart::Items(kind, items) => items
                .iter()
                .try_for_each(|item| self.item(*kind, item, indent)),
            SectionPart::Table(table) => self.table(table, indent),
            SectionPart::Rounds(rounds) => self.table(&rounds.table(), indent),
        }
    }

    fn meters(&mut self, all: &[Gauge]) -> io::Result<()> {
        let cells = all.iter().map(|one| one.label.chars().count()).max();
        let cells = cells.unwrap_or(0);
        all.iter().try_for_each(|one| {
            let line = format!("    {:<cells$}  {:>5}", one.label, one.words);
            // The space at its beginning is the line's.
            self.out.line(&sanitize(&line))
        })
    }

    fn item(&mut self, kind: ItemKind, item: &SectionItem<'_>, indent: usize) -> io::Result<()> {
        let status = item
            .status
            .as_ref()
            .map(|status| Cow::Borrowed(&*status.text));
        let mut first: Vec<Cow<'_, str>> = Vec::new();
        first.extend((!item.text.is_empty()).then(|| Cow::Borrowed(&*item.text)));
        let (total, meters) = match (kind, item.meters.split_first()) {
            (ItemKind::Marks, Some((total, rest))) => (Some(total), rest),
            _ => (None, item.meters.as_slice()),
        };
        first.extend(total.map(|total| {
            let moved = item.moved();
            let moved = moved.map_or_else(String::new, |moved| format!(" ({moved})"));
            Cow::Owned(format!("{} {}{moved}", total.label, total.words))
        }));
        if kind == ItemKind::LineUp {
            first.extend(item.notes.iter().map(|note| Cow::Borrowed(&*note.text)));
        }
        first.extend(status);
        self.at(&labelled(&item.label, &first.join(", ")), indent)?;
        let tags: Vec<&str> = item.tags.iter().map(|tag| tag.text.as_str()).collect();
        let meters = meters
            .iter()
            .map(|one| format!("{} {}", one.label, one.words));
        let meters: Vec<String> = meters.collect();
        for row in [tags.join(", "), meters.join(", ")] {
            if !row.is_empty() {
                self.at(&row, indent + 2)?;
            }
        }
        if kind == ItemKind::LineUp {
            return Ok(());
        }
        item.notes.iter().try_for_each(|note| {
            let text = format!("{}{}{}", note.mark(), note.lead(), note.text);
            self.at(&text, indent + 2)
        })
    }

    /// A row is a sentence: columns do not fit.
    fn table(&mut self, table: &Table, indent: usize) -> io::Result<()> {
        table.rows.iter().try_for_each(|(_, row)| {
            let mut cells = table.heads.iter().zip(row);
            let label = cells.next().map_or("", |(_, label)| label.as_str());
            let cells: Vec<String> = cells.map(|(head, cell)| format!("{head} {cell}")).collect();
            self.at(&labelled(label, &cells.join(", ")), indent)
        })
    }
}

/// Something beside the speeches, and what came of it, in lines. What has not been settled will be told when it is.
pub(super) fn interjection(aside: &Interjection<'_>) -> Vec<String> {
    let source = match aside.source {
        "" => String::new(),
        source => format!(" ({source})"),
    };
    let is_open =
        matches!(&aside.outcome, InterjectionOutcome::Told(remark) if remark.tone == Tone::Open);
    let settled = Some(&aside.outcome).filter(|_| !is_open);
    let first = format!("{}{source}: {}", aside.label, aside.text);
    [first]
        .into_iter()
        .chain(settled.and_then(outcome))
        .collect()
}

/// What came of something, in a line.
pub(super) fn outcome(outcome: &InterjectionOutcome<'_>) -> Option<String> {
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

/// Markdown is for those who render it.
pub(super) fn plain(text: &str) -> String {
    sanitize(
        &text
            .replace("**", "")
            .replace('*', "")
            .replace("\n- ", "\n\n- "),
    )
}
