//! Clusters of texts by their vectors: agglomerative, by the average similarity between two clusters, down to a threshold.
//! It needs no chance, so that the same vectors have the same clusters.
//!
//! The pair that is merged is found by chains of nearest neighbours (F. Murtagh, "A survey of recent advances in
//! hierarchical clustering algorithms", The Computer Journal 26, 1983, 354–359), in time that grows with the square of
//! the number of texts. For averages a merge is never between nearer clusters than the merges within it were, so that
//! cutting at the threshold is to leave out the merges below it.

use crate::similarity::cosine;

/// The similarities of all pairs, the half of the table below its diagonal.
struct Similarities(Vec<f32>);

impl Similarities {
    fn of(vectors: &[Vec<f32>]) -> Self {
        let rows = vectors.iter().enumerate();
        let all = rows.flat_map(|(at, one)| {
            let before = vectors.iter().take(at);
            before.map(move |other| cosine(one, other))
        });
        Self(all.collect())
    }

    fn place(one: usize, other: usize) -> usize {
        let (low, high) = (one.min(other), one.max(other));
        high * high.saturating_sub(1) / 2 + low
    }

    fn get(&self, one: usize, other: usize) -> f32 {
        let place = Self::place(one, other);
        self.0.get(place).copied().unwrap_or(f32::MIN)
    }

    fn set(&mut self, one: usize, other: usize, value: f32) {
        if let Some(place) = self.0.get_mut(Self::place(one, other)) {
            *place = value;
        }
    }
}

/// The clusters of vectors of length 1, each as the places of its vectors in their order; a cluster comes where its first
/// vector does. Two clusters are merged where the mean cosine between their vectors is `threshold` or more.
pub(super) fn clusters(vectors: &[Vec<f32>], threshold: f64) -> Vec<Vec<usize>> {
    let count = vectors.len();
    let mut near = Similarities::of(vectors);
    // A merged cluster keeps the lower of the two numbers.
    let mut members: Vec<Vec<usize>> = (0..count).map(|at| vec![at]).collect();
    let mut is_there = vec![true; count];
    // The clusters as they are above the threshold.
    let mut of: Vec<usize> = (0..count).collect();
    let mut chain: Vec<usize> = Vec::new();
    for _ in 1..count {
        if chain.is_empty() {
            chain.extend(is_there.iter().position(|there| *there));
        }
        let Some((one, other, similarity)) = reciprocal(&mut chain, &is_there, &near) else {
            break;
        };
        let (kept, gone) = (one.min(other), one.max(other));
        merge_similarities(&mut near, &members, &is_there, (kept, gone));
        let moved = members
            .get_mut(gone)
            .map(std::mem::take)
            .unwrap_or_default();
        if f64::from(similarity) >= threshold {
            let (to, from) = (root(&of, kept), root(&of, gone));
            let (to, from) = (to.min(from), to.max(from));
            if let Some(place) = of.get_mut(from) {
                *place = to;
            }
        }
        if let Some(all) = members.get_mut(kept) {
            all.extend(moved);
        }
        if let Some(there) = is_there.get_mut(gone) {
            *there = false;
        }
    }
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); count];
    for at in 0..count {
        if let Some(cluster) = found.get_mut(root(&of, at)) {
            cluster.push(at);
        }
    }
    found.retain(|cluster| !cluster.is_empty());
    found
}

/// Follows the chain of nearest neighbours to two that are each other's, and takes them off it.
fn reciprocal(
    chain: &mut Vec<usize>,
    is_there: &[bool],
    near: &Similarities,
) -> Option<(usize, usize, f32)> {
    loop {
        let last = *chain.last()?;
        let before = chain
            .len()
            .checked_sub(2)
            .and_then(|at| chain.get(at))
            .copied();
        let others = is_there.iter().enumerate();
        let others = others.filter(|(at, there)| **there && *at != last);
        // Of equally near ones the one before counts, so that no chain goes round; else the first.
        let mut best = before.map(|before| (before, near.get(last, before)));
        for (at, _) in others {
            let similarity = near.get(last, at);
            if best.is_none_or(|(_, most)| similarity > most) {
                best = Some((at, similarity));
            }
        }
        let (nearest, similarity) = best?;
        if before == Some(nearest) {
            chain.truncate(chain.len() - 2);
            return Some((last, nearest, similarity));
        }
        chain.push(nearest);
    }
}

