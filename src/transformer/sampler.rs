//! Chooses the next token from the scores of all.

use std::collections::{HashMap, VecDeque};

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

/// The number of the latest tokens that count for the penalties.
const WINDOW: usize = 64;
/// The tokens to a number of those that say which are allowed.
const BITS: usize = 32;

/// The settings by which tokens are chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Scores are divided by it; with 0 the best is always chosen.
    pub temperature: f32,
    /// The number of the best tokens that are considered.
    pub top_k: usize,
    /// The probability that the tokens chosen from may have together, from 0 to 1 (Holtzman et al., "The Curious Case
    /// of Neural Text Degeneration", 2020).
    pub top_p: f32,
    /// The least probability of a token that may be chosen, as a share of the best one's.
    pub min_p: f32,
    /// Scores of recent tokens are divided by it where positive and multiplied where negative (Keskar et al.,
    /// "CTRL", 2019, §4.1); 1 for none.
    pub repetition: f32,
    /// Taken off for each time that a token is among the recent ones.
    pub frequency: f32,
    /// Taken off once for each token among the recent ones.
    pub presence: f32,
    /// Every choice comes from it.
    pub seed: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Self {
            temperature: 0.8,
            top_k: 40,
            top_p: 0.95,
            min_p: 0.05,
            repetition: 1.0,
            frequency: 0.0,
            presence: 0.0,
            seed: 0,
        }
    }
}

/// Chooses tokens for one answer.
#[derive(Debug)]
pub struct Sampler {
    sampling: Sampling,
    random: ChaCha8Rng,
    recent: VecDeque<u32>,
}

impl Sampler {
    /// For an answer to a prompt that ends in these tokens.
    pub fn new(sampling: Sampling, prompt: &[u32]) -> Self {
        let mut sampler = Self {
            sampling,
            random: ChaCha8Rng::seed_from_u64(sampling.seed),
            recent: VecDeque::with_capacity(WINDOW),
        };
        for &token in prompt.iter().skip(prompt.len().saturating_sub(WINDOW)) {
            sampler.saw(token);
        }
        sampler
    }

    /// A token has been written, whoever chose it.
    pub fn saw(&mut self, token: u32) {
        if self.recent.len() == WINDOW {
            self.recent.pop_front();
        }
        self.recent.push_back(token);
    }

    /// The next token, of those that are allowed: one bit a token, the lowest of each number first. `None` where there
    /// is none with a usable score.
    pub fn choose(&mut self, scores: &mut [f32], allowed: Option<&[u32]>) -> Option<u32> {
        self.penalise(scores);
        let most = if self.sampling.temperature <= 0.0 {
            1
        } else {
            self.sampling.top_k.max(1)
        };
        let ranked = ranked(scores, allowed, most);
        if most == 1 {
            return ranked.first().map(|&(id, _)| id);
        }
        self.draw(&ranked)
    }

    /// Draws one of the ranked tokens by their probabilities.
    fn draw(&mut self, ranked: &[(u32, f32)]) -> Option<u32> {
        let &(_, best) = ranked.first()?;
        let weight = |score: f32| f64::from((score - best) / self.sampling.temperature).exp();
        let total: f64 = ranked.iter().map(|&(_, score)| weight(score)).sum();
        let mut kept: Vec<(u32, f64)> = Vec::with_capacity(ranked.len());
        let mut sum = 0.0;
        for &(id, score) in ranked {
            let share = weight(score) / total;
            let least = f64::from(self.sampling.min_p) / total;
            if !kept.is_empty() && (sum >= f64::from(self.sampling.top_p) || share < least) {
                break;
            }
            sum += share;
            kept.push((id, share));
        }
        let uniform = self.random.next_u64() as f64 / (u64::MAX as f64 + 1.0);
        let mut left = uniform * sum;
        let chosen = kept.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        chosen.or(kept.last()).map(|&(id, _)| id)
    }

    fn penalise(&self, scores: &mut [f32]) {
        let mut times: HashMap<u32, f32> = HashMap::new();
        for &token in &self.recent {
            *times.entry(token).or_default() += 1.0;
        }
        let Sampling {
            repetition,
            frequency,
            presence,
            ..
        } = self.sampling;
        for (token, times) in times {
            if let Some(score) = scores.get_mut(token as usize) {
                *score = if *score > 0.0 {
                    *score / repetition
                } else {
                    *score * repetition
                };
                *score -= times * frequency + presence;
            }
        }
    }
}

