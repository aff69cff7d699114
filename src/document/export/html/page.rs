//! The blocks of a debate as HTML: how they are laid out. What is said is said by the blocks.

use super::{
    clock::{Clock, Due},
    markup::{Attribute, Markup},
    prose::{self, Paragraph},
    result::{is_result, tells_again, warnings},
};
use crate::{
    blocks::{
        Block, ChosenSpeakerBlock, Document, Interjection, InterjectionKind, InterjectionOutcome,
        PollBlock, Section, SectionKind, Speech, SpeechPart, Tone,
    },
    catalog::{Stance, Task},
    debate::{DebateState, ids::Seat},
    reading,
    text::count_words,
};

/// A heading that the table of contents leads to.
pub(super) struct Heading {
    pub(super) id: String,
    pub(super) text: String,
    /// Whether it stands under the one before that does not.
    pub(super) is_nested: bool,
}

/// A page that grows block by block.
pub(super) struct Page<'a> {
    pub(super) state: &'a DebateState,
    pub(super) out: Markup,
    header: Markup,
    pub(super) clock: Clock,
    headings: Vec<Heading>,
    /// Whether a phase is open.
    is_in_phase: bool,
    /// Whether what is told now is struck: crossed out.
    is_struck: bool,
    phases: u32,
    sections: u32,
    /// What has been told already and is not told again: what is missing, which stands at the top.
    told: Vec<String>,
    /// The place and the title of what came of the debate.
    pub(super) result_at: Option<(String, String)>,
}

/// The class of a tone.
pub(super) const fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Strong => "strong",
        Tone::Quiet => "quiet",
        Tone::House => "house",
        Tone::Good => "good",
        Tone::Bad => "bad",
        Tone::Warning => "warning",
        Tone::Error => "error",
        Tone::Open => "open",
        Tone::Cut => "cut",
        Tone::Hint => "hint",
        Tone::Advice => "advice",
        Tone::Evidence => "evidence",
        Tone::Question => "question",
        Tone::Answer => "answer",
    }
}

const fn stance(stance: Stance) -> &'static str {
    match stance {
        Stance::For => "for",
        Stance::Against => "against",
        Stance::Nuanced | Stance::Own => "own",
    }
}

/// The class of whoever sits there: which side they are on.
pub(super) fn side_class(state: &DebateState, seat: &Seat) -> &'static str {
    state.stance(seat).map_or("", stance)
}

impl<'a> Page<'a> {
    pub(super) fn new(state: &'a DebateState) -> Self {
        Self {
            state,
            out: Markup::default(),
            header: Markup::default(),
            clock: Clock::default(),
            headings: Vec::new(),
            is_in_phase: false,
            is_struck: false,
            phases: 0,
            sections: 0,
            told: Vec::new(),
            result_at: None,
        }
    }

    /// The header of the page, its body, and what its table of contents leads to.
    pub(super) fn into_parts(self) -> (Markup, Markup, Vec<Heading>) {
        (self.header, self.out, self.headings)
    }

    /// The page of a debate of which there is nothing to tell.
    pub(super) fn nothing(&mut self, text: &str) {
        self.line(Tone::House, text);
    }

    /// The whole document.
    pub(super) fn document(&mut self, document: &Document<'_>) {
        let is_ending = |block: &&Block<'_>| matches!(block, Block::Section(section) if section.role == SectionKind::Ending);
        let (result, head): (Vec<&Block<'_>>, Vec<&Block<'_>>) =
            document.head.iter().partition(is_ending);
        for block in &result {
            if let Block::Section(section) = block {
                self.told.extend(warnings(section));
            }
        }
        // Who reads sees the result first, and who plays it again last: its time is behind all that was said.
        for block in head {
            self.tell(block);
        }
        let head = std::mem::take(&mut self.out);
        for block in &document.proceedings {
            self.tell(block);
        }
        self.end_phase();
        let proceedings = std::mem::take(&mut self.out);
        for block in result {
            self.tell(block);
        }
        self.out.append(&head);
        self.out.append(&proceedings);
        for block in &document.annex {
            self.tell(block);
        }
    }

