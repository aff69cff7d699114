//! The two sides of a format, whatever they are called: which seats they have, which models sit there, and what came of
//! it once with the models on the one side and once on the other.

use std::collections::BTreeSet;

use super::table::table;
use crate::{
    catalog::{Format, Stance},
    config::Overrides,
    debate::{DebateState, ask::Role, ids::Seat, opening::Opening},
    error::Failure,
    llm::roster::Roster,
};

/// One of two sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    /// Its name, for people.
    name: String,
    /// Its seats, in the order of the format.
    seats: Vec<Seat>,
}

/// The side for the motion and the side against it.
pub(super) type Sides = [Side; 2];

/// The two sides of a format: the seats that speak for the motion and those that speak against it, and where one of
/// these is missing the seats of the first side and those of the second. `stance` is what a seat says where it is not
/// what the format says. `None` where there are no two sides.
pub(super) fn sides(format: &Format, stance: impl Fn(&Seat) -> Option<Stance>) -> Option<Sides> {
    let seats = || {
        format.sides.iter().flat_map(|side| {
            (1..=side.seats).map(move |number| (side, number, Seat::new(&side.id, number)))
        })
    };
    let that_say = |wanted: Stance, name: &str| {
        let seats: Vec<Seat> = seats()
            .filter(|(side, number, seat)| {
                stance(seat).unwrap_or_else(|| side.stance_of(*number)) == wanted
            })
            .map(|(_, _, seat)| seat)
            .collect();
        let groups: BTreeSet<&str> = seats.iter().map(Seat::group).collect();
        let side = groups.first().and_then(|group| format.side(group));
        let name = match side {
            Some(side) if groups.len() == 1 && side.seats == seats.len() => side.name.clone(),
            Some(_) | None => name.to_owned(),
        };
        Side { name, seats }
    };
    let found = [
        that_say(Stance::For, "For the motion"),
        that_say(Stance::Against, "Against the motion"),
    ];
    if found.iter().all(|side| !side.seats.is_empty()) {
        return Some(found);
    }
    let of = |side: &crate::catalog::Side| Side {
        name: side.name.clone(),
        seats: (1..=side.seats)
            .map(|number| Seat::new(&side.id, number))
            .collect(),
    };
    match format.sides.as_slice() {
        [first, second, ..] => Some([of(first), of(second)]),
        [] | [_] => None,
    }
}

/// What is said of a format that has no two sides.
pub(super) fn no_sides(format: &Format, flag: &str) -> Failure {
    Failure::input(format!(
        "{flag}: the format {} has no two sides",
        format.name
    ))
    .hint("give each seat its model: --seat SEAT=MODEL")
    .hint("or choose a format with two sides: hustings formats")
}

/// The same flags, with a model for every seat of a side that has none of its own.
pub(super) fn with_models(
    overrides: &Overrides,
    sides: &Sides,
    models: [Option<&str>; 2],
) -> Overrides {
    let mut with = overrides.clone();
    for (side, model) in sides.iter().zip(models) {
        let Some(model) = model else { continue };
        for seat in &side.seats {
            if overrides.seat_models.iter().all(|(named, _)| named != seat) {
                with.seat_models.push((seat.clone(), model.to_owned()));
            }
        }
    }
    with
}

/// The same flags, with the models of the two sides in each other's seats: each seat has the model of the seat of its
/// number on the other side, counted round again where that side has fewer.
///
/// # Errors
/// Every seat would have the model that it has.
pub(super) fn swapped(
    overrides: &Overrides,
    sides: &Sides,
    roster: &Roster,
) -> Result<Overrides, Failure> {
    let [prop, opp] = sides;
    let assigned = |seat: &Seat| roster.assigned(Role::Speaker, Some(seat));
    let mut swapped = overrides.clone();
    let mut changed = false;
    for (side, other) in [(prop, opp), (opp, prop)] {
        for (seat, from) in side.seats.iter().zip(other.seats.iter().cycle()) {
            changed |= assigned(seat).model.label() != assigned(from).model.label();
            swapped.seat_models.retain(|(named, _)| named != seat);
            swapped
                .seat_models
                .push((seat.clone(), assigned(from).asked_as().to_owned()));
        }
    }
    if changed {
        return Ok(swapped);
    }
    let label = prop
        .seats
        .first()
        .map_or_else(String::new, |seat| assigned(seat).model.label().to_owned());
    Err(Failure::input(format!(
        "--swap-sides: both sides speak with the same model, {label}"
    ))
    .hint("give one side another: --opp-model MODEL (or --prop-model MODEL)")
    .hint("`hustings models` says which model plays which part"))
}

