//! A text without names becomes a debate: a model tells who says what, and a person puts right what is doubtful.

use std::{fs, path::Path};

use tokio_util::sync::CancellationToken;

use crate::{
    Host, bounds,
    debate::ask::Role,
    editor,
    error::{Exit, Failure},
    files::{self, Existing},
    finished::{name_of, refused},
    limits,
    llm::{account::Account, roster::Roster},
    progress::WorkProgress,
    prompt::Prompts,
    real::{self, Given, Imported, RunningText, SplitCut},
    split::{self, SplitOutcome},
    text::shown,
};

/// The folder in which transcripts wait for whoever puts them right, in that of what can be made again.
const REVIEW: &str = "review";

/// How a text without names got them.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitSummary {
    /// The model that told who says what.
    pub model: String,
    /// The places at which another speaker begins, or at which that is doubted, as the model had them.
    pub cuts: Vec<SplitCut>,
    /// The number of windows that could not be read, of how many.
    pub unread: (usize, usize),
    /// What a person has made of it in their editor.
    pub review: SplitReview,
}

/// What a person has made of a text that was split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SplitReview {
    /// Nobody has gone over it.
    None,
    /// It was left as it was.
    Unchanged,
    /// It was put right.
    Changed,
}

/// What tells who says what: found when the first text needs it, and kept for the others.
#[derive(Debug)]
pub(super) struct Splitter<'a> {
    host: &'a Host,
    account: Account,
    ready: Option<(Prompts, Roster)>,
}

impl<'a> Splitter<'a> {
    pub(super) fn new(host: &'a Host) -> Self {
        Self {
            host,
            account: host.account(),
            ready: None,
        }
    }

    /// Has the clerk's model say who speaks in a text; `None` where `stop` ended it.
    ///
    /// # Errors
    /// The model cannot be had, or a limit on cost not be kept.
    pub(super) async fn split(
        &mut self,
        path: &Path,
        text: RunningText,
        (progress, stop): (&mut dyn WorkProgress, &CancellationToken),
    ) -> Result<(String, SplitOutcome), Failure> {
        let host = self.host;
        let ready = match self.ready.take() {
            Some(ready) => ready,
            None => (
                host.prompts()?,
                host.roster(&host.overrides).await?.on(&self.account),
            ),
        };
        let (prompts, roster) = self.ready.insert(ready);
        let clerk = roster.assigned(Role::Clerk, None);
        limits::check_cost_limit_of(host.settings.limits.max_cost, [clerk])?;
        let label = clerk.model.label().to_owned();
        progress.begins(format!("{label} tells who says what in {}", name_of(path)));
        let mut hear = |done: usize, of: usize| progress.at(done, of);
        let came = split::split(text, (prompts, clerk), &mut hear, stop).await;
        progress.ends();
        if let Some(limit) = self.account.ended() {
            return Err(Failure::new(Exit::Interrupted, limit)
                .hint("import the file again with a higher limit"));
        }
        let outcome = came?.ok_or_else(stopped)?;
        Ok((label, outcome))
    }
}

fn stopped() -> Failure {
    Failure::new(Exit::Interrupted, "it was stopped before all was read")
        .hint("import the file again")
}

/// The debate in a text without names, with how it got them.
///
/// # Errors
/// As [`Splitter::split`]; the editor cannot be begun, or what it left is no transcript.
pub(super) async fn told(
    splitter: &mut Splitter<'_>,
    (path, text): (&Path, RunningText),
    reviews: bool,
    (progress, stop): (&mut dyn WorkProgress, &CancellationToken),
) -> Result<(Imported, SplitSummary), Failure> {
    let (model, outcome) = splitter.split(path, text, (progress, stop)).await?;
    let cuts = outcome.split.cuts();
    let (imported, review) = if reviews {
        review(splitter.host, path, &outcome).await?
    } else {
        let imported = outcome.split.imported();
        let imported = imported.map_err(|faults| refused(&shown::path(path), &faults))?;
        (imported, SplitReview::None)
    };
    let summary = SplitSummary {
        model,
        cuts,
        unread: outcome.unread,
        review,
    };
    Ok((imported, summary))
}

/// Opens a split text in the user's editor, and reads what they have made of it.
async fn review(
    host: &Host,
    path: &Path,
    outcome: &SplitOutcome,
) -> Result<(Imported, SplitReview), Failure> {
    let folder = host.dirs.cache.join(REVIEW);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!("{stem}.txt"));
    let told = shown::path(&draft);
    let failed = |why: &dyn std::fmt::Display| Failure::internal(format!("{told}: {why}"));
    fs::create_dir_all(&folder).map_err(|error| failed(&files::why(&error)))?;
    let written = outcome.split.written();
    files::write(&draft, Existing::Replace, |out| {
        out.write_all(written.as_bytes())
    })
    .map_err(|error| error.failure(&draft))?;
    editor::edit(&draft).await.map_err(|error| {
        Failure::input(error.message).hint(format!("the transcript is in {told}"))
    })?;
    let text = files::text(&draft, bounds::REAL_FILE)
        .map_err(|error| Failure::input(format!("{told}: {error}")))?;
    let imported = real::read(&real::reviewed(&text), &Given::default()).map_err(|faults| {
        refused(&told, &faults).hint(format!("put it right there, and import {told}"))
    })?;
    // What is in the journal is needed no more; a copy that stays does no harm.
    let _ = fs::remove_file(&draft);
    let review = if text == written {
        SplitReview::Unchanged
    } else {
        SplitReview::Changed
    };
    Ok((imported, review))
}
