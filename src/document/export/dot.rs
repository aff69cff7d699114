//! The argument map as a graph for Graphviz: a box for each node, and an arrow from it to what it is about.

use std::fmt::Write as _;

use crate::{
    blocks::Builder,
    catalog::Stance,
    debate::{
        DebateState,
        argument_map::{EdgeKind, MapNode},
    },
    text::{cut::shortened, sanitize::sanitize_line},
};

/// The most bytes of a node's words: longer ones make boxes that nobody can read.
const MOST: usize = 160;

/// The argument map of a debate as a graph.
pub fn dot(state: &DebateState) -> String {
    let map = state.argument_map();
    let builder = Builder::of(state);
    let motion = state.opening.as_deref().map(|one| &*one.motion.motion);
    let title = if map.nodes.is_empty() {
        builder.map_empty()
    } else {
        motion.unwrap_or_default()
    };
    let mut text = String::from("digraph argument_map {\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  label=\"{}\";", quoted(title));
    text.push_str("  labelloc=t;\n  rankdir=RL;\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
    for (at, node) in map.nodes.iter().enumerate() {
        let label = label(builder, node, state.is_closed());
        let colour = colour(state.stance(&node.seat));
        let _ = writeln!(text, "  n{at} [label=\"{label}\", color=\"{colour}\"];");
    }
    for edge in &map.edges {
        let style = match edge.kind {
            EdgeKind::Answers => "solid",
            EdgeKind::Supports => "dashed",
            EdgeKind::Concedes(_) => "bold",
            EdgeKind::PointAgainst => "dotted",
        };
        let (from, to, word) = (edge.from, edge.to, edge.kind.word().replace('_', " "));
        let _ = writeln!(
            text,
            "  n{from} -> n{to} [label=\"{word}\", style={style}];"
        );
    }
    text.push_str("}\n");
    text
}

fn label(builder: Builder<'_>, node: &MapNode, is_over: bool) -> String {
    let words = shortened(&sanitize_line(&node.text), MOST);
    let lead = builder.map_lead(node);
    let parts = [lead.as_str(), words.as_str(), node.told(is_over)];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.map(quoted).collect::<Vec<_>>().join("\\n")
}

/// A text between quotation marks of the graph's language.
fn quoted(text: &str) -> String {
    sanitize_line(text)
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
}

fn colour(stance: Option<Stance>) -> &'static str {
    match stance {
        Some(Stance::For) => "#2f6fa8",
        Some(Stance::Against) => "#b04a3a",
        Some(Stance::Nuanced | Stance::Own) => "#7a5aa8",
        None => "#6b7280",
    }
}
