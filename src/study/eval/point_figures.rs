//! Figures of each point of information: how sharp it is, what it aims at, and when in the speech it came. All of it is
//! counted by code from the words on the record, so that every number can be worked out again from what stands beside
//! it. The words of the motion, which everybody uses, tie no point to anything.

use std::collections::BTreeSet;

use serde::Serialize;

use super::said::{self, SpokenClaim};
use crate::{
    catalog::Timing,
    debate::{
        DebateState,
        ids::{PoiId, Seat, TurnId},
        opening::Speaker,
        state::{Poi, PoiStatus, Turn},
    },
    similarity::SAME_WORDS,
    text::{content::content_words, count_words, floor_char_boundary, sentence, words},
};

/// The time that a point may take where the format does not say it in words, in minutes: 15 seconds.
const POINT_MINUTES: f64 = 0.25;
/// The most sentences of a point that is brief.
const SENTENCES: usize = 2;
/// The fewest content words in common with a sentence, or with a claim, of a point that is about it and nothing else.
const SHARED: usize = 2;

/// The figures of one point of information.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PointFigures {
    /// The id of the point.
    pub point: PoiId,
    /// The id of the turn in which it was offered.
    pub turn: TurnId,
    /// The seat of whoever rose.
    pub from: Seat,
    /// The seat of whoever had the floor.
    pub to: Seat,
    /// The words of the point.
    pub text: String,
    /// Whether the speaker took it.
    pub taken: bool,
    /// The sharpness of the point.
    pub sharpness: PointSharpness,
    /// The target of the point.
    pub target: PointTarget,
    /// The moment of the point.
    pub timing: PointTiming,
}

/// The sharpness of a point: whether it is brief, asks something and meets what was just said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PointSharpness {
    /// The words of the point.
    pub words: u32,
    /// The words that the format allows a point.
    pub most_words: u32,
    /// The sentences of the point.
    pub sentences: usize,
    /// Whether one of them is a question.
    pub is_question: bool,
    /// The longest run of words, four at the least, that the point takes from the words just spoken.
    pub quoted: Option<String>,
    /// Whether the point quotes the words just spoken, or has two content words in common with one of their sentences.
    pub meets: bool,
    /// Whether the point is all of it: no longer than it may be, no more than two sentences, a question, and about the
    /// words just spoken.
    pub is_sharp: bool,
}

/// The target of a point: the words, the claim and the person that it aims at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PointTarget {
    /// The sentence of the speech so far that has most content words in common with the point; absent where none has any.
    pub sentence: Option<TargetSentence>,
    /// The claim that the point aims at; absent where it has fewer than two content words of any.
    pub claim: Option<TargetClaim>,
    /// The seat of the one at whom the point aims: of the other side, whoever made the claim, else whoever the point
    /// names, else whoever has the floor.
    pub whom: Seat,
}

/// The sentence that a point aims at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TargetSentence {
    /// The words of the sentence; of several with as many words in common the last.
    pub text: String,
    /// The stems of the content words that stand in both, but for those of the motion.
    pub shared: Vec<String>,
    /// The number of words between the end of the sentence and the point.
    pub words_ago: u32,
}

/// The claim that a point aims at, of those that had been made and taken down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TargetClaim {
    /// The seat of whoever made it.
    pub by: Seat,
    /// The words of the claim.
    pub text: String,
    /// The stems of the content words that the point has in common with the claim and its reasons, but for those of the motion.
    pub shared: Vec<String>,
}

/// The moment at which a point came.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PointTiming {
    /// The words of the speech when the point was offered.
    pub said: u32,
    /// The words of the whole speech.
    pub of: u32,
    /// The share of the speech that had been spoken, from 0 to 1.
    pub share: f64,
    /// The protected time in which the point came, if any.
    pub protected: Option<ProtectedTime>,
    /// The words of the speech that count as just spoken: a minute of it.
    pub window: u32,
    /// The seconds, at the format's pace of speech, between the sentence that the point aims at and the point.
    pub seconds_after: Option<f64>,
    /// Whether the point came outside protected time, and within a minute of the words that it quotes or aims at.
    pub is_timely: bool,
}

/// A stretch of a speech in which nobody may rise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProtectedTime {
    /// The first minute.
    Beginning,
    /// The last minute of the speech as it was spoken.
    End,
}