/// The similarity of a merged cluster to each other one: the mean over all pairs (G. N. Lance and W. T. Williams, "A
/// general theory of classificatory sorting strategies", The Computer Journal 9, 1967, 373–380).
fn merge_similarities(
    near: &mut Similarities,
    members: &[Vec<usize>],
    is_there: &[bool],
    (kept, gone): (usize, usize),
) {
    let size = |at: usize| members.get(at).map_or(0.0, |all| all.len() as f32);
    let (some, more) = (size(kept), size(gone));
    for (other, there) in is_there.iter().enumerate() {
        if *there && other != kept && other != gone {
            let sum = some * near.get(kept, other) + more * near.get(gone, other);
            near.set(kept, other, sum / (some + more));
        }
    }
}

/// The first vector of the cluster that one is in.
fn root(of: &[usize], at: usize) -> usize {
    let mut at = at;
    while let Some(up) = of.get(at).copied().filter(|up| *up != at) {
        at = up;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::similarity::normalised;

    fn at(angle: f32) -> Vec<f32> {
        vec![angle.cos(), angle.sin()]
    }

    #[test]
    fn what_is_near_is_together_and_a_cluster_comes_where_its_first_does() {
        let vectors = [0.0, 1.5, 0.1, 1.6, 3.0].map(at);
        assert_eq!(clusters(&vectors, 0.9), [vec![0, 2], vec![1, 3], vec![4]]);
        assert_eq!(clusters(&vectors, -1.1).len(), 1);
        assert_eq!(clusters(&vectors, 1.1).len(), 5);
        assert!(clusters(&[], 0.5).is_empty());
    }

    #[test]
    fn the_average_counts_and_not_the_nearest_pair() {
        // A chain, each near the next: its ends have nothing in common.
        let vectors = [0.0, 0.7, 1.4, 2.1].map(at);
        assert_eq!(clusters(&vectors, 0.7), [vec![0, 1], vec![2, 3]]);
    }

    /// The same by looking at every pair of clusters for each merge.
    fn plainly(vectors: &[Vec<f32>], threshold: f64) -> Vec<Vec<usize>> {
        let mut all: Vec<Vec<usize>> = (0..vectors.len()).map(|at| vec![at]).collect();
        loop {
            let mean = |one: &[usize], other: &[usize]| {
                let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
                let sum: f64 = pairs
                    .map(|(a, b)| f64::from(cosine(&vectors[*a], &vectors[*b])))
                    .sum();
                sum / (one.len() * other.len()) as f64
            };
            let mut best: Option<(usize, usize, f64)> = None;
            for one in 0..all.len() {
                for other in one + 1..all.len() {
                    let near = mean(&all[one], &all[other]);
                    if near >= threshold && best.is_none_or(|(_, _, most)| near > most) {
                        best = Some((one, other, near));
                    }
                }
            }
            let Some((one, other, _)) = best else {
                all.sort();
                return all;
            };
            let gone = all.remove(other);
            all[one].extend(gone);
            all[one].sort_unstable();
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn chains_find_what_looking_at_all_pairs_does(
            points in prop::collection::vec(prop::array::uniform3(-1.0_f32..1.0), 0..14),
            threshold in -0.5_f64..1.0,
        ) {
            let vectors: Vec<Vec<f32>> = points.iter().filter_map(|one| normalised(one.to_vec())).collect();
            let found = clusters(&vectors, threshold);
            let mut all: Vec<usize> = found.iter().flatten().copied().collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..vectors.len()).collect::<Vec<_>>());
            prop_assert_eq!(found, plainly(&vectors, threshold));
        }
    }
}
