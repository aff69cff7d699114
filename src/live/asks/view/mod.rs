//! Plain values that templates may speak of, drawn from the state. No prose but the few words that a template cannot
//! choose itself. These words and the rules of a format are [`Own`]; every other text counts as somebody else's, and is
//! quoted.

mod card;
pub(crate) mod definitions;
mod evidence;
pub(crate) mod grants;
pub(super) mod judged;
pub(crate) mod passages;
pub(crate) mod points;
pub(crate) mod shown_card;
pub(super) mod turn;

use std::borrow::Cow;

use minijinja::Value;

use crate::{
    asks::SeenGallery,
    catalog::{Motion, Persona, Prior, Sees, Stance, Steps},
    debate::{
        DebateState,
        ask::When,
        guidance::SeatGuidance,
        ids::{Seat, TurnId},
        opening::Opening,
        state::Turn,
        trace::{TracedArgument, TracedResponse},
        variation::{CoachedLine, Coaching},
    },
    fence::{Own, Sentence, own_all},
    text::{count_words, first_words, quote::quoted},
};

pub(super) use card::{central_for, main_sentence, nearest_sentence, positions_near};
pub(super) use evidence::{evidence_come, evidence_since, evidence_told, is_reminded};
use shown_card::ShownCard;

/// Named values for a template. Everything is read, nothing moved.
macro_rules! view {
    (@value $key:ident) => { minijinja::Value::from(minijinja::value::Serde(&$key)) };
    (@value $key:ident $value:expr) => { minijinja::Value::from(minijinja::value::Serde(&$value)) };
    ($($key:ident $(=> $value:expr)?),* $(, ..$rest:expr)? $(,)?) => {
        minijinja::context! { $($key => view!(@value $key $($value)?),)* $(..$rest)? }
    };
}

pub(crate) use view;

/// Words of a speech or an argument that stands in a question about it.
pub(super) const IN_SHORT: usize = 60;

/// The stated source of a text: in quotation marks, even where it looks like a name. Whoever hands a file in chooses
/// what it is called.
pub(crate) fn origin(source: &str) -> Own<String> {
    Own(match source.trim() {
        "" => String::new(),
        source => quoted(source),
    })
}

/// The answers to an argument: by whom it was met, how, why, and with which question.
pub(super) fn answers(state: &DebateState, row: &TracedArgument<'_>) -> Vec<Value> {
    let answer = |met: &TracedResponse<'_>| {
        view! {
            by => state.name(met.by),
            how => Own(met.response.response_type.past()),
            why => met.response.reasoning,
            question => met.response.follow_up_question,
        }
    };
    row.met.iter().map(answer).collect()
}

/// The concessions of an argument that were taken back after the last word: by whom, and what is in dispute.
pub(super) fn taken_back(state: &DebateState, row: &TracedArgument<'_>) -> Vec<Value> {
    let back = row.met.iter().filter_map(|met| {
        let how = met.taken_back?;
        Some(view! { by => state.name(met.by), how })
    });
    back.collect()
}

pub(crate) fn opening(state: &DebateState) -> Option<&Opening> {
    state.opening.as_deref()
}

/// The claim that each side says is true.
pub(super) fn claims(state: &DebateState) -> Option<Value> {
    let claims = &opening(state)?.motion.claims;
    Some(view! { prop => Sentence(&claims.prop), opp => Sentence(&claims.opp) })
}

pub(crate) fn claim(motion: &Motion, stance: Stance) -> Option<Sentence<'_>> {
    match stance {
        Stance::For => Some(Sentence(&motion.claims.prop)),
        Stance::Against => Some(Sentence(&motion.claims.opp)),
        Stance::Nuanced | Stance::Own => None,
    }
}

