//! The document as Markdown: how its blocks are laid out. What is said is said by the blocks.

use std::borrow::Cow;

use super::escape::{html, inline, paragraphs, within};
use crate::{
    blocks::{
        Block, Document, Gauge, Interjection, InterjectionOutcome, ItemKind, Note, Notes,
        PollBlock, Section, SectionItem, SectionKind, SectionPart, Speech, SpeechPart, Table, Tone,
        running,
    },
    debate::DebateState,
    text::sanitize::sanitize_line,
};

/// The debate as a Markdown document. A debate that is not over gives what there is.
pub fn markdown(state: &DebateState, notes: Notes) -> String {
    let mut page = Page::default();
    if state.opening.is_none() {
        page.line(Tone::House, running::NOTHING_YET);
        return page.text;
    }
    page.document(&Document::of(state, notes));
    page.text
}

/// The decision briefing as a Markdown document; `None` where the debate's format has neither a rubric nor a synthesis.
pub fn briefing(state: &DebateState) -> Option<String> {
    let mut page = Page::default();
    page.document(&Document::briefing(state)?);
    Some(page.text)
}

/// Some blocks of a document, in Markdown.
pub(crate) fn blocks<'b, 'a: 'b>(blocks: impl IntoIterator<Item = &'b Block<'a>>) -> String {
    let mut page = Page::default();
    for block in blocks {
        page.tell(block);
    }
    page.text
}

/// A document that grows block by block. Blocks are Markdown: what they are made of is escaped already.
#[derive(Debug, Default)]
struct Page {
    text: String,
    /// Whether what is told now is struck: crossed out.
    is_struck: bool,
}

impl Page {
    fn document(&mut self, document: &Document<'_>) {
        for block in document.head.iter().chain(&document.proceedings) {
            self.tell(block);
        }
        for (at, block) in document.annex.iter().enumerate() {
            if at == 0 {
                self.block("---");
            }
            self.tell(block);
        }
    }

