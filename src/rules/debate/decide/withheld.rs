//! The words that a moderator said for a side, still at the last attempt: they are withheld, and what takes no side is
//! given.

use crate::{
    debate::{
        event::Event,
        ids::Seat,
        neutrality::Neutrality,
        pieces,
        state::{DebateState, Turn},
        written::{Synthesis, Work},
    },
    text::{has_words, quotes, sentence::sentences},
};

/// The text in the place of a part of which nothing is left.
const WITHHELD: &str = "(Withheld: it took sides.)";

/// The withholding of a part of a turn.
pub(super) struct Withheld {
    /// The events by which the turn is said anew without the part.
    pub(super) events: Vec<Event>,
    /// The reason, for people, where code has found the part.
    pub(super) reason: Option<String>,
}

/// Withholds what a moderator's turn, of which all is said, says for a side: by its words, and by those that the
/// referee's model found. `None` where that is nothing, and for everybody else.
pub(super) fn of(state: &DebateState, turn: &Turn, found: &[&str]) -> Option<Withheld> {
    let neutral = Neutrality::of_seat(state, Some(&turn.seat))?;
    let is_kept = |all: &[&str]| kept_by(&neutral, all, found);
    let events = if let Some(work) = &turn.work {
        let submitted = Event::Submitted {
            turn: turn.id,
            left_out: turn.left_out,
            work: Box::new(kept_of(work, is_kept)?),
        };
        vec![submitted]
    } else {
        said_anew(turn, is_kept)?
    };
    let reason = reason(&neutral, turn.texts());
    Some(Withheld { events, reason })
}

/// What is kept of work that whoever sits there hands in, and the reason why not all of it; `None` where its words say
/// nothing for a side, and for all but moderators.
pub(super) fn work_of(
    state: &DebateState,
    seat: &Seat,
    work: &Work,
) -> Option<(Work, Option<String>)> {
    let neutral = Neutrality::of_seat(state, Some(seat))?;
    let is_kept = |all: &[&str]| kept_by(&neutral, all, &[]);
    let kept = kept_of(work, is_kept)?;
    Some((kept, reason(&neutral, work.texts())))
}

/// What is kept of a moderator's work of which words were found to take a side.
pub(super) fn work_without(work: &Work, found: &[&str]) -> Option<Work> {
    kept_of(work, |all| {
        touched(all, found).iter().map(|touched| !touched).collect()
    })
}

/// Whether each of some sentences takes no side: by its words, and by those that were found in them.
fn kept_by(neutral: &Neutrality, all: &[&str], found: &[&str]) -> Vec<bool> {
    let touched = touched(all, found);
    let sound = all.iter().zip(touched);
    let sound = sound.map(|(one, touched)| !touched && neutral.broken(one).is_none());
    sound.collect()
}

fn reason(neutral: &Neutrality, texts: Vec<&str>) -> Option<String> {
    texts.into_iter().find_map(|text| neutral.broken(text))
}

/// What is kept of a synthesis; `None` where that is all of it, and of other work.
fn kept_of(work: &Work, is_kept: impl Fn(&[&str]) -> Vec<bool>) -> Option<Work> {
    let Work::Synthesis(synthesis) = work else {
        return None;
    };
    let kept = Work::Synthesis(kept(synthesis, is_kept));
    (kept != *work).then_some(kept)
}

fn kept(synthesis: &Synthesis, is_kept: impl Fn(&[&str]) -> Vec<bool>) -> Synthesis {
    // What was found may begin in one item and end in the next.
    let parts = [
        &synthesis.areas_of_agreement,
        &synthesis.core_disagreements,
        &synthesis.evidence_gaps,
        &synthesis.decision_hinges,
    ];
    let items = parts.into_iter().flatten();
    let all: Vec<&str> = items.flat_map(|item| sentences(item)).collect();
    let mut kept = is_kept(&all).into_iter();
    let mut of = |part: &[String]| {
        let mut sound = |item: &String| {
            let all = sentences(item);
            let is_kept: Vec<bool> = kept.by_ref().take(all.len()).collect();
            if is_kept.iter().all(|kept| *kept) {
                item.clone()
            } else {
                joined(&all, &is_kept)
            }
        };
        let mut items: Vec<String> = part.iter().map(&mut sound).collect();
        items.retain(|item| !item.trim().is_empty());
        if items.is_empty() && !part.is_empty() {
            items.push(WITHHELD.to_owned());
        }
        items
    };
    Synthesis {
        areas_of_agreement: of(&synthesis.areas_of_agreement),
        core_disagreements: of(&synthesis.core_disagreements),
        evidence_gaps: of(&synthesis.evidence_gaps),
        decision_hinges: of(&synthesis.decision_hinges),
    }
}

