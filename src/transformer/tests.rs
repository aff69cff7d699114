//! The forward pass over the memory, with a network of weights by chance.

use proptest::prelude::*;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::{
    attention::{Heads, Weighing},
    family::Pairs,
    *,
};

const VOCABULARY: u32 = 40;
const HIDDEN: usize = 32;

/// A network with weights by chance, small enough to be run thousands of times. With windows, every layer but the last sees
/// five tokens.
fn tiny(pairs: Pairs, windows: bool) -> Network {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut some = |count: usize| -> Vec<f32> {
        (0..count)
            .map(|_| (random.next_u32() as f32 / u32::MAX as f32 - 0.5) * 0.6)
            .collect()
    };
    let mut matrix = |outputs: usize, inputs: usize| {
        let bytes: Vec<u8> = some(outputs * inputs)
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        Linear::new(WeightKind::F32, &bytes, (outputs, inputs), None)
    };
    let heads = Heads {
        questions: 4,
        keys: 2,
        width: 8,
    };
    let norm = |width| {
        Some(Norm {
            weights: vec![1.0; width],
            epsilon: 1e-5,
        })
    };
    let layers = (0..2)
        .map(|at| Layer {
            attention_norm: norm(HIDDEN),
            questions: matrix(heads.questions * heads.width, HIDDEN),
            keys: matrix(heads.keys * heads.width, HIDDEN),
            values: matrix(heads.keys * heads.width, HIDDEN),
            question_norm: None,
            key_norm: None,
            output: matrix(HIDDEN, heads.questions * heads.width),
            attended_norm: None,
            feed_norm: norm(HIDDEN),
            gate: matrix(48, HIDDEN),
            up: matrix(48, HIDDEN),
            down: matrix(HIDDEN, 48),
            fed_norm: None,
            rope: Some(0),
            weighing: Weighing {
                scale: (heads.width as f32).sqrt().recip(),
                cap: None,
                window: (windows && at == 0).then_some(5),
            },
        })
        .collect();
    Network {
        layers,
        embedding: Embedding::Tied,
        norm: norm(HIDDEN).unwrap(),
        words: matrix(VOCABULARY as usize, HIDDEN),
        sizes: Sizes {
            hidden: HIDDEN,
            heads,
            epsilon: 1e-5,
        },
        gate: Gate::Silu,
        multipliers: Multipliers::default(),
        ropes: vec![Rope {
            pairs,
            speeds: (0..heads.width / 2)
                .map(|pair| 0.5_f64.powf(pair as f64))
                .collect(),
            magnitude: 1.0,
        }],
        vocabulary: VOCABULARY as usize,
        context: 512,
    }
}

/// Reads tokens in one go, with nothing remembered.
fn fresh(network: &Network, tokens: &[u32]) -> Vec<f32> {
    let mut cache = Cache::new(network.dimensions(), 1000);
    let into = cache.grow(None, tokens.len());
    let part = SequenceChunk {
        tokens,
        into,
        position: 0,
        wants_next: true,
    };
    network
        .forward(&[part], &mut cache)
        .unwrap()
        .remove(0)
        .unwrap()
}

/// A prompt that is read through the memory, in pieces.
struct Reading {
    prompt: Vec<u32>,
    at: usize,
    node: NodeId,
}

impl Reading {
    fn begin(cache: &mut Cache, prompt: Vec<u32>) -> (Self, usize) {
        let (node, known) = cache.claim(&prompt[..prompt.len() - 1]);
        let node = cache.grow(node, prompt.len() - known);
        (
            Self {
                prompt,
                at: known,
                node,
            },
            known,
        )
    }

    fn part(&self, size: usize) -> SequenceChunk<'_> {
        let to = (self.at + size).min(self.prompt.len());
        SequenceChunk {
            tokens: &self.prompt[self.at..to],
            into: self.node,
            position: self.at,
            wants_next: to == self.prompt.len(),
        }
    }
}

fn alike(one: &[f32], other: &[f32]) -> bool {
    // What is remembered is half as exact as what was read.
    one.iter().zip(other).all(|(a, b)| (a - b).abs() < 2e-2)
}

