//! The order of the evening: phases and turns, breaks between them, and the close.

use crate::{
    catalog::{Break, Coordination, Task},
    debate::{
        event::{CloseReason, Event},
        ids::TurnId,
        plan::{PhasePlan, Slot},
        state::{DebateState, Matter, Progress, Turn},
    },
};

use super::{Decision, commands, house};

/// The next step of the evening.
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
    let next = state
        .plan
        .phases
        .iter()
        .enumerate()
        .skip(state.phases_ended as usize)
        .find(|(_, phase)| !phase.slots.is_empty());
    match next {
        Some((position, _)) => Decision::event(Event::PhaseBegan {
            phase: u32::try_from(position).unwrap_or(0),
        }),
        None if house::is_quiet(state) => close(state),
        None => Decision::none(),
    }
}

fn close(state: &DebateState) -> Decision {
    let mut events: Vec<Event> = state
        .interventions
        .iter()
        .filter(|item| item.matter == Matter::GalleryPoint && item.progress == Progress::Queued)
        .map(|item| Event::Notice {
            text: format!(
                "The gallery's point found no moment to be put: {}",
                item.text
            ),
        })
        .collect();
    events.push(Event::Closed {
        reason: CloseReason::Completed,
    });
    Decision::events(events)
}

fn during(state: &DebateState, phase: u32, plan: &PhasePlan) -> Decision {
    let slots = state.plan.slots_of(phase);
    let decision = match plan.coordination {
        Coordination::Simultaneous => slots
            .iter()
            .map(|slot| begin(state, slot))
            .find(|d| !d.is_empty()),
        Coordination::TurnTaking => slots.iter().find(|slot| !is_done(state, slot)).map(|slot| {
            if is_under_way(state, slot) {
                return Decision::none();
            }
            let breaks = state
                .opening
                .as_deref()
                .map(|opening| opening.format.breaks)
                .unwrap_or_default();
            match commands::at_break(state).filter(|_| breaks == Break::Turn) {
                Some(decision) => decision,
                None => begin(state, slot),
            }
        }),
    };
    if let Some(decision) = decision {
        return decision;
    }
    if !slots
        .iter()
        .all(|slot| is_done(state, slot) || slot.task == Task::BallotBefore)
    {
        return Decision::none();
    }
    if slots
        .iter()
        .any(|slot| matches!(slot.task, Task::BallotAfter | Task::Verdict))
        && let Some(decision) = house::division(state)
    {
        return decision;
    }
    Decision::event(Event::PhaseEnded { phase })
}

/// Begins a turn that nobody has begun, or begins it again where the last attempt was struck.
/// Votes are begun by the house.
fn begin(state: &DebateState, slot: &Slot) -> Decision {
    if !slot.task.is_turn() || is_done(state, slot) || is_under_way(state, slot) {
        return Decision::none();
    }
    let attempts = state
        .turns
        .iter()
        .filter(|turn| turn.slot == slot.index)
        .count();
    Decision::event(Event::TurnBegan {
        turn: TurnId::next(state.turns.len()),
        slot: slot.index,
        seat: slot.seat.clone(),
        task: slot.task,
        attempt: u32::try_from(attempts + 1).unwrap_or(u32::MAX),
        target_words: slot.words,
    })
}

fn is_under_way(state: &DebateState, slot: &Slot) -> bool {
    state
        .turns
        .iter()
        .any(|turn: &Turn| turn.slot == slot.index && (turn.is_open() || turn.is_heard()))
}

fn is_done(state: &DebateState, slot: &Slot) -> bool {
    match slot.task {
        Task::Prepare | Task::Speech | Task::FloorSpeech => state.ended_in(slot.index).is_some(),
        Task::BallotBefore | Task::BallotAfter | Task::Verdict => house::is_done(state, slot),
    }
}
