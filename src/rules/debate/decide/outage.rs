//! Outages: what the house does while a server is in doubt, and when it is gone. `debate::outage` says what is known.

use crate::debate::{
    ask::Ask,
    event::{CallFailure, CallReport, PausedBy},
    opening::OnFailure,
    state::{DebateState, DebateStatus, Pending},
};

use super::{super::MAX_FAILURES, Decision, taken_back, waited_for};

/// The decision while a server is in doubt or gone: nothing else is begun. `None` where none is.
pub(super) fn advance(state: &DebateState) -> Option<Decision> {
    let after = state.outage.doubted?;
    let Some(reason) = &state.outage.gone else {
        let ask = Ask::Probe { after };
        return Some(if state.is_asked(&ask) {
            Decision::none()
        } else {
            let elsewhere = state.outage.elsewhere.as_ref().map(|(seat, _)| seat);
            let seat = elsewhere.or_else(|| state.asked_from(after)).cloned();
            Decision::ask(state, ask, seat)
        });
    };
    Some(match &state.status {
        // Whoever waits for an answer waits for the server now.
        DebateStatus::Running
        | DebateStatus::Paused(PausedBy::Question { .. } | PausedBy::Questions) => {
            Decision::event(waited_for::paused(state.asked_from(after), reason))
        }
        DebateStatus::Paused(
            PausedBy::Viewer | PausedBy::Limit { .. } | PausedBy::Unreachable { .. },
        )
        | DebateStatus::Unopened
        | DebateStatus::Closed(_) => Decision::none(),
    })
}

/// The kind as which a failure counts. A line that breaks time and again before anything is said looks like an outage.
/// What looks like one is none where the debate is to go on whatever fails, nor where it is known that others can be
/// had and nobody is waited for.
pub(super) fn weighed(
    state: &DebateState,
    pending: &Pending,
    failure: CallFailure,
    report: &CallReport,
) -> CallFailure {
    match failure {
        CallFailure::Unavailable => failure,
        CallFailure::Broke if !gets_nowhere(state, &pending.ask) => failure,
        CallFailure::Broke
        | CallFailure::Outage
        | CallFailure::Late
        | CallFailure::Refused
        | CallFailure::Overdue => {
            let goes_on = match state.failure_policy() {
                OnFailure::GoOn => true,
                OnFailure::Stop => state.outage.is_gone_alone(&report.model),
                OnFailure::Pause => false,
            };
            let is_probe = matches!(pending.ask, Ask::Probe { .. });
            if goes_on && !is_probe {
                CallFailure::Unavailable
            } else if failure == CallFailure::Broke {
                CallFailure::Outage
            } else {
                failure
            }
        }
    }
}

/// Whether the line of a speech has broken as often as one is waited for, and has left nothing more to be heard.
fn gets_nowhere(state: &DebateState, ask: &Ask) -> bool {
    let turn = ask.speaks().and_then(|turn| state.turn(turn));
    turn.is_some_and(|turn| turn.failures_with(taken_back::whole_words(turn)) >= MAX_FAILURES)
}
