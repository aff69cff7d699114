//! Positions: pairs of numbers are turned by an angle that grows with the position (Su et al., "RoFormer", 2021, §3.4.2),
//! slowed in the ways that files ask for where a model was stretched to longer texts.

use crate::{Error, GgufFile, family::Pairs};

/// The number of turns over the original context from which on a pair is not slowed, and up to which it is slowed as
/// much as can be (Peng et al., "YaRN", 2023, §3.2).
const FAST: f64 = 32.0;
const SLOW: f64 = 1.0;

/// The way in which rows are turned.
pub(super) struct Rope {
    pub(super) pairs: Pairs,
    /// The speed of each pair, in radians a token. What is behind the last pair of a head is not turned.
    pub(super) speeds: Vec<f64>,
    /// What cosine and sine are multiplied by.
    pub(super) magnitude: f64,
}

impl Rope {
    /// Cosine and sine of the angles of rows at these positions, pair by pair.
    pub(super) fn angles(&self, positions: impl Iterator<Item = usize>) -> Vec<(f32, f32)> {
        positions
            .flat_map(|position| self.speeds.iter().map(move |speed| position as f64 * speed))
            .map(|angle| {
                let (sin, cos) = angle.sin_cos();
                ((cos * self.magnitude) as f32, (sin * self.magnitude) as f32)
            })
            .collect()
    }

    /// Turns rows of `heads` heads with `width` numbers each by their angles.
    pub(super) fn turn(&self, rows: &mut [f32], heads: usize, width: usize, angles: &[(f32, f32)]) {
        let half = self.speeds.len();
        let rows = rows.chunks_exact_mut(heads * width);
        for (row, angles) in rows.zip(angles.chunks_exact(half)) {
            for head in row.chunks_exact_mut(width) {
                for (pair, &(cos, sin)) in angles.iter().enumerate() {
                    let (one, other) = match self.pairs {
                        Pairs::Neighbours => (2 * pair, 2 * pair + 1),
                        Pairs::Halves => (pair, pair + half),
                    };
                    if let Ok([one, other]) = head.get_disjoint_mut([one, other]) {
                        (*one, *other) = (*one * cos - *other * sin, *one * sin + *other * cos);
                    }
                }
            }
        }
    }
}

/// The way in which a file wants its turns slowed.
enum Slowing {
    /// All alike, or not at all.
    Linear(f64),
    /// The slow ones more than the fast ones.
    Yarn(f64),
}

/// What a file says of positions.
pub(super) struct Positions<'a> {
    pub(super) file: &'a GgufFile,
    /// The name of the family, with which its keys begin.
    pub(super) family: &'static str,
    pub(super) pairs: Pairs,
    /// The numbers of a head that are turned.
    pub(super) turned: usize,
    /// The context that will be used, in tokens.
    pub(super) context: usize,
}

impl Positions<'_> {
    fn key(&self, rest: &str) -> String {
        format!("{}.rope.{rest}", self.family)
    }

    fn number(&self, rest: &str) -> Option<f64> {
        self.file.number(&self.key(rest))
    }

    /// The base of the turns.
    pub(super) fn base(&self) -> f64 {
        self.number("freq_base").unwrap_or(10_000.0)
    }

    /// The turns of a layer that sees the latest tokens only, of another base if there is one.
    pub(super) fn plain(&self, base: f64) -> Rope {
        Rope {
            pairs: self.pairs,
            speeds: self.speeds(base).collect(),
            magnitude: 1.0,
        }
    }

    fn speeds(&self, base: f64) -> impl Iterator<Item = f64> {
        let turned = self.turned;
        (0..turned / 2).map(move |at| base.powf(-2.0 * at as f64 / turned as f64))
    }

    /// The turns as the file wants them.
    pub(super) fn scaled(&self) -> Result<Rope, Error> {
        let slowing = self.slowing()?;
        let factors = self.factors()?;
        let base = self.base();
        let (factor, shares) = match slowing {
            Slowing::Linear(factor) => (factor, None),
            Slowing::Yarn(factor) => (factor, Some(self.unslowed(base)?)),
        };
        let speeds = self.speeds(base).zip(factors).enumerate();
        let speeds = speeds.map(|(at, (speed, slower))| {
            let speed = speed / f64::from(slower);
            let share = shares.map_or(0.0, |(low, high)| {
                let ramp = (at as f64 - low) / (high - low).max(0.001);
                1.0 - ramp.clamp(0.0, 1.0)
            });
            speed / factor * (1.0 - share) + speed * share
        });
        let magnitude = self.number("scaling.attn_factor").unwrap_or(1.0);
        let stretched = match slowing {
            Slowing::Yarn(factor) => 1.0 + 0.1 * factor.ln(),
            Slowing::Linear(_) => 1.0,
        };
        Ok(Rope {
            pairs: self.pairs,
            speeds: speeds.collect(),
            magnitude: magnitude * stretched,
        })
    }

    fn slowing(&self) -> Result<Slowing, Error> {
        let factor = self
            .number("scaling.factor")
            .or_else(|| self.number("scale_linear"))
            .filter(|&factor| factor > 0.0)
            .unwrap_or(1.0);
        match self
            .file
            .text(&self.key("scaling.type"))
            .unwrap_or("linear")
        {
            "none" => Ok(Slowing::Linear(1.0)),
            "linear" | "longrope" => Ok(Slowing::Linear(factor)),
            "yarn" => Ok(Slowing::Yarn(factor)),
            other => Err(self.file.damaged(format!(
                "its positions are scaled (\"{other}\"), which is not run"
            ))),
        }
    }

    /// The context that the model was made for before it was stretched, in tokens.
    fn original(&self) -> Option<usize> {
        self.file
            .count(&self.key("scaling.original_context_length"))
    }

    /// The pairs between which turns go over from not slowed to slowed.
    fn unslowed(&self, base: f64) -> Result<(f64, f64), Error> {
        let made_for = self
            .file
            .needed(&format!("{}.context_length", self.family))?;
        let original = self.original().unwrap_or(made_for) as f64;
        let turned = self.turned as f64;
        let pair = |turns: f64| {
            turned * (original / (turns * std::f64::consts::TAU)).ln() / (2.0 * base.ln())
        };
        let set = |key: &str, usual| self.number(key).unwrap_or(usual);
        let low = pair(set("scaling.yarn_beta_fast", FAST)).floor().max(0.0);
        let high = pair(set("scaling.yarn_beta_slow", SLOW)).ceil();
        Ok((low, high.min(turned - 1.0)))
    }

    /// What each pair is slowed by besides: one list for all texts (llama 3.1 and later), or one for texts longer than
    /// the original context and another for the rest (phi 3).
    fn factors(&self) -> Result<Vec<f32>, Error> {
        let long = self.original().is_some_and(|most| self.context > most);
        let for_length = if long {
            "rope_factors_long.weight"
        } else {
            "rope_factors_short.weight"
        };
        let half = self.turned / 2;
        for name in ["rope_freqs.weight", for_length] {
            if self.file.dims(name).is_some() {
                return self.file.vector(name, half);
            }
        }
        Ok(vec![1.0; half])
    }
}
