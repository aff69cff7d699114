//! What two debates have in common, for people.

use std::fmt::Write as _;

use super::{Comparison, Side};
use crate::{
    cli::table::table,
    debate::real::HouseCount,
    real::matching::{Common, Pair},
    text::sanitize::sanitize_line,
};

/// The comparison as text.
pub(super) fn text(found: &Comparison) -> String {
    let (simulated, real) = (&found.simulated, &found.real);
    let mut text = String::new();
    for (what, side) in [("Simulated", simulated), ("Real", real)] {
        let motion = sanitize_line(&side.motion);
        let _ = writeln!(text, "{what:<10} {}: {motion}", sanitize_line(&side.debate));
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
                "There is no embedder: sentences say the same where {:.0} % of their words do.\n",
                100.0 * threshold
            );
        }
    }
    shares(found, &mut text);
    let tensions = |side: &Side, at: usize| side.tensions.get(at).cloned().unwrap_or_default();
    let arguments = |side: &Side, at: usize| {
        let claim = side.arguments.get(at);
        claim.map_or_else(String::new, |one| format!("{}: {}", one.speaker, one.claim))
    };
    let lists: [(&str, &Common, &dyn Fn(&Side, usize) -> String, [usize; 2]); 2] = [
        (
            "Tensions",
            &found.tensions,
            &tensions,
            [simulated.tensions.len(), real.tensions.len()],
        ),
        (
            "Arguments",
            &found.arguments,
            &arguments,
            [simulated.arguments.len(), real.arguments.len()],
        ),
    ];
    for (what, common, told, lengths) in lists {
        let _ = writeln!(text, "\n{what} in both");
        if common.pairs.is_empty() {
            text += "  none\n";
        }
        for pair in &common.pairs {
            let _ = writeln!(text, "  {}", sanitize_line(&told(simulated, pair.one)));
            let _ = writeln!(
                text,
                "    = {} ({:.2})",
                sanitize_line(&told(real, pair.other)),
                pair.similarity
            );
        }
        let ones = |pair: &Pair| pair.one;
        let others = |pair: &Pair| pair.other;
        let sides: [(&str, &Side, usize, fn(&Pair) -> usize); 2] = [
            ("only simulated", simulated, lengths[0], ones),
            ("only real", real, lengths[1], others),
        ];
        for (whose, side, length, of) in sides {
            let alone: Vec<usize> = (0..length)
                .filter(|at| common.pairs.iter().all(|pair| of(pair) != *at))
                .collect();
            if !alone.is_empty() {
                let _ = writeln!(text, "{what} {whose}");
            }
            for at in alone {
                let _ = writeln!(text, "  {}", sanitize_line(&told(side, at)));
            }
        }
    }
    votes(found, &mut text);
    text
}

fn shares(found: &Comparison, text: &mut String) {
    let head = ["", "in both", "precision", "recall", "F1"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let number = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), |x| format!("{x:.2}"));
    let row = |name: &str, common: &Common| {
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

fn votes(found: &Comparison, text: &mut String) {
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
