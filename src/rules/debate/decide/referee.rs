//! The referee: what has to be checked before a turn counts, in which order, and what a broken rule leads to.

use crate::{
    catalog::Rule,
    debate::{
        ask::Ask,
        event::{Event, Truncation},
        ids::TurnId,
        opening::Referee,
        referee::Broken,
        state::{DebateState, Turn, TurnStatus},
        written::Work,
    },
};

use super::{Decision, withheld};

/// Attempts at a turn, after which the last one stands although it was found wanting.
const ATTEMPTS: u32 = 3;

/// Whether the turn counts only after a look at its side, or at the side of one more of its parts.
pub(super) fn checks_side(state: &DebateState, turn: &Turn) -> bool {
    state.unchecked_part(turn).is_some()
}

/// The rules of a turn that are asked of the referee's model.
pub fn asked_rules(state: &DebateState, turn: &Turn) -> Vec<Rule> {
    let mut rules = if state.has_referee_model() && turn.checked.is_none() {
        state.rules_of(turn)
    } else {
        Vec::new()
    };
    // Of what was found to be kept nothing is asked again.
    rules.retain(|rule| !rule.is_code() && (turn.missed.is_empty() || turn.missed.contains(rule)));
    rules
}

/// Whether what is written is checked before anybody hears it: a moderator's last attempt, of which what takes a side is
/// withheld. Earlier ones are struck for it.
pub(super) fn is_checked_unread(state: &DebateState, turn: &Turn) -> bool {
    turn.is_open()
        && turn.task.is_written()
        && turn.seat.is_moderator()
        && turn.attempt >= ATTEMPTS
        && !asked_rules(state, turn).is_empty()
}

fn code_rules(state: &DebateState, turn: &Turn) -> bool {
    state.referee() != Referee::Off && state.rules_of(turn).iter().any(|rule| rule.is_code())
}

/// The end of a turn: it counts at once, or after its checks.
pub(super) fn finish(state: &DebateState, turn: &Turn, truncated: Option<Truncation>) -> Event {
    let is_checked =
        checks_side(state, turn) || code_rules(state, turn) || !asked_rules(state, turn).is_empty();
    if is_checked {
        Event::SpeechHeard {
            turn: turn.id,
            truncated,
        }
    } else {
        Event::TurnEnded {
            turn: turn.id,
            truncated,
            flagged: None,
        }
    }
}

/// The rule of code for which a turn is struck or flagged.
fn broken_by_code(state: &DebateState, turn: &Turn) -> Option<Broken> {
    if !code_rules(state, turn) {
        return None;
    }
    let broken = state.broken_by(turn)?;
    (!is_withheld(turn, broken.rule.word())).then_some(broken)
}

/// The strike of a turn that breaks a rule of code, where it will be made again.
pub(super) fn struck_by_code(state: &DebateState, turn: &Turn) -> Option<Event> {
    let broken = broken_by_code(state, turn)?;
    struck(state, turn, broken.rule.word(), &broken.reason)
}

/// The next check of a turn of which all is said.
pub(super) fn next(state: &DebateState, turn: &Turn) -> Decision {
    if let Some(broken) = broken_by_code(state, turn) {
        return Decision::events(ruled(state, turn, broken.rule.word(), broken.reason));
    }
    let ask = if checks_side(state, turn) {
        Ask::SideCheck { turn: turn.id }
    } else if asked_rules(state, turn).is_empty() {
        return Decision::events(heard_out(state, turn.id, None, &[]));
    } else {
        Ask::Referee { turn: turn.id }
    };
    if state.is_asked(&ask) {
        Decision::none()
    } else {
        Decision::ask(state, ask, None)
    }
}

/// Whether what breaks the rule is withheld, and the turn stands without it: a moderator's last attempt takes no side.
pub(super) fn is_withheld(turn: &Turn, rule: &str) -> bool {
    let mut neutrality = Rule::NEUTRALITY.iter();
    let is_neutrality = neutrality.any(|one| one.word() == rule);
    turn.attempt >= ATTEMPTS && turn.seat.is_moderator() && is_neutrality
}

/// A rule was broken: the turn is struck and made again, or, after so many attempts, stands and is flagged.
pub(super) fn ruled(state: &DebateState, turn: &Turn, rule: &str, reason: String) -> Vec<Event> {
    match struck(state, turn, rule, &reason) {
        Some(struck) => vec![struck],
        None => heard_out(state, turn.id, Some(reason), &[]),
    }
}

/// The strike of a turn for a rule, where it may be made again. For want of a word on evidence alone it is made again
/// once.
fn struck(state: &DebateState, turn: &Turn, rule: &str, reason: &str) -> Option<Event> {
    let is_for_evidence = rule == Rule::EvidenceAcknowledged.word();
    let was_for_evidence = |one: &&Turn| {
        let of_slot = one.slot == turn.slot;
        of_slot && matches!(&one.status, TurnStatus::Struck { rule: why, .. } if why == rule)
    };
    let is_asked = is_for_evidence && state.turns.iter().any(|one| was_for_evidence(&one));
    (turn.attempt < ATTEMPTS && !is_asked).then(|| Event::TurnStruck {
        turn: turn.id,
        rule: rule.to_owned(),
        reason: reason.to_owned(),
    })
}

/// The work of a turn without what is withheld of it by its words, before anybody has heard it, and the reason.
pub(super) fn unheard(state: &DebateState, turn: &Turn, work: Work) -> (Work, Option<String>) {
    if turn.attempt < ATTEMPTS || !code_rules(state, turn) {
        return (work, None);
    }
    withheld::work_of(state, &turn.seat, &work).unwrap_or((work, None))
}

/// The turn counts, whatever is held against it; of a moderator's without what it says for a side.
pub(super) fn heard_out(
    state: &DebateState,
    id: TurnId,
    flagged: Option<String>,
    found: &[&str],
) -> Vec<Event> {
    let turn = state.turn(id);
    let truncated = turn.and_then(|turn| match &turn.status {
        TurnStatus::Heard { truncated } => truncated.clone(),
        TurnStatus::Open | TurnStatus::Ended { .. } | TurnStatus::Struck { .. } => None,
    });
    let checked = turn.and_then(|turn| turn.checked.clone());
    let flagged = flagged.or_else(|| checked.and_then(|checked| checked.flagged));
    let (mut events, mut flagged) = (Vec::new(), flagged);
    let before = turn.and_then(|turn| turn.withheld.clone());
    let now = turn.and_then(|turn| withheld::of(state, turn, found));
    if before.is_some() || now.is_some() {
        let (said_anew, reason) = now.map_or_else(Default::default, |now| (now.events, now.reason));
        events = said_anew;
        let reasons = [flagged, before, reason].into_iter().flatten();
        let reasons: Vec<String> = reasons
            .map(|one| one.trim_end_matches('.').to_owned())
            .collect();
        flagged = Some(format!("{}; these words are withheld", reasons.join("; ")));
    }
    events.push(Event::TurnEnded {
        turn: id,
        truncated,
        flagged,
    });
    events
}
