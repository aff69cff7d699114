//! What the header of a file says of its network, and the network made of it.

use std::sync::Arc;

use crate::{
    EMBEDDING, Embedding, Error, GgufFile, Network,
    attention::{Heads, Weighing},
    family::{Family, Windows, families},
    layer::{Reader, Sizes},
    rope::{Positions, Rope},
};

/// What some families multiply with, where it is not 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Multipliers {
    /// Vectors of tokens.
    pub(super) embedding: Option<f32>,
    /// What a part of a layer adds to the rows.
    pub(super) sums: Option<f32>,
    /// The scores of tokens.
    pub(super) scores: Option<f32>,
    /// The bound that they come near and do not pass.
    pub(super) score_cap: Option<f32>,
}

/// What a header says.
pub(super) struct Header<'a> {
    file: &'a Arc<GgufFile>,
    family: &'static Family,
    layers: usize,
    sizes: Sizes,
    /// The numbers of a head that are turned.
    turned: usize,
    /// The tokens that will be read at the most, and that the model was made for.
    context: usize,
    made_for: usize,
}

impl<'a> Header<'a> {
    /// Reads a header.
    pub(super) fn read(file: &'a Arc<GgufFile>, context: usize) -> Result<Self, Error> {
        let name = file.text("general.architecture").unwrap_or_default();
        let family = Family::of(name).ok_or_else(|| {
            let run: Vec<&str> = families().collect();
            file.damaged(format!(
                "it is of the family \"{name}\"; these are run: {}",
                run.join(", ")
            ))
        })?;
        let key = |rest: &str| format!("{name}.{rest}");
        if file
            .count(&key("expert_count"))
            .is_some_and(|count| count > 0)
        {
            return Err(file.damaged("it is a mixture of experts, which is not run"));
        }
        let layers = file.needed(&key("block_count"))?;
        let hidden = file.needed(&key("embedding_length"))?;
        let questions = file.needed(&key("attention.head_count"))?;
        let keys = file
            .count(&key("attention.head_count_kv"))
            .unwrap_or(questions);
        let width = file
            .count(&key("attention.key_length"))
            .unwrap_or(hidden / questions);
        let values = file.count(&key("attention.value_length")).unwrap_or(width);
        let turned = file.count(&key("rope.dimension_count")).unwrap_or(width);
        let sound = keys > 0
            && questions.is_multiple_of(keys)
            && width > 0
            && width.is_multiple_of(2)
            && values == width
            && turned > 0
            && turned.is_multiple_of(2)
            && turned <= width
            && layers <= 1000;
        if !sound {
            return Err(file.damaged("the sizes in its header do not fit together"));
        }
        let made_for = file.needed(&key("context_length"))?;
        let epsilon = file.number(&key("attention.layer_norm_rms_epsilon"));
        Ok(Self {
            file,
            family,
            layers,
            sizes: Sizes {
                hidden,
                heads: Heads {
                    questions,
                    keys,
                    width,
                },
                epsilon: epsilon.unwrap_or(1e-5) as f32,
            },
            turned,
            context: context.min(made_for),
            made_for,
        })
    }

    fn key(&self, rest: &str) -> String {
        format!("{}.{rest}", self.family.name)
    }

    fn number(&self, rest: &str) -> Option<f64> {
        self.file.number(&self.key(rest))
    }

