//! Whether the sides speak to the evidence that a viewer hands in: who owes a word to it, and who has given one. By
//! words alone, so that it can be told of every debate.

use std::collections::BTreeSet;

use super::{
    ids::InterventionId,
    plan::Slot,
    state::{DebateState, Intervention, Turn},
};
use crate::{
    catalog::Task,
    debate::ask::Cue,
    similarity::LEAST_SHARED,
    text::{content::content_words, sentence},
};

/// The most pieces of evidence, the newest ones, that a speaker is given to speak to and owes a word to.
pub const SPOKEN_TO: usize = 6;

/// The word by which a speaker refers to evidence without saying it again.
const NAMED: &str = "evidence";

/// Words by which speakers turn to the house and to each other.
const ADDRESS: &str =
    "Madam President, Mister Speaker, Sir, Chair, House, honourable friends, ladies and gentlemen";

/// The first turn of a side after evidence was handed in.
#[derive(Debug, Clone, Copy)]
pub struct Acknowledgement<'a> {
    /// The turn that owed a word to the evidence.
    pub turn: &'a Turn,
    /// Whether a word was given.
    pub is_given: bool,
}

impl DebateState {
    /// The evidence that a turn begins with: what came before it, and what no turn of its side that the speaker has
    /// heard was given, in the order in which it came; the newest [`SPOKEN_TO`] of it, and one more where there is more.
    pub fn evidence_to_speak_to(
        &self,
        turn: &Turn,
    ) -> impl DoubleEndedIterator<Item = &Intervention> {
        let heard = self.heard_before(turn);
        // Who could not be had says nothing of it for their side.
        let own = |one: &&&Turn| self.is_of_side(one, turn) && !one.is_empty();
        let own: Vec<&Turn> = heard.iter().filter(own).copied().collect();
        // What came before the last one began was given to that one, or to one before it.
        let from = own.last().map_or(0, |last| self.heard_before(last).len());
        // What came in the middle of an attempt that was struck stands behind that attempt.
        let evidence = self.evidence(from..=heard.len() + 1).rev();
        // Whoever was given one piece was given all that came before it.
        let fresh = evidence
            .skip_while(|item| !item.is_before(turn.id))
            .take_while(|item| !own.iter().any(|one| is_given(one, item)));
        let mut fresh: Vec<&Intervention> = fresh.take(SPOKEN_TO + 1).collect();
        fresh.reverse();
        fresh.into_iter()
    }

    /// The evidence of which a speaker who has the floor is still to be told: it came in this speech, and nothing was
    /// said after it was put to them.
    pub fn untold(&self, turn: &Turn) -> impl DoubleEndedIterator<Item = &Intervention> {
        let untold = self.come_in(turn).rev();
        let untold = untold.take_while(|item| !is_told(turn, item));
        let mut untold: Vec<&Intervention> = untold.collect();
        untold.reverse();
        untold.into_iter()
    }

    /// The evidence that came in a speech before its first word, so that all prompts of the speech hold it.
    pub fn come_before_the_first_word(
        &self,
        turn: &Turn,
    ) -> impl DoubleEndedIterator<Item = &Intervention> {
        let at_first = |item: &&Intervention| turn.told_at(item.id) == Some(0);
        self.come_in(turn)
            .filter(move |item| turn.is_unbegun() || at_first(item))
    }

    /// The evidence that came in the middle of a speech and that its speaker was told of.
    pub fn told_in_the_middle(
        &self,
        turn: &Turn,
    ) -> impl DoubleEndedIterator<Item = &Intervention> {
        let told = |item: &&Intervention| turn.told_at(item.id).is_some_and(|at| at > 0);
        self.come_in(turn).filter(told)
    }

    /// The evidence that came in a speech: whoever has the floor can be told of it.
    fn come_in(&self, turn: &Turn) -> impl DoubleEndedIterator<Item = &Intervention> {
        let is_told = self.can_be_told(turn);
        let came = self.interventions_during(turn.id);
        came.filter(move |item| is_told && item.is_evidence())
    }

    /// Whether whoever has the floor in a turn is told of evidence as it comes: in a speech, and not in an examination,
    /// which asks and answers something else. What is handed in as a whole was asked for before.
    pub(super) fn can_be_told(&self, turn: &Turn) -> bool {
        turn.task.is_spoken() && self.speaks_to_evidence(turn)
    }

