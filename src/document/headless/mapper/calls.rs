//! The lines of calls to models.

use crate::{
    call_totals::turn_of,
    debate::{
        DebateState,
        event::{CallReport, Event},
        ids::{CallId, Seat},
        state::Pending,
    },
    events_of,
    headless::jsonl::{Body, CallLine},
};

use super::{Mapper, notice};

impl Mapper {
    pub(super) fn of_calls(&self, event: &Event, call: Option<&Pending>) -> Option<Body> {
        let state = &self.state;
        Some(match event {
            Event::CallRetried {
                call: id,
                attempt,
                reason,
                wait_ms,
                so_far: _,
            } => {
                let call = call?;
                Body::ModelRetried {
                    call: id.0,
                    purpose: call.ask.purpose().word(),
                    seat: call.seat.as_ref().map(Seat::to_string),
                    attempt: *attempt,
                    reason: reason.clone(),
                    wait_ms: *wait_ms,
                }
            }
            Event::ModelCalled { call: id, report } => Body::ModelCalled {
                cut: false,
                call: called(state, (*id, call?), report),
            },
            Event::CallCut { call: id, report } => Body::ModelCalled {
                cut: true,
                call: called(state, (*id, call?), report),
            },
            Event::ModelFailed {
                call: id,
                reason,
                failure: _,
                report,
            } => Body::ModelFailed {
                reason: reason.clone(),
                call: called(state, (*id, call?), report),
            },
            // The fold has words for it.
            Event::TranscriptCondensed { .. } => notice(state.notices.last()?.clone()),
            // Told by other lines, or of no use to anybody outside.
            Event::CallBegan { .. }
            | events_of!(debate turns points votes judges interventions) => {
                return None;
            }
        })
    }
}

fn called(state: &DebateState, (id, call): (CallId, &Pending), report: &CallReport) -> CallLine {
    let usage = &report.usage;
    alike!(report => CallLine {
        model, first_token_ms, duration_ms, tries, cost;
        call: id.0,
        turn: turn_of(state, &call.ask).map(|turn| turn.0),
        purpose: call.ask.purpose().word(),
        seat: call.seat.as_ref().map(Seat::to_string),
        members: call.ask.members().iter().map(Seat::to_string).collect(),
        prompt_tokens: usage.prompt_tokens,
        cached_tokens: usage.cached_tokens,
        completion_tokens: usage.completion_tokens,
        estimated: usage.estimated,
    })
}

/// The call that an event reports on. What it was for is known only before the event is applied.
pub(super) fn ended<'a>(state: &'a DebateState, event: &Event) -> Option<&'a Pending> {
    if let Event::ModelCalled { call, .. }
    | Event::CallCut { call, .. }
    | Event::ModelFailed { call, .. }
    | Event::CallRetried { call, .. } = event
    {
        state.calls.get(call)
    } else {
        None
    }
}
