//! `hustings merge`: the debates of other journals, taken into ours.

use std::{
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio_util::sync::CancellationToken;

use super::{Host, args::MergeArgs, debates, out, signals, steps::Steps};
use crate::{
    error::{Exit, Failure},
    journal::{Fate, Journal, Merge, Merged},
    text::shown::{self, for_people, line, named},
};

/// Takes them in, one after the other. What cannot be read is named, and the rest goes on.
pub(super) async fn take_in(host: &Host, args: MergeArgs) -> Result<Exit, Failure> {
    let journal = host.journal()?;
    debates::counted(&journal)?;
    let cancel = CancellationToken::new();
    let stopped = Arc::new(AtomicBool::new(false));
    let signals = signals::on_signal(cancel.clone());
    let watcher = tokio::spawn({
        let (cancel, stopped) = (cancel.clone(), Arc::clone(&stopped));
        async move {
            cancel.cancelled().await;
            stopped.store(true, Ordering::Relaxed);
        }
    });
    // Reading and writing a file of many debates would keep everything else in this thread waiting.
    let work = tokio::task::spawn_blocking(move || all(&journal, &args, &stopped));
    let done = work
        .await
        .map_err(|error| Failure::internal(format!("the merge was cut short: {error}")))?;
    signals.abort();
    watcher.abort();
    done
}

fn all(journal: &Journal, args: &MergeArgs, stopped: &AtomicBool) -> Result<Exit, Failure> {
    let how = if args.dry_run {
        Merge::Try
    } else {
        Merge::Take
    };
    let mut exit = Exit::Done;
    for path in &args.journals {
        let mut steps = Steps::new("merging");
        let merged = journal.merge(path, how, &mut |done, all| {
            steps.at(done, all);
            !stopped.load(Ordering::Relaxed)
        });
        steps.end();
        let merged = merged?;
        let text = describe(&shown::path(&path), &merged, how);
        // What another journal is called, and what stands in it, may be a key.
        out::print(|out| out.write_all(for_people(&text).as_bytes()))?;
        if let Some(error) = &merged.stopped {
            out::say(&format!(
                "{}: skipped: {}",
                shown::path(path),
                line(&error.to_string())
            ));
        }
        if merged.stopped.is_some() || !merged.left.is_empty() {
            exit = Exit::BadInput;
        }
        if stopped.load(Ordering::Relaxed) {
            out::say("The merge was stopped; the same command goes on with it.");
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}

fn describe(name: &str, merged: &Merged, how: Merge) -> String {
    let name = named(name);
    let (added, extended) = match how {
        Merge::Take => ("added", "gone on with"),
        Merge::Try => ("to be added", "to be gone on with"),
    };
    let mut text = format!(
        "{name}: {} {added}, {} {extended}, {} here already, {} left; {} records\n",
        merged.added,
        merged.extended,
        merged.known,
        merged.left.len(),
        merged.records
    );
    // Writing to a string cannot fail.
    for (debate, fate) in &merged.left {
        let why = match fate {
            Fate::Differs { at } => {
                format!(
                    "went on differently here and there from record {at} on; ours is left as it is"
                )
            }
            Fate::Broken { detail } => format!("cannot be read whole: {detail}"),
            Fate::InUse => "is running here; merge again once it is over".to_owned(),
            Fate::Added | Fate::Extended { .. } | Fate::Known => continue,
        };
        let _ = writeln!(text, "  {}: {}", shown::strange(&debate.0), line(&why));
    }
    text
}
