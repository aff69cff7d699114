//! The order of a debate: phases and turns, breaks between them, and the close.

use crate::{
    catalog::{Break, Coordination, Task},
    debate::{
        event::{CloseReason, Event, PausedBy},
        ids::{CommandId, TurnId},
        opening::OnFailure,
        plan::{PhasePlan, Slot},
        state::DebateState,
    },
};

use super::{Decision, asks::confirm, commands, house, judges};

/// The notice of a debate that ends before it is judged.
const NOTHING_TO_JUDGE: &str = "Nobody could be heard: there is nothing to vote on, to judge or to sum up, and the debate is over.";

/// The next step of the debate.
pub(super) fn advance(state: &DebateState) -> Decision {
    match (state.phase, state.phase_plan()) {
        (Some(phase), Some(plan)) => during(state, phase, plan),
        _ => between(state),
    }
}

fn between(state: &DebateState) -> Decision {
    if let Some(decision) = commands::at_break(state) {
        return decision;
    }
    if let Some(decision) = confirm::due(state) {
        return decision;
    }
    let next = state
        .plan
        .phases
        .iter()
        .enumerate()
        .skip(state.phases_ended as usize)
        .find(|(_, phase)| !phase.slots.is_empty());
    match next {
        Some((_, plan)) if has_nothing_to_judge(state, plan) => {
            if house::is_quiet(state) {
                close(state, Some(NOTHING_TO_JUDGE))
            } else {
                Decision::none()
            }
        }
        Some((position, _)) => Decision::event(Event::PhaseBegan {
            phase: u32::try_from(position).unwrap_or(0),
        }),
        None if house::is_quiet(state) && takes_questions(state) => {
            Decision::event(Event::Paused {
                command: CommandId::HOUSE,
                by: PausedBy::Questions,
            })
        }
        None if house::is_quiet(state) => close(state, None),
        None => Decision::none(),
    }
}

/// Whether nobody takes the floor in a phase, and no speaker could be heard in all that came before: there is nothing
/// to vote on, to judge or to sum up.
fn has_nothing_to_judge(state: &DebateState, plan: &PhasePlan) -> bool {
    !state.is_for_speakers(plan) && state.is_unheard()
}

/// Whether the moderator still takes questions, from a viewer who is there to ask them or from a file of interventions.
fn takes_questions(state: &DebateState) -> bool {
    let attended = state.opening.as_deref().is_some_and(|opening| {
        let is_followed = opening.options.questions_awaited;
        opening.format.questions_after && (is_followed || state.on_failure == OnFailure::Pause)
    });
    attended && !state.questions_taken
}

fn close(state: &DebateState, why: Option<&str>) -> Decision {
    let unheard = state.agenda.gallery.iter();
    let mut events: Vec<Event> = unheard
        .filter_map(|item| state.intervention(*item))
        .map(|item| Event::Notice {
            text: format!(
                "The gallery's point found no moment to be put: {}",
                item.text
            ),
        })
        .chain(why.map(|why| Event::Notice {
            text: why.to_owned(),
        }))
        .collect();
    events.push(Event::Closed {
        reason: CloseReason::Completed,
    });
    Decision::events(events)
}

fn during(state: &DebateState, phase: u32, plan: &PhasePlan) -> Decision {
    let slots = state.plan.slots_of(phase);
    let round = state.round(phase);
    let is_over = round > plan.rounds || state.stopped.contains_key(&phase);
    if !is_over {
        if let Some(decision) = judges::after_round(state, phase, plan) {
            return decision;
        }
        let decision = match plan.coordination {
            Coordination::Simultaneous => at_once(state, plan),
            Coordination::TurnTaking => one_by_one(state, plan),
        };
        if let Some(decision) = decision {
            return decision;
        }
        if !state.agenda.awaited.is_empty() {
            return Decision::none();
        }
        if plan.has_rounds {
            return Decision::event(Event::RoundEnded { phase, round });
        }
    }
    let is_judged = slots
        .iter()
        .any(|slot| matches!(slot.task, Task::Verdict | Task::Judgement));
    if is_judged && (state.is_annotation_awaited() || state.is_lean_awaited()) {
        return Decision::none();
    }
    if slots
        .iter()
        .any(|slot| matches!(slot.task, Task::BallotAfter | Task::Verdict))
        && let Some(decision) = house::division(state)
    {
        return decision;
    }
    if slots.iter().any(|slot| slot.task == Task::Judgement)
        && let Some(decision) = judges::scores(state)
    {
        return decision;
    }
    Decision::event(Event::PhaseEnded { phase })
}

/// All turns of the round, as many at a time as the phase allows.
fn at_once(state: &DebateState, plan: &PhasePlan) -> Option<Decision> {
    if state.agenda.under_way.len() >= plan.max_concurrent {
        return Some(Decision::none());
    }
    let next = state.agenda.waiting.first()?;
    let slot = state.plan.slots.get(*next as usize)?;
    Some(begin(state, slot))
}

/// The next turn of the round.
fn one_by_one(state: &DebateState, plan: &PhasePlan) -> Option<Decision> {
    if !state.agenda.under_way.is_empty() {
        return Some(Decision::none());
    }
    if state.agenda.left.is_empty() {
        return None;
    }
    let breaks = state
        .opening
        .as_deref()
        .map(|opening| opening.format.breaks)
        .unwrap_or_default();
    if breaks == Break::Turn
        && let Some(decision) = commands::at_break(state)
    {
        return Some(decision);
    }
    match judges::next(state, plan) {
        Ok(next) => next.map(|slot| begin(state, slot)),
        Err(first) => Some(first),
    }
}

/// Begins a turn that nobody has begun, or begins it again where the last attempt was struck.
/// Votes are begun by the house.
fn begin(state: &DebateState, slot: &Slot) -> Decision {
    if !state.agenda.waiting.contains(&slot.index) {
        return Decision::none();
    }
    let attempts = state.attempts_in(slot.index).count();
    Decision::event(Event::TurnBegan {
        turn: TurnId::next(state.turns.len()),
        slot: slot.index,
        seat: slot.seat.clone(),
        task: slot.task,
        attempt: u32::try_from(attempts + 1).unwrap_or(u32::MAX),
        target_words: slot.words,
    })
}
