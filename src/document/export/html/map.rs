//! The argument map as a list that folds, node by node.

use super::{markup::Markup, page::side_class};
use crate::{
    blocks::Builder,
    debate::{
        DebateState,
        argument_map::{ArgumentMap, MapNode},
    },
};

/// The heading of the map.
pub(super) const TITLE: &str = "Argument map";

/// The map of a debate, folded away; nothing where nothing is on it.
pub(super) fn argument_map(state: &DebateState) -> Option<Markup> {
    let map = state.argument_map();
    if map.nodes.is_empty() {
        return None;
    }
    let builder = Builder::of(state);
    let mut out = Markup::default();
    out.ours("<details><summary>");
    out.text(TITLE);
    out.ours("</summary>\n");
    let told = format!("{}. {}", Builder::map_in_short(&map), builder.map_made());
    out.element("p", &[("class", "line quiet")], &told);
    out.end_line();
    let children = map.children();
    for group in builder.map_groups(&map) {
        let class = side_class(state, &group.seat);
        out.element("h3", &[("class", class)], &group.title);
        out.ours("\n<ul class=\"map\">\n");
        for root in group.roots {
            tree(&mut out, (state, builder), (&map, &children), root);
        }
        out.ours("</ul>\n");
    }
    out.ours("</details>");
    Some(out)
}

/// A node with what stands below it: without calls of itself, for it may stand very deep.
fn tree(
    out: &mut Markup,
    (state, builder): (&DebateState, Builder<'_>),
    (map, children): (&ArgumentMap, &[Vec<usize>]),
    root: usize,
) {
    enum Step {
        Open(usize),
        Close,
    }
    let mut steps = vec![Step::Open(root)];
    while let Some(step) = steps.pop() {
        let Step::Open(at) = step else {
            out.ours("</ul></details></li>\n");
            continue;
        };
        let Some(node) = map.nodes.get(at) else {
            continue;
        };
        let below = children.get(at).map(Vec::as_slice).unwrap_or_default();
        out.open("li", &[("class", side_class(state, &node.seat))]);
        if below.is_empty() {
            told(out, builder, node, state.is_closed());
            out.ours("</li>\n");
            continue;
        }
        out.ours("<details open><summary>");
        told(out, builder, node, state.is_closed());
        out.ours("</summary>\n<ul>\n");
        steps.push(Step::Close);
        steps.extend(below.iter().rev().map(|child| Step::Open(*child)));
    }
}

fn told(out: &mut Markup, builder: Builder<'_>, node: &MapNode, is_over: bool) {
    out.element("b", &[], &builder.map_lead(node));
    out.text(" ");
    out.text(&node.text);
    let status = node.told(is_over);
    if !status.is_empty() {
        out.text(" ");
        out.element("em", &[], status);
    }
}
