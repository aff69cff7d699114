//! Corpora that grow: files are read into one, its passages embedded, and the style of a persona drawn from one that has
//! just begun.

use std::{path::PathBuf, sync::Arc};

use hustings_base::clock::now;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    corpus::{Added, IngestProgress, Labels, Library, add, embed_missing},
    error::Failure,
    fetched::{self, FetchedFile},
    files::Existing,
    llm::embed::Embedder,
    models::{PullProgress, TextError},
    style, works,
};

/// Progress that was told and is not yet heard is kept up to so many pieces.
const MESSAGES: usize = 256;

/// Files for a corpus.
#[derive(Debug)]
pub struct CorpusAddition<'a> {
    /// The id of the persona.
    pub persona: &'a str,
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Addresses of texts, which are fetched first.
    pub addresses: Vec<String>,
    /// The labels that each file is given.
    pub labels: Labels,
    /// What is done beside reading.
    pub wishes: CorpusWishes,
}

/// What is done beside reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorpusWishes {
    /// Whether passages are embedded.
    pub embeds: bool,
    /// Whether a style is drawn where the corpus has just begun.
    pub draws_style: bool,
}

/// Progress of a corpus that grows.
#[derive(Debug)]
pub enum CorpusProgress {
    /// A text is being fetched.
    Fetching(PullProgress),
    /// A text of this name could not be fetched.
    NotFetched(String, Failure),
    /// Files are being read.
    Reading(IngestProgress),
    /// All files have been read, or as many as were before it was stopped.
    Read(Added),
    /// So many passages are embedded, of so many.
    Embedding(u64, u64),
    /// So many were embedded, by the embedder of this label.
    Embedded(u64, String),
    /// Passages cannot be embedded, for this reason.
    NotEmbedded(String),
    /// The style was drawn into this file.
    Styled(PathBuf),
    /// The style was not drawn, for this reason.
    NotStyled(String),
}

/// The end of such work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorpusEnd {
    /// All is done.
    Whole,
    /// All is done but for texts that could not be fetched.
    Lacking,
    /// It was stopped while a text was fetched.
    StoppedFetching,
    /// It was stopped while files were read.
    StoppedReading,
    /// It was stopped while passages were embedded.
    StoppedEmbedding,
    /// It was stopped while the style was drawn.
    StoppedStyle,
}

impl Host {
    /// Reads files into a corpus, embeds what is new, and draws the style of one that has just begun, until `stop`. What is
    /// in stays in: the same addition goes on.
    ///
    /// # Errors
    /// There is no such persona, nothing could be read, or the file of corpora cannot be written. That passages could not be
    /// embedded for want of a model, or the style not be drawn, is told and is no error.
    pub async fn add_to_corpus(
        &self,
        addition: CorpusAddition<'_>,
        stop: &CancellationToken,
        tell: &mut (dyn FnMut(CorpusProgress) + Send),
    ) -> Result<CorpusEnd, Failure> {
        let entry = self.catalog.persona(addition.persona)?;
        let library = Arc::new(Library::open(&self.dirs.data)?);
        let growth = Growth::of(library, &entry.id, stop)?;
        let (mut paths, mut coming) = (addition.paths, Vec::new());
        for address in &addition.addresses {
            let text = fetched::of_address(&self.dirs, &entry.id, address)?;
            let mut at = |progress| tell(CorpusProgress::Fetching(progress));
            match fetched::fetch(text, stop, &mut at).await {
                Ok(file) => {
                    paths.push(file.path.clone());
                    coming.push(file);
                }
                Err(TextError::Stopped) => return Ok(CorpusEnd::StoppedFetching),
                Err(error) => return Err(error.into()),
            }
        }
        let added = growth.read(paths, addition.labels, tell).await?;
        if added.stopped {
            return Ok(CorpusEnd::StoppedReading);
        }
        coming.iter().for_each(FetchedFile::forget);
        if added.passages + added.known + added.there == 0 {
            return Err(Failure::input("nothing was found that could be read")
                .hint("`hustings corpus add --help` says which files can be."));
        }
        growth.finish(self, addition.wishes, tell).await
    }

