//! What the house, the clerk, the referee and the audience are told.

use minijinja::Value;

use super::{
    ANSWER_WORDS, Brought, Own, claim, handed_in, me, opening, origin, own_all, stance_word, view,
};
use crate::{
    catalog::{Prior, Stance, Task},
    debate::{
        DebateState,
        ask::When,
        ids::{InterventionId, Seat, TurnId},
        state::{Matter, Progress, Turn},
    },
};

/// The first message, the same for all callers.
pub(in crate::prompt) fn house(state: &DebateState) -> Value {
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
                .map(|speaker| {
                    let stance = opening.stance(&speaker.seat).filter(|one| *one != side.stance);
                    view! {
                        name => speaker.card.name,
                        role => speaker.card.role,
                        stance => stance.map(stance_word).map(Own),
                    }
                })
                .collect();
            let verb = match side.stance {
                Stance::For => "supports",
                Stance::Against => "opposes",
                Stance::Nuanced | Stance::Own => "",
            };
            view! { name => side.name, verb => Own(verb), claim => claim(&opening.motion, side.stance), speakers }
        })
        .collect();
    view! {
        format => view! {
            name => Own(&opening.format.name),
            summary => Own(&opening.format.summary),
        },
        audience => opening.format.audience > 0,
        points => opening.format.phases.iter().any(|phase| phase.points_of_information.is_some()),
        rules => own_all(&opening.format.house_rules),
        question => state.question(),
        motion => view! {
            text => opening.motion.motion,
            background => opening.motion.background.trim(),
            terms => opening.motion.terms,
        },
        sides,
    }
}

/// The Chair's call.
pub(in crate::prompt) fn call(state: &DebateState, turn: &Turn) -> Value {
    let side = state.side_name(&turn.seat);
    let ordinal = match turn.seat.number() {
        Some(1) => "first".to_owned(),
        Some(2) => "second".to_owned(),
        Some(3) => "third".to_owned(),
        Some(n) => format!("as number {n}"),
        None => String::new(),
    };
    let slot = state.slot_of(turn);
    let whom = slot
        .and_then(|slot| slot.whom.as_ref())
        .map(|seat| state.name(seat));
    let title = state
        .spec_of(turn)
        .map(|spec| spec.title.as_str())
        .unwrap_or_default();
    let own = state.stance(&turn.seat) == Some(Stance::Own);
    view! {
        speaker => view! { name => state.name(&turn.seat), side => side.filter(|_| !own), ordinal => Own(&ordinal) },
        task => turn.task.word(),
        title => Own(title),
        whom,
        // The first time in a debate with speeches in turn it is said who speaks how manieth for whom.
        plain => title.is_empty() && matches!(turn.task, Task::Speech | Task::FloorSpeech) && !own,
    }
}

/// What the gallery brought in after `place` speeches.
pub(in crate::prompt) fn items(state: &DebateState, place: usize, brought: &Brought) -> Value {
    let items: Vec<Value> = brought
        .at(state, place)
        .filter_map(|item| match (&item.matter, &item.progress) {
            (Matter::Evidence { source, .. }, _) => {
                Some(view! { kind => "evidence", text => handed_in(&item.text), source => origin(source) })
            }
            (
                Matter::Question { .. } | Matter::Clarification,
                Progress::Done {
                    answer: Some(answer),
                },
            ) => {
                let name = item.seat.as_ref().map(|seat| state.name(seat));
                Some(view! { kind => "question", text => handed_in(&item.text), name, answer })
            }
            _ => None,
        })
        .collect();
    view! { items, left_out => brought.told_at(place) }
}

/// A speech that the referee reads, and the two claims: in the other order where it has doubts.
pub(in crate::prompt) fn checked(state: &DebateState, turn: TurnId) -> Value {
    let (Some(opening), Some(turn)) = (opening(state), state.turn(turn)) else {
        return view! {};
    };
    let claims = &opening.motion.claims;
    let (first, second) = if turn.doubted.is_none() {
        (&claims.prop, &claims.opp)
    } else {
        (&claims.opp, &claims.prop)
    };
    view! { speech => turn.text, claims => view! { first, second } }
}

/// A speech that the clerk reads.
pub(in crate::prompt) fn heard(state: &DebateState, turn: TurnId) -> Value {
    let (Some(opening), Some(turn)) = (opening(state), state.turn(turn)) else {
        return view! {};
    };
    let others: Vec<&str> = opening
        .speakers
        .iter()
        .filter(|speaker| speaker.seat != turn.seat)
        .map(|speaker| speaker.card.name.as_str())
        .collect();
    view! { floor => view! { name => state.name(&turn.seat) }, others }
}

/// A member of the audience.
pub(in crate::prompt) fn member(state: &DebateState, seat: &Seat) -> Value {
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
        claims => opening(state).map(|opening| &opening.motion.claims),
    }
}

/// The direct verdict.
pub(in crate::prompt) fn verdict(state: &DebateState) -> Value {
    let speakers: Vec<&str> = opening(state).map_or_else(Vec::new, |o| {
        o.speakers.iter().map(|s| s.card.name.as_str()).collect()
    });
    view! { speakers, claims => opening(state).map(|opening| &opening.motion.claims) }
}

/// A speaker whose evening is assessed.
pub(in crate::prompt) fn assessed(state: &DebateState, seat: &Seat) -> Value {
    let Some(speaker) = opening(state).and_then(|opening| opening.speaker(seat)) else {
        return view! {};
    };
    let side = state.side_name(seat);
    let card = &speaker.card;
    view! { speaker => view! { name => card.name, role => card.role, style => card.style, side } }
}

/// A question of the gallery.
pub(in crate::prompt) fn question(state: &DebateState, item: InterventionId) -> Value {
    let Some(item) = state.intervention(item) else {
        return view! {};
    };
    let me = item.seat.as_ref().map(|seat| me(state, seat));
    view! {
        me,
        question => handed_in(&item.text),
        clarification => item.matter == Matter::Clarification,
        words => ANSWER_WORDS,
    }
}
