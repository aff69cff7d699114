//! A map while it is drawn: nodes as they are found, their words for comparison, and edges.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
};

use super::node::{EdgeKind, MapEdge, MapNode, NodeId};
use crate::catalog::Task;
use crate::{
    debate::{
        DebateState,
        ids::{Seat, TurnId},
        state::{Extraction, Turn},
    },
    text::content::content_words,
};

/// The fewest content words that an answer shares with the claim that it answers, those of the motion left out.
const SHARED: usize = 2;

/// A map that is being drawn.
pub(super) struct MapDraft<'a> {
    /// The debate that is drawn.
    pub(super) state: &'a DebateState,
    nodes: Vec<(MapNode, OnceCell<BTreeSet<String>>)>,
    places: BTreeMap<NodeId, usize>,
    edges: Vec<MapEdge>,
    motion: BTreeSet<String>,
}

impl<'a> MapDraft<'a> {
    /// An empty map of a debate.
    pub(super) fn of(state: &'a DebateState) -> Self {
        let motion = state.opening.as_deref().map(|opening| &opening.motion);
        let motion = motion.map_or_else(BTreeSet::new, |motion| {
            content_words([motion.motion.as_str(), motion.question.as_str()])
        });
        Self {
            state,
            nodes: Vec::new(),
            places: BTreeMap::new(),
            edges: Vec::new(),
            motion,
        }
    }

    /// Puts a node on the map, and gives its place.
    pub(super) fn add(&mut self, node: MapNode) -> usize {
        let at = self.nodes.len();
        self.places.insert(node.id.clone(), at);
        self.nodes.push((node, OnceCell::new()));
        at
    }

    /// Joins two nodes, once.
    pub(super) fn join(&mut self, from: usize, to: usize, kind: EdgeKind) {
        let is_known = |edge: &MapEdge| edge.from == from && edge.to == to;
        if from != to && !self.edges.iter().any(is_known) {
            self.edges.push(MapEdge { from, to, kind });
        }
    }

    /// The place of a node.
    pub(super) fn place(&self, id: &NodeId) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The place of an argument that was handed in.
    pub(super) fn argument(&self, id: &str) -> Option<usize> {
        self.place(&NodeId::Argument(id.to_owned()))
    }

    /// The node at a place.
    pub(super) fn node(&self, at: usize) -> Option<&MapNode> {
        self.nodes.get(at).map(|(node, _)| node)
    }

    /// The nodes, each with its place.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = (usize, &MapNode)> {
        self.nodes.iter().map(|(node, _)| node).enumerate()
    }

    /// The last node that is joined to one and was said by somebody who opposes this seat.
    pub(super) fn last_against(&self, to: usize, seat: &Seat) -> Option<usize> {
        let mut edges = self.edges.iter().rev().filter(|edge| edge.to == to);
        let opposes = |edge: &&MapEdge| {
            let by = self.node(edge.from).map(|node| &node.seat);
            by.is_some_and(|by| self.oppose(by, seat))
        };
        edges.find(opposes).map(|edge| edge.from)
    }

    /// Whether two seats argue against each other.
    pub(super) fn oppose(&self, one: &Seat, other: &Seat) -> bool {
        let opening = self.state.opening.as_deref();
        opening.is_some_and(|opening| opening.oppose(one, other))
    }

    /// The content words of a text, but for those of the motion, which everybody uses.
    pub(super) fn words(&self, texts: &[&str]) -> BTreeSet<String> {
        let mut words = content_words(texts.iter().copied());
        words.retain(|word| !self.motion.contains(word));
        words
    }

    /// The content words of a node and of what goes with it.
    fn words_of(&self, at: usize) -> Option<&BTreeSet<String>> {
        let (node, words) = self.nodes.get(at)?;
        Some(words.get_or_init(|| {
            let details = node.details.iter().map(|(_, text)| text.as_str());
            let texts: Vec<&str> = details.chain([node.text.as_str()]).collect();
            self.words(&texts)
        }))
    }

    /// The claim that has most words in common with these, of those that are meant; of several the last. `None` where
    /// none has enough of them.
    pub(super) fn nearest(
        &self,
        words: &BTreeSet<String>,
        is_meant: impl Fn(&MapNode) -> bool,
    ) -> Option<usize> {
        let claims = self
            .nodes()
            .filter(|(_, node)| node.is_claim() && is_meant(node));
        let shared = claims.filter_map(|(at, _)| {
            let shared = self.words_of(at)?.intersection(words).count();
            (shared >= SHARED).then_some((shared, at))
        });
        shared.max().map(|(_, at)| at)
    }

    /// Whether all that somebody has said before a turn was read by the clerk: what a later reading finds could be what
    /// is meant.
    pub(super) fn is_read_before(&self, turn: &Turn, is_meant: impl Fn(&Seat) -> bool) -> bool {
        let said = self.state.turns.iter().filter(|one| one.id < turn.id);
        let mut of_those = said.filter(|one| is_meant(&one.seat));
        of_those.all(is_read)
    }

    /// The map, once all nodes are on it: in the order in which they were said, with edges that lead back in time.
    pub(super) fn finished(self) -> (Vec<MapNode>, Vec<MapEdge>) {
        let turn = |node: &MapNode| node.turn.map_or(u32::MAX, |turn| turn.0);
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|at| self.node(*at).map(turn));
        let mut place = vec![0; order.len()];
        for (now, before) in order.iter().enumerate() {
            if let Some(place) = place.get_mut(*before) {
                *place = now;
            }
        }
        let at = |before: usize| place.get(before).copied().unwrap_or(before);
        let moved = self.edges.iter().map(|edge| MapEdge {
            from: at(edge.from),
            to: at(edge.to),
            kind: edge.kind,
        });
        let mut edges: Vec<MapEdge> = moved.filter(|edge| edge.to < edge.from).collect();
        edges.sort_by_key(|edge| edge.from);
        let mut nodes: Vec<(usize, MapNode)> = self
            .nodes
            .into_iter()
            .map(|(node, _)| node)
            .enumerate()
            .collect();
        nodes.sort_by_key(|(before, _)| at(*before));
        (nodes.into_iter().map(|(_, node)| node).collect(), edges)
    }
}

/// Whether nothing more is taken down of a turn.
pub(super) fn is_read(turn: &Turn) -> bool {
    let is_due = matches!(turn.task, Task::Speech | Task::FloorSpeech)
        && !turn.is_struck()
        && !turn.text.trim().is_empty();
    !is_due || turn.arguments != Extraction::None
}

/// Whether a node was said in a turn.
pub(super) fn is_said_in(node: &MapNode, turn: TurnId) -> bool {
    node.turn == Some(turn)
}
