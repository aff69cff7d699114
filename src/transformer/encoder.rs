//! The forward pass of BERT: an encoder of layers with attention in both directions and a feed-forward part, each
//! followed by a norm (Devlin et al., "BERT", 2019, §3; Vaswani et al., "Attention Is All You Need", 2017, §3).
#![allow(
    clippy::inline_always,
    reason = "what is not inlined into the function for one kind of processor is not compiled for it"
)]

use pulp::{Arch, Simd, WithSimd};

use crate::{
    Error,
    attention::{add, softmax},
    exp::exp,
    linear::Linear,
    parallel,
};

/// Numbers that are one piece of work.
const PIECE: usize = 1024;

/// The sizes of an encoder.
#[derive(Debug, Clone, Copy)]
pub struct EncoderSizes {
    /// The numbers that tell of a token.
    pub hidden: usize,
    /// The width of the feed-forward part.
    pub wide: usize,
    /// The heads of attention, into which `hidden` is divided.
    pub heads: usize,
    /// The layers.
    pub layers: usize,
    /// The most tokens of a text.
    pub positions: usize,
    /// The types of texts that there are vectors for.
    pub types: usize,
    /// The tokens that there are vectors for.
    pub vocabulary: usize,
    /// What is added to the mean square, so that nothing is divided by nothing.
    pub epsilon: f32,
}

/// Where weights come from: by name and number of numbers.
type Source<'a> = &'a mut dyn FnMut(&str, usize) -> Result<Vec<f32>, String>;

/// Weights and constants by which each row is brought to a mean of 0 and a variance of 1 (Ba, Kiros and Hinton, "Layer
/// Normalization", 2016, §3).
struct LayerNorm {
    weights: Vec<f32>,
    biases: Vec<f32>,
    epsilon: f32,
}

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
pub struct Encoder {
    sizes: EncoderSizes,
    tokens: Vec<f32>,
    /// The vector that is added for each place, the type of the first text included: no pairs of texts are read here.
    places: Vec<f32>,
    norm: LayerNorm,
    layers: Vec<Layer>,
}

impl Encoder {
    /// Takes the weights from where they are.
    ///
    /// # Errors
    /// What the source says of a matrix that it has not.
    pub fn load(
        sizes: EncoderSizes,
        mut weights: impl FnMut(&str, usize) -> Result<Vec<f32>, String>,
    ) -> Result<Self, String> {
        let all: Source<'_> = &mut weights;
        let EncoderSizes { hidden, .. } = sizes;
        let name = |part: &str| format!("embeddings.{part}");
        let mut places = all(
            &name("position_embeddings.weight"),
            sizes.positions * hidden,
        )?;
        let types = all(&name("token_type_embeddings.weight"), sizes.types * hidden)?;
        for place in places.chunks_exact_mut(hidden) {
            sum(place, &types);
        }
        let layers = (0..sizes.layers)
            .map(|at| Layer::load(sizes, all, &format!("encoder.layer.{at}")))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            sizes,
            tokens: all(&name("word_embeddings.weight"), sizes.vocabulary * hidden)?,
            places,
            norm: LayerNorm::load(sizes, all, "embeddings.LayerNorm")?,
            layers,
        })
    }

    /// For each text, of which the tokens are given, the mean of what the last layer says of them.
    ///
    /// # Errors
    /// A text has no tokens, more than there are places, or one that does not exist.
    pub fn means(&self, texts: &[&[u32]]) -> Result<Vec<Vec<f32>>, Error> {
        let width = self.sizes.hidden;
        let mut rows = Vec::new();
        for text in texts {
            if !(1..=self.sizes.positions).contains(&text.len()) {
                let said = format!("a text has {} tokens", text.len());
                return Err(Error::Arithmetic(said));
            }
            for (token, place) in text.iter().zip(self.places.chunks_exact(width)) {
                let from = *token as usize * width;
                let strange = || Error::Arithmetic(format!("there is no token {token}"));
                let own = self.tokens.get(from..from + width).ok_or_else(strange)?;
                rows.extend(own.iter().zip(place).map(|(a, b)| a + b));
            }
        }
        let lengths: Vec<usize> = texts.iter().map(|text| text.len()).collect();
        let rows = parallel::session(|| {
            self.norm.apply(&mut rows);
            for layer in &self.layers {
                layer.apply(&mut rows, &lengths, self.sizes);
            }
            rows
        });
        let mut rows = rows.chunks_exact(width);
        let mean = |length: usize| {
            let mut mean = vec![0.0; width];
            for row in rows.by_ref().take(length) {
                sum(&mut mean, row);
            }
            for sum in &mut mean {
                *sum /= length as f32;
            }
            mean
        };
        Ok(lengths.into_iter().map(mean).collect())
    }
}