/// The turns that the one whose turn it is has heard, as the format has it.
pub(super) fn seen<'a>(state: &'a DebateState, turn: &Turn) -> Vec<&'a Turn> {
    let mut heard = state.heard_before(turn);
    match state
        .spec_of(turn)
        .map(|spec| spec.sees.clone())
        .unwrap_or_default()
    {
        Sees::Everything => {}
        Sees::Motion => heard.clear(),
        Sees::Own => heard.retain(|one| one.seat.group() == turn.seat.group()),
        Sees::Last(most) => {
            let from = heard.len().saturating_sub(most as usize);
            heard.drain(..from);
        }
        Sees::Phase(id) => heard.retain(|one| {
            let plan = state.plan.phases.get(one.phase as usize);
            plan.is_some_and(|plan| plan.id == id)
        }),
    }
    heard
}

/// The part of what viewers brought in that stands in the record of the one whose turn it is.
pub(super) fn seen_gallery(state: &DebateState, turn: &Turn) -> SeenGallery {
    let heard = state.heard_before(turn).len();
    match state.spec_of(turn).map(|spec| &spec.sees) {
        Some(Sees::Motion) => SeenGallery::Nothing,
        Some(Sees::Own) => SeenGallery::Evidence(heard),
        Some(Sees::Everything | Sees::Last(_) | Sees::Phase(_)) | None => SeenGallery::All(heard),
    }
}

/// The case that the side of a seat can bring forward, as the motion's file has it.
pub(super) fn case<'a>(state: &'a DebateState, seat: &Seat) -> &'a [String] {
    let Some(opening) = opening(state) else {
        return &[];
    };
    match opening.stance(seat) {
        Some(Stance::For) => &opening.motion.case.prop,
        Some(Stance::Against) => &opening.motion.case.opp,
        Some(Stance::Nuanced | Stance::Own) | None => &[],
    }
}

/// A text as it is, or the first `words` of it.
fn excerpt(text: &str, words: u32) -> Cow<'_, str> {
    if count_words(text) <= words {
        return Cow::Borrowed(text);
    }
    Cow::Owned(first_words(text, words as usize))
}

pub(super) fn other(stance: Stance) -> Option<Stance> {
    match stance {
        Stance::For => Some(Stance::Against),
        Stance::Against => Some(Stance::For),
        Stance::Nuanced | Stance::Own => None,
    }
}

pub(crate) fn stance_word(stance: Stance) -> &'static str {
    match stance {
        Stance::For => "for",
        Stance::Against => "against",
        Stance::Nuanced => "neither simply for nor simply against",
        Stance::Own => "for a view of their own on",
    }
}

/// Whether the model of a turn's speaker is given the short card.
pub(super) fn is_brief(state: &DebateState, turn: TurnId) -> bool {
    let speaker = state.turn(turn).and_then(|turn| state.speaker(&turn.seat));
    speaker.is_some_and(|speaker| speaker.profile.steps == Steps::OneAtATime)
}

/// The guidance that an earlier verdict has for the speaker.
pub(super) fn guided<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a SeatGuidance> {
    opening(state)?.guided(&turn.seat)
}

/// The number of seconds that others wait for one of several turns at once, as the phase has it.
pub(super) fn seconds(state: &DebateState, turn: TurnId) -> Option<u32> {
    let turn = state
        .turn(turn)
        .filter(|turn| state.is_simultaneous(turn))?;
    let phases = &opening(state)?.format.phases;
    phases.get(turn.phase as usize)?.timeout_seconds
}

/// The full and the short name of whoever speaks from a seat.
pub(super) fn names(state: &DebateState, seat: &Seat) -> Vec<String> {
    let card = state.speaker(seat).map(|speaker| &speaker.card);
    let of_card = card
        .into_iter()
        .flat_map(|card| [&*card.name, &*card.short]);
    let all = of_card.chain(state.side_name(seat).filter(|_| card.is_some()));
    all.map(str::to_owned).collect()
}

