//! The whole debate as one JSON value: what was settled, what became of it, and every event.

use serde_json::{Value, json};

use crate::debate::{
    DebateState,
    event::{CloseReason, Record, Truncation},
    ids::Seat,
    missing::missing,
    state::{
        Extraction, Finished, Intervention, Matter, Poi, PoiStatus, Poll, Progress, Status, Turn,
        TurnStatus,
    },
    trace::Row,
};

/// The number of the structure; it grows when a field changes its meaning, not when one is added.
const VERSION: u32 = 1;

/// The debate with everything that is known of it. `records` are those that `state` was folded from.
pub fn json(state: &DebateState, records: &[Record]) -> Value {
    let opening = state.opening.as_deref();
    json!({
        "version": VERSION,
        "debate": opening.map(|opening| &opening.debate),
        "status": status(&state.status),
        "duration_ms": state.at_ms,
        "running_ms": state.running_ms(),
        "opening": opening,
        "turns": state.turns.iter().map(|one| turn(state, one)).collect::<Vec<_>>(),
        "points": state.points.iter().map(|one| point(state, one)).collect::<Vec<_>>(),
        "interventions": state.interventions.iter().map(|one| intervention(state, one)).collect::<Vec<_>>(),
        "ballots": state.ballots.iter().map(|((when, seat), ballot)| json!({
            "when": when,
            "seat": seat,
            "member": state.name(seat),
            "vote": ballot.vote,
            "reason": ballot.reason,
        })).collect::<Vec<_>>(),
        "polls": state.polls.iter().map(poll).collect::<Vec<_>>(),
        "verdict": state.verdict.as_ref().and_then(Option::as_ref),
        "division": state.division,
        "trace": state.trace().iter().map(|row| trace(state, row)).collect::<Vec<_>>(),
        "chosen": state.chosen.iter().map(|one| json!({
            "phase": one.phase,
            "round": one.round,
            "speaker": named(state, &one.seat),
            "reason": one.reason,
        })).collect::<Vec<_>>(),
        "rounds": state.rounds.iter().map(|one| json!({
            "phase": one.phase,
            "round": one.round,
            "judge": named(state, &one.judge),
            "assessment": one.assessment,
        })).collect::<Vec<_>>(),
        "judgements": state.judgements.iter().map(|(judge, judged)| json!({
            "judge": named(state, judge),
            "judgement": judged,
        })).collect::<Vec<_>>(),
        "scores": state.scores,
        "missing": missing(state).iter().map(|one| json!({
            "what": one.part.word(),
            "who": named(state, &one.seat),
            "begun": one.begun,
            "counts": one.counts,
            "reason": one.reason,
        })).collect::<Vec<_>>(),
        "notices": state.notices,
        "calls": state.finished.iter().map(call).collect::<Vec<_>>(),
        "totals": {
            "calls": state.ledger.calls,
            "failed": state.ledger.failed,
            "prompt_tokens": state.ledger.prompt_tokens,
            "cached_tokens": state.ledger.cached_tokens,
            "completion_tokens": state.ledger.completion_tokens,
            "cost": state.ledger.cost,
            "unpriced": state.ledger.unpriced,
        },
        "events": records,
    })
}

fn status(status: &Status) -> &'static str {
    match status {
        Status::Unopened => "unopened",
        Status::Running => "running",
        Status::Paused(_) => "paused",
        Status::Closed(CloseReason::Completed) => "completed",
        Status::Closed(CloseReason::Adjourned) => "adjourned",
    }
}

fn named(state: &DebateState, seat: &Seat) -> Value {
    json!({ "seat": seat, "name": state.name(seat) })
}

