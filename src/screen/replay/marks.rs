//! The places in a record that people go to: where phases and turns begin.

use std::collections::BTreeMap;

use crate::debate::{
    event::{Event, Record},
    ids::TurnId,
    opening::Opening,
};

/// The kind of a mark: what begins there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// The beginning of a phase.
    Phase,
    /// A turn that is heard, spoken or written.
    Speech,
}

/// A place in the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The position of the record that begins it.
    pub record: usize,
    /// The kind of the mark.
    pub kind: MarkKind,
    /// The name of the phase or the speaker.
    pub label: String,
}

/// All marks, in order.
pub(super) fn of(records: &[Record]) -> Vec<Mark> {
    let opening = records.first().and_then(|record| record.event.opening());
    let heard = heard(records);
    let mut marks: Vec<Mark> = records
        .iter()
        .enumerate()
        .filter_map(|(at, record)| mark((at, record), opening, &heard))
        .collect();
    marks.sort_by_key(|mark| mark.record);
    marks
}

/// The records of the first words of turns before which others were heard, though the turns had begun: turns that begin
/// together and are heard one after the other, and turns that are spoken at once. By turn.
fn heard(records: &[Record]) -> BTreeMap<TurnId, usize> {
    let mut first = BTreeMap::new();
    // How often somebody was heard before each turn on the record began; nothing once it is heard itself.
    let mut began: BTreeMap<TurnId, Option<usize>> = BTreeMap::new();
    let mut heard = 0;
    for (at, record) in records.iter().enumerate() {
        if let Event::TurnBegan { turn, task, .. } = &record.event
            && task.is_on_record()
        {
            began.insert(*turn, Some(heard));
        } else if let Event::Said { turn, .. }
        | Event::Delivered { turn, .. }
        | Event::Submitted { turn, .. } = &record.event
            && let Some(own) = began.get_mut(turn)
        {
            if own.take().is_some_and(|before| before < heard) {
                first.insert(*turn, at);
            }
            heard += 1;
        }
    }
    first
}

fn mark(
    (at, record): (usize, &Record),
    opening: Option<&Opening>,
    heard: &BTreeMap<TurnId, usize>,
) -> Option<Mark> {
    let (at, kind, label) = if let Event::PhaseBegan { phase } = &record.event {
        let named = opening.and_then(|opening| opening.format.phases.get(*phase as usize));
        let label = named.map_or_else(
            || format!("Phase {}", phase + 1),
            |phase| phase.name.clone(),
        );
        (at, MarkKind::Phase, label)
    } else if let Event::TurnBegan {
        turn, seat, task, ..
    } = &record.event
        && task.is_on_record()
    {
        let label = opening.map_or_else(|| seat.to_string(), |opening| opening.short_name(seat));
        let at = heard.get(turn).copied().unwrap_or(at);
        (at, MarkKind::Speech, label)
    } else {
        return None;
    };
    Some(Mark {
        record: at,
        kind,
        label,
    })
}
