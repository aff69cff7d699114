//! Outages: what the house does while a server is in doubt, and when it is gone. `debate::outage` says what is known.

use crate::debate::{
    ask::Ask,
    event::{CallReport, Event, Failure, PausedBy},
    ids::{CommandId, Seat},
    opening::OnFailure,
    outage::provider,
    state::{DebateState, Pending, Status},
};

use super::{super::MAX_FAILURES, Decision, calls, floor};

/// What follows while a server is in doubt or gone: nothing else is begun. `None` where none is.
pub(super) fn advance(state: &DebateState) -> Option<Decision> {
    let after = state.outage.doubted?;
    let Some(reason) = &state.outage.gone else {
        let ask = Ask::Probe { after };
        return Some(if state.is_asked(&ask) {
            Decision::none()
        } else {
            let seat = state.asked_from(after).cloned();
            Decision::ask(state, ask, seat)
        });
    };
    Some(match &state.status {
        // Whoever waits for an answer waits for the server now.
        Status::Running | Status::Paused(PausedBy::Question { .. } | PausedBy::Questions) => {
            Decision::event(Event::Paused {
                command: CommandId::HOUSE,
                by: PausedBy::Unreachable {
                    seat: state.asked_from(after).cloned().unwrap_or_else(Seat::house),
                    reason: reason.clone(),
                },
            })
        }
        Status::Paused(
            PausedBy::Viewer | PausedBy::Limit { .. } | PausedBy::Unreachable { .. },
        )
        | Status::Unopened
        | Status::Closed(_) => Decision::none(),
    })
}

/// How a failure counts. A line that breaks time and again before anything is said looks like an outage. What looks like
/// one is none where the debate is to go on whatever fails, nor where the server has a single seat to serve and the others
/// can be had.
pub(super) fn weighed(
    state: &DebateState,
    pending: &Pending,
    failure: Failure,
    report: &CallReport,
) -> Failure {
    match failure {
        Failure::Unavailable => failure,
        Failure::Broke if !gets_nowhere(state, &pending.ask) => failure,
        Failure::Broke | Failure::Outage | Failure::Late | Failure::Refused | Failure::Overdue => {
            let goes_on = state.on_failure == OnFailure::GoOn || is_alone(state, pending, report);
            let is_probe = matches!(pending.ask, Ask::Probe { .. });
            if goes_on && !is_probe {
                Failure::Unavailable
            } else if failure == Failure::Broke {
                Failure::Outage
            } else {
                failure
            }
        }
    }
}

/// Whether the line of a speech has broken as often as one is waited for, and has left nothing more to be heard.
fn gets_nowhere(state: &DebateState, ask: &Ask) -> bool {
    let turn = match ask {
        Ask::Speech { turn, .. } => state.turn(*turn),
        _ => None,
    };
    turn.is_some_and(|turn| turn.failures_with(floor::whole_words(turn)) >= MAX_FAILURES)
}

/// The server is there after all: what has failed often enough by itself is given up.
pub(super) fn given_up(state: &DebateState) -> Vec<Event> {
    let lost = state.outage.given_up();
    lost.flat_map(|(ask, one)| calls::given_up(state, ask, &one.reason, ""))
        .collect()
}

/// Whether the model of this seat is the only one of its provider that anybody is asked by, and others are served
/// elsewhere.
fn is_alone(state: &DebateState, pending: &Pending, report: &CallReport) -> bool {
    let (Some(seat), Some(opening)) = (&pending.seat, state.opening.as_deref()) else {
        return false;
    };
    let speakers = opening
        .speakers
        .iter()
        .map(|one| (Some(&one.seat), &one.model));
    let bench = opening.judges.iter().chain(&opening.moderator);
    let bench = bench.map(|one| (Some(&one.seat), &one.model));
    let called = state
        .finished
        .iter()
        .filter(|call| !call.report.model.is_empty())
        .map(|call| (call.seat.as_ref(), &call.report.model));
    let own = provider(&report.model);
    let mut has_others = false;
    for (other, model) in speakers.chain(bench).chain(called) {
        if other == Some(seat) {
            continue;
        }
        if provider(model) == own {
            return false;
        }
        has_others = true;
    }
    has_others
}
