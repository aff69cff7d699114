//! Points of information, and what viewers bring in: told when they come, and again when something came of them.

use std::io::{self, Write};

use super::Text;
use crate::{
    blocks::{Builder, Interjection, InterjectionOutcome, Tone},
    debate::ids::{InterventionId, PoiId},
    plain::{interjected, outcome},
};

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

    /// What came of a point of information.
    pub(super) fn came_of_point(&mut self, poi: PoiId) -> io::Result<()> {
        let state = self.mapper.state();
        let point = state.point(poi);
        let line = point.and_then(|point| outcome(&Builder::of(state).point(point).outcome));
        self.asides(line)
    }

    /// What a viewer brings in.
    pub(super) fn brought_in(&mut self, item: InterventionId) -> io::Result<()> {
        let state = self.mapper.state();
        let item = state.intervention(item);
        let lines = item.map(|item| lines(&Builder::of(state).brought_in(item)));
        self.asides(lines.into_iter().flatten())
    }

    /// What came of what a viewer brought in.
    pub(super) fn came_of(&mut self, item: InterventionId) -> io::Result<()> {
        let state = self.mapper.state();
        let item = state.intervention(item);
        let line = item.and_then(|item| outcome(&Builder::of(state).came_of(item)));
        self.asides(line)
    }
}

/// Something beside the speeches, and what came of it. What has not been settled will be told when it is.
fn lines(aside: &Interjection<'_>) -> Vec<String> {
    let is_open =
        matches!(&aside.outcome, InterjectionOutcome::Told(remark) if remark.tone == Tone::Open);
    let settled = Some(&aside.outcome).filter(|_| !is_open);
    let lines = [interjected(aside)].into_iter();
    lines.chain(settled.and_then(outcome)).collect()
}
