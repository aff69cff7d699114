//! What is taken back of a speech: what a slip has spoiled, a speech that is hardly anything, and the beginning of a
//! sentence that cannot be finished.

use crate::{
    catalog::{Steps, Task},
    debate::{
        event::Event,
        state::{DebateState, Turn},
    },
    text::{count_words, sentence},
};

use super::{
    referee,
    slip::{self, Slip},
};

/// A speech that was taken back as often as this is heard as it is.
const MOST_SEAMS: usize = 4;
/// A small model's speech of fewer words is no speech.
const LEAST_SPOKEN: u32 = 8;
/// A small model's question of fewer words asks nothing.
const LEAST_ASKED: u32 = 5;
/// The number of times that a speech or question that is too short is asked for again. Then it stands: a word is better
/// than none.
const TAKES: usize = 2;

/// Whether of what a small model said so little is left, without all that was said before, that it had better speak
/// again.
pub(super) fn is_scant(state: &DebateState, turn: &Turn) -> bool {
    let least = if turn.task == Task::Speech {
        LEAST_SPOKEN.min(turn.target_words / 2)
    } else if turn.task == Task::Question {
        LEAST_ASKED
    } else {
        0
    };
    let is_small = state.is_asked_stepwise(&turn.seat);
    is_small && turn.words < least && turn.seams.len() < TAKES
}

/// The part of a speech that is taken back: all but so many bytes, for a slip or because the speech is hardly anything.
#[derive(Debug, Clone, Copy)]
pub(super) struct TakenBack {
    pub(super) kept: usize,
    pub(super) slip: Option<Slip>,
}

/// The slip of a small model, which is taken back with what followed. A speech in steps goes on with its next one, and
/// its close is taken back whole and spoken again, because every speech asks for a vote.
pub(super) fn slip(state: &DebateState, turn: &Turn, text: &str) -> Option<TakenBack> {
    let is_watched = referee::checks_side(state, turn) && state.is_asked_stepwise(&turn.seat);
    if !is_watched || turn.seams.len() >= MOST_SEAMS {
        return None;
    }
    // What was said before a point was put stays: the point is about it.
    let points = turn.points.iter().filter_map(|id| state.point(*id));
    let from = points.map(|point| point.at).max().unwrap_or(0) as usize;
    let (at, slip) = slip::first(text, from, state.stance(&turn.seat))?;
    let closes = state.steps_of(turn) == Steps::OneAtATime && turn.is_at_last_step();
    let kept = if closes {
        let close = text.get(..at).and_then(|before| before.rfind("\n\n"));
        close.map_or(at, |end| end + 2).max(from)
    } else {
        at
    };
    let slip = Some(slip);
    Some(TakenBack { kept, slip })
}

/// Takes it back, and says why where there is a reason.
pub(super) fn take(state: &DebateState, turn: &Turn, what: TakenBack) -> Vec<Event> {
    let name = state.name(&turn.seat);
    let told = what.slip.map(|slip| Event::Notice {
        text: format!("{name} {}.", slip.describe()),
    });
    let back = Event::SpeechRewound {
        turn: turn.id,
        kept: u32::try_from(what.kept).unwrap_or(u32::MAX),
    };
    [back].into_iter().chain(told).collect()
}

/// The text that cannot be finished goes back to the end of a sentence.
pub(super) fn rewind(turn: &Turn) -> Option<Event> {
    // What is read out from a draft goes on from there.
    if turn.task.is_written() {
        return None;
    }
    let whole = whole(turn).len();
    (whole < turn.text.len()).then(|| Event::SpeechRewound {
        turn: turn.id,
        kept: u32::try_from(whole).unwrap_or(0),
    })
}

/// A speech that is broken off now, as it is when it is taken up.
pub(super) fn taken_up(turn: &Turn) -> Turn {
    let mut turn = turn.clone();
    turn.rewind(whole(&turn).len());
    turn.next = Some(turn.taken_up());
    turn
}

/// The words that stand where a speech breaks off now.
pub(super) fn whole_words(turn: &Turn) -> u32 {
    count_words(whole(turn))
}

fn whole(turn: &Turn) -> &str {
    if sentence::is_at_end(&turn.text) {
        return &turn.text;
    }
    let end = sentence::last_end(&turn.text);
    turn.text.get(..end).unwrap_or_default()
}
