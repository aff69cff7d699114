//! The place of a reader on the map: which node is marked, what is folded, how far it is scrolled. It is kept by the
//! nodes' identities, so that nothing moves while the map grows.

use std::collections::BTreeSet;

use super::{
    columns::{self, Cards},
    filter::MapFilter,
    outline::{self, OutlineRow},
    shown::ShownMap,
};
use crate::{debate::argument_map::MapNodeId, style::Styles};

/// The arrangement of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// A row for each node.
    Tree,
    /// Two columns of so many cells.
    Columns(usize),
}

/// The place of a reader on the map.
#[derive(Debug, Default)]
pub(super) struct MapPlace {
    /// The node that is marked; `None` where nobody has moved yet.
    marked: Option<MapNodeId>,
    /// The nodes below which everything is folded away.
    folded: BTreeSet<MapNodeId>,
    /// What is shown.
    pub(super) filter: MapFilter,
    /// The first row that is shown.
    top: usize,
    /// The rows of the outline, and the cards where they stand in columns.
    pub(super) rows: Vec<OutlineRow>,
    pub(super) cards: Option<Cards>,
    /// The place of the marked node among the rows.
    at: usize,
    /// The rows that can be shown.
    height: usize,
    /// For what the cards were laid out; `None` where that must be done anew.
    made_for: Option<(Arrangement, u64)>,
    /// How far below the first row on the screen the marked node stood before something has changed.
    anchor: Option<usize>,
    /// Whether it was drawn before.
    is_drawn: bool,
}

impl MapPlace {
    /// Makes the rows anew: the map, the folds or the filter have changed.
    pub(super) fn outdated(&mut self, map: &ShownMap) {
        self.keep_anchor();
        self.rows = outline::rows(map, &self.filter, &self.folded);
        self.find_marked(map);
        self.made_for = None;
    }

    /// Keeps in mind how far below the first row on the screen the marked node stands.
    fn keep_anchor(&mut self) {
        if self.anchor.is_none() && self.is_drawn {
            self.anchor = Some(self.first_row().saturating_sub(self.top));
        }
    }

    /// Brings the rows up to the map for a place of that size. The marked node stays where it is on the screen.
    pub(super) fn ensure(
        &mut self,
        map: &ShownMap,
        (arrangement, height): (Arrangement, usize),
        styles: &Styles,
    ) {
        let made_for = Some((arrangement, styles.revision()));
        if self.made_for != made_for {
            self.keep_anchor();
            self.cards = match arrangement {
                Arrangement::Tree => None,
                Arrangement::Columns(cells) => {
                    Some(columns::lay_out(map, &self.rows, cells, styles))
                }
            };
            self.made_for = made_for;
            if let Some(anchor) = self.anchor.take() {
                self.top = self.first_row().saturating_sub(anchor);
            }
        }
        self.is_drawn = true;
        self.height = height;
        self.keep_in_sight();
    }

    /// The marked node again among the rows: itself, or what it stands below where that is folded, or whatever stands there.
    fn find_marked(&mut self, map: &ShownMap) {
        let mut wanted = self.marked.as_ref().and_then(|id| map.place(id));
        while let Some(at) = wanted {
            let is_it = |row: &OutlineRow| row.node().is_some_and(|node| node.at == at);
            if let Some(row) = self.rows.iter().position(is_it) {
                self.at = row;
                self.mark(map);
                return;
            }
            wanted = map.parent(at);
        }
        self.at = self.at.min(self.rows.len().saturating_sub(1));
        let is_node = |row: &usize| self.rows.get(*row).is_some_and(|row| row.node().is_some());
        let below = (self.at..self.rows.len()).find(is_node);
        let found = below.or_else(|| (0..self.at).rev().find(is_node));
        self.at = found.unwrap_or_default();
        // Who has not moved yet stays at the first node, whatever comes.
        if self.marked.is_some() {
            self.mark(map);
        }
    }

    fn mark(&mut self, map: &ShownMap) {
        let at = self.rows.get(self.at).and_then(OutlineRow::node);
        let node = at.and_then(|row| map.nodes.get(row.at));
        self.marked = node.map(|node| node.id.clone());
    }

    /// The place of the marked node on the map; `None` where nothing is in sight.
    pub(super) fn marked(&self) -> Option<usize> {
        let row = self.rows.get(self.at).and_then(OutlineRow::node);
        row.map(|row| row.at)
    }

    /// The row of the outline that is marked.
    pub(super) fn marked_row(&self) -> usize {
        self.at
    }

    /// The first row on the screen.
    pub(super) fn top(&self) -> usize {
        self.top
    }

    /// The number of rows there are.
    pub(super) fn len(&self) -> usize {
        self.cards
            .as_ref()
            .map_or(self.rows.len(), |cards| cards.height)
    }

