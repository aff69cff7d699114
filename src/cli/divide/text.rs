//! The outcome of divisions, for people.

use std::fmt::Write as _;

use crate::{
    cli::table::table,
    debate::{
        answer::Vote,
        real::{HouseCount, describe_swing},
    },
    host::finished::house::DividedDebate,
    real::divided::{Accuracy, Divided, DivisionOutcome, HouseComparison, Overall},
    text::{counted, sanitize::sanitize_line, upper_first},
};

/// A debate on which the house has divided.
pub(super) fn one(done: &DividedDebate) -> String {
    let mut text = format!("{}\n", sanitize_line(&done.motion));
    let origin = match done.origin.as_deref() {
        None => "simulated".to_owned(),
        Some("") => "held by people".to_owned(),
        Some(origin) => format!("held by people: {}", sanitize_line(origin)),
    };
    let _ = writeln!(text, "{}, {origin}", sanitize_line(&done.debate));
    let _ = writeln!(
        text,
        "{}, seed {}, played by {}\n",
        counted(done.audience, "member", "members"),
        done.seed,
        done.model
    );
    if done.in_short.speeches > 0 {
        let _ = writeln!(
            text,
            "It is longer than the model's context: of the oldest speeches ({}, {:.0} % of all words) the members read what \
             the clerk wrote down.\n",
            done.in_short.speeches,
            100.0 * done.in_short.words
        );
    }
    if !done.telling.is_as_held() {
        let _ = writeln!(text, "The house heard {}.\n", done.telling.describe());
    }
    let Some(divided) = &done.divided else {
        // Where nobody could be asked, that is the failure which is told of it.
        if done.stopped {
            text += "It was stopped before anybody had cast both ballots.\n";
        } else if done.failed.is_none() {
            text += "Nobody cast both ballots.\n";
        }
        return text;
    };
    counts(divided, &mut text);
    if divided.repeats.len() > 1 {
        repeats(divided, &mut text);
    }
    if done.kept {
        let _ = writeln!(
            text,
            "They are kept: hustings eval {} measures how far they agree.",
            sanitize_line(&done.debate)
        );
    }
    if let Some(orders) = &done.orders {
        let _ = writeln!(
            text,
            "Each member was asked twice, with the speeches in both orders: {} of {} votes were the same. Who voted otherwise \
             the second time is counted as undecided.",
            orders.same, orders.asked
        );
    }
    if let Some(against) = &divided.against {
        held_against(against, &mut text);
    }
    if done.stopped {
        text += "It was stopped before everybody had voted.\n";
    }
    if divided.missing > 0 {
        let _ = writeln!(
            text,
            "{} missing; who cast one ballot only is not counted.",
            counted(divided.missing, "ballot is", "ballots are")
        );
    }
    let usage = &done.usage.usage;
    let cost = done
        .usage
        .cost
        .map_or_else(String::new, |cost| format!(", cost {cost:.2}"));
    let _ = writeln!(
        text,
        "{} tokens read ({} from a cache), {} written{cost}.",
        usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens
    );
    text
}

fn counts(divided: &Divided, text: &mut String) {
    let mean = &divided.mean;
    let word = |text: &str| text.to_owned();
    let mut rows = vec![vec![
        word("% of the house"),
        word("ayes"),
        word("noes"),
        word("undecided"),
    ]];
    let row = |name: &str, count: HouseCount| {
        let shares = count.shares().map(|share| format!("{share:.1}"));
        std::iter::once(name.to_owned())
            .chain(shares)
            .collect::<Vec<String>>()
    };
    rows.push(row("Before", mean.before));
    rows.push(row("After", mean.after));
    if let Some(against) = &divided.against {
        let known = [
            ("The house then, before", against.votes.before),
            ("The house then, after", against.votes.after),
        ];
        rows.extend(
            known
                .into_iter()
                .filter_map(|(name, count)| Some(row(name, count?))),
        );
    }
    *text += &table(&rows);
    let _ = writeln!(text, "\n{}.", upper_first(&describe_swing(mean.swing)));
    let _ = writeln!(
        text,
        "By votes the motion {}; by swing {}.",
        if mean.carried { "is carried" } else { "falls" },
        match mean.gaining {
            Some(Vote::Aye) => "the Ayes gain",
            Some(Vote::No) => "the Noes gain",
            Some(Vote::Undecided) | None => "neither side gains",
        }
    );
}

