//! The check of which side a speech, or a part of what is handed in, argues; `decide::referee` says when it is asked for.

use super::{
    Handler,
    checks::{heard_out, ruled},
    slip,
};
use crate::{
    catalog::Stance,
    debate::{
        answer::{Answer, Argued, SideVerdict},
        event::Event,
        ids::TurnId,
        notice::{self, OWN_SIDE},
        own_side::{SidedPart, argues_for_other},
        state::{DebateState, Turn},
        written::Work,
    },
    text::{quotes, sentence::sentences},
};

/// The ask: the turn that is checked.
pub(super) struct SideCheck(pub(super) TurnId);

impl Handler for SideCheck {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        if let Answer::SideLead(lead) = answer {
            return Some(led(state, self.0, lead));
        }
        let Answer::Side(verdict) = answer else {
            return None;
        };
        Some(checked(state, self.0, &verdict))
    }

    /// Lets the speech stand, for want of a referee.
    fn given_up(&self, state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        let flagged = notice::SIDE_UNCHECKED.to_owned();
        heard_out(state, self.0, Some(flagged), &[])
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Side(SideVerdict {
            words: String::new(),
            argues: Argued::Neither,
        })
    }
}

/// The referee has read a speech. It is believed when it says the same of the two claims in either order, and each
/// time names words that were said, are not the very vote of the speaker's side and do not say what would change the
/// speaker's mind: a small model likes to name the claim itself, and is wrong then more often than not.
fn checked(state: &DebateState, id: TurnId, verdict: &SideVerdict) -> Vec<Event> {
    let Some(turn) = state.turn(id) else {
        return vec![];
    };
    let Some(part) = state.unchecked_part(turn) else {
        return vec![];
    };
    let stance = state.stance(&turn.seat);
    let second_look = turn.doubted.is_some();
    let argued = match (verdict.argues, second_look) {
        (Argued::First, false) | (Argued::Second, true) => Some(Stance::For),
        (Argued::Second, false) | (Argued::First, true) => Some(Stance::Against),
        (Argued::Neither, _) => None,
    };
    let asks_for_own = stance.is_some_and(|stance| slip::asks_for_own(&verdict.words, stance));
    let mut concedes = sentences(&part.text)
        .into_iter()
        .filter(|one| quotes(one, &verdict.words));
    let concedes = concedes.any(slip::would_change_a_mind);
    let is_proven = quotes(&part.text, &verdict.words) && !asks_for_own && !concedes;
    if !is_proven || argued.is_none() || stance.is_none() || argued == stance {
        return vec![Event::SideCleared { turn: id }];
    }
    let words = verdict.words.trim().to_owned();
    if !second_look {
        return vec![Event::SideDoubted { turn: id, words }];
    }
    let reason = format!("{}: \"{words}\"", for_other(state, turn, &part));
    ruled(state, turn, OWN_SIDE, reason)
}

/// The referee's model has told a number, for which it was asked in both orders.
fn led(state: &DebateState, id: TurnId, lead: f64) -> Vec<Event> {
    let Some(turn) = state.turn(id) else {
        return vec![];
    };
    let Some(part) = state.unchecked_part(turn) else {
        return vec![];
    };
    let stance = state.stance(&turn.seat);
    if !stance.is_some_and(|own| argues_for_other(lead, own)) {
        return vec![Event::SideCleared { turn: id }];
    }
    let mut events = vec![Event::SideDoubted {
        turn: id,
        words: String::new(),
    }];
    events.extend(ruled(state, turn, OWN_SIDE, for_other(state, turn, &part)));
    events
}

/// That a part of a turn argues for the other side, in words.
fn for_other(state: &DebateState, turn: &Turn, part: &SidedPart) -> String {
    let id = part.id.as_str();
    let what = match &turn.work {
        Some(Work::CrossExamination(_)) => format!("the response to {id}"),
        _ if id.is_empty() => "it".to_owned(),
        _ => id.to_owned(),
    };
    format!("{what} argues {}", other_side(state, turn))
}

/// The position of a turn that argues for the other side, in words. At one table there are no sides, only the motion.
fn other_side(state: &DebateState, turn: &Turn) -> String {
    let sides = state
        .opening
        .iter()
        .flat_map(|opening| &opening.format.sides);
    if sides.count() != 1 {
        let side = state.side_name(&turn.seat).unwrap_or("its side");
        return format!("against {side}");
    }
    match state.stance(&turn.seat) {
        Some(Stance::Against) => "for the motion".to_owned(),
        Some(Stance::For | Stance::Nuanced | Stance::Own) | None => "against the motion".to_owned(),
    }
}
