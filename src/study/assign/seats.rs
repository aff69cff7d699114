//! The seating of the proposed people. Pure.

use super::{
    diversity::Picker,
    proposal::{Proposal, ProposedStance},
};
use crate::{
    catalog::{Format, Side, Stance},
    debate::ids::Seat,
};

/// A person in a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// The seat of the person.
    pub seat: Seat,
    /// The index of the person's proposal.
    pub proposal: usize,
    /// The person's stance on the motion, where it is not that of the seat.
    pub stance: Option<Stance>,
}

/// The needs of a format's seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs {
    /// The number of seats that speak for the motion, whatever their speakers hold.
    pub for_it: usize,
    /// The number of seats that speak against the motion.
    pub against: usize,
    /// The number of seats whose speakers may say what they like.
    pub free: usize,
}

impl Needs {
    /// The needs of this format.
    pub fn of(format: &Format) -> Self {
        let mut needs = Self {
            for_it: 0,
            against: 0,
            free: 0,
        };
        for side in &format.sides {
            let count = match fixed(side) {
                Some(ProposedStance::For) => &mut needs.for_it,
                Some(ProposedStance::Against) => &mut needs.against,
                Some(ProposedStance::Nuanced) | None => &mut needs.free,
            };
            *count += side.seats;
        }
        needs
    }

    /// The number of seats in all.
    pub fn all(self) -> usize {
        self.for_it + self.against + self.free
    }

    /// Checks that these proposals can fill the seats; the error is for the model to read.
    ///
    /// # Errors
    /// Too few in all, or too few who can speak for one of the sides.
    pub fn check(self, candidates: &[Proposal]) -> Result<(), String> {
        if candidates.len() < self.all() {
            return Err(format!(
                "\"personas\" has {} entries; {} are needed at the least",
                candidates.len(),
                self.all()
            ));
        }
        let count = |view| candidates.iter().filter(|one| one.stance == view).count();
        let missing = [
            (ProposedStance::For, "for", self.for_it),
            (ProposedStance::Against, "against", self.against),
        ]
        .map(|(view, word, needed)| (word, needed, needed.saturating_sub(count(view))));
        let short: usize = missing.iter().map(|(_, _, short)| short).sum();
        if short > count(ProposedStance::Nuanced) {
            let worst = missing.iter().max_by_key(|(_, _, short)| *short);
            let (word, needed, _) = worst.copied().unwrap_or(("for", 0, 0));
            return Err(format!(
                "too few have the \"stance\" \"{word}\": {needed} are needed"
            ));
        }
        Ok(())
    }
}

/// The stance that every seat of a side must take; `None` where whoever sits there says what they hold.
fn fixed(side: &Side) -> Option<ProposedStance> {
    match side.stance {
        Stance::For if side.stances.is_empty() => Some(ProposedStance::For),
        Stance::Against if side.stances.is_empty() => Some(ProposedStance::Against),
        Stance::For | Stance::Against | Stance::Nuanced | Stance::Own => None,
    }
}

