//! The network against a reference: the probabilities of the next token.
//!
//! `smollm2-scores.json` holds what the network of SmolLM2 says in double precision, as `scores.py` computes it from the
//! same file. Here the numbers between the weights have fewer bits, and processors multiply in other orders and in
//! instructions of other widths: the numbers agree within a tolerance, and never to the last bit.

use std::sync::Arc;

use hustings_transformer::{Cache, GgufFile, Network, SequenceChunk};
use serde::Deserialize;

use super::{smollm2, turn};

const RECORDED: &str = include_str!("smollm2-scores.json");
/// The furthest that a probability may be off, in natural logarithms (0.31 on an AMD Zen 5).
const FURTHEST: f64 = 0.6;
/// How far they may be off in the mean (0.13 there; llama.cpp, which rounds in a like way, is off by 0.08).
const MEAN: f64 = 0.2;

/// A prompt and what may follow it.
#[derive(Deserialize)]
struct Recorded {
    tokens: Vec<u32>,
    next: Vec<(u32, f64)>,
}

/// The natural logarithms of the probabilities of the token after a prompt that is read in pieces of this size.
fn scores(network: &Network, tokens: &[u32], size: usize) -> Vec<f64> {
    let mut cache = Cache::new(network.dimensions(), 1024);
    let into = cache.grow(None, tokens.len());
    let mut last = Vec::new();
    let mut position = 0;
    for tokens in tokens.chunks(size) {
        let part = SequenceChunk {
            tokens,
            into,
            position,
            wants_next: true,
        };
        let scores = network.forward(&[part], &mut cache).unwrap().remove(0);
        last = scores.unwrap();
        position += tokens.len();
    }
    let best = last.iter().copied().fold(f32::MIN, f32::max);
    let sum: f64 = last.iter().map(|score| f64::from(score - best).exp()).sum();
    last.iter()
        .map(|score| f64::from(score - best) - sum.ln())
        .collect()
}

#[test]
fn the_next_token_is_as_likely_as_the_reference_says() {
    let _turn = turn();
    let file = Arc::new(GgufFile::open(&smollm2().path).unwrap());
    let network = Network::load(&file, 1024).unwrap();
    let recorded: Vec<Recorded> = serde_json::from_str(RECORDED).unwrap();
    let mut off = Vec::new();
    for Recorded { tokens, next } in &recorded {
        for size in [tokens.len(), 7] {
            let scores = scores(&network, tokens, size);
            for (token, expected) in next {
                let found = scores[*token as usize];
                off.push((found - expected).abs());
                assert!(
                    (found - expected).abs() < FURTHEST,
                    "{} tokens by {size}, then {token}: {found} instead of {expected}",
                    tokens.len()
                );
            }
        }
    }
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    assert!(mean < MEAN, "off by {mean} in the mean");
}
