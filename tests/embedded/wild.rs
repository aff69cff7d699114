//! A model whose weights are chance: one layer, and the tokens and the chat template of SmolLM2. Nobody can know what it
//! says, and it says it quickly.

use std::path::Path;

use hustings_transformer::{GgufFile, Value};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::{
    common::gguf::{Gguf, flag, float, floats, integers, number, text, texts},
    smollm2,
};

const HIDDEN: usize = 32;

/// A piece of metadata as it stands in a file.
fn written(value: &Value) -> Vec<u8> {
    match value {
        Value::Count(count) => number(u32::try_from(*count).unwrap()),
        Value::Number(one) => float(*one as f32),
        Value::Flag(one) => flag(*one),
        Value::Text(one) => text(one),
        Value::Texts(all) => texts(&all.iter().map(String::as_str).collect::<Vec<_>>()),
        Value::Wholes(all) => {
            let all: Vec<i32> = all.iter().map(|one| i32::try_from(*one).unwrap()).collect();
            integers(&all)
        }
        Value::Numbers(all) => floats(all),
        Value::Other => panic!("SmolLM2 has nothing else"),
    }
}

/// Writes one to a file.
pub(super) fn write_wild(path: &Path, seed: u64) {
    let tokens = GgufFile::open(&smollm2().path).unwrap();
    let Some(Value::Texts(all)) = tokens.value("tokenizer.ggml.tokens") else {
        panic!("SmolLM2 has no tokens");
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    // For each row how loud it is.
    let mut matrix = |rows: &[f32]| -> Vec<u8> {
        let weight = |loudness: f32| {
            let weight = random.next_u32() as f32 / u32::MAX as f32 - 0.5;
            (weight * loudness).to_le_bytes()
        };
        let row = |loudness: &f32| std::iter::repeat_n(*loudness, HIDDEN);
        rows.iter().flat_map(row).flat_map(weight).collect()
    };
    // What ends a text in JSON is now likelier than other tokens and now less likely: not every text is as long as it may
    // be.
    let loudness = |token: &String| 1.0 + f32::from(u8::from(token.contains('"')));
    let loudness: Vec<f32> = all.iter().map(loudness).collect();
    let mut file = Gguf::empty();
    for (key, value) in [
        ("general.architecture", text("llama")),
        ("general.name", text("Wild")),
        ("llama.context_length", number(8192)),
        ("llama.block_count", number(1)),
        ("llama.embedding_length", number(32)),
        ("llama.feed_forward_length", number(32)),
        ("llama.attention.head_count", number(2)),
    ] {
        file = file.with(key, value);
    }
    for (key, value) in tokens.metadata() {
        if key.starts_with("tokenizer.") {
            file = file.with(key, written(value));
        }
    }
    let width = HIDDEN as u64;
    let words = matrix(&loudness);
    file = file.with_tensor("token_embd.weight", &[width, all.len() as u64], 0, &words);
    for name in [
        "attn_q",
        "attn_k",
        "attn_v",
        "attn_output",
        "ffn_gate",
        "ffn_up",
        "ffn_down",
    ] {
        let name = format!("blk.0.{name}.weight");
        file = file.with_tensor(&name, &[width, width], 0, &matrix(&[1.0; HIDDEN]));
    }
    for name in ["output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"] {
        let ones = 1.0_f32.to_le_bytes().repeat(HIDDEN);
        file = file.with_tensor(&format!("{name}.weight"), &[width], 0, &ones);
    }
    std::fs::write(path, file.bytes()).unwrap();
}
