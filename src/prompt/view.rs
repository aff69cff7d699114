//! What templates may speak of: plain values drawn from the state. No prose but the few words that a
//! template cannot choose itself.

use minijinja::{Value, context, value::Serde};

use crate::{
    catalog::{Motion, Persona, Profile, Sees, Stance, Steps, Task},
    debate::{
        DebateState,
        ask::{Cue, When},
        ids::{InterventionId, PoiId, Seat, TurnId},
        opening::Opening,
        state::{Matter, Poi, PoiStatus, Progress, Turn},
    },
    text::{first_words, last_words},
};

use super::{
    ANSWER_WORDS, POI_ANSWER_WORDS,
    card::{main_sentence, positions_for, relevant_for},
};

/// Named values for a template. Everything is read, nothing moved.
macro_rules! view {
    (@value $key:ident) => { Value::from(Serde(&$key)) };
    (@value $key:ident $value:expr) => { Value::from(Serde(&$value)) };
    ($($key:ident $(=> $value:expr)?),* $(, ..$rest:expr)? $(,)?) => {
        context! { $($key => view!(@value $key $($value)?),)* $(..$rest)? }
    };
}

/// Parts of a speech that a model makes one step at a time.
const STEPS: u32 = 4;
/// Words of the live speech that a listener is shown once more.
const RECENT: usize = 120;
/// Words of an opponent's claim that a small model is given to answer.
const CLAIM: usize = 40;

fn opening(state: &DebateState) -> Option<&Opening> {
    state.opening.as_deref()
}

fn claim(motion: &Motion, stance: Stance) -> &str {
    match stance {
        Stance::For => &motion.claims.prop,
        Stance::Against => &motion.claims.opp,
    }
}

fn other(stance: Stance) -> Stance {
    match stance {
        Stance::For => Stance::Against,
        Stance::Against => Stance::For,
    }
}

fn stance_word(stance: Stance) -> &'static str {
    match stance {
        Stance::For => "for",
        Stance::Against => "against",
    }
}

/// The first message, the same for all callers.
pub(super) fn house(state: &DebateState) -> Value {
    let Some(opening) = opening(state) else {
        return view! {};
    };
    let sides: Vec<Value> = opening
        .format
        .sides
        .iter()
        .map(|side| {
            let speakers: Vec<Value> = opening
                .speakers
                .iter()
                .filter(|speaker| speaker.seat.group() == side.id)
                .map(|speaker| view! { name => speaker.card.name, role => speaker.card.role })
                .collect();
            let verb = match side.stance {
                Stance::For => "supports",
                Stance::Against => "opposes",
            };
            view! { name => side.name, verb, claim => claim(&opening.motion, side.stance), speakers }
        })
        .collect();
    view! {
        format => view! { name => opening.format.name, summary => opening.format.summary },
        motion => view! {
            text => opening.motion.motion,
            background => opening.motion.background.trim(),
            terms => opening.motion.terms,
        },
        sides,
    }
}

/// The Chair's call.
pub(super) fn call(state: &DebateState, turn: &Turn) -> Value {
    let side = state.side_name(&turn.seat);
    let ordinal = match turn.seat.number() {
        Some(1) => "first".to_owned(),
        Some(2) => "second".to_owned(),
        Some(3) => "third".to_owned(),
        Some(n) => format!("as number {n}"),
        None => String::new(),
    };
    view! { speaker => view! { name => state.name(&turn.seat), side, ordinal } }
}

/// What the gallery brought in after `place` speeches.
pub(super) fn items(state: &DebateState, place: usize) -> Value {
    let items: Vec<Value> = state
        .interventions
        .iter()
        .filter(|item| item.place == Some(place))
        .filter_map(|item| match (&item.matter, &item.progress) {
            (Matter::Evidence { source }, _) => {
                Some(view! { kind => "evidence", text => item.text, source => source })
            }
            (
                Matter::Question { .. } | Matter::Clarification,
                Progress::Done {
                    answer: Some(answer),
                },
            ) => {
                let name = item.seat.as_ref().map(|seat| state.name(seat));
                Some(view! { kind => "question", text => item.text, name, answer })
            }
            _ => None,
        })
        .collect();
    view! { items }
}

/// How much the model of a turn's speaker is asked at once.
pub(super) fn steps(state: &DebateState, turn: &Turn) -> Steps {
    match turn.task {
        Task::Speech => state
            .speaker(&turn.seat)
            .map_or(Steps::Together, |speaker| speaker.profile.steps),
        _ => Steps::Together,
    }
}

