//! The positions of a persona that stand on the card for a motion.

use std::collections::BTreeSet;

use crate::{
    catalog::{Motion, Position},
    text::{content::content_words, count_words, sentence},
};

/// A position with less in common with the motion than this has nothing to say on it. Of the built-in personas'
/// positions one in five has as much with a built-in motion.
const RELEVANT: usize = 3;
/// The number of words of a claim that can be answered in a few sentences.
const CLAIM: std::ops::RangeInclusive<u32> = 7..=32;

/// The `count` positions that have most words in common with the motion, the closest first. Ties keep the
/// order of the file, so that a persona's own order of importance decides.
pub(in crate::asks) fn positions_for<'a>(
    motion: &Motion,
    positions: &'a [Position],
    count: usize,
) -> Vec<&'a Position> {
    ranked(motion, &motion.background, positions)
        .into_iter()
        .take(count)
        .map(|(_, position)| position)
        .collect()
}

/// The `count` positions that have most content words in common with what was just said, the closest first.
pub(in crate::asks) fn positions_near<'a>(
    said: &str,
    positions: &'a [Position],
    count: usize,
) -> Vec<&'a Position> {
    let about = content_words([said]);
    let near = |position: &&Position| {
        let held = content_words([position.topic.as_str(), position.position.as_str()]);
        std::cmp::Reverse(held.intersection(&about).count())
    };
    let mut positions: Vec<&Position> = positions.iter().collect();
    positions.sort_by_cached_key(near);
    positions.truncate(count);
    positions
}

/// The positions without those that have nothing to say on the motion: a small model uses whatever it is shown.
pub(in crate::asks) fn relevant_for<'a>(
    motion: &Motion,
    positions: &'a [Position],
    count: usize,
) -> Vec<&'a Position> {
    let mut close = relevant(ranked(motion, &motion.background, positions));
    close.truncate(count);
    close
}

/// The positions that touch the motion itself, and not only what lies around it, the nearest first: what somebody with
/// a short memory may be reminded of.
pub(in crate::asks) fn central_for<'a>(
    motion: &Motion,
    positions: &'a [Position],
) -> Vec<&'a Position> {
    relevant(ranked(motion, "", positions))
}

fn relevant(ranked: Vec<(usize, &Position)>) -> Vec<&Position> {
    let close = ranked.into_iter().filter(|(score, _)| *score >= RELEVANT);
    close.map(|(_, position)| position).collect()
}

fn ranked<'a>(
    motion: &Motion,
    background: &str,
    positions: &'a [Position],
) -> Vec<(usize, &'a Position)> {
    let motion_itself = content_words([motion.motion.as_str(), motion.question.as_str()]);
    let background = content_words([background]);
    let near = |text: &str| {
        let words = content_words([text]);
        let shared = |about: &BTreeSet<String>| words.intersection(about).count();
        2 * shared(&motion_itself) + shared(&background)
    };
    let mut ranked: Vec<(usize, &Position)> = positions
        .iter()
        .map(|one| (2 * near(&one.topic) + near(&one.position), one))
        .collect();
    ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    ranked
}

/// The sentence of a speech that has most to do with the motion, if one is neither a scrap nor a paragraph.
pub(in crate::asks) fn main_sentence<'a>(motion: &Motion, speech: &'a str) -> Option<&'a str> {
    nearest_sentence(motion, speech).map(|(_, sentence)| sentence)
}

/// The sentence of a text that has most to do with the motion, and how many words it shares with it.
pub(in crate::asks) fn nearest_sentence<'a>(
    motion: &Motion,
    text: &'a str,
) -> Option<(usize, &'a str)> {
    let about = content_words([
        motion.motion.as_str(),
        motion.question.as_str(),
        motion.background.as_str(),
    ]);
    let mut best = None;
    for sentence in sentence::sentences(text) {
        let score = content_words([sentence]).intersection(&about).count();
        if CLAIM.contains(&count_words(sentence)) && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, sentence));
        }
    }
    best
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
            ..Position::default()
        }
    }

    #[test]
    fn the_sentence_that_says_something_is_found() {
        let motion = Motion::own("This House would ban private cars from cities");
        let speech = "Friends, hear me. A city that bans private cars gives its streets back to the people. Good night.";
        assert_eq!(
            main_sentence(&motion, speech),
            Some("A city that bans private cars gives its streets back to the people.")
        );
        assert_eq!(main_sentence(&motion, "No."), None);
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
