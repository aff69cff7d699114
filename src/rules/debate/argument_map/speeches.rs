//! The nodes of what is said: claims as the clerk has taken them down, questions and their answers, and sentences that take
//! up arguments which were handed in.

use super::{
    draft::{MapDraft, is_read, is_said_in},
    node::{EdgeKind, MapNode, MapNodeId, NodeKind},
};
use crate::{
    catalog::Task,
    debate::{
        answer::{ArgumentPoint, PositionShift},
        granted::GrantExtent,
        ids::Seat,
        shifts::shifts_in,
        state::{Extraction, Turn},
        taken_up::sentences_meeting,
    },
    text::content::is_assertion,
};

/// Puts what was said in a turn on the map, in a debate in which arguments are handed in: by the sentences that name
/// them.
pub(super) fn add_sentences(draft: &mut MapDraft<'_>, turn: &Turn) {
    let arguments: Vec<(usize, bool, String, String)> = draft
        .nodes()
        .filter(|(_, node)| !node.label.is_empty())
        .filter_map(|(at, node)| {
            let is_own = node.seat.group() == turn.seat.group();
            let is_meant = is_own || draft.oppose(&turn.seat, &node.seat);
            is_meant.then(|| (at, is_own, node.label.clone(), node.text.clone()))
        })
        .collect();
    let texts = arguments
        .iter()
        .map(|(_, _, id, claim)| (id.as_str(), claim.as_str()));
    let sentences = sentences_meeting(&turn.text, texts);
    let shifts = shifts_in(turn).unwrap_or_default();
    let granting: Vec<&PositionShift> = shifts.iter().filter(|one| one.is_concession).collect();
    if turn.task == Task::Question || turn.task == Task::Answer {
        let at = exchanged(draft, turn);
        for (_, _, ids) in &sentences {
            for (to, is_own, id, _) in &arguments {
                if ids.contains(id) && !is_own {
                    draft.join(at, *to, EdgeKind::Answers);
                }
            }
        }
    } else {
        for (number, sentence, ids) in &sentences {
            // What grants an argument does not take it up besides.
            let is_granting = granting
                .iter()
                .any(|one| sentence.contains(one.words.trim()));
            let met: Vec<(usize, bool)> = arguments
                .iter()
                .filter(|(_, _, id, _)| ids.contains(id))
                .map(|(at, is_own, ..)| (*at, *is_own))
                .collect();
            if !is_granting {
                said(draft, turn, (*number, sentence), &met);
            }
        }
    }
    for (number, shift) in (0..).zip(granting) {
        let text = [shift.about.as_str(), shift.words.as_str()].join("\n\n");
        let against = arguments.iter().filter(|(_, is_own, ..)| !is_own);
        let against = against.map(|(_, _, id, claim)| (id.as_str(), claim.as_str()));
        let met = sentences_meeting(&text, against);
        let met: Vec<usize> = arguments
            .iter()
            .filter(|(_, is_own, id, _)| !is_own && met.iter().any(|(.., ids)| ids.contains(id)))
            .map(|(at, ..)| *at)
            .collect();
        grant(draft, turn, (number, shift), &met);
    }
}

/// A sentence that takes arguments of others up, or comes back to those of its own side.
fn said(
    draft: &mut MapDraft<'_>,
    turn: &Turn,
    (number, sentence): (u32, &str),
    met: &[(usize, bool)],
) {
    let against: Vec<usize> = of(met, false);
    // A mere mention of an argument that nobody has taken up is no answer.
    let back: Vec<(usize, usize)> = of(met, true)
        .into_iter()
        .filter_map(|own| Some((own, draft.last_against(own, &turn.seat)?)))
        .collect();
    if against.is_empty() && back.is_empty() {
        return;
    }
    let how = if against.is_empty() {
        "answered"
    } else {
        "taken up"
    };
    let id = MapNodeId::Sentence(turn.id, number);
    let node = MapNode::new(id, NodeKind::Answer, &turn.seat, sentence)
        .in_turn(turn.id)
        .doing(how);
    let at = draft.add(node);
    for to in against {
        draft.join(at, to, EdgeKind::Answers);
    }
    for (own, last) in back {
        draft.join(at, last, EdgeKind::Answers);
        draft.join(at, own, EdgeKind::Supports);
    }
}

fn of(met: &[(usize, bool)], own: bool) -> Vec<usize> {
    let met = met.iter().filter(|(_, is_own)| *is_own == own);
    met.map(|(at, _)| *at).collect()
}

