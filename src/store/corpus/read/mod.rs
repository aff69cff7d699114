//! A file as documents: what a work is, what a paragraph of it is, and which reader a file gets.
//!
//! One file a format. Every reader hands its paragraphs to a `draft::Draft`, which cleans them: nothing comes out
//! of here that may not reach a terminal. From there they go on to a [`ParagraphSink`] one by one.
//!
//! A file is gone over twice: first all bytes are looked at, for their hash and their encoding, then they are read.
//! Plain text, subtitles, JSON lines and Markdown are read as a stream: what is held of them is a window, a paragraph
//! (a megabyte at the most), a cue, a line of JSON or some blocks of Markdown, however long the file is. HTML, PDF and
//! EPUB are held as a whole, two to three times over, because what counts in them may stand at their end.

mod decode;
mod draft;
mod epub;
mod flow;
mod front_matter;
pub(super) mod headings;
mod html;
mod json_lines;
mod lines;
mod long;
mod markdown;
mod pdf;
mod plain;
mod sniff;
mod subtitles;
mod tidy;

#[cfg(test)]
mod tests;

use std::{
    io::{self, Cursor, Read, Seek, SeekFrom},
    ops::ControlFlow,
};

use sha2::{Digest, Sha256};

use decode::{Encoded, Survey, Text, WINDOW};
use flow::Flow;

/// The largest file that is read, in bytes: a library of 100 MB in one file fits five times.
pub(crate) const MAX_FILE: u64 = 512 * 1024 * 1024;

/// The facts known about a work beside its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct About {
    /// The title that the work gives itself, else one made from the file's name.
    pub title: Option<String>,
    /// The date, as the source writes it: a year, a day, anything.
    pub date: Option<String>,
    /// The speaker or writer, where the source names one. A block may name another.
    pub speaker: Option<String>,
    /// "text", "markdown", "html", "pdf", "epub", "subtitles", or what a JSON line says, such as "speech".
    pub source_type: String,
    /// Topics, in the source's order, none twice.
    pub tags: Vec<String>,
}

/// A work as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParsedWork {
    /// The facts about the work.
    pub about: About,
    /// The paragraphs in order; none is empty.
    pub blocks: Vec<Paragraph>,
}

/// A paragraph, with its place in the source for people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Paragraph {
    /// The text of the paragraph in one line, white space normalised, without control characters.
    pub text: String,
    /// The place, for people: "CHAPTER IV, line 120", "page 7", "00:12:31".
    pub place: String,
    /// The speaker of this paragraph, where speakers differ from paragraph to paragraph.
    pub speaker: Option<String>,
}

impl Paragraph {
    /// The heading in force, which is its place without the position; empty where there is none.
    pub fn heading(&self) -> &str {
        headings::of_place(&self.place)
    }
}

/// Takes what is read, as it is read.
pub trait ParagraphSink {
    /// The next paragraph of the document under way, or the first of the next one. What is known of the document by
    /// then is all but, in some, the title.
    fn block(&mut self, about: &About, block: Paragraph) -> ControlFlow<()>;

    /// The document is over, and all is known of it.
    fn end(&mut self, about: About) -> ControlFlow<()>;

    /// Takes note of a part that was left out: a sentence with its place, e.g. "line 7: …".
    fn skipped(&mut self, what: String);
}

/// A source of bytes that is read more than once.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// The result of reading one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParsedFile {
    /// The works of the file: at least one, each with at least one block.
    pub documents: Vec<ParsedWork>,
    /// The parts that were left out all the same, each in a sentence with its place, e.g. "line 7: …".
    pub skipped: Vec<String>,
}

/// The reason why a file gave nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// No bytes, or nothing but white space and markup.
    #[error("it holds no text")]
    Empty,
    /// Not text in any encoding, and no format that is known.
    #[error("it is binary data, not text")]
    Binary,
    /// A password or a copy protection stands before the text.
    #[error("it is encrypted; take the password or the copy protection off first")]
    Encrypted,
    /// The system gave some of its bytes, and then an error.
    #[error("it could not be read to its end: {detail}")]
    CutShort {
        /// The system's message.
        detail: String,
    },
    /// The format is known, the file does not keep to it.
    #[error("it is broken: {detail}")]
    Broken {
        /// The fault, and its place.
        detail: String,
    },
    /// A format that is known and not read.
    #[error(
        "{what} cannot be read here; save it as text, Markdown, HTML, PDF, EPUB, SubRip, WebVTT or JSON lines"
    )]
    Unsupported {
        /// The kind of file, with its article: "a Word document".
        what: String,
    },
}

/// The format in which a file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Markdown,
    Html,
    Pdf,
    Epub,
    Subtitles,
    JsonLines,
}

/// The endings of names that are looked at in a folder.
const ENDINGS: [(&str, Format); 14] = [
    ("txt", Format::Text),
    ("text", Format::Text),
    ("md", Format::Markdown),
    ("markdown", Format::Markdown),
    ("mdown", Format::Markdown),
    ("html", Format::Html),
    ("htm", Format::Html),
    ("xhtml", Format::Html),
    ("pdf", Format::Pdf),
    ("epub", Format::Epub),
    ("srt", Format::Subtitles),
    ("vtt", Format::Subtitles),
    ("jsonl", Format::JsonLines),
    ("ndjson", Format::JsonLines),
];

/// Whether a file of a folder is looked at: one with a known ending that is not hidden.
pub fn is_readable_name(name: &str) -> bool {
    let name = base(name);
    !name.starts_with(['.', '~']) && by_name(name).is_some()
}