fn turn(state: &DebateState, turn: &Turn) -> Value {
    let (word, truncated, flagged, struck): (_, Option<&Truncation>, _, _) = match &turn.status {
        TurnStatus::Open => ("open", None, None, None),
        TurnStatus::Heard { truncated } => ("heard", truncated.as_ref(), None, None),
        TurnStatus::Ended { truncated, flagged } => {
            ("ended", truncated.as_ref(), flagged.as_ref(), None)
        }
        TurnStatus::Struck { rule, reason } => (
            "struck",
            None,
            None,
            Some(json!({ "rule": rule, "reason": reason })),
        ),
    };
    let arguments = match &turn.arguments {
        Extraction::Done(arguments) => Some(arguments),
        Extraction::None | Extraction::Failed => None,
    };
    json!({
        "turn": turn.id,
        "phase": state.plan.phases.get(turn.phase as usize).map(|phase| &phase.name),
        "speaker": named(state, &turn.seat),
        "side": state.side_name(&turn.seat),
        "task": turn.task.word(),
        "attempt": turn.attempt,
        "status": word,
        "text": turn.text,
        "work": turn.work,
        "words": turn.words,
        "target_words": turn.target_words,
        "truncated": truncated,
        "flagged": flagged,
        "struck": struck,
        "bell_at": turn.bell,
        "seams": turn.seams,
        "points": turn.points,
        "arguments": arguments,
        "began_ms": turn.began_ms,
        "ended_ms": turn.ended_ms,
    })
}

fn trace(state: &DebateState, row: &Row<'_>) -> Value {
    json!({
        "argument": row.argument.id,
        "proposer": named(state, row.seat),
        "claim": row.argument.claim,
        "cross_examination": row.met.iter().map(|met| json!({
            "by": named(state, met.by),
            "response": met.response,
        })).collect::<Vec<_>>(),
        "reply": row.reply,
        "standing": row.standing,
        "reason": row.reason,
    })
}

fn point(state: &DebateState, point: &Poi) -> Value {
    let (word, gesture, answer) = match &point.status {
        PoiStatus::Offered => ("offered", None, None),
        PoiStatus::Taken => ("taken", None, None),
        PoiStatus::Accepted => ("accepted", None, None),
        PoiStatus::Declined { gesture } => ("declined", Some(gesture), None),
        PoiStatus::Answered { text } => ("answered", None, Some(text)),
    };
    json!({
        "poi": point.id,
        "turn": point.turn,
        "from": named(state, &point.from),
        "to": named(state, &point.to),
        "text": point.text,
        "status": word,
        "gesture": gesture,
        "answer": answer,
        "reason": point.reason,
        "at": point.at,
        "offered_ms": point.offered_ms,
    })
}

fn intervention(state: &DebateState, item: &Intervention) -> Value {
    let (matter, source, halt) = match &item.matter {
        Matter::Evidence { source, .. } => ("evidence", Some(source), None),
        Matter::Question { halt } => ("question", None, Some(halt)),
        Matter::Clarification => ("clarification", None, None),
        Matter::GalleryPoint => ("gallery_point", None, None),
    };
    let (progress, answer, failed) = match &item.progress {
        Progress::Queued => ("queued", None, None),
        Progress::Put => ("put", None, None),
        Progress::Done { answer } => ("done", answer.as_ref(), None),
        Progress::Failed { reason } => ("failed", None, Some(reason)),
    };
    json!({
        "item": item.id,
        "matter": matter,
        "to": item.seat.as_ref().map(|seat| named(state, seat)),
        "text": item.text,
        "source": source,
        "halt": halt,
        "status": progress,
        "answer": answer,
        "failed": failed,
        "turn": item.during.map(|(turn, _)| turn),
        "at": item.during.map(|(_, at)| at),
        "at_ms": item.at_ms,
    })
}

fn poll(poll: &Poll) -> Value {
    json!({
        "after": poll.after,
        "taken": poll.taken,
        "tally": poll.tally(),
        "votes": poll.votes,
    })
}

fn call(call: &Finished) -> Value {
    json!({
        "call": call.call,
        "purpose": call.ask.purpose().word(),
        "ask": call.ask,
        "seat": call.seat,
        "began_ms": call.since_ms,
        "report": call.report,
        "failed": call.failed,
    })
}