/// A speech is taken back to the first sentence that is withheld, and goes on without it.
fn said_anew(turn: &Turn, is_kept: impl Fn(&[&str]) -> Vec<bool>) -> Option<Vec<Event>> {
    let mut rest = turn.text.as_str();
    let all = sentences(rest);
    let is_kept = is_kept(&all);
    let first = is_kept.iter().position(|kept| !kept)?;
    for one in all.iter().take(first) {
        let at = rest.find(one)? + one.len();
        rest = rest.get(at..)?;
    }
    let kept = turn.text.len() - rest.len();
    let after = all.get(first..).unwrap_or_default();
    let mut again = joined(after, is_kept.get(first..).unwrap_or_default());
    if kept == 0 && again.is_empty() {
        WITHHELD.clone_into(&mut again);
    }
    let joint = if kept == 0 || again.is_empty() {
        ""
    } else {
        " "
    };
    let back = Event::SpeechRewound {
        turn: turn.id,
        kept: u32::try_from(kept).unwrap_or(u32::MAX),
    };
    let text = format!("{joint}{again}");
    let more = (!again.is_empty()).then_some(Event::Said {
        turn: turn.id,
        text,
    });
    Some([back].into_iter().chain(more).collect())
}

fn joined(sentences: &[&str], is_kept: &[bool]) -> String {
    let kept = sentences.iter().zip(is_kept).filter(|(_, kept)| **kept);
    let kept: Vec<&str> = kept.map(|(one, _)| *one).collect();
    kept.join(" ")
}

/// A text without the sentences, and lines, that hold a part of words that were found in it; empty where these cannot be
/// told from the others.
pub(super) fn without(text: &str, found: &[&str]) -> String {
    pieces::kept(text, |all| {
        let touched = touched(all, found);
        let is_told = touched.contains(&true);
        touched.iter().map(|touched| is_told && !touched).collect()
    })
}

/// Whether each of some sentences, in their order, holds a part of words that were found in them.
fn touched(all: &[&str], found: &[&str]) -> Vec<bool> {
    let mut touched = vec![false; all.len()];
    for place in found.iter().flat_map(|found| places(all, found)) {
        if let Some(is_touched) = touched.get_mut(place) {
            *is_touched = true;
        }
    }
    touched
}

/// The places of the fewest sentences that hold all of the words, which may begin in one and end in another. Of words
/// with gaps that no sentence holds each piece is looked for.
fn places(all: &[&str], found: &str) -> Vec<usize> {
    let holding = |many: usize, words: &str| {
        let runs = all.windows(many).enumerate();
        let runs = runs.filter(|(_, run)| quotes(&run.join(" "), words));
        runs.flat_map(|(at, _)| at..at + many).collect::<Vec<_>>()
    };
    let whole = holding(1, found);
    if !whole.is_empty() {
        return whole;
    }
    let pieces = found.replace("...", "…");
    let pieces = pieces.split('…').filter(|piece| has_words(piece));
    let fewest = |piece| {
        let mut runs = (1..=all.len()).map(|many| holding(many, piece));
        runs.find(|run| !run.is_empty()).unwrap_or_default()
    };
    pieces.flat_map(fewest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_touch_every_sentence_that_holds_a_part_of_them() {
        let all = [
            "Both grant it.",
            "Pro is kind.",
            "Con is not.",
            "Nothing is open.",
        ];
        for (found, expected) in [
            ("pro is kind", "-x--"),
            ("is kind. Con is", "-xx-"),
            ("grant it. Pro is kind. Con", "xxx-"),
            ("Both grant ... is open", "x--x"),
            ("is ... kind", "-x--"),
            ("Nobody said it", "----"),
            ("", "----"),
        ] {
            let told = touched(&all, &[found]);
            let told: String = told
                .iter()
                .map(|one| if *one { 'x' } else { '-' })
                .collect();
            assert_eq!(told, expected, "{found}");
        }
    }
}
