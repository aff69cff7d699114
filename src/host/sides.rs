//! Models for the two sides of a debate: one for all seats of a side, or each side with the other's.

use hustings_rules::setup::sides::Sides;

use crate::{
    catalog::Format,
    config::Overrides,
    debate::{ask::Role, ids::Seat},
    error::Failure,
    llm::roster::Roster,
    text::shown::given,
};

/// The failure of a flag in a format that has no two sides.
pub(crate) fn no_sides(format: &Format, flag: &str) -> Failure {
    Failure::input(format!(
        "{flag}: the format {} has no two sides",
        format.name
    ))
    .hint("give each seat its model: --seat SEAT=MODEL")
    .hint("or choose a format with two sides: hustings formats")
}

/// The flags with a model for every seat of a side that has none of its own.
pub(crate) fn with_models(
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

/// The flags with the models of the two sides in each other's seats: each seat has the model of the seat of its
/// number on the other side, counted round again where that side has fewer.
///
/// # Errors
/// Every seat would have the model that it has.
pub fn swapped(
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
        "--swap-sides: both sides speak with the same model, {}",
        given(&label)
    ))
    .hint("give one side another: --opp-model MODEL (or --prop-model MODEL)")
    .hint("`hustings models` says which model plays which part"))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hustings_rules::setup::sides::sides;

    use super::*;
    use crate::{
        catalog::Catalog,
        llm::{SharedModel, price::Price, roster::Assigned, scripted::Scripted},
    };

    fn of(id: &str) -> Option<Sides> {
        let catalog = Catalog::load(None).0;
        sides(&catalog.format(id).unwrap().value, |_| None)
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
}
