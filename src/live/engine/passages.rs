//! The sources that speakers draw on: their corpora, and evidence that is too long to be read whole.

use std::{sync::Arc, time::Instant};

use crate::{
    asks::{Draw, Evidence},
    corpus::{self, Library, TagFilter, find_by, passage, rank::ranked},
    debate::{decide::Answer, event::CallReport, ids::CallId, passage::Passage},
    llm::embed::SharedEmbedder,
};

use super::note::Note;

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
        let found = find_by(
            &sources.library,
            embedder,
            (Some(persona), TagFilter::default()),
            &draw.questions,
            draw.most,
        );
        match found.await {
            Ok((hits, why)) => {
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
