//! The fingerprint of an entry: a number that tells whether its rows would be others now.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::beside;
use crate::{
    blocks::Builder,
    debate::{
        DebateState,
        follow_up::FollowUpProgress,
        ids::{InterventionId, PoiId},
        state::{
            Extraction, InterventionProgress, Matter, PoiStatus, TranscriptEntry, Turn, TurnStatus,
        },
    },
};

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
                band_print(state, turn, &mut hasher);
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
        // All that it tells is known when it is told.
        TranscriptEntry::Granted => 11_u8.hash(&mut hasher),
        // A speech may be read after it is told.
        TranscriptEntry::Outcomes => {
            let read = state
                .turns
                .iter()
                .filter(|turn| turn.arguments != Extraction::None);
            (12_u8, read.count()).hash(&mut hasher);
        }
        TranscriptEntry::HouseThen => 10_u8.hash(&mut hasher),
        TranscriptEntry::FollowUp(id) => {
            (13_u8, id).hash(&mut hasher);
            if let Some(item) = state.follow_up(id) {
                let is_failed = matches!(item.progress, FollowUpProgress::Failed { .. });
                let progress = (item.is_open(), is_failed, state.is_answering(id));
                (item.answer.len(), progress, &item.model).hash(&mut hasher);
            }
        }
    }
    hasher.finish()
}

/// Hashes what the rows of a turn by itself depend on.
fn turn_print(state: &DebateState, turn: &Turn, hasher: &mut DefaultHasher) {
    turn.text.len().hash(hasher);
    turn.seams.len().hash(hasher);
    turn.bell.hash(hasher);
    turn.notices.hash(hasher);
    let draft = turn.draft.as_ref();
    draft.map(|draft| draft.is_whole).hash(hasher);
    // The text of a part that is read out may be as long as that of another.
    turn.words.hash(hasher);
    (turn.words == 0 && turn.is_open())
        .then(|| (turn.is_ready, state.is_held_back(turn)))
        .hash(hasher);
    turn.doubts.as_ref().map(Vec::len).hash(hasher);
    match &turn.status {
        // One that a pause held up is told otherwise once the debate is over.
        TurnStatus::Open => (state.is_running(), state.is_closed()).hash(hasher),
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

/// Differs where the band would differ.
fn band_print(state: &DebateState, turn: &Turn, hasher: &mut DefaultHasher) {
    if !state.is_simultaneous(turn) {
        return;
    }
    let Some(group) = beside::group(state, turn) else {
        return;
    };
    let first = group.first().is_some_and(|first| first.id == turn.id);
    first.hash(hasher);
    if !first {
        return;
    }
    for one in group {
        (one.id, one.attempt).hash(hasher);
        turn_print(state, one, hasher);
    }
}

fn point_print(state: &DebateState, id: PoiId, hasher: &mut DefaultHasher) {
    let Some(point) = state.point(id) else {
        return;
    };
    point.at.hash(hasher);
    // Nobody stays on their feet once the debate is over.
    (point.is_pending() && state.is_closed()).hash(hasher);
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
    state.asked_of(item).hash(hasher);
    (item.matter == Matter::GalleryPoint).hash(hasher);
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
