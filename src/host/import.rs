//! Debates that people held become debates of the journal, from files. Where a text names nobody, a model tells who says
//! what.

mod measure;
mod told;

pub use measure::{SplitMeasure, SplitMeasures};
pub use told::{SplitReview, SplitSummary};

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use tokio_util::sync::CancellationToken;

use crate::{
    Host,
    catalog::Format,
    clock,
    debate::{DebateState, event::Event, ids::DebateId, real::RealVotes},
    editor,
    error::{Exit, Failure},
    finished::{name_of, running, transcript},
    journal::Journal,
    progress::WorkProgress,
    real::{self, Given, Imported, Making, RealDebate},
    text::shown,
};
use told::{Splitter, told};

/// The files that are to be imported.
#[derive(Debug, Clone, Copy)]
pub struct ImportRequest<'a> {
    /// The files.
    pub files: &'a [PathBuf],
    /// The facts that transcripts among them do not give themselves.
    pub given: &'a Given,
    /// The id of the format that they are like: it gives the sides their names, and the rubric by which they are judged.
    pub format: Option<&'a str>,
    /// Whether a person puts right what is doubtful in texts that named nobody.
    pub reviews: bool,
}

/// The outcome of importing a file.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportOutcome {
    /// The debate is in the journal already.
    Known(DebateId),
    /// The debate is in the journal now.
    New {
        /// The id of the debate.
        debate: DebateId,
        /// The motion that was debated.
        motion: String,
        /// The number of turns.
        turns: usize,
        /// The number of people who spoke.
        speakers: usize,
        /// The assumptions made in reading the file, for people.
        notes: Vec<String>,
        /// How a text that named nobody got its names.
        split: Option<SplitSummary>,
    },
}

impl<'a> ImportRequest<'a> {
    /// These files, like no format, and as they are.
    pub fn of(files: &'a [PathBuf], given: &'a Given) -> Self {
        Self {
            files,
            given,
            format: None,
            reviews: false,
        }
    }
}

/// Files, and what came of each.
#[derive(Debug)]
pub struct ImportReport(pub Vec<(PathBuf, Result<ImportOutcome, Failure>)>);

impl ImportReport {
    /// The failure for the shell where some files were not imported. `None` where all were.
    pub fn failure(&self) -> Option<Failure> {
        let wrong: Vec<&Failure> = self.wrong().collect();
        match (self.0.len(), wrong.as_slice()) {
            (_, []) => None,
            (1, [only]) => Some((*only).clone()),
            (all, several) => Some(
                Failure::input(format!("{} of {all} files were not imported", several.len())).hint(
                    "put them right and import them again: what is in the journal is not imported twice",
                ),
            ),
        }
    }

    /// The failures of single files, where none of them is that of the whole.
    pub fn beside(&self) -> impl Iterator<Item = &Failure> {
        let several = self.0.len() > 1;
        self.wrong().filter(move |_| several)
    }

    fn wrong(&self) -> impl Iterator<Item = &Failure> {
        self.0.iter().filter_map(|(_, came)| came.as_ref().err())
    }
}

impl Host {
    /// Imports files. Of several those that are wrong are told of, and the others go in; `stop` ends it with those that
    /// are in.
    ///
    /// # Errors
    /// There is no such format, the journal cannot be opened, or nothing can be put right without a terminal.
    pub async fn import(
        &self,
        wanted: ImportRequest<'_>,
        progress: &mut dyn WorkProgress,
        stop: &CancellationToken,
    ) -> Result<ImportReport, Failure> {
        let like = match wanted.format {
            Some(id) => {
                let entry = self.catalog.format(id)?;
                Some((entry.id.as_str(), &entry.value))
            }
            None => None,
        };
        if wanted.reviews {
            editor::has_its_terminal(true)?;
        }
        let journal = self.journal()?;
        let mut splitter = Splitter::new(self);
        let mut report = Vec::new();
        for path in wanted.files {
            let came = read(path, wanted, &mut splitter, (&mut *progress, stop)).await;
            let came = match came {
                Ok((debate, split)) => enter(&journal, path, debate, like, split).await,
                Err(failure) => Err(failure),
            };
            let is_stopped = matches!(&came, Err(failure) if failure.exit == Exit::Interrupted);
            report.push((path.clone(), came));
            if is_stopped {
                break;
            }
        }
        Ok(ImportReport(report))
    }
}

/// Reads a file, with the help of a model where it names nobody.
async fn read(
    path: &Path,
    wanted: ImportRequest<'_>,
    splitter: &mut Splitter<'_>,
    work: (&mut dyn WorkProgress, &CancellationToken),
) -> Result<(Imported, Option<SplitSummary>), Failure> {
    let given = wanted.given;
    let (mut imported, split) = match running(path, given)? {
        Some(text) => {
            let (imported, split) = told(splitter, (path, text), wanted.reviews, work).await?;
            (imported, Some(split))
        }
        None => (transcript(path, given)?, None),
    };
    if wanted.reviews && split.is_none() {
        let note = "There was nothing to put right: it says itself who speaks.";
        imported.notes.push(note.to_owned());
    }
    if !given.votes_file.is_empty() && !given.of_file(&name_of(path)).1 {
        imported
            .notes
            .push("The file of votes has no row for it.".to_owned());
    }
    Ok((imported, split))
}

