//! The sources that speakers draw on: their corpora, and evidence that is too long to be read whole.

use std::{collections::BTreeSet, sync::Arc, time::Instant};

use hustings_rules::setup::shuffle;

use crate::{
    asks::{Draw, Evidence},
    corpus::{self, Library, TagFilter, find_by, passage, rank::ranked},
    debate::{decide::Answer, event::CallReport, ids::CallId, passage::Passage},
    llm::embed::SharedEmbedder,
};

use super::note::Note;

/// The size of the pool from which passages are drawn by lot, as a multiple of what is given.
const POOL: usize = 3;
/// Evidence gets at most this share of a turn's passages where there is a corpus, too.
const SHARE_OF_EVIDENCE: usize = 2;

/// The corpora, and what finds passages in them by meaning.
#[derive(Debug, Clone)]
pub struct PassageSources {
    /// The library of the corpora.
    pub library: Arc<Library>,
    /// The embedder, where there is one.
    pub embedder: Option<SharedEmbedder>,
}

/// Draws, and says what came of it as the answer to a call.
pub(super) async fn draw(call: CallId, mut draw: Draw, sources: Option<PassageSources>) -> Note {
    let started = Instant::now();
    let mut trouble = None;
    let mut passages = of_evidence(&mut draw).await;
    let mut label = "words";
    if let (Some(persona), Some(sources)) = (&draw.persona, &sources) {
        let embedder = sources.embedder.as_ref();
        label = embedder.map_or(label, |embedder| embedder.label());
        let pool = draw.lot.map_or(1, |_| POOL) * draw.most;
        let found = find_by(
            &sources.library,
            embedder,
            (Some(persona), TagFilter::default()),
            &draw.questions,
            pool,
        );
        match found.await {
            Ok((hits, why)) => {
                let hits = drawn(hits, draw.lot, draw.most);
                trouble = why.map(|why| format!("passages were found by their words alone: {why}"));
                let own = hits.into_iter().map(|hit| Passage {
                    source: hit.source(),
                    text: hit.text,
                    evidence: None,
                });
                passages.truncate(draw.most / SHARE_OF_EVIDENCE);
                let left = draw.most - passages.len();
                // What is the speaker's own comes first.
                passages.splice(0..0, own.take(left));
            }
            Err(error) => trouble = Some(error.to_string()),
        }
    }
    let report = CallReport {
        model: label.to_owned(),
        duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        tries: 1,
        ..CallReport::default()
    };
    Note::Answered(call, Answer::Passages(passages, trouble), report)
}

/// The passages of a pool that the lot takes, as many as are given, those that fit best still first; all of it where
/// nothing is drawn.
fn drawn<T>(pool: Vec<T>, lot: Option<u64>, most: usize) -> Vec<T> {
    let Some(lot) = lot else {
        return pool;
    };
    let mut places: Vec<usize> = (0..pool.len()).collect();
    shuffle(&mut places, lot);
    let taken: BTreeSet<usize> = places.into_iter().take(most).collect();
    let kept = pool.into_iter().enumerate();
    kept.filter(|(at, _)| taken.contains(at))
        .map(|(_, one)| one)
        .collect()
}

/// The passages of long evidence that fit, the best first. It may be very long, so it is read beside the debate.
async fn of_evidence(draw: &mut Draw) -> Vec<Passage> {
    if draw.evidence.is_empty() {
        return Vec::new();
    }
    let evidence = std::mem::take(&mut draw.evidence);
    let (questions, most) = (draw.questions.clone(), draw.most);
    let found = tokio::task::spawn_blocking(move || fitting(&evidence, &questions, most));
    // Should that fail altogether, the speech is the poorer for it and goes on.
    found.await.unwrap_or_default()
}

fn fitting(evidence: &[Evidence], questions: &[String], most: usize) -> Vec<Passage> {
    let mut all = Vec::new();
    for one in evidence {
        let documents = corpus::documents(&one.text, &one.places);
        for part in documents.iter().flat_map(passage::passages) {
            all.push(Passage {
                text: part.text,
                source: corpus::placed(one.source.trim(), &part.place),
                evidence: Some(one.item),
            });
        }
    }
    let texts: Vec<&str> = all.iter().map(|passage| passage.text.as_str()).collect();
    let order = ranked(&texts, questions);
    let fitting = order.into_iter().filter_map(|at| all.get(at).cloned());
    fitting.take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lot_takes_from_all_of_the_pool_and_keeps_its_order() {
        let pool: Vec<u32> = (0..12).collect();
        assert_eq!(drawn(pool.clone(), None, 4), pool);
        let mut taken = BTreeSet::new();
        for lot in 0..40 {
            let some = drawn(pool.clone(), Some(lot), 4);
            assert!(some.len() == 4 && some.is_sorted(), "{some:?}");
            assert_eq!(some, drawn(pool.clone(), Some(lot), 4));
            taken.extend(some);
        }
        assert_eq!(taken.len(), 12, "whatever is in the pool can be drawn");
        assert_eq!(drawn(vec![1, 2], Some(3), 4), [1, 2]);
    }
}
