//! Tiny models with weights by chance, one for each family and each kind of weights. They come out the same on every
//! machine, so that none has to be kept.

use half::{bf16, f16};

use super::gguf::{Gguf, flag, float, number, text};
use super::words::{self, TinyWords};

/// A source of numbers by chance (Marsaglia, "Xorshift RNGs", 2003).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// From -1 to 1.
    fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| (self.next() >> 32) as u8).collect()
    }
}

/// Kinds of weights, by their numbers in files.
#[derive(Clone, Copy, PartialEq)]
pub enum Weights {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q4_1 = 3,
    Q5_0 = 6,
    Q5_1 = 7,
    Q8_0 = 8,
    Q4K = 12,
    Q5K = 13,
    Q6K = 14,
    Iq4Nl = 20,
    Iq4Xs = 23,
    Bf16 = 30,
}

impl Weights {
    /// So many weights by chance, about `spread` from 0.
    fn some(self, chance: &mut Chance, count: usize, spread: f32) -> Vec<u8> {
        let plain = |chance: &mut Chance| chance.share() * spread;
        // For each block the scales, as a share of the spread, and how many bytes of anything follow; `true` where the
        // scales come last.
        let (block, scales, rest, last): (usize, &[f32], usize, bool) = match self {
            Self::F32 => {
                return (0..count)
                    .flat_map(|_| plain(chance).to_le_bytes())
                    .collect();
            }
            Self::F16 => {
                let one = |_| f16::from_f32(plain(chance)).to_le_bytes();
                return (0..count).flat_map(one).collect();
            }
            Self::Bf16 => {
                let one = |_| bf16::from_f32(plain(chance)).to_le_bytes();
                return (0..count).flat_map(one).collect();
            }
            Self::Q4_0 => (32, &[0.12], 16, false),
            Self::Q4_1 => (32, &[0.12, -0.9], 16, false),
            Self::Q5_0 => (32, &[0.06], 20, false),
            Self::Q5_1 => (32, &[0.06, -0.93], 20, false),
            Self::Q8_0 => (32, &[0.008], 32, false),
            Self::Q4K => (256, &[0.0033, 0.025], 140, false),
            Self::Q5K => (256, &[0.0016, 0.0256], 172, false),
            Self::Q6K => (256, &[0.0004], 208, true),
            Self::Iq4Nl => (32, &[0.008], 16, false),
            Self::Iq4Xs => (256, &[0.0005], 134, false),
        };
        let mut bytes = Vec::new();
        for _ in 0..count / block {
            let scales: Vec<u8> = scales
                .iter()
                .flat_map(|scale| f16::from_f32(scale * spread).to_le_bytes())
                .collect();
            let rest = chance.bytes(rest);
            let both = if last { [rest, scales] } else { [scales, rest] };
            bytes.extend(both.concat());
        }
        bytes
    }
}

/// The sizes of a tiny model.
struct Sizes {
    hidden: u64,
    width: u64,
    questions: u64,
    keys: u64,
    wide: u64,
    layers: u32,
}

const SMALL: Sizes = Sizes {
    hidden: 64,
    width: 16,
    questions: 4,
    keys: 2,
    wide: 96,
    layers: 4,
};

/// Blocks of some kinds have 256 numbers.
const BLOCKS: Sizes = Sizes {
    hidden: 256,
    width: 64,
    questions: 4,
    keys: 2,
    wide: 256,
    layers: 1,
};

/// The parts that a family has and others have not.
#[derive(Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each part is there or not")]
struct Parts {
    biases: bool,
    head_norms: bool,
    row_norms: bool,
    after: bool,
    only_after: bool,
    fused: bool,
    untied: bool,
}

struct Maker {
    file: Gguf,
    chance: Chance,
    weights: Weights,
}

impl Maker {
    fn set(&mut self, key: &str, value: Vec<u8>) {
        self.file = self.file.clone().with(key, value);
    }

    fn put(&mut self, name: &str, dimensions: &[u64], kind: Weights, data: &[u8]) {
        let file = std::mem::replace(&mut self.file, Gguf::empty());
        self.file = file.with_tensor(name, dimensions, kind as u32, data);
    }

    fn matrix(&mut self, name: &str, inputs: u64, outputs: u64) {
        let spread = 2.2 / (inputs as f32).sqrt();
        let count = usize::try_from(inputs * outputs).unwrap();
        let data = self.weights.some(&mut self.chance, count, spread);
        self.put(name, &[inputs, outputs], self.weights, &data);
    }

    /// Numbers about `middle`.
    fn vector(&mut self, name: &str, length: u64, middle: f32) {
        let count = 0..length;
        let data: Vec<u8> = count
            .flat_map(|_| (middle + 0.3 * self.chance.share()).to_le_bytes())
            .collect();
        self.put(name, &[length], Weights::F32, &data);
    }

