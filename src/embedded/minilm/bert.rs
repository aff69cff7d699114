//! What a model's files say of an encoder, and the encoder made of them.

use hustings_transformer::{Encoder, EncoderSizes};
use serde::Deserialize;

use super::safetensors::Safetensors;

/// The description of the network in `config.json`.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Config {
    model_type: String,
    hidden_act: String,
    hidden_size: usize,
    intermediate_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    max_position_embeddings: usize,
    type_vocab_size: usize,
    vocab_size: usize,
    layer_norm_eps: f64,
    #[serde(default = "absolute")]
    position_embedding_type: String,
}

fn absolute() -> String {
    "absolute".to_owned()
}

/// No network has a greater number of anything.
const MOST: usize = 1 << 20;

impl Config {
    /// Reads it, and refuses what is not run here.
    pub(super) fn parse(text: &[u8]) -> Result<Self, String> {
        let config: Self = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let counts = [
            config.hidden_size,
            config.intermediate_size,
            config.num_attention_heads,
            config.num_hidden_layers,
            config.max_position_embeddings,
            config.type_vocab_size,
            config.vocab_size,
        ];
        if !counts.iter().all(|count| (1..=MOST).contains(count))
            || !config
                .hidden_size
                .is_multiple_of(config.num_attention_heads)
        {
            return Err("its sizes do not fit together".to_owned());
        }
        for (what, is, runs) in [
            ("model_type", &config.model_type, "bert"),
            ("hidden_act", &config.hidden_act, "gelu"),
            (
                "position_embedding_type",
                &config.position_embedding_type,
                "absolute",
            ),
        ] {
            if is != runs {
                return Err(format!(
                    "its {what} is \"{is}\", and only \"{runs}\" is run here"
                ));
            }
        }
        Ok(config)
    }

    /// The most tokens that the network takes.
    pub(super) fn positions(&self) -> usize {
        self.max_position_embeddings
    }
}

/// The network with its weights, from a file of safetensors.
pub(super) fn load(config: &Config, weights: &[u8]) -> Result<Encoder, String> {
    let all = Safetensors::parse(weights)?;
    let wrapped = "bert.embeddings.word_embeddings.weight";
    let prefix = if all.has(wrapped) { "bert." } else { "" };
    let sizes = EncoderSizes {
        hidden: config.hidden_size,
        wide: config.intermediate_size,
        heads: config.num_attention_heads,
        layers: config.num_hidden_layers,
        positions: config.max_position_embeddings,
        types: config.type_vocab_size,
        vocabulary: config.vocab_size,
        epsilon: config.layer_norm_eps as f32,
    };
    Encoder::load(sizes, |name, count| {
        all.numbers(&format!("{prefix}{name}"), count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = r#"{"model_type": "bert", "hidden_act": "gelu", "hidden_size": 8, "intermediate_size": 16,
        "num_attention_heads": 2, "num_hidden_layers": 2, "max_position_embeddings": 12, "type_vocab_size": 2,
        "vocab_size": 5, "layer_norm_eps": 1e-12}"#;

    #[test]
    fn what_cannot_be_run_is_refused() {
        assert_eq!(Config::parse(CONFIG.as_bytes()).unwrap().positions(), 12);
        let table = [
            ("\"bert\"", "\"roberta\"", "model_type"),
            ("\"gelu\"", "\"relu\"", "hidden_act"),
            ("\"hidden_size\": 8", "\"hidden_size\": 9", "sizes"),
            ("_heads\": 2", "_heads\": 0", "sizes"),
            ("\"vocab_size\": 5", "\"vocab_size\": 9999999", "sizes"),
            ("\"vocab_size\": 5,", "", "vocab_size"),
        ];
        for (from, to, expected) in table {
            let said = Config::parse(CONFIG.replace(from, to).as_bytes()).unwrap_err();
            assert!(said.contains(expected), "{to}: {said}");
        }
    }

    #[test]
    fn a_file_without_the_weights_is_an_error() {
        let config = Config::parse(CONFIG.as_bytes()).unwrap();
        for bytes in [b"".to_vec(), b"no safetensors".to_vec(), vec![0xff; 64]] {
            assert!(load(&config, &bytes).is_err());
        }
        // A header with nothing in it.
        let mut empty = 2_u64.to_le_bytes().to_vec();
        empty.extend_from_slice(b"{}");
        let said = load(&config, &empty).err().unwrap();
        assert!(said.contains("position_embeddings"), "{said}");
    }
}
