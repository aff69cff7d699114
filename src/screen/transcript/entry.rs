//! One entry of the debate as rows, and a number that tells whether the rows would be others now.

use std::hash::{DefaultHasher, Hash, Hasher};

use ratatui::text::{Line, Span};

use super::{
    beside, interjection, section, speech,
    wrap::{self, TranscriptRow},
};
use crate::{
    blocks::{Block, Builder},
    catalog::Task,
    debate::{
        DebateState,
        ids::{InterventionId, PoiId},
        state::{InterventionProgress, Matter, PoiStatus, TranscriptEntry, Turn, TurnStatus},
    },
    style::{StyleRole, Styles},
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

    /// A text in a look. A row has no line breaks: drawn, they would take the space between two words with them.
    pub(super) fn span(self, text: impl Into<String>, role: StyleRole) -> Span<'static> {
        let mut text = text.into();
        if text.contains(char::is_control) {
            text = text.replace(char::is_control, " ");
        }
        Span::styled(text, self.styles.get(role))
    }
}

/// The rows of an entry, with an empty one behind. None for what stands elsewhere.
pub(super) fn rows(ink: Ink<'_>, entry: TranscriptEntry) -> Vec<TranscriptRow> {
    let mut rows = Vec::new();
    for block in Builder::on_screen(ink.state).entry(entry) {
        match &block {
            Block::Phase(name) => rows.extend(phase_rows(ink, name)),
            Block::Speech(speech) => {
                let band = beside::rows(ink, speech.turn);
                rows.extend(band.unwrap_or_else(|| speech::rows(ink, speech)));
            }
            Block::Interjection(interjection) => rows.extend(interjection::rows(ink, interjection)),
            Block::Poll(poll) => {
                // It is taken beside the next speech, and belongs to this one.
                if !rows.is_empty() {
                    rows.push(TranscriptRow::default());
                }
                rows.extend(section::poll(ink, poll));
            }
            Block::Notice(text) => rows.extend(wrap::rows(
                &Line::from(ink.span(*text, StyleRole::Notice)),
                ink.width,
                &ink.span("◆ ", StyleRole::Notice),
                &ink.span("  ", StyleRole::Notice),
            )),
            Block::Remark(remark) => {
                rows.extend(section::text(ink, &remark.text, section::role(remark.tone)));
            }
            Block::Chosen(chosen) => rows.extend(section::chosen(ink, chosen)),
            Block::Section(section) => rows.extend(section::rows(ink, section)),
        }
    }
    if !rows.is_empty() && !is_asked(ink.state, entry) {
        rows.push(TranscriptRow::default());
    }
    rows
}

/// Whether it is a question that was put: its answer stands right below it.
fn is_asked(state: &DebateState, entry: TranscriptEntry) -> bool {
    let TranscriptEntry::Turn(id) = entry else {
        return false;
    };
    state
        .turn(id)
        .is_some_and(|turn| turn.task == Task::Question && turn.is_ended())
}

fn phase_rows(ink: Ink<'_>, name: &str) -> Vec<TranscriptRow> {
    let title = format!(" {name} ");
    let dashes = ink.width.saturating_sub(crate::widgets::width(&title));
    let left = (dashes / 2).min(3);
    vec![TranscriptRow::new(Line::from(vec![
        ink.span("─".repeat(left), StyleRole::Border),
        ink.span(crate::widgets::fit(&title, ink.width), StyleRole::Title),
        ink.span("─".repeat(dashes - left), StyleRole::Border),
    ]))]
}

/// Differs where the rows would differ, for the same width and looks. Cheap: it reads lengths, not text,
/// because text of the same length at the same moment is the same text.
pub(super) fn fingerprint(state: &DebateState, entry: TranscriptEntry) -> u64 {
    let mut hasher = DefaultHasher::new();
    match entry {
        TranscriptEntry::Phase(phase) => {
            let told = Builder::on_screen(state).count_prepared(phase);
            (0_u8, phase, told).hash(&mut hasher);
        }
        TranscriptEntry::Turn(id) => {
            (1_u8, id).hash(&mut hasher);
            if let Some(turn) = state.turn(id) {
                turn_print(state, turn, &mut hasher);
                turn.poll.hash(&mut hasher);
                beside::print(state, turn, &mut hasher);
            }
        }
        TranscriptEntry::Intervention(id) => {
            (2_u8, id).hash(&mut hasher);
            item_print(state, id, &mut hasher);
        }
        TranscriptEntry::Notice(index) => (4_u8, index).hash(&mut hasher),
        TranscriptEntry::Division => 5_u8.hash(&mut hasher),
        TranscriptEntry::Chosen(at) => (6_u8, at).hash(&mut hasher),
        TranscriptEntry::Round(at) => (7_u8, at).hash(&mut hasher),
        TranscriptEntry::Judgement(at) => (8_u8, at).hash(&mut hasher),
        // A judge's assessment of the last round may come in after the reports.
        TranscriptEntry::Scores => {
            (9_u8, state.rounds.len(), state.judgements.len()).hash(&mut hasher);
        }
        TranscriptEntry::HouseThen => 10_u8.hash(&mut hasher),
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
    let (folded, items) = Builder::on_screen(state).interventions_during(turn);
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
    // What has not come by then does not come.
    state.is_closed().hash(hasher);
    let progress: (u8, usize) = match &item.progress {
        InterventionProgress::Queued => (0, 0),
        InterventionProgress::Put => (1, 0),
        InterventionProgress::Done { answer } => (2, answer.as_ref().map_or(0, String::len)),
        InterventionProgress::Failed { .. } => (3, 0),
    };
    progress.hash(hasher);
}
