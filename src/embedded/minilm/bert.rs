//! The forward pass of BERT: an encoder of layers with attention in both directions and a feed-forward part, each
//! followed by a norm (Devlin et al., "BERT", 2019, §3; Vaswani et al., "Attention Is All You Need", 2017, §3).

use candle_core::{D, DType, Device, IndexOp, Tensor};
use candle_nn::{LayerNorm, Linear, Module, VarBuilder, layer_norm, linear, ops::softmax_last_dim};
use serde::Deserialize;

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

/// A layer's weights.
struct Layer {
    /// Questions, keys and values, one above the other: one product is quicker than three. The questions are scaled.
    attention: Linear,
    output: Linear,
    attention_norm: LayerNorm,
    up: Linear,
    down: Linear,
    feed_norm: LayerNorm,
}

/// The network: BERT with its weights.
pub(super) struct Bert {
    tokens: Tensor,
    /// The vector that is added for each place, the type of the first text included: no pairs of texts are read here.
    places: Tensor,
    norm: LayerNorm,
    layers: Vec<Layer>,
    heads: usize,
}

impl Bert {
    /// From a file of safetensors.
    pub(super) fn load(config: &Config, weights: Vec<u8>) -> candle_core::Result<Self> {
        let all = VarBuilder::from_buffered_safetensors(weights, DType::F32, &Device::Cpu)?;
        let all = if all.contains_tensor("bert.embeddings.word_embeddings.weight") {
            all.pp("bert")
        } else {
            all
        };
        let size = config.hidden_size;
        let embeddings = all.pp("embeddings");
        let places = embeddings.get(
            (config.max_position_embeddings, size),
            "position_embeddings.weight",
        )?;
        let types = embeddings.get(
            (config.type_vocab_size, size),
            "token_type_embeddings.weight",
        )?;
        let layers = (0..config.num_hidden_layers)
            .map(|index| Layer::load(config, &all.pp(format!("encoder.layer.{index}"))))
            .collect::<candle_core::Result<_>>()?;
        Ok(Self {
            tokens: embeddings.get((config.vocab_size, size), "word_embeddings.weight")?,
            places: places.broadcast_add(&types.i(0)?)?,
            norm: layer_norm(size, config.layer_norm_eps, embeddings.pp("LayerNorm"))?,
            layers,
            heads: config.num_attention_heads,
        })
    }

    /// For each row of tokens the mean of what the last layer says of them. Rows are filled up to the longest; what
    /// they are filled with counts for nothing.
    pub(super) fn means(&self, rows: &[&[u32]]) -> candle_core::Result<Vec<Vec<f32>>> {
        let length = rows.iter().map(|row| row.len()).max().unwrap_or_default();
        let (count, mut ids) = (rows.len(), Vec::new());
        let (mut hidden, mut shares) = (Vec::new(), Vec::new());
        for row in rows {
            let filled = length - row.len();
            ids.extend_from_slice(row);
            ids.extend(std::iter::repeat_n(0, filled));
            hidden.extend(std::iter::repeat_n(0.0_f32, row.len()));
            hidden.extend(std::iter::repeat_n(f32::MIN, filled));
            shares.extend(std::iter::repeat_n(1.0 / row.len() as f32, row.len()));
            shares.extend(std::iter::repeat_n(0.0_f32, filled));
        }
        let device = self.tokens.device();
        let is_even = rows.iter().all(|row| row.len() == length);
        let mask = Tensor::from_vec(hidden, (count, 1, 1, length), device)?;
        let mask = (!is_even).then_some(mask);
        let ids = Tensor::from_vec(ids, count * length, device)?;
        let vectors = self.tokens.index_select(&ids, 0)?;
        let vectors = vectors.reshape((count, length, ()))?;
        let vectors = vectors.broadcast_add(&self.places.narrow(0, 0, length)?)?;
        let mut vectors = self.norm.forward(&vectors)?;
        for layer in &self.layers {
            vectors = layer.forward(&vectors, mask.as_ref(), self.heads)?;
        }
        let shares = Tensor::from_vec(shares, (count, 1, length), device)?;
        shares.matmul(&vectors)?.squeeze(1)?.to_vec2()
    }
}

impl Layer {
    fn load(config: &Config, all: &VarBuilder<'_>) -> candle_core::Result<Self> {
        let size = config.hidden_size;
        let own = all.pp("attention.self");
        let scale = 1.0 / ((size / config.num_attention_heads) as f64).sqrt();
        let mut weights = Vec::new();
        let mut biases = Vec::new();
        for (part, scale) in [("query", scale), ("key", 1.0), ("value", 1.0)] {
            let part = own.pp(part);
            weights.push((part.get((size, size), "weight")? * scale)?);
            biases.push((part.get(size, "bias")? * scale)?);
        }
        let norm = |place: &str| layer_norm(size, config.layer_norm_eps, all.pp(place));
        let wide = config.intermediate_size;
        Ok(Self {
            attention: Linear::new(Tensor::cat(&weights, 0)?, Some(Tensor::cat(&biases, 0)?)),
            output: linear(size, size, all.pp("attention.output.dense"))?,
            attention_norm: norm("attention.output.LayerNorm")?,
            up: linear(size, wide, all.pp("intermediate.dense"))?,
            down: linear(wide, size, all.pp("output.dense"))?,
            feed_norm: norm("output.LayerNorm")?,
        })
    }

    fn forward(
        &self,
        vectors: &Tensor,
        mask: Option<&Tensor>,
        heads: usize,
    ) -> candle_core::Result<Tensor> {
        let (count, length, size) = vectors.dims3()?;
        let parts = self.attention.forward(vectors)?;
        let parts = parts.reshape((count, length, 3, heads, size / heads))?;
        let part = |at: usize| parts.i((.., .., at))?.transpose(1, 2)?.contiguous();
        let (questions, keys, values) = (part(0)?, part(1)?, part(2)?);
        let mut scores = questions.matmul(&keys.transpose(D::Minus1, D::Minus2)?)?;
        if let Some(mask) = mask {
            scores = scores.broadcast_add(mask)?;
        }
        let heard = softmax_last_dim(&scores)?.matmul(&values)?;
        let heard = heard.transpose(1, 2)?.reshape((count, length, size))?;
        let vectors = (self.output.forward(&heard)? + vectors)?;
        let vectors = self.attention_norm.forward(&vectors)?;
        let fed = self.up.forward(&vectors)?.gelu_erf()?;
        self.feed_norm
            .forward(&(self.down.forward(&fed)? + vectors)?)
    }
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
            assert!(Bert::load(&config, bytes).is_err());
        }
        // A header with nothing in it.
        let mut empty = 2_u64.to_le_bytes().to_vec();
        empty.extend_from_slice(b"{}");
        let said = Bert::load(&config, empty).err().unwrap().to_string();
        assert!(said.contains("position_embeddings"), "{said}");
    }
}
