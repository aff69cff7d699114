//! A debate and its mirror, as they are told: a row for each side, a column for each model.

use super::table::table;
use crate::host::mirrored::{MirrorEffect, Mirrored, SideResult};

/// The table, and what it makes on average to be on a side, and to be a model.
pub(super) fn of(mirrored: &Mirrored) -> String {
    let head = std::iter::once(String::new()).chain(mirrored.models.iter().cloned());
    let mut rows = vec![head.collect::<Vec<String>>()];
    for (side, found) in &mirrored.sides {
        let told = found
            .iter()
            .map(|one| one.map_or_else(|| "–".to_owned(), outcome));
        rows.push(std::iter::once(side.clone()).chain(told).collect());
    }
    let effects = mirrored.effects.iter().map(effect);
    table(&rows) + &effects.collect::<String>()
}

fn outcome(outcome: SideResult) -> String {
    match outcome {
        SideResult::Votes(votes, of) => format!("{votes} of {of} votes"),
        SideResult::Points(points) => format!("{points:.2} points"),
        SideResult::Nothing => "no result".to_owned(),
    }
}

fn effect(effect: &MirrorEffect) -> String {
    let [one, other] = &effect.between;
    let gap = effect.gap;
    if gap.abs() < 0.005 {
        return format!("On average {one} and {other} come to the same.\n");
    }
    let (more, less) = if gap > 0.0 {
        (one, other)
    } else {
        (other, one)
    };
    let gap = format!("{:.2}", gap.abs());
    let gap = gap.trim_end_matches('0').trim_end_matches('.');
    format!("On average {more} has {gap} more than {less}.\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compared_is_said_as_averages() {
        let told = |gap| {
            let between = ["a", "b"].map(str::to_owned);
            effect(&MirrorEffect { between, gap })
        };
        assert_eq!(told(1.5), "On average a has 1.5 more than b.\n");
        assert_eq!(told(-10.0), "On average b has 10 more than a.\n");
        assert_eq!(told(0.0), "On average a and b come to the same.\n");
    }
}
