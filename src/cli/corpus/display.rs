//! What is told while a corpus grows, and once it has.

use std::time::Instant;

use crate::{
    cli::{meter::Meter, out, steps::Steps},
    corpus::{Added, IngestProgress},
    error::{Exit, Failure},
    host::corpora::{CorpusEnd, CorpusProgress},
    models::{PullProgress, human},
    text::{counted, shown},
};

/// A corpus that grows, as it is told: one line is written anew for what is under way, and what is done is printed.
#[derive(Default)]
pub(in crate::cli) struct CorpusDisplay {
    persona: String,
    name: String,
    fetching: Option<Meter>,
    reading: Option<Meter>,
    embedding: Option<Steps>,
    /// Whether anything was read in.
    has_read: bool,
    /// What to do about works that could not be fetched.
    hints: Vec<String>,
    printed: Option<Failure>,
}

impl CorpusDisplay {
    /// The display for the corpus of that persona.
    pub(in crate::cli) fn of(persona: &str, name: &str) -> Self {
        Self {
            persona: persona.to_owned(),
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Tells what is being done.
    pub(in crate::cli) fn hear(&mut self, progress: CorpusProgress) {
        match progress {
            CorpusProgress::Fetching(progress) => {
                let fetching = self
                    .fetching
                    .get_or_insert_with(|| Meter::on_stderr("fetching"));
                fetching.hear(progress, Instant::now());
            }
            CorpusProgress::NotFetched(title, failure) => {
                self.settle();
                // Each address was told when it was of no use.
                out::say(&format!("\"{title}\" could not be fetched."));
                self.hints = failure.hints;
            }
            CorpusProgress::Reading(progress) => {
                let progress = match progress {
                    IngestProgress::Bytes { done, total } => PullProgress::Bytes { done, total },
                    IngestProgress::Skipped { what } => {
                        PullProgress::Note(format!("skipped {what}"))
                    }
                };
                let reading = self
                    .reading
                    .get_or_insert_with(|| Meter::on_stderr("reading"));
                reading.hear(progress, Instant::now());
            }
            CorpusProgress::Read(added) => {
                self.has_read = true;
                self.print(&added_to(&self.name, &added));
            }
            CorpusProgress::Embedding(done, all) => {
                let embedding = self
                    .embedding
                    .get_or_insert_with(|| Steps::new("embedding passages"));
                embedding.at(done, all);
            }
            CorpusProgress::Embedded(count, label) => {
                let passages = counted(count, "passage was", "passages were");
                self.print(&format!("{passages} embedded by {label}."));
            }
            CorpusProgress::NotEmbedded(why) => out::say(&format!("No embeddings: {why}")),
            CorpusProgress::Styled(file) => out::say(&format!(
                "The style was drawn from them: {}",
                shown::path(&file)
            )),
            CorpusProgress::NotStyled(why) => out::say(&format!(
                "The style was not drawn from them: {why}; `hustings corpus style {}` does it later.",
                self.persona
            )),
        }
    }

    /// The lines that are written anew are done with.
    pub(in crate::cli) fn settle(&mut self) {
        if let Some(mut fetching) = self.fetching.take() {
            fetching.end();
        }
        if let Some(mut reading) = self.reading.take() {
            reading.end();
        }
        if let Some(mut embedding) = self.embedding.take() {
            embedding.end();
        }
    }

    /// Prints a line; whether that failed is known at the end.
    fn print(&mut self, line: &str) {
        self.settle();
        if let Err(failure) = out::print(|out| writeln!(out, "{line}")) {
            self.printed.get_or_insert(failure);
        }
    }

    /// What the end of it means for the shell.
    ///
    /// # Errors
    /// It failed, or what it has come to could not be printed.
    pub(in crate::cli) fn ended(
        mut self,
        end: Result<CorpusEnd, Failure>,
    ) -> Result<Exit, Failure> {
        self.settle();
        if let Some(failure) = self.printed {
            return Err(failure);
        }
        let stopped = match end? {
            CorpusEnd::Whole => return Ok(Exit::Done),
            CorpusEnd::Lacking => {
                for hint in &self.hints {
                    out::say(&format!("  hint: {hint}"));
                }
                return Ok(Exit::of_asked(self.has_read, true));
            }
            CorpusEnd::StoppedFetching => {
                "Stopped. What has come is kept; the same command goes on.".to_owned()
            }
            CorpusEnd::StoppedReading => {
                "Stopped. What is in stays in; the same command goes on.".to_owned()
            }
            CorpusEnd::StoppedEmbedding => {
                "Stopped. What was embedded is kept; `hustings corpus embed` goes on.".to_owned()
            }
            CorpusEnd::StoppedStyle => format!(
                "Stopped. What is in stays in; `hustings corpus style {}` draws the style later.",
                self.persona
            ),
        };
        out::say(&stopped);
        Ok(Exit::Interrupted)
    }
}

fn added_to(name: &str, added: &Added) -> String {
    let mut told = format!(
        "{name}: {} from {} ({})",
        counted(added.passages, "new passage", "new passages"),
        counted(added.files, "file", "files"),
        human(added.bytes)
    );
    for (count, one, several) in [
        (
            added.known,
            "passage was there already",
            "passages were there already",
        ),
        (
            added.there,
            "file was there already",
            "files were there already",
        ),
        (added.skipped, "file was skipped", "files were skipped"),
    ] {
        if count > 0 {
            told = format!("{told}; {}", counted(count, one, several));
        }
    }
    told + "."
}
