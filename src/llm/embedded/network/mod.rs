//! The forward pass of the llama and qwen2 families: a decoder of layers with attention and a gated feed-forward
//! part (Touvron et al., "LLaMA", 2023, §2.2; Yang et al., "Qwen2 Technical Report", 2024, §2), over a memory
//! that can be rolled back and branched. It reads rows of several sequences at once.

mod attention;
mod file;
mod linear;

use std::sync::Arc;

use candle_core::{Device, Tensor};
use candle_nn::{
    ops::{rms_norm, silu},
    rotary_emb::{rope, rope_i},
};

pub(super) use self::file::GgufFile;
use self::{
    attention::{Heads, attend, mask},
    linear::{Linear, vector},
};
use super::{
    cache::{Cache, Dimensions, NodeId},
    error::EmbeddedError,
};

/// The families that are run, and what tells them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Neighbouring numbers are turned together.
    Llama,
    /// A number is turned with the one half a head away.
    Qwen2,
}

/// A layer's weights.
struct Layer {
    attention_norm: Tensor,
    questions: Linear,
    keys: Linear,
    values: Linear,
    output: Linear,
    feed_norm: Tensor,
    gate: Linear,
    up: Linear,
    down: Linear,
}

/// Where the vectors of tokens come from.
enum Embedding {
    /// From the matrix that also stands in front of the words.
    Tied,
    /// From the file, row by row: a matrix of which a call needs a few rows has no place in memory.
    InFile(Arc<GgufFile>),
}

/// The network.
pub(super) struct Network {
    layers: Vec<Layer>,
    embedding: Embedding,
    norm: Tensor,
    words: Linear,
    family: Family,
    heads: Heads,
    hidden: usize,
    epsilon: f32,
    /// How fast each pair of numbers turns with the position, in radians a token.
    turns: Vec<f64>,
    vocabulary: usize,
    context: usize,
}

/// Tokens of one sequence to be read in one go.
pub(super) struct Part<'a> {
    /// The tokens.
    pub(super) tokens: &'a [u32],
    /// The stretch that they are written to.
    pub(super) into: NodeId,
    /// How many come before them.
    pub(super) position: usize,
    /// Whether the next word is wanted.
    pub(super) wants_next: bool,
}

const EMBEDDING: &str = "token_embd.weight";

impl Network {
    /// Reads the weights.
    pub(super) fn load(file: &Arc<GgufFile>) -> Result<Self, EmbeddedError> {
        let name = file.text("general.architecture").unwrap_or_default().to_owned();
        let family = match name.as_str() {
            "llama" => Family::Llama,
            "qwen2" => Family::Qwen2,
            other => {
                return Err(file.damaged(format!(
                    "it is of the family \"{other}\"; llama and qwen2 are run"
                )));
            }
        };
        let key = |rest: &str| format!("{name}.{rest}");
        if file.count(&key("expert_count")).is_some_and(|count| count > 0) {
            return Err(file.damaged("it is a mixture of experts, which is not run"));
        }
        if let Some(scaling) = file.text(&key("rope.scaling.type")).filter(|&kind| kind != "none") {
            return Err(file.damaged(format!("its positions are scaled (\"{scaling}\"), which is not run")));
        }
        let count = file.needed(&key("block_count"))?;
        let hidden = file.needed(&key("embedding_length"))?;
        let questions = file.needed(&key("attention.head_count"))?;
        let key_heads = file.count(&key("attention.head_count_kv")).unwrap_or(questions);
        let width = file
            .count(&key("attention.key_length"))
            .unwrap_or(hidden / questions);
        let turned = file.count(&key("rope.dimension_count")).unwrap_or(width);
        let sound = key_heads > 0
            && questions.is_multiple_of(key_heads)
            && width.is_multiple_of(2)
            && width > 0
            && turned == width
            && count <= 1000;
        if !sound {
            return Err(file.damaged("the sizes in its header do not fit together"));
        }
        let heads = Heads {
            questions,
            keys: key_heads,
            width,
        };
        let vocabulary = file
            .dims(EMBEDDING)
            .and_then(|dims| dims.first().copied())
            .ok_or_else(|| file.damaged(format!("it has no \"{EMBEDDING}\"")))?;
        let reader = Reader { file, hidden };
        let layers = (0..count)
            .map(|at| reader.layer(at, heads))
            .collect::<Result<_, _>>()?;
        let untied = file.dims("output.weight").is_some();
        let (words, embedding) = if untied {
            ("output.weight", Embedding::InFile(Arc::clone(file)))
        } else {
            (EMBEDDING, Embedding::Tied)
        };
        let base = file.number(&key("rope.freq_base")).unwrap_or(10_000.0);
        Ok(Self {
            layers,
            embedding,
            norm: reader.vector("output_norm.weight", hidden)?,
            words: reader.matrix(words, (vocabulary, hidden), None)?,
            family,
            heads,
            hidden,
            epsilon: file
                .number(&key("attention.layer_norm_rms_epsilon"))
                .unwrap_or(1e-5) as f32,
            turns: reader.turns(base, width)?,
            vocabulary,
            context: file.needed(&key("context_length"))?,
        })
    }