    fn layer(&mut self, at: u32, sizes: &Sizes, parts: Parts) {
        let name = |part: &str| format!("blk.{at}.{part}");
        let (asked, kept) = (sizes.questions * sizes.width, sizes.keys * sizes.width);
        if !parts.only_after {
            self.vector(&name("attn_norm.weight"), sizes.hidden, 1.0);
            self.vector(&name("ffn_norm.weight"), sizes.hidden, 1.0);
        }
        if parts.after {
            self.vector(&name("post_attention_norm.weight"), sizes.hidden, 1.0);
            self.vector(&name("post_ffw_norm.weight"), sizes.hidden, 1.0);
        }
        let inward: &[(&str, u64)] = if parts.fused {
            &[("attn_qkv", asked + 2 * kept), ("ffn_up", 2 * sizes.wide)]
        } else {
            &[
                ("attn_q", asked),
                ("attn_k", kept),
                ("attn_v", kept),
                ("ffn_gate", sizes.wide),
                ("ffn_up", sizes.wide),
            ]
        };
        for (part, outputs) in inward {
            self.matrix(&name(&format!("{part}.weight")), sizes.hidden, *outputs);
            if parts.biases && part.starts_with("attn") {
                self.vector(&name(&format!("{part}.bias")), *outputs, 0.0);
            }
        }
        self.matrix(&name("attn_output.weight"), asked, sizes.hidden);
        self.matrix(&name("ffn_down.weight"), sizes.wide, sizes.hidden);
        let norms = match (parts.head_norms, parts.row_norms) {
            (true, _) => Some((sizes.width, sizes.width)),
            (_, true) => Some((asked, kept)),
            _ => None,
        };
        if let Some((question, key)) = norms {
            self.vector(&name("attn_q_norm.weight"), question, 1.0);
            self.vector(&name("attn_k_norm.weight"), key, 1.0);
        }
    }
}

/// A model of a family, without what is its own in the header.
fn model(family: &str, words: &TinyWords, weights: Weights, sizes: &Sizes, parts: Parts) -> Gguf {
    let mut maker = Maker {
        file: Gguf::empty(),
        chance: Chance(0x9e37_79b9_7f4a_7c15),
        weights,
    };
    maker.set("general.architecture", text(family));
    maker.set("general.name", text("Tiny"));
    let whole = |size: u64| number(u32::try_from(size).unwrap());
    for (key, value) in [
        ("context_length", number(512)),
        ("block_count", number(sizes.layers)),
        ("embedding_length", whole(sizes.hidden)),
        ("feed_forward_length", whole(sizes.wide)),
        ("attention.head_count", whole(sizes.questions)),
        ("attention.head_count_kv", whole(sizes.keys)),
        ("attention.key_length", whole(sizes.width)),
        ("attention.value_length", whole(sizes.width)),
        ("attention.layer_norm_rms_epsilon", float(1e-5)),
        ("rope.freq_base", float(10_000.0)),
        ("rope.dimension_count", whole(sizes.width)),
    ] {
        maker.set(&format!("{family}.{key}"), value);
    }
    for (key, value) in words.metadata() {
        maker.set(&key, value);
    }
    let count = words.count() as u64;
    maker.set(&format!("{family}.vocab_size"), whole(count));
    maker.matrix("token_embd.weight", sizes.hidden, count);
    maker.vector("output_norm.weight", sizes.hidden, 1.0);
    if parts.untied {
        maker.matrix("output.weight", sizes.hidden, count);
    }
    for at in 0..sizes.layers {
        maker.layer(at, sizes, parts);
    }
    maker.file
}

/// A model with its name.
pub struct Tiny {
    pub name: &'static str,
    pub file: Gguf,
    /// The tokens that it will be run with at the most.
    pub context: usize,
    /// How far a logarithm of a probability may be off what llama.cpp says.
    pub furthest: f64,
}

fn tiny(name: &'static str, file: Gguf) -> Tiny {
    Tiny {
        name,
        file,
        context: 512,
        furthest: 0.02,
    }
}

fn small(family: &str, parts: Parts) -> Gguf {
    model(
        family,
        &words::bytes("llama-bpe"),
        Weights::F32,
        &SMALL,
        parts,
    )
}

/// Slower turns for each pair of numbers.
fn with_factors(file: Gguf, name: &str, pairs: u32, step: f32) -> Gguf {
    let factors: Vec<u8> = (0..pairs)
        .flat_map(|at| (1.0 + at as f32 * step).to_le_bytes())
        .collect();
    file.with_tensor(name, &[pairs.into()], 0, &factors)
}

