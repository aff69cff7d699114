//! Debates that people held become debates of the journal, from files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    Host,
    catalog::Format,
    clock,
    debate::{event::Event, ids::DebateId},
    error::Failure,
    finished::transcript,
    journal::Journal,
    real::{self, Given, Making},
    text::shown,
};

/// The outcome of importing a file.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    },
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
    /// Imports files. Of several those that are wrong are told of, and the others go in. `format` is the one that they
    /// are like: it gives the sides their names, and the rubric by which they are judged.
    ///
    /// # Errors
    /// There is no such format, or the journal cannot be opened.
    pub async fn import(
        &self,
        files: &[PathBuf],
        given: &Given,
        format: Option<&str>,
    ) -> Result<ImportReport, Failure> {
        let like = match format {
            Some(id) => {
                let entry = self.catalog.format(id)?;
                Some((entry.id.as_str(), &entry.value))
            }
            None => None,
        };
        let journal = self.journal()?;
        let mut report = Vec::new();
        for path in files {
            let came = import(&journal, path, given, like).await;
            report.push((path.clone(), came));
        }
        Ok(ImportReport(report))
    }
}

async fn import(
    journal: &Journal,
    path: &Path,
    given: &Given,
    like: Option<(&str, &Format)>,
) -> Result<ImportOutcome, Failure> {
    let read = transcript(path, given)?;
    let debate = &read.debate;
    if let Some(known) = journal.imported(&debate.hash())? {
        return Ok(ImportOutcome::Known(known));
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
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{debate::DebateState, error::Exit};

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
        let report = host.import(&files, &given, None).await.unwrap();
        let Ok(ImportOutcome::New {
            debate, speakers, ..
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

        let again = host.import(&files[..1], &given, None).await.unwrap();
        assert_eq!(again.0[0].1, Ok(ImportOutcome::Known(debate.clone())));
        assert_eq!(again.failure(), None);

        let alone = host.import(&files[1..], &given, None).await.unwrap();
        assert_eq!(alone.failure().as_ref(), alone.0[0].1.as_ref().err());
        assert_eq!(alone.beside().count(), 0);
        assert!(host.import(&files, &given, Some("no-such")).await.is_err());
    }
}