/// A file that has been looked at and can be read.
pub struct Opened<I> {
    name: String,
    input: I,
    format: Format,
    survey: Survey,
    hash: [u8; 32],
    length: u64,
}

/// Looks at all bytes of a file. `name` is its name, with or without folders: its ending says how it is read, unless
/// its first bytes say otherwise, and it is the title of last resort.
///
/// # Errors
/// It is empty, too long, or of a kind that is not read.
pub fn open<I: ReadSeek>(name: &str, input: I) -> Result<Opened<I>, Unreadable> {
    open_up_to(name, input, MAX_FILE)
}

/// The same where so many bytes are read at the most.
fn open_up_to<I: ReadSeek>(name: &str, mut input: I, most: u64) -> Result<Opened<I>, Unreadable> {
    let (mut survey, mut hasher, mut length) = (Survey::new(), Sha256::new(), 0);
    let mut bytes = vec![0; WINDOW];
    loop {
        let read = match input.read(&mut bytes) {
            Ok(0) => break,
            Ok(read) => bytes.get(..read).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(cut_short(&error)),
        };
        survey.pass(read);
        hasher.update(read);
        length += read.len() as u64;
        if length > most {
            return Err(Unreadable::Unsupported {
                what: format!("a file of more than {} MB", most / 1024 / 1024),
            });
        }
    }
    if survey.is_blank() {
        return Err(Unreadable::Empty);
    }
    Ok(Opened {
        format: sniff::format(by_name(name), survey.head())?,
        name: name.to_owned(),
        input,
        survey,
        hash: hasher.finalize().into(),
        length,
    })
}

impl<I: ReadSeek> Opened<I> {
    /// The SHA-256 of its bytes.
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// The length of the file in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Reads it into a sink, until its end or until the sink takes no more.
    ///
    /// # Errors
    /// It holds no text, or breaks off; some of it may have gone into the sink by then.
    pub fn read(mut self, sink: &mut dyn ParagraphSink) -> Result<(), Unreadable> {
        let mut flow = Flow::new(sink, stem(&self.name));
        match self.format {
            Format::Text => plain::read(&mut self.text()?, &mut flow),
            Format::Markdown => markdown::read(&mut self.text()?, &mut flow),
            Format::Subtitles => subtitles::read(&mut self.text()?, &mut flow),
            Format::JsonLines => json_lines::read(&mut self.text()?, &mut flow),
            Format::Html => {
                let encoded = self.survey.markup()?;
                html::read(&self.decoded(encoded).whole()?, &mut flow)
            }
            Format::Pdf => pdf::read(&self.whole()?, &mut flow),
            Format::Epub => epub::read(&self.whole()?, &mut flow),
        }?;
        flow.finish();
        Ok(())
    }

    fn text(&mut self) -> Result<Text<'_>, Unreadable> {
        let encoded = self.survey.text()?;
        Ok(self.decoded(encoded))
    }

    fn decoded(&mut self, encoded: Encoded) -> Text<'_> {
        Text::new(&mut self.input, encoded)
    }

    fn whole(&mut self) -> Result<Vec<u8>, Unreadable> {
        let mut bytes = Vec::with_capacity(usize::try_from(self.length).unwrap_or(0));
        let seek = self.input.seek(SeekFrom::Start(0));
        seek.and_then(|_| {
            let bounded = &mut (&mut self.input).take(self.length);
            bounded.read_to_end(&mut bytes)
        })
        .map_err(|error| cut_short(&error))?;
        Ok(bytes)
    }
}

/// Reads a file that is there as a whole; see [`open`].
///
/// # Errors
/// It is empty, too long, of a kind that is not read, or holds no text.
pub fn read(name: &str, bytes: &[u8]) -> Result<ParsedFile, Unreadable> {
    let mut gathered = Gathered::default();
    open(name, Cursor::new(bytes))?.read(&mut gathered)?;
    Ok(gathered.reading)
}

/// Gathers all that is read.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The documents that are over, and what was left out.
    pub reading: ParsedFile,
    /// The paragraphs of the document under way.
    blocks: Vec<Paragraph>,
}

impl ParagraphSink for Gathered {
    fn block(&mut self, _: &About, block: Paragraph) -> ControlFlow<()> {
        self.blocks.push(block);
        ControlFlow::Continue(())
    }

    fn end(&mut self, about: About) -> ControlFlow<()> {
        let blocks = std::mem::take(&mut self.blocks);
        self.reading.documents.push(ParsedWork { about, blocks });
        ControlFlow::Continue(())
    }

    fn skipped(&mut self, what: String) {
        self.reading.skipped.push(what);
    }
}

fn cut_short(error: &io::Error) -> Unreadable {
    Unreadable::CutShort {
        detail: error.to_string(),
    }
}

fn broken(detail: impl Into<String>) -> Unreadable {
    Unreadable::Broken {
        detail: detail.into(),
    }
}

fn base(name: &str) -> &str {
    name.rsplit(std::path::is_separator).next().unwrap_or(name)
}

fn by_name(name: &str) -> Option<Format> {
    let (_, ending) = base(name).rsplit_once('.')?;
    ENDINGS
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(ending))
        .map(|(_, format)| *format)
}

/// "on_liberty.txt" is called "on liberty".
fn stem(name: &str) -> Option<String> {
    let name = base(name);
    let stem = match name.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => name,
    };
    tidy::field(&stem.replace('_', " "))
}