/// The figures of all points that speakers offered, in order.
pub(super) fn figures(
    state: &DebateState,
    points: &[(&Poi, &Turn)],
    claims: &[SpokenClaim<'_>],
) -> Vec<PointFigures> {
    let motion = state.opening.as_deref().map(|opening| &opening.motion);
    let motion = motion.map_or_else(BTreeSet::new, |motion| {
        content_words([motion.motion.as_str(), motion.question.as_str()])
    });
    let known = Known {
        state,
        claims,
        motion,
    };
    points
        .iter()
        .map(|(point, turn)| known.figures(point, turn))
        .collect()
}

/// A minute of a speech, in words.
struct Minute {
    /// The words that count as just spoken.
    words: u32,
    /// The words at the beginning and at the end in which nobody may rise.
    protected: u32,
    /// The format's pace, in words a minute.
    pace: f64,
}

/// What points are held against.
struct Known<'a> {
    state: &'a DebateState,
    claims: &'a [SpokenClaim<'a>],
    motion: BTreeSet<String>,
}

impl Known<'_> {
    fn figures(&self, point: &Poi, turn: &Turn) -> PointFigures {
        let said = before(point, turn);
        let minute = self.minute(turn);
        let target = self.target(point, turn, said);
        let is_recent = |sentence: &&TargetSentence| sentence.words_ago < minute.words;
        let recent = target.sentence.as_ref().filter(is_recent);
        let most_words = most_words(self.state, turn);
        let sharpness = sharpness(&point.text, most_words, (said, minute.words), recent);
        let is_recent = recent.is_some() || sharpness.quoted.is_some();
        PointFigures {
            point: point.id,
            turn: point.turn,
            from: point.from.clone(),
            to: point.to.clone(),
            text: point.text.clone(),
            taken: matches!(
                point.status,
                PoiStatus::Accepted | PoiStatus::Answered { .. }
            ),
            sharpness,
            timing: timing((said, turn), &minute, target.sentence.as_ref(), is_recent),
            target,
        }
    }

    /// A minute of the speech: shorter for a speaker whose speeches are scaled.
    fn minute(&self, turn: &Turn) -> Minute {
        let format = self.state.opening.as_deref().map(|opening| &opening.format);
        let usual = || Timing::default().words_per_minute;
        let pace = format.map_or_else(usual, |format| format.timing.words_per_minute);
        let usual = pace.round() as u32;
        let rules = self.state.poi_rules(turn);
        Minute {
            words: rules.map_or(usual, |rules| rules.every_words),
            protected: rules.map_or(usual, |rules| rules.protected_words),
            pace,
        }
    }

    /// The content words of a text, but for those of the motion.
    fn own(&self, text: &str) -> BTreeSet<String> {
        let mut own = content_words([text]);
        own.retain(|word| !self.motion.contains(word));
        own
    }

    fn target(&self, point: &Poi, turn: &Turn, said: &str) -> PointTarget {
        let about = self.own(&point.text);
        let claim = self.claim(&about, point, turn);
        let named = self.named(point);
        let whom = claim.as_ref().map(|claim| &claim.by);
        let whom = whom.or_else(|| named.first().map(|one| &one.seat));
        PointTarget {
            whom: whom.unwrap_or(&point.to).clone(),
            sentence: self.sentence(&about, said),
            claim,
        }
    }

    fn sentence(&self, about: &BTreeSet<String>, said: &str) -> Option<TargetSentence> {
        let sentences = sentence::sentences(said);
        let mut nearest: Option<(usize, Vec<String>)> = None;
        for (at, sentence) in sentences.iter().enumerate() {
            let shared = shared(about, &self.own(sentence));
            let most = nearest.as_ref().map_or(1, |(_, most)| most.len());
            if shared.len() >= most {
                nearest = Some((at, shared));
            }
        }
        let (at, shared) = nearest?;
        let after = sentences.iter().skip(at + 1);
        Some(TargetSentence {
            text: (*sentences.get(at)?).to_owned(),
            shared,
            words_ago: after.map(|one| count_words(one)).sum(),
        })
    }

    /// The speakers whom the point names, of those against whom it is offered and who do not have the floor.
    fn named(&self, point: &Poi) -> Vec<&Speaker> {
        let Some(opening) = self.state.opening.as_deref() else {
            return Vec::new();
        };
        let speakers = opening.speakers.iter();
        let others = speakers.filter(|one| {
            one.seat != point.to && one.seat != point.from && !opening.oppose(&point.to, &one.seat)
        });
        others.filter(|one| said::names(&point.text, one)).collect()
    }

    /// The claim with most content words of the point, of several the last: of those that the speech had made by then,
    /// and of those that whoever the point names had made before it.
    fn claim(&self, about: &BTreeSet<String>, point: &Poi, turn: &Turn) -> Option<TargetClaim> {
        let named = self.named(point);
        let is_made = |claim: &&SpokenClaim<'_>| {
            let by = &claim.turn.seat;
            if claim.turn.id == turn.id {
                return is_before(claim, point, turn);
            }
            claim.turn.id < turn.id && named.iter().any(|one| &one.seat == by)
        };
        let made = self.claims.iter().filter(is_made);
        let near = made.map(|claim| {
            let words = self.own(&format!("{} {}", claim.text, claim.support));
            (shared(about, &words), claim)
        });
        let near = near.filter(|(shared, _)| shared.len() >= SHARED);
        near.max_by_key(|(shared, _)| shared.len())
            .map(|(shared, claim)| TargetClaim {
                by: claim.turn.seat.clone(),
                text: claim.text.to_owned(),
                shared,
            })
    }
}

