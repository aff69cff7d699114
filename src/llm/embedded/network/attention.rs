//! Attention over what the memory holds (Vaswani et al., "Attention Is All You Need", 2017, §3.2), with several
//! heads of questions to each head of keys and values (Ainslie et al., "GQA", 2023).

use candle_core::{D, DType, Device, Result, Tensor};
use candle_nn::ops::softmax_last_dim;

use super::super::cache::Stretch;

/// Heads of questions and of keys, and the numbers in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) questions: usize,
    pub(super) keys: usize,
    pub(super) width: usize,
}

/// What each of `rows` tokens that follow one another may not see of themselves: rows × rows, minus infinity
/// above the diagonal. Nothing for a single one.
pub(super) fn mask(rows: usize) -> Result<Option<Tensor>> {
    if rows < 2 {
        return Ok(None);
    }
    let hidden = (0..rows)
        .flat_map(|row| (0..rows).map(move |column| if column > row { f32::NEG_INFINITY } else { 0.0 }))
        .collect();
    Tensor::from_vec(hidden, (rows, rows), &Device::Cpu).map(Some)
}

/// Attends. `questions` is heads × rows × width, turned by position; the last rows of the last stretch are
/// the rows themselves. Gives rows × (heads · width).
pub(super) fn attend(
    questions: &Tensor,
    stretches: &[Stretch],
    mask: Option<&Tensor>,
    heads: Heads,
) -> Result<Tensor> {
    let rows = questions.dim(1)?;
    let group = heads.questions / heads.keys;
    // The questions of a group share their keys, so they are stacked as if they were rows.
    let questions = (questions.contiguous()?.reshape((heads.keys, group * rows, heads.width))?
        * (heads.width as f64).sqrt().recip())?;
    let last = stretches.len().saturating_sub(1);
    let mut scores = Vec::with_capacity(stretches.len());
    for (at, stretch) in stretches.iter().enumerate() {
        let score = questions.matmul(&stretch.keys.transpose(1, 2)?)?;
        scores.push(match mask.filter(|_| at == last) {
            Some(mask) => hide(&score, mask, (heads.keys, group, rows))?,
            None => score,
        });
    }
    let weights = match scores.as_slice() {
        [only] => softmax_last_dim(&only.contiguous()?)?,
        several => softmax_last_dim(&Tensor::cat(several, D::Minus1)?)?,
    };
    let mut sum: Option<Tensor> = None;
    let mut from = 0;
    for stretch in stretches {
        let length = stretch.values.dim(1)?;
        let part = weights.narrow(2, from, length)?.matmul(&stretch.values)?;
        from += length;
        sum = Some(match sum {
            Some(sum) => (sum + part)?,
            None => part,
        });
    }
    let Some(sum) = sum else {
        return Tensor::zeros((rows, heads.questions * heads.width), DType::F32, &Device::Cpu);
    };
    sum.reshape((heads.questions, rows, heads.width))?
        .transpose(0, 1)?
        .reshape((rows, heads.questions * heads.width))
}

/// Adds the mask to the last columns of a score.
fn hide(score: &Tensor, mask: &Tensor, (keys, group, rows): (usize, usize, usize)) -> Result<Tensor> {
    let columns = score.dim(2)?;
    let before = columns - rows;
    let own = score
        .narrow(2, before, rows)?
        .contiguous()?
        .reshape((keys, group, rows, rows))?
        .broadcast_add(mask)?
        .reshape((keys, group * rows, rows))?;
    if before == 0 {
        return Ok(own);
    }
    Tensor::cat(&[score.narrow(2, 0, before)?.contiguous()?, own], 2)
}
