//! A debate that is over and longer than the context of whoever reads it: its speeches are read by the clerk, one by one,
//! and what was written down of them stands in the place of the oldest, as in a debate that runs. What is known already
//! is not asked for again. Nothing is recorded.

use serde::Serialize;
use tokio_util::sync::CancellationToken;

use super::{
    room::{NoRoom, in_short},
    standalone_calls::StandaloneCalls,
};
use crate::{
    debate::{
        DebateState,
        answer::{ArgumentPoint, SpeechArguments},
        ask::Ask,
        decide::Answer,
        event::CallReport,
        ids::{Seat, TurnId},
        state::{Extraction, Turn},
    },
    llm::{ModelError, retry, roster::Roster},
    prompt::{IN_SHORT, Prompts, WORDS_IN_SHORT},
    text::{count_words, first_words, sentence},
};

/// What has no more words stands in full wherever it is shortened: nothing need be written down of it.
const LEAST_WORDS: u32 = WORDS_IN_SHORT as u32;
/// The most parts in which a speech is read that is too long for one prompt.
const PARTS: usize = 64;

/// An ask, and the seat that it is put to.
pub type SeatedAsk<'a> = (&'a Ask, Option<&'a Seat>);

/// Keeps what was written down of a speech.
pub type KeepReading<'a> = &'a mut dyn FnMut(TurnId, &SpeechArguments);

/// How much of a debate is read in short.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct InShort {
    /// The number of speeches that are shortened, the oldest.
    pub speeches: usize,
    /// The share of all words that are in them, from 0 to 1.
    pub words: f64,
}

/// What is to be condensed so that all of some asks fit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CondensePlan {
    /// The most of the debate that stands in short in any of their prompts.
    pub in_short: InShort,
    /// The speeches of which nothing is written down yet.
    pub unread: Vec<TurnId>,
}

/// A debate whose speeches were read.
#[derive(Debug, Clone)]
pub struct CondensedDebate {
    /// The debate, with what its speeches argue.
    pub state: DebateState,
    /// The report on all calls together.
    pub report: CallReport,
    /// Why a speech could not be read: nothing behind it was.
    pub failed: Option<ModelError>,
    /// Whether it was stopped.
    pub stopped: bool,
}

