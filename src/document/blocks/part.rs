//! The parts of sections and of written turns.

use std::borrow::Cow;

use super::Remark;

/// The tone of something that is told, by which tellers choose looks and marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Words that are no more than that.
    Plain,
    /// Words that matter most.
    Strong,
    /// Words that can be passed over.
    Quiet,
    /// Words of the house.
    House,
    /// A change for the better.
    Good,
    /// A change for the worse.
    Bad,
    /// To be looked at.
    Warning,
    /// A failure of a model.
    Error,
    /// A matter that is not settled.
    Open,
    /// A turn was cut.
    Cut,
    /// Suspicious reasoning: a hint.
    Hint,
    /// Advice: what to do better.
    Advice,
    /// Evidence: what supports a claim.
    Evidence,
    /// A question that was put.
    Question,
    /// The answer to a question.
    Answer,
}

/// A part of a section.
#[derive(Debug, Clone, PartialEq)]
pub enum SectionPart<'a> {
    /// A sentence of its own.
    Line(Remark),
    /// Short facts in one line.
    Row(Vec<String>),
    /// Running text of somebody, under a title where it has one.
    Prose(Cow<'static, str>, Cow<'a, str>),
    /// A question or a text as it was given, set apart.
    Quote(Tone, &'a str),
    /// Texts under a title.
    List(Cow<'static, str>, Vec<Cow<'a, str>>),
    /// Labels with their texts.
    Facts(Vec<Note<'a>>),
    /// Numbers with the most that they could be.
    Meters(Vec<Gauge>),
    /// Things of one kind.
    Items(ItemKind, Vec<SectionItem<'a>>),
    /// A table: rows and columns.
    Table(Table),
    /// Numbers over the rounds.
    Rounds(Rounds),
}

/// A number with the most that it could be.
#[derive(Debug, Clone, PartialEq)]
pub struct Gauge {
    /// The name of what it counts.
    pub label: String,
    /// The id of whose number it is: a seat, a side, an argument; empty where it is nobody's.
    pub of: String,
    /// The tone of the gauge.
    pub tone: Tone,
    /// The value of the gauge.
    pub value: f64,
    /// The most that it could be.
    pub most: f64,
    /// The number as it is written.
    pub words: String,
}

/// The kind of the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    /// Speakers of the line-up.
    LineUp,
    /// Arguments as they were handed in.
    Arguments,
    /// Responses to arguments of the other side.
    Responses,
    /// Answers to questions about arguments.
    Replies,
    /// Marks that a judge gave.
    Marks,
    /// Arguments with what became of them.
    Trace,
    /// Assessments of speakers.
    Speakers,
    /// Members with their ballots.
    Ballots,
}

impl ItemKind {
    /// The heads of the columns of a table of items: the label, the text, the tags, the status and the notes. Those of
    /// which there is nothing to say are told by what is in them.
    pub const fn heads(self) -> [&'static str; 5] {
        match self {
            Self::LineUp => ["Place", "Speaker", "", "Model", "About"],
            Self::Trace => ["Argument", "Claim", "Speaker", "Standing", "Why"],
            Self::Ballots => ["Member", "", "", "Before → after", "Why"],
            Self::Marks | Self::Speakers | Self::Arguments | Self::Responses | Self::Replies => {
                ["", "", "", "Standing", ""]
            }
        }
    }
}

/// A thing of a kind: an argument, what a judge gave a speaker, a ballot.
#[derive(Debug, Clone, PartialEq)]
pub struct SectionItem<'a> {
    /// The name of the item.
    pub label: String,
    /// The id of what it is about: a seat, a side, an argument.
    pub of: String,
    /// The text that is said first.
    pub text: Cow<'a, str>,
    /// The standing of the item: what it came to, or what was done.
    pub status: Option<Remark>,
    /// Remarks on the item in a word or two.
    pub tags: Vec<Remark>,
    /// The gauges of the item; the first is the total.
    pub meters: Vec<Gauge>,
    /// The total, as it was from time to time.
    pub trend: Vec<f64>,
    /// The notes on the item.
    pub notes: Vec<Note<'a>>,
}

