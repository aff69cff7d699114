//! The calls to models and what they took: each of them, together by purpose and by phase, and how near the debate came
//! to its critical path.

use std::{collections::BTreeMap, fmt::Write as _};

use super::columns::{Align, table};
use crate::{
    call_totals::{CallPart, CallTotals, by_phase, by_purpose, money},
    catalog::Task,
    debate::{
        DebateState,
        ask::{Ask, Purpose},
        event::{Event, Record},
        ids::{CallId, TurnId},
        ledger::Costs,
        state::Finished,
    },
    text::{counted, sanitize::sanitize_line},
};

/// Every call of a debate as a table, totals by purpose and by phase, and what they come to: shares that a cache served or
/// could have served, wall time, critical path. For people; plain text with no control characters.
pub fn calls(records: &[Record]) -> String {
    let (state, times) = replay(records);
    if state.finished.is_empty() {
        return "No call to a model has ended.\n".to_owned();
    }
    let totals = by_purpose(&state);
    let all = totals.values().fold(CallTotals::default(), CallTotals::and);
    let mut out = each(&state);
    out.push('\n');
    out.push_str(&purposes(&totals, &all));
    out.push('\n');
    out.push_str(&phases(&state, &times));
    out.push('\n');
    // Writing to a string cannot fail.
    let _ = summary(&mut out, &all, &times);
    out
}

fn each(state: &DebateState) -> String {
    use Align::{Left, Right};
    let mut finished: Vec<&Finished> = state.finished.iter().collect();
    finished.sort_by_key(|call| call.call);
    let rows: Vec<Vec<String>> = finished
        .into_iter()
        .map(|call| {
            let usage = call.report.usage;
            vec![
                call.call.to_string(),
                call.ask.purpose().word().to_owned(),
                whose(call),
                sanitize_line(&call.report.model),
                seconds(call.since_ms),
                call.report
                    .first_token_ms
                    .map_or_else(|| "–".to_owned(), |ms| ms.to_string()),
                seconds(call.report.duration_ms),
                usage.prompt_tokens.to_string(),
                usage.cached_tokens.to_string(),
                usage.repeated_tokens.to_string(),
                usage.completion_tokens.to_string(),
                call.report.tries.to_string(),
                money(Costs::of(&call.ask, &call.report).total()),
                match &call.failed {
                    Some(reason) => sanitize_line(reason),
                    None if state.is_inherited(call.call) => "before it branched off".to_owned(),
                    None if call.cut => "cut".to_owned(),
                    None => String::new(),
                },
            ]
        })
        .collect();
    table(
        &[
            ("n", Right),
            ("purpose", Left),
            ("seat", Left),
            ("model", Left),
            ("start s", Right),
            ("first ms", Right),
            ("took s", Right),
            ("prompt", Right),
            ("cached", Right),
            ("repeated", Right),
            ("out", Right),
            ("tries", Right),
            ("cost", Right),
            ("failed", Left),
        ],
        &rows,
    )
}

/// From whose seat it was, or of how many members.
fn whose(call: &Finished) -> String {
    match (&call.seat, call.ask.members()) {
        (Some(seat), _) => sanitize_line(seat.as_str()),
        (None, []) => "–".to_owned(),
        (None, members) => counted(members.len(), "member", "members"),
    }
}

fn purposes(totals: &BTreeMap<Purpose, CallTotals>, all: &CallTotals) -> String {
    let rows = totals.iter();
    let rows = rows.map(|(purpose, total)| (purpose.word(), total));
    let rows: Vec<Vec<String>> = rows
        .chain([("total", all)])
        .map(|(name, total)| [vec![name.to_owned()], cells(total)].concat())
        .collect();
    table(&[&[("purpose", Align::Left)], &TOTALS[..]].concat(), &rows)
}

