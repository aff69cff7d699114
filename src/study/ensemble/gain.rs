//! The gain of coaching: each coached run against the run of the same lots without coaching, paired, with the bootstrap
//! interval.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::reading::RunReading;
use crate::{bootstrap, interval::Interval};

/// The gain of a side by coaching, in one measure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// The id of the side whose speakers were coached.
    pub side: String,
    /// The measure: `support` in the house, or `stood`, the share of its claims that stood.
    pub measure: String,
    /// The epoch; absent for all epochs together.
    pub epoch: Option<u32>,
    /// The mean of the differences, coached less control, with the bootstrap interval of 95 %. Both measures go from 0 to 1.
    pub gain: Interval,
}

/// The names of the measures, for programs.
pub(super) const SUPPORT: &str = "support";
pub(super) const STOOD: &str = "stood";

/// The gains of these sides, by their ids: of each measure over all epochs, and where there are several, in each.
pub(super) fn gains(runs: &[RunReading], sides: &[&str], seed: u64) -> Vec<Gain> {
    let mut gains = Vec::new();
    for side in sides {
        for (measure, of) in [
            (SUPPORT, support as fn(&RunReading, &str) -> Option<f64>),
            (STOOD, stood),
        ] {
            let mut by_epoch: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
            for (coached, control) in pairs(runs) {
                if let (Some(with), Some(without)) = (of(coached, side), of(control, side)) {
                    by_epoch
                        .entry(coached.epoch)
                        .or_default()
                        .push(with - without);
                }
            }
            let all: Vec<f64> = by_epoch.values().flatten().copied().collect();
            let several = (by_epoch.len() > 1).then_some(by_epoch);
            let each = several.into_iter().flatten();
            let each = each.map(|(epoch, differences)| (Some(epoch), differences));
            for (epoch, differences) in std::iter::once((None, all)).chain(each) {
                gains.extend(bootstrap::mean(&differences, seed).map(|gain| Gain {
                    side: (*side).to_owned(),
                    measure: measure.to_owned(),
                    epoch,
                    gain,
                }));
            }
        }
    }
    gains
}

/// Each run with coaching, and the one without that has the same lots.
fn pairs(runs: &[RunReading]) -> impl Iterator<Item = (&RunReading, &RunReading)> {
    let coached = runs.iter().filter(|run| run.is_coached);
    coached.filter_map(|run| {
        let of_same_lots = |one: &&RunReading| {
            !one.is_coached && (one.epoch, one.number) == (run.epoch, run.number)
        };
        Some((run, runs.iter().find(of_same_lots)?))
    })
}

fn support(run: &RunReading, side: &str) -> Option<f64> {
    run.support.get(side).copied()
}

fn stood(run: &RunReading, side: &str) -> Option<f64> {
    let own = run.claims.iter().filter(|claim| claim.side == side);
    let (mut all, mut stood) = (0, 0);
    for claim in own {
        all += 1;
        stood += u32::from(claim.stood);
    }
    (all > 0).then(|| f64::from(stood) / f64::from(all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ensemble::landscape::tests::{claim, run};

    #[test]
    fn a_gain_is_over_pairs_with_the_same_lots() {
        let claims = |stood| {
            vec![
                claim("prop", "One", None, stood),
                claim("prop", "Two", None, true),
            ]
        };
        let of = |epoch, number, is_coached, support| RunReading {
            epoch,
            is_coached,
            ..run(number, support, claims(is_coached))
        };
        let runs = [
            of(1, 1, false, 0.1),
            of(2, 1, true, 0.8),
            of(2, 2, true, 0.6),
            of(2, 1, false, 0.5),
            of(2, 2, false, 0.5),
            // Nothing to hold it against.
            of(3, 1, true, 1.0),
        ];
        let found = gains(&runs, &["prop"], 1);
        let told: Vec<(&str, Option<u32>, usize)> = found
            .iter()
            .map(|one| (one.measure.as_str(), one.epoch, one.gain.n))
            .collect();
        assert_eq!(told, [(SUPPORT, None, 2), (STOOD, None, 2)]);
        assert!((found[0].gain.estimate - 0.2).abs() < 1e-9);
        assert!((found[1].gain.estimate - 0.5).abs() < 1e-9);
        assert!(
            found[0].gain.low.unwrap() >= 0.1 - 1e-9 && found[0].gain.high.unwrap() <= 0.3 + 1e-9
        );
        assert!(gains(&runs[..1], &["prop"], 1).is_empty());
    }
}
