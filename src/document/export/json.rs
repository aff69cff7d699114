//! The whole debate as one JSON document: what was settled, what became of it, and every event.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Value, json};

use crate::{
    call_totals::{CallPart, CallTotals, by_phase, by_purpose, by_turn, turn_of},
    counted_lines::{counted, rankings, verdicts},
    debate::{
        DebateState,
        event::{CloseReason, Event, Record, Truncation},
        follow_up::{FollowUp, FollowUpProgress},
        granted::{Grant, GrantExtent, GrantStanding},
        house_agreement::HouseAgreement,
        ids::Seat,
        looks,
        missing::missing,
        report_looks::ReportLooks,
        shifts::SpeakerShifts,
        state::{
            DebateStatus, Extraction, Finished, Intervention, InterventionProgress, Matter, Poi,
            PoiStatus, Turn, TurnStatus,
        },
        trace::TracedArgument,
        votes::Poll,
    },
};

/// The number of the structure; it grows when a field changes its meaning, not when one is added.
const VERSION: u32 = 1;

/// Writes the debate with everything that is known of it, one thing after the other: what is held in memory is the
/// longest turn, and not the whole document. `records` are those that `state` was folded from, `filed` the tags and the note
/// that somebody has put to it.
///
/// # Errors
/// `out` cannot be written.
pub fn json(
    state: &DebateState,
    records: &[Record],
    filed: (&[String], Option<&str>),
    out: &mut dyn Write,
) -> io::Result<()> {
    let document = Document {
        state,
        records,
        filed,
    };
    serde_json::to_writer_pretty(&mut *out, &document)?;
    writeln!(out)
}

struct Document<'a> {
    state: &'a DebateState,
    records: &'a [Record],
    filed: (&'a [String], Option<&'a str>),
}

impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self {
            state,
            records,
            filed: (tags, note),
        } = *self;
        let opening = state.opening.as_deref();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("version", &VERSION)?;
        map.serialize_entry("debate", &opening.map(|opening| &opening.debate))?;
        map.serialize_entry("tags", tags)?;
        map.serialize_entry("note", &note)?;
        map.serialize_entry("status", status(&state.status))?;
        map.serialize_entry("duration_ms", &state.at_ms)?;
        map.serialize_entry("running_ms", &state.running_ms())?;
        map.serialize_entry("opening", &opening)?;
        let used = by_turn(state);
        let turns = each(&state.turns, |one| turn(state, one, used.get(&one.id)));
        map.serialize_entry("turns", &turns)?;
        map.serialize_entry("points", &each(&state.points, |one| point(state, one)))?;
        let items = each(&state.interventions, |one| intervention(state, one));
        map.serialize_entry("interventions", &items)?;
        let ballots = each(&*state.ballots, |((when, seat), ballot)| {
            json!({
                "when": when,
                "seat": seat,
                "member": state.name(seat),
                "vote": ballot.vote,
                "reason": ballot.reason,
            })
        });
        map.serialize_entry("ballots", &ballots)?;
        map.serialize_entry("polls", &each(&state.polls, poll))?;
        map.serialize_entry("verdict", &state.verdict())?;
        let looks = each(
            &state.looks,
            |(order, verdict)| json!({ "order": order, "verdict": verdict }),
        );
        map.serialize_entry("verdict_looks", &looks)?;
        let is_contested = looks::is_contested(&state.verdict_votes());
        map.serialize_entry("verdict_contested", &is_contested)?;
        map.serialize_entry("division", &state.division)?;
        let agreement = state.division.as_ref().and_then(HouseAgreement::of);
        map.serialize_entry("house_agreement", &agreement.map(agreed))?;
        map.serialize_entry("annotation", &counted(state))?;
        map.serialize_entry("verdicts", &verdicts(state))?;
        map.serialize_entry("rankings", &rankings(state))?;
        let grants = state.grants();
        map.serialize_entry("grants", &each(&grants, |one| grant(state, one)))?;
        let rows = state.trace();
        map.serialize_entry("trace", &each(&rows, |row| trace(state, row)))?;
        let moved = state.shifts();
        map.serialize_entry("shifts", &each(&moved, |one| shifts(state, one)))?;
        let chosen = each(&state.chosen, |one| {
            json!({
                "phase": one.phase,
                "round": one.round,
                "speaker": named(state, &one.seat),
                "reason": one.reason,
            })
        });
        map.serialize_entry("chosen", &chosen)?;
        let rounds = each(&state.rounds, |one| {
            json!({
                "phase": one.phase,
                "round": one.round,
                "judge": named(state, &one.judge),
                "assessment": one.assessment,
            })
        });
        map.serialize_entry("rounds", &rounds)?;
        let judgements = each(&state.judgements, |(judge, judged)| {
            let looks = state.report_looks.get(judge).and_then(ReportLooks::both);
            json!({ "judge": named(state, judge), "judgement": judged, "looks": looks })
        });
        map.serialize_entry("judgements", &judgements)?;
        map.serialize_entry("scores", &state.scores)?;
        let missing = missing(state);
        let missing = each(&missing, |one| {
            json!({
                "what": one.part.word(),
                "who": named(state, &one.seat),
                "begun": one.begun,
                "counts": one.counts,
                "reason": one.reason,
            })
        });
        map.serialize_entry("missing", &missing)?;
        map.serialize_entry("notices", &state.notices)?;
        map.serialize_entry(
            "follow_ups",
            &each(&state.follow_ups, |one| follow_up(state, one)),
        )?;
        map.serialize_entry("calls", &each(&state.finished, |one| call(state, one)))?;
        let ledger = &state.ledger;
        let nothing = (ledger.calls == 0).then_some(0.0);
        let totals = json!({
            "calls": state.ledger.calls,
            "failed": state.ledger.failed,
            "prompt_tokens": state.ledger.prompt_tokens,
            "cached_tokens": state.ledger.cached_tokens,
            "completion_tokens": state.ledger.completion_tokens,
            "cost": ledger.costs.total().or(nothing),
            "unpriced": ledger.costs.unpriced,
            "by_purpose": purposes(state),
            "by_phase": phases(state),
        });
        map.serialize_entry("totals", &totals)?;
        let told: Vec<Cow<'_, Record>> = records.iter().filter_map(told).collect();
        map.serialize_entry("events", &told)?;
        map.end()
    }
}

/// A record as others may read it. An answer is nobody's before it is known to take no side, and what is withheld of it
/// never is; the answer to a point is told where it is said.
fn told(record: &Record) -> Option<Cow<'_, Record>> {
    if let Event::AnswerDrafted { .. } = record.event {
        return None;
    }
    let Event::PoiTaken {
        poi,
        reason,
        answer: Some(_),
    } = &record.event
    else {
        return Some(Cow::Borrowed(record));
    };
    Some(Cow::Owned(Record {
        event: Event::PoiTaken {
            poi: *poi,
            reason: reason.clone(),
            answer: None,
        },
        ..*record
    }))
}

/// A list of which each entry is made when it is written, and dropped after.
struct Each<L, F>(L, F);

fn each<L: IntoIterator + Copy, F: Fn(L::Item) -> Value>(list: L, entry: F) -> Each<L, F> {
    Each(list, entry)
}

impl<L: IntoIterator + Copy, F: Fn(L::Item) -> Value> Serialize for Each<L, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.into_iter().map(&self.1))
    }
}

fn status(status: &DebateStatus) -> &'static str {
    match status {
        DebateStatus::Unopened => "unopened",
        DebateStatus::Running => "running",
        DebateStatus::Paused(_) => "paused",
        DebateStatus::Closed(CloseReason::Completed) => "completed",
        DebateStatus::Closed(CloseReason::Adjourned) => ADJOURNED,
    }
}

fn named(state: &DebateState, seat: &Seat) -> Value {
    said_by(seat, &state.name(seat))
}

/// A seat, with the name of whoever sat there when it was said.
fn said_by(seat: &Seat, name: &str) -> Value {
    json!({ "seat": seat, "name": name })
}

