//! One entry of the debate as rows, and a number that tells whether the rows would be others now.

use std::hash::{DefaultHasher, Hash, Hasher};

use ratatui::text::{Line, Span};

use super::{
    beside, boxes, house, speech, verdicts,
    wrap::{self, Row},
};
use crate::{
    catalog::Task,
    debate::{
        DebateState,
        ids::{InterventionId, PoiId},
        state::{Entry, Intervention, Matter, PoiStatus, Progress, Turn, TurnStatus},
    },
    style::{Role, Styles},
};

/// What rows are made from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink<'a> {
    pub(super) state: &'a DebateState,
    pub(super) styles: &'a Styles,
    /// Cells of a row.
    pub(super) width: usize,
}

impl Ink<'_> {
    /// The same for something narrower.
    pub(super) fn narrower(self, by: usize) -> Self {
        Self {
            width: self.width.saturating_sub(by).max(1),
            ..self
        }
    }

    pub(super) fn span(self, text: impl Into<String>, role: Role) -> Span<'static> {
        Span::styled(text.into(), self.styles.get(role))
    }
}

/// The rows of an entry, with an empty one behind. None for what stands elsewhere.
pub(super) fn rows(ink: Ink<'_>, entry: Entry) -> Vec<Row> {
    let mut rows = match entry {
        Entry::Phase(phase) => phase_rows(ink, phase),
        Entry::Turn(id) => ink.state.turn(id).map_or_else(Vec::new, |turn| {
            let mut rows = beside::rows(ink, turn).unwrap_or_else(|| speech::rows(ink, turn));
            // It is taken beside the next speech, and belongs to this one.
            if let Some(poll) = turn.poll {
                if !rows.is_empty() {
                    rows.push(Row::default());
                }
                rows.extend(house::poll(ink, poll));
            }
            rows
        }),
        Entry::Intervention(id) => match ink.state.intervention(id) {
            Some(item) if host(ink.state, item).is_none() => boxes::intervention(ink, item),
            Some(_) | None => Vec::new(),
        },
        Entry::Notice(index) => ink.state.notices.get(index).map_or_else(Vec::new, |text| {
            wrap::rows(
                &Line::from(ink.span(text.clone(), Role::Notice)),
                ink.width,
                &ink.span("◆ ", Role::Notice),
                &ink.span("  ", Role::Notice),
            )
        }),
        Entry::Division => house::division(ink),
        Entry::Chosen(at) => verdicts::chosen(ink, at),
        Entry::Round(at) => verdicts::round(ink, at),
        Entry::Judgement(at) => verdicts::judgement(ink, at),
        Entry::Scores => verdicts::scores(ink),
        Entry::HouseThen => house::then(ink),
    };
    if !rows.is_empty() && !is_asked(ink.state, entry) {
        rows.push(Row::default());
    }
    rows
}

/// Whether it is a question that was put: its answer stands right below it.
fn is_asked(state: &DebateState, entry: Entry) -> bool {
    let Entry::Turn(id) = entry else {
        return false;
    };
    state
        .turn(id)
        .is_some_and(|turn| turn.task == Task::Question && turn.is_ended())
}

/// The spoken turn inside which an intervention stands, if it came in one.
pub(super) fn host<'a>(state: &'a DebateState, item: &Intervention) -> Option<&'a Turn> {
    let (turn, _) = item.during?;
    state.turn(turn).filter(|turn| turn.task.is_spoken())
}

fn phase_rows(ink: Ink<'_>, phase: u32) -> Vec<Row> {
    let Some(plan) = ink.state.plan.phases.get(phase as usize) else {
        return Vec::new();
    };
    let title = format!(" {} ", plan.name);
    let dashes = ink.width.saturating_sub(crate::widgets::width(&title));
    let left = (dashes / 2).min(3);
    vec![Row::new(Line::from(vec![
        ink.span("─".repeat(left), Role::Border),
        ink.span(crate::widgets::fit(&title, ink.width), Role::Title),
        ink.span("─".repeat(dashes - left), Role::Border),
    ]))]
}

/// Differs where the rows would differ, for the same width and looks. Cheap: it reads lengths, not text,
/// because text of the same length at the same stage is the same text.
pub(super) fn fingerprint(state: &DebateState, entry: Entry) -> u64 {
    let mut hasher = DefaultHasher::new();
    match entry {
        Entry::Phase(phase) => (0_u8, phase).hash(&mut hasher),
        Entry::Turn(id) => {
            (1_u8, id).hash(&mut hasher);
            if let Some(turn) = state.turn(id) {
                turn_print(state, turn, &mut hasher);
                turn.poll.hash(&mut hasher);
                beside::print(state, turn, &mut hasher);
            }
        }
        Entry::Intervention(id) => {
            (2_u8, id).hash(&mut hasher);
            item_print(state, id, &mut hasher);
        }
        Entry::Notice(index) => (4_u8, index).hash(&mut hasher),
        Entry::Division => 5_u8.hash(&mut hasher),
        Entry::Chosen(at) => (6_u8, at).hash(&mut hasher),
        Entry::Round(at) => (7_u8, at).hash(&mut hasher),
        Entry::Judgement(at) => (8_u8, at).hash(&mut hasher),
        // A judge's assessment of the last round may come in after the reports.
        Entry::Scores => {
            (9_u8, state.rounds.len(), state.judgements.len()).hash(&mut hasher);
        }
        Entry::HouseThen => 10_u8.hash(&mut hasher),
    }
    hasher.finish()
}

/// What the rows of a turn by itself depend on.
pub(super) fn turn_print(state: &DebateState, turn: &Turn, hasher: &mut DefaultHasher) {
    turn.text.len().hash(hasher);
    turn.seams.len().hash(hasher);
    turn.bell.hash(hasher);
    turn.doubts.as_ref().map(Vec::len).hash(hasher);
    match &turn.status {
        TurnStatus::Open => state.is_running().hash(hasher),
        TurnStatus::Heard { .. } => 2_u8.hash(hasher),
        TurnStatus::Ended { .. } => 3_u8.hash(hasher),
        TurnStatus::Struck { .. } => 4_u8.hash(hasher),
    }
    for point in &turn.points {
        point_print(state, *point, hasher);
    }
    let (folded, items) = speech::items(state, turn);
    folded.hash(hasher);
    for item in items {
        item_print(state, item.id, hasher);
    }
}

fn point_print(state: &DebateState, id: PoiId, hasher: &mut DefaultHasher) {
    let Some(point) = state.point(id) else {
        return;
    };
    point.at.hash(hasher);
    let progress: (u8, usize) = match &point.status {
        PoiStatus::Offered => (0, 0),
        PoiStatus::Taken => (1, 0),
        PoiStatus::Accepted => (2, 0),
        PoiStatus::Declined { .. } => (3, 0),
        PoiStatus::Answered { text } => (4, text.len()),
    };
    progress.hash(hasher);
}

fn item_print(state: &DebateState, id: InterventionId, hasher: &mut DefaultHasher) {
    let Some(item) = state.intervention(id) else {
        return;
    };
    (item.seat.is_some(), item.matter == Matter::GalleryPoint).hash(hasher);
    let progress: (u8, usize) = match &item.progress {
        Progress::Queued => (0, 0),
        Progress::Put => (1, 0),
        Progress::Done { answer } => (2, answer.as_ref().map_or(0, String::len)),
        Progress::Failed { .. } => (3, 0),
    };
    progress.hash(hasher);
}
