//! A turn: who has it, what was said or handed in, with all that happened in it.

use std::collections::BTreeSet;

use super::{
    Block, Builder, Interjection, Remark, SectionPart, Tone, names, part::remark,
    unreached::unreached,
};
use crate::{
    catalog::{Rule, Task},
    debate::{
        DebateState,
        event::Truncation,
        sources::citations,
        state::{Intervention, Turn, TurnStatus},
    },
    text::{counted, listed, sentence},
};

/// A turn as it is told.
#[derive(Debug, Clone, PartialEq)]
pub struct Speech<'a> {
    /// The turn as the state has it.
    pub turn: &'a Turn,
    /// The banner of a turn with which the debate ends; empty elsewhere.
    pub banner: &'static str,
    /// The full name of the speaker.
    pub name: String,
    /// The seat as a title: "Proposition 1". Empty where a title says nothing.
    pub place: String,
    /// The kind of the turn, where it is not simply a speech; empty elsewhere.
    pub what: String,
    /// The note that an earlier attempt was struck; empty where none was.
    pub again: String,
    /// The number of words of the turn, or what is done with it; empty while it is spoken.
    pub length: String,
    /// The time that the words take to say; empty for what is written.
    pub time: String,
    /// The pieces of the turn: what was said, with what happened in it, in order.
    pub pieces: Vec<SpeechPart<'a>>,
    /// The passages that it names.
    pub sources: Vec<String>,
    /// Remarks on how the turn ended, and on what is held against it.
    pub remarks: Vec<Remark>,
}

impl Speech<'_> {
    /// The heading: who, where and what, in one line.
    pub fn heading(&self) -> String {
        let place = match self.place.as_str() {
            "" => String::new(),
            place => format!(" ({place})"),
        };
        let what = match self.what.as_str() {
            "" => String::new(),
            what => format!(": {what}"),
        };
        let again = match self.again.as_str() {
            "" => String::new(),
            again => format!(", {again}"),
        };
        format!("{}{place}{what}{again}", self.name)
    }

    /// The length of the turn: how many words, and the time that they take to say.
    pub fn length(&self) -> String {
        let both = [self.length.as_str(), self.time.as_str()];
        let both: Vec<&str> = both.into_iter().filter(|one| !one.is_empty()).collect();
        both.join(", ")
    }

    /// The length of the turn where there is little room: its time, or its words.
    pub fn short_length(&self) -> String {
        if self.time.is_empty() {
            format!("{} w", self.turn.words)
        } else {
            self.time.clone()
        }
    }
}