    /// The first row of the marked node, and how many it has.
    fn stretch(&self) -> (usize, usize) {
        let Some(cards) = &self.cards else {
            return (self.at, 1);
        };
        let mut cards = cards.cards.iter();
        let card = cards.find(|card| card.row == self.at);
        card.map_or((0, 1), |card| (card.top, card.lines.len().max(1)))
    }

    fn first_row(&self) -> usize {
        self.stretch().0
    }

    fn keep_in_sight(&mut self) {
        let (first, rows) = self.stretch();
        // A title is seen with its first node.
        let is_titled = self.cards.is_none() && self.at > 0 && {
            let before = self.rows.get(self.at - 1);
            before.is_some_and(|row| row.node().is_none())
        };
        let from = first.saturating_sub(usize::from(is_titled));
        let to = first + rows;
        if to > self.top + self.height {
            self.top = to - self.height;
        }
        if from < self.top {
            self.top = from;
        }
        self.top = self.top.min(self.len().saturating_sub(self.height));
    }

    /// Marks the node so many nodes below, or above.
    pub(super) fn step(&mut self, map: &ShownMap, nodes: isize) {
        let places: Vec<usize> = (0..self.rows.len())
            .filter(|row| self.rows.get(*row).is_some_and(|row| row.node().is_some()))
            .collect();
        let now = places.partition_point(|row| *row < self.at);
        let last = places.len().saturating_sub(1);
        let next = now.saturating_add_signed(nodes).min(last);
        self.go_to_row(map, places.get(next).copied());
    }

    /// Marks the node that is a screen below, or above.
    pub(super) fn page(&mut self, map: &ShownMap, direction: isize) {
        let nodes = match &self.cards {
            None => self.height.saturating_sub(1),
            Some(_) => self.height / 3,
        };
        self.step(map, direction * isize::try_from(nodes.max(1)).unwrap_or(1));
    }

    /// Marks the first node, or the last.
    pub(super) fn go_to_end(&mut self, map: &ShownMap, direction: isize) {
        self.step(
            map,
            direction * isize::try_from(self.rows.len()).unwrap_or(isize::MAX),
        );
        if direction < 0 {
            self.top = 0;
        }
    }

    /// Marks the node of a row.
    pub(super) fn go_to_row(&mut self, map: &ShownMap, row: Option<usize>) {
        let row = row.filter(|row| self.rows.get(*row).is_some_and(|row| row.node().is_some()));
        if let Some(row) = row {
            self.at = row;
            self.mark(map);
        }
    }

    /// Marks a node.
    fn go_to(&mut self, map: &ShownMap, at: usize) {
        let is_it = |row: &OutlineRow| row.node().is_some_and(|node| node.at == at);
        let row = self.rows.iter().position(is_it);
        self.go_to_row(map, row);
    }

    /// Folds what lies below the marked node away, or goes to what it answers.
    pub(super) fn inward(&mut self, map: &ShownMap) {
        let Some(row) = self.rows.get(self.at).and_then(OutlineRow::node).cloned() else {
            return;
        };
        if row.below > 0 && !row.is_folded {
            self.toggle(map);
        } else if let Some(above) = map.parent(row.at) {
            self.go_to(map, above);
        }
    }

    /// Unfolds what lies below the marked node, or goes to its first answer.
    pub(super) fn outward(&mut self, map: &ShownMap) {
        let Some(row) = self.rows.get(self.at).and_then(OutlineRow::node).cloned() else {
            return;
        };
        if row.is_folded && row.below > 0 {
            self.toggle(map);
        } else if row.below > 0 {
            self.step(map, 1);
        }
    }

    /// Folds what lies below the marked node, or unfolds it.
    pub(super) fn toggle(&mut self, map: &ShownMap) {
        let row = self.rows.get(self.at).and_then(OutlineRow::node);
        let Some(node) = row
            .filter(|row| row.below > 0)
            .and_then(|row| map.nodes.get(row.at))
        else {
            return;
        };
        if !self.folded.remove(&node.id) {
            self.folded.insert(node.id.clone());
        }
        self.marked = Some(node.id.clone());
        self.outdated(map);
    }

    /// Folds everything that lies below the top of the tree away.
    pub(super) fn fold_all(&mut self, map: &ShownMap) {
        let above = map.nodes.iter().filter(|node| !node.children.is_empty());
        self.folded = above.map(|node| node.id.clone()).collect();
        self.mark(map);
        self.outdated(map);
    }

    /// Unfolds everything.
    pub(super) fn unfold_all(&mut self, map: &ShownMap) {
        self.folded.clear();
        self.mark(map);
        self.outdated(map);
    }
}
