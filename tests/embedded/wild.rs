//! A model whose weights are chance: one layer, and the tokens and the chat template of SmolLM2. Nobody can know what it
//! says, and it says it quickly.

use std::path::Path;

use candle_core::{
    Device, Tensor,
    quantized::{
        GgmlDType, QTensor,
        gguf_file::{Value, write},
    },
};
use hustings_transformer::GgufFile;
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::smollm2;

const HIDDEN: usize = 32;

/// Writes one to a file.
pub(super) fn write_wild(path: &Path, seed: u64) {
    let tokens = GgufFile::open(&smollm2().path).unwrap();
    let header = tokens.header();
    let Some(Value::Array(all)) = header.metadata.get("tokenizer.ggml.tokens") else {
        panic!("SmolLM2 has no tokens");
    };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut matrix = |rows: usize| {
        let weights: Vec<f32> = (0..rows * HIDDEN)
            .map(|_| random.next_u32() as f32 / u32::MAX as f32 - 0.5)
            .collect();
        let tensor = Tensor::from_vec(weights, (rows, HIDDEN), &Device::Cpu).unwrap();
        QTensor::quantize(&tensor, GgmlDType::F32).unwrap()
    };
    // What ends a text in JSON is now likelier than other tokens and now less likely: not every text is as long as it may
    // be.
    let ends = |token: &Value| matches!(token, Value::String(token) if token.contains('"'));
    let loudness: Vec<f32> = all
        .iter()
        .map(|token| 1.0 + f32::from(u8::from(ends(token))))
        .collect();
    let loudness = Tensor::from_vec(loudness, (all.len(), 1), &Device::Cpu).unwrap();
    let words = matrix(all.len()).dequantize(&Device::Cpu).unwrap();
    let words = words.broadcast_mul(&loudness).unwrap();
    let words = QTensor::quantize(&words, GgmlDType::F32).unwrap();
    let mut tensors = vec![("token_embd.weight".to_owned(), words)];
    for name in [
        "attn_q",
        "attn_k",
        "attn_v",
        "attn_output",
        "ffn_gate",
        "ffn_up",
        "ffn_down",
    ] {
        tensors.push((format!("blk.0.{name}.weight"), matrix(HIDDEN)));
    }
    for name in ["output_norm", "blk.0.attn_norm", "blk.0.ffn_norm"] {
        let ones = Tensor::ones(HIDDEN, candle_core::DType::F32, &Device::Cpu).unwrap();
        let ones = QTensor::quantize(&ones, GgmlDType::F32).unwrap();
        tensors.push((format!("{name}.weight"), ones));
    }
    let number = Value::U32;
    let own = [
        ("general.architecture", Value::String("llama".to_owned())),
        ("general.name", Value::String("Wild".to_owned())),
        ("llama.context_length", number(8192)),
        ("llama.block_count", number(1)),
        ("llama.embedding_length", number(32)),
        ("llama.feed_forward_length", number(32)),
        ("llama.attention.head_count", number(2)),
    ];
    let known = header
        .metadata
        .iter()
        .filter(|(key, _)| key.starts_with("tokenizer."))
        .map(|(key, value)| (key.as_str(), value));
    let metadata: Vec<(&str, &Value)> = own
        .iter()
        .map(|(key, value)| (*key, value))
        .chain(known)
        .collect();
    let tensors: Vec<(&str, &QTensor)> = tensors
        .iter()
        .map(|(name, tensor)| (name.as_str(), tensor))
        .collect();
    let mut file = std::fs::File::create(path).unwrap();
    write(&mut file, &metadata, &tensors).unwrap();
}
