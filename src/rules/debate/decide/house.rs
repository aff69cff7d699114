//! The house: limits, what it asks for in slots of its own (ballots, the verdict, reports), and the division.

use crate::{
    catalog::{Stance, Task, Verdict},
    debate::{
        answer::Vote,
        ask::When,
        division::{DivisionCount, PanelVote},
        event::{Event, PausedBy},
        ids::{CommandId, Seat},
        opening::{Opening, Polls},
        spend_limits,
        state::DebateState,
    },
};

use super::{Decision, asks::is_busy, together};

/// Pauses when what was used reaches a limit.
pub(super) fn limits(state: &DebateState) -> Decision {
    match spend_limits::reached(state) {
        Some(what) => {
            // Whoever decides whether to go on knows what the last of it was spent for.
            let what = match &state.in_vain {
                Some(reason) => format!("{what} The last try came to nothing: {reason}."),
                None => what,
            };
            Decision::event(Event::Paused {
                command: CommandId::HOUSE,
                by: PausedBy::Limit { what },
            })
        }
        None => Decision::none(),
    }
}

/// The decision to ask for what the house owes in a slot of its own, of every phase that has begun, what an earlier
/// process left open included.
pub(super) fn owed(state: &DebateState) -> Decision {
    let owed = state.agenda.house.first().filter(|_| !is_busy(state));
    let Some(owed) = owed.and_then(|at| state.plan.owed.get(*at)) else {
        return Decision::none();
    };
    let slot = state.plan.slots.get(owed.slot as usize);
    let ask = together::with_others(state, &owed.ask);
    let seat = match ask.leaning() {
        [] => slot.map(|slot| slot.seat.clone()),
        [alone] => Some(alone.clone()),
        [_, ..] => None,
    };
    Decision::ask(state, ask, seat)
}

/// Declares the division once every ballot is in.
pub(super) fn division(state: &DebateState) -> Option<Decision> {
    let opening = state.opening.as_deref()?;
    if opening.format.verdict != Verdict::Division || state.division.is_some() {
        return None;
    }
    let waits = !state.ballots_are_in(When::Before)
        || !state.ballots_are_in(When::After)
        || !state
            .plan
            .slots
            .iter()
            .filter(|slot| slot.task == Task::Verdict)
            .all(|slot| state.is_done(slot));
    if waits {
        return Some(Decision::none());
    }
    let result = DivisionCount {
        motion: &opening.motion.motion,
        sides: (
            side(opening, Stance::For, "Proposition"),
            side(opening, Stance::Against, "Opposition"),
        ),
        panel: opening
            .audience
            .iter()
            .map(|listener| panel_vote(state, &listener.seat))
            .collect(),
        wins_by: opening.format.wins_by,
        verdicts: state.verdicts().collect(),
        assessments: opening
            .speakers
            .iter()
            .filter_map(|s| Some((&s.seat, state.assessments.get(&s.seat)?.as_ref()?)))
            .collect(),
    }
    .declare();
    Some(Decision::event(Event::DivisionDeclared(Box::new(result))))
}

fn panel_vote(state: &DebateState, seat: &Seat) -> PanelVote {
    let ballot = |when| state.ballots.get(&(when, seat.clone()));
    let after = ballot(When::After);
    PanelVote {
        member: state.name(seat),
        before: ballot(When::Before).and_then(|ballot| ballot.vote),
        after: after
            .and_then(|ballot| ballot.vote)
            .filter(|vote| *vote != Vote::Undecided),
        reason: after
            .map(|ballot| ballot.reason.clone())
            .unwrap_or_default(),
    }
}

fn side<'a>(opening: &'a Opening, stance: Stance, fallback: &'a str) -> &'a str {
    opening
        .format
        .sides
        .iter()
        .find(|side| side.stance == stance)
        .map_or(fallback, |side| side.name.as_str())
}

/// Whether anything beside the debate is still awaited.
pub(super) fn is_quiet(state: &DebateState) -> bool {
    let polls_open = !state.agenda.polls.is_empty();
    let polled = state
        .opening
        .as_deref()
        .is_some_and(|opening| opening.options.polls == Polls::EachSpeech);
    state.calls.is_empty() && !(polled && polls_open)
}
