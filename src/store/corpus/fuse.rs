//! The fusion of several orders of passages, found in different ways, into one.

use std::collections::BTreeMap;

/// Smooths the difference between the first places. Cormack and others found 60 for many systems with lists of a
/// thousand; with two lists of sixty that is nearly the same for every place, and what is first in one of them is lost.
const SMOOTH: f64 = 10.0;

/// Reciprocal rank fusion (Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion", SIGIR 2009): each order gives
/// `weight / (10 + rank)`, with ranks from 1, to whatever stands in it. The best first; what comes out even keeps the
/// order of its numbers.
pub(super) fn fused<'a>(orders: impl IntoIterator<Item = (f64, &'a [i64])>) -> Vec<(i64, f64)> {
    let mut scores: BTreeMap<i64, f64> = BTreeMap::new();
    for (weight, order) in orders {
        for (rank, id) in (1_u32..).zip(order) {
            *scores.entry(*id).or_default() += weight / (SMOOTH + f64::from(rank));
        }
    }
    let mut fused: Vec<(i64, f64)> = scores.into_iter().collect();
    fused.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_high_in_several_orders_comes_first() {
        // 2: 1/12 + 1/11; 1: 1/11 + 1/13; 4: 1/12; 3: 1/13.
        let orders: [(f64, &[i64]); 2] = [(1.0, &[1, 2, 3]), (1.0, &[2, 4, 1])];
        let ids: Vec<i64> = fused(orders).iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, [2, 1, 4, 3]);
        assert!((fused(orders)[0].1 - (1.0 / 12.0 + 1.0 / 11.0)).abs() < 1e-12);
        assert!(fused([]).is_empty());
        // 1: 1/11 + 0.5/12; 2: 1/12 + 0.5/11.
        let orders: [(f64, &[i64]); 2] = [(1.0, &[1, 2]), (0.5, &[2, 1])];
        let ids: Vec<i64> = fused(orders).iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, [1, 2]);
    }
}
