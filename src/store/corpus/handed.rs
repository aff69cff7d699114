//! A file that a viewer hands in as evidence: its paragraphs, each with its place, and back to documents when passages
//! are drawn from it.

use std::{borrow::Cow, ops::ControlFlow, path::Path};

use super::{
    naming::{dated, placed},
    read::{
        About, Gathered, MAX_FILE, Paragraph, ParagraphSink, ParsedFile, ParsedWork, Unreadable,
        open, read,
    },
};
use crate::{
    debate::command::Command,
    files::{self, NotRead},
    text::shown::named,
};

/// The most bytes of text that evidence may have: three or four books. It is part of the debate's record, and read
/// again before every turn.
pub(super) const MOST: usize = 2 * 1024 * 1024;

/// The separator between two paragraphs of a text.
const BETWEEN: &str = "\n\n";

/// A file that was read to be handed in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Handed {
    /// The paragraphs of the file with an empty line between them, without control characters.
    pub text: String,
    /// The name of the source: its title and date, else the name of the file.
    pub source: String,
    /// The place of each of the paragraphs: "page 7". As many as there are paragraphs.
    pub places: Vec<String>,
    /// The number of parts of the file that could not be read.
    pub skipped: usize,
}

impl Handed {
    /// The command that hands the file in. The source is the one that the viewer gives, or else the one that the file
    /// gives.
    pub fn evidence(self, said: String) -> Command {
        Command::Evidence {
            text: self.text,
            source: if said.is_empty() { self.source } else { said },
            places: self.places,
        }
    }
}

/// The reason why a file cannot be handed in.
#[derive(Debug, thiserror::Error)]
pub enum NotHanded {
    /// The file is not there, is no regular file, is too long, or may not be read.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// The bytes of the file say nothing.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The file has too much text.
    #[error(
        "it has {:.1} MB of text, and evidence may have {} MB: `hustings corpus add` takes more",
        *.0 as f64 / 1_048_576.0,
        MOST / 1_048_576
    )]
    TooLong(usize),
}

/// Reads the file at `path`, as a corpus is read. Blocks for as long as the disk does.
///
/// # Errors
/// It is not there, is no file, cannot be read, or has more than 2 MB of text.
pub fn hand_in(path: &Path) -> Result<Handed, NotHanded> {
    let name = path
        .file_name()
        .map(|name| named(&name.to_string_lossy()))
        .unwrap_or_default();
    let (file, _) = files::open_up_to(path, MAX_FILE)?;
    let mut bounded = Bounded::default();
    open(&name, file)?.read(&mut bounded)?;
    match bounded.bytes.saturating_sub(BETWEEN.len()) {
        bytes if bytes > MOST => Err(NotHanded::TooLong(bytes)),
        _ => Ok(handed(&name, &bounded.gathered.reading)),
    }
}

/// Gathers as much as may be handed in, and counts the rest.
#[derive(Debug, Default)]
struct Bounded {
    gathered: Gathered,
    bytes: usize,
}

impl ParagraphSink for Bounded {
    fn block(&mut self, about: &About, block: Paragraph) -> ControlFlow<()> {
        self.bytes += said(&block).len() + BETWEEN.len();
        if self.bytes > MOST + BETWEEN.len() {
            return ControlFlow::Continue(());
        }
        self.gathered.block(about, block)
    }

    fn end(&mut self, about: About) -> ControlFlow<()> {
        self.gathered.end(about)
    }

    fn skipped(&mut self, what: String) {
        self.gathered.skipped(what);
    }
}

/// A paragraph, with who says it.
fn said(block: &Paragraph) -> Cow<'_, str> {
    match &block.speaker {
        Some(speaker) => Cow::Owned(format!("{speaker}: {}", block.text)),
        None => Cow::Borrowed(&block.text),
    }
}

