//! Windows joined: who says each utterance, where the speaker changes, and how sure either is.

use super::{
    utterance::{MODERATOR, RunningText, Utterance},
    window::{DebatePart, UtteranceReading, WindowReading},
};
use crate::{
    check,
    fault::{Faults, FileFault},
    form::{Imported, RealPerson, RealTurn},
    text::first_words,
};

/// What is less sure than this is doubtful.
const DOUBTFUL: f64 = 0.6;
/// What is left of the certainty where another window has somebody else.
const DISPUTED: f64 = 0.5;
/// What is left of the certainty of a speaker who goes on where a mark says that somebody else begins.
const AGAINST_MARK: f64 = 0.4;
/// The words of an utterance that stand in a list of cuts.
const SHOWN: usize = 8;

/// An utterance and who says it.
#[derive(Debug, Clone, PartialEq)]
struct Joined {
    speaker: usize,
    /// From 0 to 1.
    sure: f64,
    /// Whom another window has.
    other: Option<usize>,
    part: Option<DebatePart>,
}

/// A running text with its speakers.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitText {
    text: RunningText,
    joined: Vec<Joined>,
}

/// A place at which another speaker begins, or at which that is doubted.
#[derive(Debug, Clone, PartialEq)]
pub struct SplitCut {
    /// The position of the utterance behind it.
    pub utterance: usize,
    /// When it was, in seconds since the beginning, where that is known.
    pub at: Option<f64>,
    /// The speaker behind it.
    pub speaker: String,
    /// Whether somebody else spoke before it. Otherwise it is doubted whether the speaker goes on.
    pub is_change: bool,
    /// The certainty, from 0 to 1.
    pub sure: f64,
    /// Who else it may be.
    pub perhaps: Option<String>,
    /// The first words behind it.
    pub words: String,
}

impl SplitCut {
    /// Whether somebody should look at it.
    pub fn is_doubtful(&self) -> bool {
        self.sure < DOUBTFUL
    }
}

impl SplitText {
    /// Joins what was read of the windows. Where several have an utterance, the one counts in which it stands furthest from
    /// an edge: there what comes before and after was read. An utterance that nobody has read goes on with the speaker before,
    /// with no certainty.
    pub fn join(text: RunningText, windows: &[WindowReading]) -> Self {
        let mut joined: Vec<Joined> = Vec::with_capacity(text.utterances.len());
        for (at, utterance) in text.utterances.iter().enumerate() {
            let before = joined.last().map(|one| (one.speaker, one.part));
            joined.push(one(
                utterance,
                &readings(windows, at, text.utterances.len()),
                before,
            ));
        }
        let mut split = Self { text, joined };
        split.heed_marks();
        split
    }

    /// Where a mark says that another begins, the same speaker is doubtful.
    fn heed_marks(&mut self) {
        let mut before = None;
        for (utterance, one) in self.text.utterances.iter().zip(&mut self.joined) {
            if utterance.begins && utterance.known.is_none() && before == Some(one.speaker) {
                one.sure = one.sure.min(AGAINST_MARK);
            }
            before = Some(one.speaker);
        }
    }

    fn name(&self, speaker: usize) -> String {
        self.text.names.get(speaker).cloned().unwrap_or_default()
    }

    /// The utterances with who says each: the name, whether a turn begins, and the heading where a part does.
    pub(super) fn told(&self) -> impl Iterator<Item = (&Utterance, String, bool, Option<String>)> {
        let mut before = None;
        let mut heading: Option<String> = None;
        let parts = self.parts();
        self.text
            .utterances
            .iter()
            .zip(&self.joined)
            .zip(parts)
            .map(move |((utterance, one), part)| {
                let own = utterance.phase.clone();
                let read = part.map(|part| part.heading().to_owned());
                let fresh = own.or(read).filter(|next| heading.as_ref() != Some(next));
                if fresh.is_some() {
                    heading.clone_from(&fresh);
                }
                let begins = before.replace(one.speaker) != Some(one.speaker) || fresh.is_some();
                (utterance, self.name(one.speaker), begins, fresh)
            })
    }

    /// The part of each utterance: that of the most words of its turn, so that no part begins in the middle of one.
    fn parts(&self) -> Vec<Option<DebatePart>> {
        let mut parts = Vec::with_capacity(self.joined.len());
        let mut rest = self.joined.as_slice();
        let mut utterances = self.text.utterances.iter();
        // Headings of the text's own are better than what is read of its words.
        let has_own = self.text.utterances.iter().any(|one| one.phase.is_some());
        while let Some(first) = rest.first() {
            let goes_on = rest.iter().take_while(|one| one.speaker == first.speaker);
            let (turn, behind) = rest.split_at(goes_on.count());
            let words = utterances.by_ref().take(turn.len()).map(Utterance::words);
            let weighed: Vec<(Option<DebatePart>, u32)> =
                turn.iter().map(|one| one.part).zip(words).collect();
            let weight = |part: Option<DebatePart>| -> u32 {
                let of = weighed.iter().filter(|(other, _)| *other == part);
                of.map(|(_, words)| words).sum()
            };
            let part = weighed.iter().map(|(part, _)| *part);
            let part = part.max_by_key(|part| weight(*part)).flatten();
            parts.extend(turn.iter().map(|_| part.filter(|_| !has_own)));
            rest = behind;
        }
        parts
    }

