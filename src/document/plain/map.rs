//! The argument map as a tree of plain text, for a terminal: each node below what it is about.

use std::io::{self, Write};

use super::wrap::Wrap;
use crate::{
    blocks::{Builder, running},
    debate::{
        DebateState,
        argument_map::{ArgumentMap, MapNode},
    },
};

/// Cells that the words of a node have at the least, however deep it stands.
const NARROWEST: usize = 24;

/// The argument map of a debate onto `out`, in lines of `width` columns. A debate that is not over gives what there is.
///
/// # Errors
/// What the system says.
pub fn argument_map<W: Write>(state: &DebateState, mut out: W, width: usize) -> io::Result<()> {
    let Some(opening) = state.opening.as_deref() else {
        return writeln!(out, "{}", running::NOTHING_YET);
    };
    let builder = Builder::of(state);
    let map = state.argument_map();
    for line in wrapped(&opening.motion.motion, width)? {
        writeln!(out, "{line}")?;
    }
    if map.nodes.is_empty() {
        for line in wrapped(builder.map_empty(), width)? {
            writeln!(out, "{line}")?;
        }
        return Ok(());
    }
    writeln!(out, "{}", Builder::map_in_short(&map))?;
    let children = map.children();
    for group in builder.map_groups(&map) {
        writeln!(out, "\n{}", group.title)?;
        for root in group.roots {
            let tree = Tree {
                builder,
                map: &map,
                children: &children,
                is_over: state.is_closed(),
                width,
            };
            tree.write(&mut out, root)?;
        }
    }
    out.flush()
}

/// What a tree is written from.
struct Tree<'a> {
    builder: Builder<'a>,
    map: &'a ArgumentMap,
    children: &'a [Vec<usize>],
    is_over: bool,
    width: usize,
}

impl Tree<'_> {
    /// A node with all that stands below it.
    fn write<W: Write>(&self, out: &mut W, root: usize) -> io::Result<()> {
        // What stands before a node, and before its further lines.
        let mut open = vec![(root, "  ".to_owned(), "  ".to_owned())];
        while let Some((at, first, rest)) = open.pop() {
            let Some(node) = self.map.nodes.get(at) else {
                continue;
            };
            let below = self.children.get(at).map(Vec::as_slice).unwrap_or_default();
            let goes_on = if below.is_empty() { "  " } else { "│ " };
            let cells = self.width.saturating_sub(rest.chars().count() + 2);
            let lines = wrapped(&self.told(node), cells.max(NARROWEST))?;
            for (number, line) in lines.iter().enumerate() {
                let lead = if number == 0 {
                    first.clone()
                } else {
                    format!("{rest}{goes_on}")
                };
                writeln!(out, "{lead}{line}")?;
            }
            for (number, child) in below.iter().enumerate().rev() {
                let (join, after) = if number + 1 == below.len() {
                    ("└ ", "  ")
                } else {
                    ("├ ", "│ ")
                };
                open.push((*child, format!("{rest}{join}"), format!("{rest}{after}")));
            }
        }
        Ok(())
    }

    fn told(&self, node: &MapNode) -> String {
        let lead = self.builder.map_lead(node);
        match node.told(self.is_over) {
            "" => format!("{lead}: {}", node.text),
            status => format!("{lead}: {} [{status}]", node.text),
        }
    }
}

fn wrapped(text: &str, width: usize) -> io::Result<Vec<String>> {
    let mut out = Vec::new();
    let in_a_row: Vec<&str> = text.split_whitespace().collect();
    Wrap::new(&mut out, width).block(&in_a_row.join(" "), 0)?;
    let text = String::from_utf8_lossy(&out);
    Ok(text.lines().map(str::to_owned).collect())
}