/// The totals of phases, with the time that each of them lasted.
fn phases(state: &DebateState, times: &Times) -> String {
    let totals = by_phase(state);
    let rows = totals.iter().map(|(part, total)| {
        let lasted = match part {
            CallPart::Phase(phase) => times.phases.get(phase).map(PhaseTime::lasted),
            CallPart::Outside(_) => None,
        };
        let lasted = lasted.map_or_else(|| "–".to_owned(), seconds);
        let name = sanitize_line(&part.name(state));
        [vec![name, lasted], cells(total)].concat()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let first = [("phase", Align::Left), ("lasted s", Align::Right)];
    table(&[&first[..], &TOTALS].concat(), &rows)
}

/// The columns of totals.
const TOTALS: [(&str, Align); 8] = [
    ("calls", Align::Right),
    ("failed", Align::Right),
    ("took s", Align::Right),
    ("prompt", Align::Right),
    ("cached", Align::Right),
    ("repeated", Align::Right),
    ("out", Align::Right),
    ("cost", Align::Right),
];

fn cells(total: &CallTotals) -> Vec<String> {
    vec![
        total.calls.to_string(),
        total.failed.to_string(),
        seconds(total.duration_ms),
        total.prompt.to_string(),
        total.cached.to_string(),
        total.repeated.to_string(),
        total.completion.to_string(),
        money(total.costs.total()),
    ]
}

fn summary(out: &mut String, all: &CallTotals, times: &Times) -> std::fmt::Result {
    writeln!(
        out,
        "Served from a cache: {} of the prompt tokens, as the server counts them.",
        share(all.cached, all.prompt)
    )?;
    writeln!(
        out,
        "Repeated beginnings: {} of the prompt tokens begin as an earlier prompt did; what a prefix cache could serve.",
        share(all.repeated, all.prompt)
    )?;
    writeln!(
        out,
        "Read again: {} of the prompt tokens had been read as the beginning of an earlier prompt, and no cache served them.",
        share(all.again, all.prompt)
    )?;
    let wall = times.wall();
    let path = times.path();
    writeln!(
        out,
        "Wall time: {} s from the first call to the end of the last, pauses taken out.",
        seconds(wall)
    )?;
    writeln!(
        out,
        "Critical path: {} s, what cannot run together: the slowest preparation ({} s), the turns ({} s; of those at once the slowest), judges between them ({} s), the slowest last ballot or report ({} s).",
        seconds(path),
        seconds(times.preparation),
        seconds(times.speeches()),
        seconds(times.judges()),
        seconds(times.ballot)
    )?;
    if path > 0 {
        writeln!(
            out,
            "Wall time over critical path: {:.2}; 1 means that nobody waited for anything that could have run beside.",
            wall as f64 / path as f64
        )?;
    }
    Ok(())
}

/// Times of the debate's own clock, which stands still in a pause; in milliseconds.
#[derive(Debug, Default)]
struct Times {
    first: Option<u64>,
    last: u64,
    preparation: u64,
    /// The times of what was heard: for each group of turns that run at once, how long each of its slots took, struck
    /// attempts included.
    turns: BTreeMap<u32, BTreeMap<u32, u64>>,
    /// The time that the debate waited between rounds: for each the slowest judge.
    rounds: BTreeMap<(u32, u32), u64>,
    /// The time that the debate waited whenever a judge chose who spoke next.
    choices: u64,
    ballot: u64,
    /// The times of phases, by position in the format.
    phases: BTreeMap<u32, PhaseTime>,
}

/// When a phase began, and how far it has come or when it ended.
#[derive(Debug, Clone, Copy)]
struct PhaseTime {
    began: u64,
    until: u64,
}

impl PhaseTime {
    fn lasted(&self) -> u64 {
        self.until.saturating_sub(self.began)
    }
}

impl Times {
    fn wall(&self) -> u64 {
        self.first
            .map_or(0, |first| self.last.saturating_sub(first))
    }

    /// The time of the turns: of those that run at once the slowest counts, and one after the other all do.
    fn speeches(&self) -> u64 {
        let slowest = |slots: &BTreeMap<u32, u64>| slots.values().copied().max().unwrap_or(0);
        self.turns.values().map(slowest).sum()
    }

    fn judges(&self) -> u64 {
        self.rounds.values().sum::<u64>() + self.choices
    }

    fn path(&self) -> u64 {
        self.preparation + self.speeches() + self.judges() + self.ballot
    }
}

/// Folds the records and takes the times as they go by.
fn replay(records: &[Record]) -> (DebateState, Times) {
    let mut state = DebateState::default();
    let mut times = Times::default();
    let mut turns: BTreeMap<TurnId, u64> = BTreeMap::new();
    let mut begun: BTreeMap<CallId, (Ask, u64)> = BTreeMap::new();
    for record in records {
        let phase = state.phase;
        state.apply(record);
        let now = state.running_ms();
        // The phase that was on at this record, or begins with it, has lasted until now.
        if let Some(phase) = phase.or(state.phase) {
            let first = PhaseTime {
                began: now,
                until: now,
            };
            times.phases.entry(phase).or_insert(first).until = now;
        }
        if let Event::TurnBegan { turn, .. } = &record.event {
            turns.insert(*turn, now);
        } else if let Event::TurnEnded { turn, .. } | Event::TurnStruck { turn, .. } = &record.event
        {
            let took = turns
                .remove(turn)
                .map_or(0, |began| now.saturating_sub(began));
            let Some(turn) = state.turn(*turn) else {
                continue;
            };
            if turn.task == Task::Prepare {
                times.preparation = times.preparation.max(took);
            } else if turn.task.is_on_record() {
                let group = state.slot_of(turn).map_or(turn.slot, |slot| slot.group);
                let of_group = times.turns.entry(group).or_default();
                *of_group.entry(turn.slot).or_default() += took;
            }
        } else if let Event::CallBegan { call, ask, .. } = &record.event {
            times.first.get_or_insert(now);
            begun.insert(*call, (ask.clone(), now));
        } else if let Event::ModelCalled { call, .. }
        | Event::CallCut { call, .. }
        | Event::ModelFailed { call, .. } = &record.event
        {
            times.last = now;
            let Some((piece, since)) = begun.remove(call) else {
                continue;
            };
            let took = now.saturating_sub(since);
            if let Purpose::BallotAfter | Purpose::Judge = piece.purpose() {
                times.ballot = times.ballot.max(took);
            } else if let Ask::Round { phase, round, .. } = piece {
                let slowest = times.rounds.entry((phase, round)).or_default();
                *slowest = took.max(*slowest);
            } else if let Ask::Choose { .. } = piece {
                times.choices += took;
            }
        }
    }
    (state, times)
}

fn seconds(ms: u64) -> String {
    format!("{:.1}", ms as f64 / 1000.0)
}

fn share(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "none".to_owned();
    }
    format!("{:.0} %", 100.0 * part as f64 / whole as f64)
}
