//! The forward pass of the llama and qwen2 families: a decoder of layers with attention and a gated feed-forward
//! part (Touvron et al., "LLaMA", 2023, §2.2; Yang et al., "Qwen2 Technical Report", 2024, §2), over a memory
//! that can be rolled back and branched. It reads rows of several sequences at once.
//!
//! A package of its own: it is all arithmetic, which is built optimised even where everything else is built to be soon
//! there. It knows nothing of debates, of texts or of tokens' words.
//!
//! | file | owns |
//! | --- | --- |
//! | here | the network: weights and the forward pass |
//! | `attention` | what each row hears of the rows before it |
//! | `cache` | keys and values of what was read, shared by beginnings |
//! | `file` | a GGUF file, open for reading |
//! | `sampler` | which token is next, from the scores of all |
//! | `linear`, `exp`, `parallel` | products of matrices, the exponential, threads |

#![deny(clippy::wildcard_enum_match_arm)]

mod attention;
mod cache;
mod error;
mod exp;
mod file;
mod linear;
mod parallel;
mod sampler;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use pulp::Arch;

use self::{
    attention::{Heads, attend},
    exp::exp,
    linear::{Linear, numbers},
};
pub use self::{
    cache::{Cache, Dimensions, NodeId},
    error::Error,
    file::GgufFile,
    sampler::{Sampler, Sampling},
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
    attention_norm: Vec<f32>,
    questions: Linear,
    keys: Linear,
    values: Linear,
    output: Linear,
    feed_norm: Vec<f32>,
    gate: Linear,
    up: Linear,
    down: Linear,
}

/// The source of the vectors of tokens.
enum Embedding {
    /// From the matrix that also stands in front of the words.
    Tied,
    /// From the file, row by row: a matrix of which a call needs a few rows has no place in memory.
    InFile(Arc<GgufFile>),
}

/// The network of a model, with its weights.
pub struct Network {
    layers: Vec<Layer>,
    embedding: Embedding,
    norm: Vec<f32>,
    words: Linear,
    family: Family,
    heads: Heads,
    hidden: usize,
    epsilon: f32,
    /// The speed at which each pair of numbers turns with the position, in radians a token.
    turns: Vec<f64>,
    vocabulary: usize,
    context: usize,
}

/// Tokens of one sequence to be read in one go.
pub struct SequenceChunk<'a> {
    /// The tokens, in their order.
    pub tokens: &'a [u32],
    /// The stretch that they are written to.
    pub into: NodeId,
    /// The number of tokens before these.
    pub position: usize,
    /// Whether the next word is wanted.
    pub wants_next: bool,
}

const EMBEDDING: &str = "token_embd.weight";

