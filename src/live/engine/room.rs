//! Room: whether what is to be asked will fit the context of the model that is asked, as far as it can be estimated:
//! one piece of work as it is, and the speeches of a debate that is to come. What is done about a prompt that did not
//! fit is in `outgrown`.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    asks::TOKENS_A_WORD,
    debate::{
        DebateState,
        ask::{Ask, Purpose, Role},
        ids::Seat,
        opening::Opening,
        rehearsal,
    },
    llm::roster::{Assigned, Roster},
    prompt::Prompts,
    text::shown::given,
};

/// Nobody says anything in fewer words.
pub(super) const LEAST_SCALE: f64 = 0.05;
/// The share of a context that is counted on before a debate: notes and points may be longer than those of a rehearsal.
const COUNTED_ON: f64 = 0.97;
/// The share of a context that is counted on where a scale is named, which is to hold however speakers are drawn out.
const COUNTED_ON_TO_NAME: f64 = 0.95;
/// Tokens by which a speech that is taken up again (at the bell, after a point) is longer than one that begins: what
/// was said stands before the model in place of the room for it, and what it is to do now behind that.
const TAKEN_UP: u32 = 100;
/// The share that is promised of what is left for a speech: other things in its prompt grow with it, a little.
const MARGIN: f64 = 0.85;

/// The most rehearsals of a shorter debate, to find the scale at which all is heard.
const REHEARSALS: u32 = 6;

/// Contexts in which any debate has room for its speeches, and which need no rehearsal.
pub(super) const AMPLE: u32 = 32_768;

/// A prompt that does not fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} needs about {needed} tokens, and {model} has a context of {context}")]
pub struct NoRoom {
    /// The name of what is asked for.
    pub what: String,
    /// The name of the model.
    pub model: String,
    /// About how many tokens are needed, the answer counted.
    pub needed: u32,
    /// The context of the model, in tokens.
    pub context: u32,
}

/// A debate whose speeches no shortening makes fit.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{long}, even with everything before it shortened")]
pub struct NoSpeech {
    /// The speech that is furthest from it.
    pub long: NoRoom,
    /// The scale at which all of them would fit, where there is one.
    pub scale: Option<f64>,
    /// Whether that scale leaves room for what speakers say beyond what they are asked for; otherwise it may just do.
    pub is_ample: bool,
}

/// Whether a piece of work fits the model that is asked for it with all that was said, by an estimate.
///
/// # Errors
/// It does not, unless speeches are shortened, or not at all.
pub fn fits(
    state: &DebateState,
    (prompts, roster): (&Prompts, &Roster),
    ask: &Ask,
    seat: Option<&Seat>,
) -> Result<(), NoRoom> {
    let model = &roster.assigned(ask.role(seat), seat).model;
    let context = model.profile().context;
    // A template that cannot be filled is told by the call.
    let Ok(prompted) = prompts.prompt(state, ask, context) else {
        return Ok(());
    };
    if prompted.needed <= context && prompted.condensed == 0 {
        return Ok(());
    }
    let whole = prompts.prompt(state, ask, u32::MAX);
    Err(NoRoom {
        what: called(ask.purpose()),
        model: given(model.label()),
        needed: whole.map_or(prompted.needed, |whole| whole.needed),
        context,
    })
}

/// The number of oldest speeches that stand in short in the prompt for a piece of work, so that it fits the model that is
/// asked for it, by an estimate.
///
/// # Errors
/// It does not fit even with all of them in short.
pub(super) fn in_short(
    state: &DebateState,
    (prompts, roster): (&Prompts, &Roster),
    ask: &Ask,
    seat: Option<&Seat>,
) -> Result<usize, NoRoom> {
    let model = &roster.assigned(ask.role(seat), seat).model;
    let context = model.profile().context;
    // A template that cannot be filled is told by the call.
    let Ok(prompted) = prompts.prompt(state, ask, context) else {
        return Ok(0);
    };
    if prompted.needed > context {
        return Err(NoRoom {
            what: format!(
                "{}, even with every speech in short,",
                called(ask.purpose())
            ),
            model: given(model.label()),
            needed: prompted.needed,
            context,
        });
    }
    Ok(prompted.condensed as usize)
}

/// Whether the speeches of a debate fit the models of those who give them, each with everything before it shortened
/// where it has to be: by a rehearsal, in which everybody says as much as they are asked for. The scale that would do
/// is rehearsed, too.
///
/// # Errors
/// Some do not: such a debate would be lost.
pub fn speeches_fit(
    opening: &Arc<Opening>,
    (prompts, roster): (&Prompts, &Roster),
) -> Result<(), NoSpeech> {
    let Some(mut longest) = longest(opening, (prompts, roster), Counted::ToBegin) else {
        return Ok(());
    };
    let first = longest.scale;
    for counted in [Counted::ToName, Counted::ToBegin] {
        longest.scale = first;
        longest.is_ample = matches!(counted, Counted::ToName);
        for _ in 0..REHEARSALS {
            let Some(scale) = longest.scale else { break };
            let mut shorter = Opening::clone(opening);
            shorter.options.scale = scale;
            let Some(still) = self::longest(&Arc::new(shorter), (prompts, roster), counted) else {
                return Err(longest);
            };
            let less = (scale * 90.0).floor() / 100.0;
            let next = still.scale.map_or(less, |next| next.min(less));
            longest.scale = Some(next).filter(|scale| *scale >= LEAST_SCALE);
        }
    }
    longest.scale = None;
    Err(longest)
}

