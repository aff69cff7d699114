//! Points of information, and what viewers bring in: told when they come, and again when something came of them.

use std::io::{self, Write};

use super::Text;
use crate::{
    blocks::{Builder, Interjection, InterjectionOutcome, Tone, running},
    debate::{
        ids::{FollowUpId, InterventionId, PoiId, TurnId},
        state::{DebateState, Intervention, InterventionProgress, Matter},
    },
    plain::{interjected, outcome},
    text::cut::shortened,
};

/// The most bytes of a question that is told again.
const QUESTION: usize = 80;

impl<W: Write> Text<W> {
    /// Tells that somebody rises.
    pub(super) fn point_offered(&mut self, poi: PoiId) -> io::Result<()> {
        self.begin()?;
        let state = self.mapper.state();
        let Some(point) = state.point(poi) else {
            return Ok(());
        };
        let lines = lines(&Builder::of(state).point(point));
        self.asides(lines)
    }

    /// Tells what came of a point of information.
    pub(super) fn came_of_point(&mut self, poi: PoiId) -> io::Result<()> {
        let state = self.mapper.state();
        let point = state.point(poi);
        let line = point.and_then(|point| outcome(&Builder::of(state).point(point).outcome));
        self.asides(line)
    }

    /// Tells what a viewer brings in.
    pub(super) fn brought_in(&mut self, item: InterventionId) -> io::Result<()> {
        let state = self.mapper.state();
        let item = state.intervention(item);
        let lines = item.map(|item| lines(&Builder::of(state).brought_in(item)));
        self.asides(lines.into_iter().flatten())
    }

    /// Tells what the sides made of evidence: with the turn of the last of them; where the debate is over, of what not
    /// all had a turn to speak to.
    pub(super) fn acknowledged(&mut self, with: Option<TurnId>) -> io::Result<()> {
        let state = self.mapper.state();
        let turn = with.and_then(|turn| state.turn(turn));
        let due: Vec<&Intervention> = match turn {
            Some(turn) => state.owed(turn),
            None => state.interventions.iter().collect(),
        };
        let due = due.into_iter().filter(|item| {
            let all = state.acknowledgements(item);
            let is_whole = state.have_all_had_a_turn(&all);
            let is_last = all.last().map(|one| one.turn.id) == with;
            is_whole && is_last || with.is_none() && !is_whole && !all.is_empty()
        });
        let due: Vec<InterventionId> = due.map(|item| item.id).collect();
        due.into_iter().try_for_each(|item| self.came_of(item))
    }

    /// Tells what came of what a viewer brought in.
    pub(super) fn came_of(&mut self, item: InterventionId) -> io::Result<()> {
        let state = self.mapper.state();
        let item = state.intervention(item);
        let question = item.and_then(|item| asked_among_others(state, item));
        let line = item.and_then(|item| outcome(&Builder::of(state).came_of(item)));
        self.asides(question.into_iter().chain(line))
    }

    /// Tells what is asked after the end.
    pub(super) fn asked_afterwards(&mut self, item: FollowUpId) -> io::Result<()> {
        let state = self.mapper.state();
        let item = state.follow_up(item);
        let lines = item.map(|item| lines(&Builder::of(state).asked_afterwards(item)));
        self.asides(lines.into_iter().flatten())
    }

    /// Tells what came of it.
    pub(super) fn answered_afterwards(&mut self, item: FollowUpId) -> io::Result<()> {
        let state = self.mapper.state();
        let item = state.follow_up(item);
        let line = item.and_then(|item| outcome(&Builder::of(state).came_of_follow_up(item)));
        self.asides(line)
    }
}

/// The question that an answer is to, where others stand between the two or wait for theirs.
fn asked_among_others(state: &DebateState, item: &Intervention) -> Option<String> {
    let is_question = match item.matter {
        Matter::Question { .. } | Matter::Clarification => true,
        Matter::Evidence { .. } | Matter::GalleryPoint => false,
    };
    let mut others = state.interventions.iter();
    let is_among_others = others.any(|one| {
        one.id > item.id || (one.id < item.id && one.progress == InterventionProgress::Put)
    });
    (is_question && is_among_others)
        .then(|| running::to_question(&shortened(item.text.trim(), QUESTION)))
}

/// Something beside the speeches, and what came of it. What has not been settled will be told when it is.
fn lines(aside: &Interjection<'_>) -> Vec<String> {
    let is_open =
        matches!(&aside.outcome, InterjectionOutcome::Told(remark) if remark.tone == Tone::Open);
    let settled = Some(&aside.outcome).filter(|_| !is_open);
    let lines = [interjected(aside)].into_iter();
    lines.chain(settled.and_then(outcome)).collect()
}