/// A piece of a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum SpeechPart<'a> {
    /// Words that were said.
    Said(&'a str),
    /// The work that was handed in.
    Work(Vec<SectionPart<'a>>),
    /// The bell that was rung.
    Bell(String),
    /// A notice that was given in the middle.
    Notice(&'a str),
    /// Things came in that are not told here.
    Folded(String),
    /// A point of information, or what a viewer brought in.
    Interjection(Interjection<'a>),
}

/// The spoken turn inside which an intervention stands, if it came in one.
pub(super) fn host<'a>(state: &'a DebateState, item: &Intervention) -> Option<&'a Turn> {
    let (turn, _) = item.during?;
    state.turn(turn).filter(|turn| turn.task.is_spoken())
}

/// The kind of a turn, where it is not simply a speech: the format's own title, or what the turn does; and the round,
/// where the format has rounds.
pub fn what(state: &DebateState, turn: &Turn) -> String {
    let title = titled(state, turn);
    let slot = state.slot_of(turn);
    let phase = state.plan.phases.get(turn.phase as usize);
    let has_rounds = phase.is_some_and(|phase| phase.has_rounds && phase.rounds > 1);
    match slot.filter(|_| has_rounds) {
        Some(slot) if title.is_empty() => format!("round {}", slot.round),
        Some(slot) => format!("{title}{ROUND}{}", slot.round),
        None => title,
    }
}

/// The words between the title of a turn and the number of its round.
const ROUND: &str = ", round ";

/// The kind of a turn where there is no room for all of it: the round, by which it is told from its like. What is done in
/// the rounds stands above them.
pub fn what_in_short(what: &str) -> &str {
    let round = what.rfind(ROUND).and_then(|at| what.get(at..));
    round.map_or(what, |round| round.trim_start_matches(", "))
}

fn titled(state: &DebateState, turn: &Turn) -> String {
    let slot = state.slot_of(turn);
    let other = slot.and_then(|slot| slot.whom.as_ref());
    let other = other
        .map(|seat| names::party(state, seat))
        .unwrap_or_default();
    let titled = state.spec_of(turn).map(|spec| spec.title.clone());
    let titled = titled.unwrap_or_default();
    match turn.task {
        Task::Question => format!("asks {other}"),
        Task::Answer => format!("answers {other}"),
        Task::Speech | Task::FloorSpeech => titled,
        Task::Prepare
        | Task::Arguments
        | Task::CrossExamine
        | Task::Reply
        | Task::Closing
        | Task::Examine
        | Task::Frame
        | Task::Synthesis
        | Task::Summary
        | Task::Judgement
        | Task::BallotBefore
        | Task::BallotAfter
        | Task::Verdict => match titled.as_str() {
            "" => turn.task.name().to_owned(),
            _ => titled,
        },
    }
}

/// The passages that a turn names, each once.
pub fn cited(turn: &Turn) -> BTreeSet<u32> {
    let cited = citations(&turn.text).into_iter();
    cited.flat_map(|citation| citation.numbers).collect()
}

/// The number of words of a turn, for people.
pub fn words_of(turn: &Turn) -> String {
    counted(turn.words, "word", "words")
}

/// The words behind what a person has put in for a speaker. Those before it say where it begins.
pub(crate) const PUT_IN_ENDS: &str = "So far the words were put in by you.";

impl<'a> Builder<'a> {
    /// A turn with all that happened in it.
    pub fn speech(self, turn: &'a Turn) -> Speech<'a> {
        let state = self.state;
        let (length, time) = match &turn.status {
            TurnStatus::Open => (String::new(), String::new()),
            TurnStatus::Heard { .. } => ("being checked".to_owned(), String::new()),
            TurnStatus::Struck { .. } => ("struck".to_owned(), String::new()),
            TurnStatus::Ended { .. } => (
                words_of(turn),
                if turn.task.is_written() {
                    String::new()
                } else {
                    names::spoken(state, turn.words)
                },
            ),
        };
        Speech {
            turn,
            banner: if turn.task == Task::Synthesis {
                "Where the sides stand"
            } else if turn.task == Task::Summary {
                "The summary"
            } else {
                ""
            },
            name: state.speaker_in(turn),
            place: names::title(state, &turn.seat),
            what: what(state, turn),
            again: match turn.attempt {
                0 | 1 => String::new(),
                attempt => format!("again, attempt {attempt}"),
            },
            length,
            time,
            pieces: self.pieces(turn),
            sources: self.sources(turn),
            remarks: self.remarks(turn),
        }
    }

    /// The poll that was taken after a turn.
    pub(super) fn poll_after(self, turn: &Turn) -> Option<Block<'a>> {
        let poll = self.state.polls.get(turn.poll?)?;
        Some(Block::Poll(self.poll(poll)))
    }

    /// The passages that a turn names which is over.
    pub fn sources(self, turn: &Turn) -> Vec<String> {
        if turn.is_open() || turn.is_struck() {
            return Vec::new();
        }
        let line = |number: u32| {
            let passage = self.state.passage(number)?;
            Some(format!("[{number}] {}", passage.source))
        };
        cited(turn).into_iter().filter_map(line).collect()
    }

    /// Remarks on a turn when it is over: claims that its sources do not hold, how it was cut, what was ruled.
    pub fn remarks(self, turn: &Turn) -> Vec<Remark> {
        let doubts = turn.doubts.iter().flatten();
        let doubts = doubts.filter(|_| !turn.is_open() && !turn.is_struck());
        let mut remarks: Vec<Remark> = doubts
            .map(|doubt| remark(Tone::Warning, doubt.describe()))
            .collect();
        match &turn.status {
            TurnStatus::Open if self.state.is_closed() => {
                remarks.push(remark(
                    Tone::Warning,
                    "The debate was adjourned during this turn.",
                ));
            }
            TurnStatus::Open => remarks.push(remark(Tone::Open, "The speech is not over.")),
            TurnStatus::Heard { truncated } | TurnStatus::Ended { truncated, .. } => {
                remarks.extend(self.cut(turn, truncated.as_ref()));
            }
            TurnStatus::Struck { .. } => {}
        }
        if let Some(ruling) = self.state.ruling(turn) {
            remarks.push(remark(Tone::Warning, ruling));
        }
        if let TurnStatus::Struck { rule, .. } = &turn.status
            && let Some(rule) = Rule::ALL.iter().find(|one| one.word() == rule.as_str())
        {
            remarks.push(remark(Tone::Quiet, format!("The rule: {}", rule.demands())));
        }
        remarks
    }

    fn cut(self, turn: &Turn, truncated: Option<&Truncation>) -> Vec<Remark> {
        match truncated {
            None => Vec::new(),
            Some(Truncation::TimeLimit) => {
                let unreached = unreached(turn);
                let told = if unreached.is_empty() {
                    overrun(turn)
                } else {
                    format!("{} Not reached: {}.", overrun(turn), listed(&unreached))
                };
                vec![remark(Tone::Cut, told)]
            }
            Some(Truncation::Length) => vec![remark(
                Tone::Cut,
                "Cut short: the model had room for no more.",
            )],
            Some(Truncation::Unreachable { reason }) => {
                let told = if self.is_unasked(turn) {
                    "Nobody was asked for this."
                } else {
                    "Cut short: the speaker's model gave no answer."
                };
                vec![remark(Tone::Cut, told), remark(Tone::Error, reason.clone())]
            }
        }
    }

    /// Whether a turn came to nothing without a model: what others left out is no fault of its own.
    fn is_unasked(self, turn: &Turn) -> bool {
        let mut calls = self.state.finished.iter();
        turn.task.is_written()
            && turn.failures == 0
            && !calls.any(|call| call.ask.writes() == Some(turn.id))
    }

    /// The words for the bell, with how many words were left.
    pub fn bell(turn: &Turn) -> Option<String> {
        turn.bell?;
        Some(bell_rings(turn.words_left))
    }

    fn pieces(self, turn: &'a Turn) -> Vec<SpeechPart<'a>> {
        if let Some(work) = &turn.work {
            let mut pieces = vec![SpeechPart::Work(self.work(turn, work))];
            // Where in the work it rang is not kept: below what was read so far stands what is left now.
            if turn.bell.is_some() && turn.draft.is_some() {
                let left = turn.target_words.saturating_sub(turn.words);
                pieces.push(SpeechPart::Bell(bell_rings(left)));
            }
            return pieces;
        }
        let mut pieces = Vec::new();
        let mut from = 0;
        for (at, piece) in self.happenings(turn) {
            pieces.extend(said(&turn.text, from, at));
            pieces.push(piece);
            from = at;
        }
        pieces.extend(said(&turn.text, from, turn.text.len()));
        pieces
    }

    /// The happenings in a speech, in order, each at the end of a sentence where one has ended since. At one place
    /// points come first, then the bell, then what a viewer brought in.
    fn happenings(self, turn: &'a Turn) -> Vec<(usize, SpeechPart<'a>)> {
        let state = self.state;
        let points = turn.points.iter().filter_map(|id| {
            let point = state.point(*id)?;
            Some((point.at, SpeechPart::Interjection(self.point(point))))
        });
        let bell = Self::bell(turn).map(SpeechPart::Bell);
        let bell = turn.bell.into_iter().zip(bell);
        let notices = turn.notices.iter().filter_map(|(at, index)| {
            let text = state.notices.get(*index)?;
            Some((*at, SpeechPart::Notice(text)))
        });
        let (folded, items) = self.interventions_during(turn);
        let place = |item: &Intervention| item.during.map_or(0, |(_, at)| at);
        let first = items.first().filter(|_| folded > 0);
        let folded = first.map(|item| (place(item), SpeechPart::Folded(fold(folded))));
        let items = items
            .into_iter()
            .map(|item| (place(item), SpeechPart::Interjection(self.brought_in(item))));
        let put_in = turn
            .put_in
            .map(|(_, to)| (to, SpeechPart::Notice(PUT_IN_ENDS)));
        let mut found: Vec<(usize, SpeechPart<'a>)> = points
            .chain(put_in)
            .chain(bell)
            .chain(notices)
            .chain(folded)
            .chain(items)
            .map(|(at, piece)| (sentence::settled(&turn.text, at as usize), piece))
            .collect();
        found.sort_by_key(|(at, _)| *at);
        found
    }

    /// The number of interventions during a turn that are not told here, the oldest, and those that are.
    pub fn interventions_during(self, turn: &Turn) -> (usize, Vec<&'a Intervention>) {
        let newest = self.state.interventions_during(turn.id).rev();
        let mut told: Vec<&Intervention> = newest.take(self.most).collect();
        told.reverse();
        let folded = self.state.count_during(turn.id).saturating_sub(self.most);
        (folded, told)
    }
}

/// The words for a turn that was cut for its length, with the share by which it ran over its time.
fn overrun(turn: &Turn) -> String {
    let (words, target) = (f64::from(turn.words), f64::from(turn.target_words));
    let percent = (100.0 * (words - target) / target.max(1.0)).round();
    if turn.target_words == 0 || percent < 1.0 {
        return "Cut at the time limit.".to_owned();
    }
    format!("Cut: it ran {percent:.0} % over its time.")
}

fn bell_rings(left: u32) -> String {
    if left == 0 {
        return "The bell rings: time is up.".to_owned();
    }
    format!("The bell rings: {} left.", counted(left, "word", "words"))
}

fn said(text: &str, from: usize, to: usize) -> Option<SpeechPart<'_>> {
    let text = text.get(from..to)?;
    (!text.trim().is_empty()).then_some(SpeechPart::Said(text))
}

fn fold(count: usize) -> String {
    match count {
        1 => "One more thing came in before this; an export has it.".to_owned(),
        more => format!("{more} more things came in before this; an export has them all."),
    }
}
