//! A headless run: a debate that is followed without a screen, and what its end means for the shell.

use std::{io, path::Path};

use tokio_util::sync::CancellationToken;

use super::{
    args::{FailureArgs, Output},
    out,
    signals::on_signal,
};
use crate::{
    debate::{event::Record, ids::DebateId, sink::Sink},
    engine::{Ending, Handle},
    error::{Exit, Failure},
    files,
    headless::{JsonLinesWriter, Text},
    host::conclusion::Conclusion,
    journal::{CompletionStatus, Journal, JournalError, WriterPresence},
    text::shown,
    unattended::{self, Script},
};

/// Bytes that a file of interventions may have: it is typed by hand, and evidence of length has files of its own.
const MOST_SCRIPT: u64 = 4 << 20;

/// The failure of a program that was built without the screen.
#[cfg(not(feature = "tui"))]
pub(super) fn no_screen() -> Failure {
    Failure::input("this program was built without its screen")
        .hint("run a debate without one: hustings run \"MOTION\" --headless")
        .hint("or build it with the feature `tui`, which is on by default")
}

/// The interventions of a file.
pub(super) fn script(path: Option<&Path>) -> Result<Script, Failure> {
    let Some(path) = path else {
        return Ok(Script::default());
    };
    let name = shown::path(&path);
    let text = files::text(path, MOST_SCRIPT).map_err(|error| {
        Failure::input(format!("{name}: {error}")).hint("--interventions takes a TOML file")
    })?;
    Script::parse(&text, &name)
}

/// Writes what happens to standard output, until the debate ends.
pub(super) async fn follow(
    journal: &Journal,
    (handle, debate): (Handle, &DebateId),
    known: &[Record],
    (output, failure): (Output, FailureArgs),
    script: Script,
) -> Result<Exit, Failure> {
    let mut sink = sink(output);
    let sink = sink.as_mut();
    let exit = follow_into(journal, (handle, debate), known, (sink, failure), script).await?;
    let is_over = matches!(exit, Exit::Done | Exit::ModelFailed);
    // Lines for programs have the id in them.
    if is_over && output == Output::Text {
        say_where_kept(debate);
    }
    Ok(exit)
}

/// Says where a debate that is over is kept.
pub(super) fn say_where_kept(debate: &DebateId) {
    let id = debate.short();
    out::say(&format!(
        "It is kept as {id}: hustings show {id}, or hustings export {id} --to markdown --out FILE"
    ));
}

/// Writes what happens to standard output, in that form.
pub(super) fn sink(output: Output) -> Box<dyn Sink> {
    let stdout = out::stdout();
    match output {
        Output::Jsonl => Box::new(JsonLinesWriter::new(stdout)),
        Output::Text => Box::new(Text::new(stdout, out::width())),
    }
}

/// The failure where standard output cannot be written.
pub(super) fn not_written(error: &io::Error) -> Failure {
    let why = files::why(error);
    Failure::internal(format!("standard output cannot be written: {why}"))
}

/// Writes what happens into a sink, until the debate ends.
pub(super) async fn follow_into(
    journal: &Journal,
    (handle, debate): (Handle, &DebateId),
    known: &[Record],
    (sink, failure): (&mut dyn Sink, FailureArgs),
    script: Script,
) -> Result<Exit, Failure> {
    let cancel = CancellationToken::new();
    let signals = on_signal(cancel.clone());
    let ending = unattended::run(handle, known, sink, script, (cancel, failure.wait())).await;
    signals.abort();
    let ending = ending.map_err(|error| not_written(&error).hint(whereabouts(journal, debate)))?;
    conclude(journal, debate, &ending, &failure.again())
}

/// The way to go on with a debate of which nothing more could be written, or to read it.
pub(super) fn whereabouts(journal: &Journal, debate: &DebateId) -> String {
    let id = debate.short();
    match journal.summary(debate).map(|one| one.status) {
        Ok(CompletionStatus::Completed | CompletionStatus::Adjourned) => {
            format!("the debate is kept: hustings show {id}, or hustings replay {id}")
        }
        Err(JournalError::Unknown { .. }) => "nothing of the debate could be kept".to_owned(),
        Ok(CompletionStatus::Unfinished) | Err(_) => {
            format!("the debate was left; go on with: hustings resume {id}")
        }
    }
}

/// What is said to whoever watches a debate no longer that is not over.
pub(super) fn after_watching(journal: &Journal, debate: &DebateId) -> String {
    let id = debate.short();
    if journal.find(&debate.0).is_err() {
        return "The debate is in the journal no more.".to_owned();
    }
    match journal.writer_of(debate) {
        WriterPresence::There(_) | WriterPresence::Unknown => {
            format!("The debate goes on where it runs; watch it again with: hustings watch {id}")
        }
        WriterPresence::Gone => {
            format!("No process runs the debate any more; go on with: hustings resume {id}")
        }
    }
}

/// Says what a run came to, and what that means for the shell. `flags` are to be given again.
pub(super) fn conclude(
    journal: &Journal,
    debate: &DebateId,
    ending: &Ending,
    flags: &str,
) -> Result<Exit, Failure> {
    let Conclusion { exit, message } = Conclusion::of(journal, debate, ending, flags)?;
    if let Some(message) = message {
        out::say(&message);
    }
    Ok(exit)
}
