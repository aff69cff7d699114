//! One file on its way into the library: as it is read, its paragraphs are cut into passages and those are put in, so
//! that of a long file little is in memory at any time.

use std::{
    cell::Cell,
    fs::{self, File, Metadata},
    io::{self, Read, Seek, SeekFrom},
    ops::ControlFlow,
    path::Path,
};

use sha2::{Digest, Sha256};

use super::Ingestion;
use crate::{
    corpus::{
        error::CorpusError,
        library::Begun,
        passage::{CorpusPassage, Cutter},
        read::{self, About, MAX_FILE, Paragraph, ParagraphSink, Unreadable},
    },
    files::{self, NotRead},
    text::shown::named,
};

/// The number of passages that are put in at a time: what a kill can lose, and how long others wait.
const BATCH: usize = 500;

/// A report while a file is read.
pub(super) enum FileProgress {
    /// The number of bytes of the file that have been read.
    At(u64),
    /// The file, or something in it, was left out.
    Skipped(String),
}

/// Takes a file in. Gives whether something of it is new: a document that was not there as a whole.
pub(super) fn take(
    ingestion: &mut Ingestion<'_>,
    path: &Path,
    shown: &str,
    tell: &mut dyn FnMut(FileProgress),
) -> Result<bool, BrokenOff> {
    let name = path
        .file_name()
        .map_or_else(|| shown.to_owned(), |name| named(&name.to_string_lossy()));
    let (file, _) = files::open_up_to(path, MAX_FILE)?;
    let as_was = file.metadata().map_err(NotRead::from)?;
    let at = Cell::new(0);
    let opened = read::open(&name, Counted { file, at: &at })?;
    let (hash, length) = (opened.hash(), opened.length());
    let mut taking = Taking {
        ingestion,
        path,
        name: &name,
        shown,
        hash,
        as_was,
        part: 0,
        under_way: None,
        at: &at,
        tell,
        is_new: false,
        broken_off: None,
    };
    let read = opened.read(&mut taking);
    let (is_new, broken_off) = (taking.is_new, taking.broken_off);
    match broken_off {
        Some(BrokenOff::Stopped) => ingestion.added.bytes += at.get(),
        Some(_) => {}
        None => {
            read?;
            ingestion.added.bytes += length;
        }
    }
    broken_off.map_or(Ok(is_new), Err)
}

/// A file that says how much of it has been read.
struct Counted<'a> {
    file: File,
    at: &'a Cell<u64>,
}

impl Read for Counted<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(bytes)?;
        self.at.set(self.at.get() + read as u64);
        Ok(read)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = self.file.seek(to)?;
        self.at.set(at);
        Ok(at)
    }
}

/// The reason why no more of a file is taken.
pub(super) enum BrokenOff {
    /// Whoever was asked does not want to go on.
    Stopped,
    /// The fault of the file.
    Unreadable(String),
    /// The file of corpora.
    Failed(CorpusError),
}

/// A file on its way into the library, document by document.
struct Taking<'t, 'i> {
    ingestion: &'t mut Ingestion<'i>,
    path: &'t Path,
    name: &'t str,
    shown: &'t str,
    hash: [u8; 32],
    /// The system's account of the file when it was opened.
    as_was: Metadata,
    /// The number of the document that is under way.
    part: u32,
    under_way: Option<Source>,
    at: &'t Cell<u64>,
    tell: &'t mut dyn FnMut(FileProgress),
    /// Whether one of its documents was not there before.
    is_new: bool,
    broken_off: Option<BrokenOff>,
}

/// A document on its way.
enum Source {
    /// All of it is in the library.
    There,
    /// A document that goes in.
    Open(Box<Open>),
}

/// A document that goes in under this number.
struct Open {
    number: i64,
    cutter: Cutter<Paragraph>,
    /// The passages that have not been put in yet.
    found: Vec<CorpusPassage>,
}