/// The best of the tokens that are allowed, the best first, and of equal ones the first.
fn ranked(scores: &[f32], allowed: Option<&[u32]>, most: usize) -> Vec<(u32, f32)> {
    let best_first = |a: &(u32, f32), b: &(u32, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    let mut best: Vec<(u32, f32)> = Vec::new();
    // What is not above it is none of the best: as many as are wanted came before.
    let mut bar: Option<f32> = None;
    for (at, some) in (0_u32..).zip(scores.chunks(BITS)) {
        let may = allowed.map_or(u32::MAX, |allowed| {
            allowed.get(at as usize).copied().unwrap_or_default()
        });
        // Counted and not only looked for, because the processor counts several at once.
        let reaches = |bar: f32| some.iter().filter(|score| **score >= bar).count() > 0;
        if may == 0 || bar.is_some_and(|bar| !reaches(bar)) {
            continue;
        }
        for (bit, &score) in (0_u32..).zip(some) {
            let is_above = bar.is_none_or(|bar| score.total_cmp(&bar).is_gt());
            if may >> bit & 1 == 1 && !score.is_nan() && is_above {
                best.push((at * BITS as u32 + bit, score));
            }
        }
        if best.len() > most.saturating_mul(2).saturating_add(BITS) {
            best.select_nth_unstable_by(most - 1, best_first);
            best.truncate(most);
            bar = best.last().map(|&(_, score)| score);
        }
    }
    best.sort_unstable_by(best_first);
    best.truncate(most);
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampler(sampling: Sampling, prompt: &[u32]) -> Sampler {
        Sampler::new(sampling, prompt)
    }

    fn mask(ids: &[u32]) -> [u32; 2] {
        let mut mask = [0; 2];
        for id in ids {
            mask[*id as usize / 32] |= 1 << (id % 32);
        }
        mask
    }

    #[test]
    fn the_same_seed_chooses_the_same() {
        let scores: Vec<f32> = (0..100_u8).map(|n| f32::from(n % 17)).collect();
        let draw = |seed| {
            let mut one = sampler(
                Sampling {
                    seed,
                    ..Sampling::default()
                },
                &[],
            );
            (0..50)
                .map(|_| one.choose(&mut scores.clone(), None).unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn only_what_is_allowed_and_likely_is_chosen() {
        let cold = Sampling {
            temperature: 0.0,
            ..Sampling::default()
        };
        let scores = [1.0, 5.0, 4.0, f32::NAN];
        let choose = |sampling, allowed: Option<&[u32]>| {
            sampler(sampling, &[]).choose(&mut scores.clone(), allowed)
        };
        assert_eq!(choose(cold, None), Some(1));
        assert_eq!(choose(cold, Some(&mask(&[0, 2, 3]))), Some(2));
        assert_eq!(choose(cold, Some(&mask(&[3]))), None);
        assert_eq!(choose(cold, Some(&mask(&[]))), None);
        let narrow = [
            Sampling {
                top_k: 1,
                ..Sampling::default()
            },
            Sampling {
                top_p: 0.01,
                ..Sampling::default()
            },
            Sampling {
                min_p: 0.9,
                ..Sampling::default()
            },
        ];
        for sampling in narrow {
            for seed in 0..50 {
                assert_eq!(choose(Sampling { seed, ..sampling }, None), Some(1));
            }
        }
    }

    #[test]
    fn the_best_are_those_of_a_whole_list_in_its_order() {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 8
        };
        for count in [0, 1, 31, 32, 33, 3000] {
            // Many are equal, and some are no numbers, or signed nothings, or without bound.
            let score = |number: u32| match number % 97 {
                0 => f32::NAN,
                1 => -0.0,
                2 => 0.0,
                3 => f32::NEG_INFINITY,
                4 => f32::INFINITY,
                number => number as f32 - 50.0,
            };
            let scores: Vec<f32> = (0..count).map(|_| score(next())).collect();
            let mask: Vec<u32> = (0..count / 32).map(|at| next() * (at % 3)).collect();
            for allowed in [None, Some(&mask[..]), Some(&[])] {
                let may = |id: usize| {
                    allowed.is_none_or(|allowed| {
                        let word = allowed.get(id / 32);
                        word.is_some_and(|word| word >> (id % 32) & 1 == 1)
                    })
                };
                let mut all: Vec<(u32, f32)> = (0..count as usize)
                    .filter(|&id| may(id) && !scores[id].is_nan())
                    .map(|id| (id as u32, scores[id]))
                    .collect();
                all.sort_by(|a, b| b.1.total_cmp(&a.1));
                for most in [1, 2, 40, 5000, usize::MAX] {
                    let found = ranked(&scores, allowed, most);
                    let bits = |(id, score): &(u32, f32)| (*id, score.to_bits());
                    let expected = all.iter().take(most).map(bits);
                    assert!(found.iter().map(bits).eq(expected), "{most} of {count}");
                }
            }
        }
    }

    #[test]
    fn penalties_are_those_of_the_papers() {
        // seen: 0 twice, 1 once
        let table = [
            (2.0, 0.0, 0.0, [2.0, -4.0, 1.0]),
            (1.0, 0.5, 0.0, [3.0, -2.5, 1.0]),
            (1.0, 0.0, 0.5, [3.5, -2.5, 1.0]),
            (2.0, 0.5, 0.5, [0.5, -5.0, 1.0]),
        ];
        for (repetition, frequency, presence, expected) in table {
            let sampling = Sampling {
                repetition,
                frequency,
                presence,
                ..Sampling::default()
            };
            let mut scores = [4.0, -2.0, 1.0];
            sampler(sampling, &[0, 1, 0]).penalise(&mut scores);
            assert_eq!(scores.map(f32::to_bits), expected.map(f32::to_bits));
        }
    }

    #[test]
    fn old_tokens_are_forgiven() {
        let sampling = Sampling {
            frequency: 1.0,
            ..Sampling::default()
        };
        let mut old = vec![0];
        old.extend(std::iter::repeat_n(1, WINDOW));
        let mut scores = [4.0, 100.0];
        sampler(sampling, &old).penalise(&mut scores);
        let expected = [4.0, 100.0 - WINDOW as f32];
        assert_eq!(scores.map(f32::to_bits), expected.map(f32::to_bits));
    }

    #[test]
    fn draws_follow_the_probabilities() {
        let sampling = Sampling {
            temperature: 1.0,
            top_p: 1.0,
            min_p: 0.0,
            ..Sampling::default()
        };
        let mut one = sampler(sampling, &[]);
        // probabilities 0.8 and 0.2
        let scores = [4.0_f32.ln(), 0.0];
        let first = (0..10_000)
            .filter(|_| one.choose(&mut scores.clone(), None) == Some(0))
            .count();
        assert!((7800..8200).contains(&first), "{first}");
    }
}
