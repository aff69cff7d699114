//! The messages before every task: the house's rules and the motion, the Chair's calls, and what the gallery brought
//! in.

use std::ops::RangeInclusive;

use minijinja::Value;

use super::gallery_share::GalleryShare;
use crate::{
    asks::view::{claim, opening, origin, stance_word, view},
    catalog::{Stance, Task},
    debate::{
        DebateState,
        sources::handed_in,
        state::{InterventionProgress, Matter, Turn},
    },
    fence::{Own, Sentence, own_all},
};

/// The first message, the same for all who read names, and for all judges who have the teams in the same order. A judge
/// who is blind is told who speaks with whom, and neither what a side holds nor what anybody thinks of the motion.
pub(super) fn house(state: &DebateState, is_blind: bool) -> Value {
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
                    let stance = opening.stance(&speaker.seat);
                    let stance = stance.filter(|one| *one != side.stance && !is_blind);
                    view! {
                        name => speaker.card.name,
                        role => speaker.card.role,
                        stance => stance.map(stance_word).map(Own),
                    }
                })
                .collect();
            let verb = match side.stance {
                Stance::For if !is_blind => "supports",
                Stance::Against if !is_blind => "opposes",
                Stance::For | Stance::Against | Stance::Nuanced | Stance::Own => "",
            };
            let claim = claim(&opening.motion, side.stance).filter(|_| !is_blind);
            view! { name => side.name, verb => Own(verb), claim, speakers }
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
        question => state.question().map(Sentence),
        motion => view! {
            text => Sentence(&opening.motion.motion),
            background => opening.motion.background.trim(),
            terms => opening.motion.terms,
        },
        sides,
        blind => is_blind,
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
        speaker => view! { name => state.speaker_in(turn), side => side.filter(|_| !own), ordinal => Own(&ordinal) },
        task => turn.task.word(),
        title => Own(title),
        whom,
        // The first time in a debate with speeches in turn it is said who speaks how manieth for whom.
        plain => title.is_empty() && matches!(turn.task, Task::Speech | Task::FloorSpeech) && !own,
    }
}

/// The things that the gallery brought in after any of these numbers of speeches.
pub(super) fn items(
    state: &DebateState,
    places: &RangeInclusive<usize>,
    (hears_questions, gallery): (bool, &GalleryShare),
) -> Value {
    let items: Vec<Value> = gallery
        .at(state, places)
        .filter_map(|item| match &item.matter {
            Matter::Evidence { source, .. } => {
                Some(view! { kind => "evidence", text => handed_in(&item.text), source => origin(source) })
            }
            Matter::Question { .. } | Matter::Clarification => {
                let InterventionProgress::Done { answer } = &item.progress else {
                    return None;
                };
                let answer = answer.as_ref().filter(|_| hears_questions)?;
                let name = item.seat.as_ref().map(|seat| state.name(seat));
                Some(view! { kind => "question", text => handed_in(&item.text), name, answer })
            }
            Matter::GalleryPoint => None,
        })
        .collect();
    view! { items, left_out => gallery.told_at(places) }
}