impl Taking<'_, '_> {
    fn begin(&mut self, about: &About) -> Result<Source, CorpusError> {
        let mut about = about.clone();
        self.ingestion.label(&mut about);
        let place = (self.name, self.hash.as_slice(), self.part);
        let Ingestion {
            library, persona, ..
        } = *self.ingestion;
        let begun = library.begin(persona, place, &about, self.ingestion.now_ms)?;
        Ok(match begun {
            Begun::There => Source::There,
            Begun::Open(number) => {
                self.is_new = true;
                Source::Open(Box::new(Open {
                    number,
                    cutter: Cutter::new(about.speaker),
                    found: Vec::new(),
                }))
            }
        })
    }

    fn take(&mut self, about: &About, block: Paragraph) -> Result<(), BrokenOff> {
        let mut source = match self.under_way.take() {
            Some(source) => source,
            None => self.begin(about)?,
        };
        if let Source::Open(open) = &mut source {
            open.cutter.take(block, &mut open.found);
            while open.found.len() >= BATCH {
                let rest = open.found.split_off(BATCH);
                self.put(open.number, &std::mem::replace(&mut open.found, rest))?;
            }
        }
        self.under_way = Some(source);
        Ok(())
    }

    fn finish(&mut self, mut about: About) -> Result<(), BrokenOff> {
        let source = self.under_way.take();
        self.part += 1;
        if let Some(Source::Open(open)) = source {
            let Open {
                number,
                cutter,
                mut found,
            } = *open;
            cutter.finish(&mut found);
            for batch in found.chunks(BATCH) {
                self.put(number, batch)?;
            }
            if self.is_changed() {
                let why = "it was changed while it was read; add it again";
                return Err(BrokenOff::Unreadable(why.to_owned()));
            }
            self.ingestion.label(&mut about);
            self.ingestion.library.finish(number, &about)?;
        }
        Ok(())
    }

    fn put(&mut self, source: i64, passages: &[CorpusPassage]) -> Result<(), BrokenOff> {
        let Ingestion {
            library,
            persona,
            go_on,
            ..
        } = *self.ingestion;
        if !go_on() {
            return Err(BrokenOff::Stopped);
        }
        let hashed = passages.iter().map(|passage| {
            let hash = Sha256::digest(passage.text.as_bytes()).into();
            (passage, hash)
        });
        let hashed: Vec<(&CorpusPassage, [u8; 32])> = hashed.collect();
        let taken = library.put(persona, source, &hashed)?;
        self.ingestion.added.passages += taken.new;
        self.ingestion.added.known += taken.known;
        (self.tell)(FileProgress::At(self.at.get()));
        Ok(())
    }

    /// Whether somebody wrote to the file after it was opened.
    fn is_changed(&self) -> bool {
        let was = |about: &Metadata| (about.len(), about.modified().ok());
        fs::metadata(self.path).is_ok_and(|now| was(&now) != was(&self.as_was))
    }

    fn goes_on(&mut self, done: Result<(), BrokenOff>) -> ControlFlow<()> {
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(why) => {
                self.broken_off = Some(why);
                ControlFlow::Break(())
            }
        }
    }
}

impl From<CorpusError> for BrokenOff {
    fn from(error: CorpusError) -> Self {
        Self::Failed(error)
    }
}

impl From<NotRead> for BrokenOff {
    fn from(error: NotRead) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<Unreadable> for BrokenOff {
    fn from(error: Unreadable) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl ParagraphSink for Taking<'_, '_> {
    fn block(&mut self, about: &About, block: Paragraph) -> ControlFlow<()> {
        let done = self.take(about, block);
        self.goes_on(done)
    }

    fn end(&mut self, about: About) -> ControlFlow<()> {
        let done = self.finish(about);
        self.goes_on(done)
    }

    fn skipped(&mut self, what: String) {
        (self.tell)(FileProgress::Skipped(format!("{}: {what}", self.shown)));
    }
}
