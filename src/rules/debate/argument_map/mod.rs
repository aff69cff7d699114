//! The argument map: what was claimed in a debate, what answers what, and what has become of it. A pure reading of the
//! state, that grows while the debate runs. Where arguments are handed in it is made of them, and of what was said about
//! them by their numbers or in their words; else of what the clerk has taken down of each speech, and at the end of the list
//! of both sides' claims and rebuttals.

mod draft;
mod interjections;
mod listed;
mod node;
mod place;
mod speeches;
mod works;

pub use node::{EdgeKind, MapEdge, MapNode, MapNodeId, NodeKind};

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{
    DebateState,
    annotation::AnnotationProgress,
    granted::GrantExtent,
    ids::Seat,
    outcome::ArgumentStatus,
    state::{Extraction, InterventionProgress, PoiStatus, Turn},
};
use crate::catalog::Task;
use draft::MapDraft;

/// The argument map of a debate.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ArgumentMap {
    /// What was said, in order.
    pub nodes: Vec<MapNode>,
    /// What is said about what, by the places of both, in the order of the later ones.
    pub edges: Vec<MapEdge>,
}

impl ArgumentMap {
    /// The node that a node stands below in a tree: the first that it is about.
    pub fn parent(&self, at: usize) -> Option<usize> {
        self.about(at).next().map(|edge| edge.to)
    }

    /// The edges from a node to what it is about.
    pub fn about(&self, at: usize) -> impl Iterator<Item = &MapEdge> {
        let first = self.edges.partition_point(|edge| edge.from < at);
        let edges = self.edges.get(first..).unwrap_or_default().iter();
        edges.take_while(move |edge| edge.from == at)
    }

    /// The nodes below each node in a tree, by the places of both: every node once.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for at in 0..self.nodes.len() {
            let parent = self.parent(at).and_then(|parent| children.get_mut(parent));
            if let Some(below) = parent {
                below.push(at);
            }
        }
        children
    }

    /// The nodes that are about no other, in order.
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|at| self.parent(*at).is_none())
    }

    /// The edges to a node.
    pub fn against(&self, to: usize) -> impl Iterator<Item = &MapEdge> {
        self.edges.iter().filter(move |edge| edge.to == to)
    }
}

/// What a map is made of in a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapSource {
    /// Arguments that are handed in, and what is said about them.
    Works,
    /// What the clerk takes down of each speech.
    Clerk,
    /// Nothing: people held the debate, and nobody took anything down.
    Nothing,
}

impl DebateState {
    /// What the map of this debate is made of.
    pub fn map_source(&self) -> MapSource {
        let Some(opening) = self.opening.as_deref() else {
            return MapSource::Clerk;
        };
        let mut turns = opening.format.phases.iter().flat_map(|phase| &phase.turns);
        if turns.any(|turn| turn.task == Task::Arguments) {
            MapSource::Works
        } else if opening.real.is_some() {
            MapSource::Nothing
        } else {
            MapSource::Clerk
        }
    }

    /// The argument map of what is on the record so far.
    pub fn argument_map(&self) -> ArgumentMap {
        let mut draft = MapDraft::of(self);
        let is_of_works = self.map_source() == MapSource::Works;
        let trace = if is_of_works {
            self.trace()
        } else {
            Vec::new()
        };
        let counts = |turn: &&Turn| {
            (turn.is_ended() || turn.is_heard() || turn.is_open() && turn.task.is_spoken())
                && turn.task != Task::Prepare
                && self.speaker(&turn.seat).is_some()
        };
        for turn in self.turns.iter().filter(counts) {
            match &turn.work {
                Some(work) => works::add(&mut draft, turn, work, &trace),
                None if turn.is_open() || turn.is_empty() => {}
                None if is_of_works => speeches::add_sentences(&mut draft, turn),
                None => speeches::add_claims(&mut draft, turn),
            }
            interjections::add_points(&mut draft, turn);
        }
        if !is_of_works {
            listed::add(&mut draft);
        }
        for item in &self.interventions {
            interjections::add_brought_in(&mut draft, item);
        }
        let (nodes, edges) = draft.finished();
        let mut map = ArgumentMap { nodes, edges };
        self.give_statuses(&mut map);
        map
    }

