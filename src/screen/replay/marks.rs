//! The places in a record that people go to: where phases and turns begin.

use crate::debate::{
    event::{Event, Record},
    opening::Opening,
};

/// What begins at a mark.
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
    /// What begins there.
    pub kind: MarkKind,
    /// The name of the phase or the speaker.
    pub label: String,
}

/// All marks, in order.
pub(super) fn of(records: &[Record]) -> Vec<Mark> {
    let opening = records.first().and_then(|record| record.event.opening());
    records
        .iter()
        .enumerate()
        .filter_map(|(at, record)| mark(at, record, opening))
        .collect()
}

fn mark(at: usize, record: &Record, opening: Option<&Opening>) -> Option<Mark> {
    let (kind, label) = if let Event::PhaseBegan { phase } = &record.event {
        let named = opening.and_then(|opening| opening.format.phases.get(*phase as usize));
        let label = named.map_or_else(
            || format!("Phase {}", phase + 1),
            |phase| phase.name.clone(),
        );
        (MarkKind::Phase, label)
    } else if let Event::TurnBegan { seat, task, .. } = &record.event
        && task.is_on_record()
    {
        let label = opening.map_or_else(|| seat.to_string(), |opening| opening.short_name(seat));
        (MarkKind::Speech, label)
    } else {
        return None;
    };
    Some(Mark {
        record: at,
        kind,
        label,
    })
}