/// What a side came to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    /// So many votes in the division, of so many.
    Votes(u32, u32),
    /// So many points from the judges.
    Points(f64),
    /// Neither was given.
    Nothing,
}

impl Outcome {
    fn told(self) -> String {
        match self {
            Self::Votes(votes, of) => format!("{votes} of {of} votes"),
            Self::Points(points) => format!("{points:.2} points"),
            Self::Nothing => "no result".to_owned(),
        }
    }

    fn number(self) -> Option<f64> {
        match self {
            Self::Votes(votes, _) => Some(f64::from(votes)),
            Self::Points(points) => Some(points),
            Self::Nothing => None,
        }
    }
}

/// A side in one of the two debates.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    model: String,
    outcome: Outcome,
}

/// What two debates came to that differ in who speaks for whom: a row for each side, a column for each model.
pub(super) fn compared(sides: &Sides, debates: [&DebateState; 2]) -> String {
    let cells = debates.map(|state| {
        let side = |at: usize| {
            sides.get(at).map_or_else(Vec::new, |side| {
                let cell = state
                    .opening
                    .as_deref()
                    .map(|opening| cell(side, at, state, opening));
                cell.into_iter().collect()
            })
        };
        [side(0), side(1)]
    });
    let of_side = |at: usize| -> Vec<&Cell> {
        let cells = cells.iter().filter_map(|debate| debate.get(at));
        cells.flatten().collect()
    };
    let mut models: Vec<&str> = Vec::new();
    for cell in of_side(0).into_iter().chain(of_side(1)) {
        if !models.contains(&cell.model.as_str()) {
            models.push(&cell.model);
        }
    }
    let head = std::iter::once(String::new()).chain(models.iter().map(|one| (*one).to_owned()));
    let mut rows = vec![head.collect::<Vec<String>>()];
    let mut grid: Vec<Vec<Option<f64>>> = Vec::new();
    for (at, side) in sides.iter().enumerate() {
        let with = |model: &&str| of_side(at).into_iter().find(|cell| cell.model == *model);
        let found: Vec<Option<Outcome>> = models
            .iter()
            .map(|model| with(model).map(|cell| cell.outcome))
            .collect();
        let told = found
            .iter()
            .map(|one| one.map_or_else(|| "–".to_owned(), Outcome::told));
        rows.push(std::iter::once(side.name.clone()).chain(told).collect());
        grid.push(
            found
                .into_iter()
                .map(|one| one.and_then(Outcome::number))
                .collect(),
        );
    }
    let mut text = table(&rows);
    if let ([a, b], [models_a, models_b]) = (grid.as_slice(), models.as_slice())
        && let ([Some(aa), Some(ab)], [Some(ba), Some(bb)]) = (a.as_slice(), b.as_slice())
    {
        let [prop, opp] = sides;
        text += &effect(&prop.name, &opp.name, (aa + ab) / 2.0, (ba + bb) / 2.0);
        text += &effect(models_a, models_b, (aa + ba) / 2.0, (ab + bb) / 2.0);
    }
    text
}