impl LayerNorm {
    fn load(sizes: EncoderSizes, all: Source<'_>, name: &str) -> Result<Self, String> {
        Ok(Self {
            weights: all(&format!("{name}.weight"), sizes.hidden)?,
            biases: all(&format!("{name}.bias"), sizes.hidden)?,
            epsilon: sizes.epsilon,
        })
    }

    fn apply(&self, rows: &mut [f32]) {
        let width = self.weights.len().max(1);
        for row in rows.chunks_exact_mut(width) {
            let mean = row.iter().sum::<f32>() / width as f32;
            let squares: f32 = row.iter().map(|number| (number - mean).powi(2)).sum();
            let scale = (squares / width as f32 + self.epsilon).sqrt().recip();
            let own = self.weights.iter().zip(&self.biases);
            for (number, (weight, bias)) in row.iter_mut().zip(own) {
                *number = (*number - mean) * scale * weight + bias;
            }
        }
    }
}

impl Layer {
    fn load(sizes: EncoderSizes, all: Source<'_>, name: &str) -> Result<Self, String> {
        let EncoderSizes { hidden, wide, .. } = sizes;
        let scale = ((hidden / sizes.heads) as f32).sqrt().recip();
        let (mut weights, mut biases) = (Vec::new(), Vec::new());
        for (part, scale) in [("query", scale), ("key", 1.0), ("value", 1.0)] {
            let part = format!("{name}.attention.self.{part}");
            let scaled = |numbers: Vec<f32>| numbers.into_iter().map(move |number| number * scale);
            weights.extend(scaled(all(&format!("{part}.weight"), hidden * hidden)?));
            biases.extend(scaled(all(&format!("{part}.bias"), hidden)?));
        }
        let mut linear = |part: &str, outputs: usize, inputs: usize| {
            let part = format!("{name}.{part}");
            let weights = all(&format!("{part}.weight"), outputs * inputs)?;
            let biases = all(&format!("{part}.bias"), outputs)?;
            Ok::<_, String>(Linear::of(weights, (outputs, inputs), biases))
        };
        let output = linear("attention.output.dense", hidden, hidden)?;
        let up = linear("intermediate.dense", wide, hidden)?;
        let down = linear("output.dense", hidden, wide)?;
        Ok(Self {
            attention: Linear::of(weights, (3 * hidden, hidden), biases),
            output,
            attention_norm: LayerNorm::load(
                sizes,
                all,
                &format!("{name}.attention.output.LayerNorm"),
            )?,
            up,
            down,
            feed_norm: LayerNorm::load(sizes, all, &format!("{name}.output.LayerNorm"))?,
        })
    }

    fn apply(&self, rows: &mut [f32], lengths: &[usize], sizes: EncoderSizes) {
        let parts = self.attention.forward(rows);
        let heard = attend(&parts, lengths, sizes);
        sum(rows, &self.output.forward(&heard));
        self.attention_norm.apply(rows);
        let mut fed = self.up.forward(rows);
        parallel::each(&mut fed, PIECE, |_, numbers| {
            Arch::new().dispatch(|| numbers.iter_mut().for_each(|x| *x = gelu(*x)));
        });
        sum(rows, &self.down.forward(&fed));
        self.feed_norm.apply(rows);
    }
}

/// What each token hears of all tokens of its text. `parts` has questions, keys and values of each.
fn attend(parts: &[f32], lengths: &[usize], sizes: EncoderSizes) -> Vec<f32> {
    let EncoderSizes { hidden, heads, .. } = sizes;
    let mut heard = vec![0.0; parts.len() / 3];
    let starts = lengths.iter().scan(0, |end, length| {
        let start = *end;
        *end += length;
        Some((start, *length))
    });
    // Where the text of each row is.
    let texts: Vec<(usize, usize)> = starts
        .flat_map(|text| std::iter::repeat_n(text, text.1))
        .collect();
    parallel::each(&mut heard, hidden, |row, heard| {
        let (start, length) = texts.get(row).copied().unwrap_or_default();
        let of = |row: usize| parts.get(row * 3 * hidden..(row + 1) * 3 * hidden);
        let (Some(own), Some(text)) = (
            of(row),
            parts.get(start * 3 * hidden..(start + length) * 3 * hidden),
        ) else {
            return;
        };
        Arch::new().dispatch(Look {
            own,
            text,
            hidden,
            width: hidden / heads,
            heard,
        });
    });
    heard
}

