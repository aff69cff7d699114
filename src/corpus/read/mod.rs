//! A file as documents: what a work is, what a paragraph of it is, and which reader a file gets.
//!
//! One file a format. Every reader hands its paragraphs to a `draft::Draft`, which cleans them: nothing comes out
//! of here that may not reach a terminal.

mod decode;
mod draft;
mod epub;
mod front_matter;
pub(super) mod headings;
mod html;
mod json_lines;
mod markdown;
mod pdf;
mod plain;
mod sniff;
mod subtitles;
mod tidy;

#[cfg(test)]
mod tests;

/// The largest file that is read, in bytes. A file is held two to three times over while it is read (bytes, text,
/// paragraphs); a library of 100 MB in one file fits five times.
pub const MAX_FILE: u64 = 512 * 1024 * 1024;

/// How many left-out parts of one file are named; the rest are counted.
const MAX_SKIPPED: usize = 100;

/// A work as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// The title that the work gives itself, else one made from the file's name.
    pub title: Option<String>,
    /// As the source writes it: a year, a day, anything.
    pub date: Option<String>,
    /// Who speaks or writes, where the source says so. A block may say otherwise.
    pub speaker: Option<String>,
    /// "text", "markdown", "html", "pdf", "epub", "subtitles", or what a JSON line says, such as "speech".
    pub source_type: String,
    /// Topics, in the source's order, none twice.
    pub tags: Vec<String>,
    /// The paragraphs in order; none is empty.
    pub blocks: Vec<Block>,
}

/// A paragraph, with its place in the source for people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Block {
    /// One line of text, white space normalised, without control characters.
    pub text: String,
    /// For people: "CHAPTER IV, line 120", "page 7", "00:12:31".
    pub place: String,
    /// Who says this paragraph, where that differs from paragraph to paragraph.
    pub speaker: Option<String>,
}

impl Block {
    /// The heading in force, which is its place without the position; empty where there is none.
    pub fn heading(&self) -> &str {
        headings::of_place(&self.place)
    }
}

/// What came of reading one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// At least one, each with at least one block.
    pub documents: Vec<Document>,
    /// What was left out all the same, each in a sentence with its place, e.g. "line 7: …".
    pub skipped: Vec<String>,
}

/// Why a file gave nothing.
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
    /// The format is known, the file does not keep to it.
    #[error("it is broken: {detail}")]
    Broken {
        /// What is wrong, and where.
        detail: String,
    },
    /// A format that is known and not read.
    #[error(
        "{what} cannot be read here; save it as text, Markdown, HTML, PDF, EPUB, SubRip, WebVTT or JSON lines"
    )]
    Unsupported {
        /// What it is, with its article: "a Word document".
        what: String,
    },
}

/// How a file is read.
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

/// Which files of a folder are looked at: those with a known ending that are not hidden.
pub fn is_readable_name(name: &str) -> bool {
    let name = base(name);
    !name.starts_with(['.', '~']) && by_name(name).is_some()
}

/// Reads a file that is there as a whole. `name` is its name, with or without folders: its ending says how it is
/// read, unless its first bytes say otherwise, and it is the title of last resort.
pub fn read(name: &str, bytes: &[u8]) -> Result<Reading, Unreadable> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(Unreadable::Empty);
    }
    if bytes.len() as u64 > MAX_FILE {
        return Err(Unreadable::Unsupported {
            what: format!("a file of more than {} MB", MAX_FILE / 1024 / 1024),
        });
    }
    let format = sniff::format(by_name(name), bytes)?;
    let mut reading = match format {
        Format::Text => plain::read(&decode::text(bytes)?)?.into(),
        Format::Markdown => markdown::read(&decode::text(bytes)?)?.into(),
        Format::Html => html::read(&decode::markup(bytes)?)?.into(),
        Format::Pdf => pdf::read(bytes)?,
        Format::Epub => epub::read(bytes)?,
        Format::Subtitles => subtitles::read(&decode::text(bytes)?)?.into(),
        Format::JsonLines => json_lines::read(&decode::text(bytes)?)?,
    };
    for document in &mut reading.documents {
        if document.title.is_none() {
            document.title = stem(name);
        }
    }
    if reading.skipped.len() > MAX_SKIPPED {
        let more = reading.skipped.len() - MAX_SKIPPED;
        reading.skipped.truncate(MAX_SKIPPED);
        reading.skipped.push(format!("and {more} more"));
    }
    Ok(reading)
}

impl From<Document> for Reading {
    fn from(document: Document) -> Self {
        Self {
            documents: vec![document],
            skipped: Vec::new(),
        }
    }
}

fn broken(detail: impl Into<String>) -> Unreadable {
    Unreadable::Broken {
        detail: detail.into(),
    }
}

fn base(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
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
