//! Several orders of the same things made one.

use std::collections::BTreeMap;

/// Smooths the difference between the first places.
/// Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion", SIGIR 2009.
const SMOOTH: f64 = 60.0;

/// Reciprocal rank fusion: each order gives `1 / (60 + rank)`, with ranks from 1, to whatever stands in it. The best
/// first; what comes out even keeps the order of its numbers.
pub(super) fn fused<'a>(orders: impl IntoIterator<Item = &'a [i64]>) -> Vec<(i64, f64)> {
    let mut scores: BTreeMap<i64, f64> = BTreeMap::new();
    for order in orders {
        for (rank, id) in (1_u32..).zip(order) {
            *scores.entry(*id).or_default() += 1.0 / (SMOOTH + f64::from(rank));
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
        // 2: 1/62 + 1/61; 1: 1/61 + 1/63; 3: 1/63; 4: 1/62.
        let orders: [&[i64]; 2] = [&[1, 2, 3], &[2, 4, 1]];
        let ids: Vec<i64> = fused(orders).iter().map(|(id, _)| *id).collect();
        assert_eq!(ids, [2, 1, 4, 3]);
        assert!((fused(orders)[0].1 - (1.0 / 62.0 + 1.0 / 61.0)).abs() < 1e-12);
        assert!(fused([]).is_empty());
    }
}