/// Enters a debate that was read into the journal.
async fn enter(
    journal: &Journal,
    path: &Path,
    read: Imported,
    like: Option<(&str, &Format)>,
    split: Option<SplitSummary>,
) -> Result<ImportOutcome, Failure> {
    let debate: &RealDebate = &read.debate;
    // One that was imported by an earlier version is known by its votes, too.
    for hash in [debate.identity(), debate.hash()] {
        if let Some(known) = journal.imported(&hash)? {
            check_votes(journal, path, &known, debate)?;
            return Ok(ImportOutcome::Known(known));
        }
    }
    let (debate_id, now_ms) = clock::new_debate();
    let making = Making {
        debate: debate_id,
        now_ms,
        like,
    };
    let records = real::records(debate, &making);
    let Some(Event::Opened(opening)) = records.first().map(|record| &record.event) else {
        return Err(Failure::internal(format!(
            "{}: no debate came of it",
            shown::path(&path)
        )));
    };
    let writer = journal.create(opening)?;
    let speakers = opening.speakers.len();
    // All of it or nothing: half a debate would be taken for one that can be gone on with.
    writer
        .append(records.into_iter().map(Arc::new).collect())
        .await?;
    writer.close().await;
    Ok(ImportOutcome::New {
        debate: making.debate,
        motion: debate.motion.clone(),
        turns: debate.turns.len(),
        speakers,
        notes: read.notes,
        split,
    })
}

/// Refuses votes that the debate in the journal lacks: what is in the journal stays as it is.
fn check_votes(
    journal: &Journal,
    path: &Path,
    known: &DebateId,
    given: &RealDebate,
) -> Result<(), Failure> {
    let kept = DebateState::fold(&journal.load(known)?);
    let real = kept
        .opening
        .as_ref()
        .and_then(|opening| opening.real.as_ref());
    let votes = real.map(|real| real.votes).unwrap_or_default();
    if given.votes == RealVotes::default() || given.votes == votes {
        return Ok(());
    }
    let which = if votes == RealVotes::default() {
        "without votes"
    } else {
        "with other votes"
    };
    let id = known.short();
    Err(Failure::input(format!(
        "{} is in the journal already, as {id}, {which}",
        shown::path(&path)
    ))
    .hint(format!(
        "to have it with these votes, delete it (`hustings delete {id}`) and import it again"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Exit;

    fn samples() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/samples/real")
    }

    #[tokio::test]
    async fn a_file_goes_in_once_and_what_is_wrong_keeps_no_other_out() {
        let folder = tempfile::tempdir().unwrap();
        let host = Host::in_folder(folder.path()).unwrap();
        let files = [
            samples().join("bridge.json"),
            samples().join("nothing.json"),
        ];
        let given = Given::default();
        let import = async |files: &[PathBuf], format| {
            let wanted = ImportRequest {
                format,
                ..ImportRequest::of(files, &given)
            };
            let stop = CancellationToken::new();
            host.import(wanted, &mut (), &stop).await
        };
        let report = import(&files, None).await.unwrap();
        let Ok(ImportOutcome::New {
            debate,
            speakers,
            split: None,
            ..
        }) = &report.0[0].1
        else {
            panic!("{report:?}");
        };
        assert!(*speakers > 1);
        let kept = host.journal().unwrap().load(debate).unwrap();
        assert!(DebateState::fold(&kept).is_closed());
        let failure = report.failure().unwrap();
        assert_eq!(failure.exit, Exit::BadInput);
        assert_eq!(failure.message, "1 of 2 files were not imported");
        assert_eq!(report.beside().count(), 1);

        let again = import(&files[..1], None).await.unwrap();
        assert_eq!(again.0[0].1, Ok(ImportOutcome::Known(debate.clone())));
        assert_eq!(again.failure(), None);

        // With other votes it is the same debate; the journal keeps those that it has.
        let text = std::fs::read_to_string(&files[0]).unwrap();
        let mut other: serde_json::Value = serde_json::from_str(&text).unwrap();
        other["votes"] = serde_json::json!({"after": {"for": 7, "against": 1, "undecided": 0}});
        let path = folder.path().join("other.json");
        std::fs::write(&path, other.to_string()).unwrap();
        let refused = import(std::slice::from_ref(&path), None)
            .await
            .unwrap()
            .failure()
            .unwrap();
        let expected = format!("as {}, with other votes", debate.short());
        assert!(refused.message.ends_with(&expected), "{refused}");
        assert!(refused.advice().contains("hustings delete"), "{refused}");
        other.as_object_mut().unwrap().remove("votes");
        std::fs::write(&path, other.to_string()).unwrap();
        let again = import(&[path], None).await.unwrap();
        assert_eq!(again.0[0].1, Ok(ImportOutcome::Known(debate.clone())));

        let alone = import(&files[1..], None).await.unwrap();
        assert_eq!(alone.failure().as_ref(), alone.0[0].1.as_ref().err());
        assert_eq!(alone.beside().count(), 0);
        assert!(import(&files, Some("no-such")).await.is_err());
    }
}
