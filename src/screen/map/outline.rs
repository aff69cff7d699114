//! The outline of the map: which nodes are in sight, in which order and how deep, as folds and filter have it.

use std::collections::BTreeSet;

use super::{
    filter::{MapFilter, Sight},
    shown::ShownMap,
};
use crate::debate::argument_map::MapNodeId;

/// A node in sight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OutlineNode {
    /// The place of the node on the map.
    pub(super) at: usize,
    /// For each level above it, but for the first, whether more follows there below.
    pub(super) goes_on: Vec<bool>,
    /// Whether it is the last one below the same node.
    pub(super) is_last: bool,
    /// Whether it is what the filter looks for.
    pub(super) is_meant: bool,
    /// The number of nodes in sight below it.
    pub(super) below: usize,
    /// Whether those are folded away.
    pub(super) is_folded: bool,
}

impl OutlineNode {
    /// The number of nodes above it.
    pub(super) fn depth(&self) -> usize {
        self.goes_on.len()
    }
}

/// A row of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OutlineRow {
    /// A title, by its place among the groups.
    Title(usize),
    /// A node.
    Node(OutlineNode),
}

impl OutlineRow {
    /// The node, where it is one.
    pub(super) fn node(&self) -> Option<&OutlineNode> {
        match self {
            Self::Title(_) => None,
            Self::Node(node) => Some(node),
        }
    }
}

/// The rows of a map.
pub(super) fn rows(
    map: &ShownMap,
    filter: &MapFilter,
    folded: &BTreeSet<MapNodeId>,
) -> Vec<OutlineRow> {
    let sights = filter.sights(map);
    let is_seen = |at: &usize| sights.get(*at).is_some_and(|sight| *sight != Sight::Hidden);
    // Nodes in sight below each, counted from the last on.
    let mut below = vec![0_usize; map.nodes.len()];
    for at in (0..map.nodes.len()).rev().filter(|at| is_seen(at)) {
        let own = below.get(at).copied().unwrap_or_default() + 1;
        if let Some(above) = map.parent(at).and_then(|above| below.get_mut(above)) {
            *above += own;
        }
    }
    let mut rows = Vec::new();
    for (number, group) in map.groups.iter().enumerate() {
        let roots: Vec<usize> = group.roots.iter().copied().filter(is_seen).collect();
        if roots.is_empty() {
            continue;
        }
        rows.push(OutlineRow::Title(number));
        let mut open: Vec<(usize, Vec<bool>, bool)> = Vec::new();
        push(&mut open, &roots, &[]);
        while let Some((at, goes_on, is_last)) = open.pop() {
            let Some(node) = map.nodes.get(at) else {
                continue;
            };
            let is_folded = folded.contains(&node.id);
            if !is_folded {
                let children: Vec<usize> = node.children.iter().copied().filter(is_seen).collect();
                let mut guides = goes_on.clone();
                guides.push(!is_last);
                push(&mut open, &children, &guides);
            }
            rows.push(OutlineRow::Node(OutlineNode {
                at,
                goes_on,
                is_last,
                is_meant: sights.get(at) == Some(&Sight::Meant),
                below: below.get(at).copied().unwrap_or_default(),
                is_folded,
            }));
        }
    }
    rows
}

fn push(open: &mut Vec<(usize, Vec<bool>, bool)>, nodes: &[usize], goes_on: &[bool]) {
    let last = nodes.last();
    let each = nodes.iter().rev();
    open.extend(each.map(|at| (*at, goes_on.to_vec(), Some(at) == last)));
}
