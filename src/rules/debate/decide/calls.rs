//! The end of a call that is not for the floor: its answer, or none. What that means for each ask, `asks` says.

use super::{Decision, asks, outage, taken_back, waited_for};
use crate::debate::{
    answer::Answer,
    ask::Ask,
    event::{CallFailure, CallReport, Event},
    ids::CallId,
    state::DebateState,
};

/// A call has its answer.
pub(super) fn answered(
    state: &DebateState,
    call: CallId,
    answer: Answer,
    report: CallReport,
) -> Decision {
    let Some(pending) = state.calls.get(&call) else {
        return Decision::none();
    };
    if pending.cut {
        return Decision::event(Event::CallCut { call, report });
    }
    let mut events = vec![Event::ModelCalled { call, report }];
    let handler = asks::of(&pending.ask);
    // An answer of another shape than was asked for cannot come from the driver; it is as good as none.
    let follows = handler
        .answered(state, answer)
        .unwrap_or_else(|| handler.given_up(state, "the answer was of the wrong kind", ""));
    events.extend(follows);
    Decision::events(events)
}

/// A call failed for good.
pub(super) fn failed(
    state: &DebateState,
    call: CallId,
    (reason, raw): (String, &str),
    failure: CallFailure,
    report: CallReport,
) -> Decision {
    let Some(pending) = state.calls.get(&call) else {
        return Decision::none();
    };
    if pending.cut {
        return Decision::event(Event::CallCut { call, report });
    }
    let mut events = Vec::new();
    if let Ask::Speech { turn, .. } = &pending.ask
        && let Some(turn) = state.turn(*turn)
    {
        events.extend(taken_back::rewind(turn));
    }
    let failure = outage::weighed(state, pending, failure, &report);
    let after = match (&pending.ask, failure) {
        (Ask::Probe { .. }, CallFailure::Outage | CallFailure::Refused | CallFailure::Overdue) => {
            vec![]
        }
        (Ask::Probe { .. }, CallFailure::Broke | CallFailure::Unavailable | CallFailure::Late) => {
            asks::probe::server_is_there(state)
        }
        // Whether it is given up is decided once it is known whether the server is there.
        (
            _,
            CallFailure::Outage | CallFailure::Late | CallFailure::Refused | CallFailure::Overdue,
        ) => vec![],
        (ask, CallFailure::Broke | CallFailure::Unavailable)
            if waited_for::is_waited_for(state, ask, raw) =>
        {
            let paused = waited_for::paused(pending.seat.as_ref(), &reason);
            state.is_running().then_some(paused).into_iter().collect()
        }
        (ask, CallFailure::Broke | CallFailure::Unavailable) => {
            asks::of(ask).given_up(state, &reason, raw)
        }
    };
    events.push(Event::ModelFailed {
        call,
        reason,
        failure,
        report,
    });
    events.extend(after);
    Decision::events(events)
}