    /// Fetches the works that a persona's file names and that are not in the corpus yet, and reads each in; then embeds what
    /// is new, and draws the style of a corpus that has just begun, until `stop`. What is in stays in, and what has come
    /// of a work is kept: the same call goes on. A work that cannot be fetched is told, and the others come.
    ///
    /// # Errors
    /// There is no such persona, or its file names no works; the disk cannot be written.
    pub async fn pull_works(
        &self,
        persona: &str,
        wishes: CorpusWishes,
        stop: &CancellationToken,
        tell: &mut (dyn FnMut(CorpusProgress) + Send),
    ) -> Result<CorpusEnd, Failure> {
        let entry = self.catalog.persona(persona)?;
        let works = self.works_of(persona)?;
        let library = Arc::new(Library::open(&self.dirs.data)?);
        let growth = Growth::of(library, &entry.id, stop)?;
        let (mut came, mut lacking) = (0, 0);
        for status in works.iter().filter(|status| !status.is_there) {
            let work = &status.work;
            let text = fetched::of_work(&self.dirs, &entry.id, work);
            let mut at = |progress| tell(CorpusProgress::Fetching(progress));
            let file = match fetched::fetch(text, stop, &mut at).await {
                Ok(file) => file,
                Err(TextError::Stopped) => return Ok(CorpusEnd::StoppedFetching),
                Err(error @ (TextError::Busy { .. } | TextError::Disk(_))) => {
                    return Err(error.into());
                }
                Err(error @ TextError::Sources { .. }) => {
                    lacking += 1;
                    tell(CorpusProgress::NotFetched(work.title.clone(), error.into()));
                    continue;
                }
            };
            let labels = works::labels(work);
            let added = growth.read(vec![file.path.clone()], labels, tell).await?;
            if added.stopped {
                return Ok(CorpusEnd::StoppedReading);
            }
            came += 1;
            file.forget();
        }
        if came == 0 && lacking > 0 {
            return Ok(CorpusEnd::Lacking);
        }
        let end = growth.finish(self, wishes, tell).await?;
        Ok(if lacking > 0 && end == CorpusEnd::Whole {
            CorpusEnd::Lacking
        } else {
            end
        })
    }

    /// Embeds passages that are not yet embedded, of one persona or of all, until `stop`.
    ///
    /// # Errors
    /// There is no such persona or no model that embeds, it gives no vectors, or the file of corpora cannot be written.
    pub async fn embed_corpora(
        &self,
        persona: Option<&str>,
        stop: &CancellationToken,
        tell: &mut (dyn FnMut(CorpusProgress) + Send),
    ) -> Result<CorpusEnd, Failure> {
        if let Some(persona) = persona {
            self.catalog.persona(persona)?;
        }
        self.embeddings_are_there().await?;
        let library = Arc::new(Library::open(&self.dirs.data)?);
        let embedder = self
            .embedder_or_why()?
            .map_err(|why| Failure::no_model(format!("there is no model that embeds: {why}")))?;
        embed(&library, persona, embedder.as_ref(), stop, tell).await
    }
}

/// A corpus that grows in one go.
pub(crate) struct Growth<'a> {
    library: Arc<Library>,
    persona: &'a str,
    /// The number of its passages before.
    before: u64,
    stop: &'a CancellationToken,
}

impl<'a> Growth<'a> {
    pub(crate) fn of(
        library: Arc<Library>,
        persona: &'a str,
        stop: &'a CancellationToken,
    ) -> Result<Self, Failure> {
        Ok(Self {
            before: library.passages_of(persona)?,
            library,
            persona,
            stop,
        })
    }

    /// Reads files in, and tells what came of it.
    pub(crate) async fn read(
        &self,
        paths: Vec<PathBuf>,
        labels: Labels,
        tell: &mut (dyn FnMut(CorpusProgress) + Send),
    ) -> Result<Added, Failure> {
        let persona = self.persona.to_owned();
        let added = read_in(&self.library, persona, (paths, labels), self.stop, tell).await?;
        tell(CorpusProgress::Read(added));
        Ok(added)
    }

    /// Embeds what is new, and draws the style where the corpus has just begun.
    pub(crate) async fn finish(
        &self,
        host: &Host,
        wishes: CorpusWishes,
        tell: &mut (dyn FnMut(CorpusProgress) + Send),
    ) -> Result<CorpusEnd, Failure> {
        let (library, stop) = (&self.library, self.stop);
        if wishes.embeds {
            match host.embedder_or_why()? {
                Ok(embedder) => {
                    let only = Some(self.persona);
                    let end = embed(library, only, embedder.as_ref(), stop, tell).await?;
                    if end != CorpusEnd::Whole {
                        return Ok(end);
                    }
                }
                Err(why) => tell(CorpusProgress::NotEmbedded(why.to_owned())),
            }
        }
        let has_begun = self.before == 0 && library.passages_of(self.persona)? > 0;
        if !has_begun || !wishes.draws_style {
            return Ok(CorpusEnd::Whole);
        }
        let card = &host.catalog.persona(self.persona)?.value;
        let drawn = style::draw(host, library, self.persona, card, Existing::Keep);
        let drawn = tokio::select! {
            drawn = drawn => drawn,
            () = stop.cancelled() => return Ok(CorpusEnd::StoppedStyle),
        };
        tell(match drawn {
            Ok(file) => CorpusProgress::Styled(file),
            Err(failure) => CorpusProgress::NotStyled(failure.message),
        });
        Ok(CorpusEnd::Whole)
    }
}