    /// Gives every claim its status.
    fn give_statuses(&self, map: &mut ArgumentMap) {
        // What is said about each, by its place.
        let mut about: Vec<Vec<MapEdge>> = vec![Vec::new(); map.nodes.len()];
        for edge in &map.edges {
            if let Some(about) = about.get_mut(edge.to) {
                about.push(*edge);
            }
        }
        let statuses: Vec<Option<ArgumentStatus>> = (0..map.nodes.len())
            .map(|at| self.status_of(map, &about, at))
            .collect();
        for (node, status) in map.nodes.iter_mut().zip(statuses) {
            node.status = status;
        }
    }

    fn status_of(
        &self,
        map: &ArgumentMap,
        about: &[Vec<MapEdge>],
        at: usize,
    ) -> Option<ArgumentStatus> {
        let node = map.nodes.get(at).filter(|node| node.is_claim())?;
        let edges = about.get(at)?;
        let by = |edge: &MapEdge| map.nodes.get(edge.from);
        if edges
            .iter()
            .any(|edge| edge.kind == EdgeKind::Concedes(GrantExtent::Whole))
        {
            return Some(ArgumentStatus::Granted);
        }
        // Of arguments that were handed in it is the same that the trace says.
        if node.status.is_some() {
            return node.status;
        }
        let is_against = |edge: &&MapEdge| match edge.kind {
            EdgeKind::Answers => by(edge).is_some_and(|one| !one.seat.is_gallery()),
            EdgeKind::Concedes(GrantExtent::Part) => true,
            EdgeKind::PointAgainst => by(edge).is_some_and(|one| self.is_point_taken(one)),
            EdgeKind::Supports | EdgeKind::Concedes(GrantExtent::Whole) => false,
        };
        let mut against = edges.iter().filter(is_against).peekable();
        if against.peek().is_none() {
            return Some(ArgumentStatus::Untouched);
        }
        let is_of_side = |seat: &Seat| seat == &node.seat || self.are_allied(seat, &node.seat);
        let is_answered = |edge: &MapEdge| {
            let answers = about.get(edge.from).into_iter().flatten();
            // Whoever grants it does not answer it.
            let mut answers = answers.filter(|answer| answer.kind == EdgeKind::Answers);
            answers.any(|answer| by(answer).is_some_and(|one| is_of_side(&one.seat)))
        };
        Some(if against.any(is_answered) {
            ArgumentStatus::Answered
        } else {
            ArgumentStatus::TakenUp
        })
    }

    fn are_allied(&self, one: &Seat, other: &Seat) -> bool {
        let opening = self.opening.as_deref();
        opening.is_some_and(|opening| {
            self.speaker(one).is_some()
                && self.speaker(other).is_some()
                && !opening.oppose(one, other)
        })
    }

    fn is_point_taken(&self, node: &MapNode) -> bool {
        let MapNodeId::Point(id) = node.id else {
            return false;
        };
        let point = self.point(id);
        point.is_some_and(|point| match point.status {
            PoiStatus::Taken | PoiStatus::Accepted | PoiStatus::Answered { .. } => true,
            PoiStatus::Offered | PoiStatus::Declined { .. } => false,
        })
    }

    /// A number that changes whenever the map may have: what is looked at is much less than what the map is made of.
    pub fn map_revision(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for turn in &self.turns {
            let read = match turn.arguments {
                Extraction::None => 0_u8,
                Extraction::Done(_) => 1,
                Extraction::Failed => 2,
            };
            let is_over = (turn.is_ended(), turn.is_heard(), turn.is_struck());
            // Words that come in change nothing before the turn is over.
            (is_over, read, turn.points.len()).hash(&mut hasher);
        }
        for point in &self.points {
            std::mem::discriminant(&point.status).hash(&mut hasher);
        }
        for item in &self.interventions {
            matches!(item.progress, InterventionProgress::Done { .. }).hash(&mut hasher);
        }
        for (id, outcome) in &self.outcomes {
            let granted = outcome.granted_by.len();
            (id, outcome.is_answered, granted).hash(&mut hasher);
        }
        let listed = match &self.annotation {
            AnnotationProgress::Awaited | AnnotationProgress::Failed => 0,
            AnnotationProgress::Taken { annotation, .. } => {
                let sides = annotation.sides.iter();
                1 + sides
                    .map(|side| side.claims.len() + side.rebuttals.len())
                    .sum::<usize>()
            }
        };
        let taken_up: usize = self.taken_up.values().map(Vec::len).sum();
        let judged = (self.judgements.len(), self.confirmations.len());
        (listed, taken_up, judged, self.is_closed()).hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests;
