//! How likely a model is to answer in given words: behind a prompt that has been read, their tokens are read side by side,
//! in branches of the memory that are forgotten at once. What is written after is as it would have been.

use hustings_transformer::{Cache, Error, Network, NodeId, SequenceChunk};

use super::{embedded_error::EmbeddedError, vocabulary::Vocabulary};

/// The tokens of each of these answers, as they stand behind a prompt. Where the beginning of an answer would change how
/// the prompt is taken apart, the answer is taken apart by itself.
pub(super) fn tokens_of(
    answers: &[String],
    (text, prompt): (&str, &[u32]),
    vocabulary: &Vocabulary,
) -> Result<Vec<Vec<u32>>, EmbeddedError> {
    let of = |answer: &String| {
        let answer = vocabulary.defused(answer);
        let whole = vocabulary.encode(&format!("{text}{answer}"))?;
        match whole.strip_prefix(prompt) {
            Some(behind) => Ok(behind.to_vec()),
            None => vocabulary.plain(&answer),
        }
    };
    answers.iter().map(of).collect()
}

/// The number of tokens of the longest answer.
pub(super) fn longest(answers: &[Vec<u32>]) -> usize {
    answers.iter().map(Vec::len).max().unwrap_or(0)
}

/// The natural logarithms of the probabilities of these answers behind a prompt that ends in a sealed stretch of the
/// memory. `scores` are those of the tokens that may follow it.
pub(super) fn likelihoods(
    network: &Network,
    cache: &mut Cache,
    (prompt, answers): (NodeId, &[Vec<u32>]),
    scores: &[f32],
) -> Result<Vec<f64>, EmbeddedError> {
    let mut sums = vec![0.0; answers.len()];
    for (sum, answer) in sums.iter_mut().zip(answers) {
        if let Some(first) = answer.first() {
            *sum = log_of(*first, scores)?;
        }
    }
    // The last token of an answer is never read: nothing is wanted behind it.
    let mut branches = Vec::new();
    for (at, answer) in answers.iter().enumerate() {
        if let Some(rest) = answer.len().checked_sub(1).filter(|rest| *rest > 0) {
            cache.hold(prompt);
            branches.push((at, cache.grow(Some(prompt), rest)));
        }
    }
    for place in 1..longest(answers) {
        let pairs = |&(at, branch): &(usize, NodeId)| {
            let pair = answers.get(at)?.get(place - 1..=place)?;
            let (read, next) = pair.split_first()?;
            Some((at, branch, *read, *next.first()?))
        };
        let pairs: Vec<_> = branches.iter().filter_map(pairs).collect();
        let parts: Vec<SequenceChunk<'_>> = pairs
            .iter()
            .map(|(_, branch, read, _)| SequenceChunk {
                tokens: std::slice::from_ref(read),
                into: *branch,
                position: cache.depth(*branch),
                wants_next: true,
            })
            .collect();
        let all = network.forward(&parts, cache)?;
        for ((at, _, _, next), scores) in pairs.iter().zip(&all) {
            if let (Some(sum), Some(scores)) = (sums.get_mut(*at), scores) {
                *sum += log_of(*next, scores)?;
            }
        }
    }
    for (_, branch) in branches {
        cache.release(branch);
    }
    Ok(sums)
}

/// The natural logarithm of the probability of a token, from the scores of all.
fn log_of(token: u32, scores: &[f32]) -> Result<f64, EmbeddedError> {
    let own = scores.get(token as usize).copied().map(f64::from);
    let best = f64::from(scores.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    let sum: f64 = scores
        .iter()
        .map(|one| (f64::from(*one) - best).exp())
        .sum();
    let log = own.map(|own| own - best - sum.ln());
    let log = log.filter(|log| !log.is_nan());
    let unusable = || Error::Arithmetic("no token has a usable score".to_owned());
    Ok(log.ok_or_else(unusable)?)
}