/// What must be condensed before these asks are put.
///
/// # Errors
/// One of them does not fit even with every speech in short, or a speech cannot be read even in parts.
pub fn plan(
    state: &DebateState,
    (prompts, roster): (&Prompts, &Roster),
    asks: &[SeatedAsk<'_>],
) -> Result<CondensePlan, NoRoom> {
    let expected = with_stubs(state);
    let mut shortened = 0;
    for (ask, seat) in asks {
        shortened = shortened.max(in_short(&expected, (prompts, roster), ask, *seat)?);
    }
    let speeches: Vec<&Turn> = state.speeches().take(shortened).collect();
    let unread: Vec<TurnId> = speeches
        .iter()
        .filter(|turn| is_unread(turn))
        .map(|turn| turn.id)
        .collect();
    for turn in &unread {
        parts(state, (prompts, roster), *turn)?;
    }
    let words = |turns: &mut dyn Iterator<Item = &Turn>| -> f64 {
        turns.map(|turn| f64::from(turn.words)).sum()
    };
    let all = words(&mut state.speeches());
    let long = speeches
        .iter()
        .copied()
        .filter(|turn| turn.words > LEAST_WORDS);
    let long: Vec<&Turn> = long.collect();
    Ok(CondensePlan {
        in_short: InShort {
            speeches: long.len(),
            words: words(&mut long.iter().copied()) / all.max(1.0),
        },
        unread,
    })
}

fn is_unread(turn: &Turn) -> bool {
    turn.words > LEAST_WORDS && !matches!(turn.arguments, Extraction::Done(_))
}

/// The debate as if of every speech as much was written down as can stand in a prompt: what is asked of it then fits what
/// will be written, too.
fn with_stubs(state: &DebateState) -> DebateState {
    let mut state = state.clone();
    for turn in state.turns.iter_mut().filter(|turn| is_unread(turn)) {
        let stub = ArgumentPoint {
            claim: first_words(&turn.text, IN_SHORT),
            reasoning: String::new(),
            evidence: None,
            is_rebuttal: false,
            rebuts_speaker: None,
        };
        turn.arguments = Extraction::Done(SpeechArguments {
            opening: String::new(),
            arguments: vec![stub],
            closing: String::new(),
            tone: String::new(),
            key_rhetorical_moves: Vec::new(),
            shifts: None,
        });
    }
    state
}

/// The parts in which a speech is read: as few as fit the clerk's context, each with whole sentences.
pub(super) fn parts(
    state: &DebateState,
    (prompts, roster): (&Prompts, &Roster),
    turn: TurnId,
) -> Result<Vec<String>, NoRoom> {
    let text = state.turn(turn).map_or("", |turn| turn.text.as_str());
    let ask = Ask::Extract { turn };
    let mut count = 1;
    loop {
        let parts = cut(text, count);
        let fits = parts.iter().try_for_each(|part| {
            // A speech that is read must stand in its prompt in full.
            super::room::fits(&state.alone(turn, part), (prompts, roster), &ask, None)
        });
        match fits {
            Ok(()) => return Ok(parts),
            Err(long) if count >= PARTS => return Err(long),
            Err(_) => count *= 2,
        }
    }
}

/// A text in so many parts of about the same length, cut between sentences.
fn cut(text: &str, count: usize) -> Vec<String> {
    let most = count_words(text).div_ceil(u32::try_from(count).unwrap_or(u32::MAX).max(1));
    let mut parts = vec![String::new()];
    for sentence in sentence::sentences(text) {
        let is_full = parts.last().is_some_and(|part| {
            !part.is_empty() && count_words(part) + count_words(sentence) > most
        });
        if is_full && count > 1 {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            if !part.is_empty() {
                part.push(' ');
            }
            part.push_str(sentence);
        }
    }
    parts
}

/// Has the clerk read these speeches, each by itself. `keep` is given what was written down of each as it comes; `hear` is
/// told how many are read, of how many.
pub async fn condense(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    unread: &[TurnId],
    (hear, keep): (&mut dyn FnMut(usize, usize), KeepReading<'_>),
    stop: &CancellationToken,
) -> CondensedDebate {
    let mut condensed = CondensedDebate {
        state: state.clone(),
        report: CallReport::default(),
        failed: None,
        stopped: false,
    };
    let mut sum = None;
    hear(0, unread.len());
    for (at, turn) in unread.iter().enumerate() {
        let reading = read_alone(state, calls, *turn, at);
        let (read, report) = tokio::select! {
            read = reading => read,
            () = stop.cancelled() => {
                condensed.stopped = true;
                break;
            }
        };
        sum = Some(retry::joined(sum.take(), report));
        match read {
            Ok(arguments) => {
                keep(*turn, &arguments);
                note(&mut condensed.state, *turn, arguments);
            }
            Err(ModelError::Limit { .. }) => {
                condensed.stopped = true;
                break;
            }
            Err(error) => {
                condensed.failed = Some(error);
                break;
            }
        }
        hear(at + 1, unread.len());
    }
    condensed.report = sum.unwrap_or_default();
    condensed
}

/// Notes what a speech argues.
pub fn note(state: &mut DebateState, turn: TurnId, arguments: SpeechArguments) {
    if let Some(turn) = state.turns.iter_mut().find(|one| one.id == turn) {
        turn.arguments = Extraction::Done(arguments);
    }
}

/// What a speech argues, all parts together.
async fn read_alone(
    state: &DebateState,
    calls: StandaloneCalls<'_>,
    turn: TurnId,
    number: usize,
) -> (Result<SpeechArguments, ModelError>, CallReport) {
    let parts = match parts(state, (calls.prompts, calls.roster), turn) {
        Ok(parts) => parts,
        Err(long) => {
            let error = ModelError::TooLong {
                model: long.model.clone(),
                detail: long.to_string(),
                context: Some(long.context),
            };
            return (Err(error), CallReport::default());
        }
    };
    let ask = Ask::Extract { turn };
    let mut whole: Option<SpeechArguments> = None;
    let mut sum = None;
    for (at, part) in parts.iter().enumerate() {
        let alone = state.alone(turn, part);
        let number = u32::try_from(number * PARTS + at).unwrap_or(u32::MAX);
        let (answer, report) = calls.ask(&alone, &ask, None, number).await;
        sum = Some(retry::joined(sum.take(), report));
        let more = match answer {
            Ok(Answer::Arguments(more)) => more,
            Ok(_) => return (Err(ModelError::EMPTY), sum.unwrap_or_default()),
            Err(error) => return (Err(error), sum.unwrap_or_default()),
        };
        match &mut whole {
            None => whole = Some(more),
            Some(whole) => {
                whole.arguments.extend(more.arguments);
                whole.closing = more.closing;
            }
        }
    }
    (whole.ok_or(ModelError::EMPTY), sum.unwrap_or_default())
}

#[cfg(test)]
mod tests;
