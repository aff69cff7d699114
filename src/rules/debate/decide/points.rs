//! Points of information: who may rise when, whether a point that is offered may be put, whether it is taken, and what
//! becomes of those for which there is no time. The speaker's own decision is asked for in `asks/poi_accept.rs`.

use crate::{
    debate::{
        answer::{PoiDecision, PoiOffer},
        event::Event,
        ids::{PoiId, Seat, TurnId},
        notice::TOO_LATE,
        state::{DebateState, Poi, PoiStatus, Turn},
    },
    text::{has_words, sentence},
};

use super::Decision;

/// A minute with no more words than this stands in a speech that is cut down to half of its length or less. To ask there
/// costs little, and a debate without points would be a dull one.
const SHORT_MINUTE: u32 = 70;
/// The number of words before which nobody has anything new to rise about.
const LEAST_NEWS: u32 = 25;

/// Whether points of information may be offered in this speech now.
pub(super) fn is_open_to_points(state: &DebateState, turn: &Turn) -> bool {
    let Some(rules) = state.poi_rules(turn) else {
        return false;
    };
    state.are_points_left(turn)
        && turn.words >= rules.protected_words
        && pending_point(state, turn).is_none()
}

/// Whether it is time to ask who rises: once a minute in which one may rise has been spoken since it was asked last, and a
/// paragraph has ended; without that, a quarter of a minute later. So the seed has it, after each minute but the first and
/// the last; and each asking costs a reading of the debate. In a short speech it is asked twice as often.
pub(super) fn is_due(state: &DebateState, turn: &Turn) -> bool {
    let Some(rules) = state.poi_rules(turn) else {
        return false;
    };
    if !is_open_to_points(state, turn) || turn.cut.is_some() || !sentence::is_at_end(&turn.text) {
        return false;
    }
    // People rise by themselves.
    if state.may_rise(turn).next().is_none() {
        return false;
    }
    let minute = rules.every_words;
    let is_short = minute <= SHORT_MINUTE;
    let protected = if is_short { 0 } else { rules.protected_words };
    let since = turn.considered_words.max(protected);
    let news = turn.words.saturating_sub(since);
    let paragraph = turn
        .text
        .get(turn.considered as usize..)
        .is_some_and(|since| since.trim_start().contains("\n\n"));
    let (usual, at_last) = if is_short {
        ((minute / 2).max(LEAST_NEWS), minute)
    } else {
        (minute, minute.saturating_add(minute / 4))
    };
    news >= at_last || (paragraph && news >= usual)
}

/// The events that follow where somebody rises, if there still is a speech to rise in.
pub(super) fn offered(state: &DebateState, turn: TurnId, offer: PoiOffer) -> Vec<Event> {
    let Some(turn) = state.turn(turn) else {
        return vec![];
    };
    let riser = state
        .may_rise(turn)
        .find(|speaker| speaker.card.name == offer.speaker || speaker.card.short == offer.speaker);
    match riser {
        Some(riser)
            if offer.rises && !offer.point.trim().is_empty() && is_open_to_points(state, turn) =>
        {
            vec![Event::PoiOffered {
                poi: PoiId::next(state.points.len()),
                turn: turn.id,
                from: riser.seat.clone(),
                to: turn.seat.clone(),
                text: offer.point,
                command: None,
            }]
        }
        _ => vec![],
    }
}

/// The forms in which a point is waved down where the speaker's model has none of its own.
const WAVES: [&str; 8] = [
    "waves it down",
    "shakes the head and speaks on",
    "holds up a palm without looking round",
    "speaks on, a little louder",
    "motions to the bench to sit",
    "smiles and does not give way",
    "turns a page and goes on",
    "lifts a finger, and finishes the sentence",
];

/// How a point is waved down: as the model has it, where nobody has done the same in this debate, or else in a form that was
/// not seen yet, by the debate's seed.
fn gesture(state: &DebateState, poi: PoiId, said: &str) -> String {
    let said = said.trim().trim_end_matches('.');
    let seen = |gesture: &str| {
        state.points.iter().any(|point| match &point.status {
            PoiStatus::Declined { gesture: before } => before.eq_ignore_ascii_case(gesture),
            PoiStatus::Offered
            | PoiStatus::Taken
            | PoiStatus::Accepted
            | PoiStatus::Answered { .. } => false,
        })
    };
    if !said.is_empty() && !seen(said) {
        return said.to_owned();
    }
    let lot = state.opening.as_deref().map_or(0, |opening| opening.seed);
    let first = (lot % WAVES.len() as u64) as usize + poi.index();
    let mut forms = WAVES
        .iter()
        .cycle()
        .skip(first % WAVES.len())
        .take(WAVES.len());
    let form = forms
        .clone()
        .find(|form| !seen(form))
        .or_else(|| forms.next());
    form.map_or_else(|| said.to_owned(), |form| (*form).to_owned())
}

/// The speaker takes the point, if so many may be taken, or waves it down.
pub(super) fn decided(state: &DebateState, poi: PoiId, decision: PoiDecision) -> Vec<Event> {
    let Some(point) = state
        .point(poi)
        .filter(|point| point.status == PoiStatus::Offered)
    else {
        return vec![];
    };
    let Some(turn) = state.turn(point.turn).filter(|turn| turn.is_open()) else {
        return vec![];
    };
    let room = state
        .poi_rules(turn)
        .is_some_and(|rules| state.points_taken(turn) < rules.max_accepted);
    if decision.accept && room {
        return vec![Event::PoiTaken {
            poi,
            reason: decision.reason,
            answer: decision.answer.filter(|answer| has_words(answer)),
        }];
    }
    vec![Event::PoiDeclined {
        poi,
        gesture: gesture(state, poi, &decision.gesture),
        reason: decision.reason,
    }]
}

/// The gallery's point is raised as soon as anybody may rise.
pub(super) fn gallery(state: &DebateState, turn: &Turn) -> Option<Decision> {
    let item = state.intervention(*state.agenda.gallery.first()?)?;
    if !is_open_to_points(state, turn) || turn.cut.is_some() {
        return None;
    }
    Some(Decision::events(vec![
        Event::GalleryPointRaised { item: item.id },
        Event::PoiOffered {
            poi: PoiId::next(state.points.len()),
            turn: turn.id,
            from: Seat::gallery(),
            to: turn.seat.clone(),
            text: item.text.clone(),
            command: Some(item.command),
        },
    ]))
}

/// Points that come too late: the speech is over, though its time may not be.
pub(super) fn unheard_points(state: &DebateState, turn: &Turn) -> Vec<Event> {
    pending_point(state, turn)
        .filter(|point| matches!(point.status, PoiStatus::Offered | PoiStatus::Taken))
        .map(|point| Event::PoiDeclined {
            poi: point.id,
            gesture: TOO_LATE.to_owned(),
            reason: TOO_LATE.to_owned(),
        })
        .into_iter()
        .collect()
}

/// The point of this speech that is neither declined nor answered.
pub(super) fn pending_point<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a Poi> {
    turn.points
        .iter()
        .rev()
        .filter_map(|id| state.point(*id))
        .find(|point| point.is_pending())
}