    /// The argument map behind everything else, where there is one.
    pub(super) fn argument_map(&mut self, title: &str, map: &Markup) {
        self.sections += 1;
        let id = format!("section-{}", self.sections);
        let due = self.clock.pass(std::time::Duration::ZERO);
        self.open(
            "section",
            &[("class", "section argument-map"), ("id", &id)],
            &due,
        );
        self.heading(id, title, false);
        self.out.append(map);
        self.out.ours("</section>\n");
    }

    /// The class of whoever sits there, or of what is of them: which side they are on.
    pub(super) fn side(&self, of: &str) -> &'static str {
        let opening = self.state.opening.as_deref();
        if let Some(side) = opening.and_then(|opening| opening.format.side(of)) {
            return stance(side.stance);
        }
        let mut arguments = self.state.arguments();
        let by = arguments.find(|(_, one)| one.id == of).map(|(by, _)| by);
        self.side_of(by.unwrap_or(&Seat::named(of)))
    }

    fn side_of(&self, seat: &Seat) -> &'static str {
        side_class(self.state, seat)
    }

    fn tell(&mut self, block: &Block<'_>) {
        match block {
            Block::Phase(name) => self.phase(name),
            Block::Speech(speech) => self.speech(speech),
            Block::Interjection(interjection) => self.interjection(interjection),
            Block::Poll(poll) => self.poll(poll),
            Block::Notice(text) if self.told.iter().any(|one| tells_again(one, text)) => {}
            Block::Notice(text) => self.line(Tone::House, text),
            Block::Remark(remark) => self.line(remark.tone, &remark.text),
            Block::Chosen(chosen) => self.chosen(chosen),
            Block::Section(section) => self.section(section),
        }
        self.out.end_line();
    }

    fn phase(&mut self, name: &str) {
        self.end_phase();
        self.phases += 1;
        let id = format!("phase-{}", self.phases);
        let due = self.clock.pass(reading::BEAT);
        self.open("section", &[("class", "phase"), ("id", &id)], &due);
        self.out.element("h2", &[], name);
        self.out.end_line();
        self.heading(id, name, false);
        self.is_in_phase = true;
    }

    fn end_phase(&mut self) {
        if std::mem::take(&mut self.is_in_phase) {
            self.out.close("section");
            self.out.end_line();
        }
    }

    fn heading(&mut self, id: String, text: &str, is_nested: bool) {
        self.headings.push(Heading {
            id,
            text: text.to_owned(),
            is_nested,
        });
    }

    /// Opens a tag of a piece that is due then.
    fn open(&mut self, tag: &'static str, attributes: &[Attribute<'_>], due: &Due) {
        let all = [attributes, &due.attributes()].concat();
        self.out.open(tag, &all);
    }

    /// A piece of text that is read in its time.
    pub(super) fn leaf(&mut self, tag: &'static str, class: &str, text: &str) {
        let mut markup = Markup::default();
        markup.text(text);
        self.leaf_of(tag, class, count_words(text), &markup);
    }

    /// A piece that is read in its time, with what is in it.
    pub(super) fn leaf_of(&mut self, tag: &'static str, class: &str, words: u32, markup: &Markup) {
        let due = self.clock.read(words);
        self.open(tag, &[("class", class)], &due);
        if self.is_struck {
            self.out.open("del", &[]);
            self.out.append(markup);
            self.out.close("del");
        } else {
            self.out.append(markup);
        }
        self.out.close(tag);
        self.out.end_line();
    }

    /// A line of ours.
    pub(super) fn line(&mut self, of: Tone, text: &str) {
        let class = ["line", tone(of)].join(" ");
        self.leaf("p", class.trim(), text);
    }

    /// Running text from outside.
    pub(super) fn prose(&mut self, text: &str) {
        self.paragraphs(prose::paragraphs(text));
    }

    /// Paragraphs, with a list around its items and a quotation around what is quoted.
    fn paragraphs(&mut self, paragraphs: impl IntoIterator<Item = Paragraph>) {
        let mut around = "";
        for paragraph in paragraphs {
            let wanted = paragraph.kind.around();
            if wanted != around {
                self.exchange(around, wanted);
                around = wanted;
            }
            let (tag, class) = paragraph.kind.tag();
            self.leaf_of(tag, class, paragraph.words, &paragraph.markup);
        }
        self.exchange(around, "");
    }

    /// Closes a tag and opens another, as far as there are any.
    fn exchange(&mut self, open: &'static str, wanted: &'static str) {
        if !open.is_empty() {
            self.out.close(open);
            self.out.end_line();
        }
        if !wanted.is_empty() {
            self.out.open(wanted, &[]);
        }
    }

    /// A title, where there is one.
    pub(super) fn titled(&mut self, title: &str) {
        if !title.is_empty() {
            self.leaf("h4", "", title);
        }
    }

    fn speech(&mut self, speech: &Speech<'_>) {
        let is_struck = speech.turn.is_struck();
        let id = format!("turn-{}", speech.turn.id);
        let heading = speech.heading();
        let class = ["turn", self.side_of(&speech.turn.seat)].join(" ");
        let due = self.clock.pass(reading::BEAT);
        self.open("article", &[("class", class.trim()), ("id", &id)], &due);
        self.out.open("header", &[]);
        self.out.open("h3", &[]);
        let link = format!("#{id}");
        self.out.open("a", &[("href", &link)]);
        if is_struck {
            self.out.open("del", &[]);
        }
        let behind = heading.strip_prefix(&speech.name);
        self.out.element("b", &[], &speech.name);
        self.out.text(behind.unwrap_or_default());
        if is_struck {
            self.out.close("del");
        }
        self.out.close("a");
        self.out.close("h3");
        if matches!(speech.turn.task, Task::Synthesis | Task::Summary) && !is_struck {
            self.result_at = Some((id.clone(), heading.clone()));
        }
        self.heading(id, &heading, self.phases > 0);
        if !speech.banner.is_empty() {
            self.out.element("p", &[("class", "banner")], speech.banner);
        }
        let length = speech.length();
        // That it is struck is told below.
        if !length.is_empty() && !is_struck {
            self.out.element("p", &[("class", "length")], &length);
        }
        self.out.close("header");
        self.out.end_line();
        for piece in &speech.pieces {
            match piece {
                SpeechPart::Said(text) => {
                    self.is_struck = is_struck;
                    self.prose(text);
                }
                SpeechPart::Work(parts) => {
                    self.is_struck = is_struck;
                    self.parts(parts);
                }
                SpeechPart::Bell(text) => self.leaf("p", "line bell", text),
                SpeechPart::Folded(text) => self.line(Tone::House, text),
                SpeechPart::Notice(text) => self.line(Tone::House, text),
                SpeechPart::Interjection(interjection) => self.interjection(interjection),
            }
            self.is_struck = false;
        }
        for source in &speech.sources {
            self.leaf("p", "source", source);
        }
        for remark in &speech.remarks {
            self.line(remark.tone, &remark.text);
        }
        self.out.close("article");
    }

    fn interjection(&mut self, interjection: &Interjection<'_>) {
        let kind = match interjection.kind {
            InterjectionKind::Point => "point",
            InterjectionKind::Evidence => "brought evidence",
            InterjectionKind::Question => "asked",
        };
        let class = ["interjection", kind, self.side_of(&interjection.from)].join(" ");
        let due = self.clock.pass(std::time::Duration::ZERO);
        self.open("aside", &[("class", class.trim())], &due);
        self.said_by(&interjection.label, interjection.source, &interjection.text);
        match &interjection.outcome {
            InterjectionOutcome::None => {}
            InterjectionOutcome::Told(remark) => self.line(remark.tone, &remark.text),
            InterjectionOutcome::Answered { name, text, .. } => self.said_by(name, "", text),
        }
        self.out.close("aside");
        self.out.end_line();
    }

    /// What somebody says, behind their name.
    fn said_by(&mut self, who: &str, source: &str, text: &str) {
        let mut paragraphs = prose::paragraphs(text).into_iter();
        let mut markup = Markup::default();
        markup.element("b", &[], who);
        if !source.is_empty() {
            markup.text(" (");
            if prose::is_web_address(source) {
                prose::open_link(&mut markup, source);
                markup.text(source);
                markup.close("a");
            } else {
                markup.text(source);
            }
            markup.text(")");
        }
        markup.text(": ");
        let first = paragraphs.next();
        let words = first.as_ref().map_or(0, |first| first.words) + count_words(who);
        if let Some(first) = first {
            markup.append(&first.markup);
        }
        self.leaf_of("p", "", words, &markup);
        self.paragraphs(paragraphs);
    }

    fn poll(&mut self, poll: &PollBlock) {
        let due = self.clock.pass(reading::LOOK);
        self.open("section", &[("class", "poll")], &due);
        self.out.element("h4", &[], &poll.label);
        self.clock.is_within = true;
        self.meters(&poll.counts);
        if !poll.silent.is_empty() {
            self.line(Tone::Quiet, &poll.silent);
        }
        self.clock.is_within = false;
        self.out.close("section");
    }

    fn chosen(&mut self, chosen: &ChosenSpeakerBlock<'_>) {
        self.line(Tone::House, &chosen.describe());
    }

    fn section(&mut self, section: &Section<'_>) {
        if section.role == SectionKind::Motion {
            return self.motion(section);
        }
        let heading = section.heading();
        self.sections += 1;
        let id = format!("section-{}", self.sections);
        let (class, looked_at) = match section.role {
            SectionKind::Motion | SectionKind::LineUp => ("section", reading::BEAT),
            SectionKind::Ending => ("section result", reading::LOOK),
            SectionKind::Briefing | SectionKind::Verdict | SectionKind::Division => {
                ("section main", reading::LOOK)
            }
            SectionKind::Assessment
            | SectionKind::Report
            | SectionKind::Scores
            | SectionKind::Judges
            | SectionKind::Rounds
            | SectionKind::Trace
            | SectionKind::Finding
            | SectionKind::Annotation
            | SectionKind::Speakers
            | SectionKind::Swing
            | SectionKind::Ballots
            | SectionKind::HouseThen
            | SectionKind::Agreed
            | SectionKind::Shifts => ("section", reading::LOOK),
            // What is told of the debate besides is there at once when it is over.
            SectionKind::Definitions
            | SectionKind::ClaimsAndRebuttals
            | SectionKind::Argued
            | SectionKind::Notes
            | SectionKind::Calls => ("section", std::time::Duration::ZERO),
        };
        let due = self.clock.pass(looked_at);
        self.open("section", &[("class", class), ("id", &id)], &due);
        let is_nested = self.is_in_phase;
        let is_folded = matches!(section.role, SectionKind::Argued | SectionKind::Notes);
        if is_folded {
            self.out.ours("<details>");
            self.out.element("summary", &[], &heading);
        } else if !heading.is_empty() {
            let level = if is_nested { "h3" } else { "h2" };
            self.out.element(level, &[], &heading);
        }
        self.out.end_line();
        if !heading.is_empty() && !is_folded {
            if is_result(section.role) {
                self.result_at = Some((id.clone(), heading.clone()));
            }
            self.heading(id, &heading, is_nested);
        }
        self.clock.is_within = true;
        self.parts(&section.parts);
        if section.role == SectionKind::Division {
            self.swing(section);
        }
        if section.role == SectionKind::Ending {
            self.way_to_result(section);
        }
        self.clock.is_within = false;
        self.out.ours(if is_folded {
            "</details></section>"
        } else {
            "</section>"
        });
    }

    /// A chart with its caption; nothing where nothing was drawn.
    pub(super) fn figure(&mut self, drawn: &Markup, caption: &str) {
        if drawn.is_empty() {
            return;
        }
        self.out.open("figure", &[]);
        self.out.append(drawn);
        self.out.element("figcaption", &[], caption);
        self.out.close("figure");
        self.out.end_line();
    }

    /// The motion, which heads the page.
    fn motion(&mut self, section: &Section<'_>) {
        let before = std::mem::take(&mut self.out);
        self.clock.is_within = true;
        self.out.ours("<header class=\"motion\">\n");
        self.out.element("h1", &[], &section.heading());
        self.out.end_line();
        self.parts(&section.parts);
        self.out.ours("</header>\n");
        self.clock.is_within = false;
        self.header = std::mem::replace(&mut self.out, before);
    }
}
