//! `hustings models`: who plays which part, and whether they can be reached.

use crate::{
    error::{Exit, Failure},
    host::{Host, find::SharedModels},
    prompt::plain_question,
    text::shown::for_people,
};

use super::out;

/// Says which model plays which part, and asks each of them a plain question.
pub(super) async fn run(host: &Host) -> Result<Exit, Failure> {
    let embeddings = host.embeddings()?;
    let mut shared = SharedModels::new(None);
    let mut roster = host.roster_among(&host.overrides, &mut shared).await?;
    // Who plays what is told even where one of them cannot be had.
    let reached = match host.embeddings_are_there().await {
        Ok(()) => roster.verify(&plain_question()).await,
        Err(failure) => Err(failure),
    };
    let printed = out::print(|out| {
        let mut lines = roster.describe();
        lines.push(format!("embeddings: {}", embeddings.describe()));
        let mut lines = lines.iter();
        lines.try_for_each(|line| writeln!(out, "{}", for_people(line)))
    })?;
    reached.map(|()| printed)
}