/// Puts what was said in a turn on the map, in a debate in which nothing is handed in: by what the clerk has taken down.
pub(super) fn add_claims(draft: &mut MapDraft<'_>, turn: &Turn) {
    if turn.task == Task::Question {
        let at = exchanged(draft, turn);
        let slot = draft.state.slot_of(turn);
        let whom = slot.and_then(|slot| slot.whom.clone());
        let is_whom = |seat: &Seat| whom.as_ref() == Some(seat);
        if draft.is_read_before(turn, is_whom) {
            let words = draft.words(&[&turn.text]);
            let to = draft.nearest(&words, |_, node| is_whom(&node.seat));
            if let Some(to) = to {
                draft.join(at, to, EdgeKind::Answers);
            }
        }
        return;
    }
    if turn.task == Task::Answer {
        exchanged(draft, turn);
        return;
    }
    let Extraction::Done(taken_down) = &turn.arguments else {
        return;
    };
    for (number, point) in (0..).zip(&taken_down.arguments) {
        if point.is_said() && is_assertion(&point.claim) {
            claimed(draft, turn, (number, point));
        }
    }
    let shifts = shifts_in(turn).unwrap_or_default().iter();
    for (number, shift) in (0..).zip(shifts.filter(|one| one.is_concession)) {
        let is_whom = others(draft, turn, shift.toward.as_deref());
        let words = draft.words(&[&shift.about, &shift.words]);
        let to = draft.is_read_before(turn, &is_whom).then(|| {
            draft.nearest(&words, |_, node| {
                is_whom(&node.seat) && !is_said_in(node, turn.id)
            })
        });
        let to: Vec<usize> = to.flatten().into_iter().collect();
        grant(draft, turn, (number, shift), &to);
    }
}

fn claimed(draft: &mut MapDraft<'_>, turn: &Turn, (number, point): (u32, &ArgumentPoint)) {
    let id = MapNodeId::Claim(turn.id, number);
    let mut node = MapNode::new(id, NodeKind::Claim, &turn.seat, &point.claim)
        .in_turn(turn.id)
        .with("Because", &point.reasoning)
        .with("Evidence", point.evidence.as_deref().unwrap_or_default());
    if !point.is_rebuttal {
        draft.add(node);
        return;
    }
    node.how = "answered";
    let is_whom = others(draft, turn, point.rebuts_speaker.as_deref());
    let words = draft.words(&[&point.claim, &point.reasoning]);
    let to = if draft.is_read_before(turn, &is_whom) {
        draft.nearest(&words, |_, node| {
            is_whom(&node.seat) && !is_said_in(node, turn.id)
        })
    } else {
        None
    };
    if to.is_none() {
        let speaker = point
            .rebuts_speaker
            .as_deref()
            .and_then(|name| called(draft, name));
        node.whom = speaker.filter(|seat| *seat != turn.seat);
    }
    let at = draft.add(node);
    if let Some(to) = to {
        draft.join(at, to, EdgeKind::Answers);
    }
}

/// A point of somebody else that a speech grants.
fn grant(
    draft: &mut MapDraft<'_>,
    turn: &Turn,
    (number, shift): (u32, &PositionShift),
    granted: &[usize],
) {
    let id = MapNodeId::Granted(turn.id, number);
    let mut node = MapNode::new(id, NodeKind::Concession, &turn.seat, &shift.words)
        .in_turn(turn.id)
        .doing("granted")
        .with("About", &shift.about);
    if granted.is_empty() {
        node.whom = shift.toward.as_deref().and_then(|name| called(draft, name));
    }
    let at = draft.add(node);
    for to in granted {
        draft.join(at, *to, EdgeKind::Concedes(GrantExtent::Whole));
    }
}

/// A question of one speaker to another, or the answer to the last one.
fn exchanged(draft: &mut MapDraft<'_>, turn: &Turn) -> usize {
    let node = if turn.task == Task::Question {
        let slot = draft.state.slot_of(turn);
        let whom = slot.and_then(|slot| slot.whom.clone());
        let id = MapNodeId::Question(turn.id);
        let node = MapNode::new(id, NodeKind::Question, &turn.seat, &turn.text).doing("asked");
        MapNode { whom, ..node }
    } else {
        let id = MapNodeId::Answer(turn.id);
        MapNode::new(id, NodeKind::Answer, &turn.seat, &turn.text).doing("answered")
    };
    let last = draft
        .nodes()
        .rfind(|(_, node)| matches!(node.id, MapNodeId::Question(_)));
    let last = last.map(|(at, _)| at).filter(|_| turn.task == Task::Answer);
    let at = draft.add(node.in_turn(turn.id));
    if let Some(last) = last {
        draft.join(at, last, EdgeKind::Answers);
    }
    at
}

/// Whether somebody is meant by a name, or where nobody of that name speaks, whether they argue against whoever has the
/// turn.
fn others<'d>(
    draft: &MapDraft<'d>,
    turn: &Turn,
    name: Option<&str>,
) -> impl Fn(&Seat) -> bool + use<'d> {
    let named = name.and_then(|name| called(draft, name));
    let opening = draft.state.opening.clone();
    let by = turn.seat.clone();
    move |seat: &Seat| match &named {
        Some(named) => seat == named && *seat != by,
        None => opening.as_deref().is_some_and(|one| one.oppose(&by, seat)),
    }
}

/// The seat of the speaker of that name.
fn called(draft: &MapDraft<'_>, name: &str) -> Option<Seat> {
    let mut speakers = draft.state.speakers().iter();
    let found = speakers.find(|one| one.card.name == name.trim() || one.card.short == name.trim());
    found.map(|speaker| speaker.seat.clone())
}

/// Whether all of what a turn argues is on the map.
pub(super) fn is_drawn(turn: &Turn) -> bool {
    turn.is_ended() && is_read(turn)
}