    /// A block with a blank line before it, so that no block runs into the next.
    fn block(&mut self, block: impl AsRef<str>) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let block = block.as_ref();
        if self.is_struck {
            self.text.push_str(&crossed(block));
        } else {
            self.text.push_str(block);
        }
        self.text.push('\n');
    }

    /// A line of ours.
    fn line(&mut self, tone: Tone, text: &str) {
        let mark = if tone == Tone::Strong { "**" } else { "*" };
        self.block(format!("{mark}{}{mark}", within(text)));
    }

    /// Running text from outside.
    fn prose(&mut self, text: &str) {
        for paragraph in paragraphs(text) {
            self.block(paragraph);
        }
    }

    /// A title in bold, where there is one.
    fn titled(&mut self, title: &str) {
        if !title.is_empty() {
            self.block(format!("**{}**", within(title)));
        }
    }

    /// A block quote: what each part says, one paragraph each.
    fn quote(&mut self, parts: &[String]) {
        let lines: Vec<String> = parts
            .iter()
            .flat_map(|part| part.lines().chain([""]))
            .map(|line| format!("> {line}").trim_end().to_owned())
            .collect();
        let lines = lines
            .strip_suffix(&[">".to_owned()])
            .unwrap_or(lines.as_slice());
        if !lines.is_empty() {
            self.block(lines.join("\n"));
        }
    }

    /// A list. Its items are escaped already.
    fn list(&mut self, items: impl Iterator<Item = String>) {
        let items: Vec<String> = items.map(|item| format!("- {item}")).collect();
        if !items.is_empty() {
            self.block(items.join("\n"));
        }
    }

    fn table(&mut self, heads: &[&str], rows: &[Vec<String>]) {
        let row = |cells: Vec<Cow<'_, str>>| format!("| {} |", cells.join(" | "));
        let heads = heads.iter();
        let mut lines = vec![
            row(heads.clone().map(|head| within(head).into()).collect()),
            row(heads.map(|_| "---".into()).collect()),
        ];
        for cells in rows {
            lines.push(row(cells.iter().map(|cell| within(cell).into()).collect()));
        }
        self.block(lines.join("\n"));
    }

    fn tell(&mut self, block: &Block<'_>) {
        match block {
            Block::Phase(name) => self.block(format!("## {}", inline(name))),
            Block::Speech(speech) => self.speech(speech),
            Block::Interjection(interjection) => self.interjection(interjection),
            Block::Poll(poll) => self.poll(poll),
            Block::Notice(text) => self.line(Tone::House, text),
            Block::Remark(remark) => self.line(remark.tone, &remark.text),
            Block::Chosen(chosen) => self.line(Tone::House, &chosen.describe()),
            Block::Section(section) => self.section(section),
        }
    }

    fn speech(&mut self, speech: &Speech<'_>) {
        let who = inline(&speech.heading());
        if speech.turn.is_struck() {
            self.block(format!("### ~~{who}~~"));
        } else {
            self.block(format!("### {who}"));
        }
        self.titled(speech.banner);
        let length = speech.length();
        // That it is struck is told below.
        if !length.is_empty() && !speech.turn.is_struck() {
            self.line(Tone::Quiet, &length);
        }
        for piece in &speech.pieces {
            match piece {
                SpeechPart::Said(text) => {
                    self.is_struck = speech.turn.is_struck();
                    self.prose(text);
                }
                SpeechPart::Work(parts) => {
                    self.is_struck = speech.turn.is_struck();
                    self.parts(parts);
                }
                SpeechPart::Bell(text) | SpeechPart::Folded(text) => self.line(Tone::House, text),
                SpeechPart::Notice(text) => self.line(Tone::House, text),
                SpeechPart::Interjection(interjection) => self.interjection(interjection),
            }
            self.is_struck = false;
        }
        for source in &speech.sources {
            self.block(inline(source));
        }
        for remark in &speech.remarks {
            self.line(Tone::Quiet, &remark.text);
        }
    }

    fn interjection(&mut self, interjection: &Interjection<'_>) {
        let source = match interjection.source {
            "" => String::new(),
            source => format!(" ({})", inline(source)),
        };
        let says = |who: &str, more: &str, text: &str| {
            let text = paragraphs(text).join("\n\n");
            format!("**{}**{more}: {text}", within(who))
        };
        let mut parts = vec![says(&interjection.label, &source, &interjection.text)];
        match &interjection.outcome {
            InterjectionOutcome::None => {}
            InterjectionOutcome::Told(remark) => parts.push(format!("*{}*", within(&remark.text))),
            InterjectionOutcome::Answered { name, text, .. } => parts.push(says(name, "", text)),
        }
        self.quote(&parts);
    }

    fn poll(&mut self, poll: &PollBlock) {
        let count = |one: &Gauge| format!("{} {}", one.label, one.words);
        let mut counts: Vec<String> = poll.counts.iter().map(count).collect();
        counts.extend(Some(poll.silent.clone()).filter(|silent| !silent.is_empty()));
        let told = format!("{}: {}.", poll.label, counts.join(", "));
        self.line(Tone::House, &told);
    }

    fn section(&mut self, section: &Section<'_>) {
        let heading = section.heading();
        let level = match section.role {
            SectionKind::Motion => "#",
            SectionKind::LineUp
            | SectionKind::Definitions
            | SectionKind::ClaimsAndRebuttals
            | SectionKind::Calls
            | SectionKind::Finding => "##",
            SectionKind::Argued | SectionKind::Notes => {
                // A block that opens on a click. The blank lines are what makes its inside Markdown again.
                self.block(format!(
                    "<details>\n<summary>{}</summary>",
                    html(&sanitize_line(&heading))
                ));
                self.parts(&section.parts);
                self.block("</details>");
                return;
            }
            SectionKind::Ending
            | SectionKind::Assessment
            | SectionKind::Report
            | SectionKind::Scores
            | SectionKind::Judges
            | SectionKind::Rounds
            | SectionKind::Trace
            | SectionKind::Agreed
            | SectionKind::Shifts
            | SectionKind::Briefing
            | SectionKind::Division
            | SectionKind::Verdict
            | SectionKind::Annotation
            | SectionKind::Speakers
            | SectionKind::Swing
            | SectionKind::Ballots
            | SectionKind::HouseThen => "###",
        };
        if !heading.is_empty() {
            self.block(format!("{level} {}", inline(&heading)));
        }
        self.parts(&section.parts);
    }

    fn parts(&mut self, parts: &[SectionPart<'_>]) {
        for part in parts {
            self.part(part);
        }
    }

    fn part(&mut self, part: &SectionPart<'_>) {
        match part {
            SectionPart::Line(remark) => self.line(remark.tone, &remark.text),
            SectionPart::Row(facts) => self.line(Tone::House, &format!("{}.", facts.join(", "))),
            SectionPart::Prose(title, text) => {
                self.titled(title);
                self.prose(text);
            }
            SectionPart::Quote(_, text) => self.quote(&[paragraphs(text).join("\n\n")]),
            SectionPart::List(title, items) => {
                self.titled(title);
                self.list(items.iter().map(|item| inline(item)));
            }
            SectionPart::Facts(facts) => self.list(
                facts
                    .iter()
                    .map(|one| format!("**{}:** {}", within(&one.label), within(&one.text))),
            ),
            SectionPart::Meters(all) => self.list(
                all.iter()
                    .map(|one| format!("{}: **{}**", inline(&one.label), within(&one.words))),
            ),
            SectionPart::Items(kind, items) => self.items(*kind, items),
            SectionPart::Table(table) => self.columns(table),
            SectionPart::Rounds(rounds) => self.columns(&rounds.table()),
        }
    }

    fn columns(&mut self, table: &Table) {
        let heads: Vec<&str> = table.heads.iter().map(String::as_str).collect();
        let rows: Vec<Vec<String>> = table.rows.iter().map(|(_, row)| row.clone()).collect();
        self.table(&heads, &rows);
    }

    fn items(&mut self, kind: ItemKind, items: &[SectionItem<'_>]) {
        let told =
            |item: &SectionItem<'_>| item.status.as_ref().map_or("", |one| &one.text).to_owned();
        let tags = |item: &SectionItem<'_>, between: &str| -> String {
            let tags: Vec<&str> = item.tags.iter().map(|tag| tag.text.as_str()).collect();
            tags.join(between)
        };
        match kind {
            ItemKind::LineUp | ItemKind::Trace | ItemKind::Ballots => {}
            ItemKind::Marks | ItemKind::Speakers => return self.metered(kind, items),
            ItemKind::Arguments | ItemKind::Responses | ItemKind::Replies => {
                for item in items {
                    let named = [item.label.as_str(), &told(item)].map(within);
                    let named: Vec<String> =
                        named.into_iter().filter(|one| !one.is_empty()).collect();
                    self.block(match (named.join(", ").as_str(), within(&item.text)) {
                        ("", text) => format!("**{text}**"),
                        (named, text) if text.is_empty() => format!("**{named}**"),
                        (named, text) => format!("**{named}:** {text}"),
                    });
                    if !item.tags.is_empty() {
                        self.block(format!("*{}*", within(&tags(item, " · "))));
                    }
                    self.notes(&item.notes);
                }
                return;
            }
        }
        let heads = kind.heads();
        let row = |one: &SectionItem<'_>| {
            let said: Vec<&str> = one.notes.iter().map(|note| &*note.text).collect();
            let text = one.text.to_string();
            [
                one.label.clone(),
                text,
                tags(one, "; "),
                told(one),
                said.join(" "),
            ]
        };
        let rows: Vec<[String; 5]> = items.iter().map(row).collect();
        // A column of which there is nothing to tell goes.
        let is_used = |at: &usize| {
            rows.iter()
                .any(|row| row.get(*at).is_some_and(|one| !one.is_empty()))
        };
        let used: Vec<usize> = (0..heads.len()).filter(is_used).collect();
        let heads: Vec<&str> = used
            .iter()
            .filter_map(|at| heads.get(*at).copied())
            .collect();
        let kept = |row: &[String; 5]| used.iter().filter_map(|at| row.get(*at).cloned()).collect();
        let rows: Vec<Vec<String>> = rows.iter().map(kept).collect();
        self.table(&heads, &rows);
    }

    /// Items with numbers: a table of these, then what is said of each.
    fn metered(&mut self, kind: ItemKind, items: &[SectionItem<'_>]) {
        let Some(first) = items.first() else { return };
        let has_status = items.iter().any(|item| item.status.is_some());
        let [label, _, _, status, _] = kind.heads();
        let mut heads = vec![label];
        heads.extend(first.meters.iter().map(|meter| meter.label.as_str()));
        heads.extend(has_status.then_some(status));
        let row = |item: &SectionItem<'_>| {
            let moved = item.moved();
            let moved = moved.map_or_else(String::new, |moved| format!(" ({moved})"));
            let mut row = vec![item.label.clone()];
            for (at, meter) in item.meters.iter().enumerate() {
                let moved = if at == 0 { moved.as_str() } else { "" };
                row.push(format!("{}{moved}", meter.words));
            }
            let status = item.status.as_ref().map_or("–", |one| &one.text);
            row.extend(has_status.then(|| status.to_owned()));
            row
        };
        let rows: Vec<Vec<String>> = items.iter().map(row).collect();
        self.table(&heads, &rows);
        for item in items.iter().filter(|item| !item.notes.is_empty()) {
            self.titled(&item.label);
            self.notes(&item.notes);
        }
    }

    fn notes(&mut self, notes: &[Note<'_>]) {
        self.list(notes.iter().map(|note| {
            let label = match note.lead() {
                lead if lead.is_empty() => lead,
                lead => format!("*{}* ", within(lead.trim())),
            };
            let mark = match note.mark() {
                "" => String::new(),
                mark => format!("{} ", inline(mark.trim())),
            };
            format!("{mark}{label}{}", inline(&note.text))
        }));
    }
}

/// A block of which every line is crossed out; what makes it a list or a quote stays outside.
fn crossed(block: &str) -> String {
    let line = |line: &str| {
        let begins = ["> ", "- "].into_iter().find(|mark| line.starts_with(mark));
        let begins = begins.unwrap_or_default();
        let words = line.strip_prefix(begins).unwrap_or(line);
        if words.is_empty() || words == ">" {
            return line.to_owned();
        }
        format!("{begins}~~{words}~~")
    };
    let lines: Vec<String> = block.lines().map(line).collect();
    lines.join("\n")
}