    /// The sizes that the memory needs.
    pub(super) fn dimensions(&self) -> Dimensions {
        Dimensions {
            layers: self.layers.len(),
            heads: self.heads.keys,
            width: self.heads.width,
        }
    }

    /// How many tokens the model was made for.
    pub(super) fn context(&self) -> usize {
        self.context
    }

    /// How many tokens there are.
    pub(super) fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// Reads the parts together, writes their keys and values into the memory, and gives, for each part that
    /// wants its next word, a score for each token.
    pub(super) fn forward(
        &self,
        parts: &[Part<'_>],
        cache: &mut Cache,
    ) -> Result<Vec<Option<Vec<f32>>>, EmbeddedError> {
        let tokens: Vec<u32> = parts.iter().flat_map(|part| part.tokens).copied().collect();
        let mut rows = self.embed(&tokens)?;
        let turn = self.turn_of(parts)?;
        let masks = parts
            .iter()
            .map(|part| mask(part.tokens.len()))
            .collect::<Result<Vec<_>, _>>()?;
        for (at, layer) in self.layers.iter().enumerate() {
            let normed = rms_norm(&rows, &layer.attention_norm, self.epsilon)?;
            let attended = self.attention(layer, at, &normed, &turn, parts, &masks, cache)?;
            rows = (rows + layer.output.forward(&attended)?)?;
            let normed = rms_norm(&rows, &layer.feed_norm, self.epsilon)?;
            let gated = (silu(&layer.gate.forward(&normed)?)? * layer.up.forward(&normed)?)?;
            rows = (rows + layer.down.forward(&gated)?)?;
        }
        for part in parts {
            cache.append(part.into, part.tokens);
        }
        self.next(parts, &rows)
    }

    /// Scores for the tokens that may follow the last row of each part that wants them.
    fn next(&self, parts: &[Part<'_>], rows: &Tensor) -> Result<Vec<Option<Vec<f32>>>, EmbeddedError> {
        let mut end = 0;
        let mut scores = Vec::with_capacity(parts.len());
        for part in parts {
            end += part.tokens.len();
            if !part.wants_next || part.tokens.is_empty() {
                scores.push(None);
                continue;
            }
            let last = rows.narrow(0, end - 1, 1)?.contiguous()?;
            let normed = rms_norm(&last, &self.norm, self.epsilon)?;
            let row = self.words.forward(&normed)?.flatten_all()?.to_vec1::<f32>()?;
            scores.push(Some(row));
        }
        Ok(scores)
    }

    #[allow(clippy::too_many_arguments, reason = "one step of one function, named for its length")]
    fn attention(
        &self,
        layer: &Layer,
        at: usize,
        rows: &Tensor,
        turn: &(Tensor, Tensor),
        parts: &[Part<'_>],
        masks: &[Option<Tensor>],
        cache: &Cache,
    ) -> Result<Tensor, EmbeddedError> {
        let questions = self.turned(&layer.questions.forward(rows)?, self.heads.questions, turn)?;
        let keys = self.turned(&layer.keys.forward(rows)?, self.heads.keys, turn)?;
        let values = self.by_head(&layer.values.forward(rows)?, self.heads.keys)?;
        let mut from = 0;
        let mut attended = Vec::with_capacity(parts.len());
        for (part, mask) in parts.iter().zip(masks) {
            let count = part.tokens.len();
            let own = |all: &Tensor| all.narrow(1, from, count)?.contiguous();
            cache.write(part.into, at, &own(&keys)?, &own(&values)?)?;
            let seen = cache.look_back(part.into, at, count)?;
            attended.push(attend(&own(&questions)?, &seen, mask.as_ref(), self.heads)?);
            from += count;
        }
        Ok(match attended.as_slice() {
            [only] => only.clone(),
            several => Tensor::cat(several, 0)?,
        })
    }

    /// Rows × (heads · width) as heads × rows × width.
    fn by_head(&self, rows: &Tensor, heads: usize) -> candle_core::Result<Tensor> {
        rows.reshape((rows.dim(0)?, heads, self.heads.width))?
            .transpose(0, 1)?
            .contiguous()
    }

    /// The same, turned by position (Su et al., "RoFormer", 2021, §3.4.2).
    fn turned(
        &self,
        rows: &Tensor,
        heads: usize,
        (cos, sin): &(Tensor, Tensor),
    ) -> candle_core::Result<Tensor> {
        let rows = self.by_head(rows, heads)?.unsqueeze(0)?;
        let turned = match self.family {
            Family::Llama => rope_i(&rows, cos, sin),
            Family::Qwen2 => rope(&rows, cos, sin),
        };
        turned?.squeeze(0)
    }

    /// Cosine and sine of the angles of every row: rows × (width / 2) each.
    fn turn_of(&self, parts: &[Part<'_>]) -> Result<(Tensor, Tensor), EmbeddedError> {
        let angles: Vec<f64> = parts
            .iter()
            .flat_map(|part| (0..part.tokens.len()).map(move |row| (part.position + row) as f64))
            .flat_map(|position| self.turns.iter().map(move |turn| position * turn))
            .collect();
        let shape = (angles.len() / self.turns.len().max(1), self.turns.len());
        let tensor = |of: fn(f64) -> f64| {
            let numbers: Vec<f32> = angles.iter().map(|&angle| of(angle) as f32).collect();
            Tensor::from_vec(numbers, shape, &Device::Cpu)
        };
        Ok((tensor(f64::cos)?, tensor(f64::sin)?))
    }

    fn embed(&self, tokens: &[u32]) -> Result<Tensor, EmbeddedError> {
        if let Some(strange) = tokens.iter().find(|&&token| token as usize >= self.vocabulary) {
            return Err(EmbeddedError::Arithmetic(format!("there is no token {strange}")));
        }
        let file = match &self.embedding {
            Embedding::Tied => return Ok(self.words.rows(tokens)?),
            Embedding::InFile(file) => file,
        };
        let (start, bytes, kind) = file
            .rows(EMBEDDING)
            .ok_or_else(|| file.damaged(format!("\"{EMBEDDING}\" does not consist of whole blocks")))?;
        let mut all = Vec::with_capacity(tokens.len() * bytes);
        for &token in tokens {
            let from = start.saturating_add(u64::from(token) * bytes as u64);
            all.extend(file.read(EMBEDDING, from, bytes)?);
        }
        Ok(vector(kind, &all, tokens.len() * self.hidden)?.reshape((tokens.len(), self.hidden))?)
    }
}

/// Reads weights of known shape.
struct Reader<'a> {
    file: &'a GgufFile,
    hidden: usize,
}

impl Reader<'_> {
    fn layer(&self, at: usize, heads: Heads) -> Result<Layer, EmbeddedError> {
        let name = |part: &str| format!("blk.{at}.{part}");
        let hidden = self.hidden;
        let asked = heads.questions * heads.width;
        let kept = heads.keys * heads.width;
        let biased = |part: &str, outputs: usize| {
            let bias = name(&format!("{part}.bias"));
            let bias = match self.file.dims(&bias) {
                Some(_) => Some(self.vector(&bias, outputs)?),
                None => None,
            };
            self.matrix(&name(&format!("{part}.weight")), (outputs, hidden), bias)
        };
        let wide = self
            .file
            .dims(&name("ffn_gate.weight"))
            .and_then(|dims| dims.first().copied())
            .ok_or_else(|| self.file.damaged(format!("it has no \"{}\"", name("ffn_gate.weight"))))?;
        Ok(Layer {
            attention_norm: self.vector(&name("attn_norm.weight"), hidden)?,
            questions: biased("attn_q", asked)?,
            keys: biased("attn_k", kept)?,
            values: biased("attn_v", kept)?,
            output: self.matrix(&name("attn_output.weight"), (hidden, asked), None)?,
            feed_norm: self.vector(&name("ffn_norm.weight"), hidden)?,
            gate: self.matrix(&name("ffn_gate.weight"), (wide, hidden), None)?,
            up: self.matrix(&name("ffn_up.weight"), (wide, hidden), None)?,
            down: self.matrix(&name("ffn_down.weight"), (hidden, wide), None)?,
        })
    }

    fn matrix(
        &self,
        name: &str,
        shape: (usize, usize),
        bias: Option<Tensor>,
    ) -> Result<Linear, EmbeddedError> {
        let raw = self.raw(name, &[shape.0, shape.1])?;
        Ok(Linear::new(raw.kind, &raw.bytes, shape, bias)?)
    }

    fn vector(&self, name: &str, length: usize) -> Result<Tensor, EmbeddedError> {
        let raw = self.raw(name, &[length])?;
        Ok(vector(raw.kind, &raw.bytes, length)?)
    }

    fn raw(&self, name: &str, dims: &[usize]) -> Result<file::Raw, EmbeddedError> {
        let raw = self
            .file
            .raw(name)?
            .ok_or_else(|| self.file.damaged(format!("it has no \"{name}\"")))?;
        if raw.dims != dims {
            return Err(self.file.damaged(format!(
                "\"{name}\" is {:?} where {dims:?} is expected",
                raw.dims
            )));
        }
        Ok(raw)
    }

    /// How fast each pair turns; slowed where the file says so (llama 3.1 and later).
    fn turns(&self, base: f64, width: usize) -> Result<Vec<f64>, EmbeddedError> {
        let half = width / 2;
        let slower = match self.file.dims("rope_freqs.weight") {
            Some(_) => self
                .vector("rope_freqs.weight", half)?
                .to_vec1::<f32>()
                .map_err(EmbeddedError::from)?,
            None => vec![1.0; half],
        };
        let turns = slower.iter().enumerate().map(|(at, &slower)| {
            base.powf(-2.0 * at as f64 / width as f64) / f64::from(slower)
        });
        Ok(turns.collect())
    }
}
