//! Calls that a process left open when it died. Whoever takes the debate up ends them as cut, with what they must have
//! used, so that limits hold for what was paid.

use std::{cmp::Reverse, collections::BTreeMap};

use crate::{
    asks::{self, Reply},
    debate::{
        DebateState,
        event::{CallReport, Usage},
        ids::CallId,
        state::Pending,
    },
    llm::{
        roster::{Assigned, Roster},
        tokens,
    },
    prompt::Prompts,
};

/// The reports on the calls that are open, by estimate: their prompts, as they would be made now, and what was heard of
/// them. Those behind as many of their server as it takes at once were waiting and have used nothing. Made of the state
/// alone, so it comes out the same every time. Of what the debate has from the one that it is a branch of nothing is
/// reported: it was not lost, and is paid for there.
pub(super) fn reports(
    state: &DebateState,
    prompts: &Prompts,
    roster: &Roster,
) -> BTreeMap<CallId, CallReport> {
    let lost = state
        .calls
        .iter()
        .filter(|(id, _)| !state.is_inherited(*id));
    let mut open: Vec<(CallId, &Pending)> = lost.collect();
    // In the order in which the gate lets them through.
    open.sort_by_key(|(id, call)| (Reverse(call.ask.purpose().urgency()), *id));
    let mut sent: BTreeMap<String, usize> = BTreeMap::new();
    let reports = open.into_iter().map(|(id, call)| {
        // Passages are drawn, and no model is asked for them.
        if let Reply::Passages(_) = asks::of(&call.ask).reply(state) {
            return (id, CallReport::default());
        }
        if let Some(report) = state.report_by_hand(id) {
            return (id, report);
        }
        let role = state.role_of(&call.ask, call.seat.as_ref());
        let assigned = roster.assigned(role, call.seat.as_ref());
        let label = assigned.model.label();
        let server = label.split_once(':').map_or(label, |(server, _)| server);
        let sent = sent.entry(server.to_owned()).or_default();
        *sent += 1;
        let mut usage = if *sent <= assigned.gate.width() {
            used(state, prompts, assigned, call)
        } else {
            Usage::default()
        };
        if let Some(before) = &call.so_far {
            usage.add(before.usage);
        }
        let report = CallReport {
            model: label.to_owned(),
            usage,
            first_token_ms: None,
            duration_ms: state.at_ms.saturating_sub(call.since_ms),
            tries: call.failed_tries.saturating_add(u32::from(usage.estimated)),
            cost: assigned.price.cost(&usage),
            ..CallReport::default()
        };
        (id, report)
    });
    reports.collect()
}

fn used(state: &DebateState, prompts: &Prompts, assigned: &Assigned, call: &Pending) -> Usage {
    let context = assigned.model.profile().context;
    let prompted = prompts.prompt(state, &call.ask, context);
    let turn = call.ask.writes().and_then(|turn| state.turn(turn));
    let heard = turn.and_then(|turn| turn.text.get(call.from as usize..));
    Usage {
        prompt_tokens: prompted.map_or(0, |prompted| {
            tokens::estimate_prompt(&prompted.request.messages)
        }),
        completion_tokens: heard.map_or(0, tokens::estimate),
        estimated: true,
        ..Usage::default()
    }
}