    /// The network with its weights.
    pub(super) fn network(&self) -> Result<Network, Error> {
        let hidden = self.sizes.hidden;
        let embedding = format!("{EMBEDDING}.weight");
        let vocabulary = self.file.dims(&embedding);
        let vocabulary = vocabulary
            .and_then(|dims| dims.first().copied())
            .ok_or_else(|| self.file.damaged(format!("it has no \"{embedding}\"")))?;
        let reader = Reader {
            file: self.file,
            family: self.family,
            sizes: self.sizes,
        };
        let ropes = self.ropes()?;
        let layers = (0..self.layers)
            .map(|at| {
                let (rope, window) = self.look(at);
                let rope = rope.filter(|rope| *rope < ropes.len());
                reader.layer(at, rope, self.weighing(window))
            })
            .collect::<Result<_, _>>()?;
        let (words, embedding) = if self.file.dims("output.weight").is_some() {
            ("output", Embedding::InFile(Arc::clone(self.file)))
        } else {
            (EMBEDDING, Embedding::Tied)
        };
        Ok(Network {
            layers,
            embedding,
            norm: reader.norm("output_norm.weight", hidden)?,
            words: reader.matrix(words, vocabulary, hidden)?,
            sizes: self.sizes,
            gate: self.family.gate,
            multipliers: self.multipliers(),
            ropes,
            vocabulary,
            context: self.made_for,
        })
    }

    /// The turns of layers that see everything, and of those that do not, where these are others. None at all where the
    /// file says that its positions are not told (granite).
    fn ropes(&self) -> Result<Vec<Rope>, Error> {
        let told = self.key("rope.scaling.finetuned");
        if self.family.multipliers && self.file.flag(&told) == Some(false) {
            return Ok(Vec::new());
        }
        let positions = Positions {
            file: self.file,
            family: self.family.name,
            pairs: self.family.pairs,
            turned: self.turned,
            context: self.context,
        };
        let mut ropes = vec![positions.scaled()?];
        if let Windows::AllBut {
            base, plain: true, ..
        } = self.family.windows
        {
            let stated = self.number("rope.freq_base_swa");
            let base = stated.or(base).unwrap_or_else(|| positions.base());
            ropes.push(positions.plain(base));
        }
        Ok(ropes)
    }

    /// Which turns a layer uses, and how many tokens it sees.
    fn look(&self, at: usize) -> (Option<usize>, Option<usize>) {
        let is_nth = |every: usize| (at + 1).is_multiple_of(every);
        let rope = (!self.family.unturned.is_some_and(is_nth)).then_some(0);
        let Windows::AllBut {
            every,
            usual,
            plain,
            ..
        } = self.family.windows
        else {
            return (rope, None);
        };
        let stated = self.file.count(&self.key("attention.sliding_window"));
        let window = stated.or(usual).filter(|&window| window > 0);
        let period = self
            .file
            .count(&self.key("attention.sliding_window_pattern"));
        match window {
            Some(window) if !is_nth(period.unwrap_or(every).max(1)) => {
                let own = rope.map(|rope| if plain { 1 } else { rope });
                (own, Some(window))
            }
            _ => (rope, None),
        }
    }

    fn weighing(&self, window: Option<usize>) -> Weighing {
        let Heads {
            questions, width, ..
        } = self.sizes.heads;
        let by_network = self.family.scaled_by_network == Some(self.layers);
        let across = if by_network {
            self.sizes.hidden / questions
        } else {
            width
        };
        let stated = self
            .number("attention.scale")
            .filter(|_| self.family.multipliers);
        let scale = stated.map_or((across as f32).sqrt().recip(), |scale| scale as f32);
        let cap = self.family.cap.map(|usual| {
            let stated = self.number("attn_logit_softcapping");
            stated.unwrap_or(usual) as f32
        });
        Weighing {
            scale,
            cap: cap.filter(|&cap| cap > 0.0),
            window,
        }
    }

    fn multipliers(&self) -> Multipliers {
        let own = |rest: &str| {
            let stated = self.number(rest).filter(|_| self.family.multipliers);
            stated.filter(|&by| by != 0.0).map(|by| by as f32)
        };
        let root = (self.sizes.hidden as f32).sqrt();
        let score_cap = self.number("final_logit_softcapping");
        let score_cap = score_cap.or(self.family.score_cap).map(|cap| cap as f32);
        Multipliers {
            embedding: own("embedding_scale").or(self.family.scaled_embedding.then_some(root)),
            sums: own("residual_scale"),
            // The file states what scores are divided by.
            scores: own("logit_scale").map(f32::recip),
            score_cap: score_cap.filter(|&cap| cap > 0.0),
        }
    }
}