    /// The places at which the speaker changes, and those at which it is doubted that the speaker goes on.
    pub fn cuts(&self) -> Vec<SplitCut> {
        let mut cuts = Vec::new();
        let mut before: Option<&Joined> = None;
        let mut last_at = None;
        for (at, (utterance, one)) in self.text.utterances.iter().zip(&self.joined).enumerate() {
            last_at = utterance.at.or(last_at);
            let Some(last) = before.replace(one) else {
                continue;
            };
            let is_change = last.speaker != one.speaker;
            // Doubt goes on over the utterances behind it; it is told once.
            let is_doubt = one.sure < DOUBTFUL && last.sure >= DOUBTFUL;
            if !is_change && !is_doubt {
                continue;
            }
            let sure = if is_change {
                one.sure.min(last.sure)
            } else {
                one.sure
            };
            cuts.push(SplitCut {
                utterance: at,
                at: last_at,
                speaker: self.name(one.speaker),
                is_change,
                sure,
                perhaps: one.other.map(|other| self.name(other)),
                words: first_words(&utterance.text, SHOWN),
            });
        }
        cuts
    }

    /// The share of the words that are given to the right speaker, from 0 to 1, where it is known who said each word.
    pub fn share_right(&self, truth: &[usize]) -> f64 {
        let of = |(utterance, one): (&Utterance, &Joined)| {
            std::iter::repeat_n(one.speaker, utterance.words() as usize)
        };
        let told = self.text.utterances.iter().zip(&self.joined).flat_map(of);
        let right = told.zip(truth).filter(|(told, truth)| told == *truth);
        if truth.is_empty() {
            return 0.0;
        }
        right.count() as f64 / truth.len() as f64
    }

    /// The number of words in it.
    pub fn words(&self) -> u32 {
        self.text.utterances.iter().map(Utterance::words).sum()
    }

    /// The text that was split.
    pub(super) fn text(&self) -> &RunningText {
        &self.text
    }

    /// The debate with its turns, checked.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn imported(&self) -> Result<Imported, Faults> {
        let mut debate = self.text.debate.clone();
        let mut phase: Option<String> = None;
        let mut since = 0.0;
        for (utterance, speaker, begins, heading) in self.told() {
            phase = heading.or(phase);
            if begins || debate.turns.is_empty() {
                // Times that go back are none.
                let at = utterance.at.filter(|at| *at >= since);
                since = at.unwrap_or(since);
                debate.turns.push(RealTurn {
                    speaker,
                    text: utterance.text.clone(),
                    phase: phase.clone(),
                    minutes: None,
                    at_seconds: at,
                    interjections: Vec::new(),
                });
            } else if let Some(turn) = debate.turns.last_mut() {
                turn.text
                    .push_str(if utterance.is_fresh { "\n\n" } else { " " });
                turn.text.push_str(&utterance.text);
            }
        }
        let faults = check::check(&debate).into_iter();
        let faults = faults.map(|(place, fault)| FileFault {
            field: place.to_string(),
            ..fault
        });
        Faults::unless_empty(faults.collect())?;
        let turns = debate.turns.clone();
        let speaks = |name: &str| turns.iter().any(|turn| turn.speaker == name);
        // Nobody need lead a debate.
        let is_needless = |one: &RealPerson| one.name == MODERATOR && !speaks(MODERATOR);
        if debate.moderator.as_ref().is_some_and(is_needless) {
            debate.moderator = None;
        }
        let silent = debate.names().filter(|name| !speaks(name));
        let silent = silent.map(|name| format!("{name} says nothing."));
        let notes = self.text.notes.iter().cloned().chain(silent).collect();
        Ok(Imported {
            debate: debate.clean(),
            notes,
        })
    }
}

/// The readings of an utterance, the best first.
fn readings(windows: &[WindowReading], at: usize, all: usize) -> Vec<UtteranceReading> {
    let mut found: Vec<(usize, UtteranceReading)> = Vec::new();
    for window in windows {
        let reading = at
            .checked_sub(window.first)
            .and_then(|inside| Some((inside, window.utterances.get(inside)?)));
        let Some((inside, reading)) = reading else {
            continue;
        };
        // The ends of the text are no edges: there is nothing beyond them.
        let before = if window.first == 0 {
            usize::MAX
        } else {
            inside
        };
        let end = window.first + window.utterances.len();
        let behind = if end >= all { usize::MAX } else { end - at };
        found.push((before.min(behind), *reading));
    }
    found.sort_by_key(|(depth, _)| std::cmp::Reverse(*depth));
    found.into_iter().map(|(_, reading)| reading).collect()
}

fn one(
    utterance: &Utterance,
    readings: &[UtteranceReading],
    before: Option<(usize, Option<DebatePart>)>,
) -> Joined {
    let part = readings.iter().find_map(|one| one.part);
    let part = part.or(before.and_then(|(_, part)| part));
    if let Some(speaker) = utterance.known {
        return Joined {
            speaker,
            sure: 1.0,
            other: None,
            part,
        };
    }
    let Some((best, rest)) = readings.split_first() else {
        return Joined {
            speaker: before.map_or(0, |(speaker, _)| speaker),
            sure: 0.0,
            other: None,
            part,
        };
    };
    let other = rest.iter().find(|one| one.speaker != best.speaker);
    let sure = best.certainty.share();
    let sure = match other {
        Some(_) => sure * DISPUTED,
        // Two who found the same by themselves are surer than either.
        None if !rest.is_empty() => 1.0 - (1.0 - sure) * DISPUTED,
        None => sure,
    };
    Joined {
        speaker: best.speaker,
        sure,
        other: other.map(|one| one.speaker),
        part,
    }
}
