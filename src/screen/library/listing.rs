//! What the library lists: debates filtered, sorted, as a tree; or those in which something was found, with the sentences.

use std::collections::HashMap;

use super::{LibraryDebate, columns::LibraryColumn};
use crate::{
    debate::ids::DebateId,
    journal::{DebateSummary, SearchHit, What, arranged},
};

/// Sentences shown of one debate; the search of the command line has more.
const SENTENCES: usize = 4;

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LibraryRow {
    /// A debate, by its position, with the number of debates above it in the tree that are listed.
    Debate {
        at: usize,
        depth: usize,
        parent: Option<usize>,
    },
    /// A sentence that was found in it, by its position among the places found.
    Sentence { at: usize, hit: usize },
}

impl LibraryRow {
    /// The position of the debate.
    pub(super) fn debate(self) -> usize {
        match self {
            Self::Debate { at, .. } | Self::Sentence { at, .. } => at,
        }
    }
}

/// How the list is sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sorting {
    pub(super) by: LibraryColumn,
    pub(super) is_reversed: bool,
}

/// The rows of the debates with that tag, as a tree: a family stands where the first of it is sorted to.
pub(super) fn tree(
    debates: &[LibraryDebate],
    tag: Option<&str>,
    sorting: Sorting,
) -> Vec<LibraryRow> {
    let mut order: Vec<usize> = (0..debates.len())
        .filter(|at| debates.get(*at).is_some_and(|one| has_tag(one, tag)))
        .collect();
    order.sort_by(
        |one, other| match (debates.get(*one), debates.get(*other)) {
            (Some(first), Some(second)) => {
                let found = sorting.by.compare(first, second);
                let found = if sorting.is_reversed {
                    found.reverse()
                } else {
                    found
                };
                // The newest of equals comes first, whichever way round.
                found.then_with(|| LibraryColumn::Date.compare(first, second))
            }
            (None, _) | (_, None) => one.cmp(other),
        },
    );
    let summaries: Vec<&DebateSummary> = order
        .iter()
        .filter_map(|at| debates.get(*at))
        .map(|one| &one.summary)
        .collect();
    let place = |at: usize| order.get(at).copied();
    arranged(&summaries)
        .into_iter()
        .filter_map(|one| {
            Some(LibraryRow::Debate {
                at: place(one.at)?,
                depth: one.depth,
                parent: one.parent.and_then(place),
            })
        })
        .collect()
}

/// The rows of the debates with that tag in which something was found, the best first, each with the sentences below it.
pub(super) fn found(
    debates: &[LibraryDebate],
    tag: Option<&str>,
    hits: &[SearchHit],
) -> Vec<LibraryRow> {
    let places: HashMap<&DebateId, usize> = debates
        .iter()
        .enumerate()
        .filter(|(_, one)| has_tag(one, tag))
        .map(|(at, one)| (&one.summary.debate, at))
        .collect();
    let mut families: Vec<(usize, Vec<usize>)> = Vec::new();
    for (hit, found) in hits.iter().enumerate() {
        let Some(at) = places.get(&found.debate).copied() else {
            continue;
        };
        let known = families.iter().position(|(one, _)| *one == at);
        let known = known.unwrap_or_else(|| {
            families.push((at, Vec::new()));
            families.len() - 1
        });
        // The motion stands in the row of the debate.
        if found.what != What::Motion
            && let Some((_, sentences)) = families.get_mut(known)
            && sentences.len() < SENTENCES
        {
            sentences.push(hit);
        }
    }
    let mut rows = Vec::new();
    for (at, sentences) in families {
        rows.push(LibraryRow::Debate {
            at,
            depth: 0,
            parent: None,
        });
        let below = sentences.into_iter();
        rows.extend(below.map(|hit| LibraryRow::Sentence { at, hit }));
    }
    rows
}

/// The tags that there are, each with the number of debates that have it.
pub(super) fn tags(debates: &[LibraryDebate]) -> Vec<(String, usize)> {
    let mut counted: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
    for tag in debates.iter().flat_map(|one| &one.summary.tags) {
        *counted.entry(tag).or_default() += 1;
    }
    counted
        .into_iter()
        .map(|(tag, count)| (tag.to_owned(), count))
        .collect()
}

fn has_tag(one: &LibraryDebate, tag: Option<&str>) -> bool {
    tag.is_none_or(|tag| one.summary.tags.iter().any(|has| has == tag))
}
