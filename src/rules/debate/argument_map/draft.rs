//! A map while it is drawn: nodes as they are found, their words for comparison, and edges.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::node::{EdgeKind, MapEdge, MapNode, MapNodeId};
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
    nodes: Vec<MapNode>,
    /// For each content word the claims in which it stands, and the number of nodes of which they are known.
    standing_in: HashMap<String, Vec<usize>>,
    indexed: usize,
    places: BTreeMap<MapNodeId, usize>,
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
            standing_in: HashMap::new(),
            indexed: 0,
            places: BTreeMap::new(),
            edges: Vec::new(),
            motion,
        }
    }

    /// Puts a node on the map, and gives its place.
    pub(super) fn add(&mut self, node: MapNode) -> usize {
        let at = self.nodes.len();
        self.places.insert(node.id.clone(), at);
        self.nodes.push(node);
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
    pub(super) fn place(&self, id: &MapNodeId) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// The place of an argument that was handed in.
    pub(super) fn argument(&self, id: &str) -> Option<usize> {
        self.place(&MapNodeId::Argument(id.to_owned()))
    }

    /// The node at a place.
    pub(super) fn node(&self, at: usize) -> Option<&MapNode> {
        self.nodes.get(at)
    }

    /// The nodes, each with its place.
    pub(super) fn nodes(&self) -> impl DoubleEndedIterator<Item = (usize, &MapNode)> {
        self.nodes.iter().enumerate()
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

    /// Notes in which claims each word stands, of those that are new.
    fn index(&mut self) {
        for at in self.indexed..self.nodes.len() {
            let Some(node) = self.nodes.get(at).filter(|node| node.is_claim()) else {
                continue;
            };
            let details = node.details.iter().map(|(_, text)| text.as_str());
            let texts: Vec<&str> = details.chain([node.text.as_str()]).collect();
            for word in self.words(&texts) {
                self.standing_in.entry(word).or_default().push(at);
            }
        }
        self.indexed = self.nodes.len();
    }

    /// The claim that has most words in common with these, with those of its reasons, of the claims that are meant; of
    /// several the last. `None` where none has enough of them.
    pub(super) fn nearest(
        &mut self,
        words: &BTreeSet<String>,
        is_meant: impl Fn(usize, &MapNode) -> bool,
    ) -> Option<usize> {
        self.index();
        let mut shared = vec![0_usize; self.nodes.len()];
        for word in words {
            for at in self.standing_in.get(word).into_iter().flatten() {
                if let Some(shared) = shared.get_mut(*at) {
                    *shared += 1;
                }
            }
        }
        let enough = shared.into_iter().enumerate();
        let enough = enough.filter(|(_, shared)| *shared >= SHARED);
        let meant = enough.filter(|(at, _)| self.node(*at).is_some_and(|node| is_meant(*at, node)));
        meant.max_by_key(|(_, shared)| *shared).map(|(at, _)| at)
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
        let mut nodes: Vec<(usize, MapNode)> = self.nodes.into_iter().enumerate().collect();
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
