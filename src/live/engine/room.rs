//! Room: whether what is to be asked will fit the context of the model that is asked, as far as it can be estimated. What
//! is done about a prompt that did not fit is in `outgrown`.

use crate::{
    asks::TOKENS_A_WORD,
    catalog::Steps,
    debate::{
        DebateState,
        ask::{Ask, Purpose, Role},
        ids::Seat,
        opening::Opening,
    },
    llm::roster::Roster,
    prompt::Prompts,
    text::shown::given,
};

/// What stands around the words of a turn: who speaks, from where.
const TOKENS_A_TURN: f64 = 40.0;
/// What is in a prompt besides the transcript, with the answer: the rules, the motion, a persona, the task.
const TOKENS_BESIDE: f64 = 1_800.0;
/// Nobody says anything in fewer words.
const LEAST_SCALE: f64 = 0.05;
/// Words of a turn for which the format gives no length.
const USUAL_WORDS: u32 = 400;

/// A prompt that no shortening makes fit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} needs about {needed} tokens, even with every speech given in summary, and {model} has a context of {context}"
)]
pub struct NoRoom {
    /// What is asked for.
    pub what: String,
    /// The name of the model.
    pub model: String,
    /// About how many tokens are needed, the answer counted.
    pub needed: u32,
    /// How many the model has.
    pub context: u32,
}

/// Whether a piece of work fits the model that is asked for it, by an estimate.
///
/// # Errors
/// It does not.
pub fn fits(
    state: &DebateState,
    (prompts, roster): (&Prompts, &Roster),
    ask: &Ask,
    seat: Option<&Seat>,
) -> Result<(), NoRoom> {
    let model = &roster.assigned(ask.role(seat), seat).model;
    let context = model.profile().context;
    // A template that cannot be filled is told by the call.
    let needed = prompts
        .prompt(state, ask, context)
        .map_or(0, |prompted| prompted.needed);
    if needed <= context {
        return Ok(());
    }
    Err(NoRoom {
        what: called(ask.purpose()),
        model: model.label().to_owned(),
        needed,
        context,
    })
}

/// "A ballot after": what is asked for, in the words of the public schema.
pub(super) fn called(purpose: Purpose) -> String {
    format!("\"{}\"", purpose.word().replace('_', " "))
}

/// Models whose context the debate will outgrow, as far as that can be known before it begins: which, by how much, and
/// what would do. Their oldest speeches are given in short.
pub(super) fn tight(state: &DebateState, roster: &Roster) -> Vec<String> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let turns = state.plan.slots.iter();
    let turns = turns.filter(|slot| slot.task.is_on_record() && !slot.private);
    let words = turns.map(|slot| match slot.words {
        0 => USUAL_WORDS,
        words => words,
    });
    let (spoken, beside) = words.fold((0.0, TOKENS_BESIDE), |(spoken, beside), words| {
        let spoken = spoken + f64::from(words) * TOKENS_A_WORD;
        (spoken, beside + TOKENS_A_TURN)
    });
    let needed = spoken + beside;
    let mut told: Vec<(String, String)> = Vec::new();
    for (what, role, seat) in readers(opening) {
        let model = &roster.assigned(role, seat.as_ref()).model;
        let context = f64::from(model.profile().context);
        if needed <= context || told.iter().any(|(known, _)| known == model.label()) {
            continue;
        }
        let scale = opening.options.scale * (context - beside) / spoken;
        let scale = (scale * 100.0).floor() / 100.0;
        let otherwise = if scale >= LEAST_SCALE {
            format!("--scale {scale} or a")
        } else {
            "A".to_owned()
        };
        let text = format!(
            "In the end this debate comes to about {needed:.0} tokens, and {}, which is asked for {what}, has a context of \
             {context:.0}: the oldest speeches will be given to it in summary. {otherwise} model with a larger context \
             would do without that.",
            given(model.label())
        );
        told.push((model.label().to_owned(), text));
    }
    told.into_iter().map(|(_, text)| text).collect()
}

/// Who has the whole transcript before them in the end.
fn readers(opening: &Opening) -> Vec<(&'static str, Role, Option<Seat>)> {
    let mut readers = Vec::new();
    if let Some(listener) = opening.audience.first() {
        readers.push(("ballots", Role::Audience, Some(listener.seat.clone())));
        readers.push(("the verdict", Role::Judge, Some(Seat::house())));
    }
    for judge in &opening.judges {
        readers.push(("a judge's report", Role::Judge, Some(judge.seat.clone())));
    }
    if let Some(moderator) = &opening.moderator {
        let seat = Some(moderator.seat.clone());
        readers.push(("what the moderator says", Role::Moderator, seat));
    }
    // Who is asked for one thing at a time is given what it is about, and not the record.
    let whole = opening
        .speakers
        .iter()
        .filter(|speaker| speaker.profile.steps == Steps::Together);
    for speaker in whole {
        readers.push(("speeches", Role::Speaker, Some(speaker.seat.clone())));
    }
    readers
}
