//! Which of a persona's positions stand on the card for a motion.

use crate::catalog::{Motion, Position};

/// Words shorter than this say little about what a text is about.
const SHORTEST: usize = 4;
/// Words are compared by so many letters: a poor man's stem.
const STEM: usize = 6;

/// A position with less in common with the motion than this has nothing to say on it.
const RELEVANT: usize = 3;

/// The `count` positions that have most words in common with the motion, the closest first. Ties keep the
/// order of the file, so that a persona's own order of importance decides.
pub(super) fn positions_for<'a>(
    motion: &Motion,
    positions: &'a [Position],
    count: usize,
) -> Vec<&'a Position> {
    ranked(motion, positions)
        .into_iter()
        .take(count)
        .map(|(_, position)| position)
        .collect()
}

/// The same, without those that have nothing to say on the motion: a small model uses whatever it is shown.
pub(super) fn relevant_for<'a>(
    motion: &Motion,
    positions: &'a [Position],
    count: usize,
) -> Vec<&'a Position> {
    let close = ranked(motion, positions)
        .into_iter()
        .filter(|(score, _)| *score >= RELEVANT);
    close.take(count).map(|(_, position)| position).collect()
}

fn ranked<'a>(motion: &Motion, positions: &'a [Position]) -> Vec<(usize, &'a Position)> {
    let about = stems(&format!(
        "{} {} {}",
        motion.motion, motion.question, motion.background
    ));
    let shared = |text: &str| {
        stems(text)
            .iter()
            .filter(|stem| about.contains(stem.as_str()))
            .count()
    };
    let mut ranked: Vec<(usize, &Position)> = positions
        .iter()
        .map(|one| (3 * shared(&one.topic) + shared(&one.position), one))
        .collect();
    ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    ranked
}

fn stems(text: &str) -> std::collections::BTreeSet<String> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| word.chars().count() >= SHORTEST)
        .map(|word| word.to_lowercase().chars().take(STEM).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(topic: &str) -> Position {
        Position {
            topic: topic.into(),
            position: String::new(),
            work: String::new(),
            place: String::new(),
        }
    }

    #[test]
    fn what_is_about_the_motion_comes_first() {
        let motion = Motion::own("This House would ban private cars from cities");
        let all = [
            position("the education of women"),
            position("life in cities"),
            position("war"),
        ];
        let picked: Vec<&str> = positions_for(&motion, &all, 2)
            .iter()
            .map(|p| p.topic.as_str())
            .collect();
        assert_eq!(picked, ["life in cities", "the education of women"]);
    }
}
