//! Flags that name something, beside what there is: seats, themes, people. What is not there is refused, with the flag, the
//! value and the nearest name, before anything is asked of a model.

use crate::{
    bounds,
    catalog::{Catalog, Format, nearest},
    config::Overrides,
    debate::{ids::Seat, opening::Opening},
    error::Failure,
};

/// Refuses a theme that there is not, and a model for a seat that no format has.
///
/// # Errors
/// As said.
pub(super) fn check(catalog: &Catalog, flags: &Overrides) -> Result<(), Failure> {
    if let Some(theme) = &flags.theme {
        catalog
            .theme(theme)
            .map_err(|unknown| Failure::from(unknown).of("--theme"))?;
    }
    let seats = Seats::of_all(catalog);
    for (seat, _) in &flags.seat_models {
        if !seats.have(seat) {
            return Err(
                Failure::input(format!("--seat: no format has a seat `{seat}`"))
                    .hint(seats.expected(seat)),
            );
        }
    }
    Ok(())
}

/// Refuses a model for a seat that a debate does not have.
///
/// # Errors
/// As said; `which` is the debate, for people.
pub(super) fn seats(flags: &Overrides, there: &Seats, which: &str) -> Result<(), Failure> {
    match flags.seat_models.iter().find(|(seat, _)| !there.have(seat)) {
        Some((seat, _)) => Err(
            Failure::input(format!("--seat: {which} has no seat `{seat}`"))
                .hint(there.expected(seat)),
        ),
        None => Ok(()),
    }
}

/// Refuses speakers whom nobody knows.
///
/// # Errors
/// The first of them, with the nearest name.
pub(super) fn people(catalog: &Catalog, flag: &str, names: &[String]) -> Result<(), Failure> {
    for name in names {
        catalog
            .persona(name)
            .map_err(|unknown| Failure::from(unknown).of(flag))?;
    }
    Ok(())
}

/// The seats that can have a model of their own: those with numbers by their group and its last number, the others by name.
#[derive(Debug, Default)]
pub(super) struct Seats {
    groups: Vec<(String, usize)>,
    single: Vec<Seat>,
}

impl Seats {
    /// Of all formats, whatever anybody sets.
    pub(super) fn of_all(catalog: &Catalog) -> Self {
        let most = |bound: bounds::Bound<u64>| usize::try_from(bound.most).unwrap_or(usize::MAX);
        let mut seats = Self {
            groups: Vec::new(),
            single: vec![Seat::moderator(), Seat::chair(), Seat::house()],
        };
        for entry in catalog.formats() {
            for side in &entry.value.sides {
                seats.up_to(&side.id, *side.seats_range().end());
            }
        }
        seats.up_to(Seat::judge(1).group(), most(bounds::JUDGES));
        seats.up_to(Seat::audience(1).group(), most(bounds::HOUSE));
        seats
    }

    /// Of a debate of a format that is to be held, with so many in the audience and so many judges.
    pub(super) fn of_format(format: &Format, audience: usize, judges: usize) -> Self {
        let mut seats = Self::default();
        for side in &format.sides {
            seats.up_to(&side.id, side.seats);
        }
        seats.beside(audience, judges);
        let mut turns = format.phases.iter().flat_map(|phase| &phase.turns);
        if turns.any(|turn| turn.seats == Seat::chair().as_str()) {
            seats.single.push(Seat::chair());
        }
        if format.needs_moderator() {
            seats.single.push(Seat::moderator());
        }
        seats
    }

    /// Of a debate that was opened, and of whoever is asked about it: a house of so many, and so many judges.
    pub(super) fn of_opening(opening: &Opening, audience: usize, judges: usize) -> Self {
        let audience = audience.max(opening.audience.len());
        let judges = judges.max(opening.judges.len());
        Self::of_format(&opening.format, audience, judges)
    }

    fn beside(&mut self, audience: usize, judges: usize) {
        self.up_to(Seat::judge(1).group(), judges);
        self.up_to(Seat::audience(1).group(), audience);
        if audience > 0 {
            self.single.push(Seat::house());
        }
    }

    fn up_to(&mut self, group: &str, number: usize) {
        if number == 0 {
            return;
        }
        match self.groups.iter_mut().find(|(known, _)| known == group) {
            Some((_, most)) => *most = number.max(*most),
            None => self.groups.push((group.to_owned(), number)),
        }
    }

    /// Whether there is such a seat.
    pub(super) fn have(&self, seat: &Seat) -> bool {
        let mut groups = self.groups.iter();
        self.single.contains(seat)
            || groups.any(|(group, most)| {
                let numbers = 1..=*most;
                group == seat.group()
                    && seat.number().is_some_and(|number| numbers.contains(&number))
                    // As it is written, and not `prop.01`.
                    && *seat == Seat::new(group, seat.number().unwrap_or_default())
            })
    }

    /// What was probably meant, or what there is.
    pub(super) fn expected(&self, seat: &Seat) -> String {
        let groups = self.groups.iter().map(|(group, _)| group.as_str());
        let names = groups.chain(self.single.iter().map(Seat::as_str));
        let near = nearest::nearest(seat.group(), names).first().copied();
        let Some(near) = near else {
            let groups = self.groups.iter().map(told);
            let single = self.single.iter().map(|seat| format!("`{seat}`"));
            let all: Vec<String> = groups.chain(single).collect();
            return format!("there are {}", all.join(", "));
        };
        let mut groups = self.groups.iter();
        let group = groups.find(|(group, _)| group == near);
        let meant = group.map_or_else(|| format!("`{near}`"), told);
        format!("did you mean {meant}?")
    }
}

/// The seats of a group.
fn told((group, most): &(String, usize)) -> String {
    match most {
        1 => format!("`{group}.1`"),
        most => format!("`{group}.1` to `{group}.{most}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(id: &str) -> Format {
        Catalog::load(None).0.format(id).unwrap().value.clone()
    }

    #[test]
    fn seats_are_those_of_the_format_and_its_people() {
        let seats = Seats::of_format(&format("oxford"), 3, 0);
        for there in ["prop.1", "opp.2", "audience.3", "house"] {
            assert!(seats.have(&Seat::named(there)), "{there}");
        }
        for strange in [
            "prop.3",
            "prop.0",
            "prop.01",
            "prop",
            "audience.4",
            "judge.1",
            "moderator",
            "",
            "nobody",
            "gandhi",
        ] {
            assert!(!seats.have(&Seat::named(strange)), "{strange}");
        }
        let clearside = Seats::of_format(&format("clearside"), 0, 0);
        assert!(clearside.have(&Seat::moderator()) && !clearside.have(&Seat::house()));
    }

    #[test]
    fn what_was_meant_is_said() {
        let seats = Seats::of_format(&format("oxford"), 3, 1);
        let expected = |seat: &str| seats.expected(&Seat::named(seat));
        assert_eq!(expected("prop.9"), "did you mean `prop.1` to `prop.2`?");
        assert_eq!(expected("juge.1"), "did you mean `judge.1`?");
        assert_eq!(expected("hous"), "did you mean `house`?");
        assert_eq!(
            expected("xyz"),
            "there are `prop.1` to `prop.2`, `opp.1` to `opp.2`, `judge.1`, `audience.1` to `audience.3`, `house`"
        );
    }
}
