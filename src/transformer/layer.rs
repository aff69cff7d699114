//! A layer of the network: its weights, read from the file as its family has them.

use crate::{
    Error, GgufFile,
    attention::{Heads, Weighing},
    family::{Family, HeadNorm, NormPlace},
    file::Raw,
    linear::Linear,
    norm::Norm,
};

/// A layer's weights.
pub(super) struct Layer {
    pub(super) attention_norm: Option<Norm>,
    pub(super) questions: Linear,
    pub(super) keys: Linear,
    pub(super) values: Linear,
    pub(super) question_norm: Option<Norm>,
    pub(super) key_norm: Option<Norm>,
    pub(super) output: Linear,
    pub(super) attended_norm: Option<Norm>,
    pub(super) feed_norm: Option<Norm>,
    pub(super) gate: Linear,
    pub(super) up: Linear,
    pub(super) down: Linear,
    pub(super) fed_norm: Option<Norm>,
    /// Which of the network's ways to turn rows is its own, if it knows positions.
    pub(super) rope: Option<usize>,
    pub(super) weighing: Weighing,
}

/// The sizes of all layers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sizes {
    pub(super) hidden: usize,
    pub(super) heads: Heads,
    pub(super) epsilon: f32,
}

/// Reads the weights of layers.
pub(super) struct Reader<'a> {
    pub(super) file: &'a GgufFile,
    pub(super) family: &'static Family,
    pub(super) sizes: Sizes,
}

/// Outputs of a matrix that several share: the first of its own, how many they are, and how many all are.
#[derive(Debug, Clone, Copy)]
struct Share {
    from: usize,
    count: usize,
    all: usize,
}

impl Share {
    fn whole(count: usize) -> Self {
        Self {
            from: 0,
            count,
            all: count,
        }
    }
}

impl Reader<'_> {
    /// The layer of that number.
    pub(super) fn layer(
        &self,
        at: usize,
        rope: Option<usize>,
        weighing: Weighing,
    ) -> Result<Layer, Error> {
        let Sizes { hidden, heads, .. } = self.sizes;
        let name = |part: &str| format!("blk.{at}.{part}");
        let asked = heads.questions * heads.width;
        let kept = heads.keys * heads.width;
        let fused = self.family.fused;
        let (question, key, value) = if fused {
            let share = |from, count| Share {
                from,
                count,
                all: asked + 2 * kept,
            };
            let one = "attn_qkv";
            (
                (one, share(0, asked)),
                (one, share(asked, kept)),
                (one, share(asked + kept, kept)),
            )
        } else {
            (
                ("attn_q", Share::whole(asked)),
                ("attn_k", Share::whole(kept)),
                ("attn_v", Share::whole(kept)),
            )
        };
        let wide = self.wide(at)?;
        let (gate, up) = if fused {
            let share = |from| Share {
                from,
                count: wide,
                all: 2 * wide,
            };
            (("ffn_up", share(0)), ("ffn_up", share(wide)))
        } else {
            (
                ("ffn_gate", Share::whole(wide)),
                ("ffn_up", Share::whole(wide)),
            )
        };
        let inward = |(part, share): (&str, Share)| self.share(&name(part), share, hidden);
        let outward = |part: &str, inputs| self.share(&name(part), Share::whole(hidden), inputs);
        let (before, after) = match self.family.norms {
            NormPlace::Before => (true, false),
            NormPlace::Around => (true, true),
            NormPlace::After => (false, true),
        };
        let norm = |there: bool, part: &str, length| {
            let norm = there.then(|| self.norm(&name(&format!("{part}.weight")), length));
            norm.transpose()
        };
        let (question_norm, key_norm) = match self.family.head_norm {
            HeadNorm::None => (None, None),
            HeadNorm::EachHead => (Some(heads.width), Some(heads.width)),
            HeadNorm::WholeRow => (Some(asked), Some(kept)),
        };
        let head_norm = |length: Option<usize>, part: &str| {
            norm(length.is_some(), part, length.unwrap_or_default())
        };
        Ok(Layer {
            attention_norm: norm(before, "attn_norm", hidden)?,
            questions: inward(question)?,
            keys: inward(key)?,
            values: inward(value)?,
            question_norm: head_norm(question_norm, "attn_q_norm")?,
            key_norm: head_norm(key_norm, "attn_k_norm")?,
            output: outward("attn_output", asked)?,
            attended_norm: norm(after, "post_attention_norm", hidden)?,
            feed_norm: norm(before, "ffn_norm", hidden)?,
            gate: inward(gate)?,
            up: inward(up)?,
            down: outward("ffn_down", wide)?,
            fed_norm: norm(after, "post_ffw_norm", hidden)?,
            rope,
            weighing,
        })
    }

    /// The width of the feed-forward part.
    fn wide(&self, at: usize) -> Result<usize, Error> {
        let name = format!("blk.{at}.ffn_up.weight");
        let rows = self.file.dims(&name).and_then(|dims| dims.first().copied());
        let missing = || self.file.damaged(format!("it has no \"{name}\""));
        let rows = rows.filter(|&rows| rows > 0).ok_or_else(missing)?;
        Ok(if self.family.fused { rows / 2 } else { rows })
    }

    /// Weights by which rows of that length are brought to the same size.
    pub(super) fn norm(&self, name: &str, length: usize) -> Result<Norm, Error> {
        Ok(Norm {
            weights: self.file.vector(name, length)?,
            epsilon: self.sizes.epsilon,
        })
    }

    /// A whole matrix of that name, without its ending.
    pub(super) fn matrix(
        &self,
        name: &str,
        outputs: usize,
        inputs: usize,
    ) -> Result<Linear, Error> {
        self.share(name, Share::whole(outputs), inputs)
    }

    /// Some outputs of a matrix with their biases, where there are any.
    fn share(&self, name: &str, share: Share, inputs: usize) -> Result<Linear, Error> {
        let Raw { kind, bytes, .. } = self
            .file
            .shaped(&format!("{name}.weight"), &[share.all, inputs])?;
        let row = bytes.len() / share.all.max(1);
        let to = share.from + share.count;
        let own = bytes.get(share.from * row..to * row).unwrap_or_default();
        let bias = format!("{name}.bias");
        let bias = self.file.optional_vector(&bias, share.all)?;
        let bias = bias.map(|all| all.get(share.from..to).unwrap_or_default().to_vec());
        if !inputs.is_multiple_of(kind.block()) {
            return Err(self.file.damaged(format!(
                "\"{name}.weight\" does not consist of whole blocks"
            )));
        }
        Ok(Linear::new(kind, own, (share.count, inputs), bias))
    }
}
