//! The seats of a debate, and of all formats: which can have a model of their own, and which is probably meant by one
//! that there is not.

use crate::{
    bounds,
    catalog::{Catalog, Format, Task, nearest},
    debate::{ids::Seat, opening::Opening},
};

/// The seats that can have a model of their own: those with numbers by their group and its last number, the others by
/// name.
#[derive(Debug, Default)]
pub struct Seats {
    groups: Vec<(String, usize)>,
    single: Vec<Seat>,
    /// Whether the house gives a verdict.
    gives_verdict: bool,
}

impl Seats {
    /// The seats of all formats, whatever anybody sets.
    pub fn of_all(catalog: &Catalog) -> Self {
        Self::of_any(catalog.formats().map(|entry| &entry.value))
    }

    /// The seats that debates of a format can have, whatever anybody sets.
    pub fn possible(format: &Format) -> Self {
        Self::of_any(std::iter::once(format))
    }

    fn of_any<'a>(formats: impl Iterator<Item = &'a Format>) -> Self {
        let most = |bound: bounds::Bound<u64>| usize::try_from(bound.most).unwrap_or(usize::MAX);
        let mut seats = Self {
            groups: Vec::new(),
            single: vec![Seat::moderator(), Seat::chair(), Seat::house()],
            gives_verdict: false,
        };
        for format in formats {
            for side in &format.sides {
                seats.up_to(&side.id, *side.seats_range().end());
            }
        }
        seats.up_to(Seat::judge(1).group(), most(bounds::JUDGES));
        seats.up_to(Seat::audience(1).group(), most(bounds::HOUSE));
        seats
    }

    /// The seats of a debate of a format that is to be held, with so many in the audience and so many judges.
    pub(crate) fn of_format(format: &Format, audience: usize, judges: usize) -> Self {
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
        seats.gives_verdict = format.has_task(Task::Verdict);
        if seats.gives_verdict && audience == 0 {
            seats.single.push(Seat::house());
        }
        seats
    }

    /// The seats of a debate that was opened, and of whoever is asked about it: a house of so many, and so many judges.
    pub fn of_opening(opening: &Opening, audience: usize, judges: usize) -> Self {
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
    pub fn have(&self, seat: &Seat) -> bool {
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

    /// The seats that a person can take: those of speakers, of the audience, of judges, and the moderator's.
    pub fn for_people(&self) -> String {
        let single = self.single.iter().filter(|seat| self.take_person(seat));
        let single = single.map(|seat| {
            let verdict = if seat.is_house() {
                ", which gives the verdict"
            } else {
                ""
            };
            format!("`{seat}`{verdict}")
        });
        let all: Vec<String> = self.groups.iter().map(describe).chain(single).collect();
        all.join(", ")
    }

    /// The seats beside the speakers' that a person can take in a debate of a format, with so many in the audience and so
    /// many judges: each judge's, one of the audience, whose members are all asked the same, and those that there is one
    /// of.
    pub fn beside_speakers(format: &Format, audience: usize, judges: usize) -> Vec<Seat> {
        let all = Self::of_format(format, audience, judges);
        let judges = (1..=judges).map(Seat::judge);
        let member = (audience > 0).then(|| Seat::audience(1));
        let single = all.single.iter().filter(|seat| all.take_person(seat));
        judges.chain(single.cloned()).chain(member).collect()
    }

    /// Whether a person can take a seat that there is: the Chair's words are the moderator's, and from the house nothing is
    /// asked but a verdict.
    pub(super) fn take_person(&self, seat: &Seat) -> bool {
        !seat.is_chair() && (self.gives_verdict || !seat.is_house())
    }

    /// The seat that was probably meant, or the seats that there are.
    pub fn expected(&self, seat: &Seat) -> String {
        let groups = self.groups.iter().map(|(group, _)| group.as_str());
        let names = groups.chain(self.single.iter().map(Seat::as_str));
        let near = nearest::nearest(seat.group(), names).first().copied();
        let Some(near) = near else {
            let groups = self.groups.iter().map(describe);
            let single = self.single.iter().map(|seat| format!("`{seat}`"));
            let all: Vec<String> = groups.chain(single).collect();
            return format!("there are {}", all.join(", "));
        };
        let mut groups = self.groups.iter();
        let group = groups.find(|(group, _)| group == near);
        let meant = group.map_or_else(|| format!("`{near}`"), describe);
        format!("did you mean {meant}?")
    }
}

/// The seats of a group.
fn describe((group, most): &(String, usize)) -> String {
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
    fn whoever_does_not_speak_can_take_the_seat_of_a_judge_the_moderator_the_house_or_a_member() {
        let beside = |id: &str, audience, judges| {
            let seats = Seats::beside_speakers(&format(id), audience, judges);
            let named: Vec<String> = seats.iter().map(Seat::to_string).collect();
            named.join(" ")
        };
        assert_eq!(beside("oxford", 3, 2), "judge.1 judge.2 house audience.1");
        assert_eq!(beside("clearside", 0, 0), "moderator");
        assert_eq!(beside("exhibition", 13, 0), "house audience.1");
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
            seats.for_people(),
            "`prop.1` to `prop.2`, `opp.1` to `opp.2`, `judge.1`, `audience.1` to `audience.3`, `house`, which gives the verdict"
        );
        assert_eq!(
            expected("xyz"),
            "there are `prop.1` to `prop.2`, `opp.1` to `opp.2`, `judge.1`, `audience.1` to `audience.3`, `house`"
        );
    }
}
