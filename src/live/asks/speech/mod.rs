//! Prose for the floor: a main speech or a floor speech, a question, an answer, a summary, from its beginning or from a
//! cue.

mod passage;
mod step;
mod step_number;
mod whole;

pub(super) use step::step_words;

use super::{
    Asking, Filling, Floor, GivenPassage, Reply, Sees, Stepwise, Wording, tokens,
    view::{names, seconds},
};
use crate::{
    catalog::{Steps, Task},
    debate::{
        DebateState,
        ask::{Ask, Cue},
        ids::TurnId,
        state::Turn,
    },
};

/// The temperature of whoever speaks (seed 002: 0.8), where their model is not known to want another.
const SPEAKER_TEMPERATURE: f64 = 0.8;

/// Nobody who has the floor is given room for fewer words.
const SHORTEST: u32 = 60;
/// Words in which a sentence is ended.
const SENTENCE: u32 = 30;

/// The ask: which turn is spoken, and where it takes up.
pub(super) struct Speech(pub(super) TurnId, pub(super) Cue);

impl Speech {
    /// The wording of what its speaker is asked in the middle of it: its prompt is gone on with, and is not read anew.
    pub(super) fn interrupted<'a>(
        &self,
        state: &'a DebateState,
        asked: Filling,
    ) -> Option<Wording<'a>> {
        let Some(Wording::Speech { turn, first, .. }) = self.wording(state) else {
            return None;
        };
        Some(Wording::Speech {
            turn,
            first,
            again: Some((self.1, asked)),
        })
    }
}

impl Asking for Speech {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let turn = state.turn(self.0)?;
        let described = state
            .spec_of(turn)
            .is_some_and(|spec| !spec.instructions.is_empty());
        let first = match turn.task {
            Task::FloorSpeech => ("floor_speech.md", whole::floor_speech(state, turn)),
            Task::Summary => ("summary.md", whole::turn(state, turn)),
            Task::Question | Task::Answer => ("turn.md", whole::turn(state, turn)),
            Task::Prepare
            | Task::Speech
            | Task::Arguments
            | Task::CrossExamine
            | Task::Reply
            | Task::Closing
            | Task::Examine
            | Task::Frame
            | Task::Synthesis
            | Task::Judgement
            | Task::BallotBefore
            | Task::BallotAfter
            | Task::Verdict => {
                if described {
                    ("turn.md", whole::turn(state, turn))
                } else {
                    ("speech.md", whole::speech(state, turn))
                }
            }
        };
        let again = || (self.1, ("cue.md", whole::cue(state, turn, self.1)));
        Some(Wording::Speech {
            turn,
            first,
            again: (!turn.is_unbegun()).then(again),
        })
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        state.turn(self.0).map_or(400, |turn| {
            if state.steps_of(turn) == Steps::OneAtATime {
                tokens(step::step_words(turn)) * 3 / 2 + 16
            } else {
                tokens(turn.target_words.saturating_sub(turn.words).max(SHORTEST)) * 3 / 2 + 80
            }
        })
    }

    /// Room for the words that are asked for, and to end the sentence.
    fn least_tokens(&self, state: &DebateState) -> u32 {
        let most = self.max_tokens(state);
        let Some(turn) = state.turn(self.0) else {
            return most;
        };
        match state.steps_of(turn) {
            Steps::OneAtATime => most,
            Steps::Together => {
                let words = turn.target_words.saturating_sub(turn.words);
                tokens(words.max(SHORTEST).saturating_add(SENTENCE)).min(most)
            }
        }
    }

    fn temperature(&self, state: &DebateState) -> Option<f64> {
        let speaker = state.speaker(&state.turn(self.0)?.seat)?;
        // Models that think, and those that are known, have what suits them.
        let is_known = speaker.profile.temperature.is_some() || speaker.profile.thinks;
        (!is_known).then_some(SPEAKER_TEMPERATURE)
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        let turn = state.turn(self.0);
        Sees::before(state, turn)
    }

    fn stepwise(&self, state: &DebateState) -> Option<Stepwise> {
        let turn = state.turn(self.0)?;
        let (role, question) = match Way::of(state, turn)? {
            Way::Summary => ("summary", ("summary_step.md", whole::summary(state))),
            Way::Short => ("floor", ("turn_step.md", step::short(state, turn, self.1))),
            Way::Steps => ("floor", ("speech_step.md", step::step(state, turn, self.1))),
        };
        Some(Stepwise {
            // What cannot be had but from practice is asked for without.
            practises: turn.failures == 0,
            ..Stepwise::whole(role, question)
        })
    }

    fn seconds(&self, state: &DebateState) -> Option<u32> {
        seconds(state, self.0)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let turn = state.turn(self.0);
        let names = turn.map_or_else(Vec::new, |turn| match names(state, &turn.seat) {
            nobody if nobody.is_empty() => vec![state.name(&turn.seat)],
            names => names,
        });
        Reply::Floor(Floor {
            turn: Some(self.0),
            names,
            joint: turn.map_or("", |turn| joint(turn, self.1)),
            rests_on: turn.and_then(|turn| rests_on(state, turn, self.1)),
            broken_off: turn.and_then(|turn| broken_off(state, turn)),
        })
    }
}