/// Fills the seats: within each stance with those who differ most, where one is short with people who are of two
/// minds, and seats that are nobody's with whoever differs most from all the others.
///
/// `None` where [`Needs::check`] finds something missing.
pub fn seats(format: &Format, candidates: &[Proposal], seed: u64) -> Option<Vec<Seated>> {
    let mut picker = Picker::new(candidates, seed);
    let needs = Needs::of(format);
    needs.check(candidates).ok()?;
    let mut chosen = Vec::new();
    // Whoever is of two minds is kept for the side that is short of people.
    for (view, count) in [
        (ProposedStance::For, needs.for_it),
        (ProposedStance::Against, needs.against),
    ] {
        let mut of_side: Vec<usize> = Vec::new();
        while of_side.len() < count {
            let is_ours = |one: &Proposal| {
                of_side.iter().any(|at| {
                    candidates
                        .get(*at)
                        .is_some_and(|ours| std::ptr::eq(ours, one))
                })
            };
            let next = picker
                .take(|one| one.stance == view, is_ours)
                .or_else(|| picker.take(|one| one.stance == ProposedStance::Nuanced, is_ours))?;
            of_side.push(next);
        }
        chosen.push((view, of_side.into_iter()));
    }
    let mut seated = Vec::new();
    for side in &format.sides {
        for number in 1..=side.seats {
            let view = fixed(side);
            let of_side = chosen.iter_mut().find(|(of, _)| Some(*of) == view);
            let proposal = match of_side {
                Some((_, people)) => people.next()?,
                None => picker.take(|_| true, |_| true)?,
            };
            let own = candidates.get(proposal)?.stance.into();
            seated.push(Seated {
                seat: Seat::new(&side.id, number),
                proposal,
                stance: (view.is_none() && side.stance != Stance::Own).then_some(own),
            });
        }
    }
    Some(seated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;

    fn format(id: &str) -> Format {
        Catalog::load(None).0.format(id).unwrap().value.clone()
    }

    fn people(views: &[ProposedStance]) -> Vec<Proposal> {
        let person = |(at, stance): (usize, &ProposedStance)| Proposal {
            persona: format!("Person {at}, x"),
            domain: format!("domain{at}"),
            position: "p".into(),
            key_arguments: vec![format!("argument{at} weighty{at}")],
            stance: *stance,
        };
        views.iter().enumerate().map(person).collect()
    }

    use ProposedStance::{Against, For, Nuanced};

    #[test]
    fn sides_are_filled_by_stance_and_the_undecided_help_out() {
        let format = format("exhibition");
        let candidates = people(&[
            For, Against, For, Nuanced, Against, Against, Against, Nuanced,
        ]);
        for seed in 0..10 {
            let seated = seats(&format, &candidates, seed).unwrap();
            assert_eq!(seated.len(), 6);
            let stance = |one: &Seated| candidates[one.proposal].stance;
            let prop: Vec<ProposedStance> = seated[..3].iter().map(stance).collect();
            assert_eq!(prop.iter().filter(|view| **view == For).count(), 2);
            assert!(prop.contains(&Nuanced));
            assert!(seated[3..].iter().all(|one| stance(one) == Against));
            assert!(seated.iter().all(|one| one.stance.is_none()));
            let mut who: Vec<usize> = seated.iter().map(|one| one.proposal).collect();
            who.sort_unstable();
            who.dedup();
            assert_eq!(who.len(), 6, "nobody sits twice");
            assert_eq!(seats(&format, &candidates, seed).unwrap(), seated);
        }
    }

    #[test]
    fn at_a_table_everybody_says_what_they_hold() {
        let candidates = people(&[For, Against, Nuanced, Nuanced, For, For]);
        let panel = seats(&format("panel"), &candidates, 7).unwrap();
        assert_eq!(panel.len(), 4);
        for one in &panel {
            assert_eq!(one.stance, Some(candidates[one.proposal].stance.into()));
        }
        let table = seats(&format("roundtable"), &candidates, 7).unwrap();
        assert!(table.iter().all(|one| one.stance.is_none()));
    }

    #[test]
    fn what_is_missing_is_said() {
        let needs = Needs::of(&format("exhibition"));
        assert_eq!((needs.for_it, needs.against, needs.free), (3, 3, 0));
        let table: [(&[ProposedStance], &str); 3] = [
            (&[For, Against], "6 are needed"),
            (&[For, For, For, For, For, Against], "\"against\""),
            (
                &[For, Nuanced, Against, Against, Against, Against],
                "\"for\"",
            ),
        ];
        for (views, word) in table {
            let said = needs.check(&people(views)).unwrap_err();
            assert!(said.contains(word), "{said}");
            assert_eq!(seats(&format("exhibition"), &people(views), 1), None);
        }
        let enough = people(&[For, Nuanced, Nuanced, Against, Against, Nuanced]);
        assert_eq!(needs.check(&enough), Ok(()));
        let british = Needs::of(&format("british-parliamentary"));
        assert_eq!((british.for_it, british.against), (4, 4));
        let socratic = Needs::of(&format("socratic"));
        assert_eq!((socratic.for_it, socratic.free), (1, 1));
    }
}
