//! The forward pass of llama and the families like it: a decoder of layers with attention and a gated feed-forward
//! part (Touvron et al., "LLaMA", 2023, §2.2), over a memory that can be rolled back and branched. It reads rows of several
//! sequences at once. What differs from family to family is a row of the table in `family`.
//!
//! A package of its own: it is all arithmetic, which is built optimised even where everything else is built to be soon
//! there. It knows nothing of debates, of texts or of tokens' words.
//!
//! | file | owns |
//! | --- | --- |
//! | here | the network: the forward pass |
//! | `family`, `header` | what tells families apart; what a file says of its network, and the network made of it |
//! | `layer`, `norm`, `rope`, `gates` | a layer's weights, and what is done to rows in it |
//! | `attention` | what each row hears of the rows before it |
//! | `cache` | keys and values of what was read, shared by beginnings |
//! | `file`, `gguf`, `kind`, `blocks` | a GGUF file, open for reading; its header; how it keeps weights; these made numbers |
//! | `sampler` | which token is next, from the scores of all |
//! | `linear`, `floats`, `quantised` | products of matrices, by how their weights are kept |
//! | `panel`, `coarse` | quantised weights as they lie in memory; rows made as coarse |
//! | `product`, `lanes` | these multiplied; the instructions for it |
//! | `encoder` | the forward pass of BERT, for models that embed |
//! | `exp`, `parallel` | the exponential, threads |

#![deny(clippy::wildcard_enum_match_arm)]

mod attention;
mod blocks;
mod cache;
mod coarse;
mod encoder;
mod error;
mod exp;
mod family;
mod file;
mod floats;
mod gates;
mod gguf;
mod header;
mod kind;
mod lanes;
mod layer;
mod linear;
mod norm;
mod panel;
mod parallel;
mod product;
mod quantised;
mod rope;
mod sampler;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, sync::Arc};

use self::{
    attention::attend,
    family::Gate,
    header::{Header, Multipliers},
    layer::{Layer, Sizes},
    linear::Linear,
    norm::Norm,
    rope::Rope,
};
pub use self::{
    blocks::{numbers, to_q8_0},
    cache::{Cache, Dimensions, NodeId},
    encoder::{Encoder, EncoderSizes},
    error::Error,
    family::families,
    file::GgufFile,
    gguf::Value,
    kind::WeightKind,
    parallel::{cores, settle_threads},
    sampler::{Sampler, Sampling},
};

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
    norm: Norm,
    words: Linear,
    sizes: Sizes,
    gate: Gate,
    multipliers: Multipliers,
    /// The ways in which layers turn rows by their positions.
    ropes: Vec<Rope>,
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

const EMBEDDING: &str = "token_embd";

impl Network {
    /// Reads the weights. `context` is how many tokens a prompt and its answer will have at the most: some models are told
    /// positions in another way where that is more than they were first made for.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is of a kind that is not run.
    pub fn load(file: &Arc<GgufFile>, context: usize) -> Result<Self, Error> {
        parallel::session(|| Header::read(file, context)?.network())
    }