/// A question that was asked after the end, with its answer, or the reason why there is none.
pub fn follow_up(state: &DebateState, item: &FollowUp) -> Value {
    let (answer, failed) = match &item.progress {
        FollowUpProgress::Put => (None, None),
        FollowUpProgress::Answered => (Some(item.answer.trim()), None),
        FollowUpProgress::Failed { reason } => (None, Some(reason)),
    };
    json!({
        "item": item.id,
        "asked": named(state, &item.seat),
        "question": item.text,
        "answer": answer,
        "failed": failed,
        "model": item.model,
        "at_ms": item.at_ms,
    })
}

fn turn(state: &DebateState, turn: &Turn, usage: Option<&CallTotals>) -> Value {
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
    let place = state.place_in_round(turn);
    json!({
        "turn": turn.id,
        "round": place.map(|(round, _)| round),
        "order": place.map(|(_, order)| order),
        "usage": usage.map(used),
        "phase": state.plan.phases.get(turn.phase as usize).map(|phase| &phase.name),
        "speaker": said_by(&turn.seat, &state.speaker_in(turn)),
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
        "definitions": state.definitions_of(turn.id),
        "began_ms": turn.began_ms,
        "ended_ms": turn.ended_ms,
    })
}

/// What the calls of each purpose used.
fn purposes(state: &DebateState) -> Vec<Value> {
    let totals = by_purpose(state);
    let rows = totals.iter();
    rows.map(|(purpose, total)| json!({ "purpose": purpose.word(), "usage": used(total) }))
        .collect()
}

/// What the calls of each phase used; those of none, by their purpose.
fn phases(state: &DebateState) -> Vec<Value> {
    let totals = by_phase(state);
    let rows = totals.iter().map(|(part, total)| {
        let (phase, purpose) = match part {
            CallPart::Phase(phase) => (Some(*phase), None),
            CallPart::Outside(purpose) => (None, Some(purpose.word())),
        };
        let known = phase.and_then(|phase| state.plan.phases.get(phase as usize));
        json!({
            "phase": phase,
            "id": known.map(|known| &known.id),
            "name": known.map(|known| &known.name),
            "purpose": purpose,
            "usage": used(total),
        })
    });
    rows.collect()
}

/// The usage of several calls: of a turn, with all that was asked for its sake, of a purpose or of a phase.
fn used(totals: &CallTotals) -> Value {
    json!({
        "calls": totals.calls,
        "failed": totals.failed,
        "prompt_tokens": totals.prompt,
        "cached_tokens": totals.cached,
        "completion_tokens": totals.completion,
        "duration_ms": totals.duration_ms,
        "cost": totals.costs.total(),
        "unpriced": totals.costs.unpriced,
    })
}

fn trace(state: &DebateState, row: &TracedArgument<'_>) -> Value {
    json!({
        "argument": row.argument.id,
        "proposer": named(state, row.seat),
        "claim": row.argument.claim,
        "cross_examination": row.met.iter().map(|met| json!({
            "by": named(state, met.by),
            "response": met.response,
            "taken_back": met.taken_back,
        })).collect::<Vec<_>>(),
        "reply": row.reply,
        "standing": row.standing,
        "reason": row.reason,
        "status": row.met.is_empty().then(|| row.status().word()),
        "granted_by": row.outcome.iter().flat_map(|one| &one.granted_by).map(|(seat, words)| json!({
            "by": named(state, seat),
            "words": words,
        })).collect::<Vec<_>>(),
        "named_in": row.outcome.iter().flat_map(|one| &one.named_in).collect::<Vec<_>>(),
    })
}

fn shifts(state: &DebateState, one: &SpeakerShifts<'_>) -> Value {
    json!({
        "speaker": named(state, one.seat),
        "read": one.is_read,
        "shifts": one.shifts.iter().map(|(turn, shift)| json!({
            "turn": turn.id,
            "about": shift.about,
            "words": shift.words,
            "concession": shift.is_concession,
            "toward": shift.toward,
        })).collect::<Vec<_>>(),
    })
}

