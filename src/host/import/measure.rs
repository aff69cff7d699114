//! How well a model tells who says what: the names are taken out of transcripts that have them, and put back.

use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

use super::told::Splitter;
use crate::{
    Host,
    error::Failure,
    finished::transcript,
    progress::WorkProgress,
    real::{Given, RunningText},
};

/// How well it was told who says what in one transcript.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitMeasure {
    /// The file.
    pub path: PathBuf,
    /// The words in it.
    pub words: usize,
    /// The share of them that were given to the right speaker, from 0 to 1.
    pub share: f64,
    /// The number of changes of speaker in it, and of those that the model saw.
    pub cuts: (usize, usize),
}

/// How well it was told who says what, over several transcripts.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitMeasures {
    /// The transcripts, in order.
    pub of: Vec<SplitMeasure>,
    /// The model that told it.
    pub model: String,
}

impl SplitMeasures {
    /// The words of all transcripts, and the share of them that were given to the right speaker.
    pub fn overall(&self) -> (usize, f64) {
        let words: usize = self.of.iter().map(|one| one.words).sum();
        let right = self.of.iter().map(|one| one.share * one.words as f64);
        (words, right.sum::<f64>() / words.max(1) as f64)
    }
}

impl Host {
    /// Takes the names out of transcripts, has a model put them back, and tells how many words got the right one. Nothing
    /// is imported.
    ///
    /// # Errors
    /// A file has no names or cannot be read, the model cannot be had, or `stop` ended it.
    pub async fn measure_split(
        &self,
        files: &[PathBuf],
        given: &Given,
        progress: &mut dyn WorkProgress,
        stop: &CancellationToken,
    ) -> Result<SplitMeasures, Failure> {
        let read = |path: &PathBuf| Ok((path.clone(), transcript(path, given)?.debate));
        // What is wrong with a file is said before a model is asked.
        let all = files
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, Failure>>()?;
        let mut splitter = Splitter::new(self);
        let mut measures = SplitMeasures {
            of: Vec::new(),
            model: String::new(),
        };
        for (path, debate) in all {
            let (text, truth) = RunningText::without_names(&debate);
            let changes = debate.turns.windows(2);
            let changes = changes.filter(|pair| match pair {
                [one, next] => one.speaker != next.speaker,
                _ => false,
            });
            let changes = changes.count();
            let asked: &Path = &path;
            let (model, outcome) = splitter.split(asked, text, (&mut *progress, stop)).await?;
            let seen = outcome
                .split
                .cuts()
                .iter()
                .filter(|cut| cut.is_change)
                .count();
            measures.model = model;
            measures.of.push(SplitMeasure {
                path,
                words: truth.len(),
                share: outcome.split.share_right(&truth),
                cuts: (changes, seen),
            });
        }
        Ok(measures)
    }
}
