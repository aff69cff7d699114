//! Several answers for the floor, written beside each other, of which one is heard: nobody hears the others.

use tokio::sync::mpsc;

use super::voice::Voice;
use crate::{
    candidates::{Choosing, Weighed},
    debate::event::CallReport,
    llm::{
        Completion, Model, ModelError, Piece, Request,
        retry::{self, Policy},
    },
};

/// Pieces of one answer that may wait.
const PIECES: usize = 64;

/// Writes as many answers as are chosen from, and passes on the words of the one that is taken once all are there. `voice`
/// says what would be heard of each. Where none can be taken it is the first that was written, and the rules see to it.
pub(super) async fn spoken(
    model: &dyn Model,
    request: &Request,
    (choosing, voice): (&Choosing, &Voice),
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    let write = |lane, request, policy| one(model, (lane, request), &pieces, policy);
    let (results, report) = choosing.written(request, policy, write).await;
    let weighed: Vec<Weighed> = results
        .iter()
        .map(|one| heard(one.as_ref(), voice))
        .collect();
    let (taken, report) = choosing.choose(0, &weighed, policy, report).await;
    let at = taken.or_else(|| results.iter().position(Result::is_ok));
    let result = results.into_iter().nth(at.unwrap_or(0));
    let result = result.unwrap_or(Err(ModelError::EMPTY));
    if let Ok(completion) = &result {
        // Whoever listened has gone: nobody wants to know.
        let _ = pieces.send(Piece::Text(completion.text.clone())).await;
    }
    (result, report)
}

/// Writes one of them. Of the first it is told how it goes, and of none what it says.
async fn one(
    model: &dyn Model,
    (lane, request): (u32, Request),
    pieces: &mpsc::Sender<Piece>,
    policy: Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    let (sender, mut coming) = mpsc::channel(PIECES);
    let follow = async {
        while let Some(piece) = coming.recv().await {
            if lane == 0 && !matches!(piece, Piece::Text(_) | Piece::Ended) {
                let _ = pieces.send(piece).await;
            }
        }
    };
    let asked = retry::complete(model, &request, sender, &policy);
    let (done, ()) = tokio::join!(asked, follow);
    done
}

/// An answer as it would be heard.
fn heard(answer: Result<&Completion, &ModelError>, voice: &Voice) -> Weighed {
    let Ok(completion) = answer else {
        return Weighed::default();
    };
    let mut voice = voice.clone();
    let mut text = voice.push(&completion.text);
    text.push_str(&voice.finish(completion.finish));
    let text = text.trim().to_owned();
    Weighed {
        is_sound: !text.is_empty(),
        text,
    }
}
