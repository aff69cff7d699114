//! The debate in its order: what each speaker takes up at their place in it, and how it goes from turn to turn. What a
//! judge reads stands beside what is counted of the same.

use super::{cell, name};
use crate::{cli::table::table, debate::ids::TurnId, eval::Report};

/// A row for each speaker's first turn, by the place in the order; empty where nobody had heard anybody.
pub(super) fn order(report: &Report) -> String {
    if report.order.iter().all(|one| one.names.is_none()) {
        return String::new();
    }
    let head = ["", "place", "engages", "names", "takes up", "answers"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    rows.extend(report.order.iter().map(|one| {
        vec![
            name(report, &one.seat).to_owned(),
            one.place.to_string(),
            cell(one.engages),
            cell(one.names),
            cell(one.takes_up),
            cell(one.answers),
        ]
    }));
    format!("\nFirst turns, by place in the order\n{}", table(&rows))
}

/// A row for each turn: novelty and uptake, counted, the tension as a judge reads it, and the lead of the ayes after it.
pub(super) fn turns(report: &Report) -> String {
    if report.uptake.len() < 2 {
        return String::new();
    }
    let head = ["", "turn", "new words", "takes up", "tension", "lead"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    let lead = |turn: TurnId| {
        let mut counts = report.counts.iter();
        let count = counts.find(|one| one.after == Some(turn))?;
        Some(format!("{:+}", count.tally.lead()))
    };
    for (at, one) in report.uptake.iter().enumerate() {
        let novelty = report.novelty.iter().find(|new| new.turn == one.turn);
        rows.push(vec![
            name(report, &one.seat).to_owned(),
            (at + 1).to_string(),
            cell(novelty.map(|new| new.new_words)),
            cell(one.share),
            cell(report.tension.get(&one.turn).copied()),
            lead(one.turn).unwrap_or_else(|| cell(None)),
        ]);
    }
    format!("\nTurn by turn\n{}", table(&rows))
}
