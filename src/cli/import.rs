//! `hustings import`: debates that people held become debates of the journal.

use std::fmt::Write as _;

use super::{Host, args::ImportArgs, out, signals::until_signal, steps::StepsOfEach};
use crate::{
    error::{Exit, Failure},
    host::import::{ImportOutcome, ImportRequest, SplitMeasures, SplitReview, SplitSummary},
    real::SplitCut,
    text::{counted, first_words, shown},
};

/// The number of words of a motion that tell it from others.
const MOTION_WORDS: usize = 12;
/// The number of doubtful places that are told of one by one.
const DOUBTS: usize = 20;

/// `hustings import`.
pub(super) async fn run(host: &Host, args: &ImportArgs) -> Result<Exit, Failure> {
    let given = args.given.read()?;
    let mut steps = StepsOfEach::default();
    if args.measure {
        let measured = async |stop: &_| {
            host.measure_split(&args.files, &given, &mut steps, stop)
                .await
        };
        let text = measures(&until_signal(measured).await?);
        out::print(|out| out.write_all(text.as_bytes()))?;
        return Ok(Exit::Done);
    }
    let wanted = ImportRequest {
        files: &args.files,
        given: &given,
        format: args.format.as_deref(),
        reviews: args.review,
    };
    let report = until_signal(async |stop| host.import(wanted, &mut steps, stop).await).await?;
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
            split,
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
            if let Some(split) = split {
                told += &told_of(split);
            }
            told
        }
    }
}

/// How a text that named nobody got its names, and what of it is doubtful.
fn told_of(split: &SplitSummary) -> String {
    let changes = split.cuts.iter().filter(|cut| cut.is_change);
    let doubtful: Vec<&SplitCut> = split.cuts.iter().filter(|cut| cut.is_doubtful()).collect();
    let mut told = format!(
        "  {} told who says what: {}, {}.\n",
        split.model,
        counted(changes.count(), "change of speaker", "changes of speaker"),
        counted(doubtful.len(), "doubtful place", "doubtful places"),
    );
    let (unread, all) = split.unread;
    if unread > 0 {
        let _ = writeln!(told, "  {unread} of {all} parts could not be read.");
    }
    match split.review {
        SplitReview::Changed => return told + "  It is as you have put it right.\n",
        SplitReview::Unchanged => told += "  Nothing was changed in the editor.\n",
        SplitReview::None => {}
    }
    for cut in doubtful.iter().take(DOUBTS) {
        let perhaps = cut.perhaps.as_ref();
        let perhaps = perhaps.map_or_else(String::new, |name| format!(", perhaps {name}"));
        let at = cut.at.map_or_else(String::new, |at| {
            let at = at as u64;
            format!("{:02}:{:02}:{:02} ", at / 3_600, at / 60 % 60, at % 60)
        });
        let _ = writeln!(
            told,
            "  {at}{} ({:.0} %{perhaps}): \"{}\"",
            cut.speaker,
            cut.sure * 100.0,
            cut.words
        );
    }
    if doubtful.len() > DOUBTS {
        let _ = writeln!(told, "  and {} more.", doubtful.len() - DOUBTS);
    }
    if !doubtful.is_empty() && split.review == SplitReview::None {
        told += "  To put it right in your editor: delete it, and import it with --review.\n";
    }
    told
}

fn measures(found: &SplitMeasures) -> String {
    let mut told = String::new();
    for one in &found.of {
        let (changes, seen) = one.cuts;
        let _ = writeln!(
            told,
            "{}: {:.1} % of {} words have the right speaker ({}, {seen} told).",
            shown::path(&one.path),
            one.share * 100.0,
            one.words,
            counted(changes, "change of speaker", "changes of speaker"),
        );
    }
    let (words, share) = found.overall();
    let _ = writeln!(
        told,
        "{}: {:.1} % of {words} words, by {}.",
        counted(found.of.len(), "transcript", "transcripts"),
        share * 100.0,
        found.model
    );
    told
}