fn common(one: &[u32], other: &[u32]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Prompts that share beginnings, read one after another in pieces of any size, two at a time, with a memory
    /// of any size: each gets the scores of a reading with no memory, and, where there is room, nothing is read
    /// twice.
    #[test]
    fn rolled_back_and_branched_readings_are_as_good_as_fresh_ones(
        neighbours in any::<bool>(),
        windows in any::<bool>(),
        stems in proptest::collection::vec(proptest::collection::vec(0..VOCABULARY, 1..12), 1..4),
        wanted in proptest::collection::vec(
            (any::<proptest::sample::Index>(), 0_usize..12, proptest::collection::vec(0..VOCABULARY, 1..8), 1_usize..9),
            2..10,
        ),
        room in prop_oneof![Just(20_usize), Just(60), Just(10_000)],
    ) {
        let network = tiny(if neighbours { Pairs::Neighbours } else { Pairs::Halves }, windows);
        let mut cache = Cache::new(network.dimensions(), room);
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for pair in wanted.chunks(2) {
            let mut readings = Vec::new();
            for (stem, keep, ending, size) in pair {
                let stem = stem.get(&stems);
                let mut prompt = stem[..(*keep).min(stem.len())].to_vec();
                prompt.extend(ending);
                let but_last = &prompt[..prompt.len() - 1];
                let known = seen.iter().map(|one| common(one, but_last)).max().unwrap_or(0);
                let (reading, cached) = Reading::begin(&mut cache, prompt);
                prop_assert!(cached <= known);
                if room == 10_000 {
                    prop_assert_eq!(cached, known);
                }
                readings.push((reading, *size));
            }
            // Both at once, until the last is done.
            while readings.iter().any(|(one, _)| one.at < one.prompt.len()) {
                let (parts, at): (Vec<SequenceChunk<'_>>, Vec<usize>) = readings
                    .iter()
                    .zip(0..)
                    .filter(|((one, _), _)| one.at < one.prompt.len())
                    .map(|((one, size), at)| (one.part(*size), at))
                    .unzip();
                let lengths: Vec<usize> = parts.iter().map(|part| part.tokens.len()).collect();
                let scores = network.forward(&parts, &mut cache).unwrap();
                drop(parts);
                for ((at, length), scores) in at.into_iter().zip(lengths).zip(scores) {
                    let (reading, _) = &mut readings[at];
                    reading.at += length;
                    if let Some(scores) = scores {
                        prop_assert!(alike(&scores, &fresh(&network, &reading.prompt)));
                    }
                }
            }
            for (reading, _) in readings {
                cache.seal(reading.node);
                cache.release(reading.node);
                seen.push(reading.prompt);
            }
            let longest: usize = wanted.iter().map(|(_, keep, end, _)| keep + end.len()).max().unwrap_or(0);
            prop_assert!(cache.size() <= room.max(2 * (12 + longest)), "{} of {room}", cache.size());
        }
    }

    /// An answer that is written word by word over the memory gets the scores of a reading in one go.
    #[test]
    fn words_that_follow_one_another_get_the_scores_of_the_whole(
        tokens in proptest::collection::vec(0..VOCABULARY, 2..24),
        prompt in 1_usize..20,
    ) {
        let network = tiny(Pairs::Halves, false);
        let mut cache = Cache::new(network.dimensions(), 1000);
        let prompt = prompt.min(tokens.len() - 1);
        let mut node = cache.grow(None, prompt);
        let mut scores = Vec::new();
        let mut position = 0;
        for (at, piece) in [&tokens[..prompt]].into_iter().chain(tokens[prompt..].chunks(1)).enumerate() {
            if at > 0 && cache.left(node) == 0 {
                cache.seal(node);
                node = cache.grow(Some(node), 3);
            }
            prop_assert_eq!(cache.depth(node), position);
            let part = SequenceChunk { tokens: piece, into: node, position, wants_next: true };
            scores = network.forward(&[part], &mut cache).unwrap().remove(0).unwrap();
            position += piece.len();
        }
        prop_assert!(alike(&scores, &fresh(&network, &tokens)));
    }
}

#[test]
fn a_token_that_does_not_exist_is_an_error() {
    let network = tiny(Pairs::Neighbours, false);
    let mut cache = Cache::new(network.dimensions(), 10);
    let into = cache.grow(None, 1);
    let part = SequenceChunk {
        tokens: &[VOCABULARY],
        into,
        position: 0,
        wants_next: true,
    };
    let error = network.forward(&[part], &mut cache).unwrap_err();
    assert!(error.to_string().contains("40"), "{error}");
}

#[test]
fn what_somebody_uses_is_not_forgotten() {
    let network = tiny(Pairs::Neighbours, false);
    let mut cache = Cache::new(network.dimensions(), 8);
    let read = |cache: &mut Cache, tokens: &[u32]| {
        let (node, known) = cache.claim(&tokens[..tokens.len() - 1]);
        let into = cache.grow(node, tokens.len() - known);
        let part = SequenceChunk {
            tokens: &tokens[known..],
            into,
            position: known,
            wants_next: false,
        };
        network.forward(&[part], cache).unwrap();
        cache.seal(into);
        (into, known)
    };
    let (held, _) = read(&mut cache, &[1, 2, 3, 4]);
    for other in 5..9 {
        let (node, _) = read(&mut cache, &[other, other, other, other]);
        cache.release(node);
    }
    // It ends at the last token, which is always read again.
    assert_eq!(read(&mut cache, &[1, 2, 3, 4]).1, 3);
    assert_eq!(cache.depth(held), 4);
    assert_eq!(read(&mut cache, &[5, 5, 5, 5]).1, 0);
}

/// Two prompts that were read at the same time stand side by side although they begin alike. When one of them has
/// been split, the other fits better at first, but leads less far.
#[test]
fn the_branch_that_leads_furthest_is_found_among_those_that_begin_alike() {
    let dimensions = tiny(Pairs::Halves, false).dimensions();
    for order in [[0, 1], [1, 0]] {
        let mut cache = Cache::new(dimensions, 1000);
        let prompts: [&[u32]; 2] = [&[0, 0, 0, 0, 0, 0, 1], &[0, 0, 0, 0, 0, 0, 0, 10, 8]];
        let nodes = order.map(|at| {
            let (parent, known) = cache.claim(&[]);
            assert_eq!(known, 0);
            (cache.grow(parent, prompts[at].len()), prompts[at])
        });
        for (node, prompt) in nodes {
            cache.append(node, prompt);
            cache.seal(node);
            cache.release(node);
        }
        let (short, known) = cache.claim(&[0; 5]);
        assert_eq!(known, 5);
        cache.release(short.unwrap());
        let (_, known) = cache.claim(&[0, 0, 0, 0, 0, 0, 0, 24]);
        assert_eq!(known, 7);
    }
}
