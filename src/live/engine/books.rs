//! What speakers draw on: their corpora, and evidence that is too long to be read whole.

use std::{sync::Arc, time::Instant};

use crate::{
    corpus::{self, Library, find_by, passage, rank::ranked},
    debate::{
        DebateState,
        decide::Answer,
        event::CallReport,
        ids::{CallId, InterventionId, TurnId},
        sources::Passage,
        state::{Extraction, Turn},
        work::Work,
    },
    llm::embed::SharedEmbedder,
    text::first_words,
};

use super::calls::Note;

/// Of what was said since the speaker's last turn, so many speeches are looked at, the last ones.
const SPEECHES: usize = 4;
/// So many claims of each.
const CLAIMS: usize = 3;
/// Words of a speech of which nobody has written down what it argues.
const IN_SHORT: usize = 60;
/// Evidence gets at most this share of a turn's passages where there is a corpus, too.
const SHARE_OF_EVIDENCE: usize = 2;

/// The corpora, and what finds passages in them by meaning.
#[derive(Debug, Clone)]
pub struct Books {
    /// The corpora.
    pub library: Arc<Library>,
    /// Where there is one.
    pub embedder: Option<SharedEmbedder>,
}

/// What is to be drawn for a turn.
#[derive(Debug, Clone)]
pub(super) struct Draw {
    persona: Option<String>,
    questions: Vec<String>,
    most: usize,
    evidence: Vec<Evidence>,
}

/// Evidence that is too long to be read whole.
#[derive(Debug, Clone)]
struct Evidence {
    item: InterventionId,
    source: String,
    places: Vec<String>,
    text: String,
}

impl Draw {
    pub(super) fn of(state: &DebateState, id: TurnId) -> Option<Self> {
        let turn = state.turn(id)?;
        let speaker = state.speaker(&turn.seat)?;
        let persona = (speaker.passages > 0).then(|| speaker.persona.clone());
        let evidence = state.long_evidence();
        Some(Self {
            persona,
            questions: questions(state, turn),
            most: state.passages_wanted(turn),
            evidence: evidence
                .map(|one| Evidence {
                    item: one.item,
                    source: one.source.to_owned(),
                    places: one.places.to_owned(),
                    text: one.text.to_owned(),
                })
                .collect(),
        })
    }
}

/// What the passages are to fit: the motion, what the speaker's side claims of it, and what others have said since the
/// speaker's last turn.
fn questions(state: &DebateState, turn: &Turn) -> Vec<String> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let motion = &opening.motion;
    let mut questions = vec![motion.motion.clone()];
    if !motion.question.trim().is_empty() {
        questions.push(motion.question.clone());
    }
    // What the verdict on an earlier iteration missed.
    if let Some(guided) = opening.guided(&turn.seat) {
        questions.extend(guided.queries.iter().cloned());
    }
    let since = |one: &&Turn| one.seat != turn.seat;
    let heard = state.heard_before(turn);
    let said: Vec<&Turn> = heard
        .into_iter()
        .rev()
        .take_while(since)
        .take(SPEECHES)
        .collect();
    for speech in said {
        questions.extend(claims(speech));
    }
    questions
}

fn claims(speech: &Turn) -> Vec<String> {
    let all: Vec<String> = match (&speech.arguments, &speech.work) {
        (Extraction::Done(argued), _) => argued
            .arguments
            .iter()
            .map(|one| one.claim.clone())
            .collect(),
        (_, Some(Work::Arguments(all))) => all.iter().map(|one| one.claim.clone()).collect(),
        (Extraction::None | Extraction::Failed, _) => vec![first_words(&speech.text, IN_SHORT)],
    };
    let all = all.into_iter().filter(|claim| !claim.trim().is_empty());
    all.take(CLAIMS).collect()
}

/// Draws, and says what came of it as the answer to a call.
pub(super) async fn draw(call: CallId, mut draw: Draw, books: Option<Books>) -> Note {
    let started = Instant::now();
    let mut trouble = None;
    let mut passages = of_evidence(&mut draw).await;
    let mut label = "words";
    if let (Some(persona), Some(books)) = (&draw.persona, &books) {
        let embedder = books.embedder.as_ref();
        label = embedder.map_or(label, |embedder| embedder.label());
        let found = find_by(
            &books.library,
            embedder,
            Some(persona),
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
        cost: Some(0.0),
        ..CallReport::default()
    };
    Note::Answered(call, Answer::Passages(passages, trouble), report)
}

/// The passages of long evidence that fit, the best first. There may be books of it, so it is read beside the debate.
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