    /// The evidence that a turn owes a word to: the newest of what its speaker was given, short enough to be read
    /// whole.
    pub fn owed(&self, turn: &Turn) -> Vec<&Intervention> {
        if !self.speaks_to_evidence(turn) {
            return Vec::new();
        }
        let told = self.interventions_during(turn.id).rev();
        let told = told.filter(|item| is_told(turn, item));
        let before = self.evidence_to_speak_to(turn).rev();
        let all = told.take(SPOKEN_TO).chain(before.take(SPOKEN_TO));
        all.filter(|item| item.long_evidence().is_none()).collect()
    }

    /// The evidence that a turn owes a word to, and gives none: the newest first.
    pub fn unacknowledged(&self, turn: &Turn) -> Vec<&Intervention> {
        let mut owed = self.owed(turn);
        if owed.is_empty() {
            return owed;
        }
        let about = self.said_by_all();
        owed.retain(|item| !acknowledges(turn, item, &EvidenceWords::of(item, &about)));
        owed
    }

    /// The acknowledgements of a piece of evidence, in the order of the turns; a side without a turn since is not among
    /// them. Empty for evidence that is too long to be read whole: it is given to speakers in passages.
    pub fn acknowledgements(&self, item: &Intervention) -> Vec<Acknowledgement<'_>> {
        if !item.is_evidence() || item.long_evidence().is_some() {
            return Vec::new();
        }
        let words = EvidenceWords::of(item, &self.said_by_all());
        let turns = self.speeches();
        turns
            .filter(|turn| !turn.is_empty())
            .filter(|turn| self.owed(turn).iter().any(|one| one.id == item.id))
            .map(|turn| Acknowledgement {
                turn,
                is_given: acknowledges(turn, item, &words),
            })
            .collect()
    }

    /// The content words of the whole debate, whatever was handed in: those of the motion, and those by which people
    /// are spoken to.
    fn said_by_all(&self) -> BTreeSet<String> {
        let motion = self.opening.as_deref().map(|opening| &opening.motion);
        let motion = motion
            .into_iter()
            .flat_map(|motion| [motion.motion.as_str(), motion.question.as_str()]);
        content_words(motion.chain([ADDRESS]))
    }

    /// Whether every side has had a turn since evidence came of which this was made.
    pub fn have_all_had_a_turn(&self, acknowledged: &[Acknowledgement<'_>]) -> bool {
        let mut speakers = self.speakers().iter();
        speakers.all(|one| {
            let mut turns = acknowledged.iter().map(|given| &given.turn.seat);
            turns.any(|seat| seat.group() == one.seat.group())
        })
    }

    /// The evidence for whose sake a speech goes on that would be over: its speaker is still to be told of it, or says
    /// nothing of it and was not reminded of any.
    pub(super) fn asked_for_a_word(&self, turn: &Turn) -> Option<InterventionId> {
        if !self.speaks_to_evidence(turn) {
            return None;
        }
        // To whom it was put, and who said no word after that, it is not put again.
        let is_to_be_put = |item: &&Intervention| {
            item.long_evidence().is_none() && turn.telling.binary_search(&item.id).is_err()
        };
        let untold = self.untold(turn).rev().find(is_to_be_put);
        let ignored = || {
            let mut ignored = self.unacknowledged(turn).into_iter();
            ignored.next().filter(|_| turn.reminder.is_none())
        };
        untold.or_else(ignored).map(|item| item.id)
    }

    /// Whether a speech is whole as it stands: it was over but for a word on evidence of which its speaker was reminded,
    /// and what came of that has broken off, or could not be had.
    pub(super) fn is_whole_but_for_a_word(&self, turn: &Turn) -> bool {
        if turn.reminder.is_none() {
            return false;
        }
        if turn.has_answered_reminder() {
            return turn.next == Some(Cue::Resume) && self.untold(turn).next().is_none();
        }
        let mut calls = self.finished.iter().rev();
        let last = calls.find(|call| call.ask.speaks() == Some(turn.id));
        last.is_some_and(|call| call.failed.is_some() && !call.excused)
    }

    /// Whether a speaker who is given this evidence in a speech has been given it before: for the whole speech, or in
    /// the middle of it.
    pub(super) fn has_been_given(&self, turn: &Turn, item: InterventionId) -> bool {
        let item = self.intervention(item);
        item.is_some_and(|item| is_given(turn, item))
    }

    fn is_of_side(&self, one: &Turn, turn: &Turn) -> bool {
        one.seat.group() == turn.seat.group() && self.speaks_to_evidence(one)
    }

    /// Whether a turn is one in which a side speaks to what was handed in.
    pub fn speaks_to_evidence(&self, turn: &Turn) -> bool {
        speaks(turn.task) && self.speaker(&turn.seat).is_some()
    }

    /// Whether somebody has still to speak to whom evidence could be handed.
    pub fn is_evidence_of_use(&self) -> bool {
        // Of a phase that is over, rounds that the judges saw no need for are never held.
        let slots = self.plan.slots.iter();
        let slots = slots.filter(|slot| slot.phase >= self.phases_ended);
        // What is being written already was asked for before.
        let is_written = |slot: &Slot| slot.task.is_written() && self.is_under_way(slot.index);
        slots
            .filter(|slot| speaks(slot.task) && !is_written(slot))
            .any(|slot| !self.is_done(slot))
    }
}