/// The way in which a speaker speaks whose model is asked for one thing at a time.
enum Way {
    /// A main speech, one step after the other.
    Steps,
    /// A turn that is so short that it is made in one.
    Short,
    /// A summary of what others have said.
    Summary,
}

impl Way {
    fn of(state: &DebateState, turn: &Turn) -> Option<Self> {
        let small = state.is_asked_stepwise(&turn.seat);
        if small && turn.task == Task::Summary {
            return Some(Self::Summary);
        }
        let speaks = matches!(turn.task, Task::Speech | Task::Question | Task::Answer);
        match state.steps_of(turn) {
            Steps::OneAtATime => Some(Self::Steps),
            Steps::Together => {
                let is_short = speaks && small && state.speaker(&turn.seat).is_some();
                is_short.then_some(Self::Short)
            }
        }
    }
}

/// Whether a turn is spoken by a model that is asked for one thing at a time: step by step, or in one where it is
/// short.
pub(super) fn is_stepwise(state: &DebateState, turn: TurnId) -> bool {
    let way = state.turn(turn).and_then(|turn| Way::of(state, turn));
    matches!(way, Some(Way::Steps | Way::Short))
}

/// The passage that the words asked for rest on, where they are asked for with one.
fn rests_on(state: &DebateState, turn: &Turn, cue: Cue) -> Option<GivenPassage> {
    match Way::of(state, turn)? {
        Way::Steps => passage::of_step(state, turn, cue),
        Way::Short => passage::of_short(state, turn),
        Way::Summary => None,
    }
}

/// The characters between the text that was said and the text that follows.
fn joint(turn: &Turn, cue: Cue) -> &'static str {
    if turn.text.is_empty() {
        return "";
    }
    match cue {
        Cue::AfterPoint { .. } | Cue::Evidence { .. } => "\n\n",
        Cue::Begin | Cue::Step { .. } | Cue::Bell | Cue::Resume => {
            if turn.text.ends_with(char::is_whitespace) {
                ""
            } else {
                " "
            }
        }
    }
}

/// The number of times in a row that a speech was broken off, and why it was last, where it is asked for again.
fn broken_off(state: &DebateState, turn: &Turn) -> Option<(u32, String)> {
    let failures = turn.failures;
    let is_it = |of: &Ask| matches!(of, Ask::Speech { turn: other, .. } if *other == turn.id);
    let last = state.finished.iter().rev().find(|call| is_it(&call.ask));
    let reason = last.and_then(|call| call.failed.clone());
    (failures > 0).then(|| (failures, reason.unwrap_or_default()))
}

/// Whether a turn is the last speech of its side.
fn is_final(state: &DebateState, turn: &Turn) -> bool {
    state.slot_of(turn).is_some_and(|own| {
        !state.plan.slots.iter().any(|slot| {
            slot.task == Task::Speech
                && slot.index > own.index
                && slot.seat.group() == own.seat.group()
        })
    })
}
