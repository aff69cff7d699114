//! The members of a simulated audience: as many as are wanted, drawn by a seed from the cards that there are.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::{
    catalog::{Member, Prior},
    debate::{ids::Seat, opening::Listener},
};

/// The leanings of members, one after the other and round again: one in five to the Proposition, one in five to the
/// Opposition, the others to neither (the panel of `exhibition-pipeline`, phase 3).
const LEANINGS: [Prior; 5] = [
    Prior::Proposition,
    Prior::Opposition,
    Prior::None,
    Prior::None,
    Prior::None,
];
/// The circumstances in which members came to be here who have a card in common, a sentence each.
const CIRCUMSTANCES: &str = include_str!("circumstances.txt");

/// Draws `count` members. Cards are taken without putting any back as long as there are some that lean as is wanted;
/// then again, each time in other circumstances and with the values and tastes of another card. The same seed and
/// cards give the same house. Empty where there are no cards.
pub fn drawn(cards: &[(&str, &Member)], count: usize, seed: u64) -> Vec<Listener> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ 0x0d1f_1de0);
    let mut all: Vec<(&str, &Member)> = cards.to_vec();
    shuffle(&mut all, &mut rng);
    let mut circumstances: Vec<&str> = CIRCUMSTANCES
        .lines()
        .filter(|line| !line.is_empty())
        .collect();
    shuffle(&mut circumstances, &mut rng);
    let of = |prior: Prior| -> Vec<usize> {
        let leans =
            (0..all.len()).filter(|at| all.get(*at).is_some_and(|one| one.1.prior == prior));
        let leans: Vec<usize> = leans.collect();
        // Where nobody leans so, anybody may come.
        if leans.is_empty() {
            (0..all.len()).collect()
        } else {
            leans
        }
    };
    let groups = LEANINGS.map(of);
    let mut taken = vec![0_usize; all.len()];
    let mut house = Vec::with_capacity(count);
    for number in 0..count {
        let Some(group) = groups.get(number % LEANINGS.len()) else {
            break;
        };
        // The one that was taken least often, and of these the first.
        let least = |at: &&usize| taken.get(**at).copied().unwrap_or(usize::MAX);
        let Some(at) = group.iter().min_by_key(least).copied() else {
            break;
        };
        let Some((id, card)) = all.get(at) else { break };
        let times = taken.get(at).copied().unwrap_or(0);
        if let Some(times) = taken.get_mut(at) {
            *times += 1;
        }
        let mut card = (*card).clone();
        if times > 0 {
            vary(&mut card, (at, times), &all, &circumstances);
        }
        house.push(Listener {
            seat: Seat::audience(number + 1),
            persona: (*id).to_owned(),
            card,
            own_model: None,
        });
    }
    house
}

/// A member with the name and the leaning of another, in other circumstances and with the tastes of somebody else.
fn vary(
    card: &mut Member,
    (at, times): (usize, usize),
    all: &[(&str, &Member)],
    circumstances: &[&str],
) {
    let circumstance = circumstances.get((at + times) % circumstances.len().max(1));
    if let Some(circumstance) = circumstance {
        card.background = format!("{} {circumstance}", card.background.trim());
    }
    if let Some((_, other)) = all.get((at + times) % all.len().max(1)) {
        card.values.clone_from(&other.values);
        card.moved_by.clone_from(&other.moved_by);
        card.unmoved_by.clone_from(&other.unmoved_by);
    }
}

/// Fisher and Yates, from the seed alone.
fn shuffle<T>(items: &mut [T], rng: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        let other = (rng.next_u64() % (last as u64 + 1)) as usize;
        items.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn cards() -> Vec<(String, Member)> {
        let priors = [
            Prior::None,
            Prior::Proposition,
            Prior::Opposition,
            Prior::None,
        ];
        let card = |(at, prior): (usize, Prior)| {
            let card = Member {
                name: format!("Member {at}"),
                who: "Somebody".into(),
                prior,
                background: format!("Life {at}."),
                values: vec![format!("value {at}")],
                moved_by: format!("this {at}"),
                unmoved_by: format!("that {at}"),
            };
            (format!("m{at}"), card)
        };
        priors.into_iter().enumerate().map(card).collect()
    }

    fn house(count: usize, seed: u64) -> Vec<Listener> {
        let cards = cards();
        let cards: Vec<(&str, &Member)> =
            cards.iter().map(|(id, one)| (id.as_str(), one)).collect();
        drawn(&cards, count, seed)
    }

    #[test]
    fn a_large_house_is_spread_and_no_two_of_its_members_are_alike() {
        let members = house(60, 7);
        assert_eq!(members.len(), 60);
        let lean = |prior| members.iter().filter(|one| one.card.prior == prior).count();
        assert_eq!(
            (
                lean(Prior::Proposition),
                lean(Prior::Opposition),
                lean(Prior::None)
            ),
            (12, 12, 36)
        );
        let seats: BTreeSet<&Seat> = members.iter().map(|one| &one.seat).collect();
        assert_eq!(seats.len(), 60);
        // Of each card the first one is as its file has it, and 12 drawn again have circumstances each.
        let kinds: BTreeSet<String> = members
            .iter()
            .map(|one| format!("{:?}", one.card))
            .collect();
        assert!(kinds.len() >= 50, "{}", kinds.len());
        let plain = members.iter().filter(|one| one.card.background.len() < 10);
        assert_eq!(plain.count(), 4);
    }

    #[test]
    fn the_seed_draws_the_house() {
        assert_eq!(house(9, 1), house(9, 1));
        assert_ne!(house(9, 1), house(9, 2));
        assert!(drawn(&[], 5, 1).is_empty());
    }
}
