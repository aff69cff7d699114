//! The argument map: as a tree of text, as a graph, and in every format at every length of the record.

use std::collections::BTreeSet;

use hustings::{
    debate::{
        DebateState,
        argument_map::{ArgumentMap, MapEdge, MapNodeId},
        event::Record,
        ids::TurnId,
    },
    export::{Notes, dot, html},
    plain,
};
use proptest::prelude::*;

use super::{HOSTILE, said_by_all};
use crate::{
    common::{FORMATS, world::short_debate},
    samples,
};

fn tree(records: &[Record], width: usize) -> String {
    let mut out = Vec::new();
    plain::argument_map(&DebateState::fold(records), &mut out, width).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_map_is_told_as_a_tree_of_text() {
    let text = tree(&samples::debate(samples::ID), 80);
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    insta::assert_snapshot!(text);
    let judged = short_debate("structured", Vec::new());
    let text = tree(&judged, 60);
    let within = |line: &str| line.chars().count() <= 60;
    assert!(text.lines().all(within), "{text}");
    for told in ["PRO-1: ", "CON-1: ", "└ "] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[test]
fn every_format_has_a_map_or_says_why_not() {
    for format in FORMATS {
        let records = short_debate(format, Vec::new());
        let state = DebateState::fold(&records);
        let map = state.argument_map();
        assert!(!map.nodes.is_empty(), "{format}");
        let page = html(&records, Notes::LeftOut);
        assert_eq!(page.matches("argument-map\"").count(), 1, "{format}");
        let graph = dot(&state);
        assert_eq!(
            graph.matches("[label=").count(),
            map.nodes.len() + map.edges.len()
        );
        // Nothing was said yet.
        let opened = DebateState::fold(&records[..1]);
        assert!(opened.argument_map().nodes.is_empty(), "{format}");
        assert!(
            tree(&records[..1], 80).contains("Nothing is on the map yet"),
            "{format}"
        );
        assert!(!html(&records[..1], Notes::LeftOut).contains("argument-map\""));
    }
}

#[test]
fn nobody_s_words_end_a_label_of_the_graph() {
    let graph = dot(&DebateState::fold(&said_by_all(HOSTILE)));
    for line in graph.lines() {
        let mut is_quoted = false;
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' if is_quoted => drop(letters.next()),
                '"' => is_quoted = !is_quoted,
                _ => {}
            }
        }
        assert!(!is_quoted, "{line}");
    }
}

/// The turns that were struck in the end.
fn struck(state: &DebateState) -> BTreeSet<TurnId> {
    let turns = state.turns.iter().filter(|turn| turn.is_struck());
    turns.map(|turn| turn.id).collect()
}

fn ends(map: &ArgumentMap, edge: &MapEdge) -> (MapNodeId, MapNodeId) {
    (
        map.nodes[edge.from].id.clone(),
        map.nodes[edge.to].id.clone(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever happens in a debate: every edge joins two nodes and leads back, every node stands in the tree once, and what
    /// is on the map stays there but for what is struck.
    #[test]
    fn a_map_holds_together_and_only_grows(
        format in 0..FORMATS.len(),
        choices in prop::collection::vec(any::<u8>(), 0..64),
    ) {
        let records = short_debate(FORMATS[format], choices);
        let whole = DebateState::fold(&records);
        let struck = struck(&whole);
        let last = whole.argument_map();
        let nodes: BTreeSet<MapNodeId> = last.nodes.iter().map(|node| node.id.clone()).collect();
        let edges: BTreeSet<(MapNodeId, MapNodeId)> =
            last.edges.iter().map(|edge| ends(&last, edge)).collect();
        for part in 1..=8 {
            let state = DebateState::fold(&records[..records.len() * part / 8]);
            let map = state.argument_map();
            let ids: BTreeSet<&MapNodeId> = map.nodes.iter().map(|node| &node.id).collect();
            prop_assert_eq!(ids.len(), map.nodes.len(), "no node twice");
            let below: usize = map.children().iter().map(Vec::len).sum();
            prop_assert_eq!(below + map.roots().count(), map.nodes.len());
            let is_struck = |at: usize| {
                let node = map.nodes.get(at);
                node.is_some_and(|node| node.turn.is_some_and(|turn| struck.contains(&turn)))
            };
            for edge in &map.edges {
                prop_assert!(edge.to < edge.from && edge.from < map.nodes.len());
                let is_kept = is_struck(edge.from) || is_struck(edge.to);
                prop_assert!(is_kept || edges.contains(&ends(&map, edge)), "{:?}", ends(&map, edge));
            }
            for (at, node) in map.nodes.iter().enumerate() {
                prop_assert!(is_struck(at) || nodes.contains(&node.id), "{:?}", node.id);
            }
        }
    }
}