/// Whether the model of a turn's speaker is given the short card.
pub(super) fn is_brief(state: &DebateState, turn: TurnId) -> bool {
    let speaker = state.turn(turn).and_then(|turn| state.speaker(&turn.seat));
    speaker.is_some_and(|speaker| speaker.profile.steps == Steps::OneAtATime)
}

/// Words of one step.
pub(super) fn step_words(turn: &Turn) -> u32 {
    (turn.target_words / STEPS).max(25)
}

fn me(state: &DebateState, seat: &Seat) -> Value {
    let Some(opening) = opening(state) else {
        return view! {};
    };
    let Some(speaker) = opening.speaker(seat) else {
        return view! { name => state.name(seat) };
    };
    let side = opening.format.side(seat.group());
    let stance = side.map(|side| side.stance);
    let of = side.map_or(0, |side| side.seats);
    let card = persona(&speaker.card, &opening.motion, &speaker.profile);
    let (support, vote) = match stance {
        Some(Stance::Against) => ("in opposition to", "No"),
        _ => ("in support of", "Aye"),
    };
    view! {
        side => side.map(|side| side.name.as_str()),
        stance => stance.map(stance_word),
        claim => stance.map(|stance| claim(&opening.motion, stance)),
        other_claim => stance.map(|stance| claim(&opening.motion, other(stance))),
        support,
        vote,
        number => seat.number(),
        of,
        ..card
    }
}

fn persona(card: &Persona, motion: &Motion, profile: &Profile) -> Value {
    let brief = profile.steps == Steps::OneAtATime;
    let positions = if brief {
        relevant_for(motion, &card.positions, profile.positions)
    } else {
        positions_for(motion, &card.positions, profile.positions)
    };
    let biography = card.biography.trim();
    view! {
        name => card.name,
        lived => card.lived,
        role => card.role,
        biography,
        approach => card.approach,
        never => card.never,
        style => card.style,
        positions => positions,
        brief,
    }
}

/// A speaker who prepares.
pub(super) fn speaking(state: &DebateState, turn: TurnId) -> Value {
    let Some(turn) = state.turn(turn) else {
        return view! {};
    };
    view! { me => me(state, &turn.seat), words => turn.target_words }
}

fn prior<'a>(state: &'a DebateState, turn: &Turn) -> Vec<&'a Turn> {
    let spec = opening(state).and_then(|opening| {
        let phase = opening.format.phases.get(turn.phase as usize)?;
        phase.turns.iter().find(|spec| spec.task == turn.task)
    });
    match spec.map(|spec| spec.sees).unwrap_or_default() {
        Sees::Everything => state
            .speeches()
            .filter(|speech| speech.id < turn.id)
            .collect(),
        Sees::Motion => Vec::new(),
    }
}

fn kind(prior: &[&Turn], turn: &Turn) -> &'static str {
    if prior.is_empty() {
        "opens"
    } else if prior
        .iter()
        .any(|speech| speech.seat.group() == turn.seat.group())
    {
        "engages"
    } else {
        "answers"
    }
}