/// One of each family, and of what files of it have beside.
pub fn families() -> Vec<Tiny> {
    let plain = Parts::default();
    let around = Parts {
        after: true,
        ..plain
    };
    let phi = Parts {
        fused: true,
        untied: true,
        ..plain
    };
    let after = Parts {
        row_norms: true,
        after: true,
        only_after: true,
        untied: true,
        ..plain
    };
    let phi3 = || {
        let file = small("phi3", phi)
            .with("phi3.rope.dimension_count", number(12))
            .with("phi3.rope.scaling.original_context_length", number(256))
            .with("phi3.rope.scaling.attn_factor", float(1.19));
        let file = with_factors(file, "rope_factors_short.weight", 6, 0.05);
        with_factors(file, "rope_factors_long.weight", 6, 1.5)
    };
    let yarn = |file: Gguf, family: &str| {
        file.with(&format!("{family}.rope.scaling.type"), text("yarn"))
            .with(&format!("{family}.rope.scaling.factor"), float(4.0))
            .with(
                &format!("{family}.rope.scaling.original_context_length"),
                number(64),
            )
    };
    let six = Sizes { layers: 6, ..SMALL };
    vec![
        tiny(
            "llama",
            with_factors(small("llama", plain), "rope_freqs.weight", 8, 2.0),
        ),
        tiny(
            "llama-linear",
            small(
                "llama",
                Parts {
                    untied: true,
                    ..plain
                },
            )
            .with("llama.rope.scaling.type", text("linear"))
            .with("llama.rope.scaling.factor", float(4.0)),
        ),
        tiny(
            "mistral",
            model(
                "llama",
                &words::pieces(true),
                Weights::F32,
                &SMALL,
                Parts {
                    untied: true,
                    ..plain
                },
            ),
        ),
        tiny(
            "qwen2",
            small(
                "qwen2",
                Parts {
                    biases: true,
                    ..plain
                },
            ),
        ),
        tiny(
            "qwen2-yarn",
            yarn(
                small(
                    "qwen2",
                    Parts {
                        biases: true,
                        ..plain
                    },
                ),
                "qwen2",
            ),
        ),
        tiny(
            "qwen3",
            model(
                "qwen3",
                &words::bytes("qwen2"),
                Weights::F32,
                &Sizes { width: 32, ..SMALL },
                Parts {
                    head_norms: true,
                    ..plain
                },
            ),
        ),
        tiny(
            "gemma2",
            model(
                "gemma2",
                &words::pieces(false),
                Weights::F32,
                &SMALL,
                around,
            )
            .with("gemma2.attention.sliding_window", number(8))
            .with("gemma2.attn_logit_softcapping", float(2.0))
            .with("gemma2.final_logit_softcapping", float(5.0)),
        ),
        tiny(
            "gemma3",
            model(
                "gemma3",
                &words::pieces(false),
                Weights::F32,
                &six,
                Parts {
                    head_norms: true,
                    ..around
                },
            )
            .with("gemma3.attention.sliding_window", number(8))
            .with("gemma3.rope.freq_base", float(1_000_000.0))
            .with("gemma3.rope.scaling.type", text("linear"))
            .with("gemma3.rope.scaling.factor", float(8.0)),
        ),
        Tiny {
            context: 256,
            ..tiny("phi3", phi3())
        },
        tiny("phi3-long", phi3()),
        tiny("smollm3", small("smollm3", plain)),
        tiny(
            "granite",
            small("granite", plain)
                .with("granite.attention.scale", float(0.2))
                .with("granite.embedding_scale", float(6.0))
                .with("granite.residual_scale", float(0.3))
                .with("granite.logit_scale", float(2.0)),
        ),
        tiny(
            "granite-unturned",
            small("granite", plain)
                .with("granite.logit_scale", float(1.5))
                .with("granite.rope.scaling.finetuned", flag(false)),
        ),
        tiny("olmo2", small("olmo2", after)),
        tiny(
            "olmo2-window",
            yarn(small("olmo2", after), "olmo2").with("olmo2.attention.sliding_window", number(8)),
        ),
    ]
}

/// One of each kind of weights. The numbers that weights are multiplied with are made coarser for most of them, and by
/// each program in its own way.
pub fn kinds() -> Vec<Tiny> {
    [
        ("f16", Weights::F16),
        ("bf16", Weights::Bf16),
        ("q8_0", Weights::Q8_0),
        ("q4_0", Weights::Q4_0),
        ("q4_1", Weights::Q4_1),
        ("q5_0", Weights::Q5_0),
        ("q5_1", Weights::Q5_1),
        ("q4_k", Weights::Q4K),
        ("q5_k", Weights::Q5K),
        ("q6_k", Weights::Q6K),
        ("iq4_nl", Weights::Iq4Nl),
        ("iq4_xs", Weights::Iq4Xs),
    ]
    .into_iter()
    .map(|(name, weights)| Tiny {
        furthest: 0.2,
        ..tiny(
            name,
            model(
                "llama",
                &words::bytes("llama-bpe"),
                weights,
                &BLOCKS,
                Parts::default(),
            ),
        )
    })
    .collect()
}

/// One of each way to take text apart.
pub fn tokenizers() -> Vec<Tiny> {
    let with = |words: TinyWords| {
        let sizes = Sizes { layers: 1, ..SMALL };
        model("llama", &words, Weights::F16, &sizes, Parts::default())
    };
    let mut all: Vec<Tiny> = words::CUTS
        .into_iter()
        .map(|cut| tiny(cut, with(words::bytes(cut))))
        .collect();
    all.push(tiny("pieces", with(words::pieces(true))));
    all.push(tiny("pieces-unspaced", with(words::pieces(false))));
    all
}
