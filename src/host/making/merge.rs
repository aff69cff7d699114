//! A card that is made again: what a person has edited in it since stays, field by field. Pure.

use crate::{
    catalog::{Persona, Position},
    text::counted,
};

use super::drafted::is_same;

/// A card that is made again.
pub(super) struct Merged {
    /// The card with what was edited.
    pub(super) card: Persona,
    /// The parts that were kept as they were edited, for people.
    pub(super) kept: Vec<String>,
}

/// Puts what is new into a card, but for what is no longer in it as it was made.
pub(super) fn merged(made: &Persona, current: &Persona, new: Persona) -> Merged {
    let mut kept = Vec::new();
    let mut card = new;
    macro_rules! keep_edited {
        ($($name:literal: $($field:ident).+),+ $(,)?) => {
            $(if current.$($field).+ != made.$($field).+ {
                card.$($field).+ = current.$($field).+.clone();
                kept.push($name.to_owned());
            })+
        };
    }
    keep_edited!(
        "name": name,
        "short": short,
        "lived": lived,
        "icon": icon,
        "role": role,
        "biography": biography,
        "approach": approach,
        "never": never,
        "style.register": style.register,
        "style.openings": style.openings,
        "style.devices": style.devices,
        "style.disagreement": style.disagreement,
        "style.phrases": style.phrases,
        "style.closings": style.closings,
        "samples": samples,
        "works": works,
    );
    let is_in = |one: &Position, all: &[Position]| all.contains(one);
    // What somebody wrote, or wrote otherwise.
    let own = current.positions.iter();
    let own: Vec<Position> = own
        .filter(|one| !is_in(one, &made.positions))
        .cloned()
        .collect();
    // What was made and is not there any more: it was changed, or taken out. Neither comes back.
    let gone = made.positions.iter();
    let gone: Vec<&Position> = gone.filter(|one| !is_in(one, &current.positions)).collect();
    let is_edited = |one: &Position| {
        own.iter().any(|other| is_same(one, other)) || gone.iter().any(|other| is_same(one, other))
    };
    card.positions.retain(|one| !is_edited(one));
    if !own.is_empty() {
        kept.push(counted(own.len() as u64, "position", "positions"));
    }
    let is_edited_one = |one: &Position| {
        own.iter().any(|other| {
            is_same(one, other) || (&one.work, &one.place) == (&other.work, &other.place)
        })
    };
    let removed = gone.iter().filter(|one| !is_edited_one(one)).count();
    if removed > 0 {
        let positions = counted(removed as u64, "position", "positions");
        kept.push(format!("{positions} that you took out"));
    }
    card.positions.splice(0..0, own);
    Merged { card, kept }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(topic: &str, position: &str) -> Position {
        Position {
            topic: topic.to_owned(),
            position: position.to_owned(),
            work: "Letters (1861)".to_owned(),
            place: format!("on {topic}"),
            words: position.to_owned(),
        }
    }

    fn made() -> Persona {
        let mut card = Persona {
            name: "Rosa Lind".to_owned(),
            biography: "She kept a bridge.".to_owned(),
            approach: "counting carts".to_owned(),
            positions: vec![
                position("tolls", "Tolls on bread should go."),
                position("bridges", "Bridges belong to parishes."),
                position("wages", "Wages are paid in coin."),
            ],
            ..Persona::default()
        };
        card.style.register = "Plain.".to_owned();
        card
    }

    fn again() -> Persona {
        let mut card = made();
        card.biography = "She kept a bridge for nine winters.".to_owned();
        card.approach = "counting".to_owned();
        card.style.register = "Dry.".to_owned();
        card.positions = vec![
            position("tolls", "Tolls on bread should go."),
            position("bridges", "Bridges belong to parishes."),
            position("ferries", "Ferries should run at night."),
        ];
        card
    }

    #[test]
    fn what_nobody_edited_is_made_anew() {
        let merged = merged(&made(), &made(), again());
        assert_eq!(merged.card, again());
        assert!(merged.kept.is_empty());
    }

    #[test]
    fn what_was_edited_stays_field_by_field() {
        let mut current = made();
        current.biography = "She was born on the bridge.".to_owned();
        current.style.register = "Salty.".to_owned();
        current.positions[0].position = "No tolls at all, on anything that is eaten.".to_owned();
        current.positions.remove(1);
        current
            .positions
            .push(position("cats", "A bridge wants a cat."));
        let merged = merged(&made(), &current, again());
        let card = &merged.card;
        assert_eq!(card.biography, "She was born on the bridge.");
        assert_eq!(card.approach, "counting");
        assert_eq!(card.style.register, "Salty.");
        let topics: Vec<&str> = card
            .positions
            .iter()
            .map(|one| one.topic.as_str())
            .collect();
        // Edited, added, new; what was taken out stays out, and the old wording of what was edited does not come back.
        assert_eq!(topics, ["tolls", "cats", "ferries"]);
        assert!(card.positions[0].position.starts_with("No tolls at all"));
        let kept = [
            "biography",
            "style.register",
            "2 positions",
            "1 position that you took out",
        ];
        assert_eq!(merged.kept, kept);
    }
}