/// For what it is counted how long speeches are.
#[derive(Debug, Clone, Copy)]
enum Counted {
    /// Whether a debate is begun: what may just fit is tried.
    ToBegin,
    /// Whether a scale would do: it is named only where it holds.
    ToName,
}

/// The speech that is furthest from fitting, and the scale at which, by its words alone, all of them would.
fn longest(
    opening: &Arc<Opening>,
    (prompts, roster): (&Prompts, &Roster),
    counted: Counted,
) -> Option<NoSpeech> {
    let (counted_on, taken_up) = match counted {
        Counted::ToBegin => (COUNTED_ON, 0),
        Counted::ToName => (COUNTED_ON_TO_NAME, TAKEN_UP),
    };
    let speakers = opening.speakers.iter();
    let contexts: BTreeMap<&Seat, u32> = speakers
        .map(|speaker| {
            let model = &roster.assigned(Role::Speaker, Some(&speaker.seat)).model;
            (&speaker.seat, model.profile().context)
        })
        .filter(|(_, context)| *context < AMPLE)
        .collect();
    if contexts.is_empty() {
        return None;
    }
    let mut worst: Option<NoSpeech> = None;
    let mut hear = |state: &DebateState, ask: &Ask| {
        let Some(turn) = ask.writes().and_then(|turn| state.turn(turn)) else {
            return;
        };
        let Some(&context) = contexts.get(&turn.seat) else {
            return;
        };
        let room = f64::from(context) * counted_on;
        let Ok(prompted) = prompts.prompt(state, ask, room as u32) else {
            return;
        };
        let taken_up = if turn.task.is_spoken() { taken_up } else { 0 };
        let needed = prompted.needed.saturating_add(taken_up);
        if f64::from(needed) <= room {
            return;
        }
        let words = f64::from(turn.target_words) * TOKENS_A_WORD;
        let beside = f64::from(needed) - words;
        let scale = opening.options.scale * (room - beside) * MARGIN / words;
        let scale = (scale * 100.0).floor() / 100.0;
        // What the format gives no length does not get shorter by a scale.
        let scale = Some(scale).filter(|scale| words > 0.0 && *scale >= LEAST_SCALE);
        let scale = match &worst {
            Some(known) => known.scale.zip(scale).map(|(one, other)| one.min(other)),
            None => scale,
        };
        let kind = if turn.task.is_spoken() {
            "a speech"
        } else {
            "a written turn"
        };
        let long = NoRoom {
            what: format!("{kind} of {}", opening.name(&turn.seat)),
            model: given(&prompted_by(roster, &turn.seat)),
            needed,
            context,
        };
        worst = Some(match worst.take() {
            Some(known) if known.long.needed >= long.needed => NoSpeech { scale, ..known },
            Some(_) | None => NoSpeech {
                long,
                scale,
                is_ample: false,
            },
        });
    };
    // A debate that comes to no end is found out by other means.
    let _ = rehearsal::hold_alone(Arc::clone(opening), &mut hear);
    worst
}

/// The name of the model of a speaker.
fn prompted_by(roster: &Roster, seat: &Seat) -> String {
    let model = &roster.assigned(Role::Speaker, Some(seat)).model;
    model.label().to_owned()
}

/// The assigned model that is asked in a rehearsal for what has just been begun.
pub(super) fn asked<'a>(roster: &'a Roster, state: &DebateState, ask: &Ask) -> &'a Assigned {
    let call = state.calls.values().find(|call| &call.ask == ask);
    let seat = call.and_then(|call| call.seat.as_ref());
    roster.assigned(state.role_of(ask, seat), seat)
}

/// A kind of calls: their prompts differ by who is asked, and hardly in length.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CallKind {
    /// The label of the model.
    pub(super) model: String,
    purpose: Purpose,
    /// Whether several members are asked at once.
    is_joint: bool,
}

impl CallKind {
    /// The kind of a call to a model.
    pub(super) fn of(model: &str, ask: &Ask) -> Self {
        Self {
            model: model.to_owned(),
            purpose: ask.purpose(),
            is_joint: !ask.members().is_empty(),
        }
    }

    /// The name of what is asked for, for people.
    pub(super) fn called(&self) -> String {
        let one = called(self.purpose);
        if self.is_joint {
            format!("{one} of several members at once")
        } else {
            one
        }
    }
}

/// The name of what is asked for, for people: "ballots after", in quotation marks.
pub(super) fn called(purpose: Purpose) -> String {
    format!("\"{}\"", purpose.told())
}