/// The number of words that a point in that turn may have.
pub(super) fn most_words(state: &DebateState, turn: &Turn) -> u32 {
    let phase = state.plan.phases.get(turn.phase as usize);
    let rules = phase.and_then(|phase| phase.points);
    rules.map_or_else(
        || {
            let format = state.opening.as_deref().map(|opening| &opening.format);
            let rate = format.map_or_else(
                || Timing::default().words_per_minute,
                |format| format.timing.words_per_minute,
            );
            (rate * POINT_MINUTES).round() as u32
        },
        |rules| rules.max_words,
    )
}

/// The words of the speech that had been spoken when a point was offered.
fn before<'a>(point: &Poi, turn: &'a Turn) -> &'a str {
    let upto = floor_char_boundary(&turn.text, point.offered_at as usize);
    turn.text.get(..upto).unwrap_or_default()
}

/// Whether a claim of the speech had been made when the point was offered. Claims are taken down in other words: each is
/// made in the sentence with most of its content words, of several the first.
fn is_before(claim: &SpokenClaim<'_>, point: &Poi, turn: &Turn) -> bool {
    let words = content_words([claim.text]);
    let shares = |sentence: &&str| words.intersection(&content_words([*sentence])).count();
    let of = |text: &str| sentence::sentences(text).iter().map(shares).max();
    let said = before(point, turn);
    let rest = turn.text.get(said.len()..).unwrap_or_default();
    let (so_far, later) = (of(said).unwrap_or(0), of(rest).unwrap_or(0));
    so_far > 0 && so_far >= later
}

fn shared(one: &BTreeSet<String>, other: &BTreeSet<String>) -> Vec<String> {
    one.intersection(other).cloned().collect()
}

fn sharpness(
    point: &str,
    most_words: u32,
    (said, window): (&str, u32),
    recent: Option<&TargetSentence>,
) -> PointSharpness {
    let words = count_words(point);
    let sentences = sentence::sentences(point);
    let is_question = sentences.iter().any(|one| asks(one));
    let quoted = longest_run(point, said, window as usize);
    let meets = quoted.is_some() || recent.is_some_and(|one| one.shared.len() >= SHARED);
    let is_brief = words <= most_words && sentences.len() <= SENTENCES;
    PointSharpness {
        words,
        most_words,
        sentences: sentences.len(),
        is_question,
        quoted,
        meets,
        is_sharp: is_brief && is_question && meets,
    }
}

fn asks(sentence: &str) -> bool {
    let is_closing = |sign: char| !sign.is_alphanumeric() && !matches!(sign, '?' | '？');
    sentence.trim_end_matches(is_closing).ends_with(['?', '？'])
}

/// The longest run of words of a point, [`SAME_WORDS`] at the least and a content word among them, that stands among the
/// last `window` words spoken.
fn longest_run(point: &str, said: &str, window: usize) -> Option<String> {
    let bare = |text: &str| -> Vec<String> { words(text).map(str::to_lowercase).collect() };
    let (point, said) = (bare(point), bare(said));
    let recent = said.get(said.len().saturating_sub(window)..)?;
    let longest = point.len().min(recent.len());
    (SAME_WORDS..=longest).rev().find_map(|length| {
        let mut runs = point.windows(length);
        let stands = |run: &[String]| recent.windows(length).any(|place| place == run);
        let says = |run: &[String]| !content_words([run.join(" ").as_str()]).is_empty();
        let run = runs.find(|run| stands(run) && says(run))?;
        Some(run.join(" "))
    })
}

fn timing(
    (said, turn): (&str, &Turn),
    minute: &Minute,
    target: Option<&TargetSentence>,
    is_recent: bool,
) -> PointTiming {
    let of = count_words(&turn.text);
    let said = count_words(said);
    let protected = if said < minute.protected {
        Some(ProtectedTime::Beginning)
    } else if said + minute.protected > of {
        Some(ProtectedTime::End)
    } else {
        None
    };
    PointTiming {
        said,
        of,
        share: f64::from(said) / f64::from(of.max(1)),
        protected,
        window: minute.words,
        seconds_after: target.map(|one| f64::from(one.words_ago) * 60.0 / minute.pace.max(1.0)),
        is_timely: protected.is_none() && is_recent,
    }
}

#[cfg(test)]
mod tests;