fn repeats(divided: &Divided, text: &mut String) {
    let word = |text: &str| text.to_owned();
    let mut rows = vec![vec![
        word("Division"),
        word("ayes"),
        word("noes"),
        word("swing"),
        word("by votes"),
        word("by swing"),
    ]];
    let row = |(at, one): (usize, &DivisionOutcome)| {
        let [ayes, noes, _] = one.after.shares();
        let won = |carried: bool| word(if carried { "ayes" } else { "noes" });
        vec![
            format!("{}", at + 1),
            format!("{ayes:.1}"),
            format!("{noes:.1}"),
            format!("{:+.1}", one.swing),
            won(one.carried),
            word(match one.gaining {
                Some(Vote::Aye) => "ayes",
                Some(Vote::No) => "noes",
                Some(Vote::Undecided) | None => "neither",
            }),
        ]
    };
    rows.extend(divided.repeats.iter().enumerate().map(row));
    let _ = writeln!(text, "\n{}", table(&rows).trim_end());
    if let Some(agreement) = &divided.agreement {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let _ = writeln!(
            text,
            "{} of the divisions have the same winner by votes, {} by swing.",
            percent(agreement.winner),
            percent(agreement.winner_by_swing)
        );
        if let Some(members) = agreement.members {
            let _ = writeln!(
                text,
                "Two ballots of the same member agree in {} of the cases.",
                percent(members)
            );
        }
    }
}

fn held_against(against: &HouseComparison, text: &mut String) {
    let right = |right: Option<bool>| match right {
        Some(true) => "right",
        Some(false) => "wrong",
        None => "not known",
    };
    let _ = writeln!(
        text,
        "\nThe direction is {} by votes, {} by swing.",
        right(against.direction),
        right(against.direction_by_swing)
    );
    errors((against.swing_error, against.share_error), "", text);
}

fn errors((swing, share): (Option<f64>, Option<f64>), mean: &str, text: &mut String) {
    let points = |error: Option<f64>| {
        error.map_or_else(
            || "not known".to_owned(),
            |error| format!("{error:.1} points"),
        )
    };
    let _ = writeln!(
        text,
        "The {mean}error of the swing is {}, of the ayes' share of the votes cast {}.",
        points(swing),
        points(share)
    );
}

/// All of them together.
pub(super) fn overall(overall: &Overall) -> String {
    let mut text = format!("All {}\n", counted(overall.debates, "debate", "debates"));
    if overall.by_votes.is_none() && overall.by_swing.is_none() {
        text += "Of none of them it is known how a real house voted.\n";
        return text;
    }
    let rows: Vec<Vec<String>> = [
        ("By votes", &overall.by_votes),
        ("By swing", &overall.by_swing),
    ]
    .into_iter()
    .filter_map(|(name, accuracy)| Some(row(name, accuracy.as_ref()?)))
    .collect();
    let head = [
        "Right (95 % interval)",
        "simulated house",
        "always the same side",
    ];
    let head: Vec<String> = head.map(str::to_owned).to_vec();
    text += &table(&[vec![head], rows].concat());
    errors(
        (overall.swing_error, overall.share_error),
        "mean ",
        &mut text,
    );
    text
}

fn row(name: &str, accuracy: &Accuracy) -> Vec<String> {
    vec![
        name.to_owned(),
        accuracy.simulated.describe(),
        accuracy.majority.describe(),
    ]
}
