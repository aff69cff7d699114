//! Points of information one by one: what each is by the figures that the measures of points are made of.

use super::name;
use crate::{
    cli::layout::Sheet,
    eval::{PointFigures, ProtectedTime, Report},
    text::{counted, first_words},
};

/// Words of a sentence or a claim that a point aims at.
const WORDS: usize = 30;

/// A list of the points of a debate; empty where none was offered.
pub(super) fn list(report: &Report, width: usize) -> String {
    if report.points.is_empty() {
        return String::new();
    }
    let mut sheet = Sheet::new(width);
    sheet.heading("Points of information");
    for point in &report.points {
        let timing = &point.timing;
        sheet.heading(&format!(
            "{} to {}, after {} of {} words ({:.0} %), {}",
            name(report, &point.from),
            name(report, &point.to),
            timing.said,
            timing.of,
            timing.share * 100.0,
            if point.taken { "taken" } else { "not taken" },
        ));
        sheet.fields([
            ("point", point.text.clone()),
            ("sharp", sharp(point)),
            ("aims at", target(report, point)),
            ("moment", moment(point)),
        ]);
    }
    format!("\n{}", sheet.into_string())
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

/// What makes a point sharp, or keeps it from being so.
fn sharp(point: &PointFigures) -> String {
    let one = &point.sharpness;
    let question = if one.is_question {
        "a question"
    } else {
        "no question"
    };
    let meets = match &one.quoted {
        Some(quoted) => format!("takes up “{quoted}”"),
        None if one.meets => "meets words just spoken".to_owned(),
        None => "meets no words just spoken".to_owned(),
    };
    format!(
        "{}: {} of at most {} words in {}, {question}, {meets}",
        yes(one.is_sharp),
        one.words,
        one.most_words,
        counted(one.sentences, "sentence", "sentences"),
    )
}

/// The person, the sentence and the claim that a point aims at.
fn target(report: &Report, point: &PointFigures) -> String {
    let target = &point.target;
    let mut told = vec![name(report, &target.whom).to_owned()];
    if let Some(sentence) = &target.sentence {
        let shared = sentence.shared.join(", ");
        let text = first_words(&sentence.text, WORDS);
        told.push(format!("the words “{text}” (in common: {shared})"));
    }
    told.push(match &target.claim {
        Some(claim) => {
            let shared = claim.shared.join(", ");
            let text = first_words(&claim.text, WORDS);
            format!("the claim “{text}” (in common: {shared})")
        }
        None => "no claim that was taken down".to_owned(),
    });
    told.join("; ")
}

/// When a point came.
fn moment(point: &PointFigures) -> String {
    let one = &point.timing;
    let time = match one.protected {
        None => "outside protected time",
        Some(ProtectedTime::Beginning) => "in the protected time at the beginning",
        Some(ProtectedTime::End) => "in the protected time at the end",
    };
    let after = one.seconds_after.map_or_else(
        || "after no words that it aims at".to_owned(),
        |seconds| format!("{seconds:.0} s after the words that it aims at"),
    );
    format!(
        "{}: {time}, {after}",
        if one.is_timely { "good" } else { "not good" }
    )
}
