//! Debates as a tree: branches and iterations under the debate that they come from.

use std::collections::HashMap;

use super::read::DebateSummary;
use crate::debate::ids::DebateId;

/// A debate at its place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FamilyMember {
    /// The position of the debate among those that were given.
    pub at: usize,
    /// The number of debates above it: 0 where it comes from none of them.
    pub depth: usize,
    /// The position of the debate that it comes from, where that is among them.
    pub parent: Option<usize>,
}

/// The debate that one comes from: of which it is a branch, or an iteration.
pub fn parent_of(debate: &DebateSummary) -> Option<&DebateId> {
    debate.branch_of.as_ref().or(debate.refines.as_ref())
}

/// The debates in the order of the tree. Those that come from none of the others stand in the order in which they are
/// given, each with those that come from it below it, the oldest first; a family stands where the first of its members
/// is given.
pub fn arranged(debates: &[&DebateSummary]) -> Vec<FamilyMember> {
    let places: HashMap<&DebateId, usize> = debates
        .iter()
        .enumerate()
        .map(|(at, one)| (&one.debate, at))
        .collect();
    let parents: Vec<Option<usize>> = debates
        .iter()
        .map(|one| places.get(parent_of(one)?).copied())
        .collect();
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); debates.len()];
    for (at, parent) in parents.iter().enumerate() {
        if let Some(list) = parent.and_then(|parent| below.get_mut(parent)) {
            list.push(at);
        }
    }
    for list in &mut below {
        list.sort_by_key(|at| debates.get(*at).map(|one| (one.opened_ms, &one.debate.0)));
    }
    let mut arranged = Vec::with_capacity(debates.len());
    let mut is_placed = vec![false; debates.len()];
    for at in 0..debates.len() {
        // A file that a hand has been at may have debates that come from each other.
        let mut root = at;
        for _ in 0..debates.len() {
            match parents.get(root).copied().flatten() {
                Some(above) => root = above,
                None => break,
            }
        }
        let mut open = vec![(root, 0)];
        while let Some((at, depth)) = open.pop() {
            let Some(is_done @ false) = is_placed.get_mut(at) else {
                continue;
            };
            *is_done = true;
            let parent = parents.get(at).copied().flatten().filter(|_| depth > 0);
            arranged.push(FamilyMember { at, depth, parent });
            let children = below.get(at).map(Vec::as_slice).unwrap_or_default();
            open.extend(children.iter().rev().map(|child| (*child, depth + 1)));
        }
    }
    arranged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::fixture::summary;

    fn tree(debates: &[(&str, i64, Option<&str>)]) -> Vec<String> {
        let all: Vec<DebateSummary> = debates
            .iter()
            .map(|(id, opened_ms, of)| DebateSummary {
                opened_ms: *opened_ms,
                branch_of: of.map(|of| DebateId(of.into())),
                ..summary(id)
            })
            .collect();
        let refs: Vec<&DebateSummary> = all.iter().collect();
        arranged(&refs)
            .into_iter()
            .map(|one| format!("{}{}", "-".repeat(one.depth), all[one.at].debate.0))
            .collect()
    }

    #[test]
    fn branches_stand_under_their_parents_and_a_family_where_its_first_is_given() {
        let debates = [
            ("d", 9, Some("b")),
            ("c", 8, None),
            ("b", 7, Some("a")),
            ("e", 6, Some("a")),
            ("f", 5, Some("gone")),
            ("a", 1, None),
        ];
        assert_eq!(tree(&debates), ["a", "-e", "-b", "--d", "c", "f"]);
        assert!(tree(&[]).is_empty());
    }

    #[test]
    fn debates_that_come_from_each_other_are_all_there_once() {
        let debates = [
            ("a", 1, Some("b")),
            ("b", 2, Some("a")),
            ("c", 3, Some("c")),
        ];
        let mut found = tree(&debates);
        found.sort_by_key(|one| one.replace('-', ""));
        let found: Vec<String> = found.iter().map(|one| one.replace('-', "")).collect();
        assert_eq!(found, ["a", "b", "c"]);
    }
}
