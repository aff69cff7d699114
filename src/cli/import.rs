//! `hustings import`: debates that people held become debates of the journal.

use std::fmt::Write as _;

use super::{Host, args::ImportArgs, out};
use crate::{
    error::{Exit, Failure},
    host::import::ImportOutcome,
    real::Given,
    text::{counted, first_words, shown},
};

/// The number of words of a motion that tell it from others.
const MOTION_WORDS: usize = 12;

/// `hustings import`.
pub(super) async fn run(host: &Host, args: &ImportArgs) -> Result<Exit, Failure> {
    let given = Given::from(&args.given);
    let report = host
        .import(&args.files, &given, args.format.as_deref())
        .await?;
    for failure in report.beside() {
        out::say(&format!("error: {failure}"));
    }
    let came = report.0.iter();
    let told: String = came
        .filter_map(|(path, came)| Some(describe(&shown::path(&path), came.as_ref().ok()?)))
        .collect();
    out::print(|out| out.write_all(told.as_bytes()))?;
    report.failure().map_or(Ok(Exit::Done), Err)
}

fn describe(shown: &str, came: &ImportOutcome) -> String {
    match came {
        ImportOutcome::Known(debate) => {
            format!(
                "{shown} is in the journal already, as {}.\n",
                debate.short()
            )
        }
        ImportOutcome::New {
            debate,
            motion,
            turns,
            speakers,
            notes,
        } => {
            let mut told = format!(
                "{shown} is in the journal as {}: {} ({}, {}).\n",
                debate.short(),
                first_words(motion, MOTION_WORDS),
                counted(*turns, "turn", "turns"),
                counted(*speakers, "speaker", "speakers"),
            );
            for note in notes {
                // Writing to a string cannot fail.
                let _ = writeln!(told, "  {note}");
            }
            told
        }
    }
}