fn grant(state: &DebateState, grant: &Grant<'_>) -> Value {
    let standing = state.grant_standing(grant);
    let (disputes, confirmed): (&[(&Seat, &str)], Vec<&Seat>) = match &standing {
        GrantStanding::Agreed => (&[], grant.owner.into_iter().chain([grant.by]).collect()),
        GrantStanding::Disputed(all) => (all, Vec::new()),
        GrantStanding::Unconfirmed(by) => (&[], by.clone()),
    };
    let dispute = |(seat, how): &(&Seat, &str)| json!({ "by": named(state, seat), "dispute": how });
    json!({
        "number": grant.number,
        "argument": grant.argument.map(|one| &one.id),
        "claim": grant.claim,
        "words": grant.words,
        "by": named(state, grant.by),
        "to": grant.owner.map(|seat| named(state, seat)),
        "partly": grant.extent == GrantExtent::Part,
        "standing": standing.word(),
        "confirmed_by": confirmed.into_iter().map(|seat| named(state, seat)).collect::<Vec<_>>(),
        "disputes": disputes.iter().map(dispute).collect::<Vec<_>>(),
    })
}

/// The status of what nobody came back to before the debate was adjourned.
const ADJOURNED: &str = "adjourned";

fn is_adjourned(state: &DebateState) -> bool {
    state.status == DebateStatus::Closed(CloseReason::Adjourned)
}

fn point(state: &DebateState, point: &Poi) -> Value {
    let (word, gesture, answer) = match &point.status {
        // Nothing comes of it any more.
        PoiStatus::Offered | PoiStatus::Taken | PoiStatus::Accepted if is_adjourned(state) => {
            (ADJOURNED, None, None)
        }
        PoiStatus::Offered => ("offered", None, None),
        PoiStatus::Taken => ("taken", None, None),
        PoiStatus::Accepted => ("accepted", None, None),
        PoiStatus::Declined { gesture } => ("declined", Some(gesture), None),
        PoiStatus::Answered { text } => ("answered", None, Some(text)),
    };
    json!({
        "poi": point.id,
        "turn": point.turn,
        "from": said_by(&point.from, &state.raiser_of(point)),
        "to": said_by(&point.to, &state.challenged_in(point)),
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
        InterventionProgress::Queued if is_adjourned(state) => (ADJOURNED, None, None),
        InterventionProgress::Queued => ("queued", None, None),
        InterventionProgress::Put => ("put", None, None),
        InterventionProgress::Done { answer } => ("done", answer.as_ref(), None),
        InterventionProgress::Failed { reason } => ("failed", None, Some(reason)),
    };
    let acknowledged = item.is_evidence().then(|| {
        let all = state.acknowledgements(item).into_iter();
        all.map(|one| {
            json!({
                "turn": one.turn.id,
                "by": said_by(&one.turn.seat, &state.speaker_in(one.turn)),
                "given": one.is_given,
            })
        })
        .collect::<Vec<_>>()
    });
    json!({
        "item": item.id,
        "matter": matter,
        "to": item.seat.as_ref().map(|seat| {
            let then = item.asked_as.clone();
            said_by(seat, &then.unwrap_or_else(|| state.name(seat)))
        }),
        "text": item.text,
        "source": source,
        "halt": halt,
        "status": progress,
        "answer": answer,
        "failed": failed,
        "acknowledged": acknowledged,
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
        "votes": poll.votes(),
    })
}

fn agreed(one: HouseAgreement) -> Value {
    json!({
        "verdict": one.verdict,
        "contested": one.contested,
        "house": one.house,
        "agrees": one.agrees(),
        "with": one.with,
        "cast": one.cast,
        "share": one.share(),
    })
}

fn call(state: &DebateState, call: &Finished) -> Value {
    json!({
        "call": call.call,
        "turn": turn_of(state, &call.ask),
        "purpose": call.ask.purpose().word(),
        "ask": call.ask,
        "seat": call.seat,
        "began_ms": call.since_ms,
        "report": call.report,
        "cut": call.cut,
        "failed": call.failed,
        "inherited": state.is_inherited(call.call),
    })
}