fn names(state: &DebateState, turns: &[&Turn], of: impl Fn(&Turn) -> bool) -> String {
    let names: Vec<String> = turns
        .iter()
        .filter(|turn| of(turn))
        .map(|turn| state.name(&turn.seat))
        .collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn is_final(state: &DebateState, turn: &Turn) -> bool {
    state.slot_of(turn).is_some_and(|own| {
        !state.plan.slots.iter().any(|slot| {
            slot.task == Task::Speech
                && slot.index > own.index
                && slot.seat.group() == own.seat.group()
        })
    })
}

/// Evidence that this side has not spoken to yet.
fn fresh_evidence(state: &DebateState, turn: &Turn, prior: &[&Turn]) -> Vec<Value> {
    let own = |speech: &&Turn| speech.seat.group() == turn.seat.group();
    let since = prior.iter().rposition(own).map_or(0, |at| at + 1);
    state
        .interventions
        .iter()
        .filter(|item| {
            item.place
                .is_some_and(|place| place >= since && place <= prior.len())
        })
        .filter_map(|item| match &item.matter {
            Matter::Evidence { source } => Some(view! { text => item.text, source => source }),
            Matter::Question { .. } | Matter::Clarification | Matter::GalleryPoint => None,
        })
        .collect()
}

fn own_points(state: &DebateState, turn: &Turn) -> Vec<Value> {
    state
        .points
        .iter()
        .filter(|point| point.from == turn.seat && point.turn < turn.id)
        .map(|point| {
            let answer = match &point.status {
                PoiStatus::Answered { text } if !text.is_empty() => Some(text.as_str()),
                _ => None,
            };
            view! { to => state.name(&point.to), text => point.text, answer }
        })
        .collect()
}

/// A main speech asked for as a whole.
pub(super) fn speech(state: &DebateState, turn: &Turn) -> Value {
    let prior = prior(state, turn);
    let own = turn.seat.group();
    view! {
        me => me(state, &turn.seat),
        notes => state.notes(&turn.seat).map(|notes| notes.text.trim()).unwrap_or_default(),
        points => own_points(state, turn),
        kind => kind(&prior, turn),
        answered => prior.last().map(|speech| state.name(&speech.seat)),
        opponents => names(state, &prior, |speech| speech.seat.group() != own),
        allies => names(state, &prior, |speech| speech.seat.group() == own),
        is_final => is_final(state, turn),
        last => state.slot_of(turn).is_some_and(|slot| slot.last),
        evidence => fresh_evidence(state, turn, &prior),
        words => turn.target_words,
    }
}

/// One step of a main speech that is asked for one thing at a time.
pub(super) fn step(state: &DebateState, turn: &Turn, step: u32) -> Value {
    let prior = prior(state, turn);
    let own = turn.seat.group();
    let positions: Vec<String> = state.speaker(&turn.seat).map_or_else(Vec::new, |speaker| {
        opening(state).map_or_else(Vec::new, |opening| {
            relevant_for(
                &opening.motion,
                &speaker.card.positions,
                speaker.profile.positions,
            )
            .iter()
            .map(|position| position.topic.clone())
            .collect()
        })
    });
    let target = prior
        .iter()
        .rev()
        .find(|speech| speech.seat.group() != own)
        .map(|speech| {
            view! {
                name => state.name(&speech.seat),
                side => state.side_name(&speech.seat),
                claim => main_claim(state, speech),
            }
        });
    let used = step.saturating_sub(1) as usize;
    view! {
        me => me(state, &turn.seat),
        notes => state.notes(&turn.seat).map(|notes| notes.text.trim()).unwrap_or_default(),
        kind => if target.is_none() { "opens" } else { kind(&prior, turn) },
        target,
        step,
        draw_on => positions.get(used),
        is_final => is_final(state, turn),
        evidence => if step == 0 { fresh_evidence(state, turn, &prior) } else { Vec::new() },
        words => step_words(turn),
    }
}

fn main_claim(state: &DebateState, speech: &Turn) -> String {
    let sentence = opening(state).and_then(|opening| main_sentence(&opening.motion, &speech.text));
    sentence.map_or_else(|| first_words(&speech.text, CLAIM), str::to_owned)
}

/// A speech from the floor.
pub(super) fn floor_speech(state: &DebateState, turn: &Turn) -> Value {
    view! { words => turn.target_words, ..member(state, &turn.seat) }
}

/// Why and how a speech is taken up again.
pub(super) fn cue(state: &DebateState, turn: &Turn, cue: Cue) -> Value {
    let (name, poi, item) = match cue {
        Cue::AfterPoint { poi } => ("after_point", Some(poi), None),
        Cue::Bell => ("bell", None, None),
        Cue::Evidence { item } => ("evidence", None, Some(item)),
        Cue::Begin | Cue::Step { .. } | Cue::Resume => ("resume", None, None),
    };
    let item = item.and_then(|item| state.intervention(item)).map(|item| {
        let source = match &item.matter {
            Matter::Evidence { source } => source.as_str(),
            _ => "",
        };
        view! { text => item.text, source }
    });
    view! {
        me => me(state, &turn.seat),
        cue => name,
        point => poi.and_then(|poi| state.point(poi)).map(|poi| inline_point(state, poi)),
        item,
        tail => last_words(&turn.text, 12),
        left => turn.target_words.saturating_sub(turn.words).max(30),
        rung => turn.bell.is_some(),
    }
}

fn inline_point(state: &DebateState, point: &Poi) -> Value {
    let answer = match &point.status {
        PoiStatus::Answered { text } if !text.is_empty() => Some(text.as_str()),
        _ => None,
    };
    let from = if point.from.is_gallery() {
        "Someone in the gallery".to_owned()
    } else {
        state.name(&point.from)
    };
    view! { from, to => state.name(&point.to), text => point.text, answer }
}

/// A point inside the transcript.
pub(super) fn inline(state: &DebateState, point: &Poi) -> Value {
    view! { point => inline_point(state, point) }
}

/// A point that its speaker has to decide on, or to answer.
pub(super) fn point(state: &DebateState, poi: PoiId) -> Value {
    let Some(point) = state.point(poi) else {
        return view! {};
    };
    let Some(turn) = state.turn(point.turn) else {
        return view! {};
    };
    let taken = turn
        .points
        .iter()
        .filter_map(|id| state.point(*id))
        .filter(|point| {
            matches!(
                point.status,
                PoiStatus::Answered { .. } | PoiStatus::Accepted
            )
        })
        .count();
    view! {
        me => me(state, &point.to),
        point => inline_point(state, point),
        said => turn.words,
        target => turn.target_words,
        taken,
        max_accepted => state.poi_rules(turn).map_or(0, |rules| rules.max_accepted),
        max_words => POI_ANSWER_WORDS,
    }
}

/// Whether somebody rises.
pub(super) fn offer(state: &DebateState, turn: TurnId) -> Value {
    let (Some(opening), Some(turn)) = (opening(state), state.turn(turn)) else {
        return view! {};
    };
    let listeners: Vec<Value> = opening
        .speakers
        .iter()
        .filter(|speaker| speaker.seat.group() != turn.seat.group())
        .map(|speaker| {
            let rose = state
                .points
                .iter()
                .filter(|point| point.from == speaker.seat)
                .count();
            view! {
                name => speaker.card.name,
                role => speaker.card.role,
                spoken => state.speeches().any(|speech| speech.seat == speaker.seat),
                rose,
                manner => first_words(&speaker.card.style.disagreement, 30),
            }
        })
        .collect();
    let earlier: Vec<&str> = turn
        .points
        .iter()
        .filter_map(|id| state.point(*id))
        .map(|point| point.text.as_str())
        .collect();
    view! {
        floor => view! { name => state.name(&turn.seat), side => state.side_name(&turn.seat) },
        listeners,
        earlier,
        recent => last_words(&turn.text, RECENT),
        max_words => state.poi_rules(turn).map_or(40, |rules| rules.max_words),
    }
}

/// A speech that a referee or the clerk reads.
pub(super) fn heard(state: &DebateState, turn: TurnId) -> Value {
    let (Some(opening), Some(turn)) = (opening(state), state.turn(turn)) else {
        return view! {};
    };
    let stance = opening
        .format
        .side(turn.seat.group())
        .map(|side| side.stance);
    let others: Vec<&str> = opening
        .speakers
        .iter()
        .filter(|speaker| speaker.seat != turn.seat)
        .map(|speaker| speaker.card.name.as_str())
        .collect();
    view! {
        floor => view! {
            name => state.name(&turn.seat),
            stance => stance.map(stance_word),
            claim => stance.map(|stance| claim(&opening.motion, stance)),
        },
        claims => opening.motion.claims,
        speech => turn.text,
        others,
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
        .and_then(|ballot| Some(view! { vote => ballot.vote?.word(), reason => ballot.reason }));
    let (prior, leaning) = match card.prior {
        crate::catalog::Prior::Proposition => ("proposition", "Proposition"),
        crate::catalog::Prior::Opposition => ("opposition", "Opposition"),
        crate::catalog::Prior::None => ("none", ""),
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
            leaning,
        },
        before,
        claims => opening(state).map(|opening| &opening.motion.claims),
    }
}

/// The direct verdict.
pub(super) fn verdict(state: &DebateState) -> Value {
    let speakers: Vec<&str> = opening(state).map_or_else(Vec::new, |o| {
        o.speakers.iter().map(|s| s.card.name.as_str()).collect()
    });
    view! { speakers, claims => opening(state).map(|opening| &opening.motion.claims) }
}

/// A question of the gallery.
pub(super) fn question(state: &DebateState, item: InterventionId) -> Value {
    let Some(item) = state.intervention(item) else {
        return view! {};
    };
    let me = item.seat.as_ref().map(|seat| me(state, seat));
    view! {
        me,
        question => item.text,
        clarification => item.matter == Matter::Clarification,
        words => ANSWER_WORDS,
    }
}