fn handed(name: &str, reading: &ParsedFile) -> Handed {
    let several = reading.documents.len() > 1;
    let mut paragraphs = Vec::new();
    let mut places = Vec::new();
    for document in &reading.documents {
        let title = document.about.title.as_deref().filter(|_| several);
        for block in &document.blocks {
            paragraphs.push(said(block));
            places.push(placed(title.unwrap_or_default(), &block.place));
        }
    }
    Handed {
        text: paragraphs.join(BETWEEN),
        source: source(name, reading),
        places,
        skipped: reading.skipped.len(),
    }
}

fn source(name: &str, reading: &ParsedFile) -> String {
    let [document] = reading.documents.as_slice() else {
        return name.to_owned();
    };
    let title = document.about.title.as_deref().unwrap_or(name);
    dated(title, document.about.date.as_deref())
}

/// Evidence as documents, to be cut into passages: of a file with the places of its paragraphs, of what was typed or
/// pasted with those that the text itself shows.
pub fn documents(text: &str, places: &[String]) -> Vec<ParsedWork> {
    if places.is_empty() {
        let reading = read("evidence.txt", text.as_bytes());
        return reading.map(|reading| reading.documents).unwrap_or_default();
    }
    let mut places = places.iter();
    let blocks = text.split(BETWEEN).map(|paragraph| Paragraph {
        text: paragraph.to_owned(),
        place: places.next().cloned().unwrap_or_default(),
        speaker: None,
    });
    vec![ParsedWork {
        blocks: blocks.collect(),
        ..ParsedWork::default()
    }]
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::corpus::passage::passages;

    #[test]
    fn a_file_becomes_paragraphs_with_their_places_and_passages_keep_them() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("wards.md");
        let long = |about: &str| format!("The {about} ward counted its carts. ").repeat(30);
        let text = format!(
            "---\ntitle: Report of the Wards\ndate: 1861\n---\n# North\n\n{}\n\n# South\n\n{}\n",
            long("northern"),
            long("southern")
        );
        fs::write(&path, text).unwrap();
        let handed = hand_in(&path).unwrap();
        assert_eq!(handed.source, "Report of the Wards (1861)");
        assert_eq!(handed.places.len(), handed.text.split("\n\n").count());
        let found: Vec<_> = documents(&handed.text, &handed.places)
            .iter()
            .flat_map(passages)
            .collect();
        let of = |place: &str| found.iter().find(|one| one.place.starts_with(place));
        assert!(of("North").unwrap().text.contains("northern"));
        assert!(of("South").unwrap().text.contains("southern"));
    }

    #[test]
    fn who_says_a_paragraph_is_said_in_it() {
        let cues = "1\n00:00:01,000 --> 00:00:04,000\nVALE: The bridge is late.\n\n\
                    2\n00:00:05,000 --> 00:00:08,000\nDANE: It was late before.\n";
        let reading = read("talk.srt", cues.as_bytes()).unwrap();
        let handed = handed("talk.srt", &reading);
        assert!(
            handed.text.starts_with("VALE: The bridge"),
            "{}",
            handed.text
        );
        assert!(handed.text.contains("\n\nDANE: It was"), "{}", handed.text);
        assert_eq!(handed.places.len(), 2);
    }

    #[test]
    fn what_cannot_be_handed_in_says_why() {
        let dir = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = dir.path().join(name);
            fs::write(&path, bytes).unwrap();
            path
        };
        let much = "A sentence that goes on for some time. ".repeat(60_000);
        for (path, why) in [
            (dir.path().join("gone.txt"), "there is no such file"),
            (dir.path().to_owned(), "this is a folder"),
            (write("empty.txt", b""), "it holds no text"),
            (
                write("noise.txt", &[0, 159, 146, 150, 0, 0, 1, 2]),
                "binary",
            ),
            (write("much.txt", much.as_bytes()), "it has 2.2 MB of text"),
        ] {
            let error = hand_in(&path).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn what_was_typed_has_the_places_that_it_shows() {
        let typed = documents("One.\n\nTwo.", &[]);
        assert_eq!(typed.len(), 1);
        assert_eq!(typed[0].blocks.len(), 2);
        assert!(documents("  ", &[]).is_empty());
    }
}