impl<'a> SectionItem<'a> {
    /// With nothing said of it yet.
    pub(super) fn new(label: impl Into<String>, of: &str) -> Self {
        Self {
            label: label.into(),
            of: of.to_owned(),
            text: Cow::Borrowed(""),
            status: None,
            tags: Vec::new(),
            meters: Vec::new(),
            trend: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds what is said of it, where something is.
    pub(super) fn note(&mut self, tone: Tone, label: &str, text: impl Into<Cow<'a, str>>) {
        self.notes.extend(fact(label, tone, text));
    }

    /// The change of the total from the first to the last: "+0.75". `None` where there are not two.
    pub fn moved(&self) -> Option<String> {
        match self.trend.as_slice() {
            [first, .., last] => Some(format!("{:+.2}", last - first)),
            _ => None,
        }
    }
}

/// Something that is said, under a label where it has one.
#[derive(Debug, Clone, PartialEq)]
pub struct Note<'a> {
    /// The tone of the note.
    pub tone: Tone,
    /// The label of the note: "Because"; empty where the tone says enough.
    pub label: String,
    /// The words of the paragraph.
    pub text: Cow<'a, str>,
}

impl Note<'_> {
    /// The sign before it: what is strong, weak, suspicious, to be done, asked. Empty for the others.
    pub fn mark(&self) -> &'static str {
        if self.tone == Tone::Question && self.label.is_empty() {
            return "↳ ";
        }
        let marks = [
            (Tone::Good, "+ "),
            (Tone::Bad, "− "),
            (Tone::Hint, "? "),
            (Tone::Advice, "→ "),
        ];
        let own = marks.iter().find(|(tone, _)| *tone == self.tone);
        own.map_or("", |(_, mark)| mark)
    }

    /// The label before its words, as far as there is one: "Because: ".
    pub fn lead(&self) -> String {
        if self.label.is_empty() {
            String::new()
        } else {
            format!("{}: ", self.label)
        }
    }
}

/// Rows and columns. The first column names the rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The heads of the columns.
    pub heads: Vec<String>,
    /// The short heads for where there is no room for the full ones; empty where there are none.
    pub short: Vec<String>,
    /// The rows, each with whose it is.
    pub rows: Vec<(String, Vec<String>)>,
}

/// Numbers over the rounds, a line each.
#[derive(Debug, Clone, PartialEq)]
pub struct Rounds {
    /// The moments, by name.
    pub moments: Vec<String>,
    /// The lines of the chart.
    pub series: Vec<Series>,
}

/// A series of numbers that makes a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// The seat that the line is of.
    pub of: String,
    /// The name of who sits there.
    pub name: String,
    /// The moment, from 0, and the number.
    pub points: Vec<(usize, f64)>,
}

impl Rounds {
    /// The chart as a table.
    pub fn table(&self) -> Table {
        let row = |one: &Series| {
            let cell = |at: usize| {
                let point = one.points.iter().find(|(moment, _)| *moment == at);
                point.map_or_else(|| "–".to_owned(), |(_, value)| format!("{value:.2}"))
            };
            let cells = (0..self.moments.len()).map(cell);
            let row = [one.name.clone()].into_iter().chain(cells).collect();
            (one.of.clone(), row)
        };
        Table {
            heads: [String::new()]
                .into_iter()
                .chain(self.moments.iter().cloned())
                .collect(),
            short: Vec::new(),
            rows: self.series.iter().map(row).collect(),
        }
    }
}

/// A number of points, with no more digits than it has, two behind the point at the most.
pub(super) fn number(points: f64) -> String {
    let digits = format!("{points:.2}");
    let shown = digits.trim_end_matches('0').trim_end_matches('.');
    shown.to_owned()
}

/// Words with the reason behind them, where one is known.
pub(super) fn because(what: &str, why: Option<&str>) -> String {
    let why = why
        .map(|why| why.trim_end_matches('.'))
        .filter(|why| !why.is_empty());
    why.map_or_else(|| what.to_owned(), |why| format!("{what}: {why}"))
}

/// A sentence with its tone.
pub(super) fn remark(tone: Tone, text: impl Into<String>) -> Remark {
    Remark {
        tone,
        text: text.into(),
    }
}

/// A sentence as a part.
pub(super) fn line<'a>(tone: Tone, text: impl Into<String>) -> SectionPart<'a> {
    SectionPart::Line(remark(tone, text))
}

/// Texts under a title; nothing where there are none.
pub(super) fn list<'a>(title: &'static str, items: &'a [String]) -> Option<SectionPart<'a>> {
    let items: Vec<Cow<'a, str>> = items.iter().map(|item| Cow::Borrowed(&**item)).collect();
    (!items.is_empty()).then_some(SectionPart::List(Cow::Borrowed(title), items))
}

/// Running text under a title; nothing where it is empty.
pub(super) fn prose<'a>(title: &'static str, text: &'a str) -> Option<SectionPart<'a>> {
    (!text.trim().is_empty()).then_some(SectionPart::Prose(
        Cow::Borrowed(title),
        Cow::Borrowed(text),
    ))
}

/// Texts of several under a title, each once: those who say the same are told once.
pub(super) fn each_once<'a>(
    title: &'static str,
    all: Vec<Cow<'a, str>>,
) -> Option<SectionPart<'a>> {
    let mut told: Vec<Cow<'a, str>> = Vec::new();
    for text in all {
        if !text.trim().is_empty() && !told.contains(&text) {
            told.push(text);
        }
    }
    match told.len() {
        0 | 1 => told.pop().map(|one| SectionPart::Prose(title.into(), one)),
        _ => Some(SectionPart::List(title.into(), told)),
    }
}

/// A label with its text; nothing where that is empty.
pub(super) fn fact<'a>(label: &str, tone: Tone, text: impl Into<Cow<'a, str>>) -> Option<Note<'a>> {
    let text = text.into();
    (!text.trim().is_empty()).then(|| Note {
        tone,
        label: label.to_owned(),
        text,
    })
}