/// A token that looks at its text.
struct Look<'a> {
    own: &'a [f32],
    text: &'a [f32],
    hidden: usize,
    width: usize,
    heard: &'a mut [f32],
}

impl WithSimd for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            own,
            text,
            hidden,
            width,
            heard,
        } = self;
        let mut scores = vec![0.0; text.len() / (3 * hidden)];
        let heads = own.chunks_exact(width).zip(heard.chunks_exact_mut(width));
        for (head, (question, heard)) in heads.enumerate() {
            let from = head * width;
            for (score, token) in scores.iter_mut().zip(text.chunks_exact(3 * hidden)) {
                let key = token.get(hidden + from..).unwrap_or_default();
                *score = dot(question, key);
            }
            softmax(&mut scores);
            for (score, token) in scores.iter().zip(text.chunks_exact(3 * hidden)) {
                let from = 2 * hidden + from;
                let value = token.get(from..from + width).unwrap_or_default();
                add(simd, heard, *score, value);
            }
        }
    }
}

/// A short product, in a few sums that do not wait for one another.
#[inline(always)]
fn dot(one: &[f32], other: &[f32]) -> f32 {
    const SUMS: usize = 16;
    let mut sums = [0.0; SUMS];
    for (some, others) in one.chunks(SUMS).zip(other.chunks(SUMS)) {
        for (sum, (a, b)) in sums.iter_mut().zip(some.iter().zip(others)) {
            *sum += a * b;
        }
    }
    sums.iter().sum()
}

fn sum(sums: &mut [f32], more: &[f32]) {
    sums.iter_mut()
        .zip(more)
        .for_each(|(sum, more)| *sum += more);
}

/// A number times the normal distribution's share below it.
#[inline(always)]
fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// The error function, to about six digits (Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 7.1.26).
#[inline(always)]
fn erf(x: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let series = 0.254_829_6
        + t * (-0.284_496_72 + t * (1.421_413_8 + t * (-1.453_152_1 + t * 1.061_405_4)));
    (1.0 - series * t * exp(-x * x)).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_function_is_that_of_the_tables() {
        for (x, expected) in [
            (0.0, 0.0),
            (0.5, 0.520_499_9),
            (1.0, 0.842_700_8),
            (-2.0, -0.995_322_3),
            (9.0, 1.0),
        ] {
            let (found, expected): (f32, f32) = (erf(x), expected);
            assert!((found - expected).abs() < 1e-6, "{x}: {found}");
        }
    }

    fn tiny() -> Encoder {
        let sizes = EncoderSizes {
            hidden: 8,
            wide: 12,
            heads: 2,
            layers: 2,
            positions: 5,
            types: 2,
            vocabulary: 7,
            epsilon: 1e-12,
        };
        let mut seed = 1_u32;
        let some = |_: &str, count: usize| {
            let mut next = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 8) as f32 / 8_388_608.0 - 1.0
            };
            Ok((0..count).map(|_| next()).collect())
        };
        Encoder::load(sizes, some).unwrap()
    }

    #[test]
    fn a_text_comes_to_the_same_beside_others() {
        let encoder = tiny();
        let texts: [&[u32]; 3] = [&[1, 2, 3], &[4], &[6, 5, 4, 3, 2]];
        let together = encoder.means(&texts).unwrap();
        for (text, mean) in texts.iter().zip(&together) {
            assert_eq!(encoder.means(&[text]).unwrap(), std::slice::from_ref(mean));
        }
        assert_ne!(together[0], encoder.means(&[&[3, 2, 1]]).unwrap()[0]);
    }

    #[test]
    fn texts_that_cannot_be_read_are_refused() {
        let encoder = tiny();
        for text in [&[][..], &[0; 6], &[7]] {
            assert!(encoder.means(&[text]).is_err(), "{text:?}");
        }
        let none = Encoder::load(encoder.sizes, |name, _| Err(name.to_owned()));
        let said = none.err().unwrap();
        assert!(said.contains("position_embeddings"), "{said}");
    }
}