/// Reads on a thread of its own.
async fn read_in(
    library: &Arc<Library>,
    persona: String,
    (paths, labels): (Vec<PathBuf>, Labels),
    stop: &CancellationToken,
    tell: &mut (dyn FnMut(CorpusProgress) + Send),
) -> Result<Added, Failure> {
    let (sender, mut heard) = mpsc::channel(MESSAGES);
    let (library, stop) = (Arc::clone(library), stop.clone());
    let mut work = tokio::task::spawn_blocking(move || {
        let mut tell = |progress: IngestProgress| {
            // What is skipped is told in any case, how far it is when somebody has time to hear it.
            match progress {
                IngestProgress::Skipped { .. } => drop(sender.blocking_send(progress)),
                IngestProgress::Bytes { .. } => drop(sender.try_send(progress)),
            }
        };
        let now = now().as_millisecond();
        add(&library, &persona, &paths, &labels, now, &mut tell, &|| {
            !stop.is_cancelled()
        })
    });
    let done = loop {
        tokio::select! {
            Some(progress) = heard.recv() => tell(CorpusProgress::Reading(progress)),
            done = &mut work => break done,
        }
    };
    while let Ok(progress) = heard.try_recv() {
        tell(CorpusProgress::Reading(progress));
    }
    let added =
        done.map_err(|error| Failure::internal(format!("the reading broke off: {error}")))?;
    Ok(added?)
}

async fn embed(
    library: &Arc<Library>,
    persona: Option<&str>,
    embedder: &dyn Embedder,
    stop: &CancellationToken,
    tell: &mut (dyn FnMut(CorpusProgress) + Send),
) -> Result<CorpusEnd, Failure> {
    let done = {
        let mut at = |done, all| tell(CorpusProgress::Embedding(done, all));
        tokio::select! {
            done = embed_missing(library, persona, embedder, &mut at) => done?,
            () = stop.cancelled() => return Ok(CorpusEnd::StoppedEmbedding),
        }
    };
    tell(CorpusProgress::Embedded(done, embedder.label().to_owned()));
    Ok(CorpusEnd::Whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files;

    async fn added(
        host: &Host,
        path: PathBuf,
        stop: &CancellationToken,
    ) -> (Result<CorpusEnd, Failure>, Vec<CorpusProgress>) {
        let mut told = Vec::new();
        let addition = CorpusAddition {
            persona: "lovelace",
            paths: vec![path],
            addresses: Vec::new(),
            labels: Labels::default(),
            wishes: CorpusWishes {
                embeds: false,
                draws_style: false,
            },
        };
        let end = host
            .add_to_corpus(addition, stop, &mut |progress| told.push(progress))
            .await;
        (end, told)
    }

    #[tokio::test]
    async fn files_are_read_in_by_whatever_program_and_what_is_stopped_is_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let path = folder.path().join("notes.txt");
        let text = "The engine weaves algebraic patterns as the loom weaves flowers and leaves. "
            .repeat(40);
        files::write(&path, files::Existing::Replace, |out| {
            out.write_all(text.as_bytes())
        })
        .unwrap();
        let stop = CancellationToken::new();
        stop.cancel();
        let (end, _) = added(&host, path.clone(), &stop).await;
        assert_eq!(end.unwrap(), CorpusEnd::StoppedReading);
        let stop = CancellationToken::new();
        let (end, told) = added(&host, path.clone(), &stop).await;
        assert_eq!(end.unwrap(), CorpusEnd::Whole);
        let read = |told: &[CorpusProgress]| {
            told.iter().find_map(|one| {
                let CorpusProgress::Read(added) = one else {
                    return None;
                };
                Some((added.passages, added.known + added.there))
            })
        };
        let (new, _) = read(&told).unwrap();
        assert!(new > 0, "{told:?}");
        let (end, told) = added(&host, path, &stop).await;
        assert_eq!(
            (end.unwrap(), read(&told).unwrap().0),
            (CorpusEnd::Whole, 0)
        );
        let nothing = added(&host, folder.path().join("nowhere.txt"), &stop).await;
        assert!(nothing.0.is_err());
    }
}