pub(super) fn me(state: &DebateState, seat: &Seat) -> Value {
    let Some(opening) = opening(state) else {
        return view! {};
    };
    let Some(speaker) = opening.speaker(seat) else {
        return view! { name => state.name(seat), moderator => seat.is_moderator() };
    };
    let side = opening.format.side(seat.group());
    let stance = opening.stance(seat);
    let of = side.map_or(0, |side| side.seats);
    let guided = opening.guided(seat);
    let shown = ShownCard::of(opening, speaker);
    let card = persona(
        opening.card_for_model(speaker),
        &shown,
        speaker.profile.steps == Steps::OneAtATime,
    );
    let (support, vote) = match stance {
        Some(Stance::Against) => ("in opposition to", "No"),
        Some(Stance::For | Stance::Nuanced | Stance::Own) | None => ("in support of", "Aye"),
    };
    view! {
        side => side.map(|side| side.name.as_str()),
        stance => stance.map(stance_word).map(Own),
        claim => stance.and_then(|stance| claim(&opening.motion, stance)),
        other_claim => stance.and_then(other).and_then(|stance| claim(&opening.motion, stance)),
        own => stance == Some(Stance::Own),
        nuanced => stance == Some(Stance::Nuanced),
        motion => Sentence(&opening.motion.question),
        duties => own_all(side.map(|side| side.duties.as_slice()).unwrap_or_default()),
        support => Own(support),
        vote => Own(vote),
        number => seat.number(),
        of,
        passages => passages::own(state, seat, &speaker.profile),
        missed => guided.map(|given| given.missed.as_slice()).unwrap_or_default(),
        answers => guided.map(|given| given.answer.as_slice()).unwrap_or_default(),
        advice => guided.map(|given| given.notes.as_slice()).unwrap_or_default(),
        emphasis => opening.emphasis(seat),
        coached => opening.coached(seat).map(coached),
        reinforced => guided.is_some_and(|given| !given.level().is_none()),
        ..card
    }
}

/// What a speaker was told of what became of the arguments in earlier runs.
fn coached(coaching: &Coaching) -> Value {
    let lines = |lines: &[CoachedLine]| -> Vec<Value> {
        let line = |one: &CoachedLine| {
            view! {
                claim => one.claim,
                times => one.times,
                of => one.of,
                answer => Some(one.answer.as_str()).filter(|answer| !answer.is_empty()),
            }
        };
        lines.iter().map(line).collect()
    };
    view! {
        runs => coaching.runs,
        stood => lines(&coaching.stood),
        fell => lines(&coaching.fell),
        unanswered => lines(&coaching.unanswered),
        owed => lines(&coaching.owed),
    }
}

fn persona(card: &Persona, shown: &ShownCard<'_>, brief: bool) -> Value {
    let biography = card.biography.trim();
    view! {
        name => card.name,
        lived => card.lived,
        role => card.role,
        biography,
        approach => card.approach,
        never => card.never,
        style => card.style,
        samples => shown.samples,
        positions => shown.positions,
        set_forth => shown.set_forth,
        unheard => shown.unheard,
        brief,
    }
}

/// A member of the audience.
pub(super) fn member(state: &DebateState, seat: &Seat) -> Value {
    let Some(listener) = opening(state).and_then(|opening| opening.listener(seat)) else {
        return view! {};
    };
    let card = &listener.card;
    let before = state
        .ballots
        .get(&(When::Before, seat.clone()))
        .and_then(|ballot| {
            Some(view! { vote => Own(ballot.vote?.word()), reason => ballot.reason })
        });
    let (prior, leaning) = match card.prior {
        Prior::Proposition => ("proposition", "Proposition"),
        Prior::Opposition => ("opposition", "Opposition"),
        Prior::None => ("none", ""),
    };
    view! {
        me => view! {
            name => card.name,
            who => card.who,
            background => card.background.trim(),
            values => card.values,
            moved_by => card.moved_by,
            unmoved_by => card.unmoved_by,
            prior,
            leaning => Own(leaning),
        },
        before,
        claims => claims(state),
    }
}