    /// The sizes that the memory needs.
    pub fn dimensions(&self) -> Dimensions {
        Dimensions {
            layers: self.layers.len(),
            heads: self.sizes.heads.keys,
            width: self.sizes.heads.width,
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
        parallel::session(|| self.step(parts, cache))
    }

    fn step(
        &self,
        parts: &[SequenceChunk<'_>],
        cache: &mut Cache,
    ) -> Result<Vec<Option<Vec<f32>>>, Error> {
        let tokens: Vec<u32> = parts.iter().flat_map(|part| part.tokens).copied().collect();
        let mut rows = self.embed(&tokens)?;
        scale(&mut rows, self.multipliers.embedding);
        let positions = || {
            let each = |part: &SequenceChunk<'_>| part.position..part.position + part.tokens.len();
            parts.iter().flat_map(each)
        };
        let angles: Vec<_> = self
            .ropes
            .iter()
            .map(|rope| rope.angles(positions()))
            .collect();
        for (at, layer) in self.layers.iter().enumerate() {
            let attended = self.attention(layer, at, &rows, &angles, parts, cache)?;
            self.take_in(&mut rows, attended, layer.attended_norm.as_ref());
            let normed = normed(layer.feed_norm.as_ref(), &rows);
            let [mut gated, through] = Linear::forward_each([&layer.gate, &layer.up], &normed);
            gates::gate(self.gate, &mut gated, &through);
            let fed = layer.down.forward(&gated);
            self.take_in(&mut rows, fed, layer.fed_norm.as_ref());
        }
        for part in parts {
            cache.append(part.into, part.tokens);
        }
        Ok(self.next(parts, &rows))
    }

    /// Scores for the tokens that may follow the last row of each part that wants them.
    fn next(&self, parts: &[SequenceChunk<'_>], rows: &[f32]) -> Vec<Option<Vec<f32>>> {
        let width = self.sizes.hidden;
        let mut last = Vec::new();
        let mut end = 0;
        let wanted: Vec<bool> = parts
            .iter()
            .map(|part| {
                end += part.tokens.len();
                let own = end.checked_sub(1).filter(|_| part.wants_next);
                let own = own.and_then(|at| rows.get(at * width..(at + 1) * width));
                last.extend_from_slice(own.unwrap_or_default());
                own.is_some()
            })
            .collect();
        let mut scores = self.words.forward(&self.norm.of(&last));
        scale(&mut scores, self.multipliers.scores);
        if let Some(cap) = self.multipliers.score_cap {
            for score in &mut scores {
                *score = (*score / cap).tanh() * cap;
            }
        }
        let mut each = scores.chunks_exact(self.vocabulary);
        wanted
            .into_iter()
            .map(|is_wanted| {
                is_wanted
                    .then(|| each.next().map(<[f32]>::to_vec))
                    .flatten()
            })
            .collect()
    }

    /// Adds what a part of a layer has made of the rows.
    fn take_in(&self, rows: &mut [f32], mut made: Vec<f32>, norm: Option<&Norm>) {
        if let Some(norm) = norm {
            norm.apply(&mut made);
        }
        scale(&mut made, self.multipliers.sums);
        rows.iter_mut()
            .zip(&made)
            .for_each(|(sum, more)| *sum += more);
    }

    /// What the rows hear of those before them, themselves included.
    fn attention(
        &self,
        layer: &Layer,
        at: usize,
        rows: &[f32],
        angles: &[Vec<(f32, f32)>],
        parts: &[SequenceChunk<'_>],
        cache: &mut Cache,
    ) -> Result<Vec<f32>, Error> {
        let heads = self.sizes.heads;
        let rows = normed(layer.attention_norm.as_ref(), rows);
        let asked = [&layer.questions, &layer.keys, &layer.values];
        let [mut questions, mut keys, values] = Linear::forward_each(asked, &rows);
        for (norm, rows, count) in [
            (&layer.question_norm, &mut questions, heads.questions),
            (&layer.key_norm, &mut keys, heads.keys),
        ] {
            if let Some(norm) = norm {
                norm.apply(rows);
            }
            let rope = layer
                .rope
                .and_then(|at| self.ropes.get(at).zip(angles.get(at)));
            if let Some((rope, angles)) = rope {
                rope.turn(rows, count, heads.width, angles);
            }
        }
        let (asked, kept) = (heads.questions * heads.width, heads.keys * heads.width);
        let mut attended = Vec::with_capacity(questions.len());
        let mut from = 0;
        for part in parts {
            let to = from + part.tokens.len();
            let keys = keys.get(from * kept..to * kept).unwrap_or_default();
            let values = values.get(from * kept..to * kept).unwrap_or_default();
            let questions = questions.get(from * asked..to * asked).unwrap_or_default();
            cache.write(part.into, at, keys, values)?;
            let seen = cache.look_back(part.into, at, part.tokens.len());
            let heard = attend(questions, &seen, part.position, heads, layer.weighing);
            attended.extend(heard);
            from = to;
        }
        Ok(layer.output.forward(&attended))
    }

    fn embed(&self, tokens: &[u32]) -> Result<Vec<f32>, Error> {
        let strange = tokens
            .iter()
            .find(|&&token| token as usize >= self.vocabulary);
        if let Some(strange) = strange {
            return Err(Error::Arithmetic(format!("there is no token {strange}")));
        }
        let file = match &self.embedding {
            Embedding::Tied => return Ok(self.words.rows(tokens)),
            Embedding::InFile(file) => file,
        };
        let name = format!("{EMBEDDING}.weight");
        let (start, bytes, kind) = file
            .rows(&name)
            .ok_or_else(|| file.damaged(format!("\"{name}\" does not consist of whole blocks")))?;
        let mut all = Vec::with_capacity(tokens.len() * bytes);
        for &token in tokens {
            let from = start.saturating_add(u64::from(token) * bytes as u64);
            all.extend(file.read(&name, from, bytes)?);
        }
        Ok(numbers(kind, &all))
    }
}

/// The rows as a part of a layer reads them.
fn normed<'a>(norm: Option<&Norm>, rows: &'a [f32]) -> Cow<'a, [f32]> {
    norm.map_or(Cow::Borrowed(rows), |norm| Cow::Owned(norm.of(rows)))
}

/// Multiplies all numbers by the same one, which most families leave at 1.
fn scale(numbers: &mut [f32], by: Option<f32>) {
    if let Some(by) = by {
        for number in numbers {
            *number *= by;
        }
    }
}
