//! The two sides of a format, whatever they are called, and which seats they have.

use std::collections::BTreeSet;

use crate::{
    catalog::{self, Format, Stance},
    debate::ids::Seat,
};

/// A side, of the two that a debate has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideSeats {
    /// The name of the side, for people.
    pub name: String,
    /// The seats of the side, in the order of the format.
    pub seats: Vec<Seat>,
}

/// The side for the motion and the side against it.
pub type Sides = [SideSeats; 2];

/// The two sides of a format: the seats that speak for the motion and those that speak against it, and where one of
/// these is missing the seats of the first side and those of the second. `stance` is what a seat says where it is not
/// what the format says. `None` where there are no two sides.
pub fn sides(format: &Format, stance: impl Fn(&Seat) -> Option<Stance>) -> Option<Sides> {
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
        SideSeats { name, seats }
    };
    let found = [
        that_say(Stance::For, "For the motion"),
        that_say(Stance::Against, "Against the motion"),
    ];
    if found.iter().all(|side| !side.seats.is_empty()) {
        return Some(found);
    }
    let of = |side: &catalog::Side| SideSeats {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn of(id: &str) -> Option<Sides> {
        let catalog = Catalog::load(None).0;
        sides(&catalog.format(id).unwrap().value, |_| None)
    }

    fn seats(side: &SideSeats) -> Vec<&str> {
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
}