/// Whether sides speak to what was handed in where they have this to do: an examination asks and answers something
/// else.
fn speaks(task: Task) -> bool {
    match task {
        Task::Speech | Task::Arguments | Task::CrossExamine | Task::Closing => true,
        Task::Prepare
        | Task::FloorSpeech
        | Task::Reply
        | Task::Examine
        | Task::Question
        | Task::Answer
        | Task::Frame
        | Task::Synthesis
        | Task::Summary
        | Task::Judgement
        | Task::BallotBefore
        | Task::BallotAfter
        | Task::Verdict => false,
    }
}

/// Whether the prompts of a turn gave its speaker this evidence: from the beginning on, or when it came.
fn is_given(turn: &Turn, item: &Intervention) -> bool {
    item.is_before(turn.id) || is_told(turn, item)
}

/// Whether a speaker was told in this speech of evidence that came in it.
fn is_told(turn: &Turn, item: &Intervention) -> bool {
    turn.told_at(item.id).is_some()
}

/// The content words by which a piece of evidence is known again.
struct EvidenceWords {
    told: BTreeSet<String>,
    source: BTreeSet<String>,
}

impl EvidenceWords {
    /// Collects the words of the evidence without those that everybody says, unless it has no others: whoever says one
    /// of those again may have meant it.
    fn of(item: &Intervention, about: &BTreeSet<String>) -> Self {
        let own = |all: &BTreeSet<String>| all.difference(about).cloned().collect();
        let all = content_words([item.text.as_str()]);
        let told: BTreeSet<String> = own(&all);
        Self {
            told: if told.is_empty() { all } else { told },
            source: own(&content_words([item.source()])),
        }
    }
}

/// Whether a turn says something of a piece of evidence, in other words than those that stand in everybody's speeches:
/// a sentence of it shares half of its content words, two at the least and [`LEAST_SHARED`] at the most, or names its
/// source, or speaks of evidence and shares one.
fn acknowledges(turn: &Turn, item: &Intervention, words: &EvidenceWords) -> bool {
    let from = item.during.filter(|(during, _)| *during == turn.id);
    let from = from.map_or(0, |(_, at)| at as usize);
    let mut sentences = turn.texts().into_iter().flat_map(|text| {
        // Where it came in a speech, what was said before it says nothing of it.
        sentence::sentences(text.get(from..).unwrap_or(text))
    });
    sentences.any(|one| speaks_of(one, &words.told, &words.source))
}

fn speaks_of(sentence: &str, told: &BTreeSet<String>, source: &BTreeSet<String>) -> bool {
    let said = content_words([sentence]);
    let shared = told.intersection(&said).count();
    let names_source = !source.is_empty() && source.is_subset(&said);
    let names_it = sentence.to_lowercase().contains(NAMED) && (shared > 0 || told.is_empty());
    let least = told
        .len()
        .div_ceil(2)
        .clamp(2, LEAST_SHARED)
        .min(told.len());
    names_source || names_it || (shared > 0 && shared >= least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_speaks_of_evidence_in_its_words_by_its_source_or_by_its_name() {
        let told = content_words([
            "After the bridge was closed to cars, the number of shops on it rose from 40 to 52.",
        ]);
        let source = content_words(["Chamber of commerce, annual report"]);
        for (sentence, speaks) in [
            (
                "Shops on a closed bridge rose in number, we are told.",
                true,
            ),
            (
                "The annual report of the chamber of commerce is a brochure.",
                true,
            ),
            ("This evidence is about one bridge.", true),
            ("The evidence for my case is overwhelming.", false),
            ("Cars bring customers.", false),
            ("Madam President, I close.", false),
        ] {
            assert_eq!(speaks_of(sentence, &told, &source), speaks, "{sentence}");
        }
        let short = content_words(["Deaths fell."]);
        assert!(speaks_of("And yet deaths fell.", &short, &BTreeSet::new()));
        assert!(!speaks_of("And yet they fell.", &short, &BTreeSet::new()));
    }
}
