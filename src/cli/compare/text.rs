//! The comparison of two debates, for people.

use std::fmt::Write as _;

use crate::{
    cli::table::table,
    debate::real::HouseCount,
    likeness::Overlap,
    real_comparison::{ComparedSide, DebateComparison},
    text::{sanitize::sanitize_line, sentence::key},
};

/// The comparison as text.
pub(in crate::cli) fn text(found: &DebateComparison) -> String {
    let (simulated, real) = (&found.simulated, &found.real);
    let mut text = String::new();
    for (what, side) in [("Simulated", simulated), ("Real", real)] {
        let motion = sanitize_line(&side.motion);
        let _ = writeln!(text, "{what:<10} {}: {motion}", sanitize_line(&side.debate));
    }
    for side in [simulated, real]
        .into_iter()
        .filter(|side| side.in_short.speeches > 0)
    {
        let _ = writeln!(
            text,
            "{} is longer than the context of who reads it: {:.0} % of its words were read as the clerk wrote them down.",
            sanitize_line(&side.debate),
            100.0 * side.in_short.words
        );
    }
    if !real.is_real {
        text += "Models held the second debate, too: it stands in the place of a real one.\n";
    }
    if key(&simulated.motion) != key(&real.motion) {
        text += "They are on different motions, so that they share little.\n";
    }
    let threshold = found.matched.threshold;
    match &found.matched.embedder {
        Some(label) => {
            let _ = writeln!(
                text,
                "Sentences say the same where their cosine is {threshold:.2} or more ({label}).\n"
            );
        }
        None => {
            let _ = writeln!(
                text,
                "There is no embedder: sentences say the same where they share {:.0} % of their content words.\n",
                100.0 * threshold
            );
        }
    }
    shares(found, &mut text);
    matched(
        "Tensions",
        &found.tensions,
        (&simulated.tensions, &real.tensions),
        &mut text,
    );
    let (ones, others) = (arguments(simulated), arguments(real));
    matched("Arguments", &found.arguments, (&ones, &others), &mut text);
    votes(found, &mut text);
    text
}

/// The arguments of a side, each with its speaker.
fn arguments(side: &ComparedSide) -> Vec<String> {
    let claims = side.arguments.iter();
    claims
        .map(|one| format!("{}: {}", one.speaker, one.claim))
        .collect()
}

/// Writes the entries that both lists have, and those that only one of them has.
fn matched(
    what: &str,
    common: &Overlap,
    (simulated, real): (&[String], &[String]),
    text: &mut String,
) {
    let _ = writeln!(text, "\n{what} in both");
    if common.pairs.is_empty() {
        *text += "  none\n";
    }
    let told = |list: &[String], at: usize| sanitize_line(list.get(at).map_or("", String::as_str));
    for pair in &common.pairs {
        let _ = writeln!(text, "  {}", told(simulated, pair.one));
        let _ = writeln!(
            text,
            "    = {} ({:.2})",
            told(real, pair.other),
            pair.similarity
        );
    }
    let ones: Vec<usize> = common.pairs.iter().map(|pair| pair.one).collect();
    let others: Vec<usize> = common.pairs.iter().map(|pair| pair.other).collect();
    for (whose, list, paired) in [("simulated", simulated, ones), ("real", real, others)] {
        let alone = (0..list.len()).filter(|at| !paired.contains(at));
        for (nth, at) in alone.enumerate() {
            if nth == 0 {
                let _ = writeln!(text, "{what} only {whose}");
            }
            let _ = writeln!(text, "  {}", told(list, at));
        }
    }
}

fn shares(found: &DebateComparison, text: &mut String) {
    let head = ["", "in both", "precision", "recall", "F1"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let number = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), |x| format!("{x:.2}"));
    let row = |name: &str, common: &Overlap| {
        vec![
            name.to_owned(),
            common.pairs.len().to_string(),
            number(common.precision),
            number(common.recall),
            number(common.f1),
        ]
    };
    rows.push(row("Tensions", &found.tensions));
    rows.push(row("Arguments", &found.arguments));
    for person in &found.people {
        rows.push(row(&format!("of {}", person.name), &person.arguments));
    }
    *text += &table(&rows);
}

fn votes(found: &DebateComparison, text: &mut String) {
    let head = ["% of the house", "ayes", "noes", "undecided"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (whose, votes) in [
        ("Simulated", &found.simulated.votes),
        ("Real", &found.real.votes),
    ] {
        for (when, count) in [("before", votes.before), ("after", votes.after)] {
            let shares = count.map(HouseCount::shares);
            let cells = |shares: [f64; 3]| shares.map(|share| format!("{share:.1}")).to_vec();
            let shares = shares.map_or_else(|| vec!["–".to_owned(); 3], cells);
            rows.push([vec![format!("{whose}, {when}")], shares].concat());
        }
    }
    let _ = writeln!(text, "\nThe vote\n{}", table(&rows).trim_end());
    let vote = &found.vote;
    let same = |same: Option<bool>| match same {
        Some(true) => "the same",
        Some(false) => "another one",
        None => "not known",
    };
    let _ = writeln!(
        text,
        "The winner by votes is {}, by swing {}.",
        same(vote.same_winner),
        same(vote.same_swing)
    );
    if let Some(error) = vote.swing_error {
        let _ = writeln!(text, "The swings are {error:.1} points apart.");
    }
}