impl Network {
    /// Reads the weights.
    pub fn load(file: &Arc<GgufFile>) -> Result<Self, Error> {
        let name = file
            .text("general.architecture")
            .unwrap_or_default()
            .to_owned();
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
        if file
            .count(&key("expert_count"))
            .is_some_and(|count| count > 0)
        {
            return Err(file.damaged("it is a mixture of experts, which is not run"));
        }
        if let Some(scaling) = file
            .text(&key("rope.scaling.type"))
            .filter(|&kind| kind != "none")
        {
            return Err(file.damaged(format!(
                "its positions are scaled (\"{scaling}\"), which is not run"
            )));
        }
        let count = file.needed(&key("block_count"))?;
        let hidden = file.needed(&key("embedding_length"))?;
        let questions = file.needed(&key("attention.head_count"))?;
        let key_heads = file
            .count(&key("attention.head_count_kv"))
            .unwrap_or(questions);
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
    pub fn dimensions(&self) -> Dimensions {
        Dimensions {
            layers: self.layers.len(),
            heads: self.heads.keys,
            width: self.heads.width,
        }
    }

    /// The context that the model was made for, in tokens.
    pub fn context(&self) -> usize {
        self.context
    }

    /// The number of tokens in the vocabulary.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// Reads the parts together, writes their keys and values into the memory, and gives, for each part that
    /// wants its next word, a score for each token.
    pub fn forward(
        &self,
        parts: &[SequenceChunk<'_>],
        cache: &mut Cache,
    ) -> Result<Vec<Option<Vec<f32>>>, Error> {
        let tokens: Vec<u32> = parts.iter().flat_map(|part| part.tokens).copied().collect();
        let mut rows = self.embed(&tokens)?;
        let turn = self.turn_of(parts);
        for (at, layer) in self.layers.iter().enumerate() {
            let normed = self.normed(&rows, &layer.attention_norm);
            let attended = self.attention(layer, at, &normed, &turn, parts, cache)?;
            add(&mut rows, &layer.output.forward(&attended)?);
            let normed = self.normed(&rows, &layer.feed_norm);
            let mut gated = layer.gate.forward(&normed)?;
            gate(&mut gated, &layer.up.forward(&normed)?);
            add(&mut rows, &layer.down.forward(&gated)?);
        }
        for part in parts {
            cache.append(part.into, part.tokens);
        }
        self.next(parts, &rows)
    }

    /// Scores for the tokens that may follow the last row of each part that wants them. The matrix in front of
    /// the words is large and sees few rows, so each is multiplied for itself, which needs no tiles of it.
    fn next(
        &self,
        parts: &[SequenceChunk<'_>],
        rows: &[f32],
    ) -> Result<Vec<Option<Vec<f32>>>, Error> {
        let mut ends = parts.iter().scan(0, |end, part| {
            *end += part.tokens.len();
            Some(*end)
        });
        parts
            .iter()
            .map(|part| {
                let end = ends.next().filter(|&end| part.wants_next && end > 0);
                let last = end.and_then(|end| rows.get((end - 1) * self.hidden..end * self.hidden));
                let scores = last.map(|last| self.words.forward(&self.normed(last, &self.norm)));
                Ok(scores.transpose()?)
            })
            .collect()
    }

    fn attention(
        &self,
        layer: &Layer,
        at: usize,
        rows: &[f32],
        turn: &[(f32, f32)],
        parts: &[SequenceChunk<'_>],
        cache: &mut Cache,
    ) -> Result<Vec<f32>, Error> {
        let mut questions = layer.questions.forward(rows)?;
        let mut keys = layer.keys.forward(rows)?;
        let values = layer.values.forward(rows)?;
        self.turn(&mut questions, self.heads.questions, turn);
        self.turn(&mut keys, self.heads.keys, turn);
        let (asked, kept) = (
            self.heads.questions * self.heads.width,
            self.heads.keys * self.heads.width,
        );
        let mut attended = Vec::with_capacity(questions.len());
        let mut from = 0;
        for part in parts {
            let to = from + part.tokens.len();
            let keys = keys.get(from * kept..to * kept).unwrap_or_default();
            let values = values.get(from * kept..to * kept).unwrap_or_default();
            let questions = questions.get(from * asked..to * asked).unwrap_or_default();
            cache.write(part.into, at, keys, values)?;
            let seen = cache.look_back(part.into, at, part.tokens.len());
            attended.extend(attend(questions, &seen, part.position, self.heads));
            from = to;
        }
        Ok(attended)
    }

    /// Each row divided by the root of its mean square (Zhang and Sennrich, "Root Mean Square Layer
    /// Normalization", 2019, eq. 4).
    fn normed(&self, rows: &[f32], weights: &[f32]) -> Vec<f32> {
        let mut normed = Vec::with_capacity(rows.len());
        for row in rows.chunks_exact(self.hidden) {
            let squares: f32 = row.iter().map(|number| number * number).sum();
            let scale = (squares / self.hidden as f32 + self.epsilon).sqrt().recip();
            normed.extend(
                row.iter()
                    .zip(weights)
                    .map(|(number, weight)| number * scale * weight),
            );
        }
        normed
    }

    /// Turns each pair of numbers by its angle (Su et al., "RoFormer", 2021, §3.4.2). `turn` has cosine and
    /// sine for each row and pair.
    fn turn(&self, rows: &mut [f32], heads: usize, turn: &[(f32, f32)]) {
        let width = self.heads.width;
        let half = width / 2;
        let rows = rows.chunks_exact_mut(heads * width);
        for (row, angles) in rows.zip(turn.chunks_exact(half)) {
            for head in row.chunks_exact_mut(width) {
                for (pair, &(cos, sin)) in angles.iter().enumerate() {
                    let (one, other) = match self.family {
                        Family::Llama => (2 * pair, 2 * pair + 1),
                        Family::Qwen2 => (pair, pair + half),
                    };
                    if let Ok([one, other]) = head.get_disjoint_mut([one, other]) {
                        (*one, *other) = (*one * cos - *other * sin, *one * sin + *other * cos);
                    }
                }
            }
        }
    }

    /// Cosine and sine of the angles of every row.
    fn turn_of(&self, parts: &[SequenceChunk<'_>]) -> Vec<(f32, f32)> {
        parts
            .iter()
            .flat_map(|part| (0..part.tokens.len()).map(move |row| (part.position + row) as f64))
            .flat_map(|position| self.turns.iter().map(move |turn| position * turn))
            .map(|angle| (angle.cos() as f32, angle.sin() as f32))
            .collect()
    }

    fn embed(&self, tokens: &[u32]) -> Result<Vec<f32>, Error> {
        let strange = tokens
            .iter()
            .find(|&&token| token as usize >= self.vocabulary);
        if let Some(strange) = strange {
            return Err(Error::Arithmetic(format!("there is no token {strange}")));
        }
        let file = match &self.embedding {
            Embedding::Tied => return Ok(self.words.rows(tokens)?),
            Embedding::InFile(file) => file,
        };
        let (start, bytes, kind) = file.rows(EMBEDDING).ok_or_else(|| {
            file.damaged(format!("\"{EMBEDDING}\" does not consist of whole blocks"))
        })?;
        let mut all = Vec::with_capacity(tokens.len() * bytes);
        for &token in tokens {
            let from = start.saturating_add(u64::from(token) * bytes as u64);
            all.extend(file.read(EMBEDDING, from, bytes)?);
        }
        Ok(numbers(kind, &all, tokens.len() * self.hidden)?)
    }
}

fn add(sums: &mut [f32], more: &[f32]) {
    sums.iter_mut()
        .zip(more)
        .for_each(|(sum, more)| *sum += more);
}

/// Each number by the sigmoid of itself, times what it lets through (Shazeer, "GLU Variants Improve
/// Transformer", 2020, eq. 6).
fn gate(gates: &mut [f32], through: &[f32]) {
    const PIECE: usize = 1024;
    parallel::each(gates, PIECE, |at, gates| {
        let through = through.get(at * PIECE..).unwrap_or_default();
        Arch::new().dispatch(|| {
            for (gate, through) in gates.iter_mut().zip(through) {
                *gate = *gate / (1.0 + exp(-*gate)) * through;
            }
        });
    });
}

/// Reads weights of known shape.
struct Reader<'a> {
    file: &'a GgufFile,
    hidden: usize,
}

impl Reader<'_> {
    fn layer(&self, at: usize, heads: Heads) -> Result<Layer, Error> {
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
            .ok_or_else(|| {
                self.file
                    .damaged(format!("it has no \"{}\"", name("ffn_gate.weight")))
            })?;
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
        bias: Option<Vec<f32>>,
    ) -> Result<Linear, Error> {
        let raw = self.raw(name, &[shape.0, shape.1])?;
        Ok(Linear::new(raw.kind, &raw.bytes, shape, bias)?)
    }

    fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>, Error> {
        let raw = self.raw(name, &[length])?;
        Ok(numbers(raw.kind, &raw.bytes, length)?)
    }

    fn raw(&self, name: &str, dims: &[usize]) -> Result<file::Raw, Error> {
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

    /// The speed at which each pair turns; slowed where the file says so (llama 3.1 and later).
    fn turns(&self, base: f64, width: usize) -> Result<Vec<f64>, Error> {
        let half = width / 2;
        let slower = match self.file.dims("rope_freqs.weight") {
            Some(_) => self.vector("rope_freqs.weight", half)?,
            None => vec![1.0; half],
        };
        let turns = slower
            .iter()
            .enumerate()
            .map(|(at, &slower)| base.powf(-2.0 * at as f64 / width as f64) / f64::from(slower));
        Ok(turns.collect())
    }
}