/// What it makes on average to be the one or the other.
fn effect(one: &str, other: &str, of_one: f64, of_other: f64) -> String {
    let gap = of_one - of_other;
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

fn cell(side: &Side, at: usize, state: &DebateState, opening: &Opening) -> Cell {
    let mut models: Vec<&str> = Vec::new();
    for seat in &side.seats {
        let model = opening.speaker(seat).map(|speaker| speaker.model.as_str());
        if let Some(model) = model.filter(|model| !models.contains(model)) {
            models.push(model);
        }
    }
    Cell {
        model: models.join(" + "),
        outcome: outcome(side, at, state),
    }
}

fn outcome(side: &Side, at: usize, state: &DebateState) -> Outcome {
    if let Some(division) = &state.division {
        let votes = if at == 0 {
            division.ayes
        } else {
            division.noes
        };
        return Outcome::Votes(votes, division.ayes + division.noes);
    }
    let Some(scores) = &state.scores else {
        return Outcome::Nothing;
    };
    // The score of a side stands under its id, or under that of its seat where seats speak each for themselves.
    let is_ours = |id: &str| {
        side.seats
            .iter()
            .any(|seat| seat.as_str() == id || seat.group() == id)
    };
    let ours: Vec<f64> = scores
        .sides
        .iter()
        .filter(|one| is_ours(&one.id))
        .map(|one| one.score)
        .collect();
    if ours.is_empty() {
        return Outcome::Nothing;
    }
    Outcome::Points(ours.iter().sum::<f64>() / ours.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::Catalog,
        llm::{SharedModel, price::Price, roster::Assigned, scripted::Scripted},
    };
    use std::sync::Arc;

    fn of(id: &str) -> Option<Sides> {
        let catalog = Catalog::load(None).0;
        sides(&catalog.format(id).unwrap().value, |_| None)
    }

    fn seats(side: &Side) -> Vec<&str> {
        side.seats.iter().map(Seat::as_str).collect()
    }

    #[test]
    fn sides_are_those_for_and_against_and_else_the_first_two() {
        let [prop, opp] = of("exhibition").unwrap();
        assert_eq!(seats(&prop), ["prop.1", "prop.2", "prop.3"]);
        assert_eq!((opp.name.as_str(), opp.seats.len()), ("Opposition", 3));
        // Four teams, two benches.
        let [government, opposition] = of("british-parliamentary").unwrap();
        assert_eq!((government.seats.len(), opposition.seats.len()), (4, 4));
        assert_eq!(government.name, "For the motion");
        // One table, and each has a view.
        let [ayes, noes] = of("panel").unwrap();
        assert_eq!(
            (seats(&ayes), seats(&noes)),
            (vec!["debater.1", "debater.4"], vec!["debater.2"])
        );
        let [respondent, questioner] = of("socratic").unwrap();
        assert_eq!(
            (respondent.name.as_str(), questioner.name.as_str()),
            ("Respondent", "Questioner")
        );
        assert_eq!(of("roundtable"), None);
    }

    #[test]
    fn what_a_seat_says_itself_counts_before_what_the_format_says() {
        let catalog = Catalog::load(None).0;
        let format = &catalog.format("panel").unwrap().value;
        let own = |seat: &Seat| (seat.number() == Some(3)).then_some(Stance::Against);
        let [_, noes] = sides(format, own).unwrap();
        assert_eq!(seats(&noes), ["debater.2", "debater.3"]);
    }

    #[test]
    fn a_model_of_a_seat_comes_before_that_of_its_side() {
        let sides = of("exhibition").unwrap();
        let flags = Overrides {
            seat_models: vec![(Seat::new("prop", 2), "own".to_owned())],
            ..Overrides::default()
        };
        let with = with_models(&flags, &sides, [Some("one"), None]);
        let told: Vec<(&str, &str)> = with
            .seat_models
            .iter()
            .map(|(seat, model)| (seat.as_str(), model.as_str()))
            .collect();
        assert_eq!(
            told,
            [("prop.2", "own"), ("prop.1", "one"), ("prop.3", "one")]
        );
    }

    #[test]
    fn models_change_sides_and_personas_do_not() {
        let sides = of("exhibition").unwrap();
        let model = |name: &str| -> SharedModel { Arc::new(Scripted::in_order(name, vec![])) };
        let other = Assigned::new(model("b"), Price::Free, crate::llm::gate::Gate::new(1));
        let roster = Roster::of(model("a")).with_seat(Seat::new("opp", 1), other);
        let flags = Overrides::default();
        let swapped = swapped(&flags, &sides, &roster).unwrap();
        let of_seat = |seat: &str| {
            let mut found = swapped.seat_models.iter();
            found.find(|(s, _)| s.as_str() == seat).unwrap().1.as_str()
        };
        assert_eq!((of_seat("prop.1"), of_seat("opp.1")), ("b", "a"));
        assert_eq!((of_seat("prop.2"), of_seat("opp.2")), ("a", "a"));
        let same = super::swapped(&flags, &sides, &Roster::of(model("a"))).unwrap_err();
        assert!(same.to_string().contains("--opp-model"), "{same}");
    }

    #[test]
    fn what_is_compared_is_said_as_averages() {
        assert_eq!(
            effect("a", "b", 6.0, 4.5),
            "On average a has 1.5 more than b.\n"
        );
        assert_eq!(
            effect("a", "b", 4.0, 14.0),
            "On average b has 10 more than a.\n"
        );
        assert_eq!(
            effect("a", "b", 4.0, 4.0),
            "On average a and b come to the same.\n"
        );
    }
}
